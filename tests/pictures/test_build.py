"""The sprites are those of the sources."""

from __future__ import annotations

import io
import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from musbot.assets import asset, assets_folder
from musbot.pictures.build import large_print, nearest_of
from musbot.pictures.palette import RGB, distance, rgb

from .looks import mean_difference
from .test_colours import BLINDNESS, as_seen

SUITS = ("oros", "copas", "espadas", "bastos")


@pytest.mark.slow
def test_a_fresh_build_gives_the_committed_sprites() -> None:
    pytest.importorskip("resvg_py")
    from musbot.pictures.build import draw

    for name, data in draw(assets_folder()):
        kept = asset(f"sprites/{name}").read_bytes()
        if not name.endswith(".png"):
            assert data == kept, name
            continue
        with Image.open(io.BytesIO(data)) as new, Image.open(io.BytesIO(kept)) as old:
            assert mean_difference(new.convert("RGB"), old.convert("RGB")) < 1.0, name


@pytest.mark.slow
def test_suits_in_the_corner_differ_by_shape_for_every_eye() -> None:
    """Each suit's corner mark, at the size of a telephone: even in grey no two are alike."""
    pytest.importorskip("resvg_py")
    from musbot.pictures.build import laid_on, rasterise

    marks = {}
    for suit in SUITS:
        svg = asset(f"cards/{suit}-05.svg").read_text(encoding="utf-8")
        card = laid_on(rasterise(svg, 87, 134), (252, 247, 234))
        marks[suit] = card.crop((6, 28, 24, 56)).convert("L")
    for one, other in combinations(SUITS, 2):
        assert mean_difference(marks[one], marks[other]) > 8, f"{one} and {other}"


def test_every_suit_has_its_own_gaps_in_the_frame() -> None:
    pintas = {}
    for suit in SUITS:
        frame = re.search(
            r'<path d="(M26,13H[^"]+)"', asset(f"cards/{suit}-05.svg").read_text(encoding="utf-8")
        )
        assert frame
        pintas[suit] = frame[1].split("M26,357")[0].count("M") - 1
    assert pintas == {"oros": 0, "copas": 1, "espadas": 2, "bastos": 3}


@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_inks_of_the_suits_differ_or_their_shapes_must(kind: str) -> None:
    inks = {"oros": "#7A4A00", "copas": "#8C1220", "espadas": "#143E78", "bastos": "#0B4F38"}
    for suit, ink in inks.items():
        assert ink in asset(f"cards/{suit}-05.svg").read_text(encoding="utf-8")
    apart = {
        (one, other): distance(as_seen(rgb(inks[one]), kind), as_seen(rgb(inks[other]), kind)) ** 0.5
        for one, other in combinations(SUITS, 2)
    }
    assert sum(gap > 30 for gap in apart.values()) >= 4, apart


def test_the_edge_of_every_card_is_dark_enough_for_the_light_theme() -> None:
    for path in asset("cards").glob("*.svg"):
        first = path.read_text(encoding="utf-8").split("<rect", 2)[1]
        assert 'stroke="#8F7F60"' in first, path.name


COLOUR = st.tuples(*[st.integers(0, 255)] * 3)


@given(st.lists(COLOUR, min_size=1, max_size=6), st.lists(COLOUR, min_size=1, max_size=6))
def test_many_distances_at_once_are_those_of_one_by_one(colours: list[RGB], others: list[RGB]) -> None:
    places, far = nearest_of(colours, others)
    for colour, place, apart in zip(colours, places, far, strict=True):
        one_by_one = [distance(colour, other) for other in others]
        assert place == one_by_one.index(min(one_by_one))
        assert apart == min(one_by_one)


def test_a_card_in_large_print_is_made_of_its_own_parts() -> None:
    for path in asset("cards").glob("*-*.svg"):
        usual, large = (
            path.read_text(encoding="utf-8").splitlines(),
            large_print(path.read_text(encoding="utf-8")),
        )
        assert large.count("<svg") == large.count("</svg>") == 1
        assert usual[2] in large  # the frame, which tells the suit by its gaps
        assert usual[6] in large  # the name at the foot
        assert usual[3] not in large
        assert usual[4] not in large  # the number and the suit are larger
        assert usual[5] not in large
