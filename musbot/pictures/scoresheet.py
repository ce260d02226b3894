"""The score sheet of a finished game: deal by deal and lance by lance, with the stones after each deal."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.pictures.canvas import Canvas
from musbot.pictures.plates import FOOT, LEFT, RIGHT, SMALL, fitting, sheet_canvas
from musbot.pictures.scoreboard import COLOURS, scoreboard, symbol

DEALS = 12
"""Deals on one page."""
TOP = 32
BOARD, HEADS = 120, 52
ROW, GAP = 72, 6
RESULT = 64
NUMBER_WIDTH, SCORE_WIDTH = 76, 206
"""Pixels for a deal's number and for each pair's score; the lances share what is left."""
CELL, SCORE = 32, 38
AMARRACO, STONE = 7, 6
"""Radius in pixels of an amarraco, which is five stones, and of a single stone."""


@dataclass(frozen=True, slots=True)
class LanceScore:
    """What one lance brought: stake and bonus as they are to be drawn ("2", "3"), and the pair that won it.

    ``winner`` is None where nobody scored. ``ordago`` marks a lance that decided the game at once; ``stake`` is
    then its word.
    """

    stake: str = ""
    bonus: str = ""
    winner: int | None = None
    ordago: bool = False


@dataclass(frozen=True, slots=True)
class DealScore:
    """One deal: its lances in their order and the scores after it.

    ``end`` is what is said under it where it ends a game of several ("Game 1: Los Órdago").
    """

    number: int
    lances: tuple[LanceScore, ...]
    scores: tuple[int, int]
    end: str = ""


@dataclass(frozen=True, slots=True)
class ScoresheetScene:
    """A finished game.

    ``scores``, ``target``, ``target_words`` and ``games_words`` are as in `musbot.pictures.scene.TableScene`.
    ``result`` is the last line ("Los Órdago win 40–33"), with the symbol of ``winner``.
    """

    pair_names: tuple[str, str]
    scores: tuple[int, int]
    target: int
    target_words: str
    games_words: str
    deal_head: str
    lance_names: tuple[str, ...]
    deals: tuple[DealScore, ...]
    result: str
    winner: int


def scoresheet_pages(scene: ScoresheetScene) -> int:
    """Return how many pictures the sheet takes: one for each twelve deals begun."""
    return max(1, -(-len(scene.deals) // DEALS))


def scoresheet_picture(scene: ScoresheetScene, page: int = 0, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 pixels wide, of one page of the sheet, counted from 0.

    Raises `ValueError` for a page that does not exist, and for a deal whose lances are not as many as their
    names.
    """
    if not 0 <= page < scoresheet_pages(scene):
        raise ValueError(f"page {page} is none of {scoresheet_pages(scene)}, counted from 0")
    for deal in scene.deals:
        if len(deal.lances) != len(scene.lance_names):
            raise ValueError(
                f"deal {deal.number} has {len(deal.lances)} lances, and there are {len(scene.lance_names)} names"
            )
    deals = scene.deals[page * DEALS : (page + 1) * DEALS]
    last = page == scoresheet_pages(scene) - 1
    rows = sum(ROW + GAP + (RESULT if deal.end else 0) for deal in deals)
    canvas = sheet_canvas(
        TOP + BOARD + HEADS + rows - GAP + (RESULT + GAP + 4 if last else 0) + FOOT, contrast=contrast
    )
    scoreboard(
        canvas, scene.pair_names, scene.scores, scene.target, scene.target_words, scene.games_words, top=TOP
    )
    _heads(canvas, scene)
    y = TOP + BOARD + HEADS
    for deal in deals:
        _row(canvas, y, deal, scene.target)
        y += ROW + GAP
        if deal.end:
            canvas.text((LEFT + RIGHT) // 2, y + RESULT // 2 - GAP, deal.end, CELL, "gold", "felt", room=1060)
            y += RESULT
    if last:
        _result(canvas, y + 4, scene)
    return canvas.png()


def _cells(count: int) -> list[tuple[int, int]]:
    """Return the left and right end of each of ``count`` lances, in pixels."""
    left, right = LEFT + NUMBER_WIDTH, RIGHT - 2 * SCORE_WIDTH
    width = (right - left) // max(1, count)
    return [(left + place * width, left + (place + 1) * width) for place in range(count)]


def _heads(canvas: Canvas, scene: ScoresheetScene) -> None:
    y = TOP + BOARD + HEADS // 2
    room = NUMBER_WIDTH - 8
    size = fitting(scene.deal_head, SMALL, 24, room)
    canvas.text(LEFT + NUMBER_WIDTH // 2, y, scene.deal_head, size, "mint", "felt", room=room)
    for (left, right), name in zip(_cells(len(scene.lance_names)), scene.lance_names, strict=True):
        size = fitting(name, SMALL, 24, right - left - 10)
        canvas.text((left + right) // 2, y, name, size, "mint", "felt", room=right - left - 10)
    for pair in (0, 1):
        x = RIGHT - (2 - pair) * SCORE_WIDTH
        canvas.rounded((x + 54, y - 22, x + 110, y + 22), 22, "night", "felt")
        symbol(canvas, pair, x + 82, y, 15, "night")


def _row(canvas: Canvas, top: int, deal: DealScore, target: int) -> None:
    middle = top + ROW // 2
    canvas.rounded((LEFT, top, RIGHT, top + ROW), 22, "night", "felt")
    canvas.disc(LEFT + NUMBER_WIDTH // 2, middle, 25, "slate", "night")
    canvas.text(LEFT + NUMBER_WIDTH // 2, middle, str(deal.number), SMALL, "white", "slate", room=46)
    for (left, right), lance in zip(_cells(len(deal.lances)), deal.lances, strict=True):
        _cell(canvas, left, right, middle, lance)
    for pair in (0, 1):
        _score(canvas, RIGHT - (2 - pair) * SCORE_WIDTH, middle, deal.scores[pair], target, pair)


def _cell(canvas: Canvas, left: int, right: int, y: int, lance: LanceScore) -> None:
    """Write a lance's points in the middle of its cell, the symbol of the pair that has them before it."""
    words = f"{lance.stake} + {lance.bonus}" if lance.stake and lance.bonus else lance.stake or lance.bonus
    middle = (left + right) // 2
    if lance.winner is None or not words:
        canvas.rounded((middle - 13, y - 2, middle + 13, y + 2), 2, "slate", "night")
        return
    room = right - left - 56
    size = fitting(words, CELL, 24, room)
    ground, ink = "night", COLOURS[lance.winner]
    if lance.ordago:
        ground, ink = "gold", "ink"
        canvas.rounded((left + 4, y - 29, right - 4, y + 29), 20, "gold", "night")
        canvas.disc(left + 29, y, 20, "night", "gold")
        symbol(canvas, lance.winner, left + 29, y - 1, 12, "night")
        canvas.text((left + right) // 2 + 22, y, words, size, ink, ground, room=room)
        return
    width = canvas.text(middle + 17, y, words, size, ink, ground, room=room)
    symbol(canvas, lance.winner, middle + 17 - width // 2 - 22, y, 12, ground)


def _score(canvas: Canvas, left: int, y: int, score: int, target: int, pair: int) -> None:
    """Write a score, and beside it the amarracos in one row with the single stones under them."""
    canvas.text(left + 62, y, str(score), SCORE, COLOURS[pair], "night", anchor="r", room=66)
    full, single = divmod(min(score, target), 5)
    start, colour = left + 76 + AMARRACO, COLOURS[pair]
    pitch = min(2 * AMARRACO + 1, (SCORE_WIDTH - 96 - 2 * AMARRACO) // max(1, -(-target // 5) - 1))
    for slot in reversed(range(full)):
        x = start + slot * pitch
        canvas.disc(x, y - 12, AMARRACO + 1, "night", "night")
        canvas.disc(x, y - 12, AMARRACO, colour, "night")
        canvas.disc(x, y - 12, AMARRACO - 3, "night", colour)
    for stone in range(single):
        canvas.disc(start + stone * (2 * STONE + 4), y + 13, STONE, colour, "night")


def _result(canvas: Canvas, top: int, scene: ScoresheetScene) -> None:
    """Write who won on a gold plate, with that pair's symbol."""
    canvas.rounded((LEFT, top, RIGHT, top + RESULT), 26, "gold", "felt")
    middle, y = (LEFT + RIGHT) // 2 + 26, top + RESULT // 2
    width = canvas.text(middle, y, scene.result, 36, "ink", "gold", room=RIGHT - LEFT - 140)
    canvas.disc(middle - width // 2 - 34, y, 24, "night", "gold")
    symbol(canvas, scene.winner, middle - width // 2 - 34, y - 1, 14, "night")
