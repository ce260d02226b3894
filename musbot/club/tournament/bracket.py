"""Brackets of single and double elimination: places, what feeds them, and what is known of them.

A bracket is the same for every field of a size; who is in it follows from the seeds and the results. Sides that
nobody can come to any more are `NOBODY`: whoever meets nobody goes on. Where neither of two came, the better seed goes
on, so that there is always a winner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from musbot.club.tournament.meetings import Result

NOBODY = 0
"""Stands where a bye leaves a side empty."""
Known = int | None
"""An entry, `NOBODY`, or None where it is not decided yet."""


class Part(StrEnum):
    """The part of a bracket to which a place belongs."""

    MAIN = "main"
    LOSERS = "losers"
    THIRD = "third"
    FINAL = "final"
    """Of a double elimination: who has lost nothing against who came back."""
    RESET = "reset"
    """The second final, for which both have lost once."""


class From(StrEnum):
    """Where a side comes from."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Source:
    """A seed (from 1), or who won or lost at a slot."""

    kind: From
    number: int


@dataclass(frozen=True, slots=True)
class Place:
    """A meeting of the bracket. What feeds it has a smaller slot."""

    slot: int
    part: Part
    round: int
    """The round of its part, from 1."""
    one: Source
    other: Source


def seed_order(size: int) -> list[int]:
    """Return the seeds from top to bottom, so that the best two can meet in the final alone, and so on.

    >>> seed_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return order


def size_for(count: int) -> int:
    """Return the power of two that has room for so many, 2 at least."""
    return 1 << max(1, (count - 1).bit_length())


def single(count: int, *, third: bool = False) -> tuple[Place, ...]:
    """Return the bracket of a single elimination of 2 or more, perhaps with a meeting for the third place."""
    drawn = _Drawn()
    rounds = drawn.main(count)
    if third and len(rounds) > 1:
        one, other = rounds[-2]
        # Before the final, which stays the last.
        final = drawn.places.pop()
        drawn.add(Part.THIRD, 1, Source(From.LOSER, one), Source(From.LOSER, other))
        drawn.add(Part.MAIN, final.round, final.one, final.other)
    return tuple(drawn.places)


def double(count: int) -> tuple[Place, ...]:
    """Return the bracket of a double elimination of 2 or more: out is who has lost twice."""
    drawn = _Drawn()
    rounds = drawn.main(count)
    dropped = [Source(From.LOSER, slot) for slot in rounds[0]]
    number = 0
    for index, slots in enumerate(rounds[1:]):
        number += 1
        left = drawn.add_all(Part.LOSERS, number, _neighbours(dropped))
        # Those who come down now go in the other order each time, lest the same two should meet again at once.
        down = [Source(From.LOSER, slot) for slot in (slots if index % 2 else reversed(slots))]
        number += 1
        dropped = drawn.add_all(Part.LOSERS, number, list(zip(down, left, strict=True)))
    best = Source(From.WINNER, rounds[-1][0])
    final = drawn.add(Part.FINAL, 1, best, dropped[0])
    drawn.add(Part.RESET, 1, Source(From.WINNER, final), Source(From.LOSER, final))
    return tuple(drawn.places)


def _neighbours(sources: Sequence[Source]) -> list[tuple[Source, Source]]:
    return list(zip(sources[::2], sources[1::2], strict=True))


class _Drawn:
    """A bracket that is being drawn."""

    def __init__(self) -> None:
        self.places: list[Place] = []

    def add(self, part: Part, number: int, one: Source, other: Source) -> int:
        self.places.append(Place(len(self.places) + 1, part, number, one, other))
        return len(self.places)

    def add_all(self, part: Part, number: int, pairs: Sequence[tuple[Source, Source]]) -> list[Source]:
        return [Source(From.WINNER, self.add(part, number, *pair)) for pair in pairs]

    def main(self, count: int) -> list[list[int]]:
        """Draw the tree in which nobody has lost; return the slots of its rounds."""
        if count < 2:
            raise ValueError(f"a bracket of {count}: it takes two")
        alive = [Source(From.SEED, seed) for seed in seed_order(size_for(count))]
        rounds: list[list[int]] = []
        while len(alive) > 1:
            alive = self.add_all(Part.MAIN, len(rounds) + 1, _neighbours(alive))
            rounds.append([source.number for source in alive])
        return rounds


class Bracket:
    """What is known of a bracket.

    :param seeds: the entries, the best first.
    :param results: by slot.
    """

    def __init__(self, places: Sequence[Place], seeds: Sequence[int], results: Mapping[int, Result]) -> None:
        self.places = tuple(places)
        self._rank = {entry: rank for rank, entry in enumerate(seeds)}
        self._seeds = seeds
        self._results = results
        self.sides: dict[int, tuple[Known, Known]] = {}
        self._won: dict[int, Known] = {}
        self._lost: dict[int, Known] = {}
        for place in self.places:
            self._fill(place)

    @property
    def ready(self) -> tuple[tuple[int, int, int], ...]:
        """The slots that have both sides and no result, with the sides."""
        return tuple(
            (slot, one, other)
            for slot, (one, other) in self.sides.items()
            if one and other and slot not in self._results
        )

    @property
    def champion(self) -> Known:
        """Who has won; None before."""
        return self._won[self.places[-1].slot]

    def winner(self, slot: int) -> Known:
        """Return who goes on from a slot."""
        return self._won[slot]

    def loser(self, slot: int) -> Known:
        """Return who does not."""
        return self._lost[slot]

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the champion, once there is one, and those who are out, the best first; equals stand together."""
        found: list[tuple[int, ...]] = []
        seen = {NOBODY}

        def add(*known: Known) -> None:
            fresh = {each for each in known if each is not None} - seen
            if fresh:
                found.append(tuple(sorted(fresh, key=self._rank.__getitem__)))
                seen.update(fresh)

        add(self.champion)
        last = self.places[-1]
        is_double = last.part is Part.RESET
        if not is_double or self.champion:
            add(self._lost[last.slot])
            add(*(self._lost[place.slot] for place in self.places if place.part is Part.FINAL))
        for place in self.places:
            if place.part is Part.THIRD:
                add(self._won[place.slot])
                add(self._lost[place.slot])
        out = Part.LOSERS if is_double else Part.MAIN
        rounds = {place.round for place in self.places if place.part is out}
        for number in sorted(rounds, reverse=True):
            here = (place.slot for place in self.places if place.part is out and place.round == number)
            add(*(self._lost[slot] for slot in here))
        return tuple(found)

    def _fill(self, place: Place) -> None:
        one, other = self._known(place.one), self._known(place.other)
        if place.part is Part.RESET and other and one != self.sides[place.slot - 1][1]:
            other = NOBODY  # who had lost nothing has won the final
        self.sides[place.slot] = one, other
        won: Known = None
        lost: Known = None
        result = self._results.get(place.slot)
        if NOBODY in (one, other):
            won, lost = (other if one == NOBODY else one), NOBODY
        elif one is not None and other is not None and result is not None:
            won, lost = (one, other) if self._goes_on(one, other, result) == 0 else (other, one)
        self._won[place.slot], self._lost[place.slot] = won, lost

    def _goes_on(self, one: int, other: int, result: Result) -> int:
        if result.winner is not None:
            return result.winner
        return int(self._rank[other] < self._rank[one])

    def _known(self, source: Source) -> Known:
        if source.kind is From.SEED:
            return self._seeds[source.number - 1] if source.number <= len(self._seeds) else NOBODY
        return (self._won if source.kind is From.WINNER else self._lost)[source.number]
