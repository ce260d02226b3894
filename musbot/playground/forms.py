"""What Discord accepts as the payload of a message: content, embeds, files, flags, components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .components import check_message_components
from .mentions import check_allowed_mentions
from .refusals import Code, Form, Refusal
from .wire import Json

__all__ = ["EPHEMERAL", "IS_COMPONENTS_V2", "LOADING", "SUPPRESS_EMBEDS", "Upload", "check_message"]

SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
IS_COMPONENTS_V2 = 1 << 15
SETTABLE_FLAGS = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | IS_COMPONENTS_V2

MAX_FILE = 10 * 1024 * 1024
MAX_REQUEST = 25 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it arrives: `files[index]` of a multipart request."""

    index: int
    name: str
    content_type: str
    content: bytes


def check_embeds(embeds: list[Any], form: Form) -> None:
    """Check embeds: the limit of each text, and 6000 characters together."""
    total = 0
    for index, embed in enumerate(embeds):
        path = ("embeds", index)
        if not isinstance(embed, dict):
            form.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        total += len(form.text((*path, "title"), embed.get("title"), 0, 256))
        total += len(form.text((*path, "description"), embed.get("description"), 0, 4096))
        footer = embed.get("footer") or {}
        total += len(form.text((*path, "footer", "text"), footer.get("text"), 0, 2048))
        author = embed.get("author") or {}
        total += len(form.text((*path, "author", "name"), author.get("name"), 0, 256))
        color = embed.get("color")
        if color is not None:
            form.number((*path, "color"), color, 0, 0xFFFFFF)
        for place, field in enumerate(form.items((*path, "fields"), embed.get("fields"), 0, 25)):
            here = (*path, "fields", place)
            total += len(form.text((*here, "name"), field.get("name"), 1, 256))
            total += len(form.text((*here, "value"), field.get("value"), 1, 1024))
    if total > 6000:
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def check_files(payload: Json, uploads: list[Upload], kept: dict[str, Json], form: Form) -> set[str]:
    """Check uploads and the `attachments` list; returns the names of the files the message will have.

    Args:
        kept: the message's present attachments by id, when it is edited.
    """
    if any(len(u.content) > MAX_FILE for u in uploads) or sum(len(u.content) for u in uploads) > MAX_REQUEST:
        raise Refusal.of(Code.TOO_LARGE)
    listed = payload.get("attachments")
    by_index = {str(u.index): u for u in uploads}
    names = {u.name for u in uploads}
    if listed is None:
        if len(uploads) + len(kept) > 10:
            form.wrong(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
        return names | {str(a["filename"]) for a in kept.values()}
    entries = form.items(("attachments",), listed, 0, 10)
    if len(uploads) > 10:
        form.wrong(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    for index, entry in enumerate(entries):
        path = ("attachments", index)
        if not isinstance(entry, dict):
            form.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        form.text((*path, "description"), entry.get("description"), 0, 1024)
        key = str(entry.get("id"))
        if key in by_index:
            names.add(str(entry.get("filename") or by_index[key].name))
        elif key in kept:
            names.add(str(kept[key]["filename"]))
        else:
            form.wrong((*path, "id"), "ATTACHMENT_NOT_FOUND", f"Attachment data for ID {key} not found.")
    return names


def check_message(
    payload: Json,
    uploads: list[Upload],
    *,
    old: Json | None = None,
    path_prefix: str | None = None,
) -> None:
    """Check the payload of a message that is created, or edited when `old` is its present JSON.

    Args:
        path_prefix: the field under which the message stands, "data" for a callback.

    Raises:
        Refusal: 50035 with every fault, 50006 for an empty message, 40005 for files that are too big.
    """
    form = Form()
    flags = payload.get("flags")
    if flags is not None and not isinstance(flags, int):
        form.wrong(("flags",), "NUMBER_TYPE_COERCE", f'Value "{flags!r:.80}" is not int.')
        flags = 0
    was_v2 = bool(old and old["flags"] & IS_COMPONENTS_V2)
    v2 = bool((flags or 0) & IS_COMPONENTS_V2) or was_v2
    kept = {str(a["id"]): a for a in old["attachments"]} if old else {}
    content = form.text(("content",), payload.get("content"), 0, 2000)
    embeds = form.items(("embeds",), payload.get("embeds"), 0, 10)
    check_embeds(embeds, form)
    if v2:
        for legacy, present in (("content", content), ("embeds", embeds), ("poll", payload.get("poll"))):
            if present:
                form.wrong(
                    (legacy,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{legacy}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
        if old is not None and not was_v2:
            for legacy in ("content", "embeds"):
                if old[legacy] and legacy not in payload:
                    form.wrong(
                        (legacy,),
                        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                        f"The '{legacy}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                    )
    nonce = payload.get("nonce")
    if nonce is not None and len(str(nonce)) > 25:
        form.wrong(("nonce",), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    check_allowed_mentions(payload.get("allowed_mentions"), form)
    names = check_files(payload, uploads, kept, form)
    components = check_message_components(payload.get("components"), form, v2=v2, files=names)
    if form.errors:
        if path_prefix is not None:
            form.errors = {path_prefix: form.errors}
        form.check()
    if old is None:
        empty = not (content or embeds or names or payload.get("poll") or payload.get("sticker_ids"))
        if v2:
            empty = not components
        # A message of nothing but buttons is accepted by Discord.
        if empty and not components:
            raise Refusal.of(Code.EMPTY_MESSAGE)
    else:
        after_content = content if "content" in payload else old["content"]
        after_embeds = embeds if "embeds" in payload else old["embeds"]
        after_components = components if payload.get("components") is not None else old["components"]
        if not (after_content or after_embeds or names or after_components):
            raise Refusal.of(Code.EMPTY_MESSAGE)
