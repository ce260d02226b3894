// What one person may set for themselves, and what the reader sets for the page.

import { h, nameOf } from "./dom.js";

// The locales of Discord's client (D:reference#locales).
const LOCALES = {
  "en-US": "English (US)",
  "en-GB": "English (UK)",
  "es-ES": "Español",
  "es-419": "Español (LATAM)",
  fr: "Français",
  da: "Dansk",
  de: "Deutsch",
  hr: "Hrvatski",
  it: "Italiano",
  lt: "Lietuviškai",
  hu: "Magyar",
  nl: "Nederlands",
  no: "Norsk",
  pl: "Polski",
  "pt-BR": "Português do Brasil",
  ro: "Română",
  fi: "Suomi",
  "sv-SE": "Svenska",
  vi: "Tiếng Việt",
  tr: "Türkçe",
  cs: "Čeština",
  el: "Ελληνικά",
  bg: "български",
  ru: "Русский",
  uk: "Українська",
  id: "Bahasa Indonesia",
  hi: "हिन्दी",
  th: "ไทย",
  "zh-CN": "中文",
  ja: "日本語",
  "zh-TW": "繁體中文",
  ko: "한국어",
};

/** Language and open DMs of `person`, as controls that tell the server at once. */
export function personSettings(person, store) {
  const name = nameOf(person);
  const toggle = h(
    "button",
    {
      type: "button",
      class: "switch",
      role: "switch",
      "aria-checked": String(person.dms_open !== false),
      "aria-label": `${name} accepts DMs`,
      data: { testid: "dms-open" },
      onclick: () => {
        const open = toggle.getAttribute("aria-checked") !== "true";
        toggle.setAttribute("aria-checked", String(open));
        store.send({ type: "set", user: person.id, dms_open: open });
      },
    },
    h("span", { class: "knob" }),
  );
  const locales = person.locale in LOCALES ? LOCALES : { [person.locale]: person.locale, ...LOCALES };
  const language = h(
    "select",
    {
      class: "locale",
      "aria-label": `${name}'s language`,
      data: { testid: "locale" },
      onchange: (event) => store.send({ type: "set", user: person.id, locale: event.target.value }),
    },
    Object.entries(locales).map(([code, words]) => h("option", { value: code }, words)),
  );
  language.value = person.locale ?? "en-US";
  return h(
    "div",
    { class: "person-settings", data: { settingsOf: name } },
    h("label", { class: "setting" }, h("span", {}, "Language"), language),
    h("div", { class: "setting" }, h("span", {}, "Accepts DMs"), toggle),
  );
}

/** The theme: what was chosen here before, else dark as Discord starts. */
export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme === "light" ? "light" : "dark";
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme === "light" ? "#ffffff" : "#1e1f22");
}

export function storedTheme() {
  try {
    return localStorage.getItem("playground-theme");
  } catch {
    return null; // storage may be forbidden; the theme is then not remembered
  }
}

export function keepTheme(theme) {
  applyTheme(theme);
  try {
    localStorage.setItem("playground-theme", theme);
  } catch {
    /* as above */
  }
}
