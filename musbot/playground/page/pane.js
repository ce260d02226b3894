// One person's view: the channel or DM they look at, its messages, the composer, and their modals.

import { avatar, byId, fill, h, icon, nameOf } from "./dom.js";
import { Composer } from "./composer.js";
import { contextCommands } from "./commands.js";
import { continues, dayMark, isEphemeral, messageElement, newMark, sameDay, waitingElement } from "./message.js";
import { modalElement } from "./modal.js";
import { openMenu, openPopup } from "./popup.js";
import { personSettings } from "./settings.js";
import { ChannelType, isThread } from "./store.js";

const WINDOW = 60; // messages drawn at first, and how many more a scroll to the top brings
const TRIM = 160; // above this many, the oldest are undrawn while the reader is at the bottom
const NEAR = 80; // pixels from the bottom that still count as the bottom

export class Pane {
  /**
   * `person` is whose eyes these are; `view` "channel" or "dm"; `openImage(url, alt, from)` the lightbox;
   * `onShow(pane)` is told when another channel is shown.
   */
  constructor(store, person, { view = "channel", channelId = null, openImage, onShow = () => {}, only = false }) {
    this.store = store;
    this.person = person;
    this.onShow = onShow;
    this.openImage = openImage;
    this.only = only; // a pane with a fixed view has no tabs
    this.pinned = true;
    this.drawn = new Map(); // id → element
    this.headings();
    this.rows = h("ol", { class: "messages" });
    this.waiting = h("ol", { class: "messages waiting-rows" });
    this.intro = h("div", { class: "intro" });
    this.inner = h("div", { class: "scroll-inner" }, this.intro, this.rows, this.waiting);
    this.scroller = h("div", { class: "scroll", role: "log", tabindex: "0", "aria-live": only ? "off" : "polite" }, this.inner);
    this.jump = h(
      "button",
      { type: "button", class: "jump", hidden: true, onclick: () => this.stick() },
      h("span", {}, "Jump to present"),
      icon("down"),
    );
    this.banner = h("div", { class: "pane-banner", role: "status", hidden: true });
    this.overlay = h("div", { class: "pane-overlay", hidden: true });
    this.composer = new Composer(this);
    this.element = h(
      "section",
      { class: "pane", "aria-label": `${nameOf(person)}'s view`, data: { person: nameOf(person), userId: person.id, view } },
      this.head,
      this.banner,
      h("div", { class: "stage" }, this.scroller, this.jump),
      this.composer.element,
      this.overlay,
    );
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    // pictures that load and panes that change size must not push the newest message out of sight
    this.sizes = new ResizeObserver(() => this.pinned && this.toBottom());
    this.sizes.observe(this.inner);
    this.sizes.observe(this.scroller);
    this.stop = store.listen((event) => this.hear(event));
    this.channelId = null;
    const first = view === "dm" ? this.store.dm(person.id)?.id : channelId;
    this.show(view, first);
  }

  destroy() {
    this.stop();
    this.sizes.disconnect();
    this.element.remove();
  }

  get locale() {
    return this.person.locale ?? "en-US";
  }

  get channel() {
    return this.store.channels.get(this.channelId) ?? null;
  }

  /** What markdown needs to know of this reader. */
  get markdown() {
    const { store } = this;
    return {
      locale: this.locale,
      viewerId: this.person.id,
      userName: (id) => store.user(id) && nameOf(store.user(id)),
      channelName: (id) => store.channels.get(id)?.name,
      roleName: (id) => [...store.guilds.values()].flatMap((g) => g.roles ?? []).find((r) => r.id === id)?.name,
      openChannel: (id) => this.openChannel(id),
    };
  }

  // -- the head of the pane --------------------------------------------------------------------------

  headings() {
    this.channelTab = h("button", { type: "button", class: "tab", role: "tab", onclick: () => this.show("channel", this.lastChannel) });
    this.channelMenu = h(
      "button",
      { type: "button", class: "round tab-menu", "aria-label": "Choose a channel", "aria-haspopup": "menu", onclick: () => this.chooseChannel() },
      icon("chevron"),
    );
    this.dmTab = h("button", { type: "button", class: "tab", role: "tab", onclick: () => this.show("dm") });
    this.title = h("div", { class: "pane-title" });
    this.gear = h(
      "button",
      {
        type: "button",
        class: "round gear",
        "aria-label": `${nameOf(this.person)}'s settings`,
        title: "Language, DMs",
        onclick: () => openPopup(this.gear, personSettings(this.person, this.store), { label: `${nameOf(this.person)}'s settings` }),
      },
      icon("gear"),
    );
    this.who = h("div", { class: "pane-who" }, avatar(this.person, 24), h("b", {}, nameOf(this.person)));
    this.head = h(
      "header",
      { class: "pane-head" },
      this.who,
      this.title,
      this.only ? null : h("div", { class: "tabs", role: "tablist", "aria-label": `${nameOf(this.person)} looks at` }, this.channelTab, this.channelMenu, this.dmTab),
      this.gear,
    );
  }

