// The line at the bottom: plain messages, and slash commands with a field for each option.

import { avatar, h, icon, nameOf, nonce, uid } from "./dom.js";
import { Palette } from "./palette.js";
import { describe, nest, optionName, parseValue, search, slashCommands, splitOptions, suggestions } from "./commands.js";

const AUTOCOMPLETE_WAIT = 120;

export class Composer {
  /** `pane` is the person's view of a channel, {store, person, channel, locale}. */
  constructor(pane) {
    this.pane = pane;
    this.leaf = null; // the command being filled in
    this.fields = new Map(); // option name → {option, input, chip}
    this.list = new Palette();
    this.note = h("div", { class: "composer-note", role: "status" });
    this.pill = h("button", { type: "button", class: "command-pill", hidden: true, title: "Edit the command", onclick: () => this.leave(true) });
    this.chips = h("div", { class: "chips" });
    this.text = h("textarea", {
      class: "composer-text",
      rows: "1",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
      "aria-autocomplete": "list",
      autocomplete: "off",
      spellcheck: "false",
      data: { testid: "composer" },
    });
    this.go = h("button", { type: "submit", class: "send", "aria-label": "Send", title: "Send (Enter)" }, icon("send"));
    this.bar = h("div", { class: "composer-bar" }, this.pill, this.chips, this.text, this.go);
    this.element = h("form", { class: "composer", onsubmit: (e) => (e.preventDefault(), this.enter()) }, this.list.element, this.note, this.bar);
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("focus", () => this.refresh());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget)) this.list.close();
    });
    this.bar.addEventListener("pointerdown", (event) => {
      if (event.target === this.bar || event.target === this.chips) {
        event.preventDefault();
        this.text.focus();
      }
    });
  }

  /** The channel changed or its rights did. */
  show() {
    const { channel, store } = this.pane;
    this.leave(false);
    this.note.textContent = "";
    const closed = !channel ? "Nobody has written here yet" : channel.locked ? "This thread is locked" : null;
    this.text.disabled = Boolean(closed);
    this.go.disabled = Boolean(closed);
    const where = !channel ? "" : channel.guild_id ? `#${channel.name}` : `@${nameOf(store.me)}`;
    this.text.placeholder = closed ?? `Message ${where}`;
    this.text.setAttribute("aria-label", closed ?? `Message ${where} as ${nameOf(this.pane.person)}, or / for commands`);
    this.fit();
  }

  get leaves() {
    return slashCommands(this.pane.store.commands, this.pane.channel, this.pane.locale);
  }

  // -- typing ----------------------------------------------------------------------------------------

  typed() {
    this.note.textContent = "";
    this.fit();
    const value = this.text.value;
    if (!this.leaf && value.startsWith("/")) {
      const leaf = this.leafOf(value.slice(1));
      if (leaf) return this.choose(leaf.leaf, leaf.rest);
    } else if (this.leaf && /:/.test(value)) this.take(value);
    return this.refresh();
  }

  /** The command whose whole name and a space were typed, and the rest of the line. */
  leafOf(text) {
    for (const leaf of this.leaves) {
      for (const name of [leaf.name, leaf.plain]) {
        if (text.toLocaleLowerCase().startsWith(`${name.toLocaleLowerCase()} `)) return { leaf, rest: text.slice(name.length + 1) };
      }
    }
    return null;
  }

  /** Move "name: value" out of the line into the fields. */
  take(text) {
    const { rest, values } = splitOptions(text, this.leaf.options, this.pane.locale);
    if (!values.length) return;
    this.text.value = rest.trim();
    let last = null;
    for (const [option, value] of values) {
      last = this.field(option);
      if (value) last.input.value = value;
      this.size(last);
    }
    last.input.focus();
  }

  choose(leaf, rest = "") {
    this.leaf = leaf;
    this.note.textContent = "";
    this.pill.textContent = `/${leaf.name}`;
    this.pill.hidden = false;
    this.bar.classList.add("commanding");
    this.text.value = rest.trimStart();
    this.text.placeholder = leaf.options.some((o) => !o.required) ? "more options" : "";
    this.fields.clear();
    this.chips.replaceChildren();
    for (const option of leaf.options) if (option.required) this.field(option);
    if (rest) this.take(rest);
    this.focusNext();
    this.refresh();
  }

  /** Back to plain text; with `keep`, the command stays as text to change. */
  leave(keep) {
    const name = this.leaf?.name;
    this.leaf = null;
    this.fields.clear();
    this.chips.replaceChildren();
    this.pill.hidden = true;
    this.bar.classList.remove("commanding");
    this.text.value = keep && name ? `/${name}` : "";
    const { channel, store } = this.pane;
    if (channel) this.text.placeholder = `Message ${channel.guild_id ? `#${channel.name}` : `@${nameOf(store.me)}`}`;
    this.fit();
    if (keep) this.text.focus();
    else this.list.close();
  }

  field(option) {
    const known = this.fields.get(option.name);
    if (known) return known;
    const id = uid("option");
    const name = optionName(option, this.pane.locale);
    const input = h("input", {
      id,
      class: "chip-input",
      type: "text",
      inputmode: option.type === 4 ? "numeric" : option.type === 10 ? "decimal" : null,
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
      "aria-autocomplete": "list",
      "aria-required": option.required ? "true" : null,
      "aria-describedby": `${id}-kind`,
    });
    const chip = h(
      "span",
      { class: option.required ? "chip required" : "chip", data: { option: option.name } },
      h("label", { class: "chip-name", for: id }, name, option.required ? h("span", { "aria-hidden": "true" }, "*") : null),
      input,
      h("span", { id: `${id}-kind`, class: "unseen" }, `${describe(option)}. ${option.description ?? ""}`),
      option.required
        ? null
        : h("button", { type: "button", class: "chip-drop", tabindex: "-1", "aria-label": `Remove ${name}`, onclick: () => this.drop(option) }, icon("close")),
    );
    const field = { option, input, chip, found: [] };
    input.addEventListener("input", () => {
      this.note.textContent = "";
      input.removeAttribute("aria-invalid");
      // "40 private:" typed on in one go opens the next field
      const { rest, values } = splitOptions(input.value, this.leaf.options, this.pane.locale);
      if (values.length) {
        input.value = rest.trim();
        this.take(values.map(([o, v]) => `${o.name}:${v}`).join(" "));
      }
      this.size(field);
      if (option.autocomplete) this.ask(field);
      this.list.at = 0;
      this.refresh();
    });
    input.addEventListener("focus", () => {
      this.list.at = 0;
      if (option.autocomplete) this.ask(field);
      this.refresh();
    });
    this.fields.set(option.name, field);
    this.chips.append(chip);
    this.size(field);
    return field;
  }

  size(field) {
    field.input.style.width = `calc(${Math.min(Math.max(field.input.value.length + 1, 3), 40)}ch + 14px)`;
  }

  drop(option) {
    this.fields.get(option.name)?.chip.remove();
    this.fields.delete(option.name);
    this.focusNext();
  }

  focusNext() {
    const open = [...this.fields.values()].find((f) => f.option.required && !f.input.value);
    (open?.input ?? this.text).focus();
  }

  // -- the list --------------------------------------------------------------------------------------

  /** The field that is being typed into, or null when it is the line itself. */
  get active() {
    return [...this.fields.values()].find((f) => f.input === document.activeElement) ?? null;
  }

  refresh() {
    const { store, locale } = this.pane;
    const field = this.active;
    if (field) {
      const typed = field.input.value.trim().toLocaleLowerCase();
      const all = field.option.autocomplete ? field.found : this.known(field);
      const exact = all.some((s) => s.name.toLocaleLowerCase() === typed);
      const fit = field.option.autocomplete || exact ? all : all.filter((s) => s.name.toLocaleLowerCase().includes(typed.replace(/^[@#]/, "")));
      const head = [h("b", {}, optionName(field.option, locale)), h("span", { class: "kind" }, describe(field.option)), field.option.description ?? ""];
      this.list.show(
        head,
        fit.slice(0, 25).map((s) => ({
          label: s.name,
          note: s.note ?? "",
          mark: s.user ? avatar(s.user, 24) : null,
          run: () => this.fill(field, s),
        })),
        field.input,
      );
      return;
    }
    const value = this.text.value;
    if (this.leaf) {
      const query = value.trim().toLocaleLowerCase();
      const left = this.leaf.options.filter((o) => !this.fields.has(o.name) && optionName(o, locale).toLocaleLowerCase().startsWith(query));
      this.list.show(
        [h("b", {}, `/${this.leaf.name}`), this.leaf.description],
        left.map((o) => ({
          label: optionName(o, locale),
          note: `${o.description ?? ""}`,
          tail: describe(o),
          run: () => {
            this.text.value = "";
            this.field(o).input.focus();
          },
        })),
        this.text,
        -1,
      );
      return;
    }
    if (!value.startsWith("/") || document.activeElement !== this.text) return this.list.close();
    const hits = search(this.leaves, value.slice(1));
    this.list.at = 0;
    this.list.show(
      [h("b", {}, hits.length ? "Commands" : "No such command"), `of ${nameOf(store.me)}`],
      hits.slice(0, 50).map((leaf) => ({
        label: `/${leaf.name}`,
        note: leaf.description,
        tail: leaf.options.map((o) => (o.required ? `${optionName(o, locale)}*` : optionName(o, locale))).join(" "),
        mark: avatar(store.me, 24),
        run: () => this.choose(leaf),
        leaf,
      })),
      this.text,
    );
    return undefined;
  }

  key(event) {
    if (event.isComposing) return;
    const listed = this.list.items.length > 0;
    const field = this.active;
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && listed) {
      event.preventDefault();
      this.list.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.list.isOpen) this.list.close();
      else if (this.leaf) this.leave(false);
    } else if (event.key === "Enter" && !event.shiftKey && event.target !== this.pill && event.target !== this.go) {
      event.preventDefault();
      this.enter();
    } else if (event.key === "Tab" && !event.shiftKey && !this.leaf && this.list.marked) {
      event.preventDefault();
      this.list.marked.run();
    } else if (event.key === "Backspace" && this.leaf) {
      const empty = field ? field.input.value === "" : this.text.value === "";
      if (!empty) return;
      event.preventDefault();
      if (field && !field.option.required) this.drop(field.option);
      else if (!field && this.fields.size) [...this.fields.values()].at(-1).input.focus();
      else this.leave(true);
    }
  }

  fill(field, choice) {
    field.input.value = choice.name;
    field.picked = choice;
    field.input.removeAttribute("aria-invalid");
    this.size(field);
    this.focusNext();
    this.refresh();
  }

  // -- Enter -----------------------------------------------------------------------------------------

  enter() {
    const field = this.active;
    const item = this.list.marked;
    if (this.leaf) {
      // a suggestion that differs from what is typed is taken first; the next Enter runs
      if (item && field && field.input.value.trim() !== item.label && this.wants(field)) return item.run();
      if (item && !field) return item.run();
      return this.run();
    }
    const text = this.text.value.trim();
    if (!text) return undefined;
    if (!text.startsWith("/")) return this.say(text);
    const exact = this.leaves.find((leaf) => [leaf.name, leaf.plain].some((n) => n.toLocaleLowerCase() === text.slice(1).toLocaleLowerCase()));
    const leaf = item?.leaf ?? exact;
    if (!leaf) {
      this.note.textContent = `There is no command ${text.split(" ")[0]} here.`;
      return undefined;
    }
    this.choose(leaf);
    if (leaf.plain === exact?.plain && !leaf.options.length) return this.run();
    return undefined;
  }

  /** Whether Enter in `field` should take the marked suggestion: not over a text that stands by itself. */
  wants(field) {
    if (field.input.value.trim() === "") return field.option.required;
    if (field.option.autocomplete) return field.picked?.name !== field.input.value.trim();
    return "error" in parseValue(field.option, field.input.value, this.known(field));
  }

  /** What an option's text may stand for. */
  known(field) {
    const { store, person, locale } = this.pane;
    if (!field.option.autocomplete) return suggestions(field.option, store, person.id, locale);
    return field.picked ? [field.picked, ...field.found] : field.found;
  }

  say(content) {
    const { store, person, channel } = this.pane;
    if (!store.send({ type: "message", user: person.id, channel_id: channel.id, content })) {
      this.note.textContent = "The playground is not reachable: not sent.";
      return;
    }
    this.text.value = "";
    this.fit();
    this.list.close();
    this.pane.feed.stick();
  }

  /** The values of all fields, or null after marking the first that is wrong. */
  values(focused = null) {
    const { locale } = this.pane;
    const out = [];
    for (const field of this.fields.values()) {
      const { option, input } = field;
      const base = { name: option.name, type: option.type };
      if (field === focused) {
        out.push({ ...base, value: input.value, focused: true });
        continue;
      }
      if (input.value.trim() === "" && !option.required) continue;
      const result =
        input.value.trim() === "" ? { error: "This option is required." } : parseValue(option, input.value, this.known(field));
      if ("value" in result) out.push({ ...base, value: result.value });
      else if (!focused) {
        input.setAttribute("aria-invalid", "true");
        this.note.textContent = `${optionName(option, locale)}: ${result.error}`;
        input.focus();
        return null;
      }
    }
    return out;
  }

  run() {
    const { store, person, channel } = this.pane;
    const stray = this.text.value.trim();
    if (stray) {
      this.note.textContent = `“${stray}” belongs to no option.`;
      return;
    }
    const values = this.values();
    if (!values) return;
    const { leaf } = this;
    this.pane.act();
    store.interact(
      { type: "command", user: person.id, channel_id: channel.id, command_id: leaf.command.id, options: nest(leaf, values) },
      { kind: "command", channelId: channel.id, label: `/${leaf.name}` },
    );
    this.leave(false);
    this.text.focus();
    this.pane.feed.stick();
  }

  // -- autocomplete ----------------------------------------------------------------------------------

  ask(field) {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      if (!this.leaf || this.active !== field) return;
      const { store, person, channel } = this.pane;
      this.question = nonce();
      this.questionField = field;
      store.send({
        type: "autocomplete",
        user: person.id,
        channel_id: channel.id,
        command_id: this.leaf.command.id,
        options: nest(this.leaf, this.values(field)),
        nonce: this.question,
      });
    }, AUTOCOMPLETE_WAIT);
  }

  choices(key, choices) {
    if (key !== this.question || !this.questionField) return;
    this.questionField.found = choices;
    if (this.active === this.questionField) this.refresh();
  }

  fit() {
    this.text.style.height = "auto";
    if (this.text.value) this.text.style.height = `${Math.min(this.text.scrollHeight, 180)}px`;
    else this.text.style.height = "";
  }
}
