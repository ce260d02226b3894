"""Meetings of a tournament: who plays whom in which round, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Side: TypeAlias = tuple[int, ...]
"""The numbers of the entries on one side: one of a fixed pair, two where single players are drawn together."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a meeting ended."""

    winner: int | None
    """0 for the first side, 1 for the other; None where neither came."""
    forfeit: bool = False
    """It was not played to its end: a side was absent, or has withdrawn."""
    stones: tuple[int, int] = (0, 0)
    """The stones of both sides."""
    games: tuple[int, int] = (0, 0)

    @property
    def is_played(self) -> bool:
        """Whether the cards decided."""
        return not self.forfeit


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two sides that are to meet. The other one is () where the first has a bye."""

    one: Side
    other: Side = ()
    slot: int = 0
    """The place in a bracket; the number of the group, from 1; 0 elsewhere."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing of a round, its table once it has one, and its result once it is over."""

    number: int
    """Counted through the whole tournament, from 1."""
    round: int
    one: Side
    other: Side = ()
    slot: int = 0
    table_id: int | None = None
    result: Result | None = None
    begun: bool = False
    """All four are at the table, and play."""
    called: bool = False
    """Those who are missing at its table were told once more."""
    people: tuple[int, ...] = ()
    """For whom the seats of its table are kept, by their numbers, the first side first."""
    lost: int = 0
    """How many tables it had before this one that were closed, which was nobody's fault."""
    former: tuple[int, ...] = ()
    """All tables that it had before."""
    paired_at: float = 0.0
    """This and the next in seconds since 1970, moved on by the time for which the tournament was paused."""
    opened_at: float = 0.0
    over_at: float = 0.0

    @property
    def is_bye(self) -> bool:
        """Whether the first side has nobody to play."""
        return not self.other

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be waited for."""
        return self.is_bye or self.result is not None

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides."""
        return self.one, self.other

    @property
    def entries(self) -> Side:
        """Everybody who is in it."""
        return self.one + self.other

    @property
    def winner(self) -> Side:
        """The side that won, also by a bye; () where neither did, or it is not over."""
        if self.is_bye:
            return self.one
        if self.result is None or self.result.winner is None:
            return ()
        return self.sides[self.result.winner]
