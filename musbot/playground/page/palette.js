// The list above the composer: commands, options, choices. The focus stays in the field that is typed into.

import { fill, h, uid } from "./dom.js";

export class Palette {
  constructor() {
    this.id = uid("palette");
    this.items = []; // {label, note, tail, mark, run}
    this.at = 0; // which is marked; -1 for none
    this.owner = null; // the field it belongs to
    this.element = h("div", { class: "palette", role: "listbox", id: this.id, "aria-label": "Suggestions", hidden: true });
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** The item that Enter takes, or null. */
  get marked() {
    return this.isOpen ? (this.items[this.at] ?? null) : null;
  }

  /** Show `items` under a line of `head` for the field `owner`. */
  show(head, items, owner, at = this.at) {
    if (this.owner !== owner) this.release();
    this.owner = owner;
    this.items = items;
    this.at = Math.min(at, items.length - 1);
    for (const [i, item] of items.entries()) {
      item.element = h(
        "div",
        { class: "suggestion", role: "option", id: `${this.id}-${i}`, "aria-selected": "false", onclick: () => item.run() },
        item.mark,
        h(
          "span",
          { class: "suggestion-text" },
          h("span", { class: "suggestion-name" }, item.label),
          item.note ? h("span", { class: "suggestion-note" }, item.note) : null,
        ),
        item.tail ? h("span", { class: "suggestion-tail" }, item.tail) : null,
      );
    }
    fill(
      this.element,
      h("div", { class: "palette-head", role: "presentation" }, head),
      items.map((item) => item.element),
    );
    this.element.hidden = false;
    owner.setAttribute("aria-expanded", "true");
    this.mark();
  }

  close() {
    this.items = [];
    this.at = 0;
    this.element.hidden = true;
    this.release();
  }

  /** Mark the next item (1) or the one before (-1), round the ends. */
  move(step) {
    const last = this.items.length - 1;
    this.at += step;
    if (this.at > last) this.at = 0;
    if (this.at < 0) this.at = last;
    this.mark();
  }

  mark() {
    for (const [i, item] of this.items.entries()) item.element.setAttribute("aria-selected", String(i === this.at));
    const item = this.items[this.at];
    if (!item) {
      this.owner?.removeAttribute("aria-activedescendant");
      return;
    }
    this.owner?.setAttribute("aria-activedescendant", item.element.id);
    item.element.scrollIntoView({ block: "nearest" });
  }

  release() {
    this.owner?.setAttribute("aria-expanded", "false");
    this.owner?.removeAttribute("aria-activedescendant");
    this.owner = null;
  }
}
