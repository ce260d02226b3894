"""How much? The form offers what is legal, and what comes back is read as hostile input."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.bot.raising import raise_form, read_form
from musbot.bot.words import ENGLISH
from musbot.game import Options, Word
from musbot.game.actions import say
from musbot.game.views import public_view
from musbot.table import Table
from tests.bot.reading import components, custom_ids, tables_in_play
from tests.game.playing import deal_of, hands

HANDS = hands("Ro Co 7o 1o", "Rc Cc 7c 1c", "Re Ce 7e 1e", "Rb Cb 7b 1b")


def sent(other: object = "", amount: object = ()) -> list[dict[str, Any]]:
    """A form as Discord sends it: each field in its label."""
    return [
        {"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": "amount", "values": amount}},
        {"type": 18, "id": 3, "component": {"type": 4, "id": 4, "custom_id": "other", "value": other}},
    ]


def test_an_amount_is_chosen() -> None:
    assert read_form(sent(amount=["5"])) == say(0, Word.BET, 5)


def test_ordago_is_chosen() -> None:
    assert read_form(sent(amount=["ordago"])) == say(0, Word.ORDAGO)


def test_an_amount_is_typed() -> None:
    assert read_form(sent(" 11 ")) == say(0, Word.BET, 11)


def test_what_was_typed_goes_before_the_menu() -> None:
    assert read_form(sent("11", ["5"])) == say(0, Word.BET, 11)


def test_a_form_of_rows_is_read_too() -> None:
    assert read_form([{"type": 1, "components": [{"type": 4, "custom_id": "other", "value": "7"}]}]) == say(
        0, Word.BET, 7
    )


@pytest.mark.parametrize(
    "typed", ["five", "-5", "5.0", "٥", "５", "1e3", "0x5", "+5", "5 5", "²", "9" * 5000]
)
def test_what_is_no_number_of_stones_is_none(typed: str) -> None:
    assert read_form(sent(typed)) is None
    assert read_form(sent(amount=[typed])) is None


@pytest.mark.parametrize("amount", [[], None, ["5", "7"], "5", [None], [["5"]], {"0": "5"}, 5])
def test_a_menu_that_holds_no_single_value_is_none(amount: object) -> None:
    assert read_form(sent(amount=amount)) is None


@pytest.mark.parametrize(
    "hostile",
    [
        [],
        ["x"],
        [None],
        [{"components": "abc"}],
        [{"components": 5}],
        [{"components": {"a": 1}}],
        [{"component": ["other"]}],
        [{"custom_id": ["other"], "value": "5"}],
        [{"custom_id": "other", "value": {"a": "5"}}],
    ],
    ids=str,
)
def test_what_discord_would_never_send_is_none(hostile: list[Any]) -> None:
    assert read_form(hostile) is None


_leaves = st.sampled_from([None, True, 5, "", "x", "other", "amount", "5", "ordago"])
_keys = st.sampled_from(["component", "components", "custom_id", "value", "values"])
json_values = st.recursive(
    _leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_keys, inner), max_leaves=20
)


@given(st.lists(json_values))
def test_no_form_whatever_makes_an_error(form: list[Any]) -> None:
    action = read_form(form)

    assert action is None or action.word in (Word.BET, Word.ORDAGO)


# What is offered


def offered(form: Any) -> list[str]:
    (menu,) = (each for each in components(form) if each["type"] == 3)
    return [option["value"] for option in menu["options"]]


def test_the_first_bet_is_from_two_to_the_game() -> None:
    deal = deal_of(HANDS + "1 cut")

    form = raise_form(7, 12, public_view(deal), ENGLISH)

    assert form.title == "How much?"
    assert form.custom_id == "mus:7:12:raised"
    assert offered(form) == ["2", "3", "4", "5", "7", "10", "15", "20", "25", "30", "40", "ordago"]


def test_a_raise_is_at_least_two_more() -> None:
    deal = deal_of(HANDS + "1 cut; 1 bet 11", Options(consult=False))

    form = raise_form(7, 12, public_view(deal), ENGLISH)

    assert offered(form) == ["13", "15", "20", "25", "30", "40", "ordago"]
    (field,) = (each for each in components(form) if each["type"] == 4)
    assert field["placeholder"] == "13"


def test_without_a_legal_bet_there_is_no_form() -> None:
    with pytest.raises(ValueError, match="no bet"):
        raise_form(7, 12, public_view(deal_of(HANDS)), ENGLISH)


@given(tables_in_play())
def test_a_form_fits_discord_and_offers_what_is_legal(table: Table) -> None:
    view, legal = public_view(table.playing.deal), table.playing.legal()
    if view.bets is None:
        with pytest.raises(ValueError, match="no bet"):
            raise_form(7, table.revision, view, ENGLISH)
        return
    form = raise_form(7, table.revision, view, ENGLISH)

    every = components(form)
    assert len(form.title) <= 45
    assert len(form.children) <= 5
    assert len(set(custom_ids(form))) == len(custom_ids(form)) == 2
    for each in every:
        if each["type"] == 18:
            assert len(each["label"]) <= 45
        if each["type"] == 3:
            assert 1 <= len(each["options"]) <= 25
            assert all(1 <= len(option["label"]) <= 100 for option in each["options"])
    for value in offered(form):
        action = read_form(sent(amount=[value]))
        assert action is not None
        assert action._replace(seat=legal.seat) in legal
