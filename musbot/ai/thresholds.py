"""A club player: plain Mus by the strength of the hand, the score, and what has been said.

It asks for mus with a weak hand and cuts with a strong one, keeps what the best draws need, and in betting
compares what each answer leaves of the chance to win the game. It bluffs a little with words, and reads its
partner's signals.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from math import exp, sqrt

from musbot.ai import strength
from musbot.ai.reading import Odds, bets_in_lance, lance_odds
from musbot.ai.signalling import signals_to_send
from musbot.game.actions import Action, Legal, Word, drop, say
from musbot.game.cards import rank_of
from musbot.game.count import Outcome, pair_name
from musbot.game.deal import Phase
from musbot.game.hands import Lance, Pares
from musbot.game.seats import place_of
from musbot.game.views import PublicView, SeatView

_TIES = (1.0, 2 / 3, 1 / 3, 0.0)
"""Chance to come first of equal hands, by how far the seat is from the mano."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The player, and how it likes to play: every number is a habit that a level may change."""

    name: str
    cut_above: float = 0.7
    """It cuts with a hand better than this share of all hands."""
    bluff: float = 0.07
    """How often it opens as if its hand were stronger."""
    wary: float = 0.02
    """How much of a game a call must gain over a fold: whoever bets knows why."""
    overrule: float = 0.03
    """How much of a game its own choice must gain before it overrules its partner."""
    raise_above: float = 0.62
    """It raises an open bet only where it wins this often once called; more for each raise before."""
    most_raises: int = 6
    """Bets in one lance after which it only calls or folds."""
    likes_chica: float = 0.0
    """How much more often than it does its pair seems to it to win the chica."""

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""
        match view.public.phase:
            case Phase.MUS:
                return say(view.seat, self._talk(view, rng))
            case Phase.DISCARD:
                return self._discard(view)
            case _:
                return self._bet(view, legal, rng)

    def signals(self, view: SeatView, rng: random.Random) -> tuple[str, ...]:
        """Return the signals it sends for the hand it has just got."""
        return signals_to_send(view, rng)

    # Mus

    def _talk(self, view: SeatView, rng: random.Random) -> Word:
        public, facts = view.public, view.facts
        assert facts is not None
        options = public.options
        share = strength.value_share(options.kings, options.real31, facts.ranks, _tie(view))
        # Each round of mus makes the other hands better; the mano likes to play what it has.
        limit = self.cut_above + 0.03 * min(public.mus_rounds, 5)
        if view.seat == public.mano or (public.options.corrido and public.mus_rounds == 0):
            limit -= 0.03
        if "cut" in view.partner_signals:
            limit -= 0.3
        if {"duples", "thirty-one", "three-kings"} & set(view.partner_signals):
            limit -= 0.15
        return Word.CUT if share + rng.uniform(-0.04, 0.04) > limit else Word.MUS

    def _discard(self, view: SeatView) -> Action:
        options = view.public.options
        tie, hand = _tie(view), view.cards
        best: tuple[float, tuple[int, ...]] | None = None
        # The average of all draws would break up three fives for a king; nobody in a club does.
        medias = view.facts is not None and view.facts.kind is Pares.MEDIAS
        for size in range(4):
            for kept in combinations(hand, size):
                ranks = tuple(sorted(rank_of(card, options.kings) for card in kept))
                if medias and not (size == 3 and len(set(ranks)) == 1):
                    continue
                value = strength.kept_value(options.kings, options.real31, ranks, tie)
                if best is None or value > best[0]:
                    best = value, kept
        assert best is not None
        return drop(view.seat, (card for card in hand if card not in best[1]))

    # Lances

    def _bet(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        public = view.public
        table = _Table(view, self.likes_chica)
        values: list[tuple[float, Action]] = []
        bets = bets_in_lance(public)
        limit = min(0.95, self.raise_above + 0.1 * (bets - 1))
        bluff = 0.25 if public.bet == 0 and rng.random() < self.bluff else 0.0
        for word in legal.words:
            match word:
                case Word.AGREE:
                    assert public.proposal is not None
                    value = table.value(public.proposal.word, public.proposal.amount, bluff)
                    values.append((value + self.overrule, say(view.seat, word)))
                case Word.BET:
                    if bets < self.most_raises and (not bets or table.odds.called > limit):
                        for amount in self._amounts(table, legal, rng):
                            values.append((table.value(word, amount, bluff), say(view.seat, word, amount)))
                case Word.ORDAGO:
                    if table.dares(rng):
                        values.append((table.value(word, 0, 0.0), say(view.seat, word)))
                case Word.CALL if not public.ordago:
                    values.append((table.value(word, 0, 0.0) - self.wary, say(view.seat, word)))
                case _:
                    values.append((table.value(word, 0, 0.0), say(view.seat, word)))
        return max(values, key=lambda choice: choice[0] + rng.gauss(0, 0.004))[1]

    @staticmethod
    def _amounts(table: _Table, legal: Legal, rng: random.Random) -> list[int]:
        """Return the one or two bets worth thinking about: the least, and more with a better hand."""
        least = legal.min_bet
        more = least + (rng.randint(1, 3) if table.odds.called > 0.6 else 0)
        # More than either pair needs is never needed.
        most = min(legal.max_bet, max(least, round(max(table.needs))))
        return [least] if more <= least or most <= least else [least, min(more, most)]


class _Table:
    """What a seat makes of a betting decision: the score as it will be, and its odds in the lance."""

    def __init__(self, view: SeatView, likes_chica: float) -> None:
        public = view.public
        assert public.lance is not None
        assert view.facts is not None
        self._public = public
        self._us = 0 if pair_name(view.seat) == "A" else 1
        self._target = public.options.target
        self.odds: Odds = lance_odds(view, public.lance)
        if likes_chica and public.lance is Lance.CHICA:
            win, called = (min(1.0, chance + likes_chica) for chance in self.odds[:2])
            self.odds = self.odds._replace(win=win, called=called)
        ours, theirs = _expected(view)
        self._ours = public.scores[self._us] + ours
        self._theirs = public.scores[1 - self._us] + theirs
        self.needs = (self._target - self._ours, self._target - self._theirs)

    def value(self, word: Word, amount: int, bluff: float) -> float:
        """Return the chance to win the game after a word of this pair, as far as it can be told."""
        odds, public = self.odds, self._public
        match word:
            case Word.HOLD:
                stake = 1 if public.options.held_stone == "all" or public.lance in _OPEN else 0
                return self._played(odds.win, stake)
            case Word.CALL:
                return odds.win if public.ordago else self._played(odds.win, public.bet)
            case Word.FOLD:
                return self._wins(0, public.refusal + odds.their_bonus)
            case Word.ORDAGO:
                refused = self._wins((public.bet or 1) + odds.our_bonus, 0)
                return 0.8 * refused + 0.2 * odds.called
            case _:
                # They fold a little more often to a higher bet, less often once they have bet themselves.
                folds = min(0.55, (0.25 if public.bet else 0.3) + 0.02 * (amount - public.bet))
                refused = self._wins((public.bet or 1) + odds.our_bonus, 0)
                # A bet lays itself open to a raise: the other pair is never glad to answer a better hand.
                called = self._played(min(1.0, odds.called + bluff), amount) - 0.01
                return folds * refused + (1 - folds) * called

    def dares(self, rng: random.Random) -> bool:
        """Whether an órdago comes into question: a hand that hardly loses, or a game nearly lost."""
        if self.odds.called > 0.93:
            return rng.random() < 0.35
        return self._wins(0, 0) < 0.12 and self.needs[1] <= 12 and self.odds.win > 0.45

    def _played(self, win: float, stake: float) -> float:
        odds = self.odds
        return win * self._wins(stake + odds.our_bonus, 0) + (1 - win) * self._wins(
            0, stake + odds.their_bonus
        )

    def _wins(self, ours: float, theirs: float) -> float:
        """Return the chance to win the game once the pairs have so many stones more.

        A logistic curve of the difference in stones still needed; it is the steeper, the nearer the end.
        """
        need, their_need = self.needs[0] - ours, self.needs[1] - theirs
        if need <= 0 and their_need <= 0:
            return 0.5
        if need <= 0:
            return 0.97
        if their_need <= 0:
            return 0.03
        spread = 0.5 + 1.0 * sqrt(need + their_need)
        return 1 / (1 + exp((need - their_need) / spread))


_OPEN = (Lance.GRANDE, Lance.CHICA)


def _tie(view: SeatView) -> float:
    return _TIES[place_of(view.seat, view.public.mano)]


def _expected(view: SeatView) -> tuple[float, float]:
    """Return the stones the pairs may expect from the other lances of the deal, before any are counted."""
    public = view.public
    us = pair_name(view.seat)
    ours = theirs = 0.0
    for settled in public.settled:
        if settled.outcome is Outcome.SKIPPED or (settled.lance in _OPEN and settled.pair is not None):
            continue
        odds = lance_odds(view, settled.lance)
        win = odds.win if settled.pair is None else float(settled.pair == us)
        stake = 0 if settled.outcome is Outcome.REFUSED else settled.stake
        ours += win * (stake + odds.our_bonus)
        theirs += (1 - win) * (stake + odds.their_bonus)
    return ours + _still_to_come(view, public), theirs


def _still_to_come(view: SeatView, public: PublicView) -> float:
    """Return what the seat's own pares and juego may bring in the lances not reached yet."""
    facts, options = view.facts, public.options
    assert facts is not None
    coming = {Lance.GRANDE: (Lance.PARES, Lance.JUEGO), Lance.CHICA: (Lance.PARES, Lance.JUEGO)}
    lances = coming.get(public.lance or Lance.PUNTO, (Lance.JUEGO,) if public.lance is Lance.PARES else ())
    return sum(
        strength.safe_bonus(options.kings, options.real31, facts.ranks, _tie(view), lance, 0.0)
        for lance in lances
    )
