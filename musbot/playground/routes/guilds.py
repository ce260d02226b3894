"""Guilds: members, roles, scheduled events."""

from __future__ import annotations

from typing import Any

from ..gateway import Intent
from ..permissions import Permission
from ..refusals import Code, Form, Refusal
from ..rest import Call, route
from ..things import Guild
from ..wire import Json

__all__: list[str] = []

EVENT = "/guilds/{guild_id}/scheduled-events/{event_id}"
EXTERNAL = 3
SCHEDULED = 1


def _require(call: Call, guild: Guild, permission: Permission) -> None:
    if not call.realm.guild_rights(guild) & permission:
        raise Refusal.of(Code.MISSING_PERMISSIONS)


@route("GET", "/guilds/{guild_id}")
def get(call: Call) -> Any:
    """One guild."""
    guild = call.realm.guild(call.params["guild_id"])
    payload = guild.payload()
    if call.query.get("with_counts", "").lower() in ("1", "true"):
        payload |= {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
    return payload


@route("GET", "/users/@me/guilds")
def mine(call: Call) -> Any:
    """The guilds that the bot is in."""
    return [
        {
            "id": str(g.id),
            "name": g.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(call.realm.guild_rights(g)),
            "features": [],
        }
        for g in call.world.guilds.values()
        if g.bot_joined
    ]


@route("DELETE", "/users/@me/guilds/{guild_id}")
def leave(call: Call) -> Any:
    """The bot leaves a guild."""
    call.realm.remove_bot(call.realm.guild(call.params["guild_id"]))


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: Call) -> Any:
    """One member."""
    guild = call.realm.guild(call.params["guild_id"])
    user_id = call.number("user_id")
    if user_id not in call.world.users:
        raise Refusal.of(Code.UNKNOWN_USER)
    if user_id not in guild.members:
        raise Refusal.of(Code.UNKNOWN_MEMBER)
    return call.world.member_payload(guild, user_id)


@route("GET", "/guilds/{guild_id}/members")
def members(call: Call) -> Any:
    """The members, by id; needs the privileged members intent, as with Discord."""
    guild = call.realm.guild(call.params["guild_id"])
    if not call.realm.gateway.wants(Intent.GUILD_MEMBERS):
        raise Refusal.of(Code.MISSING_ACCESS)
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    found = sorted(u for u in guild.members if u > after)[:limit]
    return [call.world.member_payload(guild, user_id) for user_id in found]


