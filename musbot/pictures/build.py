"""Draw the art's SVG sources into ready sprites: ``python -m musbot.pictures.build``.

A developer's command, run after a source in ``assets/cards``, ``assets/faces``, ``assets/badges`` or
``assets/marks`` was changed; it needs ``resvg-py`` (a development dependency) and writes ``assets/sprites``.
The same sources give the same pixels, so ``--check`` can say whether the committed sprites are those of the
sources.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from musbot.assets import assets_folder
from musbot.pictures.palette import (
    CLEAR,
    MAX_COLOURS,
    NAMED,
    RGB,
    alphas,
    art_indices,
    distance,
    fixed_colours,
)
from musbot.pictures.sprites import COLUMNS

SUITS = ("oros", "copas", "espadas", "bastos")
FILE_NUMBERS = (12, 11, 10, 7, 6, 5, 4, 3, 2, 1)
FACES = (
    "angry", "bet", "blind", "cut", "duples", "juego", "medias", "neutral", "smile", "thinking", "thirty",
    "thirty-one", "three-aces", "three-kings", "twenty-nine", "two-aces", "two-kings",
)  # fmt: skip
BADGES = (
    "comeback", "crown", "cup", "eye", "flame", "leaf", "ordago", "partners", "shoe", "star", "stones",
    "thirty-one", "txapela",
)  # fmt: skip
BERETS = {
    "blue": {"#C9303A": "#3F8FE0", "#8C1220": "#1C4B8C", "#F08A86": "#A9D2FA"},
    "orange": {"#C9303A": "#F09A2A", "#8C1220": "#9A5310", "#F08A86": "#FFD9A0"},
    "red": {},
}
"""Beret and its shades by the pair that wears it; red, as it is drawn, where no pair is meant."""
CHUNK = 2048
"""Colours that are compared with a palette at a time: some 12 MB."""
UNSEEN = 10.0**2
"""Colours less far apart than this (see `palette.distance`) are one."""
TILE, FRAME = NAMED["panel"], NAMED["red"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One atlas to draw: its sprites' size in pixels, the named colour they lie on, names and drawings.

    The sprites of a ``cut`` sheet keep no ground: what their drawing leaves free is `palette.CLEAR`.
    """

    name: str
    width: int
    height: int
    ground: str
    drawings: tuple[tuple[str, str], ...]
    cut: bool = False


def sheets(sources: Path) -> tuple[Sheet, ...]:
    """Return every atlas, its drawings read from the art under ``sources``."""

    def read(path: str) -> str:
        return (sources / path).read_text(encoding="utf-8")

    cards = tuple(
        (str(card), read(f"cards/{SUITS[card // 10]}-{FILE_NUMBERS[card % 10]:02}.svg")) for card in range(40)
    )
    prints = tuple((name, large_print(drawing)) for name, drawing in cards)
    back = ("back", read("cards/back.svg"))
    faces = {face: read(f"faces/{face}.svg") for face in FACES}
    medals = tuple((f"{place}", read(f"marks/medal-{place}.svg")) for place in (1, 2, 3))
    badges = tuple((badge, read(f"badges/{badge}.svg")) for badge in BADGES)
    pairs = ("blue", "orange")
    tiles = tuple(
        (f"{face}-{pair}", tile(art, pair, framed=False)) for pair in pairs for face, art in faces.items()
    )
    signs = tuple(
        (f"{face}-{pair}", tile(art, pair, framed=True)) for pair in pairs for face, art in faces.items()
    )
    large = tuple((face, tile(art, "red", framed=False)) for face, art in faces.items())
    large_signs = tuple((face, tile(art, "red", framed=True)) for face, art in faces.items())
    return (
        Sheet("hand", 195, 300, "felt", (*cards, back)),
        Sheet("showdown", 120, 185, "felt", cards),
        Sheet("hand_large", 195, 300, "felt", prints),
        Sheet("showdown_large", 120, 185, "felt", prints),
        Sheet("faces", 116, 116, "felt", tiles),
        Sheet("signs", 116, 116, "felt", signs),
        Sheet("faces_large", 256, 256, "felt", large),
        Sheet("signs_large", 256, 256, "felt", large_signs),
        Sheet("marks", 46, 46, "cream", (("new", read("marks/new.svg")),), cut=True),
        Sheet("winners", 116, 116, "felt", (("smile", tile(faces["smile"], "red", framed=False)),)),
        Sheet("badges", 100, 100, "night", badges, cut=True),
        Sheet("trophy", 180, 180, "felt", (("trophy", read("marks/trophy.svg")),)),
        Sheet("medals", 68, 68, "night", medals, cut=True),
        Sheet("leaf", 48, 48, "pink", (("leaf", read("marks/leaf.svg")),)),
        Sheet("leaf_small", 30, 30, "pink", (("leaf", read("marks/leaf.svg")),)),
    )


