"""Standings of a tournament: places with points, tie-breaks and form, and the tables of groups."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from musbot.pictures.canvas import Box, Canvas
from musbot.pictures.lettering import width_of
from musbot.pictures.plates import (
    BELOW_HEADING,
    FOOT,
    GAP,
    HALF,
    LEFT,
    MIDDLE,
    RIGHT,
    SMALL,
    NameLine,
    fitting,
    heading,
    known,
    medal,
    name_lines,
    panel,
    sheet_canvas,
    write_names,
)

ROWS, BREAKS, FORM = 12, 3, 5
"""Rows on a page, tie-breaks beside the points, and results in a row's form, at most."""
GROUPS, IN_GROUP = 8, 8
"""Groups on a page, and pairs in a group, at most."""
RESULTS = ("win", "loss", "half", "none")
"""A win is a full disc with a tick, a loss a ring with a cross, half a point half a disc, nothing a dash."""
ROW, ROW_GAP, HEADS = 76, 6, 46
POINTS, BREAK, DOT = 110, 106, 38
"""Widths of the columns of points and of each tie-break, and from one result to the next, in pixels."""
GROUP_HEAD, GROUP_ROW = 60, 54
HIGHEST = 1500
"""Pixels: a page of groups takes no more of them once it is so high."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One pair or player in the standings.

    ``breaks`` are the tie-breaks in their order; ``form`` the results so far, of `RESULTS`, the last five of
    which are drawn. ``through`` marks who goes on, ``out`` who has withdrawn, ``own`` the reader's row.
    """

    place: int
    names: tuple[str, ...]
    points: str
    breaks: tuple[str, ...] = ()
    form: tuple[str, ...] = ()
    through: bool = False
    out: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class StandingsScene:
    """A page of standings; the ``…_head`` words stand over their columns, ``note`` explains at the foot."""

    title: str
    rows: tuple[StandingRow, ...]
    detail: str = ""
    name_head: str = ""
    form_head: str = ""
    points_head: str = ""
    break_heads: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class GroupScene:
    """One group: its name, the word over its points, and its rows, of which one tie-break is shown."""

    title: str
    points_head: str
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class GroupsScene:
    """The groups of a tournament on one page, two beside each other."""

    title: str
    groups: tuple[GroupScene, ...]
    detail: str = ""
    note: str = ""


