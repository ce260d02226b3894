"""Threads: created, archived, locked, and who is in them."""

from __future__ import annotations

from typing import Any

from ..gateway import Intent
from ..permissions import Permission
from ..refusals import Code, Form, Refusal
from ..rest import Call, route
from ..things import Channel, ChannelType
from ..wire import Json

__all__ = ["edit_thread"]

DURATIONS = (60, 1440, 4320, 10080)
HAS_THREAD = 1 << 5
MEMBERS = "/channels/{channel_id}/thread-members"


def _make(call: Call, parent: Channel, kind: int, thread_id: int) -> Channel:
    """A new thread from the call's payload."""
    payload = call.payload
    form = Form()
    name = form.text(("name",), payload.get("name"), 1, 100)
    duration = payload.get("auto_archive_duration") or 4320
    if duration not in DURATIONS:
        form.wrong(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {DURATIONS}.")
    form.check()
    bot = call.world.bot.id
    thread = Channel(
        thread_id,
        kind,
        name,
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=bot,
        invitable=bool(payload.get("invitable", True)),
        auto_archive_duration=duration,
        active_at=call.realm.now(),
        slowmode=int(payload.get("rate_limit_per_user") or 0),
        members={bot},
    )
    call.world.add_thread(parent, thread)
    call.realm.announce_channel(thread, "CREATE")
    return thread


@route("POST", "/channels/{channel_id}/threads")
def create(call: Call) -> Any:
    """Start a public (11) or private (12) thread that belongs to no message."""
    parent = call.realm.channel(call.params["channel_id"])
    if parent.type != ChannelType.TEXT:
        raise Refusal.of(Code.WRONG_CHANNEL_TYPE)
    kind = call.payload.get("type", ChannelType.PRIVATE_THREAD)
    if kind not in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD):
        form = Form()
        form.wrong(("type",), "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
        form.check()
    private = kind == ChannelType.PRIVATE_THREAD
    call.realm.require(
        parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    )
    return call.world.channel_payload(_make(call, parent, kind, call.world.new_id()))


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def create_from_message(call: Call) -> Any:
    """Start a public thread on a message; it has the message's id."""
    parent = call.realm.channel(call.params["channel_id"])
    if parent.type != ChannelType.TEXT:
        raise Refusal.of(Code.WRONG_CHANNEL_TYPE)
    call.realm.require(parent, Permission.CREATE_PUBLIC_THREADS)
    message = parent.messages.get(call.number("message_id"))
    if message is None or message.ephemeral:
        raise Refusal.of(Code.UNKNOWN_MESSAGE)
    if message.id in call.world.channels:
        raise Refusal.of(Code.THREAD_EXISTS)
    thread = _make(call, parent, ChannelType.PUBLIC_THREAD, message.id)
    payload = call.world.channel_payload(thread)
    message.data = {**message.data, "flags": message.flags | HAS_THREAD, "thread": payload}
    call.world.changed("message", message.id)
    call.realm.announce_message("MESSAGE_UPDATE", message)
    return payload


def edit_thread(call: Call, thread: Channel) -> Json:
    """Change a thread. Its starter may rename and archive it; locking needs Manage Threads."""
    rights = call.realm.require(thread)
    payload = call.payload
    manages = bool(rights & Permission.MANAGE_THREADS)
    owns = thread.owner_id == call.world.bot.id
    reopening = payload.get("archived") is False
    may_reopen = reopening and not thread.locked and bool(rights & Permission.SEND_MESSAGES_IN_THREADS)
    if not (manages or owns or may_reopen):
        raise Refusal.of(Code.MISSING_PERMISSIONS)
    if "locked" in payload and payload["locked"] != thread.locked and not manages:
        raise Refusal.of(Code.MISSING_PERMISSIONS)
    if thread.archived and thread.locked and reopening and not manages:
        raise Refusal.of(Code.THREAD_LOCKED)
    if thread.archived and not reopening and set(payload) - {"archived", "locked"}:
        raise Refusal.of(Code.THREAD_ARCHIVED)
    form = Form()
    if "name" in payload:
        thread.name = form.text(("name",), payload["name"], 1, 100) or thread.name
    duration = payload.get("auto_archive_duration")
    if duration is not None and duration not in DURATIONS:
        form.wrong(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {DURATIONS}.")
    form.check()
    if duration is not None:
        thread.auto_archive_duration = duration
    if "locked" in payload:
        thread.locked = bool(payload["locked"])
    if "invitable" in payload:
        thread.invitable = bool(payload["invitable"])
    if payload.get("rate_limit_per_user") is not None:
        thread.slowmode = int(payload["rate_limit_per_user"])
    if payload.get("archived") is not None and payload["archived"] != thread.archived:
        call.realm.set_archived(thread, archived=bool(payload["archived"]))
    else:
        call.realm.announce_channel(thread, "UPDATE")
    return call.world.channel_payload(thread)


def _thread(call: Call, *, changing: bool) -> Channel:
    thread = call.realm.channel(call.params["channel_id"])
    if not thread.is_thread:
        raise Refusal.of(Code.WRONG_CHANNEL_TYPE)
    call.realm.require(thread)
    if changing and thread.archived:
        raise Refusal.of(Code.THREAD_ARCHIVED)
    return thread


def _tell_members(call: Call, thread: Channel, added: list[int], removed: list[int]) -> None:
    call.world.changed("channel", thread.id)
    data: Json = {
        "id": str(thread.id),
        "guild_id": str(thread.guild_id),
        "member_count": len(thread.members),
        "added_members": [call.world.thread_member_payload(thread, user) for user in added],
        "removed_member_ids": [str(user) for user in removed],
    }
    # Without the members intent Discord tells only of the bot itself.
    if call.realm.gateway.wants(Intent.GUILD_MEMBERS) or call.world.bot.id in (*added, *removed):
        call.realm.gateway.dispatch("THREAD_MEMBERS_UPDATE", data, guild_id=thread.guild_id, intent=1)
    for watcher in call.realm.watchers:
        watcher.channel_changed(thread, created=False)


@route("GET", MEMBERS)
def members(call: Call) -> Any:
    """Who is in a thread."""
    thread = _thread(call, changing=False)
    return [call.world.thread_member_payload(thread, user) for user in sorted(thread.members)]


@route("GET", MEMBERS + "/{user_id}")
def member(call: Call) -> Any:
    """One person in a thread."""
    thread = _thread(call, changing=False)
    if call.number("user_id") not in thread.members:
        raise Refusal.of(Code.UNKNOWN_MEMBER)
    return call.world.thread_member_payload(thread, call.number("user_id"))


@route("PUT", MEMBERS + "/{user_id}")
def add_member(call: Call) -> Any:
    """Add a person to a thread; "@me" joins it."""
    thread = _thread(call, changing=True)
    user = call.world.bot.id if call.params["user_id"] == "@me" else call.number("user_id")
    call.realm.require(thread, Permission.SEND_MESSAGES_IN_THREADS)
    guild = call.realm.guild(thread.guild_id or 0)
    if user not in guild.members:
        raise Refusal.of(Code.UNKNOWN_MEMBER)
    if user not in thread.members:
        thread.members.add(user)
        _tell_members(call, thread, [user], [])


@route("DELETE", MEMBERS + "/{user_id}")
def remove_member(call: Call) -> Any:
    """Take a person out of a thread; "@me" leaves it."""
    thread = _thread(call, changing=True)
    user = call.world.bot.id if call.params["user_id"] == "@me" else call.number("user_id")
    owns_private = thread.is_private_thread and thread.owner_id == call.world.bot.id
    if user != call.world.bot.id and not owns_private:
        call.realm.require(thread, Permission.MANAGE_THREADS)
    if user in thread.members:
        thread.members.discard(user)
        _tell_members(call, thread, [], [user])


@route("GET", "/guilds/{guild_id}/threads/active")
def active(call: Call) -> Any:
    """The threads of a guild that are not archived."""
    guild = call.realm.guild(call.params["guild_id"])
    for thread in call.world.threads_of(guild):
        call.realm.archive_if_due(thread)
    shown = [t for t in call.world.threads_of(guild) if not t.archived and call.realm.rights(t)]
    mine = [t for t in shown if call.world.bot.id in t.members]
    return {
        "threads": [call.world.channel_payload(t) for t in shown],
        "members": [call.world.thread_member_payload(t, call.world.bot.id) for t in mine],
        "has_more": False,
    }


@route("GET", "/channels/{channel_id}/threads/archived/{kind}")
def archived(call: Call) -> Any:
    """The archived public or private threads of a channel."""
    parent = call.realm.channel(call.params["channel_id"])
    call.realm.require(parent, Permission.READ_MESSAGE_HISTORY)
    private = call.params["kind"] == "private"
    under = list(call.world.threads.get(parent.id, {}).values())
    for thread in under:
        call.realm.archive_if_due(thread)
    found = [t for t in under if t.archived and t.is_private_thread == private and call.realm.rights(t)]
    return {
        "threads": [call.world.channel_payload(t) for t in found],
        "members": [],
        "has_more": False,
    }
