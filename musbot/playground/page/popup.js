// A small window over the page: menus, select lists, settings. On a phone it is a sheet at the bottom.

import { h } from "./dom.js";

let current = null;

export function closePopup() {
  current?.close();
}

export const popupOpen = () => current !== null;

/**
 * Show `content` beside `anchor`. Closes on Escape, a press elsewhere or `closePopup()`, gives the focus
 * back and calls `onClose` once. Only one is open at a time.
 */
export function openPopup(anchor, content, { onClose = null, width = null, label = null } = {}) {
  closePopup();
  const box = h("div", { class: "popup", role: label ? "dialog" : null, "aria-label": label }, content);
  const back = h("div", { class: "popup-back" });
  document.body.append(back, box);
  const sheet = matchMedia("(max-width: 699px)").matches;
  const at = anchor.getBoundingClientRect();
  if (!sheet) place(box, at, width);
  const token = { close, box };
  let done = false;

  function close() {
    if (done) return;
    done = true;
    current = null;
    removeEventListener("keydown", key, true);
    removeEventListener("resize", close);
    const focused = box.contains(document.activeElement) || document.activeElement === document.body;
    box.remove();
    back.remove();
    if (focused && anchor.isConnected) anchor.focus({ preventScroll: true });
    onClose?.();
  }

  function key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Tab" && !label) close();
  }

  back.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    close();
  });
  addEventListener("keydown", key, true);
  addEventListener("resize", close);
  current = token;
  return close;
}

function place(box, at, width) {
  box.classList.add("floating");
  if (width) box.style.width = `${width}px`;
  const { offsetWidth, offsetHeight } = box;
  const below = innerHeight - at.bottom - 12;
  const above = at.top - 12;
  const up = below < Math.min(offsetHeight, 260) && above > below;
  box.style.maxHeight = `${Math.max(120, up ? above : below)}px`;
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - offsetWidth - 8))}px`;
  if (up) box.style.bottom = `${innerHeight - at.top + 4}px`;
  else box.style.top = `${at.bottom + 4}px`;
}

/** A menu of `{label, run, danger, hint}`; arrow keys move, Enter chooses. Strings are headings. */
export function openMenu(anchor, items, label) {
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label });
  let close = () => {};
  for (const item of items) {
    if (typeof item === "string") menu.append(h("div", { class: "menu-head", role: "presentation" }, item));
    else {
      menu.append(
        h(
          "button",
          {
            type: "button",
            role: item.checked === undefined ? "menuitem" : "menuitemradio",
            "aria-checked": item.checked === undefined ? null : String(item.checked),
            class: item.danger ? "menu-item danger" : "menu-item",
            onclick: () => {
              close();
              item.run();
            },
          },
          item.icon ?? null,
          h("span", { class: "menu-label" }, item.label),
          item.badge ?? null,
        ),
      );
    }
  }
  menu.addEventListener("keydown", (event) => moveFocus(event, menu.querySelectorAll("button")));
  close = openPopup(anchor, menu);
  menu.querySelector("button")?.focus();
}

/** Up, Down, Home and End among `elements`; other keys are left alone. */
export function moveFocus(event, elements) {
  const list = [...elements];
  const at = list.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
  if (to === undefined || !list.length) return;
  event.preventDefault();
  list[(to + list.length) % list.length].focus();
}
