"""A round of a tournament: who meets whom at which table, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.pictures.canvas import Canvas
from musbot.pictures.plates import (
    BELOW_HEADING,
    FOOT,
    LEFT,
    RIGHT,
    SMALL,
    fitting,
    heading,
    known,
    name_lines,
    sheet_canvas,
    write_names,
)

ROWS = 12
ROW, GAP = 78, 7
TABLE, SCORE = 96, 156
"""Widths of the table's field and of the score's, in pixels."""
NAME = 34


@dataclass(frozen=True, slots=True)
class PairingScene:
    """One meeting: the table, both sides' names (one or two each; none for a bye), and what stands between them.

    ``middle`` is the score ("2–1"), the hour ("21:30") or a word ("bye"). ``winner`` is 0 or 1 once it is
    decided; ``live`` says that it is being played; ``own`` is the reader's side, 0 or 1, if any.
    """

    table: str
    one: tuple[str, ...]
    other: tuple[str, ...]
    middle: str = ""
    winner: int | None = None
    live: bool = False
    own: int | None = None


@dataclass(frozen=True, slots=True)
class ScheduleScene:
    """A page of a round's meetings; ``note`` stands at the foot, or alone where there are none."""

    title: str
    pairings: tuple[PairingScene, ...]
    detail: str = ""
    note: str = ""


def schedule_picture(scene: ScheduleScene, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 pixels wide, of at most twelve meetings; `ValueError` for more."""
    if len(scene.pairings) > ROWS:
        raise ValueError(f"a page has {ROWS} meetings, not {len(scene.pairings)}")
    height = BELOW_HEADING + len(scene.pairings) * (ROW + GAP) - GAP + FOOT + (50 if scene.note else 0)
    canvas = sheet_canvas(max(300, height), contrast=contrast)
    heading(canvas, scene.title, scene.detail)
    for place, pairing in enumerate(scene.pairings):
        _row(canvas, BELOW_HEADING + place * (ROW + GAP), pairing)
    if scene.note:
        y = height - FOOT - 18 if scene.pairings else (BELOW_HEADING + 300 - FOOT) // 2
        canvas.text((LEFT + RIGHT) // 2, y, scene.note, SMALL, "mint", "felt", room=RIGHT - LEFT - 20)
    return canvas.png()


def _row(canvas: Canvas, top: int, pairing: PairingScene) -> None:
    """Draw one meeting: table, one side, score, other side; a winner has an arrowhead at its side of the score."""
    bottom, y = top + ROW, top + ROW // 2
    live = pairing.live and pairing.winner is None
    if live:
        canvas.outlined((LEFT, top, RIGHT, bottom), 24, 5, "night", "green", "felt")
    else:
        canvas.rounded((LEFT, top, RIGHT, bottom), 24, "night", "felt")
    canvas.rounded((LEFT + 12, top + 12, LEFT + TABLE - 8, bottom - 12), 14, "slate", "night")
    size = fitting(pairing.table, SMALL, 20, TABLE - 30)
    canvas.text(LEFT + TABLE // 2 + 2, y, pairing.table, size, "white", "slate", room=TABLE - 26)
    middle = (LEFT + TABLE + RIGHT) // 2
    inner = (middle - SCORE // 2, middle + SCORE // 2)
    for side, names in ((0, pairing.one), (1, pairing.other)):
        if names:
            _side(canvas, top, pairing, side, names, inner)
    fill, ink = ("green", "ink") if live else ("night", "white")
    if live:
        canvas.rounded((inner[0] + 8, top + 12, inner[1] - 8, bottom - 12), 18, "green", "night")
    words = pairing.middle
    canvas.text(middle, y, words, fitting(words, 36, 26, SCORE - 64), ink, fill, room=SCORE - 60)
    if pairing.winner is not None:
        way = -1 if pairing.winner == 0 else 1
        x = middle + way * (SCORE // 2 - 14)
        canvas.polygon(((x + 9 * way, y), (x - 9 * way, y - 13), (x - 9 * way, y + 13)), "gold", "night")


def _side(
    canvas: Canvas, top: int, pairing: PairingScene, side: int, names: tuple[str, ...], inner: tuple[int, int]
) -> None:
    y = top + ROW // 2
    lost = pairing.winner is not None and pairing.winner != side
    fill, ink = "night", "grey" if lost else "white"
    left, right = (LEFT + TABLE, inner[0]) if side == 0 else (inner[1], RIGHT - 12)
    if pairing.own == side:
        fill, ink = "gold", "ink"
        canvas.rounded((left, top + 7, right, top + ROW - 7), 18, "gold", "night")
    x, anchor = (right - 14, "r") if side == 0 else (left + 14, "l")
    who = known(names, "?")
    room = right - left - 28
    for line in name_lines(who, NAME, room):
        write_names(canvas, x, y + line.below, line.names, line.size, ink, fill, room=room, anchor=anchor)
