"""PNG files of palette pictures, written by hand: a table is 960,000 pixels, and Pillow's zlib takes its time.

The lines of a picture are not filtered, as the specification advises for palettes (W3C PNG, 12.7), so all the work
is deflate. ISA-L does it five times as fast as zlib, and to fewer bytes than zlib at its fastest; where it is not
installed (``pip install musbot[fast]`` brings it), zlib does it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

try:
    from isal import isal_zlib
except ImportError:  # it is one of the extras: zlib takes longer
    isal_zlib = None  # type: ignore[assignment]

ISAL_LEVEL = 2
SIGNATURE = b"\x89PNG\r\n\x1a\n"
PALETTE_TYPE = 3
"""The colour type of a picture whose pixels are indices."""
NO_FILTER = 0
"""What begins each line whose pixels stand as they are."""
ADLER_BASE = 65_521
STREAM_BEGINS = b"\x78\x01"
"""What a zlib stream begins with: deflate, a window of 32 KiB, packed quickly (RFC 1950)."""
STREAM_ENDS = b"\x03\x00"
"""A last block with nothing in it (RFC 1951)."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Some lines of a picture, ready to stand between others."""

    chunk: bytes
    """A chunk of a PNG, with a part of its stream that ends at a byte and needs nothing of what is before it."""
    adler: int
    """The checksum of the lines."""
    length: int
    """Their number of bytes before they were packed."""


def png_of(plane: Image.Image, palette: bytes, alphas: bytes, level: int) -> bytes:
    """Return the PNG of a grey picture (mode L) whose values are indices of a palette.

    :param palette: red, green and blue of each colour.
    :param alphas: the opacity of the first colours; the others are opaque.
    :param level: how hard to work, as zlib counts it; 1 is as fast as there is.
    """
    head = _head(plane.width, plane.height, palette, alphas)
    return head + _chunk(b"IDAT", _deflate(level)(_lines(plane))) + _chunk(b"IEND", b"")


def png_of_bands(width: int, height: int, palette: bytes, alphas: bytes, bands: Sequence[Packed]) -> bytes:
    """Return the PNG of a picture whose lines were packed in bands, here from top to bottom."""
    adler = 1
    for band in bands:
        adler = joined_adler(adler, band.adler, band.length)
    return b"".join(
        (
            _head(width, height, palette, alphas),
            _chunk(b"IDAT", STREAM_BEGINS),
            *(band.chunk for band in bands),
            _chunk(b"IDAT", STREAM_ENDS + adler.to_bytes(4, "big")),
            _chunk(b"IEND", b""),
        )
    )


class Packer:
    """Packs lines in pieces, each of which can stand between any others, of other packers too.

    Making a packer costs as much as packing some lines, so one does all of a picture.
    """

    def __init__(self) -> None:
        if isal_zlib is not None:
            self._packer, self._flush = isal_zlib.compressobj(ISAL_LEVEL, wbits=-15), isal_zlib.Z_FULL_FLUSH
            self._adler: Callable[[bytes], int] = isal_zlib.adler32
        else:
            self._packer, self._flush = zlib.compressobj(1, wbits=-15), zlib.Z_FULL_FLUSH
            self._adler = zlib.adler32

    def pack(self, lines: bytes) -> Packed:
        """Pack lines, each with its filter before it."""
        # After a full flush nothing refers to what was before.
        data = self._packer.compress(lines) + self._packer.flush(self._flush)
        return Packed(_chunk(b"IDAT", data), self._adler(lines), len(lines))


def joined_adler(first: int, second: int, length: int) -> int:
    """Return the Adler-32 of two pieces, one after the other, from those of each and the length of the second."""
    low, other = first & 0xFFFF, second & 0xFFFF
    high = (first >> 16) + (second >> 16) + length * (low - 1)
    return (high % ADLER_BASE) << 16 | (low + other - 1) % ADLER_BASE


@lru_cache(maxsize=64)
def _head(width: int, height: int, palette: bytes, alphas: bytes) -> bytes:
    header = struct.pack(">2I5B", width, height, 8, PALETTE_TYPE, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"PLTE", palette) + _chunk(b"tRNS", alphas)


def _lines(plane: Image.Image) -> bytes:
    wider = Image.new("L", (plane.width + 1, plane.height), NO_FILTER)
    wider.paste(plane, (1, 0))
    return wider.tobytes()


def _deflate(level: int) -> Callable[[bytes], bytes]:
    if level == 1 and isal_zlib is not None:
        return lambda data: isal_zlib.compress(data, ISAL_LEVEL)
    return lambda data: zlib.compress(data, level)


def _chunk(name: bytes, data: bytes) -> bytes:
    crc32 = zlib.crc32 if isal_zlib is None else isal_zlib.crc32
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(data, crc32(name)))
