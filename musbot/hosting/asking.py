"""What Discord says to whoever has a token: which application it is, and where it is a member.

Three questions that need no bot running. The bot's own calls are in `bot/calls`.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
from pydantic import SecretStr

import musbot
from musbot.settings import Settings

DISCORD = "https://discord.com/api/v10"
PATIENCE = 15.0
"""Seconds for one question."""
PAGE = 200
"""Servers that Discord tells of at once."""

_PRIVILEGED = {
    "presences": 1 << 12 | 1 << 13,
    "members": 1 << 14 | 1 << 15,
    "message content": 1 << 18 | 1 << 19,
}
"""The flags of an application that may use a privileged intent (D:resources/application#application-object)."""


class NoAnswer(Exception):
    """Discord did not answer as it should. The text is one line that says what to do, without the token."""


class BadToken(NoAnswer):
    """Discord does not know the token."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that the bot is in."""

    server_id: int
    name: str
    permissions: int
    """What the bot may do there; channels may deny some of it."""


@dataclass(frozen=True, slots=True)
class Application:
    """Whose token it is."""

    application_id: int
    name: str
    privileged: tuple[str, ...]
    """Privileged intents that are turned on for it, none of which the bot uses."""
    servers: tuple[Server, ...]
    drift: float
    """Seconds by which the clock of this machine is ahead of Discord's."""


def base_of(settings: Settings) -> str:
    """Return where Discord is asked: at a playground where the settings name one."""
    if settings.playground is None:
        return DISCORD
    return f"{str(settings.playground).rstrip('/')}/api/v10"


async def ask(token: SecretStr, base: str = DISCORD) -> Application:
    """Ask Discord whose token it is and where the bot is a member.

    :raises BadToken: if Discord does not know the token; `NoAnswer` if there is no asking it now.
    """
    headers = {
        "Authorization": f"Bot {token.get_secret_value()}",
        "User-Agent": f"DiscordBot (musbot, {musbot.__version__})",
    }
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
        found, drift = await _get(session, f"{base}/applications/@me")
        servers: list[Server] = []
        while True:
            after = servers[-1].server_id if servers else 0
            page, _ = await _get(session, f"{base}/users/@me/guilds?limit={PAGE}&after={after}")
            known = {each.server_id for each in servers}
            new = [Server(int(each["id"]), each["name"], int(each["permissions"])) for each in page]
            servers += [each for each in new if each.server_id not in known]
            if len(page) < PAGE or not {each.server_id for each in new} - known:
                break
    flags = int(found.get("flags") or 0)
    privileged = tuple(name for name, bits in _PRIVILEGED.items() if flags & bits)
    return Application(int(found["id"]), str(found["name"]), privileged, tuple(servers), drift)


def ask_now(token: SecretStr, base: str = DISCORD) -> Application:
    """Ask from where no event loop runs; see :func:`ask`."""
    return asyncio.run(ask(token, base))


async def _get(session: aiohttp.ClientSession, url: str) -> tuple[Any, float]:
    """Return what Discord answers, and by how many seconds the clock here is ahead of its own."""
    try:
        async with session.get(url) as answer:
            if answer.status == 401:
                raise BadToken("Discord does not accept the token: copy it again (DISCORD_TOKEN)")
            if answer.status != 200:
                raise NoAnswer(f"Discord answered {answer.status}; try again later")
            drift = 0.0
            if "Date" in answer.headers:
                # The header has whole seconds: the middle of that second is the best guess.
                drift = time.time() - parsedate_to_datetime(answer.headers["Date"]).timestamp() - 0.5
            return await answer.json(), drift
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise NoAnswer(f"Discord was not reached: {type(error).__name__}") from None
