"""Where the points went: every decision of a game looked at again, by what its player could know at that time.

An adviser gets the view of the seat and what was legal, nothing else, and says what each action does to the chance
to win the game. What was dealt to the others, and how the game went on, changes nothing of it.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from math import exp, inf
from typing import NamedTuple, Protocol

import numpy as np

from musbot.ai import belief
from musbot.ai.exact import draws_of, hands_of
from musbot.game.actions import Action, Legal, Word, say
from musbot.game.cards import Card, rank_of
from musbot.game.deal import Deal, Phase, Scores
from musbot.game.hands import Lance, best_seat, hand
from musbot.game.match import Match
from musbot.game.seats import Seat, place_of, seats_from
from musbot.game.views import SeatView, seat_view

MATTERS = 0.01
"""A decision counts for the accuracy where some legal action would have lost so much of the game, or more."""
SHARPNESS = 12.0
"""How fast the accuracy of a decision falls with what it loses: to 55 % for 5 % of the game."""
MOST_SWINGS = 3
LEAST_SWING = 0.005
"""What loses less is no swing."""


class Adviser(Protocol):
    """Knows what to do, from what a seat knows."""

    def advise(self, view: SeatView, legal: Legal, also: Action | None = None) -> list[tuple[Action, float]]:
        """Return legal actions with the chance to win the game after each, 0 to 1, the best first.

        Of bets and discards it may leave out what is not worth a thought, but not `also`.
        """
        ...


class Reason(NamedTuple):
    """What tells why one action is better than another; a field is None where it says nothing."""

    wins: float | None = None
    """In a lance: the chance that the own pair has the best hand, as far as the seat could know."""
    better_than: float | None = None
    """Before the lances: the share of all hands that are worth less."""
    kept: tuple[float, float] | None = None
    """In a discard: the chances of pares and of juego after what was done,"""
    could_keep: tuple[float, float] | None = None
    """and after what would have been best."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: what was done, what could have been done, and what that would have been worth."""

    deal: int
    """Number of the deal, 1 for the first."""
    seat: Seat
    phase: Phase
    lance: Lance | None
    cards: tuple[Card, ...]
    """The hand, from the highest."""
    scores: Scores
    """Stones of the pairs at that moment."""
    bet: int
    """Stones of the bet that was open; 0 without one."""
    ordago: bool
    """Whether an órdago was open."""
    proposal: Action | None
    """What the partner proposed, where the seat was asked."""
    done: Action
    chance: float
    """Chance to win the game after what was done."""
    choices: tuple[tuple[Action, float], ...]
    """What the adviser looked at, the best first."""
    reason: Reason
    """Empty where nothing was lost."""

    @property
    def best(self) -> Action:
        """What would have been best."""
        return self.choices[0][0]

    @property
    def loss(self) -> float:
        """How much of the game was lost by not doing the best; 0 or more."""
        return max(0.0, self.choices[0][1] - self.chance)

    @property
    def matters(self) -> bool:
        """Whether much could have been lost."""
        return self.choices[0][1] - self.choices[-1][1] >= MATTERS

    @property
    def accuracy(self) -> float:
        """How good the decision was, 0 to 1."""
        return exp(-SHARPNESS * self.loss)


@dataclass(frozen=True, slots=True)
class SeatReview:
    """What a seat did in a game."""

    seat: Seat
    decisions: tuple[Decision, ...]
    """Those in which there was a choice, as they came."""
    left_out: int = 0
    """The last decisions, for which there was no time."""

    @property
    def accuracy(self) -> float | None:
        """The mean accuracy of the decisions that mattered, 0 to 1; None where there was none."""
        weighed = [each.accuracy for each in self.decisions if each.matters]
        return sum(weighed) / len(weighed) if weighed else None

    @property
    def loss(self) -> float:
        """The chances to win that were lost in all decisions together."""
        return sum(each.loss for each in self.decisions)

    @property
    def swings(self) -> tuple[Decision, ...]:
        """The decisions that lost most, the worst first."""
        worst = sorted(self.decisions, key=lambda each: -each.loss)[:MOST_SWINGS]
        return tuple(each for each in worst if each.loss >= LEAST_SWING)


Progress = Callable[[int, int], None]
"""Told how many decisions of how many have been looked at."""


def review(
    match: Match,
    adviser: Adviser,
    seats: Iterable[Seat] = (1, 2, 3, 4),
    *,
    but: Collection[tuple[int, Seat, int]] = (),
    seconds: float = inf,
    progress: Progress | None = None,
) -> tuple[SeatReview, ...]:
    """Look at the decisions of some seats of a match, whether it is over or not.

    :param but: words that are not the player's own: the deal's number, the seat, and the how many-th word or discard
        of it in the deal, from 0.
    :param seconds: after so much time the decisions that remain are left out.
    """
    wanted = tuple(seats)
    until = time.monotonic() + seconds
    moments = list(decisions(match, wanted, but))
    found: dict[Seat, list[Decision]] = {seat: [] for seat in wanted}
    left = dict.fromkeys(wanted, 0)
    for number, (deal, view, legal, done) in enumerate(moments, 1):
        if time.monotonic() > until:
            left[view.seat] += 1
            continue
        found[view.seat].append(_looked_at(deal, view, adviser.advise(view, legal, done), done))
        if progress:
            progress(number, len(moments))
    return tuple(SeatReview(seat, tuple(found[seat]), left[seat]) for seat in wanted)


