"""Mus or cut, and what to keep: what a hand is worth in stones, and the hands that an exchange leaves.

A hand's worth is counted as if every lance it meets were played for a stone and a half: a little more than a held
one, since some bets are called. Better values need betting itself; these settle which cards to keep in nearly all
hands.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from musbot.ai.equities import Equities, equities, packed
from musbot.ai.exact import Real, draws_of, hands_of
from musbot.game.hands import Lance

STAKE = 1.5
"""Stones for which a lance is taken to be played."""
ROUNDS = 4
"""After so many rounds the hands that say mus and what they keep change no more."""


def stones(table: Equities, punto_bonus: int = 0, stake: float = STAKE) -> Real:
    """Return the stones that a pair may expect to win over those it may lose, by place and hand (4, n)."""
    return sum(
        (stones_in(table, lance, punto_bonus, stake) for lance in Lance), np.zeros(table.plain.shape[1:])
    )


def stones_in(table: Equities, lance: Lance, punto_bonus: int = 0, stake: float = STAKE) -> Real:
    """Return the part of `stones` that a lance gives, its bonus included (4, n)."""
    result: Real
    match lance:
        case Lance.GRANDE | Lance.CHICA:
            result = stake * (2 * table.win(lance) - 1)
        case Lance.PUNTO:
            # A hand with juego never plays punto: given that, and that nobody else has juego.
            has_juego = table.given[1, 0, :, 0] > 0
            chance = np.where(has_juego, 0, table.nobody(Lance.JUEGO))
            result = chance * (stake + punto_bonus) * (2 * table.win(lance) - 1)
        case _:
            place = 0 if lance is Lance.PARES else 1
            alone, against, _ = table.contest(lance)
            played = (table.win(lance) - alone) - (table.lose(lance) - against)
            result = stake * played + table.ours[place] - table.theirs[place]
    return result


def settle(kings: int, tell: Callable[[str], None] | None = None) -> tuple[Equities, Real]:
    """Return the equities of hands as they are dealt, and how likely each hand is after an exchange.

    The likelihood is the chance of a hand after all four have said mus over the chance to be dealt it, which
    `equities` takes. A hand says mus where the best cards to keep promise more than it is worth; the answer
    depends on what the others hold after they did the same, so it is found in rounds. All four places count alike.
    """
    hands, draws = hands_of(kings), draws_of(kings)
    dealt = hands.ways / hands.ways.sum()
    first = after = equities(kings)
    now = stones(first)
    likely = np.ones(hands.size)
    for number in range(ROUNDS):
        kept = draws.mean(stones(after))
        spread = np.zeros(hands.size)
        cuts = 0.0
        for place in range(4):
            best = draws.best(kept[place])
            says_mus = now[place] <= kept[place][best]
            cuts += float((dealt * ~says_mus).sum()) / 4
            spread += draws.spread(best, dealt * says_mus)
        spread /= spread.sum()
        change = float(np.abs(spread / dealt - likely) @ dealt) / 2
        likely = spread / dealt
        if tell:
            tell(
                f"exchange with {kings} kings, round {number + 1}: {change:.4f} of the hands changed, {cuts:.3f} cut"
            )
        if number < ROUNDS - 1:
            after = equities(kings, likely=likely)
    return first, likely


def make_tables(folder: Path, tell: Callable[[str], None] | None = None) -> Path:
    """Count everything that `musbot.ai.equities.shipped` gives and write it into a folder; return the file.

    Takes some ten minutes on two slow cores, nearly all of it for 4 kings.
    """
    arrays: dict[str, NDArray[Any]] = {}
    for kings in (8, 4):
        dealt, likely = settle(kings, tell)
        arrays |= packed(f"{kings}-dealt", dealt)
        arrays |= packed(f"{kings}-exchanged", equities(kings, likely=likely))
        arrays |= packed(f"{kings}-dealt", equities(kings, real31=True), real31=True)
        arrays |= packed(f"{kings}-exchanged", equities(kings, real31=True, likely=likely), real31=True)
        arrays[f"{kings}-likely"] = likely.astype(np.float32)
        if tell:
            tell(f"equities with {kings} kings: done")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "equities.npz"
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]  # no array is named allow_pickle
    return path
