"""Betting in one lance: who speaks, who answers, and when the partner is asked."""

from __future__ import annotations

from musbot.game.actions import Action, Legal, Word, legal
from musbot.game.count import Outcome, PairName, pair_name
from musbot.game.options import Options
from musbot.game.seats import Seat, partner_of, seat_after

_OPENING = (Word.HOLD, Word.BET, Word.ORDAGO)
_ANSWER = (Word.CALL, Word.FOLD, Word.BET, Word.ORDAGO)
_ANSWER_TO_ORDAGO = (Word.CALL, Word.FOLD)
_AFTER_PROPOSED_FOLD = (Word.AGREE, Word.CALL, Word.BET, Word.ORDAGO)
_AFTER_PROPOSED_CALL = (Word.AGREE, Word.FOLD, Word.BET, Word.ORDAGO)
_AFTER_PROPOSED_BET = (Word.AGREE, Word.BET, Word.ORDAGO)

End = tuple[Outcome, int, PairName | None]
"""How betting ended: the outcome, the stones it is for (of a refusal: those it gives at once; of a held lance
and an órdago 0), and the pair that has won it by a refusal."""


class Betting:
    """The words of one lance.

    :param order: the seats that may bet, in order from the mano; `mask` holds the same as bits ``1 << seat``.

    The caller has made sure that an action is in `legal` before it pushes it.
    """

    __slots__ = (
        "_mask",
        "_options",
        "_order",
        "bet",
        "bettor",
        "folded",
        "legal",
        "ordago",
        "proposal",
        "refusal",
        "turn",
    )

    def __init__(self, options: Options, order: tuple[Seat, ...], mask: int) -> None:
        self._options = options
        self._order = order
        self._mask = mask
        self.bet = 0
        """Stones of the open bet; 0 while there is none, and of the last bet before an órdago."""
        self.ordago = False
        """An órdago is open."""
        self.refusal = 1
        """Stones that refusing the open bet gives to the bettor's pair."""
        self.bettor: Seat = 0
        self.proposal: Action | None = None
        """What the partner of the seat to act wants to say, and asks it to confirm."""
        self.folded: Seat = 0
        """The seat that has folded and left the answer to its partner."""
        self.turn: Seat = order[0]
        self.legal: Legal = self._legal(_OPENING, 2)

    def copy(self) -> Betting:
        """Return an independent copy."""
        twin = Betting.__new__(Betting)
        twin._options, twin._order, twin._mask = self._options, self._order, self._mask
        twin.bet, twin.ordago, twin.refusal = self.bet, self.ordago, self.refusal
        twin.bettor, twin.proposal, twin.folded = self.bettor, self.proposal, self.folded
        twin.turn, twin.legal = self.turn, self.legal
        return twin

    def push(self, action: Action) -> End | None:
        """Say a legal word; return how the betting ended, or None while it goes on."""
        word, seat = action.word, action.seat
        if self.proposal is not None:
            settled = self.proposal if word is Word.AGREE else action
            self.proposal = None
            return self._settle(settled)
        if word is Word.HOLD:
            place = self._order.index(seat) + 1
            if place == len(self._order):
                return Outcome.HELD, 0, None
            self.turn = self._order[place]
            self.legal = self._legal(_OPENING, 2)
            return None
        partner = partner_of(seat)
        if self._mask >> partner & 1:
            if self._options.consult:
                self._propose(action, partner)
                return None
            if word is Word.FOLD and not self.folded:
                self.folded = seat
                self.turn = partner
                self._ask()
                return None
        return self._settle(action)

    def why_not(self, action: Action) -> str:
        """Return why the seat whose turn it is may not say something, in words."""
        word = action.word
        open_bet = "an órdago is open" if self.ordago else f"a bet of {self.bet} is open" if self.bet else ""
        if self.proposal is not None and word not in self.legal.words:
            return f"its partner asks whether to {str(self.proposal).split(maxsplit=1)[1]}"
        if word in self.legal.words and word is not Word.BET:
            return "say it alone"
        if word is Word.AGREE:
            return "its partner has proposed nothing"
        if word is Word.CALL or word is Word.FOLD:
            return "no bet is open"
        if word is Word.BET and Word.BET in self.legal.words:
            lowest, highest = self.legal.min_bet, self.legal.max_bet
            return f"a bet is {lowest} here" if lowest == highest else f"a bet is {lowest} to {highest} here"
        if word is Word.BET and not self.ordago:
            return "there is nothing higher to bet but órdago"
        return open_bet or "say it alone"

    def _propose(self, action: Action, partner: Seat) -> None:
        self.proposal = action
        self.turn = partner
        match action.word:
            case Word.FOLD if self.ordago:
                self.legal = legal(partner, (Word.AGREE, Word.CALL))
            case Word.CALL if self.ordago:
                self.legal = legal(partner, (Word.AGREE, Word.FOLD))
            case Word.FOLD:
                self.legal = self._legal(_AFTER_PROPOSED_FOLD, self.bet + 2)
            case Word.CALL:
                self.legal = self._legal(_AFTER_PROPOSED_CALL, self.bet + 2)
            case Word.BET if self._options.raises == "two":
                self.legal = legal(partner, (Word.AGREE, Word.ORDAGO))
            case Word.BET:
                self.legal = legal(partner, _AFTER_PROPOSED_BET, action.amount + 1, self._options.target)
            case _:
                self.legal = legal(partner, (Word.AGREE,))

    def _settle(self, action: Action) -> End | None:
        """Let a pair's word count: it is nobody's to change any more."""
        match action.word:
            case Word.CALL:
                return (Outcome.ORDAGO, 0, None) if self.ordago else (Outcome.ACCEPTED, self.bet, None)
            case Word.FOLD:
                return Outcome.REFUSED, self.refusal, pair_name(self.bettor)
            case Word.BET:
                self.refusal = self.bet or 1
                self.bet = action.amount
            case _:
                self.refusal = self.bet or 1
                self.ordago = True
        self.bettor = action.seat
        self.folded = 0
        following = seat_after(action.seat)
        self.turn = following if self._mask >> following & 1 else partner_of(following)
        self._ask()
        return None

    def _ask(self) -> None:
        if self.ordago:
            self.legal = legal(self.turn, _ANSWER_TO_ORDAGO)
        else:
            self.legal = self._legal(_ANSWER, self.bet + 2)

    def _legal(self, words: tuple[Word, ...], lowest: int) -> Legal:
        highest = self._options.target
        if self._options.raises == "two" and lowest <= highest:
            highest = lowest
        return legal(self.turn, words, lowest, highest)
