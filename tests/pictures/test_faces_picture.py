"""Faces beside each other, from which a player chooses."""

from __future__ import annotations

import pytest

from musbot.bot.faces import NAMES
from musbot.pictures.face import face_picture
from musbot.pictures.faces import LEAST_WIDTH, MOST, faces_picture
from musbot.pictures.palette import CONTRAST, NAMED

from .looks import golden, mean_difference, opened, pixels, seen

ALL = tuple(NAMES.items())


@pytest.mark.parametrize(("name", "faces"), [("faces", ALL), ("faces_three", ALL[-3:])])
def test_faces_look_as_they_were_kept(name: str, faces: tuple[tuple[str, str], ...]) -> None:
    golden(name, faces_picture(faces))


@pytest.mark.parametrize("count", range(1, len(ALL) + 1))
def test_they_are_broad_and_small_however_many_there_are(count: int) -> None:
    data = faces_picture(ALL[:count])
    image = opened(data)
    assert image.mode == "P"
    assert image.width >= LEAST_WIDTH
    assert image.width / image.height > 1.15
    assert len(data) <= 110 * 1024


def test_no_face_is_framed_before_it_is_made() -> None:
    colours = {colour for _, colour in seen(faces_picture(ALL)).getcolors(1 << 20) or []}
    assert NAMED["red"] not in colours


def test_the_longest_words_stay_with_their_face() -> None:
    long = faces_picture([(name, "W" * 60) for name, _ in ALL])
    image = seen(long)
    margin = image.crop((0, 60, 34, image.height - 60))
    assert mean_difference(margin, seen(faces_picture(ALL)).crop((0, 60, 34, image.height - 60))) < 0.5


def test_the_same_faces_give_the_same_bytes() -> None:
    assert faces_picture(ALL) == faces_picture(list(ALL))


def test_what_is_no_face_is_refused() -> None:
    with pytest.raises(ValueError, match="no face is called"):
        faces_picture([("frown", "frown")])
    with pytest.raises(ValueError, match="faces"):
        faces_picture([])
    with pytest.raises(ValueError, match="faces"):
        faces_picture([("bet", "bet")] * (MOST + 1))


def test_faces_can_be_of_high_contrast() -> None:
    golden("faces_contrast", faces_picture(ALL[-3:], contrast=True))
    for usual, strong in (
        (faces_picture(ALL[-3:]), faces_picture(ALL[-3:], contrast=True)),
        (face_picture("bet"), face_picture("bet", contrast=True)),
    ):
        assert pixels(seen(usual), CONTRAST["felt"]) == 0 < pixels(seen(strong), CONTRAST["felt"])
        assert pixels(seen(strong), NAMED["felt"]) == 0
