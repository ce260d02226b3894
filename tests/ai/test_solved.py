"""The expert and the master: what they play from, that it is sound, and that it sees no hidden card."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from musbot.ai import LEVELS
from musbot.ai.book import NONE, SCORES, Book, book, keys, score_class
from musbot.ai.exact import hands_of
from musbot.ai.lookahead import hands_of_others, look
from musbot.ai.solved import cuts, discard, signals_of, strategy
from musbot.assets import asset
from musbot.game import Action, Deal, Lance, Match, Options, Phase
from musbot.game.actions import deal as dealt
from musbot.game.cards import ALL_CARDS, cards_in, mask_of
from musbot.game.hands import hand
from musbot.game.signals import true_signals
from musbot.game.views import SeatView, seat_view

from .tables import club, positions

DEALT = ("deal 1 Ro Rc 7o 6o", "deal 2 Co 7c 6c 5c", "deal 3 So 6e 5e 1e", "deal 4 Sc 7b 5b 4b")


@pytest.fixture(params=[8, 4])
def opened(request: pytest.FixtureRequest) -> Book:
    return book(request.param)


def test_the_book_is_small() -> None:
    assert sum(asset(f"ai/book-{kings}.xz").stat().st_size for kings in (8, 4)) < 4_000_000


def test_every_strategy_of_the_book_is_one(opened: Book) -> None:
    for number, key in enumerate(keys()):
        if number % 37 == 0:
            rows = opened.strategy(key).sum(axis=2)
            assert np.allclose(rows, 1, atol=1e-6), key


def test_classes_follow_the_strength_of_hands(opened: Book) -> None:
    hands = hands_of(opened.kings)
    for rounds in range(3):
        for place in range(5):
            column = opened.classes[rounds, place]
            able = hands.may_bet[place]
            assert ((column != NONE) == able).all()
            order = np.argsort(hands.strength[place][able], kind="stable")
            assert (np.diff(column[able][order].astype(int)) >= 0).all()


def test_more_points_are_never_worse(opened: Book) -> None:
    equity = opened.equity[:, 1:, 1:]
    # Its own need rises along one axis, the other pair's along the other; the table is a simulation's.
    assert (np.diff(equity, axis=1) < 0.02).all()
    assert (np.diff(equity, axis=2) > -0.02).all()
    assert ((equity > 0) & (equity < 1)).all()


def test_the_score_is_classed_from_the_manos_side() -> None:
    assert score_class(40, 40) == 0
    assert score_class(3, 40) == 6
    assert score_class(40, 3) == 2
    assert {score_class(a, b) for a in range(1, 61) for b in range(1, 61)} == set(range(SCORES))


def after(*lines: str, rules: Options | None = None) -> Deal:
    deal = Deal(rules or Options(), mano=1)
    for line in (*DEALT, *lines):
        deal.push(Action.parse(line))
    return deal


def test_the_best_hand_does_not_fold_and_the_worst_does_not_stake_the_game() -> None:
    best = Deal(Options.of("classic"), mano=1)
    for line in (
        "deal 1 Ro Rc Re Rb",
        "deal 2 7c 6c 5c 4c",
        "deal 3 So 6e 5e 1e",
        "deal 4 Sc 7b 5b 4b",
        "1 cut",
    ):
        best.push(Action.parse(line))
    for line in ("1 hold", "2 bet 5"):
        best.push(Action.parse(line))
    best.push(Action.parse("3 fold"))
    moves, chances = strategy(seat_view(best, 1))
    assert dict(zip(moves, chances, strict=True))["fold"] < 0.05
    looked = look(seat_view(best, 1), 200, random.Random(1))
    assert looked is not None
    assert dict(zip(looked[0], looked[1], strict=True))["fold"] == min(looked[1])


def test_four_kings_and_an_ace_are_kept_by_who_cuts_the_mus() -> None:
    deal = Deal(Options(), mano=2)
    for line in ("deal 2 Ro Rc Re 1b", "deal 3 7c 6c 5c 4c", "deal 4 So 6e 5e 1e", "deal 1 Sc 7b 5b 4b"):
        deal.push(Action.parse(line))
    assert cuts(seat_view(deal, 2), random.Random(1))


def twins(deal: Deal, seat: int, rng: random.Random) -> Iterator[Deal]:
    """Return deals that look the same to a seat: other hands for the others, everything else said again."""
    if deal.mus_rounds or deal.phase is Phase.DISCARD:
        return
    unseen = cards_in(ALL_CARDS & ~mask_of(deal.hands[seat]))
    for _ in range(60):
        rng.shuffle(unseen)
        hands = {
            other: tuple(unseen[4 * place : 4 * place + 4])
            for place, other in enumerate(s for s in (1, 2, 3, 4) if s != seat)
        }
        hands[seat] = deal.hands[seat]
        twin = Deal(deal.options, deal.mano, deal.scores_before)
        try:
            for action in deal.actions:
                twin.push(dealt(action.seat, hands[action.seat]) if action.word == "deal" else action)
        except ValueError:
            continue
        if seat_view(twin, seat) == seat_view(deal, seat):
            yield twin
            return


def ways(level: str, view: SeatView) -> object:
    """Return how a level plays in a seat: the whole distribution where it has one."""
    if level == "expert" and view.public.phase is Phase.LANCE:
        return strategy(view)
    if level == "master" and view.public.phase is Phase.LANCE:
        looked = look(view, 100, random.Random(5))
        return None if looked is None else (looked[0], looked[1].tolist())
    return cuts(view, random.Random(5)) if view.public.phase is Phase.MUS else discard(view)


@pytest.mark.parametrize(("level", "least"), [("expert", 10_000), ("master", 400)])
def test_hidden_cards_make_no_difference(level: str, least: int) -> None:
    rng, met = random.Random(8), 0
    while met < least:
        match = Match(Options.of(rng.choice(("stargames", "classic")), signals="off"), rng.randint(1, 4))
        for deal, seat in positions(match, [club] * 4, rng):
            for twin in twins(deal, seat, rng):
                assert [
                    twin.hands[other] != deal.hands[other] for other in (1, 2, 3, 4) if other != seat
                ] == [True] * 3
                assert ways(level, seat_view(twin, seat)) == ways(level, seat_view(deal, seat))
                met += 1


def test_the_master_draws_hands_that_may_be_there() -> None:
    deal = Deal(Options(), mano=1)
    for line in (
        "deal 1 Ro Rc 7o 6o",
        "deal 2 Co Ce 6c 5c",
        "deal 3 So 6e 5e 1e",
        "deal 4 Sc 7b 5b 4b",
        "1 cut",
    ):
        deal.push(Action.parse(line))
    for seat in (1, 2, 3, 4) * 2:
        deal.push(Action.parse(f"{seat} hold"))
    view = seat_view(deal, deal.to_act[0])
    assert view.public.lance is Lance.PARES
    opened = book(8)
    codes, weights = hands_of_others(view, opened, 300, np.random.default_rng(1))
    hands = hands_of(8)
    likely = codes[weights > 0]
    assert len(likely) > 200
    assert (hands.counts[likely].sum(axis=1) <= hands.copies).all()
    for declaration in view.public.declarations:
        for seat in (1, 2, 3, 4):
            able = hands.may_bet[list(Lance).index(declaration.lance)][
                likely[:, (seat - view.public.mano) % 4]
            ]
            assert (able == (seat in declaration.holders)).all()


def test_the_master_believes_its_partners_face() -> None:
    deal = after("3 sign blind") if "blind" in true_signals(hand(after().hands[3])) else after()
    for name in sorted(true_signals(deal.facts(3))):
        if name in deal.legal_signals(3):
            deal.push(Action.parse(f"3 sign {name}"))
    deal.push(Action.parse("1 cut"))
    view = seat_view(deal, 1)
    codes, weights = hands_of_others(view, book(8), 200, np.random.default_rng(2))
    told = set(view.partner_signals) - {"cut", "bet"}
    assert told
    assert all(told <= signals_of(8)[code] for code in codes[weights > 0, 2])


def test_strong_levels_are_there() -> None:
    assert list(LEVELS)[-2:] == ["expert", "master"]
