"""Tips: they fit the hand and the moment, and know nothing that their reader does not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.ai import teacher
from musbot.ai import tips as ai
from musbot.ai.equities import shipped
from musbot.ai.odds import odds_of
from musbot.ai.teacher import chance_of, need_of, tips
from musbot.ai.tips import (
    AllIn,
    Asked,
    Bluff,
    Chance,
    Exchange,
    FreeStone,
    Holders,
    Keep,
    LastStones,
    PartnerPassed,
    PartnerShows,
    Price,
    Show,
    Tip,
    Trap,
)
from musbot.game import Deal, Lance, Options, Word
from musbot.game.cards import CARDS
from musbot.game.deal import Phase
from musbot.game.hands import best_seat
from musbot.game.views import SeatView, seat_view
from tests.ai.tables import random_rules
from tests.game.playing import deal_of, hands, options, play, played, seeds, start
from tests.game.test_properties import other_cards, replayed

SITUATIONS = 1_000


@cache
def situations() -> tuple[SeatView, ...]:
    """A thousand moments of whole games, each seen by a seat that may act: any rules, signals and all."""
    return tuple(view for _, view in zip(range(SITUATIONS), _situations(), strict=False))


def _situations() -> Iterator[SeatView]:
    rng = random.Random(8)
    while True:
        for number, match in enumerate(play(start(random_rules(rng), rng), rng)):
            deal = match.deal
            if deal.is_over or deal.phase is Phase.DEAL or number % 3:
                continue
            yield seat_view(deal, rng.choice(deal.to_act))


def kinds(found: tuple[Tip, ...]) -> list[type]:
    return [type(tip) for tip in found]


def test_whoever_is_to_act_gets_one_tip_to_three_and_each_is_another() -> None:
    assert len(situations()) == SITUATIONS
    for view in situations():
        found = tips(view)
        assert 1 <= len(found) <= 3
        assert len(set(kinds(found))) == len(found)
        assert len(set(found)) == len(found)


def test_every_kind_of_tip_occurs() -> None:
    seen = Counter(kind for view in situations() for kind in kinds(tips(view)))
    every = set(get_args(Tip))
    # The rarest come at the end of a game: more games are looked through for these alone.
    more = _situations()
    for _ in range(6 * SITUATIONS):
        if seen.keys() >= every:
            break
        seen.update(kinds(tips(next(more))))
    assert {kind.__name__ for kind in every - seen.keys()} == set()
    assert seen[Chance] > SITUATIONS / 3


def test_chances_are_those_of_the_exact_tables() -> None:
    looked: Counter[Lance] = Counter()
    for view in situations():
        public = view.public
        for tip in tips(view):
            if not isinstance(tip, Chance):
                continue
            assert view.facts is not None
            lance, code, place = tip.lance, view.facts.code, (view.seat - public.mano) % 4
            options = public.options
            table = shipped(options.kings, options.real31, exchanged=public.mus_rounds > 0)
            if lance in (Lance.PARES, Lance.JUEGO):
                told = next(each for each in public.declarations if each.lance is lance)
                others = [(view.seat + step) % 4 + 1 for step in range(3)]
                pattern = sum(1 << bit for bit, seat in enumerate(others) if seat in told.holders)
                known = table.given[int(lance is Lance.JUEGO), place, code, pattern]
            else:
                known = table.win(lance)[place, code]
            assert tip.chance == known == chance_of(view)
            looked[lance] += 1
    assert set(looked) == set(Lance)


def test_what_mus_gains_and_what_to_keep_are_those_of_the_exact_tables() -> None:
    looked = 0
    for view in situations():
        public = view.public
        if public.phase is not Phase.MUS or public.mus_rounds:
            continue
        odds = odds_of(view.cards, (view.seat - public.mano) % 4, public.options)
        for tip in tips(view):
            if isinstance(tip, Exchange):
                assert tip.gain == odds.gain
                looked += 1
            if isinstance(tip, Keep):
                assert tip.cards == odds.kept_cards(odds.keeps[0])
                assert tip.juego == odds.keeps[0].juego
    assert looked > 50


@given(options(), seeds, st.integers(5, 60), seeds)
def test_other_hidden_cards_make_the_same_tips(rules: Options, seed: int, length: int, other: int) -> None:
    """The same deal is told twice, the cards that a seat cannot know being others the second time."""
    original = played(rules, seed, length, signals=not rules.honest).deal
    for seat in (1, 2, 3, 4):
        own = {card for action in original.actions if action.seat == seat for card in action.cards}
        actions = other_cards(
            original, [card for card in CARDS if card not in own], random.Random(other + seat)
        )
        for ours, theirs in replayed(original, actions):
            found = tips(seat_view(ours, seat))
            assert found == tips(seat_view(theirs, seat))
            assert found or not seat_view(ours, seat).is_to_act or ours.phase is Phase.DEAL


def test_tips_are_made_of_what_a_seat_sees_alone() -> None:
    """`tips` takes a view and nothing else, and a view cannot hold the cards of others."""
    assert get_type_hints(tips) == {"view": SeatView, "return": tuple[Tip, ...]}


@pytest.mark.parametrize("lance", [Lance.PARES, Lance.JUEGO])
def test_the_chance_given_who_has_it_is_that_of_many_deals(lance: Lance) -> None:
    """Against an independent count: cards are dealt until the same seats have it, and the best hand wins."""
    rng = random.Random(lance)
    own = "Ro Rc 7e 7b" if lance is Lance.PARES else "Ro Sc Se 1b"
    cards = deal_of(hands(own, "Co Cc 6e 5b", "Re 6c 5e 4b", "Ce 6b 5c 4o")).hands[1]
    holders, won, dealt = {1, 2, 4}, 0, 0
    deal = Deal(Options(), 1)
    while dealt < 3_000:
        rest = rng.sample([card for card in CARDS if card not in cards], 12)
        deal.hands = [(), cards, *(tuple(rest[at : at + 4]) for at in (0, 4, 8))]
        deal._facts = []
        facts = [None, *(deal.facts(seat) for seat in (1, 2, 3, 4))]
        if {seat for seat in (1, 2, 3, 4) if deal.facts(seat).may_bet(lance)} != holders:
            continue
        dealt += 1
        won += best_seat(facts, (1, 2, 4), lance) == 1
    chance = shipped(8).given[int(lance is Lance.JUEGO), 0, deal.facts(1).code, 0b101]
    assert won / dealt == pytest.approx(chance, abs=0.03)


@given(st.integers(2, 40), st.integers(1, 20), st.integers(0, 3))
def test_at_the_chance_that_is_needed_calling_is_worth_as_much_as_passing(
    bet: int, refusal: int, bonus: int
) -> None:
    view = seat_view(deal_of(HANDS + "1 cut; 1 bet 2; 3 agree"), 2)
    refusal = min(refusal, bet - 1) or 1
    public = replace(view.public, bet=bet, refusal=refusal)
    need = need_of(public, Lance.PARES, bonus)
    assert 0 <= need <= 0.5
    assert need * (bet + bonus) - (1 - need) * bet == pytest.approx(-refusal)


# Moments


HANDS = hands("Ro Rc 7e 1b", "Co Cc Se 1c", "Re 6c 5e 4b", "Ce 6b 5c 4o")
"""Ane has two kings, Beñat a par of knights and 31; Carla has nothing much, Dani neither pares nor juego."""


def at(text: str, seat: int, **options: object) -> tuple[Tip, ...]:
    deal = deal_of(HANDS + text, Options.of("stargames", **options))
    return tips(seat_view(deal, seat))


def test_the_mus_talk_says_what_new_cards_are_worth() -> None:
    (first, *_) = at("", 1)
    assert isinstance(first, Exchange)
    assert first.gain > 1
    (_, keep, _) = at("", 1)
    assert isinstance(keep, Keep)


def test_a_31_is_for_cutting() -> None:
    (first, second, _) = at("1 mus", 2)
    assert isinstance(first, Exchange)
    assert first.gain < 0
    assert isinstance(second, ai.GoodEnough)


def test_who_opens_a_lance_learns_the_odds_and_what_a_bet_brings() -> None:
    found = at("1 cut", 1)
    assert kinds(found)[:1] == [Chance]
    assert {FreeStone, Trap} & set(kinds(found))


def test_the_last_to_speak_may_bluff() -> None:
    assert Bluff in kinds(at("1 cut; 1 hold; 2 hold; 3 hold", 4))


def test_a_bet_has_its_price() -> None:
    found = at("1 cut; 1 bet 5; 3 agree", 2)
    price = next(tip for tip in found if isinstance(tip, Price))
    assert (price.bet, price.refusal, price.bonus) == (5, 1, 0)
    assert price.need == 0.4


def test_passing_may_lose_the_game() -> None:
    deal = deal_of(HANDS + "1 cut; 1 bet 5", Options.of("classic"), scores=(39, 20))
    (first, *_) = tips(seat_view(deal, 2))
    assert first == LastStones(1)


def test_an_ordago_is_the_whole_game() -> None:
    assert AllIn(1) in at("1 cut; 1 ordago; 3 agree", 2)


def test_the_partner_asks_and_the_tip_says_what_agreeing_means() -> None:
    assert at("1 cut; 1 bet 5", 3)[0] == Asked(Word.BET, 5, 1, True)
    assert at("1 cut; 1 ordago", 3)[0] == Asked(Word.ORDAGO, 0, 1, False)
    assert at("1 cut; 1 bet 5; 3 agree; 2 fold", 4)[0] == Asked(Word.FOLD, 0, 1, True)
    assert at("1 cut; 1 bet 5; 3 agree; 2 call", 4)[0] == Asked(Word.CALL, 0, 1, True)


def test_where_partners_do_not_ask_the_second_pass_decides() -> None:
    assert at("1 cut; 1 bet 5; 2 fold", 4, consult=False)[0] == PartnerPassed(1)


def test_a_partner_who_winked_has_31() -> None:
    assert PartnerShows("thirty-one", honest=True) in at("2 sign thirty-one; 1 mus; 2 mus; 3 mus", 4)
    assert PartnerShows("blind", honest=False) in at("3 sign blind; 1 cut", 1, honest=False)


def test_true_signals_are_named_until_they_are_sent() -> None:
    deal = deal_of(HANDS)
    found = next(
        tip for tip in teacher._always(seat_view(deal, 2), deal.facts(2)) if isinstance(tip[2], Show)
    )
    assert found[2] == Show(("thirty-one",), public=False)
    sent = deal_of(HANDS + "2 sign thirty-one; 2 sign bet")
    left = [tip[2] for tip in teacher._always(seat_view(sent, 2), sent.facts(2)) if isinstance(tip[2], Show)]
    assert not any("thirty-one" in tip.names for tip in left)


def test_it_is_told_who_else_has_pares() -> None:
    held = "1 cut; " + "; ".join(f"{seat} hold" for _ in range(2) for seat in (1, 2, 3, 4))
    assert Holders(Lance.PARES, False, 1) in at(held, 1)


def test_there_are_no_tips_without_a_hand_and_after_the_deal() -> None:
    deal = Deal(Options(), 1)
    assert tips(seat_view(deal, 1)) == ()
    over = deal_of(HANDS + "1 cut; 1 ordago; 2 call", Options.of("classic"))
    assert over.is_over
    assert tips(seat_view(over, 1)) == ()