  drawHead() {
    const { store, person, channel } = this;
    const channels = store.guildChannels(person.id);
    const shown = store.channels.get(this.lastChannel) ?? channels[0];
    const dm = store.dm(person.id);
    fill(
      this.channelTab,
      icon(shown && isThread(shown) ? "thread" : "hash"),
      h("span", { class: "tab-name" }, shown?.name ?? "channel"),
      badge(shown && store.unreadIn(person.id, shown.id)),
    );
    this.channelTab.setAttribute("aria-selected", String(this.view === "channel"));
    const elsewhere = channels.filter((c) => c.id !== shown?.id);
    this.channelMenu.hidden = elsewhere.length === 0;
    this.channelMenu.classList.toggle("marked", elsewhere.some((c) => store.unreadIn(person.id, c.id).count));
    fill(this.dmTab, icon("at"), h("span", { class: "tab-name" }, "DM"), badge(dm && store.unreadIn(person.id, dm.id)));
    this.dmTab.setAttribute("aria-selected", String(this.view === "dm"));
    this.dmTab.setAttribute("aria-label", `DM${dm && store.unreadIn(person.id, dm.id).count ? `, ${store.unreadIn(person.id, dm.id).count} unread` : ""}`);
    fill(
      this.title,
      this.view === "dm"
        ? [icon("at"), h("h2", {}, nameOf(store.me)), h("span", { class: "topic" }, `${nameOf(person)}'s direct messages`)]
        : [icon(channel && isThread(channel) ? "thread" : "hash"), h("h2", {}, channel?.name ?? ""), channel?.topic ? h("span", { class: "topic" }, channel.topic) : null],
    );
    const closed = this.view === "dm" && person.dms_open === false;
    this.banner.hidden = !closed;
    if (closed) this.banner.textContent = `${nameOf(person)} does not accept DMs: ${nameOf(store.me)} cannot write here.`;
  }

  chooseChannel() {
    openMenu(
      this.channelMenu,
      this.store.guildChannels(this.person.id).map((channel) => ({
        label: channel.name,
        icon: icon(isThread(channel) ? "thread" : "hash", isThread(channel) ? "indent" : ""),
        badge: badge(this.store.unreadIn(this.person.id, channel.id)),
        checked: channel.id === this.channelId,
        run: () => this.show("channel", channel.id),
      })),
      "Channels",
    );
  }

  // -- showing ---------------------------------------------------------------------------------------

  openChannel(id) {
    const channel = this.store.channels.get(id);
    if (!channel) return;
    if (this.only && this.view === "dm") return;
    this.show(channel.type === ChannelType.DM ? "dm" : "channel", id);
  }

  show(view, channelId = null) {
    const { store, person } = this;
    const wanted = view === "dm" ? store.dm(person.id)?.id : (store.channels.has(channelId) ? channelId : store.guildChannels(person.id)[0]?.id);
    this.view = view;
    this.channelId = wanted ?? null;
    if (view === "channel") this.lastChannel = this.channelId;
    this.element.dataset.view = view;
    this.element.dataset.channelId = this.channelId ?? "";
    this.newFrom = this.channelId ? store.unreadIn(person.id, this.channelId).first : null;
    this.pinned = true;
    this.composer.show();
    this.redraw();
    this.markRead();
    this.onShow(this);
  }

  redraw() {
    const all = this.channelId ? this.store.visible(this.person.id, this.channelId) : [];
    this.from = Math.max(0, all.length - WINDOW);
    this.drawn.clear();
    this.rows.replaceChildren();
    this.drawRange(all, this.from, all.length, null);
    this.drawIntro();
    this.drawWaiting();
    this.drawHead();
    this.toBottom();
    const where = this.channel ? this.store.channelName(this.channel) : "";
    this.scroller.setAttribute("aria-label", `Messages in ${where} as ${nameOf(this.person)} sees them`);
  }

