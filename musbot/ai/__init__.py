"""A seat without a person: what it says when it is its turn, given what its player would see.

>>> import random
>>> from musbot.ai import play_seat
>>> from musbot.game import Action, Deal, Options
>>> from musbot.game.views import seat_view
>>> deal = Deal(Options(), mano=1)
>>> for line in ("deal 1 Ro Rc Re 1b", "deal 2 Cc 6o 5o 4o", "deal 3 7e Rb Sc 1o", "deal 4 7o 7c Sb 2e"):
...     deal.push(Action.parse(line))
>>> str(play_seat("club", seat_view(deal, 1), deal.legal(1), random.Random(1)))
'1 cut'
"""

from musbot.ai.player import LEVELS, MANNERS, USUAL, Player, play_seat, player_of, sign_seat
from musbot.ai.signalling import signals_to_send

__all__ = [
    "LEVELS",
    "MANNERS",
    "USUAL",
    "Player",
    "play_seat",
    "player_of",
    "sign_seat",
    "signals_to_send",
]
