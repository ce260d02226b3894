// Building DOM without markup strings: every text that a bot or a person wrote becomes a text node.

const SVG = "http://www.w3.org/2000/svg";

/**
 * `h("button", {class: "x", onclick: f, data: {id: 1}, "aria-label": "…"}, "text", node, null)`
 * Properties that are null, undefined or false are left out; children that are null or false too.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, clean(value));
    else if (name === "style") for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else if (name === "value" || name === "checked" || name === "indeterminate") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

function clean(data) {
  return Object.fromEntries(Object.entries(data).filter(([, v]) => v !== null && v !== undefined && v !== false));
}

function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/** Replace what is in `element`; children as for `h`. */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

const PATHS = {
  hash: "M9.5 4 8 20M16 4l-1.5 16M4.5 9h16M3.5 15h16",
  thread: "M5 4v9a3 3 0 0 0 3 3h9M13 12l4 4-4 4",
  at: "M16 8v5a3 3 0 0 0 5 0v-1a9 9 0 1 0-4 7M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z",
  chevron: "m7 10 5 5 5-5",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  gear: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  send: "M4 12 20 4l-5 16-3-7-8-1Z",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm13 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z",
  check: "m5 13 4 4L19 7",
  sun: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
  moon: "M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10Z",
  one: "M5 4h14v16H5z",
  four: "M3 5h18v14H3zM7.5 5v14M12 5v14M16.5 5v14",
  table: "M3 5h18v14H3zM12 5v14M12 12h9",
  file: "M6 2h8l5 5v15H6zM14 2v6h5",
  down: "M12 5v14M6 13l6 6 6-6",
  warn: "M12 3 2 20h20L12 3ZM12 10v5M12 17.5v.5",
  reply: "M21 18v-4a4 4 0 0 0-4-4H4M9 5l-5 5 5 5",
};

/** A small stroked icon, hidden from screen readers: the control around it carries the label. */
export function icon(name, extra = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon ${extra}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** `0xRRGGBB` or `"#rrggbb"` as a CSS colour; anything else is no colour. */
export function colour(value) {
  if (Number.isInteger(value) && value >= 0 && value <= 0xffffff) return `#${value.toString(16).padStart(6, "0")}`;
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value : null;
}

/** A URL that may go into href: the web only, never `javascript:`. */
export function webUrl(text) {
  try {
    const url = new URL(text);
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
  } catch {
    return null;
  }
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]", "0.0.0.0"]);

/**
 * Where the page gets an image or a file from. The server may know itself under another loopback name
 * or port than the reader does (a container, a tunnel), so such addresses become our own origin's.
 */
export function fileUrl(text) {
  if (typeof text !== "string") return null;
  if (/^data:image\/(png|jpeg|gif|webp)[;,]/.test(text)) return text;
  try {
    const url = new URL(text, location.href);
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    if (LOOPBACK.has(url.hostname) || /(^|\.)discord(app)?\.(com|net)$/.test(url.hostname)) {
      return url.pathname + url.search;
    }
    return url.href;
  } catch {
    return null;
  }
}

export const nameOf = (user) => user?.global_name || user?.display_name || user?.username || "Unknown user";

const AVATARS = ["#5865f2", "#3ba55d", "#c27c0e", "#d83c3e", "#8e4bbf", "#1f8b9c"];

/** A round avatar: the mark of the bot, or the first letter on the person's colour. */
export function avatar(user, size = 40, src = null) {
  const fill = colour(user?.color) ?? AVATARS[Number(BigInt(/^\d+$/.test(user?.id) ? user.id : 0) % 6n)];
  const face = h("span", { class: "avatar", "aria-hidden": "true", style: { "--size": `${size}px`, "--fill": fill } });
  if (user?.bot) face.append(h("img", { src: src ?? new URL("./bot.svg", import.meta.url).href, alt: "" }));
  else face.append(Array.from(nameOf(user))[0]?.toUpperCase() ?? "?");
  return face;
}

/** Discord's ids are numbers too large for Number: compare them by length, then by text. */
export function byId(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

let serial = 0;
export const uid = (prefix = "n") => `${prefix}-${++serial}`;
export const nonce = () => `${Date.now().toString(36)}-${uid("n")}-${Math.random().toString(36).slice(2, 8)}`;
