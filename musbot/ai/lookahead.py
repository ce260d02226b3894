"""The master: a look ahead for each word, by what the book and plain players would say.

Before it speaks it draws a few hundred ways in which the three other hands may lie: as they come after so many rounds
of mus and so many cards changed, without the cards it holds, in keeping with the declarations and its partner's
signals, and weighed by how likely what was said is with them. For each it plays the rest of the lance, counts the
deal, and asks what the score is then worth. It says what wins most often.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from musbot.ai.book import Book, book
from musbot.ai.exact import COMB, hands_of
from musbot.ai.lances import AMOUNTS, ENDS, ORDAGO, Accepted, Held, Refused, Tree
from musbot.ai.reference import straight_strategy
from musbot.ai.signalling import signals_to_send
from musbot.ai.solved import PLAIN, Manner, Solved, draw, key_of, signals_of
from musbot.ai.spoken import able, course, level_of
from musbot.game.actions import Action, Legal, Word
from musbot.game.count import Outcome, pair_name
from musbot.game.deal import Phase
from musbot.game.hands import Lance
from musbot.game.options import Options
from musbot.game.seats import place_of
from musbot.game.signals import INTENTIONS
from musbot.game.views import PublicView, SeatView

Real = NDArray[np.float64]
LANCES = tuple(Lance)
Counted: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64]]
"""What a lance brings in each draw: the pair (0 is the mano's) and its stones."""
STRAIGHT = 0.3
"""How often somebody is taken to have spoken by the strength of the hand alone, and not as the book does."""
STEADY = 0.5
"""How often somebody is taken to answer by the strength of the hand alone: the book folds where people call."""
FLOOR = 0.02
"""Least weight of a word that neither would say with a hand."""
STRAY = 0.002
"""Chance that is given to words which the book never says."""


@dataclass(frozen=True, slots=True)
class Lookahead:
    """The player."""

    name: str
    manner: Manner = PLAIN
    draws: int = 400
    """Ways in which the hands may lie, for each word."""
    spread: float = 0.02
    """Chances to win that weigh little: among words so near each other it does as the book does."""

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        """Return one of the legal actions."""
        if view.public.phase is not Phase.LANCE:
            return Solved(self.name, self.manner).choose(view, legal, rng)
        looked = look(view, self.draws, rng)
        if looked is None:
            return Solved(self.name, self.manner).choose(view, legal, rng)
        moves, worth, often = looked
        best = worth.max()
        weights = np.exp((worth - best) / self.spread) * (often + STRAY)
        return draw(moves, self.manner.lean(view.public, moves, weights.tolist()), legal, rng)

    def signals(self, view: SeatView, rng: random.Random) -> tuple[str, ...]:
        """Return the signals that it sends for the hand it has just got."""
        return signals_to_send(view, rng)


def look(
    view: SeatView, draws: int, rng: random.Random
) -> tuple[tuple[str | int, ...], Real, NDArray[np.float32]] | None:
    """Return what a seat may say, its chance to win the game by each word, and how often the book says it.

    None where the book has nothing like the position.
    """
    public = view.public
    lance, facts = public.lance, view.facts
    assert lance is not None
    assert facts is not None
    went = course(public, lance)
    if went.node is None:
        return None
    opened = book(public.options.kings)
    generator = np.random.default_rng(rng.getrandbits(64))
    codes, weights = hands_of_others(view, opened, draws, generator)
    game, node = went.tree, went.node
    key = key_of(public, lance, game.mask)
    strategy = opened.strategy(key)
    classes = np.minimum(opened.classes[key.rounds, LANCES.index(lance)][codes], strategy.shape[1] - 1)
    ends = worth_of_ends(view, opened, codes, lance)
    rollout = (1 - STEADY) * strategy + STEADY * straight_strategy(opened.kings, key)
    values = _values(game, node, rollout, classes, ends)
    sign = 1 if place_of(view.seat, public.mano) % 2 == 0 else -1
    follow = game.follow[node]
    moves = game.moves[node]
    total = weights.sum()
    chances = np.empty(len(moves))
    for move in range(len(moves)):
        then = int(follow[move])
        value = values[then] if then >= 0 else ends[-1 - then]
        chance = float(weights @ value / total)
        chances[move] = chance if sign > 0 else 1 - chance
    own = int(opened.classes[key.rounds, LANCES.index(lance)][facts.code])
    return moves, chances, strategy[node, own, : len(moves)]


def _values(
    game: Tree, node: int, strategy: NDArray[np.float32], classes: NDArray[np.uint8], ends: Real
) -> dict[int, Real]:
    """Return the chance of the mano's pair at each node after `node`, in each drawn deal."""
    after = {node}
    for place in range(node, len(game.nodes)):
        if place in after:
            after.update(int(then) for then in game.follow[place, : game.counts[place]] if then >= 0)
    values: dict[int, Real] = {}
    for place in sorted(after, reverse=True):
        if place == node:
            continue
        rows = strategy[place][classes[:, game.seats[place]]]
        value = np.zeros(len(classes))
        for move in range(game.counts[place]):
            then = int(game.follow[place, move])
            value += rows[:, move] * (values[then] if then >= 0 else ends[-1 - then])
        values[place] = value
    return values


# How the hands may lie


@cache
def _told(kings: int, signals: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return the hands of which all of some signals are true."""
    names = set(signals) - INTENTIONS
    return np.array([names <= true for true in signals_of(kings)])


def hands_of_others(
    view: SeatView, opened: Book, draws: int, generator: np.random.Generator
) -> tuple[NDArray[np.int64], Real]:
    """Return drawn deals, ``codes (draw, seat from the mano)`` with the own hand in its place, and their weights."""
    public, facts = view.public, view.facts
    assert facts is not None
    kings = opened.kings
    hands = hands_of(kings, public.options.real31)
    counts, copies = hands.counts, hands.copies
    left = copies - counts[facts.code]
    me = place_of(view.seat, public.mano)
    fits = hands.ways_without(counts[facts.code]) / hands.ways
    rounds = min(public.mus_rounds, 2)
    changed = _changed(public)
    codes = np.empty((draws, 4), np.int64)
    codes[:, me] = facts.code
    weights = np.ones(draws)
    gone = np.broadcast_to(counts[facts.code], (draws, 10)).copy()
    # The partner first: what it told narrows it most.
    for seat in ((me + 2) % 4, (me + 1) % 4, (me + 3) % 4):
        prior = opened.occur[rounds, seat, changed[seat]].astype(float) * fits
        for declaration in public.declarations:
            holds = any(place_of(holder, public.mano) == seat for holder in declaration.holders)
            prior = prior * (hands.may_bet[LANCES.index(declaration.lance)] == holds)
        if seat == (me + 2) % 4 and view.partner_signals and public.options.honest:
            told = prior * _told(kings, view.partner_signals)
            if told.sum() > 0:
                prior = told
        prior = prior * _likely(view, opened, seat, rounds)
        total = prior.sum()
        if total <= 0:
            prior = fits
            total = fits.sum()
        places = np.searchsorted(np.cumsum(prior / total), generator.random(draws))
        drawn = np.minimum(places, len(prior) - 1)
        codes[:, seat] = drawn
        need = counts[drawn]
        free = copies - gone
        # The cards are there, and as likely as they are among those not yet drawn.
        weights *= (COMB[np.maximum(free, 0), need] / np.maximum(COMB[left, need], 1)).prod(axis=1)
        gone += need
    if weights.sum() <= 0:
        weights = np.ones(draws)
    return codes, weights


def _changed(public: PublicView) -> list[int]:
    """Return how many cards each seat, from the mano, changed last."""
    changed = [0, 0, 0, 0]
    for line in public.spoken:
        if line.word is Word.DROP:
            changed[place_of(line.seat, public.mano)] = line.amount
    return changed


def _likely(view: SeatView, opened: Book, seat: int, rounds: int) -> Real:
    """Return how likely a seat is to have said what it said, by hand: from `FLOOR` to 1 for each word."""
    public = view.public
    hands = opened.classes.shape[2]
    likely = np.ones(hands)
    lances = [
        settled.lance
        for settled in public.settled
        if settled.pair is None or settled.outcome is not Outcome.UNOPPOSED
    ]
    if public.lance is not None:
        lances.append(public.lance)
    for lance in lances:
        mask = able(public, lance)
        if not (mask & 0b0101 and mask & 0b1010) or not mask >> seat & 1:
            continue
        went = course(public, lance)
        strategy = opened.strategy(key_of(public, lance, mask))
        column = opened.classes[rounds, LANCES.index(lance)]
        classes = np.minimum(column, strategy.shape[1] - 1)
        for said in went.said:
            if said.seat == seat and said.move is not None:
                straight = straight_strategy(opened.kings, key_of(public, lance, mask))
                by_book, by_chance = strategy[said.node, :, said.move], straight[said.node, :, said.move]
                chance = ((1 - STRAIGHT) * by_book + STRAIGHT * by_chance)[classes]
                likely *= FLOOR + (1 - FLOOR) * chance
    return likely


# What the ends of a lance are worth


def worth_of_ends(view: SeatView, opened: Book, codes: NDArray[np.int64], lance: Lance) -> Real:
    """Return ``(end, draw)``: the chance of the mano's pair to win the game after each end of the lance."""
    public = view.public
    options = public.options
    mano = 0 if pair_name(public.mano) == "A" else 1
    needs = options.target - public.scores[mano], options.target - public.scores[1 - mano]
    draws = len(codes)
    done = {settled.lance: settled for settled in public.settled}
    before: list[Counted] = []
    after: list[Counted] = []
    winner = np.zeros(draws, np.int64)
    bonuses = np.zeros((draws, 2), np.int64)
    past = False
    hands = hands_of(opened.kings, options.real31)
    bonus_in = {Lance.PARES: hands.kind, Lance.JUEGO: hands.juego_bonus}
    for place, each in enumerate(LANCES):
        can = hands.may_bet[place][codes]
        if each is Lance.PUNTO:
            can = can & can.all(axis=1, keepdims=True)
        power = np.where(can, hands.strength[place][codes], -1)
        best = power.argmax(axis=1) % 2
        held = can.any(axis=1)
        if each is Lance.PUNTO:
            extra = np.full((draws, 2), options.punto_bonus)
        else:
            bonus = bonus_in[each][codes] if each in bonus_in else np.zeros(codes.shape, np.int64)
            extra = np.stack([bonus[:, 0] + bonus[:, 2], bonus[:, 1] + bonus[:, 3]], axis=1)
        if each is lance:
            winner, bonuses, past = best, extra, True
            continue
        settled = done.get(each)
        pair, stones = best, np.zeros(draws, np.int64)
        if settled is not None:
            if settled.outcome is Outcome.SKIPPED:
                continue
            if settled.pair is not None:
                pair = np.full(draws, 0 if (settled.pair == "A") == (mano == 0) else 1)
            if settled.outcome is not Outcome.REFUSED:
                stones = np.full(draws, settled.stake)
        elif not past:
            continue
        else:
            opposed = can[:, [0, 2]].any(axis=1) & can[:, [1, 3]].any(axis=1)
            stones = np.where(opposed, _usual(options, each), 0)
        gained = np.where(held, stones + extra[np.arange(draws), pair], 0)
        (after if past else before).append((pair, gained))
    ends = np.empty((len(ENDS), draws))
    for place, end in enumerate(ENDS):
        if isinstance(end, Accepted) and end.level == ORDAGO:
            ends[place] = winner == 0
            continue
        if isinstance(end, Refused):
            pair, at_once = np.full(draws, end.pair), end.stones
            # What a refusal really gives may be more than the book's bets.
            counted = bonuses[:, end.pair]
        else:
            pair, at_once = winner, 0
            counted = bonuses[np.arange(draws), winner] + _stake(public, end)
        steps = [(pair, np.full(draws, at_once)), *before, (pair, counted), *after]
        ends[place] = _outcome(steps, needs, opened.equity[int(options.consult)], draws)
    return ends


def _usual(options: Options, lance: Lance) -> int:
    """Return the stones that a lance to come is taken to be played for."""
    return 1 if options.held_stone == "all" or lance in (Lance.GRANDE, Lance.CHICA) else 0


def _stake(public: PublicView, end: Held | Accepted) -> int:
    if isinstance(end, Held):
        assert public.lance is not None
        return _usual(public.options, public.lance)
    amount = AMOUNTS[end.level]
    # The open bet is known; a higher one is taken to be raised as the book raises.
    return public.bet if public.bet and level_of(public.bet) == end.level else amount


def _outcome(
    steps: list[Counted],
    needs: tuple[int, int],
    equity: NDArray[np.float32],
    draws: int,
) -> Real:
    """Return the chance of the mano's pair once stones were counted in their order."""
    mine = np.full(draws, needs[0])
    theirs = np.full(draws, needs[1])
    for pair, stones in steps:
        going = (mine > 0) & (theirs > 0)
        mine = mine - np.where(going & (pair == 0), stones, 0)
        theirs = theirs - np.where(going & (pair == 1), stones, 0)
    # The mano passes to the other pair.
    chance = 1 - equity[np.maximum(theirs, 0), np.maximum(mine, 0)]
    result: Real = np.where(mine <= 0, 1.0, np.where(theirs <= 0, 0.0, chance))
    return result
