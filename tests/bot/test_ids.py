"""What comes back from a click is hostile: only ids written here are read, and they are read as written."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from musbot.bot.club.boards import _turn_of
from musbot.bot.ids import ClickId, ClubId
from musbot.bot.table_clicks import HANDLERS
from musbot.club.boards import Turn
from musbot.game import Word
from musbot.store.standings import Anchor

ids = st.builds(
    ClickId,
    st.integers(1, 10**15 - 1),
    st.integers(0, 10**9 - 1),
    st.from_regex(r"[a-z-]{1,32}", fullmatch=True),
)


@given(ids)
def test_an_id_is_read_as_it_was_written(click: ClickId) -> None:
    assert ClickId.parse(str(click)) == click


@given(ids)
def test_an_id_has_room_in_what_discord_allows(click: ClickId) -> None:
    assert len(str(click)) <= 100


@given(st.text() | st.from_regex(r"mus:[0-9]{1,30}:-?[0-9]{1,30}:.{0,40}"))
@example("mus:7:12:hold\n")
@example("mus:٧:12:hold")
@example("mus:7:1２:hold")
@example("mus:07:12:hold")
@example("mus:7:012:hold")
@example("mus:0:0:join")
@example("mus:-7:12:hold")
@example("MUS:7:12:hold")
@example("mus:7:12:hold:more")
@example("mus:7:12:HOLD")
@example("mus:7:12:")
@example("mus:9999999999999999999999:1:hold")
@example(" mus:7:12:hold")
@example("")
def test_any_other_text_is_no_id(text: str) -> None:
    click = ClickId.parse(text)

    assert click is None or str(click) == text


@pytest.mark.parametrize(
    "text",
    ["mus:7:12:hold\n", "mus:٧:12:hold", "mus:07:12:hold", "mus:0:0:join", "mus:7:12:", "mus:7:12:HOLD"],
)
def test_near_misses_are_not_read(text: str) -> None:
    assert ClickId.parse(text) is None


def test_every_spoken_word_has_a_handler_and_so_has_every_id_that_is_read() -> None:
    spoken = {word.value for word in Word} - {"deal", "shuffle", "sign"}

    assert spoken <= set(HANDLERS)
    assert all(ClickId.parse(str(ClickId(1, 0, action))) for action in HANDLERS)


def test_ids_of_the_club_are_read_as_they_are_written() -> None:
    for click in (ClubId.of("friends"), ClubId.of("board", "sprn", "+11", repr(1652.25), 10**18, 0)):
        assert ClubId.parse(str(click)) == click
        assert len(str(click)) <= 100
    assert ClubId.of("games", 10**18).number(0) == 10**18
    assert ClubId.of("games", 10**19).number(0) is None, "more than a database can hold"
    for hostile in (
        "club:",
        "club:x y",
        "club:games:1:2:3:4:5:6",
        "club:games:é",
        "mus:1:2:hold",
        "club:Games",
    ):
        assert ClubId.parse(hostile) is None


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e300", "2147483648", "one", ""])
def test_a_page_that_no_leaderboard_has_is_none(value: str) -> None:
    assert _turn_of(ClubId.of("board", "epwa", "+1", "12", 1, 0)) == Turn(True, Anchor(12.0, 1, 0), 1)
    assert _turn_of(ClubId.of("board", "epwa", "+1", value, 1, 0)) is None
