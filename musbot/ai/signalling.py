"""What a seat without a person signals to its partner: always the truth, and seldom all of it."""

from __future__ import annotations

import random

from musbot.game.deal import Phase
from musbot.game.signals import true_signals
from musbot.game.views import SeatView

MOST = 2
"""Signals for one hand: one of its pares and one of its juego tell it well enough."""

_CHANCES = {
    "duples": 0.95,
    "thirty-one": 0.95,
    "three-kings": 0.95,
    "medias": 0.85,
    "three-aces": 0.85,
    "two-kings": 0.8,
    "two-aces": 0.6,
    "juego": 0.6,
    "thirty": 0.6,
    "blind": 0.5,
    "twenty-nine": 0.4,
}
"""The best signals first, with the chance that a hand which has one sends it."""
_WHERE_ALL_SEE = 0.5
"""How much of that chance is left where the other pair sees it too."""


def signals_to_send(view: SeatView, rng: random.Random) -> tuple[str, ...]:
    """Return the signals a seat sends for the hand it has just got, the best first: none, one or two.

    Each is true of the hand, at a table where signals may lie too, and can be sent now. A wish to cut the mus
    goes before everything else where the hand says so.
    """
    if view.facts is None or not view.may_sign:
        return ()
    public = view.public.options.signals == "public"
    scale = _WHERE_ALL_SEE if public else 1.0
    true = true_signals(view.facts)
    chosen = [
        name
        for name, chance in _CHANCES.items()
        if name in view.may_sign and name in true and rng.random() < chance * scale
    ]
    strong = {"duples", "thirty-one"} <= true or {"three-kings", "thirty-one"} <= true
    if strong and view.public.phase is Phase.MUS and "cut" in view.may_sign and rng.random() < scale:
        chosen.insert(0, "cut")
    return tuple(chosen[: 1 if public else MOST])
