// What the page knows: the state the server sent at connect, and every increment after it.
//
// The panes listen; each increment is told to them once as {kind, …}, so that they only touch the one
// message or control that changed.

import { byId, nameOf, nonce } from "./dom.js";

export const ChannelType = { TEXT: 0, DM: 1, NEWS_THREAD: 10, PUBLIC_THREAD: 11, PRIVATE_THREAD: 12 };
export const isThread = (channel) => channel.type >= 10 && channel.type <= 12;
const LOADING = 1 << 7;

export class Store {
  /** `isViewing(userId, channelId)` says whether someone looks at a channel, so that it is not unread. */
  constructor(send, isViewing) {
    this.transmit = send;
    this.isViewing = isViewing;
    this.listeners = new Set();
    this.loaded = false;
    this.connected = true; // the bot
    this.online = false; // the page
    this.me = null;
    this.unread = new Map(); // "user channel" → {count, mentions, first}
    this.pending = new Map(); // nonce → {user, kind, …}
    this.failed = new Map(); // "user message" → what to say in red
    this.modals = new Map(); // user → {interactionId, modal}
    this.actors = new Map(); // user → the pane they last did something in
    this.reset();
  }

  reset() {
    this.users = new Map();
    this.guilds = new Map();
    this.channels = new Map();
    this.messages = new Map(); // channel → messages, oldest first
    this.index = new Map(); // id → message
    this.commands = [];
  }

  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(event) {
    for (const listener of [...this.listeners]) listener(event);
  }

  // -- what the server says --------------------------------------------------------------------------

  apply(event) {
    switch (event.type) {
      case "state":
        return this.load(event);
      case "message_create":
      case "message_update":
        return this.putMessage(event.message);
      case "message_delete":
        return this.dropMessage(event.id);
      case "channel_create":
      case "channel_update":
        this.channels.set(event.channel.id, event.channel);
        return this.tell({ kind: "channels" });
      case "channel_delete":
        this.channels.delete(event.id ?? event.channel?.id);
        return this.tell({ kind: "channels" });
      case "commands":
        this.commands = event.commands;
        return this.tell({ kind: "commands" });
      case "connected":
        this.connected = event.connected;
        return this.tell({ kind: "connected" });
      case "user_update":
        this.users.set(event.user.id, { ...this.users.get(event.user.id), ...event.user });
        return this.tell({ kind: "users" });
      case "interaction":
        return this.progress(event);
      case "modal":
        this.modals.set(event.user, { interactionId: event.interaction_id, modal: event.modal });
        return this.tell({ kind: "modal", user: event.user });
      case "choices":
        return this.tell({ kind: "choices", nonce: event.nonce, choices: event.choices ?? [] });
      default:
        return undefined; // a newer server may tell more than this page knows
    }
  }

  load(state) {
    const known = this.loaded ? this.index : null;
    this.reset();
    this.me = { ...state.me, bot: true };
    this.users = new Map(state.users.map((user) => [user.id, user]));
    this.guilds = new Map(state.guilds.map((guild) => [guild.id, guild]));
    this.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
    for (const message of state.messages) {
      this.index.set(message.id, message);
      this.list(message.channel_id).push(message);
    }
    for (const list of this.messages.values()) list.sort((a, b) => byId(a.id, b.id));
    this.commands = state.commands;
    this.connected = state.connected;
    // after a broken line, what came meanwhile is unread; at the first load nothing is
    if (known) for (const message of state.messages) if (!known.has(message.id)) this.count(message);
    this.loaded = true;
    this.tell({ kind: "state" });
  }

  list(channelId) {
    let list = this.messages.get(channelId);
    if (!list) this.messages.set(channelId, (list = []));
    return list;
  }

  putMessage(message) {
    const list = this.list(message.channel_id);
    const old = this.index.get(message.id);
    this.index.set(message.id, message);
    if (old) {
      list[list.lastIndexOf(old)] = message;
      this.clearFailures(message.id);
      if (old.flags & LOADING && !(message.flags & LOADING)) this.count(message);
      return this.tell({ kind: "message", op: "update", message });
    }
    if (!list.length || byId(list.at(-1).id, message.id) < 0) list.push(message);
    else {
      list.push(message);
      list.sort((a, b) => byId(a.id, b.id));
    }
    this.count(message);
    return this.tell({ kind: "message", op: "create", message });
  }

  dropMessage(id) {
    const message = this.index.get(id);
    if (!message) return;
    this.index.delete(id);
    const list = this.list(message.channel_id);
    const at = list.lastIndexOf(message);
    if (at >= 0) list.splice(at, 1);
    for (const [key, entry] of this.unread) {
      if (entry.first === id && key.endsWith(` ${message.channel_id}`)) entry.first = null;
    }
    this.tell({ kind: "message", op: "delete", message });
  }

  progress({ user, nonce: key, message_id: messageId, status, id }) {
    const entry = this.pending.get(key);
    if (status === "pending") {
      if (entry) entry.interactionId = id;
      return;
    }
    if (entry) {
      entry.interactionId = id ?? entry.interactionId;
      entry.status = status;
      // a command shows "thinking" until the bot's message is there; a button's spinner ends at once
      if (status === "done" || entry.kind !== "command") this.pending.delete(key);
      if (status === "failed" && entry.kind === "command") entry.failed = true;
    }
    const target = messageId ?? entry?.messageId;
    if (status === "failed" && target && entry?.kind !== "modal") {
      this.failed.set(`${user} ${target}`, "This interaction failed");
    }
    this.tell({ kind: "interaction", user, messageId: target ?? null, nonce: key, status, entry });
  }