def decisions(
    match: Match, seats: Iterable[Seat], but: Collection[tuple[int, Seat, int]] = ()
) -> Iterator[tuple[int, SeatView, Legal, Action]]:
    """Yield each decision of some seats in which there was a choice: the deal's number, the seat's view, what was
    legal, and what was done."""
    wanted = set(seats)
    for number, played in enumerate(match.deals, 1):
        # The mano may have moved in mus corrido; the first card goes to the one who had it.
        mano = played.actions[0].seat if played.actions else played.mano
        deal = Deal(played.options, mano, played.scores_before, first=played.first)
        said: Counter[Seat] = Counter()
        for action in played.actions:
            if action.word not in (Word.DEAL, Word.SHUFFLE, Word.SIGN):
                legal = deal.legal(action.seat)
                own = action.seat in wanted and (number, action.seat, said[action.seat]) not in but
                if own and (legal.hand or len(legal.words) > 1):
                    yield number, seat_view(deal, action.seat), legal, action
                said[action.seat] += 1
            deal.push(action)


def _looked_at(number: int, view: SeatView, advice: list[tuple[Action, float]], done: Action) -> Decision:
    public = view.public
    choices = sorted(advice, key=lambda pair: -pair[1])
    _, chance = min(choices, key=lambda pair: _apart(view, pair[0], done))
    loses = choices[0][1] - chance >= LEAST_SWING
    proposal = public.proposal
    return Decision(
        deal=number,
        seat=view.seat,
        phase=public.phase,
        lance=public.lance,
        cards=view.cards,
        scores=public.scores,
        bet=public.bet,
        ordago=public.ordago,
        proposal=say(proposal.seat, proposal.word, proposal.amount) if proposal else None,
        done=done,
        chance=chance,
        choices=tuple(choices),
        reason=_reason(view, done, choices[0][0]) if loses else Reason(),
    )


def _reason(view: SeatView, done: Action, best: Action) -> Reason:
    public, facts = view.public, view.facts
    assert facts is not None
    options = public.options
    match public.phase:
        case Phase.LANCE:
            return Reason(wins=wins_lance(view))
        case Phase.DISCARD:
            hands = hands_of(options.kings, options.real31)
            features = np.stack([hands.kind > 0, hands.total > 30]).astype(float)
            means = draws_of(options.kings).mean_of(facts.code, features)
            places = [_choice(view, action) for action in (done, best)]
            kept, could = ((float(means[0, place]), float(means[1, place])) for place in places)
            return Reason(kept=kept, could_keep=could)
        case _:
            place = place_of(view.seat, public.mano)
            return Reason(
                better_than=float(belief.standing(options.kings, options.real31)[place, facts.code])
            )


def _choice(view: SeatView, action: Action) -> int:
    """Return which of the choices of its hand a discard is."""
    kings = view.public.options.kings
    draws = draws_of(kings)
    assert view.facts is not None
    kept = np.bincount(
        [rank_of(card, kings) for card in view.cards if card not in action.cards], minlength=10
    )
    first, last = draws.first[view.facts.code : view.facts.code + 2]
    return int(np.flatnonzero((draws.kept[first:last] == kept).all(axis=1))[0])


WORLDS = 200
"""How many deals `wins_lance` looks at: its standard error is 3.5 percentage points at most."""


def wins_lance(view: SeatView) -> float:
    """Return the chance that the seat's pair has the best hand of the lance being played, as far as it can know."""
    public = view.public
    assert public.lance is not None
    options = public.options
    order = seats_from(public.mano)
    won = 0
    for world in belief.sample(view, WORLDS, random.Random(1)):
        facts = [None, *(hand(world[seat], options.kings, options.real31) for seat in (1, 2, 3, 4))]
        able = [seat for seat in order if (held := facts[seat]) and held.may_bet(public.lance)]
        won += (best_seat(facts, able, public.lance) - view.seat) % 2 == 0
    return won / WORLDS


def _apart(view: SeatView, one: Action, other: Action) -> tuple[int, int]:
    """Return how different two actions are: none for the same, least for bets of nearly the same size."""
    if one.word is not other.word:
        return 2, 0
    if one.word is Word.DROP:
        kings = view.public.options.kings
        ranks = [[rank_of(card, kings) for card in action.cards] for action in (one, other)]
        common = sum(min(ranks[0].count(rank), ranks[1].count(rank)) for rank in set(ranks[0]))
        different = len(ranks[0]) + len(ranks[1]) - 2 * common
        return int(different > 0), different
    return int(one.amount != other.amount), abs(one.amount - other.amount)
