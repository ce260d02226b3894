// Discord's markdown, from text to DOM nodes. Nothing here builds markup strings: hostile text stays text.
//
// `context` answers what a mention means to the reader:
//   {locale, userName(id), channelName(id), roleName(id), viewerId, openChannel(id)}

import { fileUrl, h, webUrl } from "./dom.js";
import { timestamp } from "./time.js";

const DEPTH = 12; // deeper nesting is shown as it was typed

/** The blocks of a whole message, embed description or TextDisplay. */
export function markdown(text, context) {
  const out = document.createDocumentFragment();
  blocks(String(text ?? ""), out, context, 0);
  return out;
}

/** One line without blocks: embed titles, names of fields. */
export function inlineMarkdown(text, context) {
  const out = document.createDocumentFragment();
  inline(String(text ?? ""), out, context, 0);
  return out;
}

/** Whether a message is nothing but a few emoji, which Discord then shows large. */
export function onlyEmoji(text) {
  const rest = text.replace(/<a?:\w{2,32}:\d+>|\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0f\s]/gu, "");
  return rest === "" && text.trim() !== "" && text.length < 400;
}

/** A partial emoji (`{id, name, animated}`) of a button, an option or a message. */
export function emoji(value) {
  if (!value) return null;
  if (!value.id) return h("span", { class: "emoji text-emoji", "aria-hidden": "true" }, value.name ?? "");
  return customEmoji(value.name ?? "emoji", value.id, value.animated);
}

function customEmoji(name, id, animated) {
  const image = h("img", {
    class: "emoji",
    src: fileUrl(`https://cdn.discordapp.com/emojis/${id}.${animated ? "gif" : "png"}`),
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
  });
  // an emoji that this Discord does not hold reads as its name
  image.addEventListener("error", () => image.replaceWith(h("span", { class: "emoji-name" }, `:${name}:`)), {
    once: true,
  });
  return image;
}

// ---------------------------------------------------------------------------------------------- blocks

const FENCE = /```(?:([\w+.-]*)\n)?([\s\S]*?[^\n\s][\s\S]*?)\n?```/y;
const QUOTE = /(?:> ?[^\n]*(?:\n|$))+/y;
const LIST_ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