def code(colour: RGB) -> str:
    """Return a colour as SVG writes it."""
    return "#{:02X}{:02X}{:02X}".format(*colour)


def inner(svg: str) -> str:
    """Return what stands inside a drawing's outermost element."""
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]


def large_print(card: str) -> str:
    """Return a card in large print: its number and its suit alone, each more than twice as large.

    The parts of a card's drawing stand each in one line: card, frame, picture, number, suit, name.
    """
    head, paper, frame, _, number, suit, name, end = card.splitlines()
    number = re.sub(
        r"translate\(23,24\) scale\(([\d.]+)\)",
        lambda found: f"translate(33,31) scale({float(found[1]) * 2.05:.3f})",
        number,
        count=1,
    )
    turned = "translate(-30 -85)" in suit  # a sword is too long to stand under the number
    large = 2.9 if turned else 2.8 if "translate(-32 -85)" in suit else 3.7
    suit = re.sub(
        r"translate\(40 1[12]2\) scale\(([\d.]+)\)",
        lambda found: (
            f"translate(120 250) rotate({38 if turned else 0}) scale({float(found[1]) * large:.3f})"
        ),
        suit,
        count=1,
    )
    return "\n".join((head, paper, frame, suit, number, name, end))


def tile(face: str, beret: str, *, framed: bool) -> str:
    """Return a face on a dark tile with round corners; a signal's has a broad red frame."""
    for old, new in BERETS[beret].items():
        face = face.replace(old, new)
    line = (
        f'stroke="{code(FRAME)}" stroke-width="17"'
        if framed
        else f'stroke="{code(NAMED["night"])}" stroke-width="6"'
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 232 232" width="232" height="232">'
        f'<rect x="-6" y="-6" width="212" height="212" rx="44" fill="{code(TILE)}"/>{inner(face)}'
        f'<rect x="-6" y="-6" width="212" height="212" rx="44" fill="none" {line}/></svg>'
    )


def rasterise(drawing: str, width: int, height: int) -> Image.Image:
    """Return an SVG drawn at exactly ``width`` x ``height`` pixels, RGBA."""
    from resvg_py import svg_to_bytes

    drawn = svg_to_bytes(svg_string=drawing, width=width, skip_system_fonts=True)
    image = Image.open(io.BytesIO(bytes(drawn))).convert("RGBA")
    return image if image.size == (width, height) else image.resize((width, height), Image.Resampling.LANCZOS)


def laid_on(image: Image.Image, ground: RGB) -> Image.Image:
    """Return an RGBA drawing flattened onto a ground colour."""
    flat = Image.new("RGBA", image.size, (*ground, 255))
    flat.alpha_composite(image)
    return flat.convert("RGB")


def colour_counts(images: list[Image.Image]) -> Counter[RGB]:
    """Return how many pixels of all the images have each colour."""
    counts: Counter[RGB] = Counter()
    for image in images:
        data = image.tobytes()
        counts.update(zip(data[0::3], data[1::3], data[2::3], strict=True))
    return counts


def distances(colours: Sequence[RGB], others: Sequence[RGB]) -> npt.NDArray[np.float64]:
    """Return `palette.distance` of every colour (row) to every one of the others (column)."""
    one, other = (np.asarray(list(part), dtype=np.float64) for part in (colours, others))
    red = (one[:, None, 0] + other[None, :, 0]) / 2
    apart = (one[:, None, :] - other[None, :, :]) ** 2
    weighted: npt.NDArray[np.float64] = (
        (2 + red / 256) * apart[:, :, 0] + 4 * apart[:, :, 1] + (2 + (255 - red) / 256) * apart[:, :, 2]
    )
    return weighted


def nearest_of(colours: Sequence[RGB], others: Sequence[RGB]) -> tuple[list[int], list[float]]:
    """Return for every colour the place of the one of the others that looks most like it, and how far it is."""
    places: list[int] = []
    far: list[float] = []
    for start in range(0, len(colours), CHUNK):
        part = distances(colours[start : start + CHUNK], others)
        places += part.argmin(axis=1).tolist()
        far += part.min(axis=1).tolist()
    return places, far


def is_known(colour: RGB, known: list[RGB]) -> bool:
    """Say whether a colour is one of the known ones, or so near to one that nobody sees a difference."""
    return any(distance(colour, other) < UNSEEN for other in known)


