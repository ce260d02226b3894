"""A value over time as a smooth line, with the field under it, a scale and its highest point."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageDraw

from musbot.pictures.canvas import Box, Canvas
from musbot.pictures.lettering import cut, width_of
from musbot.pictures.stamps import SMOOTH, SOLID, stamp

LETTERS = 30
"""Size of all letters, in pixels to the em."""
LINE, DOT = 5, 11
"""Width of the line and radius of the dots, in pixels."""
MOST_POINTS = 360
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)


@dataclass(frozen=True, slots=True)
class CurveScene:
    """A value over time.

    ``points`` are pairs of a time, in any unit, and a value, in the order of their times. ``first_word`` and
    ``last_word`` ("3 months ago", "today") stand under the ends, ``peak_word`` ("best 1796") at the highest
    point. ``empty_word`` is written where there are fewer than two points. ``low`` and ``high`` hold the scale
    open at least so far; without them it is that of the values. ``marks`` are times, values and a letter or a
    number each, drawn in gold discs.
    """

    points: tuple[tuple[float, float], ...]
    first_word: str = ""
    last_word: str = ""
    peak_word: str = ""
    empty_word: str = ""
    low: float | None = None
    high: float | None = None
    marks: tuple[tuple[float, float, str], ...] = ()


def scale(low: float, high: float, lines: int = 4) -> list[int]:
    """Return the round values at which the scale has its lines: at least two, about ``lines``, in steps alike.

    The first is at or under ``low``, the last at or over ``high``.
    """
    step = next((step for step in STEPS if (high - low) / step <= lines), None)
    if step is None:
        step = STEPS[-1] * (int((high - low) / (STEPS[-1] * lines)) + 1)
    first = int(low // step)
    last = max(first + 1, int(-(-high // step)))
    return [step * place for place in range(first, last + 1)]


def thinned(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """Return the points, or of very many the last of each of `MOST_POINTS` parts, the highest, and the ends."""
    if len(points) <= MOST_POINTS:
        return points
    kept = {round(place * (len(points) - 1) / MOST_POINTS) for place in range(MOST_POINTS + 1)}
    kept.add(max(range(len(points)), key=lambda place: points[place][1]))
    return tuple(points[place] for place in sorted(kept))


def draw_curve(canvas: Canvas, box: Box, scene: CurveScene) -> None:
    """Draw the curve on a dark plate that fills the box. Raises `ValueError` where times go back."""
    left, top, right, bottom = box
    canvas.rounded(box, 26, "night", "felt")
    points = thinned(scene.points)
    if any(one[0] > other[0] for one, other in pairwise(points)):
        raise ValueError("the points of a curve must be in the order of their times")
    if len(points) < 2:
        middle = ((left + right) // 2, (top + bottom) // 2)
        canvas.text(*middle, scene.empty_word, LETTERS, "grey", "night", room=right - left - 40)
        return
    values = [value for _, value in points] + [value for _, value, _ in scene.marks]
    low = min(values) if scene.low is None else min(scene.low, *values)
    high = max(values) if scene.high is None else max(scene.high, *values)
    lines = scale(low, high)
    # A disc at the very beginning leaves the numbers beside it free.
    aside = 14 + (22 if scene.marks else 0)
    gutter = round(max(width_of(str(value), LETTERS) for value in lines)) + 4 + aside
    under = 54 if scene.first_word or scene.last_word else 24
    field: Box = (left + 24 + gutter, top + 36, right - 30, bottom - under)
    if scene.peak_word:
        field = (field[0], field[1] + 34, field[2], field[3])
    where = _placed(points, points, lines, field)
    _lay(canvas, where, lines, field)
    for value in lines:
        y = _height(value, lines, field)
        canvas.text(field[0] - aside, y, str(value), LETTERS, "grey", "night", anchor="r")
    y, room = bottom - 26, (field[2] - field[0]) // 2 - 10
    canvas.text(field[0], y, scene.first_word, LETTERS, "grey", "night", anchor="l", room=room)
    canvas.text(field[2], y, scene.last_word, LETTERS, "grey", "night", anchor="r", room=room)
    if scene.peak_word or not scene.marks:
        _peak(canvas, where, field, scene.peak_word)
    times = tuple((time, value) for time, value, _ in scene.marks)
    for (x, height), (_, _, word) in zip(_placed(times, points, lines, field), scene.marks, strict=True):
        _mark(canvas, round(x), round(height), word)


def _height(value: float, lines: list[int], field: Box) -> int:
    _, top, _, bottom = field
    return round(bottom - (value - lines[0]) / (lines[-1] - lines[0]) * (bottom - top))


def _placed(
    wanted: tuple[tuple[float, float], ...],
    points: tuple[tuple[float, float], ...],
    lines: list[int],
    field: Box,
) -> list[tuple[float, float]]:
    """Return where the wanted times and values lie among the points, in pixels of the picture."""
    left, _, right, _ = field
    start, end = points[0][0], points[-1][0]
    wide = (right - left) / (end - start) if end > start else 0.0
    return [
        (
            left + (min(max(time, start), end) - start) * wide
            if wide
            else left + place * (right - left) / max(1, len(wanted) - 1),
            _height(value, lines, field),
        )
        for place, (time, value) in enumerate(wanted)
    ]


def _lay(canvas: Canvas, where: list[tuple[float, float]], lines: list[int], field: Box) -> None:
    """Lay the field under the curve, the lines of the scale, and the curve over both.

    The curve's edge is mixed with what lies at its upper side and what lies at its lower side, each by itself.
    """
    left, top, right, bottom = field
    pad = LINE + 1
    size = ((right - left + 2 * pad) * SMOOTH, (bottom - top + 2 * pad) * SMOOTH)
    moved = [((x - left + pad) * SMOOTH, (y - top + pad) * SMOOTH) for x, y in where]
    floor = (bottom - top + pad) * SMOOTH
    area = Image.new("L", size, 0)
    corners = [(moved[0][0], floor), *moved, (moved[-1][0], floor)]
    ImageDraw.Draw(area).polygon(corners, fill=255)
    area = area.reduce(SMOOTH)
    canvas.press(stamp(area, "navy", "night", canvas.contrast), left - pad, top - pad)
    for value in lines:
        y = _height(value, lines, field)
        canvas.rounded((left, y - 1, right, y + 1), 0, "slate", "night")
    line = Image.new("L", size, 0)
    draw = ImageDraw.Draw(line)
    draw.line(moved, fill=255, width=LINE * SMOOTH, joint="curve")
    half = LINE * SMOOTH / 2
    for across, down in (moved[0], moved[-1]):
        draw.ellipse((across - half, down - half, across + half, down + half), fill=255)
    line = line.reduce(SMOOTH)
    canvas.press(stamp(line, "blue", "night", canvas.contrast), left - pad, top - pad)
    below = stamp(line, "blue", "navy", canvas.contrast)
    inside = Image.composite(below.solid, Image.new("L", below.solid.size, 0), area.point(SOLID))
    canvas.paste(below.plane, left - pad, top - pad, inside)


def _peak(canvas: Canvas, where: list[tuple[float, float]], field: Box, word: str) -> None:
    """Mark the highest point with a gold dot in a ring, and its word over it, and the last with a white one."""
    x, y = (round(part) for part in min(where, key=lambda point: (point[1], point[0])))
    last_x, last_y = (round(part) for part in where[-1])
    canvas.disc(last_x, last_y, DOT, "night", "navy")
    canvas.disc(last_x, last_y, DOT - 3, "white", "night")
    canvas.disc(x, y, DOT + 1, "night", "navy")
    canvas.disc(x, y, DOT - 2, "gold", "night")
    if word:
        half = round(width_of(cut(word, LETTERS, field[2] - field[0]), LETTERS)) // 2
        middle = min(max(x, field[0] + half), field[2] - half)
        canvas.text(middle, y - 38, word, LETTERS, "gold", "night", room=field[2] - field[0])


def _mark(canvas: Canvas, x: int, y: int, word: str) -> None:
    canvas.disc(x, y, 22, "night", "navy")
    canvas.disc(x, y, 19, "gold", "night")
    canvas.text(x, y, word, LETTERS, "ink", "gold", room=34)
