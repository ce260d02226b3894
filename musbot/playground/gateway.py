"""The gateway: events to the bot over a WebSocket (D:events/gateway, version 10, JSON).

Frames go out uncompressed, which discord.py accepts whatever it asked for. A session outlives its
connection: what it misses is kept, and replayed when it resumes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from .wire import Json, decode, encode_text
from .world import World

__all__ = ["Gateway", "Intent", "Session"]

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME = 0, 1, 2, 3, 6
HEARTBEAT_TAKES = 0.05
"""Seconds until a heartbeat is answered."""
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

AUTHENTICATION_FAILED, INVALID_SHARD, DECODE_ERROR, NOT_AUTHENTICATED = 4004, 4010, 4002, 4003


class Intent:
    """The groups of events that a bot asks for."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15
    SCHEDULED_EVENTS = 1 << 16


@dataclass(eq=False, slots=True)
class Session:
    """One shard's session, connected or waiting to be resumed."""

    id: str
    shard: int
    shards: int
    intents: int
    outbox: asyncio.Queue[str | int] | None = None
    sequence: int = 0
    missed: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=5000))

    def send(self, event: str, data: str) -> None:
        """Send an event whose data is JSON text already, and keep it in case it is not received."""
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self.missed.append((self.sequence, text))
        if self.outbox is not None:
            self.outbox.put_nowait(text)


