"""The messages with faces, at any point of any game: within Discord's limits, true, and each for one reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.bot.board import board
from musbot.bot.ending import ending
from musbot.bot.faces import LOOKS, MEANINGS, NAMES, RED, face_letter, picker, why_not_there, why_refused
from musbot.bot.hands import hand_letter
from musbot.bot.scenes import table_scene
from musbot.bot.words import ENGLISH
from musbot.game import Match, Options, Phase
from musbot.game.record import read_record, write_record
from musbot.game.signals import SIGNALS
from musbot.pictures import face_names, face_picture
from musbot.pictures.palette import NAMED
from musbot.table import Table
from tests.bot.reading import components, fits_discord, pinged_by, table_of, tables_in_play, text_of
from tests.game.playing import deal_of, hands, played

HANDS = hands("Ro Rc 1o 1c", "Re Rb 1e Co", "Cc Ce Cb 7o", "7c 6c 5c 4c")
seats = st.integers(1, 4)


def after(said: str, **rules: object) -> Table:
    options = Options.of("stargames", **rules)
    match = Match(options, 1)
    match.deals[0] = deal_of(HANDS + said, options)
    return table_of(match)


def test_every_signal_has_a_name_a_meaning_a_look_and_a_face() -> None:
    assert tuple(NAMES) == tuple(MEANINGS) == tuple(LOOKS) == SIGNALS
    assert set(SIGNALS) <= set(face_names())
    assert len(set(NAMES.values())) == len(set(MEANINGS.values())) == len(SIGNALS)
    assert all(len(name) <= 100 and len(MEANINGS[key]) <= 100 for key, name in NAMES.items())


def test_the_frame_of_the_message_is_as_red_as_that_of_the_face() -> None:
    red, green, blue = NAMED["red"]
    assert red << 16 | green << 8 | blue == RED


@given(tables_in_play(), seats)
def test_a_picker_fits_discord_and_offers_what_may_be_sent(table: Table, seat: int) -> None:
    letter = picker(table, seat, ENGLISH)

    fits_discord(letter)
    assert pinged_by(letter) == {"parse": [], "users": []}
    menus = [each for each in components(letter) if each["type"] == 3]
    offered = [option["value"] for menu in menus for option in menu["options"]]
    assert tuple(offered) == table.view(seat).may_sign


@given(tables_in_play(), seats)
def test_a_picker_says_of_each_face_that_is_missing_why(table: Table, seat: int) -> None:
    view, written = table.view(seat), text_of(picker(table, seat, ENGLISH))
    missing = set(SIGNALS) - set(view.may_sign)

    if view.public.options.signals == "off" or view.public.phase is Phase.OVER or view.public.corrido:
        assert any(word in written for word in ("off", "no hand", "corrido"))
    else:
        told = ", ".join(line.partition(": ")[2] for line in why_not_there(view, ENGLISH)).split(", ")
        assert {NAMES[name] for name in missing} == {name for name in told if name}


@given(st.lists(st.sampled_from(SIGNALS), min_size=1, max_size=4, unique=True), seats)
def test_a_face_fits_discord_and_its_file_tells_nothing(names: list[str], sender: int) -> None:
    letter = face_letter(after("").public(), sender, names, ENGLISH, url="https://discord.com/channels/1/2/3")

    fits_discord(letter)
    assert pinged_by(letter) == {"parse": [], "users": []}
    assert [content for _, content in letter.files] == [face_picture(name) for name in names]
    assert not any(name in file for file, _ in letter.files for name in SIGNALS)


@pytest.mark.parametrize(
    ("said", "name", "why"),
    [
        ("", "two-kings", "not true of your hand"),
        ("1 sign duples", "duples", "for this hand already"),
        ("", "smile", "no such face"),
        ("1 cut; 1 ordago; 3 agree; 2 call; 4 agree", "duples", "no hand"),
    ],
)
def test_a_face_is_refused_with_the_reason(said: str, name: str, why: str) -> None:
    assert why in why_refused(after(said).view(1), name, ENGLISH)


def test_the_hand_tells_what_the_partners_signalled_to_those_two_alone() -> None:
    table = after("1 sign duples; 1 sign bet; 4 sign blind")

    def told(seat: int) -> str:
        return text_of(hand_letter(7, 1, table.view(seat), ENGLISH))

    assert "You signalled: duples, bet" in told(1)
    assert "Your partner signals: **duples, bet**" in told(3)
    assert "Your partner signals: **blind**" in told(2)
    for seat in (1, 3):
        assert "blind" not in told(seat)
    for seat in (2, 4):
        assert "duples" not in told(seat)


def test_the_board_shows_public_faces_and_no_private_ones() -> None:
    said = "1 sign duples; 4 sign cut; 1 sign bet"
    public, private = after(said, signals="public"), after(said)

    assert "**Faces** Ane: duples, bet · Dani: cut the mus" in text_of(board(public.public(), ENGLISH))
    assert "duples" not in text_of(board(private.public(), ENGLISH))
    shown = public.public()
    assert shown.deal is not None
    drawn = table_scene(shown, shown.deal, ENGLISH)
    assert [(seat.face, seat.signal) for seat in drawn.seats] == [
        ("bet", True),
        ("neutral", False),
        ("neutral", False),
        ("cut", True),
    ]
    hidden = private.public()
    assert hidden.deal is not None
    assert {seat.face for seat in table_scene(hidden, hidden.deal, ENGLISH).seats} == {"neutral"}


@pytest.mark.parametrize("signals", ["private", "public"])
def test_the_record_for_everybody_has_private_signals_left_out(signals: str) -> None:
    seed = next(
        seed
        for seed in range(100)
        if " sign " in write_record(played(Options.of("stargames", target=20, signals=signals), seed, 5_000))
    )
    match = played(Options.of("stargames", target=20, signals=signals), seed, 5_000)
    assert match.is_over
    letter = ending(table_of(match).public(), match, ("Ane", "Beñat", "Carla", "Dani"), ENGLISH)
    record = letter.files[0][1].decode()
    assert (" sign " in record) is (signals == "public")
    again = read_record(record).match
    assert again.scores == match.scores
    assert [deal.results for deal in again.deals] == [deal.results for deal in match.deals]


def test_however_many_faces_wait_they_fit_discord() -> None:
    """Where signals may lie, a partner can make all of them before one's next click."""
    table = after("", honest=False).public()

    letter = face_letter(table, 1, SIGNALS, ENGLISH)

    fits_discord(letter)
    assert ENGLISH(NAMES[SIGNALS[-1]]) in text_of(letter)
