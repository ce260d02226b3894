// The page: who is looked at, in which layout, and what is said when a line is down.
//
// Parameters of the address, all optional: as=Ane (a name or an id), view=channel|dm, channel=<name or id>,
// layout=one|four|table (grid=1 is layout=four), theme=dark|light.

import { avatar, fill, h, icon, nameOf } from "./dom.js";
import { Link } from "./link.js";
import { Pane, badge } from "./pane.js";
import { closePopup, moveFocus, openMenu } from "./popup.js";
import { applyTheme, keepTheme, personSettings, storedTheme } from "./settings.js";
import { ChannelType, Store, isThread } from "./store.js";
import { tick } from "./time.js";

const parameters = new URLSearchParams(location.search);
const root = document.querySelector("#app");
const wide = matchMedia("(min-width: 1000px)");

let layout = parameters.get("layout") ?? (parameters.get("grid") === "1" ? "four" : "one");
let current = null; // whose view it is
let panes = [];

applyTheme(parameters.get("theme") ?? storedTheme() ?? "dark");

const store = new Store(
  (event) => link.send(event),
  (userId, channelId) => panes.some((pane) => pane.person.id === userId && pane.channelId === channelId && pane.viewing),
);
const link = new Link(
  (event) => store.apply(event),
  (open) => store.setOnline(open),
);
window.playground = { store, link, panes: () => panes }; // for a look from the console

// ---------------------------------------------------------------------------------------------- frame

const people = h("div", { class: "people", role: "tablist", "aria-label": "Whose view" });
const layouts = h("div", { class: "layouts", role: "radiogroup", "aria-label": "Layout" });
const theme = h("button", { type: "button", class: "round", data: { testid: "theme" }, onclick: flipTheme });
const notice = h("div", { class: "notice", role: "status", hidden: true });
const sidebar = h("nav", { class: "sidebar", "aria-label": "Channels" });
const desk = h("main", { class: "desk" });
people.addEventListener("keydown", (event) => {
  const flat = { ArrowRight: "ArrowDown", ArrowLeft: "ArrowUp" }[event.key];
  if (flat) moveFocus({ key: flat, preventDefault: () => event.preventDefault() }, people.children);
});
root.replaceChildren(
  h(
    "header",
    { class: "topbar" },
    h("div", { class: "brand" }, h("img", { src: new URL("./bot.svg", import.meta.url).href, alt: "" }), h("h1", {}, "Playground")),
    people,
    layouts,
    theme,
  ),
  notice,
  h("div", { class: "work" }, sidebar, desk),
);
drawTheme();

function effective() {
  return wide.matches ? layout : "one";
}

function drawPeople() {
  people.replaceChildren(
    ...store.people.map((person) => {
      const unread = store.unreadOf(person.id);
      const selected = person.id === current?.id;
      return h(
        "button",
        {
          type: "button",
          class: "person",
          role: "tab",
          "aria-selected": String(selected),
          "aria-label": `${nameOf(person)}${unread.count ? `, ${unread.count} unread` : ""}`,
          data: { switchTo: nameOf(person) },
          onclick: () => pick(person),
        },
        avatar(person, 24),
        h("span", { class: "person-name" }, nameOf(person)),
        badge(unread),
      );
    }),
  );
  const sum = store.people.reduce((n, p) => n + store.unreadOf(p.id).mentions, 0);
  document.title = `${sum ? `(${sum}) ` : ""}${store.me ? nameOf(store.me) : "Discord"} · playground`;
}

function drawLayouts() {
  const kinds = [
    ["one", "One person", "one"],
    ["four", "All four", "four"],
    ["table", "Table and hands", "table"],
  ];
  layouts.replaceChildren(
    ...kinds.map(([key, words, mark]) =>
      h(
        "button",
        {
          type: "button",
          class: "layout",
          role: "radio",
          "aria-checked": String(key === effective()),
          title: words,
          data: { layout: key },
          onclick: () => arrange(key),
        },
        icon(mark),
        h("span", {}, words),
      ),
    ),
  );
}

