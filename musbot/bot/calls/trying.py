"""Calls that are made again where Discord was not there, and given up in the end: a game never waits for one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

from musbot.bot.calls.errors import Code, Lost, Unreachable, expect

log = logging.getLogger(__name__)

T = TypeVar("T")

QUICKLY = (0.1, 0.3)
"""Seconds after which an answer is tried again, if Discord was not there: it waits three seconds for it."""
PATIENTLY = (0.5, 2.0)
"""The same for the bot's own messages."""

LONGEST_TRY = 0.9
"""Seconds after which a first answer that carries no file is given up and tried again: discord.py would wait for a
second after one failure, and for three more after the next."""
LONGEST_ANSWER = 12.0
LONGEST_CALL = 75.0
"""Seconds after which a call is given up. discord.py waits for rate limits by itself, without an end."""


async def tried(
    call: Callable[[], Awaitable[T]], pauses: tuple[float, ...], longest: float, each: float | None = None
) -> T:
    """Make a call, again after each of some pauses if Discord was not there. It must do no harm twice.

    :param longest: seconds for all of it; `each` for one try, the last one apart.

    discord.py itself waits for rate limits and tries again after 500, 502 and 504, but not after 503, and not
    when a connection was lost.

    :raises Unreachable: if Discord was not there in all that time; `Lost` if one of the tries may have worked.
    """
    kind: type[Unreachable] = Unreachable
    try:
        async with asyncio.timeout(longest):
            for pause in pauses:
                try:
                    async with asyncio.timeout(each):
                        return await call()
                except discord.HTTPException as error:
                    if error.status != 503:
                        raise
                except (aiohttp.ClientError, OSError) as error:
                    log.info("Discord was not reached: %r", error)
                    kind = Lost
                await asyncio.sleep(pause)
            return await call()
    except discord.RateLimited as error:
        raise kind(f"Discord asks to wait for {error.retry_after:.0f} s") from error
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise kind(f"Discord answered {error.status}") from error
        raise
    except (aiohttp.ClientError, OSError) as error:  # TimeoutError is an OSError
        raise Lost(f"Discord was not reached: {error!r}") from error
    except RuntimeError as error:
        if str(error) != "Session is closed":
            raise
        raise Unreachable("the bot has left Discord") from error


async def allowed(call: Callable[[], Awaitable[object]], expected: set[Code]) -> bool:
    """Make a call that nothing depends on; False where Discord does not let the bot, or is not there."""
    try:
        await tried(call, PATIENTLY, LONGEST_CALL)
    except Unreachable:
        return False
    except discord.HTTPException as error:
        if error.status not in (403, 404):
            expect(error, expected)
        log.info("Discord answered %s %s", error.status, error.code)
        return False
    return True
