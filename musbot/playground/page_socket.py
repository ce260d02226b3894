"""The web page's side: what a browser is told and what it asks for (protocol: docs/playground.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from .interactions import Interaction, InteractionType
from .options import resolve
from .people import Person
from .refusals import CannotDo
from .things import Channel, Message, User
from .wire import Json, decode, encode_text

if TYPE_CHECKING:
    from .server import Playground

__all__ = ["Pages"]


class Pages:
    """All browsers that look at one playground."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self._outboxes: dict[web.WebSocketResponse, asyncio.Queue[str]] = {}
        self._shown: dict[int, str] = {}

    def add_routes(self, app: web.Application, page: Path) -> None:
        """Serve the page and its socket."""

        async def index(request: web.Request) -> web.StreamResponse:
            return web.FileResponse(page / "index.html", headers={"Cache-Control": "no-cache"})

        app.router.add_get("/", index)
        app.router.add_get("/page/ws", self.handle)
        app.router.add_static("/page/", page)

    # -- telling ------------------------------------------------------------------------------------

    def _send(self, make: Callable[[], Json]) -> None:
        """Send to every browser; nothing is made when there is none."""
        if not self._outboxes:
            return
        text = encode_text(make())
        for outbox in self._outboxes.values():
            outbox.put_nowait(text)

    def message_created(self, message: Message) -> None:
        """Tell of a new message."""
        self._send(lambda: {"type": "message_create", "message": _message(message)})

    def message_updated(self, message: Message) -> None:
        """Tell of a changed message."""
        self._send(lambda: {"type": "message_update", "message": _message(message)})

    def message_deleted(self, message: Message) -> None:
        """Tell of a message that is gone."""
        self._send(
            lambda: {"type": "message_delete", "id": str(message.id), "channel_id": str(message.channel_id)}
        )

    def channel_changed(self, channel: Channel, *, created: bool) -> None:
        """Tell of a channel. One that is gone changes everything: the page gets a new state."""
        if channel.id not in self.playground.world.channels:
            self.refresh()
            return
        kind = "channel_create" if created else "channel_update"
        self._send(lambda: {"type": kind, "channel": _channel(channel)})

    def commands_changed(self) -> None:
        """Tell the commands."""
        self._send(lambda: {"type": "commands", "commands": self._commands()})

    def connected_changed(self, connected: bool) -> None:
        """Tell whether the bot is there."""
        self._send(lambda: {"type": "connected", "connected": connected})

    def user_changed(self, user_id: int) -> None:
        """Tell a person's settings."""
        self._send(lambda: {"type": "user_update", "user": _user(self.playground.world.users[user_id])})

    def interaction_changed(self, interaction: Interaction) -> None:
        """Tell how an interaction stands; a form or suggestions that came with it follow once."""
        if not self._outboxes:
            return
        before = self._shown.get(interaction.id)
        if interaction.status != before:
            if interaction.completed:
                self._shown.pop(interaction.id, None)
            else:
                self._shown[interaction.id] = interaction.status
            self._send(lambda: _interaction(interaction))
            modal = interaction.modal
            if modal is not None:
                self._send(
                    lambda: {
                        "type": "modal",
                        "user": str(modal.user_id),
                        "interaction_id": str(modal.interaction_id),
                        "modal": {
                            "custom_id": modal.custom_id,
                            "title": modal.title,
                            "components": modal.components,
                        },
                    }
                )
            if interaction.choices is not None:
                self._send(
                    lambda: {
                        "type": "choices",
                        "nonce": interaction.nonce,
                        "choices": interaction.choices,
                    }
                )

    def refresh(self) -> None:
        """Send everything anew."""
        self._send(self._state)

    def _commands(self) -> list[Json]:
        return [{"guild_id": None, **c} for c in self.playground.world.commands.values()]

    def _state(self) -> Json:
        world = self.playground.world
        return {
            "type": "state",
            "me": world.bot.payload(),
            "users": [_user(user) for user in world.users.values()],
            "guilds": [{"id": str(g.id), "name": g.name} for g in world.guilds.values()],
            "channels": [_channel(channel) for channel in world.channels.values()],
            "messages": [_message(message) for message in world.messages.values()],
            "commands": self._commands(),
            "connected": self.playground.gateway.connected,
        }

    # -- listening ----------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one browser until it leaves. Only the playground's own page may connect."""
        came_from = request.headers.get("Origin")
        if came_from is not None and urlsplit(came_from).netloc != request.host:
            # Any page that is open in the browser could otherwise play here.
            raise web.HTTPForbidden(text="This is no page of the playground.")
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        outbox: asyncio.Queue[str] = asyncio.Queue()
        outbox.put_nowait(encode_text(self._state()))
        self._outboxes[socket] = outbox
        writer = asyncio.create_task(self._write(socket, outbox))
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._obey(outbox, frame.data)
        finally:
            del self._outboxes[socket]
            writer.cancel()
        return socket

    @staticmethod
    async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> None:
        try:
            while True:
                await socket.send_str(await outbox.get())
        except ConnectionError:
            return  # The reader notices too, and ends the connection.

    def _obey(self, outbox: asyncio.Queue[str], text: str) -> None:
        """Do what the page asks for. What the client would not offer is answered as failed."""
        wish: Json = {}
        try:
            wish = dict(decode(text))
            self._do(wish)
        except (CannotDo, LookupError, ValueError, TypeError) as error:
            failure = {
                "type": "interaction",
                "id": None,
                "user": wish.get("user"),
                "message_id": wish.get("message_id"),
                "status": "failed",
                "nonce": wish.get("nonce"),
                "why": str(error),
            }
            outbox.put_nowait(encode_text(failure))

    def _do(self, wish: Json) -> None:
        person = self.playground.person(int(wish["user"]))
        match wish["type"]:
            case "command":
                self._command(person, wish, InteractionType.COMMAND)
            case "autocomplete":
                self._command(person, wish, InteractionType.AUTOCOMPLETE)
            case "component":
                message = self.playground.message(wish["message_id"])
                person.check_press(message, str(wish["custom_id"]))
                data: Json = {
                    "custom_id": wish["custom_id"],
                    "component_type": wish["component_type"],
                }
                if wish.get("values") is not None and wish["component_type"] != 2:
                    data["values"] = wish["values"]
                place = self.playground.channel(message.channel_id)
                resolve(self.playground, place, data)
                self.playground.desk.create(
                    InteractionType.COMPONENT,
                    person.id,
                    place,
                    data,
                    message=message,
                    nonce=wish.get("nonce"),
                )
            case "modal_submit":
                self._form(person, wish)
            case "message":
                person.say(str(wish["content"]), int(wish["channel_id"]))
            case "dismiss":
                person.dismiss(self.playground.message(wish["message_id"]))
            case "set":
                if "dms_open" in wish:
                    person.dms_open = bool(wish["dms_open"])
                if "locale" in wish:
                    person.locale = str(wish["locale"])
            case other:
                raise ValueError(f"unknown wish {other!r}")

    def _command(self, person: Person, wish: Json, kind: int) -> None:
        world = self.playground.world
        command = world.commands[int(wish["command_id"])]
        place = self.playground.channel(int(wish["channel_id"]))
        person.check_may_use(command, place)
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        if wish.get("options"):
            data["options"] = wish["options"]
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        if wish.get("target_id"):
            data["target_id"] = str(wish["target_id"])
        resolve(self.playground, place, data)
        self.playground.desk.create(
            kind, person.id, place, data, name=_full_name(command["name"], data), nonce=wish.get("nonce")
        )

    def _form(self, person: Person, wish: Json) -> None:
        parent = self.playground.desk.by_id[int(wish["interaction_id"])]
        place = self.playground.channel(parent.channel_id)
        data: Json = {"custom_id": wish["custom_id"], "components": wish["components"]}
        resolve(self.playground, place, data)
        person.modal = None
        self.playground.desk.create(
            InteractionType.MODAL_SUBMIT,
            person.id,
            place,
            data,
            message=self.playground.world.messages.get(parent.message_id or 0),
            nonce=wish.get("nonce"),
            parent=parent,
        )

    async def close(self) -> None:
        """Say goodbye to every browser."""
        for socket in list(self._outboxes):
            await socket.close(code=1001)