@route("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def add_role(call: Call) -> Any:
    """Give a member a role."""
    return _change_role(call, given=True)


@route("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def remove_role(call: Call) -> Any:
    """Take a role from a member."""
    return _change_role(call, given=False)


def _change_role(call: Call, *, given: bool) -> None:
    guild = call.realm.guild(call.params["guild_id"])
    _require(call, guild, Permission.MANAGE_ROLES)
    member = guild.members.get(call.number("user_id"))
    role = guild.roles.get(call.number("role_id"))
    if member is None:
        raise Refusal.of(Code.UNKNOWN_MEMBER)
    if role is None:
        raise Refusal.of(Code.UNKNOWN_ROLE)
    if given and role.id not in member.roles:
        member.roles.append(role.id)
    elif not given and role.id in member.roles:
        member.roles.remove(role.id)
    call.world.changed("guild", guild.id)


@route("GET", "/guilds/{guild_id}/roles")
def roles(call: Call) -> Any:
    """The roles."""
    guild = call.realm.guild(call.params["guild_id"])
    return [role.payload() for role in guild.roles.values()]


@route("POST", "/guilds/{guild_id}/roles")
def create_role(call: Call) -> Any:
    """Create a role."""
    guild = call.realm.guild(call.params["guild_id"])
    _require(call, guild, Permission.MANAGE_ROLES)
    form = Form()
    name = form.text(("name",), call.payload.get("name", "new role"), 1, 100)
    form.check()
    role = call.world.add_role(guild, name, int(call.payload.get("permissions") or 0))
    role.color = int(call.payload.get("color") or 0)
    role.mentionable = bool(call.payload.get("mentionable"))
    call.realm.announce_role(guild, role, "CREATE")
    return role.payload()


@route("GET", "/guilds/{guild_id}/emojis")
def emojis(call: Call) -> Any:
    """The guild's own emoji: here there are none."""
    call.realm.guild(call.params["guild_id"])
    return []


# -- scheduled events -------------------------------------------------------------------------------


@route("GET", "/guilds/{guild_id}/scheduled-events")
def events(call: Call) -> Any:
    """The scheduled events."""
    return list(call.realm.guild(call.params["guild_id"]).events.values())


@route("POST", "/guilds/{guild_id}/scheduled-events")
def create_event(call: Call) -> Any:
    """Schedule an event; one outside Discord has a place and an end."""
    guild = call.realm.guild(call.params["guild_id"])
    rights = call.realm.guild_rights(guild)
    if not rights & (Permission.CREATE_EVENTS | Permission.MANAGE_EVENTS):
        raise Refusal.of(Code.MISSING_PERMISSIONS)
    payload = call.payload
    form = Form()
    form.text(("name",), payload.get("name"), 1, 100)
    form.text(("description",), payload.get("description"), 0, 1000)
    form.text(("scheduled_start_time",), payload.get("scheduled_start_time"), 1, 40)
    if payload.get("privacy_level") != 2:
        form.wrong(("privacy_level",), "BASE_TYPE_CHOICES", "Value must be one of (2,).")
    if payload.get("entity_type") not in (1, 2, 3):
        form.wrong(("entity_type",), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
    if payload.get("entity_type") == EXTERNAL:
        where = (payload.get("entity_metadata") or {}).get("location")
        form.text(("entity_metadata", "location"), where, 1, 100)
        form.text(("scheduled_end_time",), payload.get("scheduled_end_time"), 1, 40)
    form.check()
    event_id = call.world.new_id()
    event: Json = {
        "id": str(event_id),
        "guild_id": str(guild.id),
        "channel_id": payload.get("channel_id"),
        "creator_id": str(call.world.bot.id),
        "creator": call.world.bot.payload(),
        "name": payload["name"],
        "description": payload.get("description"),
        "scheduled_start_time": payload["scheduled_start_time"],
        "scheduled_end_time": payload.get("scheduled_end_time"),
        "privacy_level": 2,
        "status": SCHEDULED,
        "entity_type": payload["entity_type"],
        "entity_id": None,
        "entity_metadata": payload.get("entity_metadata"),
        "user_count": 0,
        "image": None,
    }
    guild.events[event_id] = event
    call.world.changed("guild", guild.id)
    call.realm.gateway.dispatch(
        "GUILD_SCHEDULED_EVENT_CREATE", event, guild_id=guild.id, intent=Intent.SCHEDULED_EVENTS
    )
    return event


def _event(call: Call) -> tuple[Guild, Json]:
    guild = call.realm.guild(call.params["guild_id"])
    event = guild.events.get(call.number("event_id"))
    if event is None:
        raise Refusal.of(Code.UNKNOWN_EVENT)
    return guild, event


def _require_own(call: Call, guild: Guild, event: Json) -> None:
    """Whoever may create events may also change their own."""
    own = event["creator_id"] == str(call.world.bot.id)
    needed = Permission.MANAGE_EVENTS | (Permission.CREATE_EVENTS if own else 0)
    if not call.realm.guild_rights(guild) & needed:
        raise Refusal.of(Code.MISSING_PERMISSIONS)


@route("GET", EVENT)
def event(call: Call) -> Any:
    """One scheduled event."""
    return _event(call)[1]


@route("PATCH", EVENT)
def edit_event(call: Call) -> Any:
    """Change a scheduled event."""
    guild, event = _event(call)
    _require_own(call, guild, event)
    changed = {k: v for k, v in call.payload.items() if k in event and k not in ("id", "guild_id")}
    guild.events[int(event["id"])] = event | changed
    call.world.changed("guild", guild.id)
    return event | changed


@route("DELETE", EVENT)
def delete_event(call: Call) -> Any:
    """Call a scheduled event off."""
    guild, event = _event(call)
    _require_own(call, guild, event)
    del guild.events[int(event["id"])]
    call.world.changed("guild", guild.id)