function drawSidebar() {
  const pane = panes[0];
  if (effective() !== "one" || !pane || !current) return sidebar.replaceChildren();
  const entry = (channel, words, mark, extra = "") => {
    const unread = channel ? store.unreadIn(current.id, channel.id) : { count: 0, mentions: 0 };
    const shown = channel ? pane.channelId === channel.id : pane.view === "dm" && !pane.channelId;
    return h(
      "button",
      {
        type: "button",
        class: `entry ${extra}${unread.count ? " unread" : ""}${channel?.archived ? " archived" : ""}`,
        "aria-current": shown ? "page" : null,
        title: channel?.archived ? "Archived thread" : null,
        data: { channelId: channel?.id },
        onclick: () => pane.show(!channel || channel.type === ChannelType.DM ? "dm" : "channel", channel?.id),
      },
      mark,
      h("span", { class: "entry-name" }, words),
      badge(unread),
    );
  };
  const guild = [...store.guilds.values()][0];
  const listed = store.guildChannels(current.id).filter((c) => !c.archived || c.id === pane.channelId);
  return fill(
    sidebar,
    h("div", { class: "guild" }, guild?.name ?? "Server"),
    h(
      "div",
      { class: "entries" },
      h("div", { class: "entries-head" }, "Text channels"),
      listed.map((c) => entry(c, c.name, icon(isThread(c) ? "thread" : "hash"), isThread(c) ? "thread" : "")),
      h("div", { class: "entries-head" }, "Direct messages"),
      entry(store.dm(current.id), nameOf(store.me), avatar(store.me, 24), "dm"),
    ),
    h(
      "div",
      { class: "user-panel" },
      h(
        "div",
        { class: "user-who" },
        avatar(current, 32),
        h("div", {}, h("b", {}, nameOf(current)), h("div", { class: "user-name" }, current.username)),
      ),
      personSettings(current, store),
    ),
  );
}

function drawNotice() {
  const bot = store.me ? nameOf(store.me) : "The bot";
  const words = !store.online
    ? store.loaded
      ? "Lost the playground. Reconnecting…"
      : "Connecting to the playground…"
    : store.connected
      ? null
      : `${bot} is offline. Clicks and commands fail until it is back.`;
  notice.hidden = !words || (!store.loaded && !store.online && performance.now() < 1500);
  notice.textContent = words ?? "";
  notice.className = `notice ${store.online ? "bot-off" : "page-off"}`;
  document.documentElement.toggleAttribute("data-bot-offline", !store.connected);
}

function drawTheme() {
  const dark = document.documentElement.dataset.theme === "dark";
  theme.replaceChildren(icon(dark ? "sun" : "moon"));
  theme.setAttribute("aria-label", dark ? "Light theme" : "Dark theme");
  theme.title = theme.getAttribute("aria-label");
}

function flipTheme() {
  keepTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  drawTheme();
}

// --------------------------------------------------------------------------------------------- layouts

/** Make the panes of the layout, each keeping what its person looked at before. */
function arrange(next = layout) {
  layout = next;
  closePopup();
  const seen = new Map(panes.filter((p) => !p.only).map((p) => [p.person.id, { view: p.view, channelId: p.channelId }]));
  for (const pane of panes) pane.destroy();
  panes = [];
  const kind = effective();
  root.dataset.layout = kind;
  const make = (person, options) => {
    const pane = new Pane(store, person, { openImage, onShow: shown, ...options });
    panes.push(pane);
    desk.append(pane.element);
    pane.feed.toBottom();
  };
  desk.replaceChildren();
  if (kind === "one") make(current, seen.get(current.id) ?? firstView());
  else if (kind === "four") for (const person of store.people) make(person, seen.get(person.id) ?? firstView());
  else {
    make(current, { view: "channel", channelId: seen.get(current.id)?.channelId ?? firstView().channelId });
    for (const person of store.people) make(person, { view: "dm", only: true });
  }
  for (const pane of panes) {
    pane.drawModal();
    pane.markRead();
  }
  drawPeople();
  drawLayouts();
  drawSidebar();
  remember();
}

