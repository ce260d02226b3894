"""A slash command as a person types it: found by its name, its options in Discord's shape and resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .commands import OptionType
from .components import ComponentType, walk
from .media import attachment_payload
from .permissions import permissions_in
from .refusals import CannotDo
from .things import Channel
from .wire import Json
from .world import World

if TYPE_CHECKING:
    from .server import Playground

__all__ = ["FoundCommand", "find_command", "option_payload", "resolve"]


@dataclass(frozen=True, slots=True)
class FoundCommand:
    """A command and the way down to one of its subcommands."""

    command: Json
    path: tuple[Json, ...]

    @property
    def options(self) -> list[Json]:
        """The options that a person fills in."""
        node = self.path[-1] if self.path else self.command
        return list(node.get("options") or [])

    def data(self, filled: list[Json]) -> Json:
        """The interaction's data object with these options."""
        options = filled
        for step in reversed(self.path):
            options = [{"name": step["name"], "type": step["type"], "options": options}]
        data: Json = {
            "id": self.command["id"],
            "name": self.command["name"],
            "type": self.command["type"],
        }
        if options:
            data["options"] = options
        if "guild_id" in self.command:
            data["guild_id"] = self.command["guild_id"]
        return data


def find_command(world: World, name: str, channel: Channel, *, kind: int = 1) -> FoundCommand:
    """Find a command by its full name, as "mus open" or "/mus open".

    Raises:
        CannotDo: with the names that exist.
    """
    words = [name] if kind != 1 else name.removeprefix("/").split()
    offered = [
        c
        for c in world.commands.values()
        if c["type"] == kind and c.get("guild_id") in (None, str(channel.guild_id))
    ]
    # A command of the server hides a global one of the same name.
    found = sorted((c for c in offered if c["name"] == words[0]), key=lambda c: "guild_id" not in c)
    if not found:
        names = ", ".join(sorted(str(c["name"]) for c in offered)) or "none, was anything synced?"
        raise CannotDo(f"no command {words[0]!r}; there are: {names}")
    command = found[0]
    node, path = command, []
    for word in words[1:]:
        node = next(
            (
                o
                for o in node.get("options") or []
                if o["name"] == word and o["type"] in (OptionType.SUBCOMMAND, OptionType.GROUP)
            ),
            {},
        )
        if not node:
            raise CannotDo(f"/{command['name']} has no subcommand {word!r}")
        path.append(node)
    if any(o["type"] in (OptionType.SUBCOMMAND, OptionType.GROUP) for o in node.get("options") or []):
        below = ", ".join(str(o["name"]) for o in node["options"])
        raise CannotDo(f"/{' '.join(words)} needs a subcommand: {below}")
    return FoundCommand(command, tuple(path))


def option_payload(
    playground: Playground, found: FoundCommand, given: Mapping[str, Any], *, focused: str | None = None
) -> list[Json]:
    """The filled-in options, checked as the client checks them.

    Args:
        focused: the option that is being typed, for an autocomplete; nothing is required then.

    Raises:
        CannotDo: an option that does not exist, is missing, or has a value that the client refuses.
    """
    known = {o["name"]: o for o in found.options}
    for name in given:
        if name not in known:
            raise CannotDo(f"no option {name!r}; there are: {', '.join(known) or 'none'}")
    filled = []
    for name, option in known.items():
        if name not in given or given[name] is None:
            if option.get("required") and focused is None:
                raise CannotDo(f"the option {name!r} is required")
            continue
        typing = name == focused
        value = given[name] if typing else _value(playground, option, given[name])
        entry: Json = {"name": name, "type": option["type"], "value": value}
        if typing:
            entry["focused"] = True
        filled.append(entry)
    return filled


