"""Options and the words of a record."""

from __future__ import annotations

from dataclasses import fields

import pytest

from musbot.game import CARDS, Action, Options, Word, card_name, parse_card
from musbot.game.actions import NOTHING, deal, drop, say, sign
from musbot.game.cards import points_of, rank_of
from musbot.game.hands import hand, ranks_text


def test_the_presets_are_those_of_the_rules() -> None:
    stargames = {
        "kings": 8,
        "target": 40,
        "games": 1,
        "consult": True,
        "raises": "free",
        "held_stone": "all",
        "punto_bonus": 0,
        "real31": False,
        "corrido": False,
        "signals": "private",
        "honest": True,
    }
    classic = stargames | {"consult": False, "held_stone": "open", "punto_bonus": 1}
    for preset, expected in (("stargames", stargames), ("classic", classic)):
        rules = Options.of(preset)
        names = [field.name for field in fields(Options)]
        assert {name: getattr(rules, name) for name in names} == expected | {"preset": preset}
        assert rules.changes() == {}
    assert Options() == Options.of("stargames")


def test_only_what_was_changed_is_told() -> None:
    assert Options.of("classic", target=30, consult=False).changes() == {"target": 30}
    assert Options.of("classic", **Options.of("classic", games=3).changes()).games == 3


def test_best_of_so_many_games() -> None:
    assert [Options(games=games).games_to_win for games in (1, 3, 5)] == [1, 2, 3]


def test_options_that_there_are_not() -> None:
    with pytest.raises(ValueError, match=r"^there is no option 'queens'$"):
        Options.of("stargames", queens=4)
    with pytest.raises(ValueError, match=r"^rules = 'navarra': choose stargames or classic$"):
        Options.of("navarra")
    with pytest.raises(ValueError, match=r"^kings = 6: it must be 8 or 4$"):
        Options(kings=6)


def test_cards_have_two_letters() -> None:
    assert len({card_name(card) for card in CARDS}) == 40
    assert all(parse_card(card_name(card)) == card for card in CARDS)
    for name in ("", "R", "oR", "8o", "Rx", "Ro ", "ro"):
        with pytest.raises(ValueError, match="is not a card"):
            parse_card(name)
    for number in (-1, 40):
        with pytest.raises(IndexError):
            card_name(number)


@pytest.mark.parametrize(
    ("name", "eight", "four"),
    [("Ro", 10, 10), ("3o", 10, 3), ("2c", 1, 2), ("1b", 1, 1), ("Se", 10, 10), ("7e", 7, 7), ("4o", 4, 4)],
)
def test_what_a_card_counts(name: str, eight: int, four: int) -> None:
    assert (points_of(parse_card(name), 8), points_of(parse_card(name), 4)) == (eight, four)


def test_threes_and_twos_are_kings_and_aces_with_eight_kings() -> None:
    three, king, two, ace = (parse_card(name) for name in ("3o", "Ro", "2o", "1o"))
    assert rank_of(three, 8) == rank_of(king, 8)
    assert rank_of(two, 8) == rank_of(ace, 8)
    assert len({rank_of(card, 4) for card in (three, king, two, ace)}) == 4
    # Each keeps its face.
    assert ranks_text((three, two)) == "3 2"


def test_a_hand_has_four_cards() -> None:
    with pytest.raises(ValueError, match="a hand has four cards, not 3"):
        hand([0, 1, 2])


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (say(1, Word.BET, 5), "1 bet 5"),
        (say(4, Word.ORDAGO), "4 ordago"),
        (drop(2, (0, 13)), "2 drop Ro 7c"),
        (deal(3, (11,)), "deal 3 Cc"),
        (sign(1, "two-kings"), "1 sign two-kings"),
        (Action(Word.SHUFFLE), "shuffle"),
    ],
)
def test_an_action_is_a_line(action: Action, text: str) -> None:
    assert str(action) == text
    assert Action.parse(text) == action
    assert Action.parse(f"  {text.replace(' ', '   ')}\t") == action


def test_nothing_is_legal_for_nobody() -> None:
    assert not NOTHING
    assert list(NOTHING) == []
    assert say(1, Word.HOLD) not in NOTHING
    assert "1 hold" not in NOTHING
