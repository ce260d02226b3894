"""Messages of a channel, outside interactions."""

from __future__ import annotations

from typing import Any

from ..forms import EPHEMERAL, check_message
from ..messaging import PIN_NOTICE, delete_message, edit_message, post_message
from ..permissions import Permission
from ..realm import Realm
from ..refusals import Code, Form, Refusal
from ..rest import Call, route
from ..snowflake import iso
from ..things import Channel, Message
from ..wire import Json

__all__ = ["check_may_send"]

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
PIN = "/channels/{channel_id}/messages/pins/{message_id}"


def check_may_send(realm: Realm, channel: Channel, payload: Json, *, files: bool) -> int:
    """The bot's rights in a channel where it is about to post.

    Raises:
        Refusal: 50007 or 50278 for closed private messages, 50001 or 50013 for missing permissions, 160005
            for a locked thread.
    """
    if channel.guild_id is None:
        user = realm.world.users[channel.recipients[0]]
        if not realm.world.shares_guild(user):
            raise Refusal.of(Code.NO_MUTUAL_GUILDS)
        if not user.dms_open:
            raise Refusal.of(Code.CANNOT_DM)
        return realm.rights(channel)
    send = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    rights = realm.require(channel, send)
    if files and not rights & Permission.ATTACH_FILES:
        raise Refusal.of(Code.MISSING_PERMISSIONS)
    if payload.get("embeds") and not rights & Permission.EMBED_LINKS:
        raise Refusal.of(Code.MISSING_PERMISSIONS)
    if channel.locked and not rights & Permission.MANAGE_THREADS:
        raise Refusal.of(Code.THREAD_LOCKED)
    return rights


def visible_message(call: Call, channel: Channel) -> Message:
    """The message of the path. Ephemeral messages are unknown here. Raises `Refusal` 10008."""
    message = channel.messages.get(call.number("message_id"))
    if message is None or message.ephemeral:
        raise Refusal.of(Code.UNKNOWN_MESSAGE)
    return message