class Gateway:
    """All sessions of the bot.

    Args:
        world: what READY and GUILD_CREATE tell about.
        token: the bot's token, or None to accept any.
        shards: how many shards `/gateway/bot` recommends.
        heartbeat_ms: how often the bot shall send a heartbeat.
        on_connected: called with True when the first session connects, False when the last one is gone.
    """

    def __init__(
        self,
        world: World,
        *,
        token: str | None,
        shards: int,
        heartbeat_ms: int = 41_250,
        on_connected: Callable[[bool], None] = lambda connected: None,
    ) -> None:
        self.world = world
        self.token = token
        self.shards = shards
        self.heartbeat_ms = heartbeat_ms
        self.on_connected = on_connected
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.identifies = 0
        self.resumes = 0
        self.busy_at = 0.0
        self._told_connected = False

    @property
    def connected(self) -> bool:
        """Whether any session has a connection."""
        return any(s.outbox is not None for s in self.sessions.values())

    def dispatch(self, event: str, data: Json, *, guild_id: int | None, intent: int = 0) -> bool:
        """Send an event to the sessions whom it concerns; says whether there was one.

        Events of a guild go to the shard that holds it, all others to shard 0.

        Args:
            intent: the intent that a session needs, or 0 when everyone gets it.
        """
        text: str | None = None
        for session in self.sessions.values():
            shard = 0 if guild_id is None else (guild_id >> 22) % session.shards
            if shard != session.shard or (intent and not session.intents & intent):
                continue
            if text is None:
                text = encode_text(data)
            session.send(event, text)
        if text is not None:
            self.busy_at = asyncio.get_running_loop().time()
        return text is not None

    def wants(self, intent: int) -> bool:
        """Whether any session asked for this intent."""
        return any(s.intents & intent for s in self.sessions.values())

    # -- faults -------------------------------------------------------------------------------------

    def drop_connections(self, *, shard: int | None = None, resumable: bool = True) -> int:
        """Cut the bot's connections; returns how many.

        A resumable session gets what it missed when it comes back; otherwise it must identify anew.
        """
        cut = 0
        for session in list(self.sessions.values()):
            if shard is not None and session.shard != shard:
                continue
            if not resumable:
                del self.sessions[session.id]
            if session.outbox is not None:
                session.outbox.put_nowait(4000)
                session.outbox = None
                cut += 1
        self._tell_connected()
        return cut

    def ask_to_reconnect(self) -> None:
        """Tell every connection to reconnect and resume (opcode 7)."""
        for session in self.sessions.values():
            if session.outbox is not None:
                session.outbox.put_nowait(f'{{"op":{RECONNECT},"d":null,"s":null,"t":null}}')

    def invalidate_sessions(self) -> None:
        """Tell every connection that its session is void (opcode 9): it must identify anew."""
        for session in self.sessions.values():
            if session.outbox is not None:
                session.outbox.put_nowait(f'{{"op":{INVALID_SESSION},"d":false,"s":null,"t":null}}')
        self.sessions.clear()
        self._tell_connected()

    def _tell_connected(self) -> None:
        if self.connected != self._told_connected:
            self._told_connected = self.connected
            self.on_connected(self._told_connected)

    # -- the connection -----------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket of the bot until it ends."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False, autoping=True)
        await socket.prepare(request)
        outbox: asyncio.Queue[str | int] = asyncio.Queue()
        writer = asyncio.create_task(self._write(socket, outbox))
        session: Session | None = None
        try:
            hello = {"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}, "s": None, "t": None}
            outbox.put_nowait(encode_text(hello))
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                try:
                    message = decode(frame.data)
                except ValueError:
                    await socket.close(code=DECODE_ERROR)
                    break
                session = await self._receive(socket, outbox, session, message)
        finally:
            writer.cancel()
            if session is not None and session.outbox is outbox:
                session.outbox = None
                if socket.close_code in (1000, 1001):
                    # A client that says goodbye ends its session.
                    self.sessions.pop(session.id, None)
            self._tell_connected()
        return socket

    async def _write(self, socket: web.WebSocketResponse, outbox: asyncio.Queue[str | int]) -> None:
        try:
            while True:
                item = await outbox.get()
                if isinstance(item, int):
                    await socket.close(code=item)
                    return
                await socket.send_str(item)
        except ConnectionError:
            return  # The reader notices too, and ends the connection.

    async def _receive(
        self,
        socket: web.WebSocketResponse,
        outbox: asyncio.Queue[str | int],
        session: Session | None,
        message: Json,
    ) -> Session | None:
        """Obey one message of the bot; returns the connection's session."""
        data: Any = message.get("d")
        match message.get("op"):
            case 1:
                # discord.py notes when it sent a heartbeat after it has, so an answer at once would seem a late one.
                answer = f'{{"op":{HEARTBEAT_ACK},"d":null,"s":null,"t":null}}'
                asyncio.get_running_loop().call_later(HEARTBEAT_TAKES, outbox.put_nowait, answer)
            case 2:
                return await self._identify(socket, outbox, data)
            case 6:
                return self._resume(outbox, data)
            case 8 if session is not None:
                self._send_members(session, data)
        return session

    async def _identify(
        self, socket: web.WebSocketResponse, outbox: asyncio.Queue[str | int], data: Json
    ) -> Session | None:
        if self.token is not None and data.get("token") != self.token:
            await socket.close(code=AUTHENTICATION_FAILED)
            return None
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            await socket.close(code=INVALID_SHARD)
            return None
        self.identifies += 1
        # A bot that starts anew leaves behind the sessions of the process that died.
        for old in [s for s in self.sessions.values() if s.shard == shard and s.outbox is None]:
            del self.sessions[old.id]
        session = Session(secrets.token_hex(16), shard, shards, int(data.get("intents", 0)), outbox)
        self.sessions[session.id] = session
        mine = [g for g in self.world.guilds.values() if g.bot_joined and (g.id >> 22) % shards == shard]
        ready = {
            "v": 10,
            "user": {**self.world.bot.payload(), "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": str(g.id), "unavailable": True} for g in mine],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {"id": self.world.application["id"], "flags": self.world.application["flags"]},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "user_settings": {},
            "geo_ordered_rtc_regions": [],
        }
        session.send("READY", encode_text(ready))
        if session.intents & Intent.GUILDS:
            for guild in mine:
                everyone = bool(session.intents & Intent.GUILD_MEMBERS)
                session.send(
                    "GUILD_CREATE", encode_text(guild_create(self.world, guild.id, all_members=everyone))
                )
        self._tell_connected()
        return session

    def _resume(self, outbox: asyncio.Queue[str | int], data: Json) -> Session | None:
        session = self.sessions.get(str(data.get("session_id")))
        sequence = int(data.get("seq") or 0)
        oldest = session.missed[0][0] if session is not None and session.missed else sequence + 1
        wrong_token = self.token is not None and data.get("token") != self.token
        if session is None or oldest > sequence + 1 or wrong_token:
            outbox.put_nowait(f'{{"op":{INVALID_SESSION},"d":false,"s":null,"t":null}}')
            return None
        self.resumes += 1
        for number, text in session.missed:
            if number > sequence:
                outbox.put_nowait(text)
        session.outbox = outbox
        session.send("RESUMED", '{"_trace":[]}')
        self._tell_connected()
        return session

    def _send_members(self, session: Session, data: Json) -> None:
        guild = self.world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        wanted = data.get("user_ids")
        ids = [int(u) for u in wanted] if isinstance(wanted, list) else [int(wanted)] if wanted else None
        query = str(data.get("query") or "").lower()
        found = [
            self.world.member_payload(guild, user_id)
            for user_id in guild.members
            if (ids is None or user_id in ids)
            and self.world.users[user_id].display_name.lower().startswith(query)
        ]
        chunk = {
            "guild_id": str(guild.id),
            "members": found[: data.get("limit") or None],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(i) for i in ids or [] if i not in guild.members],
            "nonce": data.get("nonce"),
        }
        session.send("GUILD_MEMBERS_CHUNK", encode_text(chunk))


def guild_create(world: World, guild_id: int, *, all_members: bool) -> Json:
    """The GUILD_CREATE event: a guild with its channels, threads and members.

    Without the members intent Discord tells only of the bot itself.
    """
    guild = world.guilds[guild_id]
    members = guild.members if all_members else [world.bot.id]
    return guild.payload() | {
        "joined_at": guild.members[world.bot.id].payload()["joined_at"],
        "large": False,
        "unavailable": False,
        "channels": [world.channel_payload(c) for c in world.channels_of(guild)],
        "threads": [
            world.channel_payload(t)
            | ({"member": world.thread_member_payload(t, world.bot.id)} if world.bot.id in t.members else {})
            for t in world.threads_of(guild)
            if not t.archived
        ],
        "members": [world.member_payload(guild, user_id) for user_id in members if user_id in guild.members],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": list(guild.events.values()),
        "soundboard_sounds": [],
    }
