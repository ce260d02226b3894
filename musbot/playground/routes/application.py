"""The bot itself: who it is, its commands, its emoji, its gateway."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from ..commands import check_commands, complete_command
from ..refusals import Code, Form, Refusal
from ..rest import Call, route
from ..wire import Json

__all__: list[str] = []

COMMANDS = "/applications/{application_id}/commands"
GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"
MAX_EMOJI_BYTES = 256 * 1024
MAX_EMOJIS = 2000


@route("GET", "/users/@me")
def me(call: Call) -> Any:
    """The bot as a user."""
    return {**call.world.bot.payload(), "verified": True, "mfa_enabled": False, "email": None, "flags": 0}


@route("PATCH", "/users/@me")
def edit_me(call: Call) -> Any:
    """Change the bot's name."""
    form = Form()
    if call.payload.get("username") is not None:
        name = form.text(("username",), call.payload["username"], 2, 32)
        form.check()
        call.world.bot.username = name
        call.world.changed("user", call.world.bot.id)
    return me(call)


def _application(call: Call) -> Json:
    owner = next((u for u in call.world.users.values() if not u.bot), call.world.bot)
    return call.world.application | {
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": owner.payload(),
        "team": None,
        "bot": call.world.bot.payload(),
        "approximate_guild_count": len(call.world.guilds),
        "tags": call.world.application.get("tags", []),
        "integration_types_config": {"0": {}},
    }


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(call: Call) -> Any:
    """The application."""
    return _application(call)


@route("PATCH", "/applications/@me")
def edit_application(call: Call) -> Any:
    """Change the application's description or tags."""
    form = Form()
    form.text(("description",), call.payload.get("description"), 0, 400)
    form.items(("tags",), call.payload.get("tags"), 0, 5)
    form.check()
    for name in ("description", "tags"):
        if name in call.payload:
            call.world.application[name] = call.payload[name]
    call.world.changed("application", call.world.application_id)
    return _application(call)