  /** Draw messages `from`..`to` of the visible ones before the element `anchor`. */
  drawRange(all, from, to, anchor) {
    const fragment = document.createDocumentFragment();
    for (let i = from; i < to; i++) this.appendTo(fragment, all[i], all[i - 1]);
    this.rows.insertBefore(fragment, anchor);
  }

  appendTo(parent, message, before) {
    const element = messageElement(message, before, this);
    element.beforeId = before?.id ?? null;
    const marks = h("li", { class: "marks", role: "presentation" });
    if (!before || !sameDay(message, before)) marks.append(dayMark(message, this));
    if (message.id === this.newFrom) marks.append(newMark());
    element.marks = marks.childElementCount ? marks : null;
    if (element.marks) parent.append(marks);
    parent.append(element);
    this.drawn.set(message.id, element);
  }

  drawIntro() {
    const { channel, store, person } = this;
    this.intro.replaceChildren();
    this.inner.classList.toggle("from-start", this.from === 0);
    if (this.from > 0) return;
    const bot = nameOf(store.me);
    if (this.view === "dm") {
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
    for (const [key, entry] of this.store.pending) {
      if (entry.kind !== "command" || entry.user !== this.person.id || entry.channelId !== this.channelId) continue;
      if (!entry.failed && entry.interactionId && this.answered(entry.interactionId)) continue;
      rows.push(waitingElement(key, entry, this));
    }
    this.waiting.replaceChildren(...rows);
  }

  answered(interactionId) {
    const list = this.store.list(this.channelId);
    return list.slice(-50).some((m) => (m.interaction_metadata ?? m.interaction)?.id === interactionId);
  }

  // -- increments ------------------------------------------------------------------------------------

  hear(event) {
    switch (event.kind) {
      case "state": {
        this.person = this.store.users.get(this.person.id) ?? this.person;
        const { pinned } = this;
        this.composer.show();
        this.redraw();
        this.drawModal();
        if (pinned) this.markRead();
        break;
      }
      case "message":
        this.hearMessage(event);
        break;
      case "interaction":
        if (event.user !== this.person.id) break;
        if (event.messageId) this.redrawMessage(event.messageId);
        this.drawWaiting();
        if (event.status === "failed" && event.entry?.kind === "modal") this.form?.showProblem("Something went wrong. Try again.");
        else if (event.entry?.kind === "modal" && event.status !== "pending") this.store.closeModal(this.person.id);
        break;
      case "modal":
        if (event.user === this.person.id) this.drawModal();
        break;
      case "choices":
        this.composer.choices(event.nonce, event.choices);
        break;
      case "channels":
        this.composerFor();
        this.drawHead();
        break;
      case "users":
        this.person = this.store.users.get(this.person.id) ?? this.person;
        this.drawHead();
        break;
      case "unread":
        this.drawHead();
        break;
      default:
    }
  }

  /** A DM that opens while it is looked at, a thread that is locked. */
  composerFor() {
    const id = this.view === "dm" ? (this.store.dm(this.person.id)?.id ?? null) : this.channelId;
    const gone = id && !this.store.channels.has(id);
    if (id !== this.channelId || gone) this.show(this.view, gone ? null : id);
    else if (this.wasLocked !== this.channel?.locked) this.composer.show();
    this.wasLocked = this.channel?.locked;
  }

  hearMessage({ op, message }) {
    if (message.channel_id !== this.channelId || !this.store.sees(this.person.id, message)) return;
    if (op === "update") {
      this.redrawMessage(message.id);
      this.drawWaiting();
      return;
    }
    const all = this.store.visible(this.person.id, this.channelId);
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
    this.markRead();
  }

  redrawMessage(id) {
    const old = this.drawn.get(id);
    const message = this.store.index.get(id);
    if (!old || !message) return;
    const all = this.store.visible(this.person.id, this.channelId);
    const before = all[all.lastIndexOf(message) - 1];
    const element = messageElement(message, before, this);
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
    const all = this.channelId ? this.store.visible(this.person.id, this.channelId) : [];
    if (all.length - this.from > TRIM) this.redraw();
    this.toBottom();
    this.markRead();
  }

  scrolled() {
    this.pinned = this.atBottom;
    this.jump.hidden = this.pinned || this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 300;
    if (this.pinned) this.markRead();
    if (this.scroller.scrollTop < 200 && this.from > 0) this.earlier();
  }

  earlier() {
    const all = this.store.visible(this.person.id, this.channelId);
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
    const all = this.store.visible(this.person.id, this.channelId);
    const at = all.findIndex((m) => m.id === id);
    if (at < 0) return;
    while (at < this.from) this.earlier();
    const element = this.drawn.get(id);
    this.pinned = false;
    element?.scrollIntoView({ block: "center" });
    element?.classList.add("flash");
    setTimeout(() => element?.classList.remove("flash"), 1500);
  }

  get viewing() {
    return this.element.isConnected && this.pinned && !document.hidden;
  }

  markRead() {
    if (this.channelId && !document.hidden) this.store.read(this.person.id, this.channelId);
  }

  // -- what the person does --------------------------------------------------------------------------

  interact(message, component, values) {
    this.act();
    this.store.interact(
      {
        type: "component",
        user: this.person.id,
        message_id: message.id,
        custom_id: component.custom_id,
        component_type: component.type,
        values,
      },
      { kind: "component", messageId: message.id, customId: component.custom_id },
    );
  }

  /** A person may have two panes: their modal opens where they last did something. */
  act() {
    this.store.actors.set(this.person.id, this);
  }

  dismiss(message) {
    this.store.send({ type: "dismiss", user: this.person.id, message_id: message.id });
    this.store.dropMessage(message.id);
  }

  runContext(command, name, targetId) {
    this.act();
    this.store.interact(
      { type: "command", user: this.person.id, channel_id: this.channelId, command_id: command.id, options: [], target_id: targetId },
      { kind: "command", channelId: this.channelId, label: name },
    );
    this.stick();
  }

  openMessageMenu(message, author, anchor) {
    const { store, channel, locale } = this;
    const messageCommands = isEphemeral(message) ? [] : contextCommands(store.commands, 3, channel, locale);
    const userCommands = author ? contextCommands(store.commands, 2, channel, locale) : [];
    const items = [];
    if (messageCommands.length) {
      items.push("Apps: this message", ...messageCommands.map(({ command, name }) => ({ label: name, run: () => this.runContext(command, name, message.id) })));
    }
    if (userCommands.length) {
      items.push(`Apps: ${nameOf(author)}`, ...userCommands.map(({ command, name }) => ({ label: name, run: () => this.runContext(command, name, author.id) })));
    }
    items.push("Message");
    if (message.content) items.push({ label: "Copy text", run: () => copy(message.content) });
    items.push({ label: "Copy message ID", run: () => copy(message.id) });
    if (isEphemeral(message)) items.push({ label: "Dismiss message", danger: true, run: () => this.dismiss(message) });
    openMenu(anchor, items, "Message actions");
  }

  openProfile(user, anchor) {
    if (!user) return;
    const commands = contextCommands(this.store.commands, 2, this.channel, this.locale);
    openMenu(
      anchor,
      [
        nameOf(user),
        ...commands.map(({ command, name }) => ({ label: name, run: () => this.runContext(command, name, user.id) })),
        {
          label: "Mention",
          run: () => {
            this.composer.text.value += `<@${user.id}> `;
            this.composer.text.focus();
          },
        },
        { label: "Copy user ID", run: () => copy(user.id) },
      ],
      `${nameOf(user)}`,
    );
  }

  drawModal() {
    const actor = this.store.actors.get(this.person.id);
    const elsewhere = actor && actor !== this && actor.element.isConnected;
    const open = elsewhere ? null : this.store.modals.get(this.person.id);
    if (this.form && this.formOf === open) return;
    const had = this.form;
    this.form = null;
    this.formOf = open ?? null;
    this.overlay.replaceChildren();
    this.overlay.hidden = !open;
    if (!open) {
      if (had) this.scroller.focus({ preventScroll: true });
      return;
    }
    const { person, store } = this;
    this.form = modalElement(open.modal, this, {
      cancel: () => store.closeModal(person.id),
      submit: (components) => {
        this.form.classList.add("sending");
        store.interact(
          {
            type: "modal_submit",
            user: person.id,
            interaction_id: open.interactionId,
            custom_id: open.modal.custom_id,
            components,
          },
          { kind: "modal" },
        );
      },
    });
    this.overlay.append(this.form);
    this.form.querySelector(".modal-body input, .modal-body textarea, .modal-body button")?.focus();
  }
}

/** Unread marks: a red number for mentions and DMs, a dot for the rest. */
export function badge(unread) {
  if (!unread?.count) return null;
  if (!unread.mentions) return h("span", { class: "dot", title: `${unread.count} unread` });
  return h("span", { class: "badge", title: `${unread.mentions} unread` }, unread.mentions > 99 ? "99+" : unread.mentions);
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

function copy(text) {
  navigator.clipboard?.writeText(text).catch(() => {}); // without permission nothing is copied
}
