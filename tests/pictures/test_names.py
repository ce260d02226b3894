"""Names of every script, and of none."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from musbot.pictures.canvas import felt_canvas
from musbot.pictures.fonts import FAMILY, characters_of, font_place
from musbot.pictures.lettering import ELLIPSIS, cut, line, runs, width_of, wrapped
from musbot.pictures.names import MAX_CHARACTERS, clusters, shown

ANYTHING = st.text(st.characters(codec=None, exclude_categories=()), max_size=80)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ñaki Etxeberría-Goñi", "Ñaki Etxeberría-Goñi"),
        ("  Åse \t\n Øystein ", "Åse Øystein"),
        ("🔥🃏 Rey de Mus 👑", "Rey de Mus"),
        ("LTR \u202eevil\u202c x", "LTR evil x"),
        ("ab\u200b\u200d\ufeffc", "abc"),
        ("\ud800Ane\udfff", "Ane"),
        ("\u0301\u0302Ane", "Ane"),
        ("𝔉𝔯𝔞𝔨𝔱𝔲𝔯 𝓼𝓬𝓻𝓲𝓹𝓽", "Fraktur script"),
        ("ｗｉｄｅ", "wide"),
        ("Ελληνικά", "Ελληνικά"),
        ("Ґанна Ђорђе", "Ґанна Ђорђе"),
        ("محمد علي", "محمد علي"),
        ("שלום", "שלום"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("x\u200cy", "xy"),
    ],
)
def test_what_is_shown_of_a_name(name: str, expected: str) -> None:
    assert shown(name) == unicodedata.normalize("NFC", expected)


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "👨‍👩‍👧‍👦", "\U0001f3f4", "\u0301", "\ue000"])
def test_a_name_of_nothing_gives_way(name: str) -> None:
    assert shown(name) == ""
    assert shown(name, "Player 3") == "Player 3"


def test_towers_of_marks_are_cut_to_two() -> None:
    tower = "Z" + "\u0335\u0301\u0302\u0303" * 8
    marks = [character for character in shown(tower) if unicodedata.combining(character)]
    assert len(marks) <= 2


@pytest.mark.parametrize("block", [(0x20, 0x250), (0x370, 0x400), (0x400, 0x530), (0x1E00, 0x2000)])
def test_latin_greek_and_cyrillic_are_all_drawn(block: tuple[int, int]) -> None:
    coptic = range(0x3E2, 0x3F0)  # Coptic letters stand among the Greek ones
    for code in range(*block):
        category = unicodedata.category(chr(code))
        if category[0] != "C" and code not in coptic:
            assert font_place(chr(code)) is not None, f"U+{code:04X} {unicodedata.name(chr(code))}"


@given(ANYTHING)
@example("\ud800")
@example("\u202e" * 32)
@example("W" * 32)
@example("﷽" * 32)
@example("a" + "\u0301" * 500)
@example("\x00\x1f\x7f")
@example("مرحبا abc 12 שלום")
def test_any_name_is_shown_in_one_line_of_known_letters(name: str) -> None:
    clean = shown(name)
    assert clean == clean.strip()
    assert len(clean) <= MAX_CHARACTERS
    for character in clean:
        assert character == "\u200c" or font_place(character) is not None
        assert character == "\u200c" or unicodedata.category(character)[0] != "C"
    assert shown(clean) in (clean, shown(clean))


@given(ANYTHING, st.integers(8, 48), st.integers(40, 600))
def test_any_name_is_drawn_within_its_room(name: str, size: int, room: int) -> None:
    drawn = line(name, size, room)
    assert drawn.width <= max(room, round(width_of(ELLIPSIS, size)))
    assert drawn.mask.width >= drawn.width


@given(ANYTHING, st.integers(1, 3))
def test_any_words_break_into_so_many_lines(words: str, lines: int) -> None:
    broken = wrapped(words, 32, 200, lines)
    assert 1 <= len(broken) <= lines
    for text in broken:
        assert width_of(text, 32) <= 200


@given(ANYTHING)
def test_any_name_can_be_written_on_a_picture(name: str) -> None:
    canvas = felt_canvas(300, 80, 7, 20)
    canvas.text(150, 40, name, 36, "white", "felt", room=250)


def test_a_paragraph_is_whole_where_it_fits() -> None:
    words = (
        "Con medias de reyes ganas a tres de cada cuatro manos que dirían órdago aquí, y a 28–31 se acaba."
    )
    assert " ".join(wrapped(words * 2, 30, 900, 5)) == words * 2
    assert wrapped("", 30, 900, 3) == ("",)


def test_what_is_cut_ends_with_an_ellipsis_and_what_fits_does_not() -> None:
    assert cut("W" * 32, 36, 300).endswith(ELLIPSIS)
    assert cut("Ane", 36, 300) == "Ane"


def test_a_letter_is_never_cut_from_its_marks() -> None:
    assert clusters("e\u0301a\u0323\u0302") == ["e\u0301", "a\u0323\u0302"]


def test_a_right_to_left_line_has_its_runs_from_right_to_left() -> None:
    assert [text for _, text in runs("مرحبا abc")] == [" abc", "مرحبا"]
    assert [text for _, text in runs("abc مرحبا")] == ["abc ", "مرحبا"]


def test_a_file_that_is_no_font_is_refused() -> None:
    with pytest.raises(ValueError, match="cmap"):
        characters_of(b"\x00\x01\x00\x00" + bytes(8))


def test_the_fonts_come_with_their_licence() -> None:
    from musbot.assets import asset

    licence = asset("fonts/OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert {path.name for path in asset("fonts").iterdir()} == {"OFL.txt", *FAMILY}