function blocks(text, out, context, depth) {
  let at = 0;
  let plain = "";
  const flush = () => {
    if (plain) inline(plain.replace(/\n$/, ""), out, context, depth);
    plain = "";
  };
  while (at < text.length) {
    const line = lineAt(text, at);
    let match;
    if (depth < DEPTH && line.startsWith(">>> ")) {
      flush();
      const quote = h("blockquote");
      blocks(text.slice(at + 4), quote, context, depth + 1);
      out.append(quote);
      return;
    }
    if (depth < DEPTH && line.startsWith("> ") && (match = sticky(QUOTE, text, at))) {
      flush();
      const quote = h("blockquote");
      const inner = match[0].replace(/\n$/, "").split("\n").map((l) => l.replace(/^> ?/, "")).join("\n");
      blocks(inner, quote, context, depth + 1);
      out.append(quote);
      at += match[0].length;
      continue;
    }
    if (line.startsWith("```") && (match = sticky(FENCE, text, at))) {
      flush();
      out.append(codeBlock(match[1], match[2]));
      at += match[0].length;
      if (text[at] === "\n") at += 1;
      continue;
    }
    if ((match = /^(#{1,3}) +(\S.*)$/.exec(line))) {
      flush();
      const heading = h("div", { class: `h${match[1].length}`, role: "heading", "aria-level": match[1].length + 2 });
      inline(match[2], heading, context, depth);
      out.append(heading);
      at += line.length + 1;
      continue;
    }
    if ((match = /^-# +(\S.*)$/.exec(line))) {
      flush();
      const small = h("div", { class: "subtext" });
      inline(match[1], small, context, depth);
      out.append(small);
      at += line.length + 1;
      continue;
    }
    if (LIST_ITEM.test(line)) {
      flush();
      at = list(text, at, out, context, depth);
      continue;
    }
    // a fence may open in the middle of a line; the rest of the text then belongs to it
    const fence = line.indexOf("```");
    if (fence > 0 && (match = sticky(FENCE, text, at + fence)) && text[at + fence - 1] !== "\\") {
      plain += line.slice(0, fence);
      flush();
      out.append(codeBlock(match[1], match[2]));
      at += fence + match[0].length;
      if (text[at] === "\n") at += 1;
      continue;
    }
    plain += `${line}\n`;
    at += line.length + 1;
  }
  flush();
}

function list(text, start, out, context, depth) {
  const stack = []; // of {indent, element}
  let at = start;
  while (at < text.length) {
    const line = lineAt(text, at);
    const match = LIST_ITEM.exec(line);
    if (!match) break;
    const indent = match[1].length;
    const ordered = /\d/.test(match[2]);
    while (stack.length && indent < stack.at(-1).indent) stack.pop();
    if (!stack.length || (indent > stack.at(-1).indent && stack.length < DEPTH)) {
      const element = h(ordered ? "ol" : "ul", ordered ? { start: parseInt(match[2], 10) } : {});
      (stack.at(-1)?.element.lastElementChild ?? out).append(element);
      stack.push({ indent, element });
    }
    const item = h("li");
    inline(match[3], item, context, depth);
    stack.at(-1).element.append(item);
    at += line.length + 1;
  }
  return at;
}

const codeBlock = (language, code) => h("pre", {}, h("code", { data: { language } }, code));

function lineAt(text, at) {
  const end = text.indexOf("\n", at);
  return text.slice(at, end < 0 ? text.length : end);
}

function sticky(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

// ---------------------------------------------------------------------------------------------- inline

const BODY = String.raw`((?:\\[\s\S]|[^\\])+?)`;
const RULES = {
  "\\": [[/\\([^0-9A-Za-z\s])/y, (m) => m[1]]],
  "`": [[/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h("code", {}, m[2].replace(/^ (.*[^ ].*) $/, "$1"))]],
  "*": [
    [/\*\*\*(?=\S)((?:\\[\s\S]|[^\\])+?)\*\*\*/y, (m, go) => h("strong", {}, h("em", {}, go(m[1])))],
    [new RegExp(String.raw`\*\*${BODY}\*\*(?!\*)`, "y"), (m, go) => h("strong", {}, go(m[1]))],
    [
      /\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y,
      (m, go) => h("em", {}, go(m[1])),
    ],
  ],
  _: [
    [new RegExp(`__${BODY}__(?!_)`, "y"), (m, go) => h("u", {}, go(m[1]))],
    [/\b_((?:__|\\[\s\S]|[^\\_])+?)_\b/y, (m, go) => h("em", {}, go(m[1]))],
  ],
  "~": [[/~~([\s\S]+?)~~/y, (m, go) => h("s", {}, go(m[1]))]],
  "|": [[/\|\|([\s\S]+?)\|\|/y, (m, go) => spoiler(go(m[1]))]],
  "[": [
    [
      /\[((?:\\.|[^\[\]\n]|\[[^\[\]\n]*\])+)\]\(\s*<?(https?:\/\/(?:\([^()\s]*\)|[^\s()<>])+)>?(?:\s+["']([^"'\n]*)["'])?\s*\)/y,
      (m, go, context) => {
        const url = webUrl(m[2]);
        return url && link(url, context.insideLink ? m[1] : go(m[1], { ...context, insideLink: true }), m[3] ?? url);
      },
    ],
  ],
  "<": [
    [/<@!?(\d+)>/y, (m, go, context) => userMention(m[1], context)],
    [/<@&(\d+)>/y, (m, go, context) => h("span", { class: "mention" }, `@${context.roleName?.(m[1]) ?? "role"}`)],
    [/<#(\d+)>/y, (m, go, context) => channelMention(m[1], context)],
    [/<(a?):(\w{2,32}):(\d+)>/y, (m) => customEmoji(m[2], m[3], m[1] === "a")],
    [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m, go, context) => timestamp(Number(m[1]), m[2] ?? "f", context.locale)],
    [/<\/([^:>\n]{1,100}):(\d+)>/y, (m) => h("span", { class: "mention" }, `/${m[1]}`)],
    [/<(https?:\/\/[^\s<>]+)>/y, (m) => webUrl(m[1]) && link(webUrl(m[1]), m[1])],
  ],
  "@": [[/@(everyone|here)\b/y, (m) => h("span", { class: "mention" }, m[0])]],
  h: [[/https?:\/\/[^\s<]+/y, (m, go, context) => bareLink(m, context)]],
};
const SPECIAL = /[\\`*_~|[<@]|\bhttps?:/g;

function inline(text, out, context, depth) {
  let at = 0;
  let plain = "";
  const go = (inner, changed = context) => {
    const fragment = document.createDocumentFragment();
    inline(inner, fragment, changed, depth + 1);
    return fragment;
  };
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = depth < DEPTH ? SPECIAL.exec(text) : null;
    if (!next) break;
    plain += text.slice(at, next.index);
    at = next.index;
    let done = false;
    for (const [pattern, make] of RULES[text[at]]) {
      const match = sticky(pattern, text, at);
      let made = match && make(match, go, context);
      if (!made) continue;
      if (made.rest !== undefined) match[0] = match[0].slice(0, match[0].length - made.rest);
      made = made.node ?? made;
      if (typeof made === "string") plain += made;
      else {
        if (plain) out.append(plain);
        plain = "";
        out.append(made);
      }
      at += match[0].length;
      done = true;
      break;
    }
    if (!done) plain += text[at++];
  }
  plain += text.slice(at);
  if (plain) out.append(plain);
}

/** An address in the text ends before its punctuation, unless a bracket in it was opened in it. */
function bareLink(match, context) {
  let text = match[0];
  while (/[.,:;"'!?\])*_~|]$/.test(text)) {
    if (text.endsWith(")") && text.split("(").length >= text.split(")").length) break;
    text = text.slice(0, -1);
  }
  const url = webUrl(text);
  if (!url || /:\/*$/.test(text)) return null;
  return { node: context.insideLink ? text : link(url, text), rest: match[0].length - text.length };
}

function link(url, content, title = url) {
  return h("a", { href: url, title, target: "_blank", rel: "noopener noreferrer nofollow" }, content);
}

function spoiler(content) {
  const element = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler", "aria-expanded": "false" });
  element.append(h("span", { class: "spoiler-body" }, content));
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    if (element.classList.contains("open")) return;
    event.preventDefault();
    element.classList.add("open");
    element.setAttribute("aria-expanded", "true");
    element.removeAttribute("aria-label");
  };
  element.addEventListener("click", reveal);
  element.addEventListener("keydown", reveal);
  return element;
}

function userMention(id, context) {
  const name = context.userName?.(id);
  return h("span", { class: id === context.viewerId ? "mention me" : "mention", data: { userId: id } }, `@${name ?? "unknown-user"}`);
}

function channelMention(id, context) {
  const name = context.channelName?.(id);
  if (!name) return h("span", { class: "mention" }, "#unknown");
  return h("button", { type: "button", class: "mention", onclick: () => context.openChannel?.(id) }, `#${name}`);
}
