// One person's view: the channel or DM they look at, its messages, the composer, and their modals.

import { avatar, fill, h, icon, nameOf } from "./dom.js";
import { Composer } from "./composer.js";
import { contextCommands } from "./commands.js";
import { Feed } from "./feed.js";
import { isEphemeral } from "./message.js";
import { modalElement } from "./modal.js";
import { openMenu, openPopup } from "./popup.js";
import { personSettings } from "./settings.js";
import { ChannelType, isThread } from "./store.js";

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
    this.headings();
    this.feed = new Feed(this);
    this.banner = h("div", { class: "pane-banner", role: "status", hidden: true });
    this.overlay = h("div", { class: "pane-overlay", hidden: true });
    this.composer = new Composer(this);
    this.element = h(
      "section",
      { class: "pane", "aria-label": `${nameOf(person)}'s view`, data: { person: nameOf(person), userId: person.id, view } },
      this.head,
      this.banner,
      this.feed.element,
      this.composer.element,
      this.overlay,
    );
    this.stop = store.listen((event) => this.hear(event));
    this.channelId = null;
    const first = view === "dm" ? this.store.dm(person.id)?.id : channelId;
    this.show(view, first);
  }

  destroy() {
    this.stop();
    this.feed.destroy();
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
    this.feed.newFrom = this.channelId ? store.unreadIn(person.id, this.channelId).first : null;
    this.composer.show();
    this.drawHead();
    this.feed.redraw();
    this.markRead();
    this.onShow(this);
  }

  // -- increments ------------------------------------------------------------------------------------

  hear(event) {
    switch (event.kind) {
      case "state": {
        this.person = this.store.users.get(this.person.id) ?? this.person;
        const { pinned } = this.feed;
        this.composer.show();
        this.drawHead();
        this.feed.redraw();
        this.drawModal();
        if (pinned) this.markRead();
        break;
      }
      case "message":
        this.feed.hear(event);
        break;
      case "interaction":
        if (event.user !== this.person.id) break;
        if (event.messageId) this.feed.redrawMessage(event.messageId);
        this.feed.drawWaiting();
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
      case "users": {
        const { locale } = this;
        this.person = this.store.users.get(this.person.id) ?? this.person;
        this.drawHead();
        if (this.locale !== locale) this.feed.redraw(); // times in another language
        break;
      }
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

  goTo(id) {
    this.feed.goTo(id);
  }

  get viewing() {
    return this.element.isConnected && this.feed.pinned && !document.hidden;
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
    this.feed.stick();
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
      if (had) this.feed.scroller.focus({ preventScroll: true });
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

function copy(text) {
  navigator.clipboard?.writeText(text).catch(() => {}); // without permission nothing is copied
}
