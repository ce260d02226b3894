"""Players that take a seat, by level, and the guard that keeps a game going whatever they do."""

from __future__ import annotations

import logging
import random
from typing import Protocol

from musbot.ai.thresholds import Thresholds
from musbot.game.actions import Action, Legal, Word, drop, say
from musbot.game.views import SeatView

_log = logging.getLogger(__name__)


class Player(Protocol):
    """Chooses for a seat. It is told what a person in that seat would see, and no more."""

    @property
    def name(self) -> str:
        """Its level."""
        ...

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions, the same one for the same view and state of `rng`."""
        ...


LEVELS: dict[str, Player] = {"club": Thresholds("club")}
"""The players that a table may ask for, by level. Register another by adding it here."""

_LEAST = (Word.AGREE, Word.CUT, Word.HOLD, Word.FOLD)


def play_seat(level: str, view: SeatView, legal: Legal, rng: random.Random) -> Action:
    """Return what the player of a level does in a seat; always a legal action.

    A player that fails, or that chooses what is not legal, is logged and does the least instead: see `least`.
    `KeyError` for an unknown level, `ValueError` where the seat may do nothing.
    """
    player = LEVELS[level]
    default = least(legal)
    try:
        action = player.choose(view, legal, rng)
    except Exception:  # noqa: BLE001 - a player may be anybody's code, and the game must go on
        _log.exception("player %s failed in seat %d; it does the least: %s", level, legal.seat, default)
        return default
    if action not in legal:
        _log.error("player %s chose %s of %r; it does the least: %s", level, action, legal, default)
        return default
    return action


def least(legal: Legal) -> Action:
    """Return the action that commits a seat to least: agree, else cut the mus, hold, fold, or drop a card.

    `ValueError` where nothing is legal.
    """
    for word in _LEAST:
        if word in legal.words:
            return say(legal.seat, word)
    if legal.hand:
        return drop(legal.seat, legal.hand[-1:])
    raise ValueError(f"seat {legal.seat} has nothing to do")