function firstView() {
  const wanted = parameters.get("channel");
  const channel = wanted && [...store.channels.values()].find((c) => c.id === wanted || c.name === wanted.replace(/^#/, ""));
  return { view: parameters.get("view") === "dm" ? "dm" : "channel", channelId: channel?.id ?? null };
}

const views = new Map(); // what each person looked at when they were last shown alone

function pick(person) {
  const before = panes[0];
  if (effective() === "one" && before) views.set(before.person.id, { view: before.view, channelId: before.channelId });
  current = person;
  if (effective() === "four") {
    const pane = panes.find((p) => p.person.id === person.id);
    pane?.composer.text.focus();
    drawPeople();
    remember();
    return;
  }
  closePopup();
  const kept = views.get(person.id) ?? { view: before?.view ?? "channel", channelId: before?.view === "channel" ? before.channelId : null };
  before?.destroy();
  const pane = new Pane(store, person, { openImage, onShow: shown, ...(effective() === "table" ? { view: "channel", channelId: before?.channelId } : kept) });
  panes[0] = pane;
  desk.prepend(pane.element);
  pane.feed.toBottom();
  pane.drawModal();
  pane.markRead();
  drawPeople();
  drawSidebar();
  remember();
}

function shown() {
  drawSidebar();
  remember();
}

/** Keep the address in step, so that a reload or a copied link shows the same. */
function remember() {
  if (!current || !panes.length) return;
  const query = new URLSearchParams({ as: nameOf(current) });
  if (layout === "one") query.set("view", panes[0].view);
  else query.set("layout", layout);
  if (parameters.has("theme")) query.set("theme", document.documentElement.dataset.theme);
  history.replaceState(null, "", `?${query}`);
}

// -------------------------------------------------------------------------------------------- lightbox

const lightbox = h("dialog", { class: "lightbox", "aria-label": "Image" });
document.body.append(lightbox);
lightbox.addEventListener("click", () => lightbox.close());

function openImage(url, alt) {
  if (!url) return;
  fill(
    lightbox,
    h("img", { src: url, alt: alt || "Image" }),
    h("div", { class: "lightbox-foot" }, alt ? h("p", {}, alt) : null, h("a", { href: url, target: "_blank", rel: "noopener" }, "Open original")),
    h("button", { type: "button", class: "round", "aria-label": "Close" }, icon("close")),
  );
  lightbox.showModal();
}

// ----------------------------------------------------------------------------------------------- start

store.listen((event) => {
  switch (event.kind) {
    case "state": {
      const people = store.people;
      const again = people.find((p) => p.id === current?.id);
      current = again ?? store.findPerson(parameters.get("as")) ?? people[0] ?? null;
      const same = panes.length && panes.every((p) => store.users.has(p.person.id));
      if (current && !same) arrange();
      drawPeople();
      drawLayouts();
      drawSidebar();
      drawNotice();
      document.documentElement.dataset.ready = "true";
      break;
    }
    case "users":
      current = store.users.get(current?.id) ?? current;
      drawPeople();
      drawSidebar();
      break;
    case "channels":
      drawSidebar();
      break;
    case "unread":
      drawPeople();
      drawSidebar();
      break;
    case "connected":
      drawNotice();
      break;
    default:
  }
});

wide.addEventListener("change", () => current && arrange());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) for (const pane of panes) if (pane.feed.pinned) pane.markRead();
});
// typing anywhere goes to the composer, as in Discord
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
  if (event.target.closest?.("input, textarea, select, button, a, [role=dialog], .popup, dialog")) return;
  const pane = panes.find((p) => p.element.contains(event.target)) ?? panes.find((p) => p.person.id === current?.id);
  if (pane && !pane.form) pane.composer.text.focus();
});
setInterval(tick, 1000);
setTimeout(drawNotice, 1600);
