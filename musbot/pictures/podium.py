"""The end of a tournament: three pairs on their steps, under a trophy."""

from __future__ import annotations

import random
from dataclasses import dataclass

from musbot.pictures.canvas import Canvas
from musbot.pictures.plates import LEFT, MEDAL_INK, RIGHT, SMALL, fitting, heading, known, medal, sheet_canvas
from musbot.pictures.sprites import sprite

HEIGHT = 900
WIDTH = 352
FACE = 116
TROPHY_TOP = 128
TOPS = {1: 446, 2: 540, 3: 600}
"""Top of each step, in pixels."""
PITCH = (RIGHT - LEFT - 24 - WIDTH) // 2
"""From a step to the one beside it, in pixels."""
FOOT = 858
CONFETTI = ("gold", "blue", "orange", "pink", "white", "green")


@dataclass(frozen=True, slots=True)
class StepScene:
    """Who stands on a step: the names (one, or the two of a pair), perhaps what the pair is called, a line more."""

    names: tuple[str, ...]
    title: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PodiumScene:
    """A tournament's end: one to three steps, the winners first."""

    title: str
    steps: tuple[StepScene, ...]
    detail: str = ""


def podium_picture(scene: PodiumScene, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 x 900 pixels, of a podium; `ValueError` unless one to three steps have names."""
    if not 1 <= len(scene.steps) <= 3:
        raise ValueError(f"a podium has 1 to 3 steps, not {len(scene.steps)}")
    for step in scene.steps:
        if not 1 <= len(step.names) <= 2:
            raise ValueError(f"on a step stand one or two, not {step.names!r}")
    canvas = sheet_canvas(HEIGHT, contrast=contrast)
    heading(canvas, scene.title, scene.detail)
    # Where nobody was third, the two stand in the middle together.
    middle = 600 + (PITCH // 2 if len(scene.steps) == 2 else 0)
    _confetti(canvas, middle)
    trophy = sprite("trophy", "trophy")
    canvas.paste(trophy, middle - trophy.width // 2, TROPHY_TOP)
    places = {1: middle, 2: middle - PITCH, 3: middle + PITCH}
    for place, step in enumerate(scene.steps, start=1):
        _step(canvas, place, places[place], step)
    return canvas.png()


def _confetti(canvas: Canvas, middle: int) -> None:
    """Strew paper over the felt between heading and steps, but not over the trophy and the winners."""
    rng = random.Random(31)
    for number in range(64):
        x, y = rng.randrange(LEFT + 10, RIGHT - 10), rng.randrange(140, 410)
        if abs(x - middle) < 110 or (abs(x - middle) < 196 and y > 300):
            continue
        turn, size = rng.choice(((1, 0.4), (0.4, 1), (0.8, 0.8))), rng.choice((7, 9, 11))
        across, down = size * turn[0], size * turn[1]
        points = ((x - across, y - down / 2), (x, y - down), (x + across, y + down / 2), (x, y + down))
        canvas.polygon(points, CONFETTI[number % len(CONFETTI)], "felt")


def _step(canvas: Canvas, place: int, middle: int, step: StepScene) -> None:
    """Draw a step with its medal, those who stand on it, and their names on its front."""
    left, top, metal = middle - WIDTH // 2, TOPS[place], MEDAL_INK[place]
    faces = len(step.names)
    for number in range(faces):
        x = middle + round((number - (faces - 1) / 2) * (FACE + 12)) - FACE // 2
        canvas.paste(sprite("winners", "smile"), x, top - FACE - 4)
    canvas.rounded((left, top, left + WIDTH, FOOT), 18, "night", "felt")
    canvas.rounded((left, top, left + WIDTH, top + 50), 18, metal, "felt")
    canvas.block((left, top + 18, left + WIDTH, top + 50), "night")
    y = top + 64
    medal(canvas, middle, y, place)
    lines = [(name, 34, "white") for name in known(step.names, "?")]
    if step.title:
        lines.insert(0, (step.title, 34, metal))
    if step.detail:
        lines.append((step.detail, SMALL, "grey"))
    pitch = min(48, (FOOT - 12 - y - 40) // max(1, len(lines)))
    room = WIDTH - 28
    for row, (words, size, ink) in enumerate(lines):
        canvas.text(
            middle, y + 62 + row * pitch, words, fitting(words, size, 28, room), ink, "night", room=room
        )
