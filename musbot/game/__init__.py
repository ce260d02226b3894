"""The rules of Mus: pure values, without clock, input/output or randomness of their own.

The centre is `Match`, a value that actions are pushed onto:

>>> from musbot.game import Action, Match, Options
>>> match = Match(Options(), mano=1)
>>> for line in ("deal 1 Ro Co 7e 1b", "deal 2 Cc 6o 5o 4o", "deal 3 Re Rb Sc 1o", "deal 4 7o 7c Sb 2e"):
...     match.push(Action.parse(line))
>>> match.push(Action.parse("1 cut"))
>>> match.deal.lance, match.deal.to_act
(<Lance.GRANDE: 'grande'>, (1,))
>>> match.legal().texts()
['hold', 'bet 2..40', 'ordago']
>>> match.push(Action.parse("2 call"))
Traceback (most recent call last):
...
musbot.game.actions.IllegalAction: seat 2 may not call: it is seat 1's turn
"""

from musbot.game.actions import Action, IllegalAction, Legal, Word
from musbot.game.cards import CARDS, Card, card_name, parse_card
from musbot.game.deal import Deal, Lance, LanceResult, Outcome, Phase
from musbot.game.hands import Pares, hand
from musbot.game.match import Match
from musbot.game.options import Options
from musbot.game.seats import Seat
from musbot.game.shuffle import Dealer, SeededShuffle

__all__ = [
    "CARDS",
    "Action",
    "Card",
    "Deal",
    "Dealer",
    "IllegalAction",
    "Lance",
    "LanceResult",
    "Legal",
    "Match",
    "Options",
    "Outcome",
    "Pares",
    "Phase",
    "Seat",
    "SeededShuffle",
    "Word",
    "card_name",
    "hand",
    "parse_card",
]
