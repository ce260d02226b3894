"""Sends an unmodified discord.py here instead of to Discord. The only module that imports it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

__all__ = ["LOOPBACK", "NotLoopback", "check_loopback", "point_discord_py_here"]

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class NotLoopback(ValueError):
    """A playground lives on this machine only."""


def check_loopback(host: str) -> str:
    """Returns `host`. Raises `NotLoopback` when other machines could reach it or it is another machine."""
    if host not in LOOPBACK:
        raise NotLoopback(f"a playground is reached by {' or '.join(LOOPBACK)} only, not by {host!r}")
    return host


def point_discord_py_here(origin: str) -> Callable[[], None]:
    """Let every discord.py client of this process talk to the playground at `origin`.

    Args:
        origin: as "http://127.0.0.1:8137", for instance from `MUSBOT_PLAYGROUND`.

    Returns:
        A function that points discord.py back to where it pointed before.

    Raises:
        NotLoopback: the origin is not on this machine.
    """
    parts = urlsplit(origin)
    check_loopback(parts.hostname or "")
    route, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = f"http://{parts.netloc}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{parts.netloc}/gateway")

    def point_back() -> None:
        Route.BASE = route
        DiscordWebSocket.DEFAULT_GATEWAY = gateway

    return point_back
