// The messages of a channel as one person sees them: drawn a window at a time, kept at the newest one
// unless the reader scrolled up.

import { avatar, byId, h, icon, nameOf } from "./dom.js";
import { continues, dayMark, messageElement, newMark, sameDay, waitingElement } from "./message.js";
import { isThread } from "./store.js";

const WINDOW = 60; // messages drawn at first, and how many more a scroll to the top brings
const TRIM = 160; // above this many, the oldest are undrawn while the reader is at the bottom
const NEAR = 80; // pixels from the bottom that still count as the bottom

export class Feed {
  /** `pane` says whose eyes these are and which channel: {store, person, channel, channelId, view}. */
  constructor(pane) {
    this.pane = pane;
    this.pinned = true;
    this.newFrom = null; // the message above which "new" stands
    this.drawn = new Map(); // id → element
    this.rows = h("ol", { class: "messages" });
    this.waiting = h("ol", { class: "messages waiting-rows" });
    this.intro = h("div", { class: "intro" });
    this.inner = h("div", { class: "scroll-inner" }, this.intro, this.rows, this.waiting);
    this.scroller = h("div", { class: "scroll", role: "log", tabindex: "0", "aria-live": pane.only ? "off" : "polite" }, this.inner);
    this.jump = h(
      "button",
      { type: "button", class: "jump", hidden: true, onclick: () => this.stick() },
      h("span", {}, "Jump to present"),
      icon("down"),
    );
    this.element = h("div", { class: "stage" }, this.scroller, this.jump);
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    // pictures that load and panes that change size must not push the newest message out of sight
    this.sizes = new ResizeObserver(() => this.pinned && this.toBottom());
    this.sizes.observe(this.inner);
    this.sizes.observe(this.scroller);
  }

  destroy() {
    this.sizes.disconnect();
  }

  // -- drawing ---------------------------------------------------------------------------------------

  redraw() {
    const all = this.pane.channelId ? this.pane.store.visible(this.pane.person.id, this.pane.channelId) : [];
    this.from = Math.max(0, all.length - WINDOW);
    this.drawn.clear();
    this.rows.replaceChildren();
    this.drawRange(all, this.from, all.length, null);
    this.drawIntro();
    this.drawWaiting();
    this.toBottom();
    const where = this.pane.channel ? this.pane.store.channelName(this.pane.channel) : "";
    this.scroller.setAttribute("aria-label", `Messages in ${where} as ${nameOf(this.pane.person)} sees them`);
  }

  /** Draw messages `from`..`to` of the visible ones before the element `anchor`. */
  drawRange(all, from, to, anchor) {
    const fragment = document.createDocumentFragment();
    for (let i = from; i < to; i++) this.appendTo(fragment, all[i], all[i - 1]);
    this.rows.insertBefore(fragment, anchor);
  }

  appendTo(parent, message, before) {
    const element = messageElement(message, before, this.pane);
    element.beforeId = before?.id ?? null;
    const marks = h("li", { class: "marks", role: "presentation" });
    if (!before || !sameDay(message, before)) marks.append(dayMark(message, this.pane));
    if (message.id === this.newFrom) marks.append(newMark());
    element.marks = marks.childElementCount ? marks : null;
    if (element.marks) parent.append(marks);
    parent.append(element);
    this.drawn.set(message.id, element);
  }

  drawIntro() {
    const { channel, store, person } = this.pane;
    this.intro.replaceChildren();
    this.inner.classList.toggle("from-start", this.from === 0);
    if (this.from > 0) return;
    const bot = nameOf(store.me);
    if (this.pane.view === "dm") {
      this.intro.append(
        avatar(store.me, 64),
        h("h3", {}, bot),
        h("p", {}, channel ? `This is where ${nameOf(person)} and ${bot} write to each other. Nobody else sees it.` : `${bot} has not written to ${nameOf(person)} yet.`),
      );
    } else if (channel) {
      this.intro.append(
        h("span", { class: "intro-mark" }, icon(isThread(channel) ? "thread" : "hash")),
        h("h3", {}, isThread(channel) ? channel.name : `Welcome to #${channel.name}!`),
        h("p", {}, isThread(channel) ? "This is where the thread begins." : "This is where the channel begins. Type / to see what the bot can do."),
      );
    }
  }

  drawWaiting() {
    const rows = [];
    for (const [key, entry] of this.pane.store.pending) {
      if (entry.kind !== "command" || entry.user !== this.pane.person.id || entry.channelId !== this.pane.channelId) continue;
      if (!entry.failed && entry.interactionId && this.answered(entry.interactionId)) continue;
      rows.push(waitingElement(key, entry, this.pane));
    }
    this.waiting.replaceChildren(...rows);
  }

  answered(interactionId) {
    const list = this.pane.store.list(this.pane.channelId);
    return list.slice(-50).some((m) => (m.interaction_metadata ?? m.interaction)?.id === interactionId);
  }

  // -- increments ------------------------------------------------------------------------------------

