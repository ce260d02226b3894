"""Players that take a seat, by level, and the guard that keeps a game going whatever they do."""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from musbot.ai.beginners import Casual, Novice
from musbot.ai.lookahead import Lookahead
from musbot.ai.solved import BOLD, CHICA, QUIET, Solved
from musbot.ai.thresholds import Thresholds
from musbot.game.actions import Action, Legal, Word, drop, say
from musbot.game.views import SeatView

log = logging.getLogger(__name__)


class Player(Protocol):
    """Chooses for a seat. It is told what a person in that seat would see, and no more."""

    @property
    def name(self) -> str:
        """Its level."""
        ...

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions, the same one for the same view and state of `rng`."""
        ...

    def signals(self, view: SeatView, rng: random.Random) -> tuple[str, ...]:
        """Return the signals that it sends for the hand it has just got, the best first.

        `musbot.ai.signalling.signals_to_send` is what most players do.
        """
        ...


_CLUB = Thresholds("club")
_CASUAL = Casual()
_NOVICE = Novice()

LEVELS: dict[str, Player] = {
    "novice": _NOVICE,
    "casual": _CASUAL,
    "club": _CLUB,
    "expert": Solved("expert"),
    "master": Lookahead("master"),
}
"""The players that a table may ask for, by level, the weakest first. Register another by adding it here."""

USUAL = "club"
"""The level of a table that asks for none."""

MANNERS: dict[str, Mapping[str, Player]] = {
    "novice": {
        "bold": replace(_NOVICE, opens=0.77),
        "quiet": replace(_NOVICE, opens=0.85),
        "chica": replace(_NOVICE, likes_chica=0.02),
    },
    "casual": {
        "bold": replace(_CASUAL, opens=0.46, cuts=0.48),
        "quiet": replace(_CASUAL, opens=0.54, cuts=0.53),
        "chica": replace(_CASUAL, likes_chica=0.02),
    },
    "club": {
        "bold": replace(_CLUB, bluff=0.12, cut_above=0.67),
        "quiet": replace(_CLUB, bluff=0.02, cut_above=0.73),
        "chica": replace(_CLUB, likes_chica=0.04),
    },
    "expert": {
        "bold": Solved("expert", BOLD),
        "quiet": Solved("expert", QUIET),
        "chica": Solved("expert", CHICA),
    },
    "master": {
        "bold": Lookahead("master", BOLD),
        "quiet": Lookahead("master", QUIET),
        "chica": Lookahead("master", CHICA),
    },
}
"""Personalities: other manners of a level, to be as strong as itself within three games in a hundred."""

_LEAST = (Word.AGREE, Word.CUT, Word.HOLD, Word.FOLD)


def player_of(level: str, manner: str = "") -> Player:
    """Return the player of a level, in a manner of its own where it has one of that name.

    Tables outlive levels: where there is none of a name any more, its seats are played by the usual one, which
    is logged. `KeyError` where that is gone too.
    """
    player = MANNERS.get(level, {}).get(manner) or LEVELS.get(level)
    if player is None:
        log.warning("there is no level %r: %s plays in its place", level, USUAL)
        player = LEVELS[USUAL]
    return player


def play_seat(level: str, view: SeatView, legal: Legal, rng: random.Random, manner: str = "") -> Action:
    """Return what the player of a level does in a seat; always a legal action.

    A player that fails, that is not there, or that chooses what is not legal, is logged and does the least instead:
    see `least`. `ValueError` where the seat may do nothing.
    """
    default = least(legal)
    try:
        action = player_of(level, manner).choose(view, legal, rng)
    except Exception:  # a player may be anybody's code, and the game must go on
        log.exception("player %s failed in seat %d; it does the least: %s", level, legal.seat, default)
        return default
    if action not in legal:
        log.error("player %s chose %s of %r; it does the least: %s", level, action, legal, default)
        return default
    return action


def sign_seat(level: str, view: SeatView, rng: random.Random, manner: str = "") -> tuple[str, ...]:
    """Return what the player of a level signals for a new hand; only what may be signalled, each once.

    A player that fails is logged and signals nothing.
    """
    try:
        names = tuple(player_of(level, manner).signals(view, rng))
    except Exception:  # a player may be anybody's code, and the game must go on
        log.exception("player %s failed to signal in seat %d", level, view.seat)
        return ()
    allowed = tuple(name for name in dict.fromkeys(names) if name in view.may_sign)
    if allowed != names:
        log.error("player %s signals %s where it may signal %s", level, names, view.may_sign)
    return allowed


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
