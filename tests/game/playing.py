"""Random legal games under random rules, and hands of Mus written out by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from musbot.game import Action, Deal, Dealer, Match, Options, Phase, Word
from musbot.game.actions import drop, say, sign
from musbot.game.betting import Betting

SEATS = (1, 2, 3, 4)


def options(**fixed: Any) -> st.SearchStrategy[Options]:
    """Any rules a table may choose; `fixed` options are what they are told to be."""
    choices: dict[str, st.SearchStrategy[Any]] = {
        "kings": st.sampled_from((8, 4)),
        "target": st.integers(20, 60),
        "games": st.sampled_from((1, 3, 5)),
        "consult": st.booleans(),
        "raises": st.sampled_from(("free", "two")),
        "held_stone": st.sampled_from(("all", "open")),
        "punto_bonus": st.integers(0, 1),
        "real31": st.booleans(),
        "corrido": st.booleans(),
        "signals": st.sampled_from(("private", "public", "off")),
        "honest": st.booleans(),
    }
    for name, value in fixed.items():
        choices[name] = st.just(value)
    return st.builds(
        lambda preset, changes: Options.of(preset, **(changes | fixed)),
        st.sampled_from(("stargames", "classic")),
        st.fixed_dictionaries({}, optional=choices),
    )


seeds = st.integers(0, 2**32)
lengths = st.integers(0, 150)
"""How many actions are played: hypothesis looks for the shortest game that fails."""


def start(rules: Options, rng: random.Random) -> Match:
    """A match that begins anywhere: any mano, now and then in the middle of a game."""
    scores = (rng.randrange(rules.target), rng.randrange(rules.target)) if rng.random() < 0.3 else (0, 0)
    return Match(rules, rng.choice(SEATS), scores)


def play(match: Match, rng: random.Random, signals: bool = True) -> Iterator[Match]:
    """Play a match at random to its end; yields it at the start and after every action."""
    talkative = rng.random()
    yield match
    while not match.is_over:
        deal = match.next_deal() if match.deal.is_over else match.deal
        while not deal.is_over:
            if deal.phase is Phase.DEAL:
                # One line of cards at a time: what a dealer would do first.
                match.push(Dealer(deal.copy(), rng.randrange).serve()[0])
            else:
                match.push(random_action(deal, rng, talkative, signals))
            yield match


def random_action(deal: Deal, rng: random.Random, talkative: float = 0.5, signals: bool = True) -> Action:
    """One legal action of a seat that is to act, or sometimes a signal of any seat."""
    if signals and rng.random() < 0.1:
        seat = rng.choice(SEATS)
        names = deal.legal_signals(seat)
        if names:
            return sign(seat, rng.choice(names))
    seat = rng.choice(deal.to_act)
    legal = deal.legal(seat)
    if legal.hand:
        return drop(seat, rng.sample(legal.hand, rng.choice((1, 2, 3, 4, 4))))
    if deal.phase is Phase.MUS:
        return say(seat, Word.MUS if rng.random() < 0.4 + 0.5 * talkative else Word.CUT)
    # A game in which one word in five is órdago is soon over.
    words = legal.words if rng.random() < 0.05 else [each for each in legal.words if each is not Word.ORDAGO]
    word = rng.choice(words)
    if word is Word.BET:
        return say(seat, word, rng.choice((*[legal.min_bet] * 9, rng.randint(legal.min_bet, legal.max_bet))))
    return say(seat, word)


def played(rules: Options, seed: int, length: int, signals: bool = True) -> Match:
    """The match of a seed as it stands after so many actions."""
    rng = random.Random(seed)
    match = start(rules, rng)
    for _ in islice(play(match, rng, signals), length + 1):
        pass
    return match


def everything(deal: Deal) -> dict[str, Any]:
    """All that a deal holds, to compare it with itself later."""
    state: dict[str, Any] = {}
    for name in Deal.__slots__:
        value = getattr(deal, name)
        if isinstance(value, Betting):
            value = {slot: repr(getattr(value, slot)) for slot in Betting.__slots__}
        state[name] = repr(value)
    return state


def whole(match: Match) -> list[Any]:
    """All that a match holds."""
    return [match.games, *map(everything, match.deals)]


def deal_of(text: str, rules: Options | None = None, **more: Any) -> Deal:
    """A deal after the actions of a text, one a line or separated by semicolons."""
    lines = [line.strip() for line in text.replace(";", "\n").splitlines() if line.strip()]
    deal = Deal(rules or Options(), **({"mano": 1} | more))
    for line in lines:
        deal.push(Action.parse(line))
    return deal


def hands(one: str, two: str, three: str, four: str, mano: int = 1) -> str:
    """The dealing of four hands, as lines of a record from the mano round."""
    cards = (one, two, three, four)
    order = [(mano - 1 + i) % 4 for i in range(4)]
    return ";".join(f"deal {seat + 1} {cards[seat]}" for seat in order) + ";"
