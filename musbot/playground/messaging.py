"""Messages: made, edited and deleted, by the bot and by people.

The checks of permissions are the callers': a channel post needs them, an interaction's answer does not.
"""

from __future__ import annotations

from .components import ComponentType, number_components, walk
from .forms import EPHEMERAL, IS_COMPONENTS_V2, LOADING, SETTABLE_FLAGS, SUPPRESS_EMBEDS, Upload
from .media import attachment_payload, content_type, media_payload
from .mentions import mentioned, who_is_pinged
from .realm import Realm
from .snowflake import iso
from .things import Channel, Message
from .wire import Json

__all__ = ["delete_message", "dismiss_message", "edit_message", "post_message", "shown_text"]

DEFAULT, PIN_NOTICE, REPLY, SLASH_ANSWER, CONTEXT_MENU_ANSWER = 0, 6, 19, 20, 23
EDITABLE_FLAGS = SUPPRESS_EMBEDS | IS_COMPONENTS_V2


def shown_text(data: Json) -> str:
    """Content and text displays of a message: the text whose mentions notify."""
    text = str(data["content"])
    if data["flags"] & IS_COMPONENTS_V2:
        shown = [
            str(c["content"]) for c in walk(data["components"]) if c.get("type") == ComponentType.TEXT_DISPLAY
        ]
        text = "\n".join([text, *shown])
    return text


def post_message(
    realm: Realm,
    channel: Channel,
    author_id: int,
    payload: Json,
    uploads: list[Upload] | None = None,
    *,
    kind: int = DEFAULT,
    rights: int = 0,
    visible_to: int | None = None,
    reference: Message | None = None,
    from_interaction: bool = False,
    token: str | None = None,
    extra: Json | None = None,
) -> Message:
    """Put a message into a channel and tell everyone. The payload has been checked already.

    Args:
        kind: the message type; becomes REPLY when there is a `reference` and no other kind.
        rights: the author's permission bits, which decide whether it may notify everyone.
        visible_to: the one person who sees it, for an ephemeral message.
        reference: the message that it replies to.
        token: the interaction token that it belongs to.
        extra: further fields of the message object.
    """
    world = realm.world
    now = realm.now()
    message_id = world.ids.next(now)
    flags = (payload.get("flags") or 0) & (SETTABLE_FLAGS | LOADING)
    flags = flags | EPHEMERAL if visible_to is not None else flags & ~EPHEMERAL
    if reference is not None and kind == DEFAULT:
        kind = REPLY
    data: Json = {
        "id": str(message_id),
        "channel_id": str(channel.id),
        "author": world.users[author_id].payload(),
        "content": (payload.get("content") or "").strip(),
        "timestamp": iso(now),
        "edited_timestamp": None,
        "tts": bool(payload.get("tts")),
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": _embeds(payload.get("embeds")),
        "components": payload.get("components") or [],
        "pinned": False,
        "type": kind,
        "flags": flags,
    }
    if payload.get("nonce") is not None:
        data["nonce"] = payload["nonce"]
    if reference is not None:
        data["message_reference"] = {
            "type": 0,
            "message_id": str(reference.id),
            "channel_id": str(reference.channel_id),
        }
        if channel.guild_id is not None:
            data["message_reference"]["guild_id"] = str(channel.guild_id)
        data["referenced_message"] = {k: v for k, v in reference.data.items() if k != "referenced_message"}
    if extra:
        data |= extra
    data["attachments"] = _attachments(
        realm, channel, payload, uploads or [], {}, ephemeral=visible_to is not None
    )
    _show_files(data)
    number_components(data["components"])
    message = Message(message_id, channel.id, author_id, data, visible_to=visible_to, token=token)
    _notify(realm, channel, message, payload, rights, from_interaction=from_interaction, reference=reference)
    if channel.is_thread:
        channel.active_at = now
        if channel.archived:
            realm.set_archived(channel, archived=False)
    world.add_message(message)
    realm.announce_message("MESSAGE_CREATE", message)
    return message


