"""Pictures packed in bands: horizontal stripes, each of which is drawn and deflated once, and kept.

Between two pictures of a table most of its stripes are the same, and many are those of other tables too. What is kept
of a stripe is the chunk of a PNG that holds it: a deflate stream may be cut after a full flush, and the checksum of the
whole follows from those of its parts. So a picture of which all stripes are known costs no drawing and no packing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from PIL import Image

from musbot.pictures.png import NO_FILTER, Packed, Packer

MOST_KEPT = 4_096
"""Bands: those of a table are 25, of 2 KiB each."""
HIGH = 32
"""Pixels of a band's height. One that is higher is not kept: it is for what is new in each picture."""


class Laid(NamedTuple):
    """A picture, or a colour's index, that lies on a ground. Nobody draws on it afterwards."""

    source: Image.Image | int
    left: int
    top: int
    right: int
    bottom: int
    mask: Image.Image | None


Name: TypeAlias = tuple[int, ...]
"""What tells one thing that is laid from another: the addresses of its pictures, and where it lies."""


@dataclass(frozen=True, slots=True)
class _Kept:
    packed: Packed
    made_of: tuple[object, ...]
    """The pictures that are named by their addresses: as long as it is kept, these become no other's."""


_kept: OrderedDict[tuple[int | Name, ...], _Kept] = OrderedDict()


def even_edges(height: int) -> tuple[int, ...]:
    """Return where bands of the usual height begin, and where the last one ends."""
    return (*range(0, height, HIGH), height)


def bands_of(ground: Image.Image, laid: Sequence[Laid], edges: tuple[int, ...]) -> list[Packed]:
    """Return the bands of a picture, from top to bottom.

    :param ground: what lies lowest. Like all that is laid on it, it is not drawn on afterwards.
    :param edges: where each band begins, and where the last one ends.
    """
    place_of = _places(edges)
    lying: list[list[Laid]] = [[] for _ in edges[1:]]
    names: list[list[int | Name]] = [[id(ground), edge] for edge in edges[:-1]]
    for each in laid:
        source, left, top, right, bottom, mask = each
        if top >= edges[-1] or bottom <= 0:
            continue
        name = (
            source if isinstance(source, int) else id(source),
            left,
            top,
            right,
            bottom,
            0 if mask is None else id(mask),
        )
        for place in range(place_of[max(0, top)], place_of[min(bottom, edges[-1]) - 1] + 1):
            lying[place].append(each)
            names[place].append(name)
    bands, packer = [], None
    for place, here in enumerate(lying):
        key = tuple(names[place])
        kept = _kept.get(key)
        if kept is not None:
            _kept.move_to_end(key)
            bands.append(kept.packed)
            continue
        packer = packer or Packer()
        top, bottom = edges[place], edges[place + 1]
        packed = packer.pack(_lines(ground, top, bottom, here))
        bands.append(packed)
        if bottom - top <= HIGH:
            _keep(key, _Kept(packed, (ground, *((each.source, each.mask) for each in here))))
    return bands


def _keep(key: tuple[int | Name, ...], band: _Kept) -> None:
    _kept[key] = band
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)


def _lines(ground: Image.Image, top: int, bottom: int, laid: Sequence[Laid]) -> bytes:
    """Draw a band and return its lines."""
    # One pixel wider at its left, for what begins each line of a PNG.
    plane = Image.new("L", (ground.width + 1, bottom - top))
    plane.paste(ground.crop((0, top, ground.width, bottom)), (1, 0))
    # Pillow's own copying, without what `Image.paste` looks at before: that takes longer than most copies here.
    copy = plane.im.paste
    for source, left, above, right, below, mask in laid:
        box = (left + 1, above - top, right + 1, below - top)
        what = source if isinstance(source, int) else source.im
        if mask is None:
            copy(what, box)
        else:
            copy(what, box, mask.im)
    copy(NO_FILTER, (0, 0, 1, plane.height))
    return plane.tobytes()


@lru_cache(maxsize=32)
def _places(edges: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of the band in which each line lies."""
    return tuple(place for place, edge in enumerate(edges[:-1]) for _ in range(edges[place + 1] - edge))
