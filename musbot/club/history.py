"""Finished games to look at again: the last ones of somebody, their records, and each deal word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass

from musbot.game import Action, Deal, Match, Phase, Word
from musbot.game.record import read_record
from musbot.store import GameRow, Store, results
from musbot.store.results import ResultRow

ON_PAGE = 8
"""Games on a page."""

_SIGN = re.compile(r"^[1-4] sign \S+\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of the archive."""

    result: ResultRow
    game: GameRow
    match: Match
    names: tuple[str, ...]

    @property
    def record(self) -> str:
        """The record, as everybody may have it: private signals are between partners."""
        return self.game.record if self.match.options.signals == "public" else _SIGN.sub("", self.game.record)


class History:
    """The finished games of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def last(self, person_id: int, before: int | None = None) -> list[ResultRow]:
        """Return the last games of somebody, the latest first; one more than a page, where there is one more."""
        return await self._store.read(
            lambda connection: results.last_of(connection, person_id, ON_PAGE + 1, before)
        )

    async def find(self, table_id: int, reader: int, guild_id: int | None) -> PastGame | None:
        """Return a game for somebody who played in it, or is on the server where it was played; else None.

        It takes some tens of milliseconds to read a record; see `read`.
        """
        result = await self._store.read(lambda connection: results.by_table(connection, table_id))
        if result is None or result.game_id is None:
            return None
        played = any(each.person_id == reader for each in result.people)
        if not played and (guild_id is None or result.guild_id != guild_id):
            return None
        game = await self._store.game(result.game_id)
        return None if game is None else read(result, game)


def read(result: ResultRow, game: GameRow) -> PastGame:
    """Return a game with its record read."""
    record = read_record(game.record)
    return PastGame(
        result, game, record.match, record.players or tuple(each.name for each in result.seated())
    )


def steps(deal: Deal) -> tuple[int, ...]:
    """Return after how many actions of a deal there is something new to see: the cards, then each word.

    The discards of one round are one step, with the new cards.
    """
    found: list[int] = []
    for place, action in enumerate(deal.actions, 1):
        following = deal.actions[place] if place < len(deal.actions) else None
        dealt = action.word is Word.DEAL and (following is None or following.word is not Word.DEAL)
        spoken = action.word not in (Word.DEAL, Word.SHUFFLE, Word.SIGN, Word.DROP)
        if spoken or (dealt and not (following is not None and following.word is Word.SHUFFLE)):
            found.append(place)
    return tuple(found)


def deal_at(deal: Deal, actions: int) -> Deal:
    """Return a deal as it stood after so many of its actions."""
    first = next(action.seat for action in deal.actions if action.word is Word.DEAL)
    again = Deal(deal.options, first, deal.scores_before, first=deal.first)
    for action in deal.actions[:actions]:
        again.push(action)
    return again


def last_word(deal: Deal) -> Action | None:
    """Return what was said last in a deal; None before anybody has spoken, and when new cards have come."""
    if not deal.actions or deal.phase is Phase.DEAL:
        return None
    action = deal.actions[-1]
    return None if action.word in (Word.DEAL, Word.SHUFFLE, Word.SIGN, Word.DROP) else action