def edit_message(
    realm: Realm,
    message: Message,
    payload: Json,
    uploads: list[Upload] | None = None,
    *,
    rights: int = 0,
    first_answer: bool = False,
) -> Message:
    """Change a message and tell everyone. The payload has been checked already.

    Args:
        first_answer: the edit fills in a message that was "thinking": it notifies like a new message and is
            not marked as edited.
    """
    channel = realm.world.channels[message.channel_id]
    data: Json = dict(message.data)
    for name, empty in (("content", ""), ("components", [])):
        if name in payload:
            data[name] = payload[name] or empty
    if "content" in payload:
        data["content"] = data["content"].strip()
    if "embeds" in payload:
        data["embeds"] = _embeds(payload["embeds"])
    if payload.get("flags") is not None:
        data["flags"] = (data["flags"] & ~SUPPRESS_EMBEDS) | (payload["flags"] & EDITABLE_FLAGS)
    if first_answer:
        data["flags"] &= ~LOADING
    else:
        data["edited_timestamp"] = iso(realm.now())
    kept = {str(a["id"]): a for a in message.data["attachments"]}
    if uploads or payload.get("attachments") is not None:
        data["attachments"] = _attachments(
            realm, channel, payload, uploads or [], kept, ephemeral=message.ephemeral
        )
        still = {a["id"] for a in data["attachments"]}
        for gone in kept.keys() - still:
            realm.world.drop_file(int(gone))
    _show_files(data)
    number_components(data["components"])
    message.data = data
    message.edits += 0 if first_answer else 1
    if first_answer:
        _notify(realm, channel, message, payload, rights, from_interaction=True, reference=None)
    elif "content" in payload or "components" in payload:
        _list_mentions(realm, channel, message, payload)
    realm.world.changed("message", message.id)
    realm.announce_message("MESSAGE_UPDATE", message)
    return message


def delete_message(realm: Realm, message: Message) -> None:
    """Take a message away and tell everyone."""
    realm.world.drop_message(message)
    realm.announce_deletion(message)


def dismiss_message(realm: Realm, message: Message) -> None:
    """A person closes an ephemeral message. The bot is not told, and may still edit it in vain."""
    if message.ephemeral:
        realm.world.drop_message(message)
        for watcher in realm.watchers:
            watcher.message_deleted(message)


def _embeds(embeds: list[Json] | None) -> list[Json]:
    return [{"type": "rich", **embed} for embed in embeds or []]


def _attachments(
    realm: Realm,
    channel: Channel,
    payload: Json,
    uploads: list[Upload],
    kept: dict[str, Json],
    *,
    ephemeral: bool,
) -> list[Json]:
    """The attachments after this payload: those kept, in the payload's order, and those new."""
    listed = payload.get("attachments")
    entries = {str(e.get("id")): e for e in listed} if listed is not None else {}
    result: list[Json] = []
    for key, attachment in kept.items():
        if listed is None:
            result.append(attachment)
        elif key in entries:
            changed = {k: entries[key][k] for k in ("description",) if k in entries[key]}
            result.append({**attachment, **changed})
    for upload in uploads:
        entry = entries.get(str(upload.index), {})
        name = str(entry.get("filename") or upload.name)
        file = realm.world.add_file(name, content_type(name, upload.content_type), upload.content)
        result.append(
            attachment_payload(
                realm.origin, channel.id, file, description=entry.get("description"), ephemeral=ephemeral
            )
        )
    return result


def _show_files(data: Json) -> None:
    """Replace every `attachment://name` by the file's address, as Discord does.

    When several files have the name, the newest is meant.
    """
    by_name = {str(a["filename"]): a for a in data["attachments"]}
    if not by_name:
        return
    for component in walk(data["components"]):
        for holder in (component, *(component.get("items") or [])):
            for key in ("media", "file"):
                item = holder.get(key)
                if isinstance(item, dict):
                    url = str(item.get("url"))
                    name = url.removeprefix("attachment://")
                    if name != url and name in by_name:
                        holder[key] = media_payload(by_name[name])
    for embed in data["embeds"]:
        for key in ("image", "thumbnail"):
            item = embed.get(key)
            if isinstance(item, dict):
                url = str(item.get("url"))
                name = url.removeprefix("attachment://")
                if name != url and name in by_name:
                    embed[key] = media_payload(by_name[name])


def _list_mentions(realm: Realm, channel: Channel, message: Message, payload: Json) -> None:
    """Fill in the users and roles that a text names."""
    users, roles, _ = mentioned(shown_text(message.data))
    known = realm.world.users
    message.data["mentions"] = [known[u].payload() for u in users if u in known]
    guild = realm.world.guilds.get(channel.guild_id) if channel.guild_id else None
    message.data["mention_roles"] = [str(r) for r in roles if guild is not None and r in guild.roles]


def _notify(
    realm: Realm,
    channel: Channel,
    message: Message,
    payload: Json,
    rights: int,
    *,
    from_interaction: bool,
    reference: Message | None,
) -> None:
    """Record whom a new message notifies."""
    _list_mentions(realm, channel, message, payload)
    guild = realm.world.guilds.get(channel.guild_id) if channel.guild_id else None
    message.pinged = who_is_pinged(
        realm.world,
        guild,
        rights,
        shown_text(message.data),
        payload.get("allowed_mentions"),
        from_interaction=from_interaction,
        replied_to=reference.author_id if reference is not None and not from_interaction else None,
    )
    message.data["mention_everyone"] = message.pinged.everyone
