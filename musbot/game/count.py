"""The count at the end of a deal: who won each lance, and what it was worth."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from musbot.game.hands import Lance, best_seat

if TYPE_CHECKING:
    from musbot.game.deal import Deal

PairName: TypeAlias = Literal["A", "B"]
"""A: seats 1 and 3. B: seats 2 and 4."""


class Outcome(StrEnum):
    """How a lance ended."""

    HELD = "held"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ORDAGO = "ordago"
    UNOPPOSED = "unopposed"
    SKIPPED = "skipped"
    UNSCORED = "unscored"


class Settled(NamedTuple):
    """A lance that is decided, as everybody at the table knows it."""

    lance: Lance
    outcome: Outcome
    stake: int
    """Stones it is played for; of a refused bet, those the refusal gave."""
    pair: PairName | None
    """The winner by a refusal, or the one pair that has pares or juego; None where the cards will tell."""


class LanceResult(NamedTuple):
    """One line of the count, with the fields of a record's score sheet."""

    lance: Lance
    outcome: Outcome
    stake: int
    bonus: int
    winner: PairName | None
    seat: int | None
    """The best hand among those that could bet (of the winning pair alone, where a bet was refused)."""
    points: int
    """Stones that were really added to the winner's score."""


def pair_name(seat: int) -> PairName:
    """Return the pair a seat belongs to."""
    return "A" if seat & 1 else "B"


def pair_index(pair: PairName) -> int:
    """Return 0 for pair A and 1 for pair B."""
    return 0 if pair == "A" else 1


def bonus_of(deal: Deal, pair: PairName, lance: Lance) -> int:
    """Return the stones that a pair's cards are worth in a lance it wins."""
    if lance is Lance.PUNTO:
        return deal.options.punto_bonus
    first, second = (1, 3) if pair == "A" else (2, 4)
    if lance is Lance.PARES:
        return deal.facts(first).pares_bonus + deal.facts(second).pares_bonus
    if lance is Lance.JUEGO:
        return deal.facts(first).juego_bonus + deal.facts(second).juego_bonus
    return 0


def count(deal: Deal) -> tuple[tuple[LanceResult, ...], list[int]]:
    """Count a deal whose lances are settled; return its results and the pairs' final stones.

    Refused bets were scored when they were refused. The lances are counted in their order until a pair
    reaches the target; an accepted órdago goes before all accepted bets.
    """
    target = deal.options.target
    points = list(deal.points)
    facts = [None, deal.facts(1), deal.facts(2), deal.facts(3), deal.facts(4)]
    over = max(points) >= target or deal.settled[-1].outcome is Outcome.ORDAGO
    at_once = _refusals(deal)
    results = []
    for place, settled in enumerate(deal.settled):
        lance, outcome, stake, pair = settled
        if outcome is Outcome.SKIPPED:
            results.append(LanceResult(lance, outcome, 0, 0, None, None, 0))
            continue
        able = deal.holders(lance)
        if pair is not None:
            able = tuple(seat for seat in able if pair_name(seat) == pair)
        seat = best_seat(facts, able, lance)
        winner = pair_name(seat)
        if outcome is Outcome.ORDAGO:
            side = pair_index(winner)
            results.append(LanceResult(lance, outcome, 0, 0, winner, seat, target - points[side]))
            points[side] = target
            continue
        bonus = bonus_of(deal, winner, lance)
        gained = 0
        if not over:
            due = bonus if outcome is Outcome.REFUSED else stake + bonus
            side = pair_index(winner)
            gained = min(due, target - points[side])
            points[side] += gained
            over = points[side] >= target
        elif outcome is not Outcome.REFUSED:
            outcome = Outcome.UNSCORED
        results.append(LanceResult(lance, outcome, stake, bonus, winner, seat, at_once[place] + gained))
    return tuple(results), points


def _refusals(deal: Deal) -> Sequence[int]:
    """Return the stones that each lance added at once, because a bet was refused."""
    target = deal.options.target
    points = list(deal.scores_before)
    added = []
    for settled in deal.settled:
        if settled.outcome is Outcome.REFUSED and settled.pair is not None:
            side = pair_index(settled.pair)
            added.append(min(settled.stake, target - points[side]))
            points[side] += added[-1]
        else:
            added.append(0)
    return added
