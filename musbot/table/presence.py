"""Who is there: decisions left to the clock, seats given up in a game, votes to remove somebody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Gone:
    """A person whose seat went to an AI player in the middle of a game."""

    seat: int
    person_id: int
    name: str
    why: str
    """As in the event `Left`."""
    at: float
    """When, in seconds since 1970."""
    deal: int
    """The number of the deal in which that was."""
    back: int | None = None
    """The number of the deal in which the same person came back."""

    @property
    def is_away(self) -> bool:
        """Whether the person may have meant to stay, and is expected back."""
        return self.why in ("away", "outvoted")

    def to_data(self) -> dict[str, Any]:
        """Return it as the archive keeps it."""
        return {
            "person": self.person_id,
            "name": self.name,
            "why": self.why,
            "at": self.at,
            "deal": self.deal,
            "back": self.back,
        }


@dataclass(frozen=True, slots=True)
class Presence:
    """What is known of the presence of those at a table, in a game."""

    misses: Mapping[int, int] = field(default_factory=dict)
    """How many decisions in a row each seat has left to the clock; seats with none are left out."""
    gone: tuple[Gone, ...] = ()
    """All who gave up a seat, in order."""
    votes: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """Who wants whom to be removed, by the person to be removed. Votes count in the deal in which they are cast."""
    by_clock: frozenset[tuple[int, int, int]] = frozenset()
    """The words that the clock said: the number of the deal, the seat, and its how many-th word that was, from 0."""

    def acted(self, seat: int) -> Presence:
        """The person on a seat did something."""
        return self._with_misses(seat, 0) if seat in self.misses else self

    def timed_out(self, seat: int, deal: int, place: int) -> Presence:
        """The clock acted for a seat: it was its word number `place` of the deal, from 0."""
        missed = self._with_misses(seat, self.misses.get(seat, 0) + 1)
        return replace(missed, by_clock=self.by_clock | {(deal, seat, place)})

    def left(self, gone: Gone) -> Presence:
        """A person gave up a seat, or lost it."""
        votes = {person: who for person, who in self.votes.items() if person != gone.person_id}
        return replace(self._with_misses(gone.seat, 0), gone=(*self.gone, gone), votes=votes)

    def sat(self, seat: int, person_id: int | None, deal: int) -> Presence:
        """A person or an AI player took a seat."""
        last = self.last(seat)
        gone = self.gone
        if last is not None and person_id is not None and last.person_id == person_id:
            gone = tuple(replace(each, back=deal) if each is last else each for each in gone)
        return replace(self._with_misses(seat, 0), gone=gone)

    def voted(self, by: int, against: int) -> Presence:
        """A person wants another one to be removed."""
        return replace(self, votes={**self.votes, against: self.votes.get(against, NOBODY) | {by}})

    def new_deal(self) -> Presence:
        """A deal began."""
        return replace(self, votes={}) if self.votes else self

    def last(self, seat: int) -> Gone | None:
        """Return who gave up a seat last; None where nobody has."""
        return next((each for each in reversed(self.gone) if each.seat == seat), None)

    def of(self, person_id: int) -> Gone | None:
        """Return the seat that a person gave up last; None where they gave up none."""
        return next((each for each in reversed(self.gone) if each.person_id == person_id), None)

    def _with_misses(self, seat: int, count: int) -> Presence:
        misses = {each: number for each, number in self.misses.items() if each != seat}
        return replace(self, misses={**misses, seat: count} if count else misses)