  hear({ op, message }) {
    if (message.channel_id !== this.pane.channelId || !this.pane.store.sees(this.pane.person.id, message)) return;
    if (op === "update") {
      this.redrawMessage(message.id);
      this.drawWaiting();
      return;
    }
    const all = this.pane.store.visible(this.pane.person.id, this.pane.channelId);
    if (op === "delete") {
      const element = this.drawn.get(message.id);
      if (!element) {
        this.from = Math.max(0, Math.min(this.from, all.length) - (byId(message.id, all[this.from]?.id ?? message.id) < 0 ? 1 : 0));
        return;
      }
      const next = [...this.drawn.values()].find((e) => e.beforeId === message.id);
      element.marks?.remove();
      element.remove();
      this.drawn.delete(message.id);
      if (next) this.redrawMessage(next.dataset.messageId);
      return;
    }
    const at = all.findIndex((m) => m.id === message.id);
    if (at !== all.length - 1) return void this.redraw(); // out of order: rare, so draw all
    this.appendTo(this.rows, message, all[at - 1]);
    this.drawWaiting();
    if (this.pinned) {
      this.trim(all);
      this.toBottom();
    } else this.jump.classList.add("news");
    this.pane.markRead();
  }

  redrawMessage(id) {
    const old = this.drawn.get(id);
    const message = this.pane.store.index.get(id);
    if (!old || !message) return;
    const all = this.pane.store.visible(this.pane.person.id, this.pane.channelId);
    const before = all[all.lastIndexOf(message) - 1];
    const element = messageElement(message, before, this.pane);
    keepPictures(old, element);
    keepSpoilers(old, element);
    const focus = focusIn(old);
    element.beforeId = before?.id ?? null;
    element.marks = old.marks;
    if (element.marks && before && sameDay(message, before) && id !== this.newFrom) {
      element.marks.remove();
      element.marks = null;
    }
    const at = this.scroller.scrollTop;
    old.replaceWith(element);
    this.drawn.set(id, element);
    if (this.pinned) this.toBottom();
    else this.scroller.scrollTop = at;
    if (focus !== null) [...element.querySelectorAll(FOCUSABLE)][focus]?.focus({ preventScroll: true });
    const next = all[all.lastIndexOf(message) + 1];
    const nextElement = next && this.drawn.get(next.id);
    if (nextElement && nextElement.classList.contains("grouped") !== continues(next, message)) this.redrawMessage(next.id);
  }

  // -- scrolling -------------------------------------------------------------------------------------

  get atBottom() {
    const s = this.scroller;
    return s.scrollHeight - s.scrollTop - s.clientHeight < NEAR;
  }

  toBottom() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.pinned = true;
    this.jump.hidden = true;
    this.jump.classList.remove("news");
  }

  stick() {
    const all = this.pane.channelId ? this.pane.store.visible(this.pane.person.id, this.pane.channelId) : [];
    if (all.length - this.from > TRIM) this.redraw();
    this.toBottom();
    this.pane.markRead();
  }

  scrolled() {
    this.pinned = this.atBottom;
    this.jump.hidden = this.pinned || this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 300;
    if (this.pinned) this.pane.markRead();
    if (this.scroller.scrollTop < 200 && this.from > 0) this.earlier();
  }

  earlier() {
    const all = this.pane.store.visible(this.pane.person.id, this.pane.channelId);
    const to = this.from;
    this.from = Math.max(0, to - WINDOW);
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    this.drawRange(all, this.from, to, this.rows.firstChild);
    this.drawIntro();
    this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
  }

  trim(all) {
    if (this.drawn.size <= TRIM) return;
    const keep = all.length - WINDOW;
    for (let i = this.from; i < keep; i++) {
      const element = this.drawn.get(all[i].id);
      element?.marks?.remove();
      element?.remove();
      this.drawn.delete(all[i].id);
    }
    this.from = keep;
    this.drawIntro();
  }

  goTo(id) {
    const all = this.pane.store.visible(this.pane.person.id, this.pane.channelId);
    const at = all.findIndex((m) => m.id === id);
    if (at < 0) return;
    while (at < this.from) this.earlier();
    const element = this.drawn.get(id);
    this.pinned = false;
    element?.scrollIntoView({ block: "center" });
    element?.classList.add("flash");
    setTimeout(() => element?.classList.remove("flash"), 1500);
  }
}

const FOCUSABLE = ".components button, .components a[href]";

function focusIn(element) {
  if (!element.contains(document.activeElement)) return null;
  const at = [...element.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
  return at < 0 ? null : at;
}

/** Pictures that stay the same stay the same element, so that an edit does not make them flicker. */
function keepPictures(old, fresh) {
  const loaded = new Map();
  for (const image of old.querySelectorAll("img")) if (image.complete && image.naturalWidth) loaded.set(`${image.className} ${image.src}`, image);
  for (const image of fresh.querySelectorAll("img")) {
    const kept = loaded.get(`${image.className} ${image.src}`);
    if (!kept || kept.alt !== image.alt) continue;
    loaded.delete(`${image.className} ${image.src}`);
    image.replaceWith(kept);
  }
}

function keepSpoilers(old, fresh) {
  const open = [...old.querySelectorAll(".spoiler, .covered")];
  for (const [i, element] of [...fresh.querySelectorAll(".spoiler, .covered")].entries()) {
    if (open[i]?.classList.contains("open") && open[i].textContent === element.textContent) element.classList.add("open");
  }
}