def _full_name(name: str, data: Json) -> str:
    """The command with its subcommands, as "mus open"."""
    options: list[Any] = data.get("options") or []
    while options and options[0].get("type") in (1, 2):
        name = f"{name} {options[0]['name']}"
        options = options[0].get("options") or []
    return name


def _message(message: Message) -> Json:
    visible_to = str(message.visible_to) if message.visible_to is not None else None
    return {**message.data, "visible_to": visible_to}


def _channel(channel: Channel) -> Json:
    return {
        "id": str(channel.id),
        "name": channel.name,
        "type": channel.type,
        "guild_id": str(channel.guild_id) if channel.guild_id is not None else None,
        "recipients": [str(r) for r in channel.recipients],
        "parent_id": str(channel.parent_id) if channel.parent_id is not None else None,
        "archived": channel.archived,
        "locked": channel.locked,
    }


def _user(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.global_name,
        "bot": user.bot,
        "locale": user.locale,
        "dms_open": user.dms_open,
        "color": user.color,
    }


def _interaction(interaction: Interaction) -> Json:
    return {
        "type": "interaction",
        "id": str(interaction.id),
        "user": str(interaction.user_id),
        "message_id": str(interaction.message_id) if interaction.message_id is not None else None,
        "status": interaction.status,
        "nonce": interaction.nonce,
    }
