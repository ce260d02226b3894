// Times as Discord writes them, in the reader's language, kept up to date on the page.

import { h } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const STEPS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Infinity],
];

const formats = new Map();

function format(locale, style) {
  const key = `${locale} ${style}`;
  if (!formats.has(key)) {
    const make = (tag) =>
      style === "R" ? new Intl.RelativeTimeFormat(tag) : new Intl.DateTimeFormat(tag, STYLES[style] ?? STYLES.f);
    try {
      formats.set(key, make(locale));
    } catch {
      formats.set(key, make("en-GB"));
    }
  }
  return formats.get(key);
}

/** "in 2 minutes", "40 seconds ago". */
export function relative(seconds, locale, now = Date.now() / 1000) {
  let amount = seconds - now;
  for (const [unit, size] of STEPS) {
    if (Math.abs(Math.round(amount)) < size) return format(locale, "R").format(Math.round(amount), unit);
    amount /= size;
  }
  return "";
}

/** The element for `<t:seconds:style>`; relative ones are refreshed by `tick`. */
export function timestamp(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return h("span", {}, `<t:${seconds}:${style}>`);
  const text = style === "R" ? relative(seconds, locale) : format(locale, style).format(date);
  return h(
    "time",
    {
      class: "timestamp",
      datetime: date.toISOString(),
      title: format(locale, "F").format(date),
      data: style === "R" ? { relative: seconds, locale } : {},
    },
    text,
  );
}

/** The time in a message's header: "16:38" today, else with the day. */
export function messageTime(iso, locale) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return h("time", { class: "when" });
  const today = date.toDateString() === new Date().toDateString();
  return h(
    "time",
    { class: "when", datetime: date.toISOString(), title: format(locale, "F").format(date) },
    format(locale, today ? "t" : "s").format(date),
  );
}

export const day = (iso, locale) => format(locale, "D").format(new Date(iso));

/** Once a second, rewrite the relative times whose words have changed. */
export function tick() {
  for (const element of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(element.dataset.relative), element.dataset.locale);
    if (element.textContent !== text) element.textContent = text;
  }
}
