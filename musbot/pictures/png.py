"""PNG files of palette pictures, written by hand: a table is 960,000 pixels, and Pillow's zlib takes its time.

The lines of a picture are not filtered, as the specification advises for palettes (W3C PNG, 12.7), so all the work
is one call of deflate. ISA-L does it five times as fast as zlib, and to fewer bytes than zlib at its fastest; where
it is not installed (``pip install musbot[fast]`` brings it), zlib does it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

from PIL import Image

try:
    from isal import isal_zlib
except ImportError:
    isal_zlib = None  # type: ignore[assignment]

ISAL_LEVEL = 2
SIGNATURE = b"\x89PNG\r\n\x1a\n"
PALETTE_TYPE = 3
"""The colour type of a picture whose pixels are indices."""


def png_of(plane: Image.Image, palette: bytes, alphas: bytes, level: int) -> bytes:
    """Return the PNG of a grey picture (mode L) whose values are indices of a palette.

    :param palette: red, green and blue of each colour.
    :param alphas: the opacity of the first colours; the others are opaque.
    :param level: how hard to work, as zlib counts it; 1 is as fast as there is.
    """
    header = struct.pack(">2I5B", plane.width, plane.height, 8, PALETTE_TYPE, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", palette),
        (b"tRNS", alphas),
        (b"IDAT", _deflate(level)(_lines(plane))),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _lines(plane: Image.Image) -> bytes:
    """Return the pixels with a zero before each line: no filter."""
    wider = Image.new("L", (plane.width + 1, plane.height))
    wider.paste(plane, (1, 0))
    return wider.tobytes()


def _deflate(level: int) -> Callable[[bytes], bytes]:
    if level == 1 and isal_zlib is not None:
        return lambda data: isal_zlib.compress(data, ISAL_LEVEL)
    return lambda data: zlib.compress(data, level)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))