def shared_palette(counts: Counter[RGB]) -> tuple[RGB, ...]:
    """Return the palette for these pixels: fixed colours, the flat fills, then a median cut of the rest."""
    colours = fixed_colours()
    known = [colours[index] for index in art_indices(len(colours))]
    total = sum(counts.values())
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    for colour, count in ranked:
        if count < total / 4000 or len(colours) >= MAX_COLOURS - 60:
            break
        if not is_known(colour, known):
            known.append(colour)
            colours.append(colour)
    # What is left are smooth edges. Each is weighted by the root of its count, so that rare ones have a say.
    _, far = nearest_of([colour for colour, _ in ranked], known)
    rest = [
        (colour, max(1, round(count**0.5)))
        for (colour, count), apart in zip(ranked, far, strict=True)
        if apart >= UNSEEN
    ]
    strip = bytes(channel for colour, weight in rest for _ in range(weight) for channel in colour)
    line = Image.frombytes("RGB", (len(strip) // 3, 1), strip)
    room = MAX_COLOURS - len(colours)
    cut = line.quantize(colors=room, method=Image.Quantize.MEDIANCUT, kmeans=8).getpalette() or []
    colours += [(cut[i], cut[i + 1], cut[i + 2]) for i in range(0, 3 * room, 3)][: len(cut) // 3]
    return tuple(colours[:MAX_COLOURS])


def indexed(image: Image.Image, shape: Image.Image | None, match: dict[RGB, int]) -> bytes:
    """Return an RGB image as palette indices, `CLEAR` where ``shape`` (an opacity) is under one half."""
    data = image.tobytes()
    indices = bytes(match[pixel] for pixel in zip(data[0::3], data[1::3], data[2::3], strict=True))
    if shape is None:
        return indices
    return bytes(
        index if solid >= 128 else CLEAR for index, solid in zip(indices, shape.tobytes(), strict=True)
    )


def png(width: int, height: int, indices: bytes, palette: tuple[RGB, ...]) -> bytes:
    """Return palette indices as a PNG packed as well as zlib can."""
    image = Image.frombytes("P", (width, height), indices)
    image.putpalette(bytes(channel for colour in palette for channel in colour))
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True, transparency=alphas())
    return file.getvalue()


def draw(sources: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file of ``assets/sprites``, as name and bytes, drawn from the art under ``sources``."""
    drawn: list[tuple[Sheet, list[Image.Image], list[Image.Image]]] = []
    for sheet in sheets(sources):
        shapes = [rasterise(drawing, sheet.width, sheet.height) for _, drawing in sheet.drawings]
        drawn.append((sheet, [laid_on(shape, NAMED[sheet.ground]) for shape in shapes], shapes))
    counts = colour_counts([image for _, images, _ in drawn for image in images])
    palette = shared_palette(counts)
    free = art_indices(len(palette))
    every = list(counts)
    places, _ = nearest_of(every, [palette[index] for index in free])
    match = {colour: free[place] for colour, place in zip(every, places, strict=True)}

    for sheet, images, shapes in drawn:
        rows = -(-len(images) // COLUMNS)
        columns = min(COLUMNS, len(images))
        atlas = Image.new("L", (columns * sheet.width, rows * sheet.height), CLEAR)
        for place, (image, shape) in enumerate(zip(images, shapes, strict=True)):
            indices = indexed(image, shape.getchannel("A") if sheet.cut else None, match)
            left, top = place % COLUMNS * sheet.width, place // COLUMNS * sheet.height
            atlas.paste(Image.frombytes("L", image.size, indices), (left, top))
        yield f"{sheet.name}.png", png(*atlas.size, atlas.tobytes(), palette)

    yield "palette.png", png(16, 16, bytes(min(index, len(palette) - 1) for index in range(256)), palette)
    listing = {
        sheet.name: {
            "width": sheet.width,
            "height": sheet.height,
            "names": [name for name, _ in sheet.drawings],
        }
        for sheet, _, _ in drawn
    }
    yield "atlases.json", (json.dumps(listing, indent=1) + "\n").encode()


def content(data: bytes) -> object:
    """Return what a file shows, whichever zlib packed it: a picture's pixels and palette, or the bytes."""
    if not data.startswith(b"\x89PNG"):
        return data
    with Image.open(io.BytesIO(data)) as image:
        return image.size, image.getpalette(), image.tobytes()


def main() -> int:
    """Write ``assets/sprites``, or with ``--check`` return 1 where it is not what the sources give."""
    parser = argparse.ArgumentParser(prog="python -m musbot.pictures.build", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the sprites are stale")
    check = parser.parse_args().check
    sources = assets_folder()
    folder = sources / "sprites"
    stale = []
    for name, data in draw(sources):
        path = folder / name
        if check:
            if not path.is_file() or content(path.read_bytes()) != content(data):
                stale.append(name)
        else:
            folder.mkdir(exist_ok=True)
            path.write_bytes(data)
            print(f"{name}: {len(data) / 1024:.1f} KiB")
    if stale:
        print(f"stale: {', '.join(stale)}; run python -m musbot.pictures.build", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
