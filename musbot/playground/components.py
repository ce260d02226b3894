"""What Discord accepts as components of a message or a modal (D:components/reference).

`check_message_components` and `check_modal` record faults in a `Form` with the field paths and codes of
Discord's own refusals, and number the components as Discord does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .refusals import Form
from .wire import Json

__all__ = ["ComponentType", "check_message_components", "check_modal", "number_components", "walk"]

Path = tuple[str | int, ...]


class ComponentType:
    """The component types (D:components/reference#component-object-component-types)."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


T = ComponentType
SELECTS = (T.STRING_SELECT, T.USER_SELECT, T.ROLE_SELECT, T.MENTIONABLE_SELECT, T.CHANNEL_SELECT)
V1_TOP = (T.ACTION_ROW,)
V2_TOP = (T.ACTION_ROW, T.SECTION, T.TEXT_DISPLAY, T.MEDIA_GALLERY, T.FILE, T.SEPARATOR, T.CONTAINER)
IN_CONTAINER = (T.ACTION_ROW, T.SECTION, T.TEXT_DISPLAY, T.MEDIA_GALLERY, T.FILE, T.SEPARATOR)
PRESETS = {
    T.USER_SELECT: ("user",),
    T.ROLE_SELECT: ("role",),
    T.MENTIONABLE_SELECT: ("user", "role"),
    T.CHANNEL_SELECT: ("channel",),
}
"""What may be chosen beforehand, by the kind of select."""
IN_ROW = (T.BUTTON, *SELECTS)
MODAL_TOP = (T.ACTION_ROW, T.TEXT_DISPLAY, T.LABEL)
IN_LABEL = (T.TEXT_INPUT, *SELECTS, T.FILE_UPLOAD, T.RADIO_GROUP, T.CHECKBOX_GROUP, T.CHECKBOX)
PREMIUM_STYLE = 6
LINK_STYLE = 5


def walk(components: list[Any]) -> Iterator[Json]:
    """Every component of a tree, parents before children, in the order they are shown."""
    for component in components:
        if not isinstance(component, dict):
            continue
        yield component
        children = component.get("components")
        if isinstance(children, list):
            yield from walk(children)
        for key in ("accessory", "component"):
            child = component.get(key)
            if isinstance(child, dict):
                yield from walk([child])


def number_components(components: list[Json]) -> None:
    """Give an `id` to every component that has none, as Discord does."""
    taken = {c["id"] for c in walk(components) if c.get("id")}
    number = 0
    for component in walk(components):
        if not component.get("id"):
            number += 1
            while number in taken:
                number += 1
            component["id"] = number


class _Checker:
    """One pass over the components of one payload."""

    def __init__(self, form: Form, files: set[str]) -> None:
        self.form = form
        self.files = files
        self.custom_ids: set[str] = set()
        self.text = 0
        self.count = 0

    def kind(self, path: Path, component: Any, allowed: tuple[int, ...]) -> int:
        """The type of a component, or 0 (and a fault) when it may not stand here."""
        if not isinstance(component, dict):
            self.form.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return 0
        kind = component.get("type")
        if kind not in allowed:
            self.form.wrong(
                (*path, "type"),
                "UNION_TYPE_CHOICES",
                f'Value of field "type" must be one of {allowed}.',
            )
            return 0
        self.count += 1
        return int(kind)

    def custom_id(self, path: Path, component: Json) -> None:
        """Every control has a custom id of its own, of 1 to 100 characters."""
        custom_id = self.form.text((*path, "custom_id"), component.get("custom_id"), 1, 100)
        if custom_id and custom_id in self.custom_ids:
            self.form.wrong(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        self.custom_ids.add(custom_id)

    def emoji(self, path: Path, emoji: Any) -> None:
        """An emoji is named or numbered."""
        if emoji is not None and not (isinstance(emoji, dict) and (emoji.get("name") or emoji.get("id"))):
            self.form.wrong((*path, "emoji"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def button(self, path: Path, button: Json) -> None:
        """A button: style, label or emoji, custom id or link."""
        style = button.get("style")
        if style not in (1, 2, 3, 4, 5, 6):
            self.form.wrong((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
            return
        self.form.text((*path, "label"), button.get("label"), 0, 80)
        self.emoji(path, button.get("emoji"))
        if style == LINK_STYLE:
            url = self.form.text((*path, "url"), button.get("url"), 1, 512)
            if url and not url.startswith(("http://", "https://", "discord://")):
                self.form.wrong(
                    (*path, "url"),
                    "URL_TYPE_INVALID_SCHEME",
                    "Scheme must be one of ('http', 'https', 'discord').",
                )
            if button.get("custom_id"):
                self.form.wrong(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
            return
        if style == PREMIUM_STYLE:
            if not button.get("sku_id"):
                self.form.required((*path, "sku_id"))
            return
        if button.get("url"):
            self.form.wrong(
                path, "BUTTON_COMPONENT_INVALID_URL", "A url can only be specified for a link button"
            )
        if not button.get("label") and not button.get("emoji"):
            self.form.wrong(
                path, "BUTTON_COMPONENT_MISSING_LABEL_EMOJI", "A button must have a label or an emoji"
            )
        self.custom_id(path, button)

    def options(self, path: Path, options: list[Any], *, label: int, value: int, described: int) -> None:
        """The options of a string select, a radio group or a checkbox group."""
        values: set[str] = set()
        for index, option in enumerate(options):
            here = (*path, "options", index)
            if not isinstance(option, dict):
                self.form.wrong(here, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
                continue
            self.form.text((*here, "label"), option.get("label"), 1, label)
            self.form.text((*here, "description"), option.get("description"), 0, described)
            self.emoji(here, option.get("emoji"))
            text = self.form.text((*here, "value"), option.get("value"), 1, value)
            if text and text in values:
                self.form.wrong(
                    (*here, "value"),
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            values.add(text)

    def select(self, path: Path, select: Json, *, modal: bool) -> None:
        """A select of any kind."""
        self.custom_id(path, select)
        self.form.text((*path, "placeholder"), select.get("placeholder"), 0, 150)
        low = select.get("min_values")
        high = select.get("max_values")
        if low is not None:
            self.form.number((*path, "min_values"), low, 0, 25)
        if high is not None:
            self.form.number((*path, "max_values"), high, 1, 25)
        if isinstance(low, int) and isinstance(high, int) and low > high:
            self.form.wrong(
                (*path, "min_values"),
                "SELECT_COMPONENT_MIN_VALUES_LARGER_THAN_MAX_VALUES",
                "min_values must be less than or equal to max_values",
            )
        if modal and select.get("disabled"):
            self.form.wrong(
                (*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "A select in a modal cannot be disabled"
            )
        if select["type"] != T.STRING_SELECT:
            self.presets((*path, "default_values"), select)
            return
        options = self.form.items((*path, "options"), select.get("options"), 1, 25)
        self.options(path, options, label=100, value=100, described=100)
        if options and isinstance(high, int) and high > len(options):
            self.form.wrong(
                (*path, "max_values"),
                "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
                f"max_values must be less than or equal to the number of options ({len(options)})",
            )

    def presets(self, path: Path, select: Json) -> None:
        """What is chosen beforehand in a select of people, roles or channels; ids become texts, as Discord's are."""
        presets = select.get("default_values")
        if not presets:
            return
        kinds = PRESETS[select["type"]]
        low, high = select.get("min_values", 1), select.get("max_values", 1)
        for index, preset in enumerate(self.form.items(path, presets, low, high)):
            if not isinstance(preset, dict) or preset.get("type") not in kinds:
                self.form.wrong((*path, index, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {kinds}.")
            elif not str(preset.get("id")).isdecimal():
                self.form.wrong((*path, index, "id"), "NUMBER_TYPE_COERCE", "Value is not snowflake.")
            else:
                preset["id"] = str(preset["id"])

    def media(self, path: Path, item: Any) -> None:
        """A picture or file by its address; `attachment://name` must be among the files."""
        url = item.get("url") if isinstance(item, dict) else None
        if not self.form.text((*path, "url"), url, 1, 2048):
            return
        assert isinstance(url, str)
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self.files:
                self.form.wrong(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment was not found: {url}",
                )
        elif not url.startswith(("http://", "https://")):
            self.form.wrong(
                (*path, "url"),
                "URL_TYPE_INVALID_SCHEME",
                "Scheme must be one of ('http', 'https', 'attachment').",
            )

    def row(self, path: Path, row: Json) -> None:
        """An action row: up to five buttons, or one select."""
        children = self.form.items((*path, "components"), row.get("components"), 1, 5)
        width = 0
        for index, child in enumerate(children):
            here = (*path, "components", index)
            kind = self.kind(here, child, IN_ROW)
            width += 1 if kind == T.BUTTON else 5 if kind else 0
            if kind == T.BUTTON:
                self.button(here, child)
            elif kind:
                self.select(here, child, modal=False)
        if width > 5:
            self.form.wrong(
                (*path, "components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                f"The specified component exceeds the maximum width ({width} > 5)",
            )

    def text_display(self, path: Path, component: Json) -> None:
        """A block of text; the message's whole text is counted together."""
        content = self.form.text((*path, "content"), component.get("content"), 1, 4000)
        self.text += len(content)

    def thing(self, path: Path, component: Json, kind: int) -> None:
        """One component of a message."""
        match kind:
            case T.ACTION_ROW:
                self.row(path, component)
            case T.TEXT_DISPLAY:
                self.text_display(path, component)
            case T.SECTION:
                texts = self.form.items((*path, "components"), component.get("components"), 1, 3)
                for index, child in enumerate(texts):
                    here = (*path, "components", index)
                    if self.kind(here, child, (T.TEXT_DISPLAY,)):
                        self.text_display(here, child)
                here = (*path, "accessory")
                if component.get("accessory") is None:
                    self.form.required(here)
                else:
                    accessory = component["accessory"]
                    inner = self.kind(here, accessory, (T.BUTTON, T.THUMBNAIL))
                    if inner:
                        self.thing(here, accessory, inner)
            case T.BUTTON:
                self.button(path, component)
            case T.THUMBNAIL:
                self.form.text((*path, "description"), component.get("description"), 0, 1024)
                self.media((*path, "media"), component.get("media"))
            case T.MEDIA_GALLERY:
                items = self.form.items((*path, "items"), component.get("items"), 1, 10)
                for index, item in enumerate(items):
                    here = (*path, "items", index)
                    media = item if isinstance(item, dict) else {}
                    self.form.text((*here, "description"), media.get("description"), 0, 1024)
                    self.media((*here, "media"), media.get("media"))
            case T.FILE:
                file = component.get("file")
                self.media((*path, "file"), file)
                url = file.get("url") if isinstance(file, dict) else None
                if isinstance(url, str) and url.startswith("http"):
                    self.form.wrong(
                        (*path, "file", "url"),
                        "URL_TYPE_INVALID_SCHEME",
                        "Scheme must be one of ('attachment',).",
                    )
            case T.SEPARATOR:
                if component.get("spacing", 1) not in (1, 2):
                    self.form.wrong((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
            case T.CONTAINER:
                color = component.get("accent_color")
                if color is not None:
                    self.form.number((*path, "accent_color"), color, 0, 0xFFFFFF)
                children = self.form.items((*path, "components"), component.get("components"), 1, 40)
                for index, child in enumerate(children):
                    here = (*path, "components", index)
                    inner = self.kind(here, child, IN_CONTAINER)
                    if inner:
                        self.thing(here, child, inner)

    def field(self, path: Path, component: Json, kind: int) -> None:
        """One control of a modal."""
        if kind in SELECTS:
            self.select(path, component, modal=True)
            return
        self.custom_id(path, component)
        match kind:
            case T.TEXT_INPUT:
                if component.get("style") not in (1, 2):
                    self.form.wrong((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
                self.form.text((*path, "placeholder"), component.get("placeholder"), 0, 100)
                self.form.text((*path, "value"), component.get("value"), 0, 4000)
                low, high = component.get("min_length"), component.get("max_length")
                if low is not None:
                    self.form.number((*path, "min_length"), low, 0, 4000)
                if high is not None:
                    self.form.number((*path, "max_length"), high, 1, 4000)
                if isinstance(low, int) and isinstance(high, int) and low > high:
                    self.form.wrong(
                        (*path, "min_length"),
                        "TEXT_INPUT_COMPONENT_MIN_LENGTH_LARGER_THAN_MAX_LENGTH",
                        "min_length must be less than or equal to max_length",
                    )
            case T.RADIO_GROUP | T.CHECKBOX_GROUP:
                least = 2 if kind == T.RADIO_GROUP else 1
                options = self.form.items((*path, "options"), component.get("options"), least, 10)
                self.options(path, options, label=100, value=100, described=100)
            case T.FILE_UPLOAD:
                if component.get("max_values") is not None:
                    self.form.number((*path, "max_values"), component["max_values"], 1, 10)


def check_message_components(components: Any, form: Form, *, v2: bool, files: set[str]) -> list[Json]:
    """Check the components of a message.

    Args:
        components: the payload's `components`.
        form: where faults are recorded.
        v2: whether the message has the flag IS_COMPONENTS_V2.
        files: the names of the files that the message will have.

    Returns:
        The components, or [] when they are no list.
    """
    path: Path = ("components",)
    top = form.items(path, components, 0, 40 if v2 else 5)
    checker = _Checker(form, files)
    for index, component in enumerate(top):
        here = (*path, index)
        kind = checker.kind(here, component, V2_TOP if v2 else V1_TOP)
        if kind:
            checker.thing(here, component, kind)
    if v2 and checker.count > 40:
        form.wrong(
            path,
            "COMPONENT_MAX_COUNT",
            f"The total number of components must be 40 or fewer ({checker.count}).",
        )
    if checker.text > 4000:
        form.wrong(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            "Total displayable text content size exceeds maximum size of 4000",
        )
    numbered = [c["id"] for c in walk(top) if c.get("id")]
    if len(numbered) != len(set(numbered)):
        form.wrong(path, "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
    return top


def check_modal(data: Any, form: Form) -> None:
    """Check a modal: custom id, title, one to five rows, labels and texts."""
    if not isinstance(data, dict):
        form.required(("data",))
        return
    form.text(("data", "custom_id"), data.get("custom_id"), 1, 100)
    form.text(("data", "title"), data.get("title"), 1, 45)
    checker = _Checker(form, set())
    for index, component in enumerate(form.items(("data", "components"), data.get("components"), 1, 5)):
        here: Path = ("data", "components", index)
        match checker.kind(here, component, MODAL_TOP):
            case T.TEXT_DISPLAY:
                checker.text_display(here, component)
            case T.ACTION_ROW:
                for place, child in enumerate(
                    form.items((*here, "components"), component.get("components"), 1, 1)
                ):
                    inside = (*here, "components", place)
                    if checker.kind(inside, child, (T.TEXT_INPUT,)):
                        form.text((*inside, "label"), child.get("label"), 1, 45)
                        checker.field(inside, child, T.TEXT_INPUT)
            case T.LABEL:
                form.text((*here, "label"), component.get("label"), 1, 45)
                form.text((*here, "description"), component.get("description"), 0, 100)
                inside = (*here, "component")
                child = component.get("component")
                kind = checker.kind(inside, child, IN_LABEL)
                if kind and isinstance(child, dict):
                    checker.field(inside, child, kind)
