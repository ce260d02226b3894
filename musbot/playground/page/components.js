// Message components, old and new: rows of buttons and selects, containers, sections, galleries.

import { colour, fileUrl, h, icon, webUrl } from "./dom.js";
import { emoji, markdown } from "./markdown.js";
import { dots, isSelect, optionsOf, selectMenu } from "./select.js";

export const Type = {
  ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  TEXT_INPUT: 4,
  SECTION: 9,
  TEXT: 10,
  THUMBNAIL: 11,
  GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
  LABEL: 18,
  UPLOAD: 19,
  RADIO: 21,
  CHECKBOXES: 22,
  CHECKBOX: 23,
};
export const V2 = 1 << 15;
const LINK = 5;
const PREMIUM = 6;

/** The components of `message` as `view` (a person's view of a channel) sees them. */
export function components(message, view) {
  return (message.components ?? []).map((component) => one(component, message, view)).filter(Boolean);
}

function one(component, message, view) {
  const inner = (list) => (list ?? []).map((child) => one(child, message, view));
  switch (component.type) {
    case Type.ROW:
      return h("div", { class: "row" }, inner(component.components));
    case Type.BUTTON:
      return button(component, message, view);
    case Type.TEXT:
      return h("div", { class: "markup text-display" }, markdown(component.content, view.markdown));
    case Type.SECTION:
      return h(
        "div",
        { class: "section" },
        h("div", { class: "section-text" }, inner(component.components)),
        component.accessory ? h("div", { class: "accessory" }, one(component.accessory, message, view)) : null,
      );
    case Type.THUMBNAIL:
      return picture(component.media, component, message, view, "thumbnail");
    case Type.GALLERY:
      return gallery(
        (component.items ?? []).map((item) => picture(item.media, item, message, view, "picture")),
      );
    case Type.FILE:
      return fileCard(attachmentOf(component.file, message), component.file, component.spoiler);
    case Type.SEPARATOR:
      return h("div", {
        class: `separator${component.spacing === 2 ? " large" : ""}${component.divider === false ? " bare" : ""}`,
        role: component.divider === false ? "presentation" : "separator",
      });
    case Type.CONTAINER: {
      const accent = colour(component.accent_color);
      const box = h("div", { class: accent ? "container accent" : "container" }, inner(component.components));
      if (accent) box.style.setProperty("--accent", accent);
      return component.spoiler ? cover(box, "spoiler-box") : box;
    }
    default:
      if (isSelect(component.type)) return select(component, message, view);
      return h("div", { class: "unknown" }, `(a component of type ${component.type}, which this page does not draw)`);
  }
}

function button(component, message, view) {
  const mark = emoji(component.emoji);
  const face = [mark, component.label ? h("span", { class: "btn-label" }, component.label) : null];
  if (component.style === LINK) {
    return h(
      "a",
      {
        class: "btn style-5",
        href: component.disabled ? null : webUrl(component.url),
        "aria-disabled": component.disabled ? "true" : null,
        target: "_blank",
        rel: "noopener noreferrer nofollow",
        title: component.url,
      },
      face,
      icon("external"),
    );
  }
  const pending = view.store.isPending(view.person.id, message.id, component.custom_id);
  return h(
    "button",
    {
      type: "button",
      class: `btn style-${component.style === PREMIUM ? 1 : component.style}${pending ? " pending" : ""}`,
      disabled: component.disabled,
      "aria-busy": pending ? "true" : null,
      "aria-label": component.label ? null : (component.emoji?.name ?? "Button"),
      data: { customId: component.custom_id },
      onclick: (event) => {
        if (event.currentTarget.getAttribute("aria-busy")) return;
        view.interact(message, component, []);
      },
    },
    h("span", { class: "btn-face" }, face),
    pending ? dots() : null,
  );
}

function select(component, message, view) {
  return selectMenu(component, optionsOf(component, view.store, view.person.id), {
    pending: view.store.isPending(view.person.id, message.id, component.custom_id),
    onChoose: (values) => view.interact(message, component, values),
  });
}

// ---------------------------------------------------------------------------------------------- files

/** One image takes the width; more stand in a mosaic. */
export function gallery(pictures) {
  const shown = pictures.filter(Boolean);
  return h("div", { class: `gallery of-${Math.min(shown.length, 4)}` }, shown);
}

function attachmentOf(media, message) {
  const url = media?.url ?? "";
  const name = url.startsWith("attachment://") ? url.slice("attachment://".length) : null;
  return (message.attachments ?? []).find((a) => a.filename === name || (url && a.url === url)) ?? null;
}

/** An image with its alt text; a click shows it large. `item` carries description and spoiler. */
export function picture(media, item, message, view, kind) {
  const attachment = attachmentOf(media, message);
  const source = media?.url?.startsWith("attachment://") ? attachment?.url : (media?.proxy_url ?? media?.url);
  const url = fileUrl(source);
  const alt = item.description ?? attachment?.description ?? "";
  const width = media?.width ?? attachment?.width;
  const height = media?.height ?? attachment?.height;
  const image = h("img", {
    src: url,
    alt: alt || "Image",
    width: width || null,
    height: height || null,
    decoding: "async",
    draggable: "false",
  });
  const shot = h(
    "button",
    {
      type: "button",
      class: `shot ${kind}`,
      title: alt || null,
      onclick: (event) => view.openImage(url, alt, event.currentTarget),
    },
    image,
    alt && kind === "picture" ? h("span", { class: "alt", "aria-hidden": "true" }, "ALT") : null,
  );
  if (width && height) shot.style.setProperty("--ratio", `${width} / ${height}`);
  if (width) shot.style.setProperty("--natural", `${width}px`);
  image.addEventListener("error", () => shot.classList.add("broken"), { once: true });
  const hidden = item.spoiler || /(^|\/)SPOILER_/.test(attachment?.filename ?? "");
  return hidden ? cover(shot, "spoiler-shot") : shot;
}

export function fileCard(attachment, file, spoiler = false) {
  const name = attachment?.filename ?? file?.name ?? file?.url?.split("/").pop() ?? "file";
  const size = attachment?.size ?? file?.size;
  const url = fileUrl(attachment?.url ?? file?.url);
  const card = h(
    "div",
    { class: "file" },
    icon("file"),
    h(
      "div",
      { class: "file-text" },
      url ? h("a", { href: url, download: name, target: "_blank", rel: "noopener" }, name) : name,
      size === undefined ? null : h("div", { class: "file-size" }, bytes(size)),
    ),
  );
  return spoiler ? cover(card, "spoiler-box") : card;
}

function bytes(n) {
  return n < 1024 ? `${n} bytes` : n < 1 << 20 ? `${(n / 1024).toFixed(1)} KB` : `${(n / (1 << 20)).toFixed(2)} MB`;
}

function cover(content, kind) {
  const lid = h("button", { type: "button", class: "lid", onclick: () => wrap.classList.add("open") }, "Spoiler");
  const wrap = h("div", { class: `covered ${kind}` }, content, lid);
  return wrap;
}
