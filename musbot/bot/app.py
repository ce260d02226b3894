"""Running the bot: on Discord with a token, and in the offline Discord without."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
import webbrowser
from collections.abc import Callable

import aiohttp
import discord

from musbot.bot.client import MusBot
from musbot.bot.watching import Watch
from musbot.playground import NotLoopback, Playground, PortInUse, point_discord_py_here
from musbot.settings import Settings, SettingsError
from musbot.store import Limits, Store
from musbot.store.address import Address
from musbot.store.holding import alone_in, held
from musbot.table import Tables

log = logging.getLogger(__name__)

PLAYGROUND_TOKEN = "playground"
"""The offline Discord takes any token."""
COLLECTED = (10_000, 20, 50)
"""After how many new objects the youngest are looked through for cycles, and after how many such looks the older ones;
Python's own are (700, 10, 10)."""
_NOT_REACHED = (
    aiohttp.ClientError,
    TimeoutError,
    discord.HTTPException,
    discord.RateLimited,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
)
"""What ends the library's work where Discord, or the network, is not there."""


class NotReached(Exception):
    """Discord cannot be reached, or has ended the connection. The text is one line; to start again may be enough."""


def main(settings: Settings) -> int:
    """Run until SIGINT or SIGTERM; return the exit status.

    :raises SettingsError: if a setting keeps the bot from starting.
    :raises musbot.store.UnusableDatabase: if the database does.
    """
    quick_threads()
    try:
        with asyncio.Runner(loop_factory=event_loop_factory()) as runner:
            runner.run(_run(settings))
    except KeyboardInterrupt:
        return 0
    except NotReached as error:
        # Not 2, at which the service manager would leave it alone.
        print(f"musbot: {error}", file=sys.stderr)
        return 1
    return 0


def quick_threads() -> None:
    """Let the event loop take the interpreter's lock back sooner from the thread that draws pictures."""
    sys.setswitchinterval(0.0005)


def event_loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return how to make the fastest event loop that is installed; None is Python's own."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    # It plays cards, and does not miss what a voice would need.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    async with contextlib.AsyncExitStack() as stack:
        address = Address.parse(settings.database_address)
        address.require_writable()
        stack.enter_context(held(address.path))
        stack.enter_context(alone_in(settings.data))
        store = await stack.enter_async_context(await Store.open(settings.database_address))
        if settings.opens_playground:
            # Nobody reads the calls here, and with their pictures they would fill the memory in time.
            playground = Playground(
                port=settings.playground_port, state_dir=settings.data / "playground", keep_calls=0
            )
            try:
                await stack.enter_async_context(playground)
            except PortInUse as error:
                raise SettingsError(str(error)) from None
            print(f"The playground is open: {playground.origin}", flush=True)
            if sys.stdout.isatty() and _has_screen():
                # Somebody sits there: show it. Where there is no browser, the line above is enough.
                await asyncio.to_thread(webbrowser.open, playground.origin)
            stack.callback(point_discord_py_here(playground.origin))
        elif settings.playground is not None:
            try:
                stack.callback(point_discord_py_here(str(settings.playground)))
            except NotLoopback as error:
                raise SettingsError(f"MUSBOT_PLAYGROUND: {error}") from None
        token = settings.discord_token.get_secret_value() if settings.discord_token else PLAYGROUND_TOKEN
        limits = Limits(settings.tables_per_channel, settings.tables_per_server, settings.tables_per_person)
        # Half a second without another server is long enough to be ready: live tables wait for it.
        bot = MusBot(
            store,
            Tables(store, limits=limits, ai_pause=settings.ai_pause),
            settings.data,
            settings.dev_guild,
            settings.season_months,
            Watch(settings.error_reports and not settings.opens_playground, settings.own_metrics_port),
            settings.own_shards,
            # Discord lets a bot identify one shard in five seconds; the playground does not mind.
            identify_every=5.0 if settings.discord_token and settings.playground is None else 0.0,
            guild_ready_timeout=0.5,
        )
        await _serve(bot, token, stop)


async def _settle(bot: MusBot) -> None:
    """Let Python's collector of cycles leave alone what stays for as long as the bot runs, and look seldom.

    Most of what a click leaves goes by itself; looking through all servers and tables for the rest took 6 % of the
    processor's time. It is for a process whose one bot this is: where there are others, their remains would stay too.
    """
    await bot.wait_until_ready()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


def _has_screen() -> bool:
    """Return whether a browser would open a window: one for terminals would take the bot's until it is left."""
    names = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, names))


async def _serve(bot: MusBot, token: str, stop: asyncio.Event) -> None:
    async with bot:
        serving = asyncio.create_task(bot.start(token))
        stopping = asyncio.create_task(stop.wait())
        settling = asyncio.create_task(_settle(bot))
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        settling.cancel()
        if serving.done():
            try:
                serving.result()
            except discord.LoginFailure:
                raise SettingsError(
                    "Discord does not accept the token: copy it again (DISCORD_TOKEN)"
                ) from None
            except _NOT_REACHED as error:
                log.debug("Discord was not reached", exc_info=True)
                told = str(error).strip() or type(error).__name__
                raise NotReached(f"Discord was not reached: {' '.join(told.split())}") from None
        else:
            print("Stopping.", file=sys.stderr, flush=True)
            await bot.close()
            with contextlib.suppress(asyncio.CancelledError):
                await serving
