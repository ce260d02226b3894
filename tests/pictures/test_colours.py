"""Can it be read: contrast after WCAG 2, and suits under three kinds of colour blindness."""

from __future__ import annotations

import pytest

from musbot.pictures.palette import (
    CONTRAST,
    MAX_COLOURS,
    NAMED,
    RGB,
    TEXT_PAIRS,
    art_indices,
    cover_table,
    distance,
    fixed_colours,
    index_of,
    palette_colours,
    rgb,
)

DARK, LIGHT = rgb("#313338"), rgb("#FFFFFF")


def luminance(colour: RGB) -> float:
    """Relative luminance after WCAG 2.1, 0 for black to 1 for white."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, other: RGB) -> float:
    """Contrast ratio after WCAG 2.1, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_reads_on_its_ground(text: str, ground: str) -> None:
    assert contrast(NAMED[text], NAMED[ground]) >= 4.5


@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_of_high_contrast_reads_at_seven_to_one(text: str, ground: str) -> None:
    assert contrast(CONTRAST[text], CONTRAST[ground]) >= 7.0


def test_high_contrast_has_every_colour_and_keeps_shapes_apart() -> None:
    assert set(CONTRAST) == set(NAMED)
    for shape, ground in (
        ("cream", "felt"),
        ("green", "felt"),
        ("gold", "felt"),
        ("pink", "felt"),
        ("red", "panel"),
    ):
        assert contrast(CONTRAST[shape], CONTRAST[ground]) >= 6.0, shape
    for shape in ("blue", "orange", "gold"):
        assert contrast(CONTRAST[shape], CONTRAST["night"]) >= 9.0, shape


def test_the_palette_of_high_contrast_exchanges_named_colours_and_leaves_the_art() -> None:
    usual, strong = palette_colours(), palette_colours(True)
    assert len(usual) == len(strong)
    assert strong[len(fixed_colours()) :] == usual[len(fixed_colours()) :]
    for name, colour in CONTRAST.items():
        assert strong[index_of(name)] == colour
    free = {usual[index] for index in art_indices(len(usual))}
    assert NAMED["rim"] not in free
    assert {NAMED["cream"], NAMED["ink"], NAMED["felt"]} <= free


@pytest.mark.parametrize(
    ("shape", "ground"),
    [
        ("cream", "felt"), ("green", "felt"), ("pink", "felt"), ("gold", "felt"), ("blue", "night"),
        ("orange", "night"), ("red", "panel"), ("pink_dark", "pink"), ("ink", "green"), ("ink", "gold"),
    ],
)  # fmt: skip
def test_shapes_that_tell_something_stand_out(shape: str, ground: str) -> None:
    assert contrast(NAMED[shape], NAMED[ground]) >= 3.0


def test_the_picture_and_its_cards_stand_out_on_the_light_theme() -> None:
    assert contrast(NAMED["rim"], LIGHT) >= 3.0
    assert contrast(NAMED["edge"], LIGHT) >= 3.0


# Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", at full severity, applied to linear light.
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip


def as_seen(colour: RGB, kind: str) -> RGB:
    """What someone with this colour blindness sees of a colour."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    mixed = [sum(w * c for w, c in zip(row, linear, strict=True)) for row in BLINDNESS[kind]]
    clipped = [min(1.0, max(0.0, c)) for c in mixed]
    coded = [c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in clipped]
    red, green, blue = (round(c * 255) for c in coded)
    return red, green, blue


@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_pairs_and_the_marks_differ_for_every_eye(kind: str) -> None:
    assert distance(as_seen(NAMED["blue"], kind), as_seen(NAMED["orange"], kind)) ** 0.5 > 100
    for one, other in (("blue", "green"), ("orange", "green"), ("green", "pink")):
        apart = distance(as_seen(NAMED[one], kind), as_seen(NAMED[other], kind)) ** 0.5
        assert apart > 25, f"{one} and {other} are {apart:.0f} apart with {kind}"


def test_the_palette_starts_with_the_fixed_colours() -> None:
    colours = palette_colours()
    assert len(colours) <= MAX_COLOURS
    assert list(colours[: len(fixed_colours())]) == fixed_colours()
    for name, colour in NAMED.items():
        assert colours[index_of(name)] == colour


@pytest.mark.parametrize("strong", [False, True])
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_a_smooth_edge_goes_from_ground_to_text(text: str, ground: str, strong: bool) -> None:
    table = cover_table(text, ground, strong)
    assert table[0] == index_of(ground)
    assert table[255] == index_of(text)
    between = palette_colours(strong)[table[128]]
    named = CONTRAST if strong else NAMED
    middle = tuple((a + b) / 2 for a, b in zip(named[text], named[ground], strict=True))
    assert max(abs(a - b) for a, b in zip(between, middle, strict=True)) < 30


def test_blending_a_colour_with_itself_is_itself() -> None:
    assert set(cover_table("night", "night")) == {index_of("night")}
