"""What every list and sheet keeps to: its look, its size, its margin, whatever the names."""

from __future__ import annotations

import pytest

from .looks import drawn_in_the_margin, golden, opened, seen
from .samples import SAMPLES, TALL, WORST, WORST_SAMPLES

MOST_BYTES = 120 * 1024
STRANGE = (WORST, TALL, "", "\u202e\u200b\ud800", "i" * 64, "una y otra vez " * 9, "م" * 40)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sheet_looks_as_it_was_kept(name: str) -> None:
    golden(name, SAMPLES[name]())


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sheet_is_small_and_in_one_palette(name: str) -> None:
    data = SAMPLES[name]()
    image = opened(data)
    assert image.mode == "P"
    assert image.width == 1200
    assert image.height <= 1800
    assert len(data) <= MOST_BYTES


@pytest.mark.parametrize("name", WORST_SAMPLES)
@pytest.mark.parametrize("words", STRANGE, ids=ascii)
def test_any_name_is_drawn_within_the_margin(name: str, words: str) -> None:
    data = WORST_SAMPLES[name](words)
    assert len(data) <= MOST_BYTES
    assert drawn_in_the_margin(seen(data)) == []
