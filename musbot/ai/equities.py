"""Two against two: the exact chance that a seat's pair wins a lance, over every deal of the 36 other cards.

A deal is counted as it is dealt, without betting. A seat is known by its place from the mano, 0 to 3; the other
three are told apart by a pattern, a set of bits: 1 for the seat after it, 2 for its partner, 4 for the seat
before it.

The count goes over the 8 cards of a pair. What they leave decides in how many ways both opponents get hands, and
whatever the pair's hands are, all that matters is the better of the two: so for each way to take 8 cards by rank
(5,715 with 8 kings, 22,110 with 4) the opponents' pairs of hands are counted once, by strength, and the sums serve
every pair of hands made of those cards. All hands in every seat and lance are done in seconds, without a sample.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from musbot.ai.exact import COMB, Hands, Real, Whole, hands_of
from musbot.assets import asset
from musbot.game.hands import Lance

NEXT, PARTNER, BEFORE = 1, 2, 4
"""Bits of a pattern."""
_DECLARED = (Lance.PARES, Lance.JUEGO)
_PLAIN = (Lance.GRANDE, Lance.CHICA, Lance.PUNTO)

Progress = Callable[[int, int], None]
"""Told after each part how many parts of how many are done."""


@dataclass(frozen=True, slots=True)
class Equities:
    """Chances by lance, place from the mano (0 to 3) and hand."""

    plain: Real
    """(3, 4, n): the chance that the own pair wins grande, chica and punto. Punto is given that nobody has juego,
    and 0 for a hand with juego."""
    patterns: Real
    """(2, n, 8): the chance of each pattern of others who have pares, or juego."""
    given: Real
    """(2, 4, n, 8): the chance that the own pair wins pares, or juego, given the pattern; 0 where none of the pair
    has it (and where the pattern cannot be)."""
    ours: Real
    """(2, 4, n): stones of bonus that the own pair may expect from pares and juego."""
    theirs: Real
    """(2, 4, n): stones of bonus that the other pair may expect."""

    def win(self, lance: Lance) -> Real:
        """Return the chance that the own pair wins a lance (4, n); in pares and juego 0 where nobody has it."""
        if lance in _PLAIN:
            plain: Real = self.plain[_PLAIN.index(lance)]
            return plain
        place = _DECLARED.index(lance)
        result: Real = (self.patterns[place] * self.given[place]).sum(axis=-1)
        return result

    def lose(self, lance: Lance) -> Real:
        """Return the chance that the other pair wins a lance (4, n); it and `win` leave where nobody has it.

        For a hand with juego the answer for punto means nothing.
        """
        if lance in _PLAIN:
            result: Real = 1 - self.win(lance)
            return result
        place = _DECLARED.index(lance)
        owned = self.patterns[place].copy()
        owned[:, 0] *= self.given[place, 0, :, 0]
        lost: Real = owned.sum(axis=-1) - self.win(lance)
        return lost

    def nobody(self, lance: Lance) -> Real:
        """Return the chance that none of the other three has pares, or juego (n)."""
        result: Real = self.patterns[_DECLARED.index(lance), :, 0]
        return result

    def contest(self, lance: Lance) -> tuple[Real, Real, Real]:
        """Return the chances that only the own pair has pares, or juego; that only the other has; that both have (n).

        The rest is where nobody has.
        """
        place = _DECLARED.index(lance)
        chances = self.patterns[place]
        # Alone the own pair cannot lose: given that no rival has it, it wins for sure or has nothing.
        own = self.given[place, 0, :, 0] > 0
        rivals = chances[:, [NEXT, BEFORE, NEXT | BEFORE]].sum(axis=1)
        partner = chances[:, PARTNER]
        both = chances[:, [PARTNER | NEXT, PARTNER | BEFORE, 7]].sum(axis=1)
        alone = np.where(own, chances[:, 0] + partner, partner)
        return alone, np.where(own, 0.0, rivals), np.where(own, rivals + both, both)


def equities(
    kings: int, real31: bool = False, progress: Progress | None = None, likely: Real | None = None
) -> Equities:
    """Count the equities of every hand.

    `likely` weighs the hands of the other three, each by itself: 1 for every hand gives the deal as it is dealt,
    and the chance of a hand now over the chance to be dealt it gives that after an exchange. Needs numba, which
    `pip install musbot[train]` brings; with it both cores work, about 3 s with 8 kings and a minute with 4.
    """
    from musbot.ai.tally import WIDTH, tally

    hands = hands_of(kings, real31)
    weights = np.ones(hands.size) if likely is None else np.asarray(likely, dtype=np.float64)
    pairs, starts = _by_union(hands)
    tables = _tables(hands)
    sums = np.zeros((hands.size, WIDTH))
    # In sixty parts, so that there is a progress to tell; each is shared out among the cores.
    bounds = np.linspace(0, len(starts) - 1, 61).astype(np.int64)
    for part in range(60):
        sums += tally(bounds[part], bounds[part + 1], pairs, starts, weights, *tables)
        if progress:
            progress(part + 1, 60)
    return _finished(sums)


# The shipped tables

_FILE = "ai/equities.npz"
_STEPS = 65535
"""Chances are kept in steps of 1/65535 (0 and 1 exactly), stones, at most 6, in steps of 6/65535."""


@cache
def shipped(kings: int, real31: bool = False, exchanged: bool = False) -> Equities:
    """Return the equities that musbot brings along, of hands as they are dealt or as an exchange leaves them.

    Chances are within 5e-5 of what `equities` counts, stones within 1e-4.
    """
    name = f"{kings}-{'exchanged' if exchanged else 'dealt'}"
    juego = f"{name}-juego{'-real31' if real31 else ''}"
    with np.load(asset(_FILE)) as file:
        pares, declared = file[f"{name}-pares"], file[juego]
        given = np.stack([pares[..., :8], declared[..., :8]]) / _STEPS
        bonuses = np.stack([pares[..., 8:], declared[..., 8:]]) * (6 / _STEPS)
        patterns = file[f"{name}-patterns"].astype(np.float64)
        return Equities(
            plain=file[f"{name}-plain"] / _STEPS,
            # In whole steps they do not quite add up.
            patterns=patterns / patterns.sum(axis=-1, keepdims=True),
            given=given,
            ours=bonuses[..., 0],
            theirs=bonuses[..., 1],
        )


@cache
def shipped_likelihoods(kings: int) -> Real:
    """Return how likely each hand is after an exchange, over the chance to be dealt it."""
    with np.load(asset(_FILE)) as file:
        result: Real = file[f"{kings}-likely"].astype(np.float64)
        return result


def packed(name: str, table: Equities, real31: bool = False) -> dict[str, NDArray[Any]]:
    """Return the arrays of a table as they are shipped; of one with the real 31 only what it changes."""

    def steps(chances: Real) -> NDArray[np.uint16]:
        return np.round(chances * _STEPS).astype(np.uint16)

    def declared(place: int) -> NDArray[np.uint16]:
        bonuses = np.stack([table.ours[place], table.theirs[place]], axis=-1) / 6
        return steps(np.concatenate([table.given[place], bonuses], axis=-1))

    if real31:
        return {f"{name}-juego-real31": declared(1)}
    return {
        f"{name}-plain": steps(table.plain),
        f"{name}-patterns": steps(table.patterns),
        f"{name}-pares": declared(0),
        f"{name}-juego": declared(1),
    }


# The count


def _by_union(hands: Hands) -> tuple[Whole, Whole]:
    """Return all pairs of hands grouped by the cards they make together, and where each group begins."""
    first, second = np.divmod(np.arange(hands.size**2), hands.size)
    together = hands.counts[first] + hands.counts[second]
    possible = (together <= hands.copies).all(axis=1)
    # Eight cards at most of a rank: in base 9 the sum tells them apart.
    keys = together @ (9 ** np.arange(10, dtype=np.int64))
    order = np.flatnonzero(possible)
    order = order[np.argsort(keys[order], kind="stable")]
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    return np.stack([first[order], second[order]], axis=1), np.append(starts, len(order))


def _tables(hands: Hands) -> tuple[NDArray[Any], ...]:
    """Return what the count looks up: cards, slots, ranks in grande and chica, classes, bonuses."""
    slots = np.zeros((hands.size, 4), dtype=np.int64)
    for code, counts in enumerate(hands.counts):
        for place, rank in enumerate(np.flatnonzero(counts)):
            slots[code, place] = rank * 5 + counts[rank]
    juego = hands.strength[3]
    return (
        hands.counts,
        hands.copies,
        COMB,
        slots,
        hands.strength[1],
        hands.strength[2],
        # One class for juego and punto: totals without juego first.
        np.where(juego > 0, 30 + juego, hands.total),
        hands.kind,
        hands.juego_bonus,
    )


def _finished(sums: Real) -> Equities:
    from musbot.ai.tally import DECLARED, HEAD

    n = len(sums)
    mass, without = sums[:, 0], sums[:, 1]
    plain = np.zeros((3, 4, n))
    for lance in range(3):
        whole = without if lance == 2 else mass
        won = sums[:, 2 + 4 * lance : 6 + 4 * lance].T
        np.divide(won, whole, out=plain[lance], where=whole > 0)
    patterns, given = np.zeros((2, n, 8)), np.zeros((2, 4, n, 8))
    ours, theirs = np.zeros((2, 4, n)), np.zeros((2, 4, n))
    for lance in range(2):
        part = sums[:, HEAD + lance * DECLARED : HEAD + (lance + 1) * DECLARED]
        patterns[lance] = part[:, :8] / mass[:, None]
        won = part[:, 8:40].reshape(n, 4, 8).transpose(1, 0, 2)
        np.divide(won, part[None, :, :8], out=given[lance], where=part[None, :, :8] > 0)
        ours[lance] = (part[:, 40:44] / mass[:, None]).T
        theirs[lance] = (part[:, 44:48] / mass[:, None]).T
    return Equities(plain, patterns, given, ours, theirs)
