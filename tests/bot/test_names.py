"""Display names are anybody's text: whatever is in them, a message looks as it should and pings nobody."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.bot.names import LONGEST, plain, safe_name, shown

names = st.text(max_size=80) | st.text(alphabet="*_~|`<>@#&![](){}:/\\-.+ \n\u200b\u202eaA1", max_size=40)
_ESCAPED = re.compile(r"\\[^0-9A-Za-z\s]")
"""What Discord shows as the bare character: a backslash before anything but letters, numbers and blanks."""
_ALIVE = re.compile(r"[*_~|`<\[\]#\\>]|@(?!\u200b)|://")
"""What would still mean something."""


@given(names)
def test_a_safe_name_is_one_short_line_with_something_in_it(name: str) -> None:
    safe = safe_name(name)

    assert 1 <= len(safe) <= LONGEST
    assert safe == safe.strip()
    assert "\n" not in safe
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in safe)


def test_no_character_of_unicode_gets_through_that_hides_or_turns_the_line() -> None:
    bad = []
    for code in range(sys.maxunicode + 1):
        safe = safe_name(f"a{chr(code)}b")
        assert safe[0] in ("a", *unicodedata.normalize("NFC", f"a{chr(code)}"))
        assert safe[-1] == "b"
        if any(
            unicodedata.category(char)[0] == "C" or unicodedata.bidirectional(char) in _TURNS for char in safe
        ):
            bad.append(hex(code))
    assert bad == []


_TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "B"}


INVISIBLE = ["\u200b", "⠀", "ㅤ", "ᅟᅠ", "ﾠ", "\xad", "͏", "️", "\U000e0041", "឵"]


@pytest.mark.parametrize("invisible", [*INVISIBLE, " \t "], ids=ascii)
def test_a_name_that_nobody_can_see_becomes_a_question_mark(invisible: str) -> None:
    assert safe_name(invisible) == safe_name(invisible * 3) == "?"


def test_ordinary_names_stay_as_they_are() -> None:
    for name in (
        "Ane",
        "Beñat 🃏",
        "Müller-Lüdenscheidt",
        "Борис",
        "明",
        "علي",
        "Q. E. D.",
        "O'Neill",
        "a+b=c!",
    ):
        assert safe_name(name) == name


def test_stacks_of_accents_are_cut_down() -> None:
    assert safe_name("Z" + "\u0300\u0301\u0302" * 10 + "o") == "Z\u0300\u0301o"


def test_a_long_name_ends_with_dots() -> None:
    assert safe_name("a" * 33) == "a" * 31 + "…"
    assert safe_name("a" * 32) == "a" * 32


@given(names)
def test_a_name_in_a_message_pings_nobody_and_means_nothing(name: str) -> None:
    written = shown(safe_name(name))

    left = _ESCAPED.sub("", written)
    assert not _ALIVE.search(left), written


@given(names)
def test_a_name_in_a_message_reads_as_the_name(name: str) -> None:
    safe = safe_name(name)

    assert plain(shown(safe)) == safe


@given(st.lists(names, min_size=1, max_size=4))
def test_a_line_of_names_reads_as_it_was_meant_where_it_stands_for_a_picture(many: list[str]) -> None:
    safe = [safe_name(name) for name in many]
    written = " + ".join(f"**{shown(name)}**" for name in safe)

    assert plain(f"`1` {written} · [to the table](https://a.b/c)") == f"1 {' + '.join(safe)} · to the table"


def test_a_name_read_from_right_to_left_turns_nothing_beside_it_around() -> None:
    """Else *1. name 1520* would be shown as *1. 1520 name*."""
    for name in ("שלום", "علي 7"):
        assert shown(name) == f"\u2068{name}\u2069"
    assert shown("Beñat 7") == "Beñat 7"


@pytest.mark.parametrize(
    "name",
    [
        "https://evil.example/_*_",
        "http://a*b",
        "[*](*)",
        "[free](http://a.b)",
        "<@&1234>",
        "<@1234>",
        "<:a:1>",
        "<t:0:R>",
        "@everyone",
        "@here",
        "# big",
        "-# small",
        "> quote",
        ">>> quote",
        "- item",
        "||spoiler||",
        "```",
        "a\\",
    ],
)
def test_known_tricks_are_shown_letter_by_letter(name: str) -> None:
    written = shown(safe_name(name))

    assert not _ALIVE.search(_ESCAPED.sub("", written))
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", written).replace("\u200b", "") == name
    assert not written.startswith("-")


def test_a_name_cannot_eat_what_is_written_behind_it() -> None:
    """A backslash at the end must not escape the next character."""
    backslashes = re.search(r"\\*$", shown("a\\"))
    assert backslashes is not None
    assert len(backslashes[0]) % 2 == 0
