// Select menus: a button that opens a list of options, for one choice or several.

import { avatar, h, icon, nameOf, uid } from "./dom.js";
import { emoji } from "./markdown.js";
import { openPopup } from "./popup.js";
import { isThread } from "./store.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;

export const isSelect = (type) => type === STRING || (type >= USER && type <= CHANNEL);

/** The options of any of the five kinds, in one shape: {value, label, description, mark}. */
export function optionsOf(component, store, viewerId) {
  if (component.type === STRING) {
    return (component.options ?? []).map((option) => ({ ...option, mark: () => emoji(option.emoji) }));
  }
  const users = () =>
    [...store.people, store.me].map((user) => ({
      value: user.id,
      label: nameOf(user),
      description: user.username,
      mark: () => avatar(user, 24),
    }));
  const roles = () =>
    [...store.guilds.values()].flatMap((guild) => [
      { value: guild.id, label: "@everyone", description: guild.name, mark: () => icon("at") },
      ...(guild.roles ?? [])
        .filter((role) => role.id !== guild.id)
        .map((role) => ({ value: role.id, label: `@${role.name}`, mark: () => icon("at") })),
    ]);
  if (component.type === USER) return users();
  if (component.type === ROLE) return roles();
  if (component.type === MENTIONABLE) return [...users(), ...roles()];
  const types = component.channel_types?.length ? component.channel_types : null;
  return store
    .guildChannels(viewerId)
    .filter((channel) => !types || types.includes(channel.type))
    .map((channel) => ({
      value: channel.id,
      label: channel.name,
      mark: () => icon(isThread(channel) ? "thread" : "hash"),
    }));
}

/**
 * The control. `onChoose(values)` is called when a single choice is made or a multiple one is closed
 * changed. The returned element has `.values`.
 */
export function selectMenu(component, options, { onChoose, pending = false, disabled = false, label = null }) {
  const min = component.min_values ?? 1;
  const max = Math.min(component.max_values ?? 1, Math.max(options.length, 1));
  const many = max > 1;
  const preset = component.default_values?.map((v) => v.id) ?? options.filter((o) => o.default).map((o) => o.value);
  let chosen = new Set(preset);
  const shown = h("span", { class: "select-shown" });
  const button = h(
    "button",
    {
      type: "button",
      class: "select",
      disabled: disabled || component.disabled,
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-busy": pending ? "true" : null,
      "aria-label": label ?? component.placeholder ?? "Make a selection",
      data: { customId: component.custom_id },
      onclick: open,
      onkeydown: (event) => {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          event.preventDefault();
          open();
        }
      },
    },
    shown,
    pending ? dots() : icon("chevron"),
  );
  button.values = [...chosen];
  show();
  return button;

  function show() {
    const picked = options.filter((option) => chosen.has(option.value));
    shown.replaceChildren(
      ...(picked.length
        ? picked.map((option) =>
            h("span", { class: many ? "select-tag" : "select-one" }, option.mark?.() ?? null, h("span", {}, option.label)),
          )
        : [h("span", { class: "placeholder" }, component.placeholder ?? "Make a selection")]),
    );
  }

  function open() {
    if (button.disabled || pending || button.getAttribute("aria-expanded") === "true") return;
    const before = [...chosen];
    const listId = uid("list");
    const list = h("div", {
      class: "options",
      role: "listbox",
      id: listId,
      "aria-multiselectable": many ? "true" : null,
      "aria-label": component.placeholder ?? "Options",
    });
    let close = () => {};
    let cancelled = false;
    const rows = options.map((option) =>
      h(
        "div",
        {
          class: "option",
          role: "option",
          tabindex: "-1",
          "aria-selected": String(chosen.has(option.value)),
          data: { value: option.value },
          onclick: () => pick(option),
        },
        option.mark?.() ?? null,
        h(
          "span",
          { class: "option-text" },
          h("span", { class: "option-label" }, option.label),
          option.description ? h("span", { class: "option-note" }, option.description) : null,
        ),
        h("span", { class: many ? "tick box" : "tick" }, icon("check")),
      ),
    );
    list.append(...rows);
    if (!rows.length) list.append(h("div", { class: "option-none" }, "Nothing to choose from"));
    const footer = many
      ? h(
          "div",
          { class: "select-foot" },
          h("span", {}, min === max ? `Choose ${max}` : `Choose ${min} to ${max}`),
          h("button", { type: "button", class: "btn style-1 small", onclick: () => close() }, "Done"),
        )
      : null;
    const box = h("div", { class: "select-box" }, list, footer);

    function pick(option) {
      if (!many) {
        const again = chosen.has(option.value);
        chosen = new Set(again && min === 0 ? [] : [option.value]);
        close();
        return;
      }
      if (chosen.has(option.value)) chosen.delete(option.value);
      else if (chosen.size < max) chosen.add(option.value);
      for (const row of rows) {
        const selected = chosen.has(row.dataset.value);
        row.setAttribute("aria-selected", String(selected));
        row.classList.toggle("full", !selected && chosen.size >= max);
      }
      show();
    }

    let typed = "";
    let typedAt = 0;
    box.addEventListener("keydown", (event) => {
      const at = rows.indexOf(document.activeElement);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
      if (to !== undefined && rows.length) {
        event.preventDefault();
        rows[(to + rows.length) % rows.length].focus();
      } else if ((event.key === "Enter" || event.key === " ") && at >= 0) {
        event.preventDefault();
        pick(options[at]);
      } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
        typed = event.timeStamp - typedAt < 700 ? typed + event.key : event.key;
        typedAt = event.timeStamp;
        const hit = options.findIndex((o) => o.label.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase()));
        if (hit >= 0) rows[hit].focus();
      } else if (event.key === "Escape") cancelled = true;
    });
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", listId);
    close = openPopup(button, box, {
      width: Math.max(button.offsetWidth, 220),
      onClose() {
        button.setAttribute("aria-expanded", "false");
        button.removeAttribute("aria-controls");
        if (chosen.size < min || (cancelled && many)) chosen = new Set(before);
        show();
        button.values = [...chosen];
        if (!same(chosen, before)) onChoose?.(button.values);
      },
    });
    (rows.find((row) => row.getAttribute("aria-selected") === "true") ?? rows[0])?.focus();
  }
}

const same = (set, list) => set.size === list.length && list.every((value) => set.has(value));

/** Three dots that breathe: Discord's sign for "wait". */
export function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
