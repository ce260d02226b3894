"""The moment that an AI player takes before it speaks, as a person does; longer where an órdago is open.

Whose turn it is, is in the events; so nothing of the moment has to be kept. A timer of this process lets the AI
player speak, and a bot that comes back starts the timers of its tables anew. Should a timer be lost all the same,
the table's deadline lets the AI player speak a while later: see `clocks.SPEAKS_WITHIN`. Words are events of a
revision, so two that play the same moment do no harm.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from musbot.ai import play_seat
from musbot.game import Action, Phase
from musbot.table.errors import Refused
from musbot.table.state import Table
from musbot.tasks import finished

if TYPE_CHECKING:
    from musbot.table.change import Change
    from musbot.table.tables import Tables

log = logging.getLogger(__name__)

_MUS, _ORDAGO = 0.6, 3.0
"""How many times the usual moment a word in the mus talk takes, and one while an órdago is open."""


def ai_action(table: Table, seat: int, rng: random.Random) -> Action:
    """Return what the AI player on a seat says or drops now."""
    sitter = table.seats[seat]
    level, legal = sitter.level or table.level, table.playing.deal.legal(seat)
    return play_seat(level, table.view(seat), legal, rng, sitter.manner)


def moment(table: Table, usual: float) -> float:
    """Return how many seconds whoever is to speak takes for it, `usual` being those of a common word.

    Some take longer than others; the same moment of a table takes the same time always.
    """
    deal = table.playing.deal
    times = _MUS if deal.phase is Phase.MUS else 1.0
    if deal.betting is not None and deal.betting.ordago:
        times = _ORDAGO
    return usual * times * random.Random(f"{table.table_id} {table.revision}").uniform(0.75, 1.25)


class Thinking:
    """The timers of the AI players that are to speak, of all tables of this process.

    :param changed: shows what an AI player said.
    :param is_paused: whether a table takes no words now; then its AI players say none either.
    """

    def __init__(
        self,
        tables: Tables,
        changed: Callable[[Change], Awaitable[None]],
        is_paused: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._tables = tables
        self._changed = changed
        self._is_paused = is_paused
        self._timers: dict[int, asyncio.Task[None]] = {}
        self._news: set[int] = set()

    def watch(self, table: Table) -> None:
        """Let an AI player speak in a moment, if it is the turn of one."""
        if table.ai_speaker is None:
            return
        self._news.add(table.table_id)
        if table.table_id not in self._timers:
            self._timers[table.table_id] = asyncio.create_task(self._let_speak(table.table_id))

    @property
    def is_busy(self) -> bool:
        """Whether an AI player is about to speak."""
        return bool(self._timers)

    async def quiet(self) -> None:
        """Wait until no AI player is to speak any more."""
        await finished(self._timers.values)

    def close(self) -> None:
        """Let nobody speak any more: the bot stops."""
        for timer in self._timers.values():
            timer.cancel()

    async def _let_speak(self, table_id: int) -> None:
        try:
            while table_id in self._news:
                self._news.discard(table_id)
                table = await self._tables.latest(table_id)
                if table.ai_speaker is None or self._is_paused(table_id):
                    continue
                due = table.since + moment(table, self._tables.desk.ai_pause)
                await asyncio.sleep(max(0.0, due - self._tables.now()))
                change = await self._tables.think(table_id, table.revision)
                if change.events:
                    await self._changed(change)
                else:
                    self._news.add(table_id)
        except Refused as refused:
            log.info("table %s: no AI player speaks: %s", table_id, refused)
        except Exception:  # the table's deadline lets it speak later; nobody else would hear of it
            log.exception("table %s: an AI player did not speak", table_id)
        finally:
            self._timers.pop(table_id, None)
