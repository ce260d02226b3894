"""The picture of a hand, and what every sprite must keep to."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from PIL import Image

from musbot.assets import asset
from musbot.pictures import hand
from musbot.pictures.hand import hand_name, hand_picture
from musbot.pictures.palette import CLEAR, MAX_COLOURS, alphas
from musbot.pictures.scene import Size
from musbot.pictures.sprites import atlases, sprite

from .looks import golden, mean_difference, opened, pixels, seen

ROYAL, MIXED = (0, 17, 21, 39), (23, 34, 5, 12)  # Ro 3c Ce 1b, 7e 6b 5o Sc


@pytest.mark.parametrize(("name", "cards", "new"), [("hand", ROYAL, ()), ("hand_new", MIXED, (5, 12))])
def test_a_hand_looks_as_it_was_kept(name: str, cards: tuple[int, ...], new: tuple[int, ...]) -> None:
    golden(name, hand_picture(cards, new=new))


def test_a_hand_of_high_contrast_and_one_in_large_print_look_as_they_were_kept() -> None:
    golden("hand_contrast", hand_picture(MIXED, new=(5, 12), contrast=True))
    golden("hand_large", hand_picture(ROYAL, size="large"))
    golden("hand_large_contrast", hand_picture(MIXED, new=(5, 12), contrast=True, size="large"))


@pytest.mark.parametrize("contrast", [False, True])
def test_large_print_shows_number_and_suit_alone_on_every_card(contrast: bool) -> None:
    """More of a large card than of a usual one is paper, and no two are alike at a telephone's size."""
    small = {
        name: sprite("hand_large", name).resize((39, 60)).tobytes() for name in atlases()["hand_large"].names
    }
    assert set(small) == {*map(str, range(40))}
    for (one, a), (other, b) in combinations(small.items(), 2):
        unlike = sum(x != y for x, y in zip(a, b, strict=True)) / len(a)
        assert unlike > 0.03, f"cards {one} and {other} are alike in all but {unlike:.1%} of their pixels"
    paper = (255, 255, 255) if contrast else (252, 247, 234)
    large, usual = (
        pixels(seen(data), paper)
        for data in (
            hand_picture((0, 10, 20, 30), contrast=contrast, size="large"),
            hand_picture((0, 10, 20, 30), contrast=contrast),
        )
    )
    assert large > 1.15 * usual


def test_every_look_of_a_hand_is_kept_by_itself() -> None:
    looks: list[tuple[bool, Size]] = [(False, "small"), (True, "small"), (False, "large"), (True, "large")]
    drawn = [hand_picture(ROYAL, contrast=contrast, size=size) for contrast, size in looks]
    assert len(set(drawn)) == 4
    assert all(opened(data).size == (900, 330) for data in drawn)
    assert all(len(data) <= 60 * 1024 for data in drawn)


def test_a_hand_is_landscape_small_and_in_one_palette() -> None:
    data = hand_picture(ROYAL)
    image = opened(data)
    assert image.size == (900, 330)
    assert image.mode == "P"
    assert len(data) <= 60 * 1024


def test_a_hand_keeps_four_per_cent_of_margin() -> None:
    image = seen(hand_picture(ROYAL))
    cream = [
        (x, y)
        for x in range(0, image.width, 3)
        for y in range(0, image.height, 3)
        if image.getpixel((x, y)) == (252, 247, 234)
    ]
    assert min(x for x, _ in cream) >= 0.04 * image.width
    assert max(x for x, _ in cream) < 0.96 * image.width
    assert min(y for _, y in cream) >= 0.04 * image.height
    assert max(y for _, y in cream) < 0.96 * image.height


def test_the_outer_corners_are_transparent_so_that_any_theme_fits() -> None:
    image = opened(hand_picture(ROYAL))
    image.apply_transparency()
    image = image.convert("RGBA")
    for corner in ((0, 0), (899, 0), (0, 329), (899, 329)):
        pixel = image.getpixel(corner)
        assert isinstance(pixel, tuple)
        assert pixel[3] == 0


def test_every_card_looks_unlike_every_other() -> None:
    small = {name: sprite("hand", name).resize((39, 60)).tobytes() for name in atlases()["hand"].names}
    assert set(small) == {*map(str, range(40)), "back"}
    for (one, a), (other, b) in combinations(small.items(), 2):
        unlike = sum(x != y for x, y in zip(a, b, strict=True)) / len(a)
        assert unlike > 0.03, f"cards {one} and {other} are alike in all but {unlike:.1%} of their pixels"


def test_a_new_card_is_marked_by_a_shape_on_the_card() -> None:
    plain = seen(hand_picture(MIXED))
    marked = seen(hand_picture(MIXED, new=(23,)))
    star = (36 + 16, 330 - 15 - 16 - 46, 36 + 16 + 46, 330 - 15 - 16)
    assert mean_difference(plain.crop(star), marked.crop(star)) > 20


def test_the_same_hand_is_encoded_once_and_the_cache_is_bounded() -> None:
    hand._encoded.cache_clear()
    first = hand_picture(ROYAL)
    assert hand_picture(ROYAL) is first
    assert hand_picture(ROYAL, new=(0,)) is not first
    assert hand._encoded.cache_info().maxsize == hand.CACHED_HANDS


def test_the_same_hand_gives_the_same_bytes() -> None:
    first = hand_picture(MIXED, new=(5,))
    hand._encoded.cache_clear()
    assert hand_picture(MIXED, new=(5,)) == first


def test_the_order_given_is_the_order_drawn() -> None:
    assert hand_picture((0, 17, 21, 39)) != hand_picture((39, 17, 21, 0))


@pytest.mark.parametrize("cards", [(), (0, 1, 2, 3, 4), (40,), (-1,), (3, 3)])
def test_what_is_no_hand_is_refused(cards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"card"):
        hand_picture(cards)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_fewer_than_four_cards_can_be_shown(count: int) -> None:
    assert opened(hand_picture(ROYAL[:count])).size == (900, 330)


def test_a_file_name_tells_no_cards() -> None:
    assert hand_name(ROYAL) == hand_name(MIXED) == "hand.png"


def test_all_sprites_share_one_palette() -> None:
    with Image.open(asset("sprites/palette.png")) as image:
        shared = image.getpalette()
    assert shared is not None
    assert len(shared) // 3 <= MAX_COLOURS
    for name, atlas in atlases().items():
        with Image.open(asset(f"sprites/{name}.png")) as image:
            assert image.mode == "P"
            assert image.getpalette() == shared, f"{name} has its own palette"
            assert image.width % atlas.width == 0
            assert image.height % atlas.height == 0
            assert image.info["transparency"] == alphas()


def test_no_card_has_a_hole() -> None:
    assert all(CLEAR not in sprite("hand", name).tobytes() for name in atlases()["hand"].names)


def test_the_listing_names_every_atlas() -> None:
    listed = json.loads(asset("sprites/atlases.json").read_text(encoding="utf-8"))
    files = {path.stem for path in asset("sprites").glob("*.png")} - {"palette"}
    assert set(listed) == files
