"""The bracket of a tournament: who meets whom, who won, who goes on to whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from musbot.pictures.canvas import Box, Canvas
from musbot.pictures.lettering import width_of, wrapped
from musbot.pictures.names import shown
from musbot.pictures.plates import (
    BELOW_HEADING,
    BETWEEN,
    FOOT,
    LEFT,
    RIGHT,
    SMALL,
    fitting,
    heading,
    sheet_canvas,
    write_names,
)
from musbot.pictures.sprites import sprite

MATCHES, ROUNDS = 16, 5
"""The most matches in a column and the most columns of one page: a bracket of 32 pairs."""
HIGHEST = 1760
"""Pixels: sections are put under each other as long as the page is no higher."""
TITLE, HEADS = 54, 48
GUTTER = 22
WIDEST = 330
DEEP = 78
"""Height of a side in two lines: names that are too long have two where the next match is far enough."""
ROOMY = 4
"""So many matches in a column, or fewer, get that height wherever a name is too long."""
LIVE = 5
"""Breadth of the line round a match that is being played, in pixels."""
TAB = 46
"""Width of the score's field at the end of a side, in pixels; a note takes both sides' fields."""


@dataclass(frozen=True, slots=True)
class SideScene:
    """One side of a match: its names (one, or the two of a pair, or none yet), its score, whether it won.

    ``own`` is the reader's side. Where nobody is known yet, ``words`` say who it will be ("Winner of 3").
    """

    names: tuple[str, ...] = ()
    score: str = ""
    won: bool = False
    own: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class MatchScene:
    """A match of a bracket.

    ``note`` is where or when it is played ("T3", "21:00"), shown as long as there is no score; ``live`` says
    that it is being played.
    """

    one: SideScene
    other: SideScene
    note: str = ""
    live: bool = False


@dataclass(frozen=True, slots=True)
class RoundScene:
    """A round: its name and its matches from top to bottom, None where a bye leaves the place empty.

    The next round has half as many matches, each fed by two neighbours, or (in the losers' bracket) as many.
    """

    title: str
    matches: tuple[MatchScene | None, ...]


@dataclass(frozen=True, slots=True)
class SectionScene:
    """One tree: the main bracket, the losers' bracket, the final, the match for the third place.

    ``trophy`` draws a cup over its last match once that is won.
    """

    rounds: tuple[RoundScene, ...]
    title: str = ""
    trophy: bool = False


@dataclass(frozen=True, slots=True)
class BracketScene:
    """A whole bracket; its pages are made by `bracket_pages`."""

    title: str
    sections: tuple[SectionScene, ...]
    detail: str = ""


def bracket_pages(scene: BracketScene) -> tuple[BracketScene, ...]:
    """Return the bracket as pages that are each one picture, all of its matches on one of them or more.

    A section with more than 16 matches in its first column is split into parts of 16, and one with more than
    five rounds into parts that have one round in common. The last part shows three rounds, so that what leads
    to the final can be seen. Raises `ValueError` where so many matches cannot be split evenly.
    """
    parts = [part for section in scene.sections for part in _parts(section)]
    pages: list[list[SectionScene]] = []
    high = 0
    for part in parts:
        height = _height(part)
        if not pages or high + height > HIGHEST:
            pages.append([])
            high = BELOW_HEADING + FOOT
        pages[-1].append(part)
        high += height
    count = len(pages)
    return tuple(
        BracketScene(
            scene.title,
            tuple(page),
            scene.detail if count == 1 else f"{scene.detail} · {place}/{count}".removeprefix(" · "),
        )
        for place, page in enumerate(pages, start=1)
    )


def _parts(section: SectionScene) -> list[SectionScene]:
    """Split a section by its first column into blocks and a last part, and each of them by its rounds."""
    rounds = section.rounds
    blocks = -(-len(rounds[0].matches) // MATCHES)
    parts = []
    if blocks > 1:
        within = sum(len(one.matches) >= blocks for one in rounds)
        if any(len(one.matches) % blocks for one in rounds[:within]):
            raise ValueError(
                f"rounds of {[len(one.matches) for one in rounds]} matches cannot be split evenly"
            )
        for block in range(blocks):
            mine = []
            for one in rounds[:within]:
                size = len(one.matches) // blocks
                mine.append(RoundScene(one.title, one.matches[block * size : (block + 1) * size]))
            parts += _in_columns(SectionScene(tuple(mine), section.title))
        start = min(within - 1, len(rounds) - 3)
        while len(rounds[start].matches) > MATCHES:
            start += 1
        rounds = rounds[start:]
    return [*parts, *_in_columns(SectionScene(rounds, section.title, section.trophy))]


def _in_columns(section: SectionScene) -> list[SectionScene]:
    """Split a section into parts of five rounds at most, each starting with the last one of the part before."""
    parts, start = [], 0
    while True:
        last = start + ROUNDS >= len(section.rounds)
        mine = section.rounds[start : start + ROUNDS]
        parts.append(SectionScene(mine, section.title, section.trophy and last))
        if last:
            return parts
        start += ROUNDS - 1


def bracket_picture(page: BracketScene, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 pixels wide, of one page of a bracket, as `bracket_pages` makes them.

    Raises `ValueError` for a section without a round or one that does not fit on a page, and for rounds that do
    not follow from each other.
    """
    for section in page.sections:
        _check(section)
    canvas = sheet_canvas(BELOW_HEADING + sum(map(_height, page.sections)) + FOOT - 10, contrast=contrast)
    heading(canvas, page.title, page.detail)
    top = BELOW_HEADING
    for section in page.sections:
        _section(canvas, top, section)
        top += _height(section)
    return canvas.png()


def _check(section: SectionScene) -> None:
    counts = [len(one.matches) for one in section.rounds]
    if not 1 <= len(counts) <= ROUNDS or not 1 <= counts[0] <= MATCHES:
        raise ValueError(f"rounds of {counts} matches are no page: see bracket_pages")
    for one, other in pairwise(counts):
        if other not in (one, (one + 1) // 2):
            raise ValueError(f"{one} matches cannot lead to {other}")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a section is laid out, in pixels: height of a side in one line and room from match to match in the
    first column, size of letters, left end and width of every column."""

    side: int
    pitch: int
    letters: int
    lefts: tuple[int, ...]
    widths: tuple[int, ...]


def _layout(section: SectionScene) -> Layout:
    """Lay a section out: the more matches and rounds, the closer, the first column being the widest."""
    most, count = len(section.rounds[0].matches), len(section.rounds)
    side, between, letters = (42, 14, 30) if most > 8 else (48, 30, 32) if most > 4 else (54, 40, 34)
    gutter = GUTTER if count < ROUNDS else 18
    room = RIGHT - LEFT - (count - 1) * gutter
    first = min(
        2 * WIDEST if count == 1 else WIDEST, round(room * (0.295 if count == ROUNDS else 1.15 / count))
    )
    rest = min(WIDEST, (room - first) // max(1, count - 1))
    gutter = min(110, (RIGHT - LEFT - first - (count - 1) * rest) // max(1, count - 1))
    lefts = (LEFT, *(LEFT + first + gutter + place * (rest + gutter) for place in range(count - 1)))
    layout = Layout(side, 2 * side + between, letters, lefts, (first, *[rest] * (count - 1)))
    if most <= ROOMY and any(
        _is_long(match, layout, place) for place, one in enumerate(section.rounds) for match in one.matches
    ):
        # Few matches leave room for two lines each.
        return replace(layout, pitch=2 * DEEP + 14)
    return layout


def _height(section: SectionScene) -> int:
    layout = _layout(section)
    rows = max(len(one.matches) for one in section.rounds)
    trophy = 40 if rows == 1 and _won(section) else 0
    return (TITLE if section.title else 0) + HEADS + rows * layout.pitch + trophy


def _won(section: SectionScene) -> bool:
    """Say whether the section has a trophy and it is won."""
    last = section.rounds[-1].matches[-1]
    return section.trophy and last is not None and (last.one.won or last.other.won)


def _section(canvas: Canvas, top: int, section: SectionScene) -> None:
    layout = _layout(section)
    if section.title:
        x, room = LEFT + 10, RIGHT - LEFT - 20
        canvas.text(x, top + TITLE // 2, section.title, 36, "gold", "felt", anchor="l", room=room)
        top += TITLE
    middles = _middles(section, top + HEADS, layout.pitch)
    ends = [left + width for left, width in zip(layout.lefts, layout.widths, strict=True)]
    for place, one in enumerate(section.rounds):
        left, room = layout.lefts[place], layout.widths[place] - 8
        letters = fitting(one.title, SMALL, 26, room)
        canvas.text(left + 8, top + HEADS // 2 - 2, one.title, letters, "mint", "felt", anchor="l", room=room)
        if place + 1 < len(section.rounds):
            _lines(canvas, one, middles[place], middles[place + 1], ends[place], layout.lefts[place + 1])
    for place, one in enumerate(section.rounds):
        room = layout.pitch * len(section.rounds[0].matches) // len(one.matches)
        deep = room >= 2 * DEEP + 12 and any(_is_long(match, layout, place) for match in one.matches)
        side = max(DEEP, layout.side) if deep else layout.side
        for match, middle in zip(one.matches, middles[place], strict=True):
            if match is not None:
                box = (layout.lefts[place], middle - side, ends[place], middle + side)
                _match(canvas, box, match, layout.letters, deep)
    if _won(section):
        picture = sprite("trophy", "trophy")
        middle = middles[-1][-1]
        if len(section.rounds) == 1:
            canvas.paste(picture, ends[0] + 60, middle - picture.height // 2)
        elif middle - layout.side - picture.height - 6 >= top + HEADS:
            x = layout.lefts[-1] + layout.widths[-1] // 2 - picture.width // 2
            canvas.paste(picture, x, middle - layout.side - picture.height - 6)


def _is_long(match: MatchScene | None, layout: Layout, place: int) -> bool:
    """Say whether a name of a match needs more than one line in its column."""
    if match is None:
        return False
    room = layout.widths[place] - 24 - _tab(match.note) - (2 * LIVE if match.live else 0)
    sides = (match.one, match.other)
    return any(width_of(shown(BETWEEN.join(side.names)), layout.letters) > room for side in sides)


def _middles(section: SectionScene, top: int, pitch: int) -> list[list[int]]:
    """Return the height of the middle of every match, round by round."""
    first = section.rounds[0].matches
    heights = [[top + place * pitch + pitch // 2 for place in range(len(first))]]
    for one in section.rounds[1:]:
        before = heights[-1]
        if len(one.matches) == len(before):
            heights.append(list(before))
        else:
            pairs = [before[2 * place : 2 * place + 2] for place in range(len(one.matches))]
            heights.append([sum(pair) // len(pair) for pair in pairs])
    return heights


def _lines(canvas: Canvas, one: RoundScene, here: list[int], there: list[int], start: int, end: int) -> None:
    """Draw the lines from the matches of a round to those of the next, gold and broad where one is decided."""
    x = (start + end) // 2
    halves = len(there) != len(here)
    drawn = []
    for place, (match, y) in enumerate(zip(one.matches, here, strict=True)):
        if match is not None:
            drawn.append((match.one.won or match.other.won, y, there[place // 2 if halves else place]))
    for decided, y, to in sorted(drawn):
        colour, half = ("gold", 2) if decided else ("mint", 1)
        canvas.block((start, y - half, x + half, y + half), colour)
        canvas.block((x - half, min(y, to) - half, x + half, max(y, to) + half), colour)
        canvas.block((x - half, to - half, end, to + half), colour)


def _tab(note: str) -> int:
    """Return the width of the field at the end of a match for its note or, without one, for a score."""
    return min(110, max(TAB, round(width_of(shown(note), 26)) + 14)) if note else TAB


def _match(canvas: Canvas, box: Box, match: MatchScene, size: int, deep: bool) -> None:
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    if match.live:
        canvas.outlined(box, 12, LIVE, "night", "green", "felt")
        left, top, right, bottom = left + LIVE, top + LIVE, right - LIVE, bottom - LIVE
    else:
        canvas.rounded(box, 12, "night", "felt")
    over = match.one.won or match.other.won
    note = match.note if not (over or match.one.score or match.other.score) else ""
    tab = _tab(note)
    one, other = (left, top, right, middle), (left, middle, right, bottom)
    _side(canvas, one, match.one, size, deep, noted=tab if note else 0, lost=match.other.won)
    _side(canvas, other, match.other, size, deep, noted=tab if note else 0, lost=match.one.won)
    canvas.block((left + 10, middle - 1, right - (tab + 14 if note else 10), middle + 1), "slate")
    if note:
        fill, ink = ("green", "ink") if match.live else ("slate", "white")
        field = (right - tab - 5, top + 7, right - 5, bottom - 7)
        canvas.rounded(field, 10, fill, "night")
        x = (field[0] + field[2]) // 2
        canvas.text(x, middle, note, fitting(note, SMALL, 26, tab - 10), ink, fill, room=tab - 6)


def _side(
    canvas: Canvas, box: Box, side: SideScene, size: int, deep: bool, *, noted: int, lost: bool
) -> None:
    """Draw one side: the winner's score stands in a gold field, the reader's side is gold all over.

    ``deep`` sides have room for two lines; ``noted`` pixels at the end are taken by the match's note.
    """
    left, top, right, bottom = box
    y = (top + bottom) // 2
    fill, ink = "night", "grey" if lost else "white"
    if side.own:
        fill, ink = "gold", "ink"
        canvas.rounded((left, top, right - (noted + 10 if noted else 0), bottom), 12, "gold", "night")
    tab = (right - TAB - 4, top + 4, right - 4, bottom - 4)
    x = (tab[0] + tab[2]) // 2
    if side.won:
        field, figure = ("night", "gold") if side.own else ("gold", "ink")
        canvas.rounded(tab, 9, field, fill)
        if side.score:
            canvas.text(x, y, side.score, fitting(side.score, size, 20, TAB - 8), figure, field, room=TAB - 6)
        else:
            tick = ((-14, 0), (-9, -5), (-4, 0), (10, -13), (15, -8), (-4, 11))
            canvas.polygon(tuple((x + across, y + down) for across, down in tick), figure, field)
    elif side.score:
        canvas.text(x, y, side.score, fitting(side.score, size, 20, TAB - 8), ink, fill, room=TAB - 6)
    used = noted + 12 if noted else TAB + 8 if side.score or side.won else 8
    _names(canvas, (left + 12, top, right - used, bottom), side, size, ink, fill, deep)


def _names(canvas: Canvas, box: Box, side: SideScene, size: int, ink: str, fill: str, deep: bool) -> None:
    """Write who a side is into its box, in two lines if it is deep and the names want them."""
    left, top, right, bottom = box
    y, room = (top + bottom) // 2, right - left
    names = tuple(name if shown(name) else "?" for name in side.names)
    if not names:
        if side.words:
            letters = fitting(side.words, size - 2, 26, room)
            canvas.text(
                left, y, side.words, letters, "grey" if fill == "night" else ink, fill, anchor="l", room=room
            )
    elif deep and width_of(shown(BETWEEN.join(names)), size) > room:
        pieces = names if len(names) == 2 else names[0].split()
        letters = min(fitting(piece, min(size, 30), 24, room) for piece in pieces)
        lines = names if len(names) == 2 else wrapped(names[0], letters, room, 2)
        for row, words in enumerate(lines):
            line_y = y + round((row - (len(lines) - 1) / 2) * 34)
            canvas.text(left, line_y, words, letters, ink, fill, anchor="l", room=room)
    else:
        write_names(canvas, left, y, names, size, ink, fill, room=room)
