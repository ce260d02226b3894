// Modals: the forms a bot opens over one person's view.

import { h, icon, uid } from "./dom.js";
import { Type } from "./components.js";
import { emoji, markdown } from "./markdown.js";
import { isSelect, optionsOf, selectMenu } from "./select.js";

const PARAGRAPH = 2;

/** The dialog. `submit(components)` sends what was filled in, `cancel()` closes it. */
export function modalElement(modal, view, { submit, cancel }) {
  const titleId = uid("modal");
  const fields = []; // of () => component JSON as Discord's client sends it
  const problem = h("div", { class: "form-error", role: "alert" });
  const form = h(
    "form",
    {
      class: "modal",
      role: "dialog",
      "aria-modal": "true",
      "aria-labelledby": titleId,
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        const wrong = form.querySelector(":invalid:not(fieldset)");
        for (const control of form.querySelectorAll("input, textarea")) {
          control.setAttribute("aria-invalid", String(!control.checkValidity()));
        }
        if (wrong) {
          problem.textContent = wrong.validationMessage;
          wrong.focus();
          return;
        }
        const empty = [...form.querySelectorAll("[data-required-choice]")].find((c) => !c.filled());
        problem.textContent = empty ? "This choice is required." : "";
        if (!empty) submit(fields.map((field) => field()));
      },
      oninput: (event) => {
        problem.textContent = "";
        event.target.removeAttribute("aria-invalid");
      },
      onkeydown: (event) => {
        if (event.key === "Escape") cancel();
        else if (event.key === "Tab") trap(event, form);
      },
    },
    h(
      "header",
      { class: "modal-head" },
      h("h2", { id: titleId }, modal.title),
      h("button", { type: "button", class: "round", "aria-label": "Close", onclick: cancel }, icon("close")),
    ),
    h(
      "div",
      { class: "modal-body" },
      (modal.components ?? []).map((component) => part(component, view, fields)),
      problem,
    ),
    h(
      "footer",
      { class: "modal-foot" },
      h("button", { type: "button", class: "btn plain", onclick: cancel }, "Cancel"),
      h("button", { type: "submit", class: "btn style-1" }, h("span", { class: "btn-face" }, "Submit")),
    ),
  );
  form.showProblem = (text) => {
    problem.textContent = text;
    form.classList.remove("sending");
  };
  return form;
}

function trap(event, form) {
  const all = [...form.querySelectorAll("button, input, textarea, select, a[href]")].filter((e) => !e.disabled);
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0]).focus();
}

function part(component, view, fields) {
  if (component.type === Type.TEXT) {
    fields.push(() => ({ type: Type.TEXT, id: component.id }));
    return h("div", { class: "markup" }, markdown(component.content, view.markdown));
  }
  if (component.type === Type.ROW) {
    const inner = (component.components ?? []).map((child) => control(child, child.label, view));
    fields.push(() => ({ type: Type.ROW, id: component.id, components: inner.map((c) => c.value()) }));
    return inner.map((made, i) => labelled(component.components[i].label, null, component.components[i], made));
  }
  if (component.type === Type.LABEL) {
    const made = control(component.component, component.label, view);
    fields.push(() => ({ type: Type.LABEL, id: component.id, component: made.value() }));
    return labelled(component.label, component.description, component.component, made);
  }
  return null;
}

function labelled(label, description, component, made) {
  const required = component.required ?? component.type !== Type.CHECKBOX;
  const words = h(
    made.group ? "div" : "label",
    { class: "field-label", for: made.group ? null : made.id, id: `${made.id}-label` },
    label ?? "",
    required ? h("span", { class: "required", title: "required" }, " *") : null,
  );
  if (made.group) made.element.setAttribute("aria-labelledby", `${made.id}-label`);
  if (description) made.element.setAttribute("aria-describedby", `${made.id}-note`);
  return h(
    "div",
    { class: "field" },
    words,
    description ? h("div", { class: "field-note", id: `${made.id}-note` }, description) : null,
    made.element,
  );
}

/** One control: {id, element, group, value()}, where `value` is what the client sends back. */
function control(component, label, view) {
  const id = uid("field");
  const base = { type: component.type, id: component.id, custom_id: component.custom_id };
  const required = component.required ?? true;
  if (component.type === Type.TEXT_INPUT) {
    const long = component.style === PARAGRAPH;
    const element = h(long ? "textarea" : "input", {
      id,
      class: "input",
      name: component.custom_id,
      rows: long ? "4" : null,
      type: long ? null : "text",
      autocomplete: "off",
      placeholder: component.placeholder,
      required,
      minlength: required ? (component.min_length ?? null) : null,
      maxlength: component.max_length ?? "4000",
      value: component.value ?? "",
    });
    const check = () => {
      const short = component.min_length && element.value && element.value.length < component.min_length;
      element.setCustomValidity(short ? `Must be at least ${component.min_length} characters long.` : "");
    };
    element.addEventListener("input", check);
    check();
    return { id, element, value: () => ({ ...base, value: element.value }) };
  }
  if (isSelect(component.type)) {
    const element = selectMenu({ ...component, min_values: required ? component.min_values : 0 }, optionsOf(component, view.store, view.person.id), {
      label,
    });
    element.id = id;
    if (required && (component.min_values ?? 1) > 0) element.dataset.requiredChoice = "";
    element.filled = () => element.values.length > 0;
    return { id, element, value: () => ({ ...base, values: element.values }) };
  }
  if (component.type === Type.RADIO || component.type === Type.CHECKBOXES) {
    const radio = component.type === Type.RADIO;
    const inputs = (component.options ?? []).map((option) =>
      h("input", { type: radio ? "radio" : "checkbox", name: id, value: option.value, checked: Boolean(option.default) }),
    );
    const element = h(
      "div",
      { class: "choices", role: radio ? "radiogroup" : "group", id },
      inputs.map((input, i) => {
        const option = component.options[i];
        return h(
          "label",
          { class: "choice" },
          input,
          emoji(option.emoji),
          h("span", { class: "option-text" }, h("span", {}, option.label), option.description ? h("span", { class: "option-note" }, option.description) : null),
        );
      }),
    );
    const values = () => inputs.filter((input) => input.checked).map((input) => input.value);
    if (required) element.dataset.requiredChoice = "";
    element.filled = () => values().length >= (radio ? 1 : (component.min_values ?? 1));
    return { id, element, group: true, value: () => (radio ? { ...base, value: values()[0] ?? null } : { ...base, values: values() }) };
  }
  if (component.type === Type.CHECKBOX) {
    const input = h("input", { type: "checkbox", id, checked: Boolean(component.default) });
    return { id, element: h("span", { class: "choice" }, input), value: () => ({ ...base, value: input.checked }) };
  }
  const element = h("div", { class: "unknown" }, "(files cannot be uploaded here)");
  return { id, element, group: true, value: () => ({ ...base, values: [] }) };
}
