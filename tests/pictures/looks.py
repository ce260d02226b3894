"""How the tests look at pictures."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from musbot.pictures.palette import NAMED, distance

GOLDEN = Path(__file__).parent / "golden"


def opened(data: bytes) -> Image.Image:
    """Open an encoded picture."""
    return Image.open(io.BytesIO(data))


def seen(data: bytes, theme: str = "#313338") -> Image.Image:
    """Return a picture as it is seen on a theme's ground, RGB."""
    picture = opened(data)
    picture.apply_transparency()
    rgba = picture.convert("RGBA")
    ground = Image.new("RGBA", rgba.size, theme)
    ground.alpha_composite(rgba)
    return ground.convert("RGB")


def mean_difference(one: Image.Image, other: Image.Image) -> float:
    """Mean absolute difference of two pictures over all channels, 0 to 255."""
    assert one.size == other.size
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means)


def pixels(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """Return how many pixels of an RGB picture have exactly this colour."""
    return sum(count for count, found in image.getcolors(1 << 20) or [] if found == colour)


def golden(name: str, data: bytes) -> None:
    """Compare a picture with the one that was looked at and kept.

    ``MUSBOT_KEEP_PICTURES=1`` keeps what is drawn now instead: look at it before you commit it.
    """
    kept = GOLDEN / f"{name}.png"
    if os.environ.get("MUSBOT_KEEP_PICTURES"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(data)
    difference = mean_difference(seen(data), seen(kept.read_bytes()))
    assert difference < 1.5, f"{name} differs from {kept} by {difference:.2f} of 255"


def drawn_in_the_margin(image: Image.Image) -> list[str]:
    """Return what is drawn in the outer 4 % of a picture where felt, seam and wood alone should be."""
    empty = {NAMED["felt"], NAMED["felt_line"], NAMED["rim"], (49, 51, 56)}
    width, height = image.size
    across, down = round(0.04 * width), round(0.04 * min(width * 2 // 3, height))
    strips = [
        (0, 60, across, height - 60),
        (width - across, 60, width, height - 60),
        (60, 0, width - 60, down),
        (60, height - down, width - 60, height),
    ]
    found = []
    for strip in strips:
        for count, colour in image.crop(strip).getcolors() or []:
            assert isinstance(colour, tuple)
            red, green, blue = colour
            nearest = min(distance((red, green, blue), ground) for ground in empty)
            if count >= 40 and nearest**0.5 >= 60:
                found.append(f"{count} of {colour} in {strip}")
    return found
