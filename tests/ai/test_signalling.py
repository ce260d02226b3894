"""What AI players signal: the truth, the best of it first, and not too much."""

from __future__ import annotations

import random

import pytest

from musbot.ai import signals_to_send
from musbot.game import Action, Options
from musbot.game.signals import true_signals
from musbot.game.views import seat_view
from tests.game.playing import deal_of, hands

TABLE = hands("Ro Rc 1o 1c", "Re Rb 1e Co", "Cc Ce Cb 7o", "7c 6c 5c 4c")


def sent(seat: int, rules: Options | None = None, said: str = "", number: int = 200) -> list[tuple[str, ...]]:
    """What a seat signals, asked so many times."""
    view = seat_view(deal_of(TABLE + said, rules or Options()), seat)
    return [signals_to_send(view, random.Random(each)) for each in range(number)]


@pytest.mark.parametrize("honest", [True, False])
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_only_what_is_true_is_sent_even_where_lies_are_allowed(seat: int, honest: bool) -> None:
    facts = deal_of(TABLE).facts(seat)
    asked = sent(seat, Options(honest=honest))
    assert any(asked)
    for names in asked:
        assert set(names) <= true_signals(facts)
        assert len(set(names)) == len(names) <= 2


def test_a_good_hand_is_told_nearly_always_and_a_poor_one_now_and_then() -> None:
    good, poor = sent(2), sent(4)
    assert sum("thirty-one" in names for names in good) > 180
    assert any("two-kings" in names for names in good)
    assert 60 < sum(names == ("blind",) for names in poor) < 140


def test_less_is_told_where_the_other_pair_sees_it_too() -> None:
    public = sent(2, Options(signals="public"))
    assert all(len(names) <= 1 for names in public)
    assert sum(map(len, public)) < 0.7 * sum(map(len, sent(2)))


def test_two_great_things_in_one_hand_ask_for_the_cut() -> None:
    great = hands("Ro Rc 3o 1c", "7o 7c 7e 4b", "4o 4c 5o 5c", "6o 6c 5e 5b")
    view = seat_view(deal_of(great), 1)
    assert any(signals_to_send(view, random.Random(n))[:1] == ("cut",) for n in range(9))
    late = seat_view(deal_of(great + "1 cut"), 1)
    assert not any("cut" in signals_to_send(late, random.Random(n)) for n in range(50)), "it is cut already"


def test_the_same_generator_sends_the_same() -> None:
    assert sent(2) == sent(2)


def test_nothing_is_sent_twice_for_a_hand_nor_where_nobody_may_signal() -> None:
    said = "2 sign thirty-one; 2 sign two-kings; 2 sign cut; 2 sign bet"
    assert not any(sent(2, said=said))
    assert not any(sent(2, Options(signals="off")))
    corrido = deal_of(TABLE, Options(corrido=True), first=True)
    assert not any(signals_to_send(seat_view(corrido, 2), random.Random(n)) for n in range(50))
    corrido.push(Action.parse("1 cut"))
    assert any(signals_to_send(seat_view(corrido, 2), random.Random(n)) for n in range(50))