def _value(playground: Playground, option: Json, value: Any) -> Any:
    """One option's value in Discord's shape."""
    name, kind = option["name"], option["type"]
    choices = option.get("choices") or []
    if choices:
        by_name = {c["name"]: c["value"] for c in choices}
        value = by_name.get(value, value)
        if value not in by_name.values():
            raise CannotDo(f"{name!r} offers {sorted(by_name)}, not {value!r}")
    match kind:
        case OptionType.STRING:
            text = str(value)
            low, high = option.get("min_length") or 0, option.get("max_length") or 6000
            if not low <= len(text) <= high:
                raise CannotDo(f"{name!r} takes {low} to {high} characters, not {len(text)}")
            return text
        case OptionType.INTEGER | OptionType.NUMBER:
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise CannotDo(f"{name!r} takes a number, not {value!r}")
            least, most = option.get("min_value"), option.get("max_value")
            if (least is not None and value < least) or (most is not None and value > most):
                raise CannotDo(f"{name!r} takes {least} to {most}, not {value}")
            return int(value) if kind == OptionType.INTEGER else float(value)
        case OptionType.BOOLEAN:
            return bool(value)
        case OptionType.ATTACHMENT:
            file_name, content = value if isinstance(value, tuple) else ("file", value)
            file = playground.world.add_file(file_name, "application/octet-stream", bytes(content))
            return str(file.id)
    return str(value if isinstance(value, int | str) else value.id)


def resolve(playground: Playground, channel: Channel, data: Json) -> None:
    """Add `resolved` to an interaction's data: the people, roles, channels and files that it names by id."""
    ids: dict[str, list[int]] = {"users": [], "roles": [], "channels": [], "attachments": [], "messages": []}
    _collect_options(data.get("options") or [], ids)
    if "target_id" in data:
        ids["users" if data["type"] == 2 else "messages"].append(int(data["target_id"]))
    fields = [data] if "component_type" in data else list(walk(data.get("components") or []))
    for field in fields:
        numbers = [int(v) for v in field.get("values") or [] if str(v).isdigit()]
        match field.get("component_type", field.get("type")):
            case ComponentType.USER_SELECT:
                ids["users"] += numbers
            case ComponentType.ROLE_SELECT:
                ids["roles"] += numbers
            case ComponentType.MENTIONABLE_SELECT:
                ids["users"] += numbers
                ids["roles"] += numbers
            case ComponentType.CHANNEL_SELECT:
                ids["channels"] += numbers
            case ComponentType.FILE_UPLOAD:
                ids["attachments"] += numbers
    if any(ids.values()):
        resolved = _resolved(playground, channel, ids)
        if resolved:
            data["resolved"] = resolved


def _collect_options(options: list[Json], ids: dict[str, list[int]]) -> None:
    for option in options:
        _collect_options(option.get("options") or [], ids)
        kinds: tuple[str, ...] = ()
        match option["type"]:
            case OptionType.USER:
                kinds = ("users",)
            case OptionType.CHANNEL:
                kinds = ("channels",)
            case OptionType.ROLE:
                kinds = ("roles",)
            case OptionType.MENTIONABLE:
                kinds = ("users", "roles")
            case OptionType.ATTACHMENT:
                kinds = ("attachments",)
        if kinds and str(option.get("value")).isdigit():
            for kind in kinds:
                ids[kind].append(int(option["value"]))


def _resolved(playground: Playground, channel: Channel, ids: dict[str, list[int]]) -> Json:
    world = playground.world
    resolved: Json = {}
    guild = world.guilds.get(channel.guild_id) if channel.guild_id is not None else None
    for user_id in ids["users"]:
        if user_id not in world.users:
            continue
        resolved.setdefault("users", {})[str(user_id)] = world.users[user_id].payload()
        if guild is not None and user_id in guild.members:
            member = guild.members[user_id].payload()
            member["permissions"] = str(permissions_in(world, guild, user_id, channel))
            resolved.setdefault("members", {})[str(user_id)] = member
    for role_id in ids["roles"]:
        if guild is not None and role_id in guild.roles:
            resolved.setdefault("roles", {})[str(role_id)] = guild.roles[role_id].payload()
    for channel_id in ids["channels"]:
        found = world.channels.get(channel_id)
        if found is not None:
            payload = world.channel_payload(found) | {"permissions": str(playground.realm.rights(found))}
            resolved.setdefault("channels", {})[str(channel_id)] = payload
    for file_id in ids["attachments"]:
        if file_id in world.files:
            payload = attachment_payload(
                playground.realm.origin, channel.id, world.files[file_id], ephemeral=True
            )
            resolved.setdefault("attachments", {})[str(file_id)] = payload
    for message_id in ids["messages"]:
        if message_id in world.messages:
            resolved.setdefault("messages", {})[str(message_id)] = world.messages[message_id].data
    return resolved
