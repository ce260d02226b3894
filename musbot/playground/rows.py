"""A world's things as rows of JSON, and back."""

from __future__ import annotations

from dataclasses import asdict

from .things import Channel, ChannelType, Guild, Member, Message, Overwrite, Pinged, Role, User
from .wire import Json
from .world import World

__all__ = ["put_back", "row_of"]


def row_of(world: World, kind: str, id: int) -> Json | None:
    """What the disk keeps of a thing, or None when it is gone. Files are kept apart."""
    match kind:
        case "user":
            user = world.users.get(id)
            if user is None:
                return None
            return {n: getattr(user, n) for n in User.__dataclass_fields__ if n != "shown"}
        case "guild":
            guild = world.guilds.get(id)
            return asdict(guild) if guild is not None else None
        case "command":
            return world.commands.get(id)
        case "emoji":
            return world.emojis.get(id)
        case "application":
            return world.application
        case "channel":
            channel = world.channels.get(id)
            if channel is None:
                return None
            names = [n for n in Channel.__dataclass_fields__ if n not in ("messages", "overwrites")]
            row = {name: getattr(channel, name) for name in names}
            row["members"] = sorted(channel.members)
            row["overwrites"] = [asdict(o) for o in channel.overwrites.values()]
            return row
        case "message":
            message = world.messages.get(id)
            if message is None:
                return None
            pinged = message.pinged
            row = {n: getattr(message, n) for n in Message.__dataclass_fields__}
            row["pinged"] = [sorted(pinged.users), sorted(pinged.roles), pinged.everyone]
            return row
    raise ValueError(f"nothing is called {kind!r}")


def put_back(world: World, kind: str, row: Json) -> None:
    """Put back a thing from its row. Channels come after guilds, messages after channels."""
    id = int(row["id"])
    world.ids.seen(id)
    match kind:
        case "application":
            world.application = row
        case "user":
            world.users[id] = User(**row)
            if str(id) == world.application["id"]:
                world.bot = world.users[id]
        case "guild":
            roles = [Role(**role) for role in row.pop("roles").values()]
            members = [Member(**member) for member in row.pop("members").values()]
            events = {int(k): v for k, v in row.pop("events").items()}
            world.guilds[id] = Guild(
                **row,
                roles={r.id: r for r in roles},
                members={m.user_id: m for m in members},
                events=events,
            )
            for known in (*events, *world.guilds[id].roles):
                world.ids.seen(known)
        case "command":
            world.commands[id] = row
        case "emoji":
            world.emojis[id] = row
        case "channel":
            overwrites = [Overwrite(**o) for o in row.pop("overwrites")]
            row["members"] = set(row["members"])
            row["recipients"] = tuple(row["recipients"])
            channel = Channel(**row, overwrites={o.id: o for o in overwrites})
            world.channels[id] = channel
            if channel.type == ChannelType.DM:
                world.dms[channel.recipients[0]] = channel
            elif channel.is_thread and channel.parent_id is not None:
                world.threads.setdefault(channel.parent_id, {})[id] = channel
        case "message":
            users, roles_pinged, everyone = row.pop("pinged")
            message = Message(**row, pinged=Pinged(frozenset(users), frozenset(roles_pinged), everyone))
            world.messages[id] = message
            place = world.channels.get(message.channel_id)
            if place is not None:
                place.messages[id] = message
                if message.visible_to is None:
                    place.last_message_id = id
