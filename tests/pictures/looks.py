"""How the tests look at pictures."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

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
