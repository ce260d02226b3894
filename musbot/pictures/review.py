"""What a teacher looks at after a game: one decision with the chances of each action, and the biggest swings."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.pictures.canvas import Box, Canvas
from musbot.pictures.curve import CurveScene, draw_curve
from musbot.pictures.lettering import cut, width_of, wrapped
from musbot.pictures.names import shown
from musbot.pictures.plates import (
    BELOW_HEADING,
    CARD_HEIGHT,
    FOOT,
    GAP,
    HALF,
    LEFT,
    MIDDLE,
    RIGHT,
    SMALL,
    bar,
    fitting,
    heading,
    lay_cards,
    panel,
    sheet_canvas,
    small_tag,
    triangle,
)
from musbot.pictures.scoreboard import symbol

SAID, ACTIONS, SWINGS = 4, 7, 3
"""How many of each fit at most."""
TOP_PANEL = 270
LINE = 48
ACTION = 66
VERDICT_LINE = 44
SWING = 214
CURVE = 280


@dataclass(frozen=True, slots=True)
class SaidScene:
    """A word said before the decision: by whom, of which pair (0 or 1), and what."""

    name: str
    words: str
    pair: int


@dataclass(frozen=True, slots=True)
class ActionScene:
    """An action that was open: its name, the chance of winning the game after it (0.0 to 1.0), and its words.

    ``words`` is that chance as it is to be read ("54 %"), ``loss`` what it falls short of the best ("−6").
    """

    name: str
    chance: float
    words: str
    loss: str = ""
    best: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ReviewScene:
    """One decision.

    ``title`` and ``detail`` say where it was ("Deal 5 · pares", "28–31"). ``said`` are the last four words
    before it. ``best_word`` and ``chosen_word`` ("Best", "You") mark their actions, of which at most seven are
    shown. ``verdict`` is what it cost ("You lost 6 games in 100"), ``why`` a reason of some lines. ``good``
    says whether the choice stands; it has a shape of its own.
    """

    title: str
    detail: str
    hand_title: str
    hand: tuple[int, ...]
    hand_words: str
    said_title: str
    said: tuple[SaidScene, ...]
    actions_title: str
    actions: tuple[ActionScene, ...]
    best_word: str
    chosen_word: str
    verdict: str
    why: str = ""
    good: bool = False


@dataclass(frozen=True, slots=True)
class SwingScene:
    """One of the biggest swings: where it was, the hand, what was done, what was better, and what it cost."""

    title: str
    hand: tuple[int, ...]
    done: str
    better: str
    loss: str


@dataclass(frozen=True, slots=True)
class SwingsScene:
    """The game as a curve of winning chances in per cent, and at most three decisions that cost most.

    The curve's marks should be the numbers 1 to 3 of the swings. ``empty_word`` stands where there are none.
    """

    title: str
    detail: str
    curve: CurveScene
    swings: tuple[SwingScene, ...]
    empty_word: str = ""


def review_picture(scene: ReviewScene, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 pixels wide, of one decision; `ValueError` for what is no card or too many actions."""
    if not 1 <= len(scene.actions) <= ACTIONS:
        raise ValueError(f"a decision has 1 to {ACTIONS} actions to show, not {len(scene.actions)}")
    why = wrapped(scene.why, SMALL, RIGHT - LEFT - 130, 3) if shown(scene.why) else ()
    actions = BELOW_HEADING + TOP_PANEL + GAP
    verdict = actions + 60 + len(scene.actions) * ACTION + 8 + GAP
    height = 76 + len(why) * VERDICT_LINE
    canvas = sheet_canvas(verdict + height + FOOT, contrast=contrast)
    heading(canvas, scene.title, scene.detail)
    hand: Box = (LEFT, BELOW_HEADING, LEFT + HALF, BELOW_HEADING + TOP_PANEL)
    panel(canvas, hand, scene.hand_title, scene.hand_words)
    lay_cards(canvas, LEFT + HALF // 2, BELOW_HEADING + 66, scene.hand[:4], "night")
    _said(canvas, (MIDDLE, BELOW_HEADING, RIGHT, BELOW_HEADING + TOP_PANEL), scene)
    panel(canvas, (LEFT, actions, RIGHT, verdict - GAP), scene.actions_title)
    for place, action in enumerate(scene.actions):
        _action(canvas, actions + 58 + place * ACTION, action, scene)
    _verdict(canvas, (LEFT, verdict, RIGHT, verdict + height), scene, why)
    return canvas.png()


def _said(canvas: Canvas, box: Box, scene: ReviewScene) -> None:
    left, top, right, _ = box
    panel(canvas, box, scene.said_title)
    for place, said in enumerate(scene.said[-SAID:]):
        y = top + 60 + place * LINE + LINE // 2
        symbol(canvas, said.pair, left + 38, y, 12, "night")
        room = right - left - 90
        words = canvas.text(right - 24, y, said.words, SMALL, "white", "night", anchor="r", room=room // 2)
        name = said.name if shown(said.name) else f"#{place + 1}"
        canvas.text(left + 62, y, name, SMALL, "grey", "night", anchor="l", room=room - words - 14)


def _action(canvas: Canvas, top: int, action: ActionScene, scene: ReviewScene) -> None:
    """Draw an action: its mark and name with the tags that it has, the bar of its chance, the chance, the loss.

    The best one has a star and lies in a gold line; the one that was chosen has an arrow at it.
    """
    y = top + ACTION // 2
    if action.best:
        canvas.outlined((LEFT + 10, top + 3, RIGHT - 10, top + ACTION - 3), 24, 3, "night", "gold", "night")
        star(canvas, LEFT + 44, y, 18, "gold")
    elif action.chosen:
        canvas.polygon(((LEFT + 32, y - 14), (LEFT + 56, y), (LEFT + 32, y + 14)), "white", "night")
    x = LEFT + 76
    tags = []
    if action.chosen and scene.chosen_word:
        tags.append((scene.chosen_word, "white", "ink"))
    if action.best and scene.best_word:
        tags.append((scene.best_word, "gold", "ink"))
    wide = [round(width_of(cut(word, 28, 92), 28)) + 28 for word, _, _ in tags]
    room = 396 - sum(wide) - 10 * len(wide)
    strong = "white" if action.best or action.chosen else "grey"
    size = fitting(action.name, 34, 28, room)
    x += canvas.text(x, y, action.name, size, strong, "night", anchor="l", room=room) + 12
    for word, fill, ink in tags:
        x += small_tag(canvas, x, y, word, fill, ink, "night", 120) + 8
    bar(canvas, (LEFT + 484, y - 13, RIGHT - 286, y + 13), action.chance, "gold" if action.best else "green")
    canvas.text(RIGHT - 158, y, action.words, 36, strong, "night", anchor="r", room=118)
    if action.loss:
        canvas.text(RIGHT - 28, y, action.loss, 32, "coral", "night", anchor="r", room=120)


def star(canvas: Canvas, x: int, y: int, radius: int, colour: str) -> None:
    """Draw a star of five points round (x, y)."""
    unit = ((0, -1), (0.24, -0.32), (0.95, -0.31), (0.38, 0.12), (0.59, 0.81), (0, 0.4), (-0.59, 0.81),
            (-0.38, 0.12), (-0.95, -0.31), (-0.24, -0.32))  # fmt: skip
    canvas.polygon(tuple((x + radius * across, y + radius * down) for across, down in unit), colour, "night")


def _verdict(canvas: Canvas, box: Box, scene: ReviewScene, why: tuple[str, ...]) -> None:
    left, top, right, _ = box
    canvas.rounded(box, 26, "night", "felt")
    y = top + 38
    if scene.good:
        star(canvas, left + 44, y, 20, "green")
    else:
        triangle(canvas, left + 44, y, -1, "coral", "night")
    room, colour = right - left - 112, "green" if scene.good else "coral"
    size = fitting(scene.verdict, 38, 30, room)
    canvas.text(left + 80, y, scene.verdict, size, colour, "night", anchor="l", room=room)
    for row, text in enumerate(why):
        canvas.text(left + 80, y + 50 + row * VERDICT_LINE, text, SMALL, "white", "night", anchor="l")


def swings_picture(scene: SwingsScene, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 pixels wide, of a game's biggest swings; `ValueError` for more than three."""
    if len(scene.swings) > SWINGS:
        raise ValueError(f"a sheet has {SWINGS} swings at most, not {len(scene.swings)}")
    below = BELOW_HEADING + CURVE + GAP
    rows = max(120, len(scene.swings) * (SWING + GAP) - GAP)
    canvas = sheet_canvas(below + rows + FOOT, contrast=contrast)
    heading(canvas, scene.title, scene.detail)
    draw_curve(canvas, (LEFT, BELOW_HEADING, RIGHT, BELOW_HEADING + CURVE), scene.curve)
    if not scene.swings:
        canvas.text((LEFT + RIGHT) // 2, below + 60, scene.empty_word, 34, "white", "felt", room=1060)
    for place, swing in enumerate(scene.swings):
        _swing(canvas, below + place * (SWING + GAP), place + 1, swing)
    return canvas.png()


def _swing(canvas: Canvas, top: int, number: int, swing: SwingScene) -> None:
    canvas.rounded((LEFT, top, RIGHT, top + SWING), 26, "night", "felt")
    middle = top + SWING // 2
    canvas.disc(LEFT + 48, middle, 28, "gold", "night")
    canvas.text(LEFT + 48, middle, str(number), 38, "ink", "gold")
    lay_cards(canvas, LEFT + 350, top + (SWING - CARD_HEIGHT) // 2, swing.hand[:4], "night")
    left, room = LEFT + 630, RIGHT - LEFT - 630 - 26
    loss = canvas.text(RIGHT - 26, top + 42, swing.loss, 40, "coral", "night", anchor="r", room=170)
    triangle(canvas, RIGHT - 26 - loss - 22, top + 42, -1, "coral", "night")
    canvas.text(left, top + 42, swing.title, 32, "white", "night", anchor="l", room=room - loss - 54)
    canvas.polygon(((left, top + 88), (left + 22, top + 101), (left, top + 114)), "white", "night")
    canvas.text(left + 38, top + 101, swing.done, SMALL, "white", "night", anchor="l", room=room - 38)
    star(canvas, left + 12, top + 162, 15, "gold")
    lines = wrapped(swing.better, SMALL, room - 38, 2)
    for row, text in enumerate(lines):
        y = top + 162 + round((row - (len(lines) - 1) / 2) * 36)
        canvas.text(left + 38, y, text, SMALL, "gold", "night", anchor="l")
