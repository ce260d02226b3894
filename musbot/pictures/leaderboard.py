"""Who leads: a page of a leaderboard of players or pairs, and the reader's own place."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.pictures.canvas import Canvas
from musbot.pictures.lettering import cut, width_of
from musbot.pictures.plates import (
    BELOW_HEADING,
    FOOT,
    LEFT,
    RIGHT,
    SMALL,
    fitting,
    heading,
    known,
    medal,
    name_lines,
    sheet_canvas,
    small_tag,
    trend,
    write_names,
)

ROWS = 10
"""Rows on one page."""
NAME, VALUE = 36, 42
"""Sizes of letters, in pixels to the em."""
ROW, GAP = 74, 6
HEADS = 46
SEPARATOR = 34
COLUMNS = (("value", 158), ("second", 128), ("games", 148), ("change", 128))
"""The columns after the name and how wide each is, in pixels; one that nobody fills is left out."""


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """One player (one name) or pair (two) on a leaderboard.

    ``value`` is what the board is about ("1842"); ``second`` what stands quietly beside it ("±48"). ``change``
    is how many places were won (above zero) or lost since the last look, None where that is not known.
    ``own`` is the reader's row.
    """

    place: int
    names: tuple[str, ...]
    value: str
    second: str = ""
    games: str = ""
    change: int | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardScene:
    """A page of a leaderboard.

    ``title`` says which ("This server · rating · season 2026 Q4"), ``detail`` which page ("1/3"). The
    ``…_head`` words stand over their columns. ``own_word`` ("You") marks the reader's row; ``own`` is that
    row where it is on another page. ``note`` is a line at the foot, or the only one where there are no rows.
    """

    title: str
    rows: tuple[LeaderRow, ...]
    detail: str = ""
    name_head: str = ""
    value_head: str = ""
    second_head: str = ""
    games_head: str = ""
    change_head: str = ""
    own_word: str = ""
    own: LeaderRow | None = None
    note: str = ""


def leaderboard_picture(scene: LeaderboardScene, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 pixels wide, of at most ten rows; `ValueError` for more, or a row without a name.

    The first three places have medals of three shapes; the reader's row is gold, with a word.
    """
    if len(scene.rows) > ROWS:
        raise ValueError(f"a page has {ROWS} rows, not {len(scene.rows)}")
    everyone = (*scene.rows, *((scene.own,) if scene.own else ()))
    for row in everyone:
        if not 1 <= len(row.names) <= 2:
            raise ValueError(f"a row has the name of a player or the two of a pair, not {row.names!r}")
    columns = _columns(scene, everyone)
    top = BELOW_HEADING + (HEADS if scene.rows else 0)
    height = top + len(scene.rows) * (ROW + GAP) - GAP + FOOT
    height += (SEPARATOR + ROW) if scene.own else 0
    height += 48 if scene.note else 0
    canvas = sheet_canvas(max(height, 300), contrast=contrast)
    heading(canvas, scene.title, scene.detail)
    if scene.rows:
        _heads(canvas, scene, columns)
    y = top
    for row in scene.rows:
        _row(canvas, y, row, columns, scene.own_word)
        y += ROW + GAP
    if scene.own:
        middle = y - GAP + SEPARATOR // 2
        for step in (-1, 0, 1):
            canvas.disc((LEFT + RIGHT) // 2 + 26 * step, middle, 5, "mint", "felt")
        y += SEPARATOR - GAP
        _row(canvas, y, scene.own, columns, scene.own_word)
        y += ROW + GAP
    if scene.note:
        middle = y + 18 if everyone else (BELOW_HEADING + max(height, 300) - FOOT) // 2
        canvas.text((LEFT + RIGHT) // 2, middle, scene.note, SMALL, "mint", "felt", room=RIGHT - LEFT - 20)
    return canvas.png()


def _columns(scene: LeaderboardScene, rows: tuple[LeaderRow, ...]) -> dict[str, tuple[int, int]]:
    """Return each column that is used, with its right end and its width in pixels."""
    columns = {}
    right = RIGHT - 24
    for name, width in reversed(COLUMNS):
        filled = any(getattr(row, name) not in ("", None) for row in rows)
        if name == "value" or filled:
            columns[name] = (right, width)
            right -= width
    return columns


def _heads(canvas: Canvas, scene: LeaderboardScene, columns: dict[str, tuple[int, int]]) -> None:
    y = BELOW_HEADING + HEADS // 2 - 4
    canvas.text(LEFT + 90, y, scene.name_head, SMALL, "mint", "felt", anchor="l", room=380)
    heads = {
        "value": scene.value_head,
        "second": scene.second_head,
        "games": scene.games_head,
        "change": scene.change_head,
    }
    for name, (right, width) in columns.items():
        if heads[name]:
            room = width - 14
            size = fitting(heads[name], SMALL, 26, room)
            canvas.text(right, y, heads[name], size, "mint", "felt", anchor="r", room=room)


def _row(
    canvas: Canvas, top: int, row: LeaderRow, columns: dict[str, tuple[int, int]], own_word: str
) -> None:
    middle = top + ROW // 2
    fill, strong, quiet = ("gold", "ink", "ink") if row.own else ("night", "white", "grey")
    canvas.rounded((LEFT, top, RIGHT, top + ROW), 24, fill, "felt")
    if row.own:
        canvas.disc(LEFT + 44, middle + 1, 33, "night", "gold")
    medal(canvas, LEFT + 44, middle, row.place)
    right, width = columns["value"]
    canvas.text(right, middle, row.value, VALUE, strong, fill, anchor="r", room=width - 12)
    for name, words in (("second", row.second), ("games", row.games)):
        if name in columns and words:
            right, width = columns[name]
            canvas.text(right, middle, words, SMALL + 2, quiet, fill, anchor="r", room=width - 12)
    if "change" in columns and row.change is not None:
        trend(canvas, columns["change"][0], middle, row.change, fill, ink="ink" if row.own else "")
    start = LEFT + 94
    room = columns["value"][0] - columns["value"][1] - start - 4
    tag = round(width_of(cut(own_word, 28, 120), 28)) + 28 + 14 if row.own and own_word else 0
    names = known(row.names, f"#{row.place}")
    used = max(
        write_names(canvas, start, middle + line.below, line.names, line.size, strong, fill, room=room - tag)
        for line in name_lines(names, NAME, room - tag)
    )
    if tag:
        small_tag(canvas, start + used + 14, middle, own_word, "ink", "gold", fill, 148)
