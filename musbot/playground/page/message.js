// One message as one person sees it: header, text, embeds, files, components, and what only they see.

import { avatar, colour, fileUrl, h, icon, nameOf, webUrl } from "./dom.js";
import { V2, components, fileCard, gallery, picture } from "./components.js";
import { inlineMarkdown, markdown, onlyEmoji } from "./markdown.js";
import { dots } from "./select.js";
import { day, messageTime } from "./time.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const SUPPRESS_EMBEDS = 1 << 2;
const GROUP_MS = 7 * 60 * 1000;
const Kind = { PIN: 6, JOIN: 7, THREAD: 18, REPLY: 19, THREAD_START: 21 };

export const isEphemeral = (message) => Boolean(message.visible_to) || Boolean(message.flags & EPHEMERAL);

/** Whether `message` goes on below `before` without a header of its own. */
export function continues(message, before) {
  if (!before || before.author?.id !== message.author?.id || interactionOf(message) || message.message_reference) return false;
  if (isEphemeral(before) || isEphemeral(message) || isSystem(before) || isSystem(message)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < GROUP_MS && sameDay(message, before);
}

export const sameDay = (a, b) => new Date(a.timestamp).toDateString() === new Date(b.timestamp).toDateString();

export function dayMark(message, view) {
  return h("div", { class: "day", role: "separator" }, h("span", {}, day(message.timestamp, view.locale)));
}

export const newMark = () => h("div", { class: "new-mark", role: "separator", "aria-label": "New messages" }, h("span", {}, "New"));

const isSystem = (message) => [Kind.PIN, Kind.JOIN, Kind.THREAD].includes(message.type);

function interactionOf(message, store) {
  const meta = message.interaction_metadata ?? message.interaction;
  const name = message.interaction?.name ?? meta?.name ?? meta?.command_name;
  if (!meta?.user || meta.type !== 2 || !name) return null;
  const plain = meta.target_user || meta.target_message_id || store?.commands.some((c) => c.type > 1 && c.name === name);
  return { user: meta.user, name: plain ? name : `/${name}` };
}

/** The element of `message`; `before` is the message above it, `view` the person's view of the channel. */
export function messageElement(message, before, view) {
  const { store, person } = view;
  const author = store.user(message.author?.id) ?? message.author;
  const system = isSystem(message);
  const grouped = continues(message, before);
  const ephemeral = isEphemeral(message);
  const pinged = store.mentions(person.id, message);
  const element = h("li", {
    class: [
      "msg",
      grouped ? "grouped" : "lead",
      ephemeral ? "ephemeral" : "",
      pinged ? "pinged" : "",
      system ? "system" : "",
    ].join(" "),
    data: { messageId: message.id, authorId: message.author?.id, mentionsMe: pinged || null },
    "aria-label": `${nameOf(author)}${ephemeral ? ", only you can see this" : ""}`,
  });
  if (system) {
    element.append(systemLine(message, author, view), toolbar(message, author, view));
    return element;
  }
  const invoked = interactionOf(message, store);
  if (invoked) element.append(usedLine(invoked, store));
  else if (message.message_reference) {
    const reply = replyLine(message, view);
    if (reply) element.append(reply);
  }
  element.append(
    grouped
      ? h("span", { class: "gutter" }, messageTime(message.timestamp, view.locale))
      : h(
          "button",
          { type: "button", class: "face", "aria-label": `${nameOf(author)}: profile`, tabindex: "-1", onclick: (e) => view.openProfile(author, e.currentTarget) },
          avatar(author, 40),
        ),
    h("div", { class: "body" }, grouped ? null : header(message, author, view), body(message, view), footer(message, view)),
    toolbar(message, author, view),
  );
  return element;
}

function header(message, author, view) {
  const tint = author?.bot ? null : colour(author?.color);
  const name = h(
    "button",
    { type: "button", class: "author", onclick: (event) => view.openProfile(author, event.currentTarget) },
    nameOf(author),
  );
  if (tint) name.style.setProperty("--tint", tint);
  return h(
    "div",
    { class: "msg-head" },
    name,
    author?.bot ? h("span", { class: "tag" }, "APP") : null,
    messageTime(message.timestamp, view.locale),
  );
}

function body(message, view) {
  if (message.flags & LOADING) {
    return h("div", { class: "thinking", role: "status" }, dots(), `${nameOf(message.author)} is thinking…`);
  }
  const edited = message.edited_timestamp ? h("span", { class: "edited", title: message.edited_timestamp }, "(edited)") : null;
  const v2 = Boolean(message.flags & V2);
  const content = message.content && !v2;
  return [
    content
      ? h(
          "div",
          { class: onlyEmoji(message.content) ? "markup content jumbo" : "markup content" },
          markdown(message.content, view.markdown),
          edited && h("span", {}, " ", edited),
        )
      : null,
    v2 ? null : attachments(message, view),
    message.flags & SUPPRESS_EMBEDS ? null : (message.embeds ?? []).map((embed) => embedElement(embed, message, view)),
    h("div", { class: v2 ? "components v2" : "components" }, components(message, view)),
    edited && !content ? h("div", { class: "edited-line" }, edited) : null,
    threadLink(message, view),
  ];
}

function footer(message, view) {
  const out = [];
  const failure = view.store.failed.get(`${view.person.id} ${message.id}`);
  if (failure) out.push(h("div", { class: "failed", role: "alert" }, icon("warn"), failure));
  if (isEphemeral(message)) {
    out.push(
      h(
        "div",
        { class: "only-you" },
        icon("eye"),
        h("span", {}, "Only you can see this"),
        h("span", { class: "bullet", "aria-hidden": "true" }, "·"),
        h("button", { type: "button", class: "as-link", data: { testid: "dismiss" }, onclick: () => view.dismiss(message) }, "Dismiss message"),
      ),
    );
  }
  return out;
}

function usedLine({ user, name }, store) {
  const person = store.user(user.id) ?? user;
  return h(
    "div",
    { class: "above used" },
    avatar(person, 16),
    h("span", { class: "above-name" }, nameOf(person)),
    " used ",
    h("span", { class: "above-command" }, name),
  );
}

function replyLine(message, view) {
  if (message.type !== Kind.REPLY && message.type !== undefined && message.type !== 20 && message.type !== 0) return null;
  const id = message.message_reference.message_id;
  const target = view.store.index.get(id) ?? message.referenced_message;
  if (!target || !view.store.sees(view.person.id, target)) {
    return message.type === Kind.REPLY ? h("div", { class: "above reply" }, h("i", {}, "Original message was deleted")) : null;
  }
  const author = view.store.user(target.author?.id) ?? target.author;
  const words = (target.content || firstText(target.components) || "a message").replace(/\s+/g, " ").slice(0, 140);
  return h(
    "div",
    { class: "above reply" },
    avatar(author, 16),
    h("span", { class: "above-name" }, nameOf(author)),
    h("button", { type: "button", class: "above-text", onclick: () => view.goTo(id) }, inlineMarkdown(words, { ...view.markdown, insideLink: true })),
  );
}

function firstText(list) {
  for (const component of list ?? []) {
    const text = component.content ?? firstText(component.components);
    if (text) return text.replace(/^(-#|#{1,3}|>|-) /gm, "");
  }
  return null;
}

function systemLine(message, author, view) {
  const name = h("b", {}, nameOf(author));
  const words = {
    [Kind.PIN]: [name, " pinned a message to this channel."],
    [Kind.JOIN]: [name, " joined the server."],
    [Kind.THREAD]: [name, " started a thread: ", h("b", {}, message.content ?? "")],
  };
  return h(
    "div",
    { class: "system-line" },
    icon(message.type === Kind.THREAD ? "thread" : "reply"),
    h("span", {}, words[message.type]),
    messageTime(message.timestamp, view.locale),
    message.type === Kind.THREAD ? threadLink(message, view) : null,
  );
}

function threadLink(message, view) {
  const id = message.thread?.id ?? (message.type === Kind.THREAD ? message.message_reference?.channel_id : message.id);
  const thread = view.store.channels.get(id);
  if (!thread || thread.id === message.channel_id || !view.store.seesChannel(view.person.id, thread)) return null;
  const count = view.store.visible(view.person.id, thread.id).length;
  return h(
    "button",
    { type: "button", class: "thread-link", onclick: () => view.openChannel(thread.id) },
    icon("thread"),
    h("b", {}, thread.name),
    h("span", { class: "as-link" }, count === 1 ? "1 message" : `${count} messages`),
  );
}

function toolbar(message, author, view) {
  return h(
    "button",
    {
      type: "button",
      class: "more",
      "aria-label": "More",
      "aria-haspopup": "menu",
      title: "More",
      onclick: (event) => view.openMessageMenu(message, author, event.currentTarget),
    },
    icon("more"),
  );
}

// ------------------------------------------------------------------------------- attachments and embeds

function attachments(message, view) {
  const all = message.attachments ?? [];
  const isImage = (a) => a.content_type?.startsWith("image/") || (!a.content_type && a.width);
  const used = new Set(
    (message.embeds ?? [])
      .flatMap((e) => [e.image?.url, e.thumbnail?.url])
      .map((url) => url && (url.startsWith("attachment://") ? url.slice(13) : url)),
  );
  const loose = all.filter((a) => !used.has(a.filename) && !used.has(a.url));
  const images = loose.filter(isImage);
  const files = loose.filter((a) => !isImage(a));
  return [
    images.length ? gallery(images.map((a) => picture(a, a, message, view, "picture"))) : null,
    files.map((a) => fileCard(a)),
  ];
}

function embedElement(embed, message, view) {
  const md = (text) => markdown(text, view.markdown);
  const line = (text) => inlineMarkdown(text, view.markdown);
  const linked = (text, url) => (webUrl(url) ? h("a", { href: webUrl(url), target: "_blank", rel: "noopener noreferrer nofollow" }, line(text)) : line(text));
  const small = (url) => (fileUrl(url) ? h("img", { class: "embed-icon", src: fileUrl(url), alt: "" }) : null);
  const box = h(
    "article",
    { class: embed.thumbnail ? "embed with-thumb" : "embed" },
    embed.author?.name
      ? h("div", { class: "embed-author" }, small(embed.author.icon_url), linked(embed.author.name, embed.author.url))
      : null,
    embed.title ? h("div", { class: "embed-title markup" }, linked(embed.title, embed.url)) : null,
    embed.description ? h("div", { class: "markup embed-text" }, md(embed.description)) : null,
    embed.fields?.length
      ? h(
          "div",
          { class: "embed-fields" },
          embed.fields.map((field) =>
            h(
              "div",
              { class: field.inline ? "embed-field inline" : "embed-field" },
              h("div", { class: "embed-name markup" }, line(field.name)),
              h("div", { class: "markup" }, md(field.value)),
            ),
          ),
        )
      : null,
    embed.image ? picture(embed.image, {}, message, view, "picture") : null,
    embed.thumbnail ? picture(embed.thumbnail, {}, message, view, "thumbnail") : null,
    embed.footer?.text || embed.timestamp
      ? h(
          "div",
          { class: "embed-foot" },
          small(embed.footer?.icon_url),
          embed.footer?.text ?? null,
          embed.footer?.text && embed.timestamp ? " • " : null,
          embed.timestamp ? messageTime(embed.timestamp, view.locale) : null,
        )
      : null,
  );
  const bar = colour(embed.color);
  if (bar) box.style.setProperty("--accent", bar);
  return box;
}

// --------------------------------------------------------------------------------------- waiting rows

/** A command on its way: who used it, and whether the bot answered in time. */
export function waitingElement(key, entry, view) {
  const { store, person } = view;
  return h(
    "li",
    { class: "msg lead waiting ephemeral", data: { nonce: key } },
    usedLine({ user: person, name: entry.label }, store),
    h("span", { class: "face" }, avatar(store.me, 40)),
    h(
      "div",
      { class: "body" },
      h("div", { class: "msg-head" }, h("span", { class: "author" }, nameOf(store.me)), h("span", { class: "tag" }, "APP")),
      entry.failed
        ? h("div", { class: "failed", role: "alert" }, icon("warn"), "The application did not respond")
        : h(
            "div",
            { class: "thinking", role: "status" },
            dots(),
            entry.status === "thinking" ? `${nameOf(store.me)} is thinking…` : "Sending command…",
          ),
      entry.failed
        ? h(
            "div",
            { class: "only-you" },
            icon("eye"),
            h("span", {}, "Only you can see this"),
            h("span", { class: "bullet" }, "·"),
            h("button", { type: "button", class: "as-link", onclick: () => store.forget(key) }, "Dismiss message"),
          )
        : null,
    ),
  );
}