@route("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Any:
    """Where the gateway is, and how many shards to start."""
    return {
        "url": call.realm.gateway.url,
        "shards": call.realm.gateway.shards,
        "session_start_limit": {
            "total": 1000,
            "remaining": 1000 - call.realm.gateway.identifies % 1000,
            "reset_after": 86_400_000,
            "max_concurrency": 16,
        },
    }


@route("GET", "/gateway")
def gateway(call: Call) -> Any:
    """Where the gateway is."""
    return {"url": call.realm.gateway.url}


# -- commands ---------------------------------------------------------------------------------------


def _scope(call: Call) -> int | None:
    """The guild that the call's commands belong to, or None for global ones."""
    if call.number("application_id") != call.world.application_id:
        raise Refusal.of(Code.MISSING_ACCESS)
    return call.realm.guild(call.params["guild_id"]).id if "guild_id" in call.params else None


def _of_scope(call: Call, scope: int | None) -> list[Json]:
    wanted = None if scope is None else str(scope)
    return [c for c in call.world.commands.values() if c.get("guild_id") == wanted]


def _changed(call: Call, *ids: int) -> None:
    for command_id in ids:
        call.world.changed("command", command_id)
    for watcher in call.realm.watchers:
        watcher.commands_changed()


def _put(call: Call, scope: int | None, command: Json) -> Json:
    """Create a command, or replace the one of the same kind and name, which keeps its id."""
    key = (command.get("type") or 1, command["name"])
    old = next((c for c in _of_scope(call, scope) if (c["type"], c["name"]) == key), None)
    command_id = int(old["id"]) if old is not None else call.world.new_id()
    whole = complete_command(command, id=command_id, application_id=call.world.application_id, guild_id=scope)
    whole["version"] = str(call.world.new_id())
    call.world.commands[command_id] = whole
    return whole


def _localized(call: Call, command: Json) -> Json:
    if call.query.get("with_localizations", "").lower() in ("1", "true"):
        return command
    return {k: v for k, v in command.items() if not k.endswith("_localizations")}


@route("GET", COMMANDS)
@route("GET", GUILD_COMMANDS)
def list_commands(call: Call) -> Any:
    """The commands of a scope."""
    return [_localized(call, c) for c in _of_scope(call, _scope(call))]


@route("PUT", COMMANDS)
@route("PUT", GUILD_COMMANDS)
def sync_commands(call: Call) -> Any:
    """Replace all commands of a scope. One that is wrong fails them all."""
    scope = _scope(call)
    if not isinstance(call.body, list):
        raise Refusal.of(Code.INVALID_JSON)
    check_commands(call.body)
    before = {int(c["id"]) for c in _of_scope(call, scope)}
    fresh = [_put(call, scope, command) for command in call.body]
    after = {int(c["id"]) for c in fresh}
    for gone in before - after:
        del call.world.commands[gone]
    _changed(call, *(before | after))
    return fresh


@route("POST", COMMANDS)
@route("POST", GUILD_COMMANDS)
def create_command(call: Call) -> Any:
    """Create or replace one command."""
    scope = _scope(call)
    check_commands([call.payload])
    command = _put(call, scope, call.payload)
    _changed(call, int(command["id"]))
    return command


def _command(call: Call) -> Json:
    scope = _scope(call)
    command = call.world.commands.get(call.number("command_id"))
    if command is None or command.get("guild_id") != (None if scope is None else str(scope)):
        raise Refusal.of(Code.UNKNOWN_COMMAND)
    return command


@route("GET", COMMANDS + "/{command_id}")
@route("GET", GUILD_COMMANDS + "/{command_id}")
def get_command(call: Call) -> Any:
    """One command."""
    return _command(call)


@route("PATCH", COMMANDS + "/{command_id}")
@route("PATCH", GUILD_COMMANDS + "/{command_id}")
def edit_command(call: Call) -> Any:
    """Change one command."""
    old = _command(call)
    merged = old | call.payload
    check_commands([merged])
    command_id = int(old["id"])
    scope = int(old["guild_id"]) if "guild_id" in old else None
    call.world.commands[command_id] = complete_command(
        merged, id=command_id, application_id=call.world.application_id, guild_id=scope
    )
    _changed(call, command_id)
    return call.world.commands[command_id]


@route("DELETE", COMMANDS + "/{command_id}")
@route("DELETE", GUILD_COMMANDS + "/{command_id}")
def delete_command(call: Call) -> Any:
    """Delete one command."""
    command_id = int(_command(call)["id"])
    del call.world.commands[command_id]
    _changed(call, command_id)


# -- emoji ------------------------------------------------------------------------------------------


@route("GET", EMOJIS)
def list_emojis(call: Call) -> Any:
    """The application's emoji."""
    _scope(call)
    return {"items": list(call.world.emojis.values())}


@route("POST", EMOJIS)
def create_emoji(call: Call) -> Any:
    """Upload an emoji: a name of 2 to 32 letters, digits and underscores, an image of at most 256 KiB."""
    _scope(call)
    form = Form()
    name = form.text(("name",), call.payload.get("name"), 2, 32)
    if name and not all(c.isascii() and (c.isalnum() or c == "_") for c in name):
        form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(e["name"] == name for e in call.world.emojis.values()):
        form.wrong(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name exists")
    if len(call.world.emojis) >= MAX_EMOJIS:
        raise Refusal(400, 30008, f"Maximum number of emojis reached ({MAX_EMOJIS})")
    content = _image(str(call.payload.get("image") or ""), form)
    form.check()
    if len(content) > MAX_EMOJI_BYTES:
        form.wrong(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        form.check()
    emoji_id = call.world.new_id()
    emoji: Json = {
        "id": str(emoji_id),
        "name": name,
        "roles": [],
        "user": call.world.bot.payload(),
        "require_colons": True,
        "managed": False,
        "animated": content[:4] == b"GIF8",
        "available": True,
    }
    call.world.emojis[emoji_id] = emoji
    kind = "image/gif" if emoji["animated"] else "image/png"
    call.world.add_file(f"{name}.png", kind, content, file_id=emoji_id)
    call.world.changed("emoji", emoji_id)
    return emoji


def _image(uri: str, form: Form) -> bytes:
    head, _, body = uri.partition(",")
    if not head.startswith("data:image/") or not head.endswith(";base64"):
        form.wrong(("image",), "IMAGE_INVALID", "Invalid image data")
        return b""
    try:
        return base64.b64decode(body, validate=True)
    except binascii.Error:
        form.wrong(("image",), "IMAGE_INVALID", "Invalid image data")
        return b""


def _emoji(call: Call) -> Json:
    _scope(call)
    emoji = call.world.emojis.get(call.number("emoji_id"))
    if emoji is None:
        raise Refusal.of(Code.UNKNOWN_EMOJI)
    return emoji


@route("GET", EMOJIS + "/{emoji_id}")
def get_emoji(call: Call) -> Any:
    """One emoji."""
    return _emoji(call)


@route("PATCH", EMOJIS + "/{emoji_id}")
def edit_emoji(call: Call) -> Any:
    """Rename an emoji."""
    emoji = _emoji(call)
    form = Form()
    name = form.text(("name",), call.payload.get("name"), 2, 32)
    form.check()
    call.world.emojis[int(emoji["id"])] = emoji | {"name": name}
    call.world.changed("emoji", int(emoji["id"]))
    return emoji | {"name": name}


@route("DELETE", EMOJIS + "/{emoji_id}")
def delete_emoji(call: Call) -> Any:
    """Delete an emoji."""
    emoji_id = int(_emoji(call)["id"])
    del call.world.emojis[emoji_id]
    call.world.drop_file(emoji_id)
    call.world.changed("emoji", emoji_id)
