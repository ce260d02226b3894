"""A match of Mus: deals until a pair has won the games it needs."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.actions import Action, IllegalAction, Legal
from musbot.game.count import PairName, pair_index
from musbot.game.deal import Deal, Phase, Scores
from musbot.game.options import Options
from musbot.game.seats import Seat, seat_after


class Match:
    """The deals of one match; actions are pushed onto the last of them.

    A new deal begins with the first card dealt after a deal is over: `next_deal` makes it, and so does
    pushing a ``deal`` action.

    :param mano: the seat that is mano in the first deal.
    :param scores: stones of the pairs at the start, for a match that is taken up in the middle.
    """

    __slots__ = ("deals", "games", "options")

    def __init__(self, options: Options, mano: Seat, scores: Sequence[int] = (0, 0)) -> None:
        self.options = options
        self.deals = [Deal(options, mano, scores, first=True)]
        self.games = [0, 0]
        """Games won by pair A and pair B."""

    @property
    def deal(self) -> Deal:
        """The deal in progress, or the last one."""
        return self.deals[-1]

    @property
    def winner(self) -> PairName | None:
        """The pair that has won the match."""
        needed = self.options.games_to_win
        return "A" if self.games[0] >= needed else "B" if self.games[1] >= needed else None

    @property
    def is_over(self) -> bool:
        """Whether a pair has won the match."""
        return self.winner is not None

    @property
    def scores(self) -> Scores:
        """Stones of the pairs in the game in progress (of the last game, when the match is over)."""
        return self.deal.scores

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act."""
        return self.deal.to_act

    def legal(self, seat: Seat | None = None) -> Legal:
        """Return the legal actions of a seat; by default, of the first that is to act."""
        return self.deal.legal(seat)

    def push(self, action: Action) -> None:
        """Do an action in the deal in progress, or raise `IllegalAction`."""
        deal = self.deals[-1]
        if deal.phase is Phase.OVER and action.word == "deal":
            deal = self._following()
            deal.push(action)
            self.deals.append(deal)
            return
        deal.push(action)
        if deal.phase is Phase.OVER:
            winner = deal.game_winner
            if winner:
                self.games[pair_index(winner)] += 1

    def next_deal(self, mano: Seat | None = None, scores: Sequence[int] | None = None) -> Deal:
        """Begin the next deal and return it; `IllegalAction` while one is going on or the match is over.

        The mano moves on by a seat and the scores are carried on (from 0 after a won game). A caller that
        names them has them checked: `ValueError` where they are not what the deal before left.
        """
        deal = self._following()
        if mano is not None and mano != deal.mano:
            raise ValueError(f"mano = {mano}, but after the deal before it is seat {deal.mano}")
        if scores is not None and tuple(scores) != deal.scores:
            raise ValueError(f"scores = {list(scores)}, but the deal before left {list(deal.scores)}")
        self.deals.append(deal)
        return deal

    def copy(self) -> Match:
        """Return an independent copy; deals that are over are shared."""
        twin = Match.__new__(Match)
        twin.options = self.options
        twin.deals = [*self.deals[:-1], self.deals[-1].copy()]
        twin.games = list(self.games)
        return twin

    def _following(self) -> Deal:
        last = self.deal
        if not last.is_over:
            raise IllegalAction("no new deal: this one is not over")
        if self.is_over:
            raise IllegalAction("no new deal: the match is over")
        carried = (0, 0) if last.game_winner else last.scores
        return Deal(self.options, seat_after(last.mano), carried)