def standings_picture(scene: StandingsScene, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 pixels wide, of at most twelve rows.

    Raises `ValueError` for more rows or tie-breaks than there is room for, or a result that does not exist.
    """
    if len(scene.rows) > ROWS:
        raise ValueError(f"a page has {ROWS} rows, not {len(scene.rows)}")
    _check(scene.rows)
    top = BELOW_HEADING + HEADS
    height = top + len(scene.rows) * (ROW + ROW_GAP) - ROW_GAP + FOOT + (48 if scene.note else 0)
    canvas = sheet_canvas(max(300, height), contrast=contrast)
    heading(canvas, scene.title, scene.detail)
    breaks = max((len(row.breaks) for row in scene.rows), default=0)
    form = min(FORM, max((len(row.form) for row in scene.rows), default=0))
    ends = [RIGHT - 24 - BREAK * place for place in reversed(range(breaks))]
    points = RIGHT - 24 - BREAK * breaks
    shapes = points - POINTS - DOT * form
    _heads(canvas, scene, ends, points, shapes, form)
    for place, row in enumerate(scene.rows):
        y = top + place * (ROW + ROW_GAP)
        fill, strong, quiet = _row(canvas, (LEFT, y, RIGHT, y + ROW), row)
        middle = y + ROW // 2
        medal(canvas, LEFT + 44, middle, row.place)
        canvas.text(points, middle, row.points, 42, strong, fill, anchor="r", room=POINTS - 10)
        for words, end in zip(row.breaks, ends, strict=False):
            canvas.text(end, middle, words, SMALL, quiet, fill, anchor="r", room=BREAK - 10)
        for number, result in enumerate(row.form[-FORM:]):
            result_shape(canvas, shapes + DOT // 2 + number * DOT, middle, result, fill)
        room = (shapes if form else points - POINTS) - LEFT - 94 - 12
        _who(canvas, (LEFT + 94, middle), row, 34, strong, fill, room, stacked=True)
    if scene.note:
        y = height - FOOT - 18 if scene.rows else (BELOW_HEADING + 300 - FOOT) // 2
        canvas.text((LEFT + RIGHT) // 2, y, scene.note, SMALL, "mint", "felt", room=RIGHT - LEFT - 20)
    return canvas.png()


def _check(rows: tuple[StandingRow, ...]) -> None:
    for row in rows:
        if not 1 <= len(row.names) <= 2:
            raise ValueError(f"a row has the name of a player or the two of a pair, not {row.names!r}")
        if len(row.breaks) > BREAKS:
            raise ValueError(f"there is room for {BREAKS} tie-breaks, not {len(row.breaks)}")
        for result in row.form:
            if result not in RESULTS:
                raise ValueError(f"no result is called {result!r}: there are {', '.join(RESULTS)}")


def _heads(
    canvas: Canvas, scene: StandingsScene, ends: list[int], points: int, shapes: int, form: int
) -> None:
    y = BELOW_HEADING + HEADS // 2 - 4
    heads = [
        (scene.name_head, LEFT + 94, "l", 300),
        (scene.points_head, points, "r", POINTS - 8),
        *((words, end, "r", BREAK - 8) for words, end in zip(scene.break_heads, ends, strict=False)),
    ]
    if form:
        heads.append((scene.form_head, shapes + 4, "l", DOT * form - 8))
    for words, x, anchor, room in heads:
        if words:
            size = fitting(words, SMALL, 26, room)
            canvas.text(x, y, words, size, "mint", "felt", anchor=anchor, room=room)


def _row(canvas: Canvas, box: Box, row: StandingRow, over: str = "felt") -> tuple[str, str, str]:
    """Draw a row's ground, and return its colour and those of strong and of quiet words on it."""
    if row.own:
        canvas.rounded(box, 22, "gold", over)
        canvas.disc(box[0] + 44, (box[1] + box[3]) // 2 + 1, 32, "night", "gold")
        return "gold", "ink", "ink"
    canvas.rounded(box, 22, "night", over)
    return ("night", "grey", "grey") if row.out else ("night", "white", "grey")


def _who(
    canvas: Canvas,
    at: tuple[int, int],
    row: StandingRow,
    size: int,
    ink: str,
    fill: str,
    room: int,
    *,
    stacked: bool,
) -> None:
    """Write a row's names: struck through for those who have left, an arrow after those who go on."""
    x, y = at
    names, space = known(row.names, f"#{row.place}"), room - (44 if row.through else 0)
    widest = 0
    lines = name_lines(names, size, space) if stacked else (NameLine(names, 0, size),)
    for line in lines:
        used = write_names(canvas, x, y + line.below, line.names, line.size, ink, fill, room=space)
        if row.out:
            canvas.block((x - 2, y + line.below - 1, x + used + 2, y + line.below + 2), ink)
        widest = max(widest, used)
    if row.through:
        through(canvas, x + widest + 26, y, "ink" if row.own else "green", fill)


def through(canvas: Canvas, x: int, y: int, colour: str, over: str) -> None:
    """Draw the mark of those who go on round (x, y): two arrowheads to the right."""
    for shift in (-10, 4):
        left = x + shift
        canvas.polygon(((left, y - 11), (left + 12, y), (left, y + 11)), colour, over)


def result_shape(canvas: Canvas, x: int, y: int, result: str, over: str) -> None:
    """Draw a result round (x, y), see `RESULTS`."""
    dark = over == "night"
    if result == "win":
        colour = "green" if dark else "ink"
        canvas.disc(x, y, 15, colour, over)
        tick = ((-9, 1), (-6, -2), (-3, 1), (6, -7), (9, -4), (-3, 8))
        canvas.polygon(
            tuple((x + across, y + down) for across, down in tick), "ink" if dark else "gold", colour
        )
    elif result == "loss":
        colour = "coral" if dark else "ink"
        canvas.disc(x, y, 15, colour, over)
        canvas.disc(x, y, 12, over, colour)
        for way in (1, -1):
            bar = ((-7, -5), (-5, -7), (7, 5), (5, 7))
            canvas.polygon(tuple((x + way * across, y + down) for across, down in bar), colour, over)
    elif result == "half":
        colour = "grey" if dark else "ink"
        canvas.disc(x, y, 15, colour, over)
        canvas.disc(x, y, 12, over, colour)
        arc = [math.radians(90 + step * 15) for step in range(13)]
        canvas.polygon(tuple((x + 9 * math.cos(turn), y + 9 * math.sin(turn)) for turn in arc), colour, over)
    else:
        canvas.rounded((x - 11, y - 2, x + 11, y + 2), 2, "grey" if dark else "ink", over)


def groups_pages(scene: GroupsScene) -> tuple[GroupsScene, ...]:
    """Return the groups as pages that are each one picture, as many on each as a telephone shows well."""
    pages: list[list[GroupScene]] = []
    for place in range(0, len(scene.groups), 2):
        two = scene.groups[place : place + 2]
        if not pages or len(pages[-1]) == GROUPS or _groups_height((*pages[-1], *two)) > HIGHEST:
            pages.append([])
        pages[-1].extend(two)
    count = len(pages)
    return tuple(
        replace(
            scene,
            groups=tuple(page),
            detail=scene.detail if count == 1 else f"{scene.detail} · {place}/{count}".removeprefix(" · "),
        )
        for place, page in enumerate(pages, start=1)
    )


def _heights(groups: tuple[GroupScene, ...]) -> list[int]:
    """Return the height of each two groups beside each other, in pixels."""
    pairs = [groups[place : place + 2] for place in range(0, len(groups), 2)]
    return [GROUP_HEAD + max(len(group.rows) for group in two) * GROUP_ROW + 12 for two in pairs]


def _groups_height(groups: tuple[GroupScene, ...]) -> int:
    heights = _heights(groups)
    return BELOW_HEADING + sum(heights) + GAP * (len(heights) - 1) + FOOT


def groups_picture(scene: GroupsScene, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 pixels wide, of at most eight groups of at most eight pairs each."""
    if not 1 <= len(scene.groups) <= GROUPS:
        raise ValueError(f"a page has 1 to {GROUPS} groups, not {len(scene.groups)}")
    for group in scene.groups:
        if len(group.rows) > IN_GROUP:
            raise ValueError(f"a group has {IN_GROUP} rows at most, not {len(group.rows)}")
        _check(group.rows)
    pairs = [scene.groups[place : place + 2] for place in range(0, len(scene.groups), 2)]
    heights = _heights(scene.groups)
    height = _groups_height(scene.groups) + (48 if scene.note else 0)
    canvas = sheet_canvas(max(300, height), contrast=contrast)
    heading(canvas, scene.title, scene.detail)
    y = BELOW_HEADING
    for two, high in zip(pairs, heights, strict=True):
        for left, group in zip((LEFT, MIDDLE), two, strict=False):
            _group(canvas, (left, y, left + HALF, y + high), group)
        y += high + GAP
    if scene.note:
        canvas.text((LEFT + RIGHT) // 2, y + 16, scene.note, SMALL, "mint", "felt", room=RIGHT - LEFT - 20)
    return canvas.png()


def _group(canvas: Canvas, box: Box, group: GroupScene) -> None:
    left, top, right, _ = box
    panel(canvas, box, group.title, group.points_head)
    for place, row in enumerate(group.rows):
        y = top + GROUP_HEAD + place * GROUP_ROW
        middle, fill, strong, quiet = y + GROUP_ROW // 2, "night", "grey" if row.out else "white", "grey"
        if row.own:
            fill, strong, quiet = "gold", "ink", "ink"
            canvas.rounded((left + 10, y + 2, right - 10, y + GROUP_ROW - 2), 16, "gold", "night")
        number = str(row.place)
        canvas.text(left + 40, middle, number, fitting(number, SMALL, 20, 40), quiet, fill, room=44)
        end = right - 24 - canvas.text(right - 24, middle, row.points, 34, strong, fill, anchor="r", room=70)
        if row.breaks:
            end = right - 24 - min(70, max(44, round(width_of(row.points, 34)))) - 20
            end -= canvas.text(end, middle, row.breaks[0], SMALL, quiet, fill, anchor="r", room=86)
        _who(canvas, (left + 70, middle), row, 32, strong, fill, end - 18 - left - 70, stacked=False)