@route("POST", MESSAGES)
def create(call: Call) -> Any:
    """Post a message."""
    channel = call.realm.channel(call.params["channel_id"])
    payload = call.payload
    rights = check_may_send(call.realm, channel, payload, files=bool(call.uploads))
    check_message(payload, call.uploads)
    if (payload.get("flags") or 0) & EPHEMERAL:
        payload["flags"] &= ~EPHEMERAL
    reference: Message | None = None
    wanted = payload.get("message_reference")
    if wanted:
        reference = channel.messages.get(int(wanted["message_id"]))
        if reference is None and wanted.get("fail_if_not_exists", True):
            form = Form()
            form.wrong(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            form.check()
        if reference is not None:
            call.realm.require(channel, Permission.READ_MESSAGE_HISTORY)
    if payload.get("enforce_nonce") and payload.get("nonce") is not None:
        # A repeated post with the same nonce gives back the first message (D:resources/message).
        for known in list(channel.messages.values())[-20:]:
            if known.author_id == call.world.bot.id and known.data.get("nonce") == payload["nonce"]:
                return known.data
    return post_message(
        call.realm,
        channel,
        call.world.bot.id,
        payload,
        call.uploads,
        rights=rights,
        reference=reference,
    ).data


@route("GET", MESSAGES)
def history(call: Call) -> Any:
    """Messages, newest first, `before`, `after` or `around` one of them."""
    channel = call.realm.channel(call.params["channel_id"])
    rights = call.realm.require(channel)
    if not rights & Permission.READ_MESSAGE_HISTORY:
        return []
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        form = Form()
        form.number(("limit",), limit, 1, 100)
        form.check()
    shown = [m for m in channel.messages.values() if not m.ephemeral]
    if "before" in call.query:
        shown = [m for m in shown if m.id < int(call.query["before"])][-limit:]
    elif "after" in call.query:
        shown = [m for m in shown if m.id > int(call.query["after"])][:limit]
    elif "around" in call.query:
        middle = int(call.query["around"])
        shown = sorted(sorted(shown, key=lambda m: abs(m.id - middle))[:limit], key=lambda m: m.id)
    else:
        shown = shown[-limit:]
    return [m.data for m in reversed(shown)]


@route("GET", "/channels/{channel_id}/messages/pins")
def pins(call: Call) -> Any:
    """The pinned messages."""
    channel = call.realm.channel(call.params["channel_id"])
    call.realm.require(channel)
    items = [
        {"pinned_at": channel.messages[p].data["timestamp"], "message": channel.messages[p].data}
        for p in reversed(channel.pins)
        if p in channel.messages
    ]
    return {"items": items, "has_more": False}


@route("PUT", PIN)
def pin(call: Call) -> Any:
    """Pin a message; a notice of it appears in the channel."""
    channel = call.realm.channel(call.params["channel_id"])
    call.realm.require(channel, Permission.PIN_MESSAGES)
    message = visible_message(call, channel)
    if message.id in channel.pins:
        return
    if len(channel.pins) >= 250:
        raise Refusal.of(Code.TOO_MANY_PINS)
    channel.pins.append(message.id)
    set_pinned(call.realm, channel, message, pinned=True)
    post_message(
        call.realm, channel, call.world.bot.id, {}, kind=PIN_NOTICE, reference=message, from_interaction=True
    )


@route("DELETE", PIN)
def unpin(call: Call) -> Any:
    """Unpin a message."""
    channel = call.realm.channel(call.params["channel_id"])
    call.realm.require(channel, Permission.PIN_MESSAGES)
    message = visible_message(call, channel)
    if message.id in channel.pins:
        channel.pins.remove(message.id)
        set_pinned(call.realm, channel, message, pinned=False)


def set_pinned(realm: Realm, channel: Channel, message: Message, *, pinned: bool) -> None:
    """Mark a message as pinned or not, and tell everyone."""
    message.data = {**message.data, "pinned": pinned}
    realm.world.changed("channel", channel.id)
    realm.world.changed("message", message.id)
    realm.announce_message("MESSAGE_UPDATE", message)
    data: Json = {"channel_id": str(channel.id), "last_pin_timestamp": iso(realm.now()) if pinned else None}
    if channel.guild_id is not None:
        data["guild_id"] = str(channel.guild_id)
    realm.gateway.dispatch("CHANNEL_PINS_UPDATE", data, guild_id=channel.guild_id, intent=1)


@route("GET", MESSAGE)
def get(call: Call) -> Any:
    """One message."""
    channel = call.realm.channel(call.params["channel_id"])
    call.realm.require(channel, Permission.READ_MESSAGE_HISTORY)
    return visible_message(call, channel).data


@route("PATCH", MESSAGE)
def edit(call: Call) -> Any:
    """Edit one of the bot's messages."""
    channel = call.realm.channel(call.params["channel_id"])
    rights = call.realm.require(channel)
    message = visible_message(call, channel)
    if message.author_id != call.world.bot.id:
        raise Refusal.of(Code.NOT_YOUR_MESSAGE)
    if channel.archived:
        raise Refusal.of(Code.THREAD_ARCHIVED)
    if call.uploads and not rights & Permission.ATTACH_FILES:
        raise Refusal.of(Code.MISSING_PERMISSIONS)
    check_message(call.payload, call.uploads, old=message.data)
    return edit_message(call.realm, message, call.payload, call.uploads, rights=rights).data


@route("DELETE", MESSAGE)
def delete(call: Call) -> Any:
    """Delete a message; one of somebody else needs Manage Messages."""
    channel = call.realm.channel(call.params["channel_id"])
    rights = call.realm.require(channel)
    message = visible_message(call, channel)
    if channel.archived:
        raise Refusal.of(Code.THREAD_ARCHIVED)
    if message.author_id != call.world.bot.id:
        if channel.guild_id is None:
            raise Refusal.of(Code.NOT_IN_DM)
        if not rights & Permission.MANAGE_MESSAGES:
            raise Refusal.of(Code.MISSING_PERMISSIONS)
    delete_message(call.realm, message)


@route("POST", "/channels/{channel_id}/messages/bulk-delete")
def bulk_delete(call: Call) -> Any:
    """Delete 2 to 100 messages."""
    channel = call.realm.channel(call.params["channel_id"])
    call.realm.require(channel, Permission.MANAGE_MESSAGES)
    form = Form()
    ids = form.items(("messages",), call.payload.get("messages"), 2, 100)
    form.check()
    for message_id in ids:
        message = channel.messages.get(int(message_id))
        if message is not None and not message.ephemeral:
            delete_message(call.realm, message)


@route("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me")
def react(call: Call) -> Any:
    """Add the bot's reaction; one that it has already stays one."""
    return _react(call, added=True)


@route("DELETE", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me")
def unreact(call: Call) -> Any:
    """Take the bot's reaction away."""
    return _react(call, added=False)


def _react(call: Call, *, added: bool) -> None:
    channel = call.realm.channel(call.params["channel_id"])
    needed = (Permission.READ_MESSAGE_HISTORY, Permission.ADD_REACTIONS) if added else ()
    call.realm.require(channel, *needed)
    message = visible_message(call, channel)
    if channel.archived:
        raise Refusal.of(Code.THREAD_ARCHIVED)
    name, _, number = call.params["emoji"].partition(":")
    emoji = {"id": number or None, "name": name}
    others = [r for r in message.data.get("reactions", []) if r["emoji"] != emoji]
    if added:
        others.append({"emoji": emoji, "count": 1, "me": True, "me_burst": False, "burst_colors": []})
    message.data = {**message.data, "reactions": others}
    call.world.changed("message", message.id)
    for watcher in call.realm.watchers:
        watcher.message_updated(message)