  // -- what people do --------------------------------------------------------------------------------

  /** Send an interaction and remember it until the server tells how it went. */
  interact(event, entry) {
    const key = nonce();
    this.pending.set(key, { user: event.user, status: "pending", ...entry });
    if (entry.messageId) this.failed.delete(`${event.user} ${entry.messageId}`);
    const { user } = event;
    if (this.transmit({ ...event, nonce: key })) {
      this.tell({ kind: "interaction", user, messageId: entry.messageId ?? null, nonce: key, status: "pending", entry });
    } else this.progress({ user, nonce: key, message_id: entry.messageId ?? null, status: "failed" });
    return key;
  }

  send(event) {
    return this.transmit(event);
  }

  /** The line broke: nothing that waits will be answered. */
  setOnline(online) {
    this.online = online;
    if (!online) {
      this.modals.clear();
      for (const [key, entry] of [...this.pending]) {
        if (!entry.failed) this.progress({ user: entry.user, nonce: key, message_id: entry.messageId, status: "failed" });
      }
    }
    this.tell({ kind: "connected" });
  }

  forget(key) {
    const entry = this.pending.get(key);
    this.pending.delete(key);
    if (entry) this.tell({ kind: "interaction", user: entry.user, messageId: null, nonce: key, status: "done", entry });
  }

  closeModal(user) {
    this.modals.delete(user);
    this.tell({ kind: "modal", user });
  }

  clearFailures(messageId) {
    for (const key of this.failed.keys()) if (key.endsWith(` ${messageId}`)) this.failed.delete(key);
  }

  isPending(user, messageId, customId) {
    for (const entry of this.pending.values()) {
      if (entry.user === user && entry.messageId === messageId && entry.customId === customId) return true;
    }
    return false;
  }

  // -- who sees what ---------------------------------------------------------------------------------

  get people() {
    return [...this.users.values()].filter((user) => !user.bot);
  }

  user(id) {
    return id === this.me?.id ? this.me : this.users.get(id);
  }

  findPerson(name) {
    const wanted = name?.toLocaleLowerCase();
    return this.people.find((p) => p.id === name || [p.username, nameOf(p)].some((n) => n.toLocaleLowerCase() === wanted));
  }

  sees(userId, message) {
    return !message.visible_to || message.visible_to === userId;
  }

  seesChannel(userId, channel) {
    const members = channel.recipients?.length ? channel.recipients : channel.members?.length ? channel.members : null;
    if (channel.type === ChannelType.DM) return channel.recipients?.includes(userId) ?? false;
    if (channel.type === ChannelType.PRIVATE_THREAD && members) return members.includes(userId);
    return true;
  }

  /** The messages of a channel as one person sees them, oldest first. */
  visible(userId, channelId) {
    return this.list(channelId).filter((message) => this.sees(userId, message));
  }

  /** Text channels, each followed by its threads. */
  guildChannels(userId) {
    const all = [...this.channels.values()].filter((c) => c.guild_id && this.seesChannel(userId, c));
    const order = (a, b) => (a.position ?? 0) - (b.position ?? 0) || byId(a.id, b.id);
    const out = [];
    for (const channel of all.filter((c) => !isThread(c)).sort(order)) {
      out.push(channel, ...all.filter((c) => isThread(c) && c.parent_id === channel.id).sort(order));
    }
    return out;
  }

  dm(userId) {
    return [...this.channels.values()].find((c) => c.type === ChannelType.DM && c.recipients?.includes(userId));
  }

  channelName(channel) {
    return channel.type === ChannelType.DM ? nameOf(this.me) : channel.name;
  }

  mentions(userId, message) {
    if (message.author?.id === userId) return false;
    if (Array.isArray(message.pinged)) return message.pinged.includes(userId);
    return Boolean(message.mention_everyone) || (message.mentions ?? []).some((user) => user.id === userId);
  }

  // -- unread ----------------------------------------------------------------------------------------

  count(message) {
    const channel = this.channels.get(message.channel_id);
    if (!channel || message.flags & LOADING) return;
    let changed = false;
    for (const { id } of this.people) {
      if (!this.sees(id, message) || !this.seesChannel(id, channel) || message.author?.id === id) continue;
      if (this.isViewing(id, channel.id)) continue;
      const key = `${id} ${channel.id}`;
      const entry = this.unread.get(key) ?? { count: 0, mentions: 0, first: message.id };
      entry.count += 1;
      if (channel.type === ChannelType.DM || this.mentions(id, message)) entry.mentions += 1;
      this.unread.set(key, entry);
      changed = true;
    }
    if (changed) this.tell({ kind: "unread" });
  }

  read(userId, channelId) {
    if (this.unread.delete(`${userId} ${channelId}`)) this.tell({ kind: "unread" });
  }

  unreadIn(userId, channelId) {
    return this.unread.get(`${userId} ${channelId}`) ?? { count: 0, mentions: 0, first: null };
  }

  unreadOf(userId) {
    const sum = { count: 0, mentions: 0 };
    for (const [key, entry] of this.unread) {
      if (!key.startsWith(`${userId} `)) continue;
      sum.count += entry.count;
      sum.mentions += entry.mentions;
    }
    return sum;
  }
}
