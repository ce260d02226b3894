"""What a person reads and can press in a message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .components import SELECTS, ComponentType, walk
from .things import Message
from .wire import Json

__all__ = ["Button", "Select", "buttons_of", "controls_of", "selects_of", "text_of"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it is shown."""

    label: str
    custom_id: str | None
    style: int
    disabled: bool
    emoji: str | None
    url: str | None


@dataclass(frozen=True, slots=True)
class Select:
    """A select as it is shown; `options` are (label, value) of a string select."""

    custom_id: str
    type: int
    placeholder: str
    disabled: bool
    min_values: int
    max_values: int
    options: tuple[tuple[str, str], ...]


def controls_of(message: Message) -> Iterator[Json]:
    """Every button and select of a message, in the order they are shown."""
    for component in walk(message.data["components"]):
        if component.get("type") == ComponentType.BUTTON or component.get("type") in SELECTS:
            yield component


def buttons_of(message: Message) -> list[Button]:
    """The buttons of a message, in the order they are shown."""
    return [
        Button(
            str(c.get("label") or ""),
            c.get("custom_id"),
            int(c["style"]),
            bool(c.get("disabled")),
            (c.get("emoji") or {}).get("name"),
            c.get("url"),
        )
        for c in controls_of(message)
        if c["type"] == ComponentType.BUTTON
    ]


def selects_of(message: Message) -> list[Select]:
    """The selects of a message, in the order they are shown."""
    return [
        Select(
            str(c["custom_id"]),
            int(c["type"]),
            str(c.get("placeholder") or ""),
            bool(c.get("disabled")),
            int(c.get("min_values", 1)),
            int(c.get("max_values", 1)),
            tuple((str(o["label"]), str(o["value"])) for o in c.get("options") or []),
        )
        for c in controls_of(message)
        if c["type"] != ComponentType.BUTTON
    ]


def text_of(message: Message) -> str:
    """All text that a message shows: content, embeds, texts and picture descriptions; not button labels.

    One piece stands on a line of its own.
    """
    pieces: list[str] = [message.content]
    for embed in message.data["embeds"]:
        pieces.append(str((embed.get("author") or {}).get("name") or ""))
        pieces.append(str(embed.get("title") or ""))
        pieces.append(str(embed.get("description") or ""))
        for field in embed.get("fields") or []:
            pieces += [str(field.get("name") or ""), str(field.get("value") or "")]
        pieces.append(str((embed.get("footer") or {}).get("text") or ""))
    for component in walk(message.data["components"]):
        match component.get("type"):
            case ComponentType.TEXT_DISPLAY:
                pieces.append(str(component.get("content") or ""))
            case ComponentType.THUMBNAIL:
                pieces.append(str(component.get("description") or ""))
            case ComponentType.MEDIA_GALLERY:
                pieces += [str(item.get("description") or "") for item in component.get("items") or []]
    pieces += [str(a.get("description") or "") for a in message.data["attachments"]]
    return "\n".join(piece for piece in pieces if piece)
