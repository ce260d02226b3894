"""Signals to the partner: which are true of which hand, who may send them, and who sees them."""

from __future__ import annotations

import pytest

from musbot.game import Action, Deal, IllegalAction, Options
from musbot.game.hands import hand_of_ranks
from musbot.game.signals import INTENTIONS, SIGNALS, true_signals
from musbot.game.views import public_view, seat_view

from . import second_opinion as second
from .playing import deal_of, hands

TABLE = hands("Ro Rc 1o 1c", "Re Rb 1e Co", "Cc Ce Cb 7o", "7c 6c 5c 4c")


def why_not(deal: Deal, line: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        deal.push(Action.parse(line))
    return str(caught.value)


@pytest.mark.parametrize(
    ("ranks", "kings", "names"),
    [
        ("R R 7 5", 8, {"two-kings", "juego"}),
        ("R R 1 C", 8, {"two-kings", "thirty-one"}),
        ("R 3 1 C", 8, {"two-kings", "thirty-one"}),
        ("R R 7 2", 8, {"two-kings"}),
        ("R R R 1", 8, {"three-kings", "thirty-one"}),
        ("R R 3 7", 8, {"three-kings", "juego"}),
        ("7 5 1 1", 8, {"two-aces"}),
        ("7 5 2 1", 8, {"two-aces"}),
        ("7 5 2 1", 4, {"blind"}),
        ("R 1 1 2", 8, {"three-aces"}),
        ("7 7 7 S", 8, {"medias", "thirty-one"}),
        ("5 5 5 4", 8, {"medias"}),
        ("R R 1 1", 8, {"duples"}),
        ("R R R R", 8, {"duples", "juego"}),
        ("C C S S", 8, {"duples", "juego"}),
        ("C C 7 5", 8, {"juego"}),
        ("C C 5 4", 8, {"twenty-nine"}),
        ("C C 6 4", 8, {"thirty"}),
        ("R C 6 4", 8, {"thirty"}),
        ("R C S 7", 8, {"juego"}),
        ("R C S 1", 8, {"thirty-one"}),
        ("R 7 5 4", 8, {"blind"}),
        # There is no signal for a par of sevens, and it is not blind either.
        ("7 7 5 4", 8, set()),
        ("3 3 7 4", 4, set()),
    ],
)
def test_what_is_wholly_true_of_a_hand(ranks: str, kings: int, names: set[str]) -> None:
    assert true_signals(hand_of_ranks(ranks, kings)) == names | {"cut", "bet"}


def told_by_the_table(ranks: str) -> set[str]:
    """The table of the rules, row by row."""
    kings, aces = ranks.count("R"), ranks.count("1")
    pares, points = second.has_pares(ranks), second.total(ranks)
    rows = {
        "two-kings": pares == "par" and kings == 2,
        "three-kings": pares == "medias" and kings == 3,
        "two-aces": pares == "par" and aces == 2,
        "three-aces": pares == "medias" and aces == 3,
        "medias": pares == "medias" and kings != 3 and aces != 3,
        "duples": pares == "duples",
        "thirty-one": points == 31,
        "juego": points >= 31 and points != 31,
        "thirty": points == 30,
        "twenty-nine": points == 29,
        "blind": not pares and points < 29,
    }
    return {name for name, true in rows.items() if true} | INTENTIONS


@pytest.mark.parametrize("kings", [8, 4])
def test_every_signal_of_every_hand(kings: int) -> None:
    met: set[str] = set()
    for ranks in second.all_hands(kings):
        told = true_signals(hand_of_ranks(" ".join(ranks), kings))
        assert told == told_by_the_table(ranks), ranks
        met |= told
    assert met == set(SIGNALS), "each can be sent with some hand"


def test_an_honest_signal_tells_the_whole_truth() -> None:
    deal = deal_of(TABLE)
    assert why_not(deal, "1 sign two-kings") == "seat 1 may not sign two-kings: it is not true of the hand"
    deal.push(Action.parse("1 sign duples"))
    deal.push(Action.parse("2 sign two-kings"))
    deal.push(Action.parse("2 sign thirty-one"))
    deal.push(Action.parse("4 sign blind"))
    assert deal.signals == [(1, "duples"), (2, "two-kings"), (2, "thirty-one"), (4, "blind")]


def test_where_lies_are_allowed_any_signal_can_be_sent() -> None:
    deal = deal_of(TABLE, Options(honest=False))
    assert deal.legal_signals(4) == SIGNALS
    deal.push(Action.parse("4 sign duples"))


def test_an_intention_is_never_untrue() -> None:
    deal = deal_of(TABLE + "3 sign cut; 3 sign bet; 4 sign cut")
    assert deal.signals == [(3, "cut"), (3, "bet"), (4, "cut")]


def test_once_for_each_hand() -> None:
    deal = deal_of(TABLE + "1 sign duples")
    assert why_not(deal, "1 sign duples") == "seat 1 may not sign duples: it has sent that for this hand"
    # After a discard there is a new hand, and it may be told again.
    drops = "1 mus;2 mus;3 mus;4 mus;1 drop 1c;2 drop Co;3 drop 7o;4 drop 4c;"
    for line in (drops + "deal 1 2o;deal 2 So;deal 3 Sc;deal 4 Se").split(";"):
        deal.push(Action.parse(line))
    deal.push(Action.parse("1 sign duples"))
    assert deal.signals == [(1, "duples"), (1, "duples")]


def test_the_dealing_of_others_makes_no_new_hand() -> None:
    deal = deal_of("deal 1 Ro Rc 1o 1c; 1 sign duples; deal 2 Re Rb 1e Co")
    assert why_not(deal, "1 sign duples") == "seat 1 may not sign duples: it has sent that for this hand"
    assert why_not(deal, "3 sign bet") == "seat 3 may not sign bet: it has no hand to sign"


def test_a_table_without_signals() -> None:
    deal = deal_of(TABLE, Options(signals="off"))
    assert why_not(deal, "1 sign duples") == "seat 1 may not sign duples: signals are off at this table"
    assert deal.legal_signals(1) == ()


def test_in_mus_corrido_nobody_signs_before_the_cut() -> None:
    deal = deal_of(TABLE, Options(corrido=True), first=True)
    reason = "seat 1 may not sign duples: in mus corrido nobody signs before the cut"
    assert why_not(deal, "1 sign duples") == reason
    deal.push(Action.parse("1 cut"))
    deal.push(Action.parse("1 sign duples"))
    # It is only played in the first deal of a match.
    deal_of(TABLE + "1 sign duples", Options(corrido=True), first=False)


def test_a_signal_takes_no_turn_and_scores_nothing() -> None:
    deal = deal_of(TABLE + "1 cut; 1 bet 2")
    before = deal.legal().texts(), deal.to_act, deal.scores
    deal.push(Action.parse("4 sign blind"))
    assert (deal.legal().texts(), deal.to_act, deal.scores) == before


@pytest.mark.parametrize(("signals", "public"), [("private", ()), ("public", ((1, "duples"),))])
def test_who_sees_a_signal(signals: str, public: tuple[tuple[int, str], ...]) -> None:
    deal = deal_of(TABLE + "1 sign duples", Options.of("stargames", signals=signals))
    assert public_view(deal).signals == public
    assert seat_view(deal, 3).partner_signals == ("duples",)
    assert seat_view(deal, 1).own_signals == ("duples",)
    for rival in (2, 4):
        view = seat_view(deal, rival)
        assert view.partner_signals == view.own_signals == ()


EXCHANGE = (
    "1 mus;2 mus;3 mus;4 mus;1 drop 1c;2 drop Co;3 drop 7o;4 drop 4c;deal 1 2o;deal 2 So;deal 3 Sc;deal 4 Se"
)


def after(said: str, **rules: object) -> Deal:
    deal = deal_of(TABLE, Options.of("stargames", **rules))
    for line in said.split(";"):
        deal.push(Action.parse(line))
    return deal


def test_a_signal_of_cards_that_were_dropped_tells_nothing_any_more() -> None:
    deal = after("1 sign duples;" + EXCHANGE, signals="public")
    assert seat_view(deal, 3).partner_signals == ()
    assert seat_view(deal, 1).own_signals == ()
    assert public_view(deal).signals == ()
    assert public_view(deal).faces == ("", "", "", "")
    deal.push(Action.parse("1 sign bet"))
    assert seat_view(deal, 3).partner_signals == ("bet",)
    assert public_view(deal).signals == ((1, "bet"),)


def test_until_all_have_dropped_the_signal_still_tells_of_the_hand() -> None:
    deal = after("1 sign duples;1 mus;2 mus;3 mus;4 mus;1 drop 1c", signals="public")
    assert seat_view(deal, 3).partner_signals == ("duples",)
    assert public_view(deal).faces == ("duples", "", "", "")


def test_a_face_stands_beside_its_seat_until_the_next_lance() -> None:
    deal = deal_of(TABLE, Options(signals="public", consult=False))
    for line, faces in (
        ("4 sign cut", ("", "", "", "cut")),
        ("1 sign duples", ("duples", "", "", "cut")),
        ("1 sign bet", ("bet", "", "", "cut")),
        ("1 cut", ("", "", "", "")),
        ("2 sign two-kings", ("", "two-kings", "", "")),
        ("1 bet 2", ("", "two-kings", "", "")),
        ("2 call", ("", "", "", "")),
        ("3 sign bet", ("", "", "bet", "")),
    ):
        deal.push(Action.parse(line))
        assert public_view(deal).faces == faces, line
    assert public_view(deal).signals == (
        (4, "cut"),
        (1, "duples"),
        (1, "bet"),
        (2, "two-kings"),
        (3, "bet"),
    ), "what was signalled is known as long as the hand lasts"


def test_where_signals_are_private_nobody_has_a_face() -> None:
    deal = after("1 sign duples;4 sign cut", signals="private")
    assert public_view(deal).faces == ("", "", "", "")


def test_at_the_showdown_nobody_has_a_face() -> None:
    deal = after("1 cut;1 sign duples;1 ordago;2 call", signals="public", consult=False)
    assert deal.is_over
    assert public_view(deal).faces == ("", "", "", "")
    assert public_view(deal).signals == ((1, "duples"),)


def test_a_finished_deal_has_no_signals_left_to_send() -> None:
    deal = deal_of(TABLE + "1 cut; 1 ordago; 3 agree; 2 call; 4 agree")
    assert deal.is_over
    assert deal.legal_signals(1) == ()
    assert why_not(deal, "1 sign duples") == "seat 1 may not sign duples: it has no hand to sign"
