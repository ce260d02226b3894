"""Channels: looking at them, changing them, typing, opening private conversations."""

from __future__ import annotations

from typing import Any

from ..permissions import Permission
from ..refusals import Code, Form, Refusal
from ..rest import Call, route
from ..things import Channel, ChannelType, Overwrite
from .threads import edit_thread

__all__: list[str] = []


@route("GET", "/channels/{channel_id}")
def get(call: Call) -> Any:
    """One channel, thread or private conversation."""
    channel = call.realm.channel(call.params["channel_id"])
    call.realm.require(channel)
    return call.world.channel_payload(channel)


@route("PATCH", "/channels/{channel_id}")
def edit(call: Call) -> Any:
    """Change a channel's name, topic, position or overwrites, or a thread's state."""
    channel = call.realm.channel(call.params["channel_id"])
    if channel.is_thread:
        return edit_thread(call, channel)
    call.realm.require(channel, Permission.MANAGE_CHANNELS)
    payload = call.payload
    form = Form()
    if "name" in payload:
        channel.name = form.text(("name",), payload["name"], 1, 100) or channel.name
    if "topic" in payload:
        channel.topic = form.text(("topic",), payload["topic"], 0, 1024) or None
    form.check()
    if payload.get("position") is not None:
        channel.position = int(payload["position"])
    if payload.get("rate_limit_per_user") is not None:
        channel.slowmode = int(payload["rate_limit_per_user"])
    if payload.get("permission_overwrites") is not None:
        channel.overwrites = {
            int(o["id"]): Overwrite(
                int(o["id"]), int(o["type"]), int(o.get("allow") or 0), int(o.get("deny") or 0)
            )
            for o in payload["permission_overwrites"]
        }
    call.realm.announce_channel(channel, "UPDATE")
    return call.world.channel_payload(channel)


@route("DELETE", "/channels/{channel_id}")
def delete(call: Call) -> Any:
    """Delete a channel or thread; a private conversation is only closed."""
    channel = call.realm.channel(call.params["channel_id"])
    payload = call.world.channel_payload(channel)
    if channel.type == ChannelType.DM:
        return payload
    needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
    call.realm.require(channel, needed)
    call.world.drop_channel(channel)
    call.realm.announce_channel(channel, "DELETE")
    return payload


@route("PUT", "/channels/{channel_id}/permissions/{target}")
def set_overwrite(call: Call) -> Any:
    """Set what a role or member may do in a channel."""
    channel = call.realm.channel(call.params["channel_id"])
    call.realm.require(channel, Permission.MANAGE_ROLES)
    target, payload = call.number("target"), call.payload
    channel.overwrites[target] = Overwrite(
        target, int(payload["type"]), int(payload.get("allow") or 0), int(payload.get("deny") or 0)
    )
    call.realm.announce_channel(channel, "UPDATE")


@route("DELETE", "/channels/{channel_id}/permissions/{target}")
def drop_overwrite(call: Call) -> Any:
    """Remove a role's or member's overwrite."""
    channel = call.realm.channel(call.params["channel_id"])
    call.realm.require(channel, Permission.MANAGE_ROLES)
    channel.overwrites.pop(call.number("target"), None)
    call.realm.announce_channel(channel, "UPDATE")


@route("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> Any:
    """Show that the bot is typing."""
    channel = call.realm.channel(call.params["channel_id"])
    send = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    call.realm.require(channel, send)


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Any:
    """Open the private conversation with a person. It opens even where messages are then refused."""
    recipient = str(call.payload.get("recipient_id") or "")
    if not recipient.isdigit():
        form = Form()
        form.required(("recipient_id",))
        form.check()
    return call.world.channel_payload(call.realm.open_dm(int(recipient)))


@route("GET", "/users/{user_id}")
def get_user(call: Call) -> Any:
    """One user."""
    user = call.world.users.get(call.number("user_id"))
    if user is None:
        raise Refusal.of(Code.UNKNOWN_USER)
    return user.payload()


@route("GET", "/guilds/{guild_id}/channels")
def of_guild(call: Call) -> Any:
    """The channels of a guild, without threads."""
    guild = call.realm.guild(call.params["guild_id"])
    return [call.world.channel_payload(c) for c in call.world.channels_of(guild)]


@route("POST", "/guilds/{guild_id}/channels")
def create(call: Call) -> Any:
    """Create a text channel."""
    guild = call.realm.guild(call.params["guild_id"])
    if not call.realm.guild_rights(guild) & Permission.MANAGE_CHANNELS:
        raise Refusal.of(Code.MISSING_PERMISSIONS)
    form = Form()
    name = form.text(("name",), call.payload.get("name"), 1, 100)
    if call.payload.get("type", ChannelType.TEXT) != ChannelType.TEXT:
        form.wrong(("type",), "BASE_TYPE_CHOICES", "Value must be one of (0,).")
    form.check()
    channel: Channel = call.world.add_channel(guild, name, topic=call.payload.get("topic"))
    for o in call.payload.get("permission_overwrites") or []:
        channel.overwrites[int(o["id"])] = Overwrite(
            int(o["id"]), int(o["type"]), int(o.get("allow") or 0), int(o.get("deny") or 0)
        )
    call.realm.announce_channel(channel, "CREATE")
    return call.world.channel_payload(channel)
