"""PNG files as they are written: every reader sees the pixels that were drawn, whoever packed them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from musbot.pictures import png
from musbot.pictures.canvas import Canvas
from musbot.pictures.scoreboard import scoreboard

from .looks import opened

PALETTE = bytes(range(256)) * 3
ALPHAS = bytes([0, 128])


@given(st.integers(1, 40), st.integers(1, 12), st.integers(1, 9), st.randoms(use_true_random=False))
def test_any_plane_is_read_as_it_was_written(width: int, height: int, level: int, rng: object) -> None:
    pixels = bytes(rng.randrange(256) for _ in range(width * height))  # type: ignore[attr-defined]
    plane = Image.frombytes("L", (width, height), pixels)
    read = opened(png.png_of(plane, PALETTE, ALPHAS, level))
    assert (read.mode, read.size, read.tobytes()) == ("P", (width, height), pixels)
    assert bytes(read.getpalette() or ()) == PALETTE
    assert read.info["transparency"] == ALPHAS


def test_a_picture_is_the_same_without_isa_l(monkeypatch: pytest.MonkeyPatch) -> None:
    plane = Image.new("L", (1200, 200), 7)
    quick = opened(png.png_of(plane, PALETTE, ALPHAS, 1))
    monkeypatch.setattr(png, "isal_zlib", None)
    usual = opened(png.png_of(plane, PALETTE, ALPHAS, 1))
    assert quick.tobytes() == usual.tobytes() == plane.tobytes()


def test_a_piece_that_is_kept_is_what_would_be_drawn_anew() -> None:
    def drawn() -> bytes:
        canvas = Canvas(Image.new("L", (1200, 160), 7))
        scoreboard(canvas, ("Ane + Carla", "Beñat + Dani"), (27, 40), 40, "to 40", "", top=20)
        return canvas.png()

    first, again = drawn(), drawn()
    assert first == again
