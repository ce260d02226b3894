"""Two players who are learning: a novice, who forgets most of what a hand can do, and a casual player.

Both go by fixed limits and never by the score. The novice looks at its own cards alone; the casual player listens
to declarations, to what the others say and to its partner's face, and never bluffs.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from musbot.ai import strength
from musbot.ai.reading import bets_in_lance, lance_odds
from musbot.ai.signalling import signals_to_send
from musbot.ai.thresholds import Thresholds
from musbot.game.actions import Action, Legal, Word, drop, say
from musbot.game.cards import Card, rank_of
from musbot.game.deal import Phase
from musbot.game.hands import Lance, Pares
from musbot.game.views import SeatView

_KING = 0


@dataclass(frozen=True, slots=True)
class Novice:
    """Plays by the rules, and by its own cards: timid, and often blind to what they make together."""

    name: str = "novice"
    misses: float = 0.25
    """How often it does not see what its cards are worth in a lance, or which of them belong together."""
    opens: float = 0.8
    """It bets with a hand better than this share of hands, two stones and no more."""
    calls: float = 0.6
    """It answers a bet of two with such a hand; a higher bet asks for a better one."""
    afraid_of: float = 0.1
    """By how much better, for each stone more."""
    likes_chica: float = 0.0
    """How much better than it is a hand seems to it in chica."""

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""
        match view.public.phase:
            case Phase.MUS:
                return say(view.seat, Word.CUT if self._likes_hand(view, rng) else Word.MUS)
            case Phase.DISCARD:
                return self._discard(view, rng)
            case _:
                return self._bet(view, legal, rng)

    def signals(self, view: SeatView, rng: random.Random) -> tuple[str, ...]:
        """Return no signals: it forgets them."""
        return ()

    def _likes_hand(self, view: SeatView, rng: random.Random) -> bool:
        hand = view.facts
        assert hand is not None
        if rng.random() < self.misses:
            return rng.random() < 0.2
        return hand.kind >= Pares.MEDIAS or hand.total == 31 or hand.ranks.count(_KING) >= 3

    def _discard(self, view: SeatView, rng: random.Random) -> Action:
        kings = view.public.options.kings
        ranks = [rank_of(card, kings) for card in view.cards]
        blind = rng.random() < self.misses

        def is_kept(card: Card) -> bool:
            rank = rank_of(card, kings)
            return rank == _KING or (not blind and ranks.count(rank) > 1)

        dropped = [card for card in view.cards if not is_kept(card)]
        return drop(view.seat, dropped or view.cards[-1:])

    def _bet(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        public, facts = view.public, view.facts
        assert facts is not None
        assert public.lance is not None
        if Word.AGREE in legal.words:
            return say(view.seat, Word.AGREE)
        options, lance = public.options, public.lance
        seems = strength.shares(options.kings, options.real31, lance)[facts.strength(lance)].beats(0.5)
        if rng.random() < self.misses:
            seems *= 0.6
        if lance is Lance.CHICA:
            seems += self.likes_chica
        if public.ordago:
            return say(view.seat, Word.CALL if seems > 0.98 else Word.FOLD)
        if public.bet:
            enough = self.calls + self.afraid_of * (public.bet - 2)
            return say(view.seat, Word.CALL if seems > enough else Word.FOLD)
        if seems > self.opens and Word.BET in legal.words:
            return say(view.seat, Word.BET, legal.min_bet)
        return say(view.seat, Word.HOLD)


@dataclass(frozen=True, slots=True)
class Casual:
    """Cuts, bets and calls too soon: an even chance is enough for it, whatever the score."""

    name: str = "casual"
    cuts: float = 0.5
    """It cuts the mus with a hand better than this share of hands."""
    opens: float = 0.5
    """It bets where its pair wins the lance this often, as far as it can tell."""
    calls: float = 0.3
    """It answers a bet where its pair wins this often."""
    raises: float = 0.65
    """It raises where its pair wins this often, once in a lance."""
    likes_chica: float = 0.0
    """How much more often than it does its pair seems to it to win the chica."""

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""
        match view.public.phase:
            case Phase.MUS:
                return say(view.seat, Word.CUT if self._share(view) > self.cuts else Word.MUS)
            case Phase.DISCARD:
                return _KEEPER.choose(view, legal, rng)
            case _:
                return self._bet(view, legal, rng)

    def signals(self, view: SeatView, rng: random.Random) -> tuple[str, ...]:
        """Return the signals it sends: those of anybody."""
        return signals_to_send(view, rng)

    def _share(self, view: SeatView) -> float:
        options, facts = view.public.options, view.facts
        assert facts is not None
        return strength.value_share(options.kings, options.real31, facts.ranks, 0.5)

    def _bet(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        public = view.public
        assert public.lance is not None
        win = lance_odds(view, public.lance).win
        if public.lance is Lance.CHICA:
            win += self.likes_chica
        if Word.AGREE in legal.words:
            folds = public.proposal is not None and public.proposal.word is Word.FOLD
            disagrees = folds and win > self.raises and Word.CALL in legal.words
            return say(view.seat, Word.CALL if disagrees else Word.AGREE)
        if public.ordago:
            return say(view.seat, Word.CALL if win > 0.8 else Word.FOLD)
        if public.bet:
            if win > self.raises and bets_in_lance(public) < 2 and Word.BET in legal.words:
                return say(view.seat, Word.BET, legal.min_bet)
            return say(view.seat, Word.CALL if win > self.calls else Word.FOLD)
        if win > self.opens and Word.BET in legal.words:
            more = rng.randint(0, 2) if win > self.raises else 0
            return say(view.seat, Word.BET, min(legal.min_bet + more, legal.max_bet))
        return say(view.seat, Word.HOLD)


_KEEPER = Thresholds("keeper")
"""The casual player knows what to keep as well as anybody."""
