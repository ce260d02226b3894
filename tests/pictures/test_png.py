"""PNG files as they are written: every reader sees the pixels that were drawn, whoever packed them."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from musbot.pictures import bands, png
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


def _laid(canvas: Canvas) -> Canvas:
    canvas.rounded((-20, 10, 150, 70), 20, "night", "felt")
    canvas.text(60, 40, "Ane Ibarra + Beñat", 30, "white", "night", room=120)
    canvas.block((10, 60, 40, 200), "gold")
    canvas.disc(110, 64, 20, "blue", "felt")
    return canvas


@given(st.lists(st.integers(1, 99), max_size=6, unique=True).map(sorted))
def test_a_picture_in_bands_is_the_picture(cuts: list[int]) -> None:
    ground = Image.linear_gradient("L").resize((140, 100))
    whole = opened(_laid(Canvas(ground.copy())).png())
    before = ground.tobytes()
    for _ in ("drawn", "kept"):
        again = opened(_laid(Canvas(ground, edges=(0, *cuts, 100))).png())
        assert again.tobytes() == whole.tobytes()
    assert ground.tobytes() == before


@pytest.mark.parametrize("quick", [True, False], ids=["isal", "zlib"])
def test_bands_of_one_table_are_not_those_of_another(monkeypatch: pytest.MonkeyPatch, quick: bool) -> None:
    if not quick:
        monkeypatch.setattr(png, "isal_zlib", None)
    monkeypatch.setattr(bands, "_kept", type(bands._kept)())
    seen = set()
    for score in range(40):
        canvases = (Canvas(Image.new("L", (1200, 160), 7)), Canvas(_FELT, edges=(0, 32, 64, 96, 128, 160)))
        for canvas in canvases:
            scoreboard(canvas, ("Ane + Carla", "Beñat + Dani"), (score, 39), 40, "to 40", "", top=20)
        whole, banded = (opened(canvas.png()).tobytes() for canvas in canvases)
        assert whole == banded
        seen.add(banded)
    assert len(seen) == 40


_FELT = Image.new("L", (1200, 160), 7)


def test_no_more_bands_are_kept_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bands, "MOST_KEPT", 3)
    monkeypatch.setattr(bands, "_kept", type(bands._kept)())
    for _ in range(2):
        _laid(Canvas(_FELT, edges=(0, 32, 64, 96, 128, 160))).png()
    assert len(bands._kept) == 3


@given(st.binary(max_size=200_000), st.binary(max_size=100_000))
def test_the_checksum_of_two_pieces_follows_from_theirs(first: bytes, second: bytes) -> None:
    joined = png.joined_adler(zlib.adler32(first), zlib.adler32(second), len(second))
    assert joined == zlib.adler32(first + second)
