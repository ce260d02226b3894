"""Leaderboards: which there are, and a page of one with the reader's own place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.club.rating import LEAST_GAMES
from musbot.club.ratings import PATIENCE, Ratings
from musbot.club.seasons import ALL_TIME, DAY
from musbot.store import Store, standings
from musbot.store import seasons as season_rows
from musbot.store.ratings import EVERYWHERE
from musbot.store.seasons import SeasonRow
from musbot.store.standings import Anchor, BoardKey, BoardQuery, StandingRow

ROWS = 10
"""Rows on a page."""
ACTIVE = 90 * DAY
"""Seconds in which somebody must have played to be on a leaderboard of all time."""

KEYS: dict[str, BoardKey] = {"r": "sure", "w": "won", "s": "stones", "o": "ordagos"}


class Choice(NamedTuple):
    """A leaderboard, in letters that fit into the id of a button."""

    where: str = "s"
    """``s``: those who played on this server; ``e``: everyone."""
    who: str = "p"
    """``p``: players; ``q``: pairs."""
    by: str = "r"
    """``r``: rating, ``w``: games won, ``s``: stones, ``o``: órdagos won."""
    when: str = "n"
    """``n``: the season that is going on, ``a``: all time."""

    def __str__(self) -> str:
        return "".join(self)

    @classmethod
    def parse(cls, text: str) -> Choice | None:
        """Return the choice of four letters, None where there is no such one.

        >>> Choice.parse("eqwa")
        Choice(where='e', who='q', by='w', when='a')
        """
        allowed = ("se", "pq", "rwso", "na")
        if len(text) != 4 or not all(letter in each for letter, each in zip(text, allowed, strict=True)):
            return None
        return cls(*text)


class Turn(NamedTuple):
    """Where a page begins: after a row, or before one."""

    forward: bool
    anchor: Anchor
    place: int
    """The place of that row."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a leaderboard."""

    choice: Choice
    season: SeasonRow | None
    """None for all time."""
    rows: tuple[tuple[int, StandingRow], ...]
    """Places and who has them."""
    own: StandingRow | None = None
    """The reader's own row, whether it is placed or not."""
    own_place: int | None = None
    """The reader's place; None where they have played too little, or not lately."""
    earlier: Turn | None = None
    """The page before, if there is one."""
    later: Turn | None = None
    to_own: Turn | None = None
    """The page with the reader's row."""


class Boards:
    """The leaderboards of a store."""

    def __init__(self, store: Store, ratings: Ratings) -> None:
        self._store = store
        self._ratings = ratings

    async def page(
        self, choice: Choice, guild_id: int | None, reader: int | None, now: float, turn: Turn | None = None
    ) -> Page:
        """Return a page; without a turn, the first one.

        :param guild_id: the server it is asked for on.
        :param reader: whose own place is told besides.
        """
        await self._ratings.catch_up(patience=PATIENCE)
        season = None if choice.when == "a" else await self._ratings.season()
        board = query_of(choice, guild_id, season, now)
        return await self._store.read(
            lambda connection: _page(connection, board, choice, season, reader, turn)
        )

    async def champions(self, season: SeasonRow, guild_id: int | None, most: int = 3) -> Page:
        """Return the first of a season, by rating: its hall of fame."""
        choice = Choice("s" if guild_id else "e")
        board = query_of(choice, guild_id, season, season.ends_at)
        found = await self._store.read(lambda connection: standings.page(connection, board, most))
        return Page(choice, season, tuple(enumerate(found, 1)))

    async def hall_of_fame(self, guild_id: int | None, most: int = 8) -> list[Page]:
        """Return the first of the last seasons that are closed, the latest season first."""
        closed = await self._store.read(lambda connection: season_rows.closed(connection, most))
        pages = [await self.champions(season, guild_id) for season in closed]
        return [page for page in pages if page.rows]


def query_of(choice: Choice, guild_id: int | None, season: SeasonRow | None, now: float) -> BoardQuery:
    """Return which standings a leaderboard shows."""
    return BoardQuery(
        season_id=ALL_TIME if season is None else season.season_id,
        guild_id=(guild_id or EVERYWHERE) if choice.where == "s" else EVERYWHERE,
        pair=choice.who == "q",
        key=KEYS[choice.by],
        least_games=LEAST_GAMES if choice.by == "r" else 1,
        active_since=now - ACTIVE if season is None else 0.0,
    )


async def _page(
    connection: AsyncConnection,
    board: BoardQuery,
    choice: Choice,
    season: SeasonRow | None,
    reader: int | None,
    turn: Turn | None,
) -> Page:
    # One row more tells whether there is another page.
    if turn is None:
        rows = await standings.page(connection, board, ROWS + 1)
        first, more = 1, len(rows) > ROWS
        rows = rows[:ROWS]
    elif turn.forward:
        rows = await standings.page(connection, board, ROWS + 1, after=turn.anchor)
        first, more = turn.place + 1, len(rows) > ROWS
        rows = rows[:ROWS]
    else:
        rows = await standings.page(connection, board, ROWS, before=turn.anchor)
        first, more = max(1, turn.place - len(rows)), True
    own = None if reader is None else await standings.own(connection, board, reader)
    own_place = to_own = None
    if own is not None and standings.is_on(board, own):
        own_place = await standings.place(connection, board, own)
        if not any(row.unit == own.unit for row in rows):
            # Just below the row before, so that it stands at the head of the page.
            above = await standings.page(connection, board, 1, before=standings.anchor(board, own))
            if above:
                to_own = Turn(True, standings.anchor(board, above[0]), own_place - 1)
    return Page(
        choice,
        season,
        tuple(enumerate(rows, first)),
        own,
        own_place,
        earlier=Turn(False, standings.anchor(board, rows[0]), first) if rows and first > 1 else None,
        later=Turn(True, standings.anchor(board, rows[-1]), first + len(rows) - 1) if rows and more else None,
        to_own=to_own,
    )
