"""What a seat may believe: nothing that it knows to be wrong, and what the exact tables say where it knows nothing."""

from __future__ import annotations

import random

import numpy as np
import pytest

from musbot.ai.belief import after_dropping, likelihoods, sample
from musbot.ai.equities import shipped
from musbot.ai.exact import hands_of
from musbot.game import Action, Deal, Match, Options
from musbot.game.hands import Lance, hand
from musbot.game.signals import INTENTIONS, true_signals
from musbot.game.views import seat_view

from .tables import anything, positions

TABLE = ("deal 1 Ro Rc 7o 6o", "deal 2 Co 7c 6c 5c", "deal 3 So 6e 5e 1e", "deal 4 Sc 7b 5b 4b")


def after(*lines: str, rules: Options | None = None) -> Deal:
    deal = Deal(rules or Options(), mano=1)
    for line in (*TABLE, *lines):
        deal.push(Action.parse(line))
    return deal


def test_where_nothing_was_said_it_is_what_the_exact_tables_say() -> None:
    view = seat_view(after(), 1)
    assert view.facts is not None
    worlds = sample(view, 1_200, random.Random(1))
    for place, lance in enumerate((Lance.PARES, Lance.JUEGO)):
        patterns = shipped(8).patterns[place, view.facts.code]
        for step, seat in enumerate((2, 3, 4)):
            exact = patterns[[pattern for pattern in range(8) if pattern >> step & 1]].sum()
            seen = np.mean([hand(world[seat]).may_bet(lance) for world in worlds])
            # Three guesses are made for each that is kept, so some are kept twice.
            assert seen == pytest.approx(exact, abs=5 * 0.5 / 1_200**0.5)


def test_nothing_is_believed_that_is_known_to_be_wrong() -> None:
    rng, met = random.Random(7), 0
    for seed in range(20):
        match = Match(Options(kings=(4, 8)[seed % 2], corrido=seed % 3 == 0), 1 + seed % 4)
        for deal, seat in positions(match, [anything] * 4, rng):
            for each in (1, 2, 3, 4):
                for name in deal.legal_signals(each)[:1]:
                    if rng.random() < 0.3:
                        deal.push(Action.parse(f"{each} sign {name}"))
            view = seat_view(deal, seat)
            if view.facts is None or rng.random() < 0.7:
                continue
            partner = (seat + 1) % 4 + 1
            for world in sample(view, 5, rng):
                cards = [card for held in world.values() for card in held]
                assert len(set(cards)) == 16
                assert world[seat] == view.cards
                facts = {each: hand(held, deal.options.kings) for each, held in world.items()}
                for declared in view.public.declarations:
                    has = [each for each in declared.order if facts[each].may_bet(declared.lance)]
                    assert has == list(declared.holders)
                assert set(view.partner_signals) - INTENTIONS <= true_signals(facts[partner])
                met += 1
    assert met > 300


def test_who_bets_is_believed_to_be_strong_and_who_passes_to_be_weak() -> None:
    strength = hands_of(8).strength[0] / 329
    ways = hands_of(8).ways

    def mean(*lines: str) -> float:
        weights = likelihoods(seat_view(after("1 cut", *lines), 1))[2] * ways
        return float(weights @ strength / weights.sum())

    assert mean("1 hold", "2 bet 5") > mean("1 hold") > mean("1 hold", "2 hold")
    assert mean("1 hold", "2 ordago") > mean("1 hold", "2 bet 5")


def test_who_drops_one_card_keeps_more_than_who_drops_four() -> None:
    hands = hands_of(8)
    dealt = hands.ways / hands.ways.sum()
    strong = (hands.kind > 1) | (hands.total == 31)
    chances = [float((after_dropping(8, 0)[count] * dealt)[strong].sum()) for count in (1, 4)]
    assert chances[0] > 2 * chances[1]


def test_a_signal_that_may_lie_is_not_taken_for_certain() -> None:
    for honest in (True, False):
        view = seat_view(after("3 sign blind", rules=Options(honest=honest)), 1)
        believed = likelihoods(view)[3]
        assert (believed[hands_of(8).kind == 3] == 0).all() == honest


def test_a_seat_without_cards_believes_nothing() -> None:
    with pytest.raises(ValueError, match="no hand"):
        sample(seat_view(Deal(Options(), mano=1), 1), 1, random.Random(1))
