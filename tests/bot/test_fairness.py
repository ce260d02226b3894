"""What players are shown of the shuffle: commitments before, secrets after, and texts that can do no harm."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.bot.board import board
from musbot.bot.fairness import cut_form, fair_letter, promise, read_cut, receipt
from musbot.bot.ids import ClickId
from musbot.bot.lobby import lobby
from musbot.bot.words import ENGLISH
from musbot.game import Options
from musbot.game.fair import LONGEST_CUT, SHORTEST_CUT, FairDeal, commitment_of
from musbot.table import CutDeck, Status, Table
from tests.bot.reading import HOSTILE, components, custom_ids, fits_discord, labels, table_of, text_of
from tests.game.fair_games import fair_game
from tests.game.playing import played, seeds

NEXT = bytes(range(32))


def dealt_table(seed: int) -> Table:
    """A table after a game, of people with hostile names."""
    match, shuffles = fair_game(seed, talkative=0.2)
    table = table_of(match, HOSTILE)
    table.fair, table.secret = tuple(shuffles), NEXT
    return table


def open_table(*cuts: CutDeck) -> Table:
    table = table_of(None, ["Ane", "Beñat", None, None])
    table.secret, table.cuts = NEXT, cuts
    return table


def field(value: object) -> list[dict[str, object]]:
    """A form as Discord sends it."""
    return [{"type": 18, "component": {"type": 4, "custom_id": "cut", "value": value}}]


# The line and the button


def test_the_lobby_shows_what_the_first_deal_is_bound_to() -> None:
    letter = lobby(open_table().public(), ENGLISH)

    assert f"-# 🔒 deal 1 `{commitment_of(NEXT)[:32]}…`" in text_of(letter)
    assert "Cut the deck" in labels(letter)
    assert "mus:7:1:cut-deck" in custom_ids(letter)


def test_it_is_told_at_once_who_has_cut_but_not_with_what() -> None:
    """The texts would fill the board; they are in `/mus fair`."""
    written = text_of(lobby(open_table(CutDeck(102, "kaixo"), CutDeck(101, "agur")).public(), ENGLISH))

    assert f"{commitment_of(NEXT)[:32]}…`, cut by Beñat, Ane" in written
    assert "kaixo" not in written


def test_who_has_left_still_has_cut() -> None:
    assert "cut by someone who left" in promise(open_table(CutDeck(999, "kaixo")).public(), ENGLISH)


def test_a_crowd_that_has_cut_and_left_does_not_fill_the_message() -> None:
    public = open_table(*(CutDeck(1000 + number, f"cut {number:03}") for number in range(500))).public()

    assert len(promise(public, ENGLISH)) < 300
    assert promise(public, ENGLISH).endswith(", 492 more")
    assert commitment_of(NEXT) in text_of(fair_letter(public, ENGLISH))
    fits_discord(lobby(public, ENGLISH))


def test_a_deal_in_play_shows_its_commitment_and_the_next_one() -> None:
    secret = b"\x07" * 32
    table = table_of(played(Options(), 1, 4))
    table.fair, table.secret = (FairDeal.of(secret),), NEXT
    letter = board(table.public(), ENGLISH)

    line = f"-# 🔒 deal 1 `{commitment_of(secret)[:32]}…`\n-# 🔒 deal 2 `{commitment_of(NEXT)[:32]}…`"
    assert promise(table.public(), ENGLISH) == line
    assert line in text_of(letter)
    assert secret.hex() not in text_of(letter)
    assert labels(letter)[-1] == "Cut the deck"
    assert "mus:7:2:cut-deck" in custom_ids(letter)
    fits_discord(letter)


def test_the_deck_can_be_cut_while_a_bet_is_open_below_the_answers() -> None:
    """AI players cut and bet at once: who sits with them might never see it otherwise."""
    secret = b"\x07" * 32
    table = table_of(played(Options(), 1, 8))
    table.fair, table.secret = (FairDeal.of(secret),), NEXT
    assert table.public().deal.bet  # type: ignore[union-attr]
    letter = board(table.public(), ENGLISH)

    rows = [[each["label"] for each in row["components"]] for row in components(letter) if row["type"] == 1]
    assert rows[-1] == ["Cut the deck"], "no button of a thumb's that answers a bet is beside it"
    assert f"deal 2 `{commitment_of(NEXT)[:32]}…`" in text_of(letter)
    fits_discord(letter)


@given(seeds)
def test_at_the_showdown_the_secret_is_told_in_full(seed: int) -> None:
    table = dealt_table(seed)
    for index, deal in enumerate(table.fair):
        assert deal.secret is not None
        letter = board(table.public(index), ENGLISH)
        assert deal.secret.hex() in text_of(letter)
        assert "Cut the deck" not in labels(letter), "the next deal has a message of its own"
        fits_discord(letter)
    assert NEXT.hex() not in text_of(letter)


def test_a_table_that_promised_nothing_says_nothing() -> None:
    assert promise(table_of(None).public(), ENGLISH) == ""
    assert "🔒" not in text_of(lobby(table_of(None).public(), ENGLISH))


def test_a_table_that_is_closed_is_cut_no_more() -> None:
    table = open_table()
    table.status = Status.CLOSED

    assert labels(lobby(table.public(), ENGLISH)) == []


# The cut


def test_the_form_is_empty_and_takes_as_many_characters_as_a_cut_may_have() -> None:
    form = cut_form(7, 3, ENGLISH).to_dict()

    assert form["custom_id"] == "mus:7:3:cut-typed"
    assert ClickId.parse(form["custom_id"]) == ClickId(7, 3, "cut-typed")
    (label,) = form["components"]
    typed = label["component"]
    assert (typed["min_length"], typed["max_length"]) == (SHORTEST_CUT, LONGEST_CUT)
    assert not typed.get("value"), "what the bot wrote there would be its own choice"
    assert max(len(form["title"]), len(label["label"])) <= 45
    assert len(label["description"]) <= 100


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("kaixo 17", "kaixo 17"),
        ("  two   blanks ", "two blanks"),
        ("ab`cd``", "ab'cd''"),
        ("@everyone", "@everyone"),
        ("a\nb\tc\x00d", "abcd"),
        ("turned\u202earound", "turnedaround"),
        ("abc", None),
        ("    ", None),
        ("\u200b" * 9, None),
        ("", None),
        (None, None),
        (1234, None),
        (["abcd"], None),
    ],
)
def test_what_counts_is_what_can_be_shown(typed: object, counts: str | None) -> None:
    assert read_cut(field(typed)) == counts


@given(st.text(max_size=200) | st.none() | st.integers())
def test_whatever_is_typed_is_a_cut_that_the_table_takes_or_none(typed: object) -> None:
    cut = read_cut(field(typed))

    if cut is not None:
        assert SHORTEST_CUT <= len(cut) <= LONGEST_CUT
        assert cut.isprintable()
        assert "`" not in cut
        cut.encode()


@given(st.recursive(st.none() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_a_hostile_form_is_no_cut(components: object) -> None:
    assert read_cut(components) is None  # type: ignore[arg-type]


def test_the_receipt_holds_text_and_commitment_in_full() -> None:
    letter = receipt(open_table(CutDeck(101, "kaixo")).public(), "kaixo", ENGLISH)

    assert "deal 1 with `kaixo`" in text_of(letter)
    assert commitment_of(NEXT) in text_of(letter)
    fits_discord(letter)


# /mus fair


def test_without_a_table_it_is_explained_all_the_same() -> None:
    written = text_of(fair_letter(None, ENGLISH))

    assert "Cut the deck" in written
    assert "musbot fair" in written
    assert "🔒" in written
    assert not re.search("[0-9a-f]{64}", written)


def test_it_lists_commitments_secrets_and_cuts_in_full() -> None:
    table = dealt_table(5)
    table.status = Status.PLAYING
    written = text_of(fair_letter(table.public(), ENGLISH))

    assert f"Deal {len(table.fair) + 1} 🔒 `{commitment_of(NEXT)}`" in written
    assert NEXT.hex() not in written
    last = table.fair[-1]
    assert last.secret is not None
    assert f"Deal {len(table.fair)} 🔒 `{last.commitment}` 🔓 `{last.secret.hex()}`" in written
    for cut in last.cuts:
        assert f"`{cut.text}`" in written


@given(seeds, st.integers(1, 40))
def test_it_fits_discord_however_many_deals_there_were(seed: int, times: int) -> None:
    table = dealt_table(seed)
    table.status = Status.PLAYING
    assert table.match is not None
    table.fair = table.fair * times
    table.match.deals = table.match.deals * times
    letter = fair_letter(table.public(), ENGLISH)

    fits_discord(letter)
    written = text_of(letter)
    assert f"Deal {len(table.fair) + 1} 🔒" in written, "the latest come first"
    assert not written.endswith("…")
    if len(table.fair) > 30:
        assert "Earlier deals are in their own messages." in written
