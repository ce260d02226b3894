"""Decisions as a teacher shows them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from musbot.pictures.curve import CurveScene
from musbot.pictures.palette import NAMED
from musbot.pictures.review import (
    ActionScene,
    ReviewScene,
    SwingScene,
    SwingsScene,
    review_picture,
    swings_picture,
)

from .looks import pixels, seen
from .samples import CALM, DECISION, THREE_SWINGS


def test_every_part_of_a_review_is_drawn() -> None:
    changed: dict[str, object] = {
        "title": "Reparto 6", "detail": "28–30", "hand_title": "Mano", "hand": (1, 2, 3), "hand_words": "nada",
        "said_title": "Dicho", "said": DECISION.said[:2], "actions_title": "Acciones",
        "actions": DECISION.actions[:2], "best_word": "Óptima", "chosen_word": "Ane", "verdict": "Costó 8",
        "why": "Porque sí.", "good": True,
    }  # fmt: skip
    before = review_picture(DECISION)
    assert set(changed) == {field.name for field in fields(ReviewScene)}
    for name, value in changed.items():
        assert review_picture(replace(DECISION, **{name: value})) != before, name  # type: ignore[arg-type]


@pytest.mark.parametrize("role", ["best", "chosen"])
def test_the_best_and_the_chosen_action_are_marked_by_a_shape_and_a_word(role: str) -> None:
    plain = ActionScene("Envido", 0.5, "50 %")
    marked = replace(plain, best=role == "best", chosen=role == "chosen")
    without_word = replace(DECISION, best_word="", chosen_word="")
    drawn = {
        seen(review_picture(replace(scene, actions=(action,)))).convert("1").tobytes()
        for scene in (DECISION, without_word)
        for action in (plain, marked)
    }
    assert len(drawn) == 3  # without words the shape alone still tells


@pytest.mark.parametrize("chance", [0.0, 0.25, 0.5, 0.99, 1.0])
def test_a_bar_is_as_long_as_the_chance(chance: float) -> None:
    scene = replace(DECISION, actions=(ActionScene("Paso", chance, "?"),))
    bar = seen(review_picture(scene)).crop((520, 470, 880, 540))
    assert pixels(bar, NAMED["green"]) == pytest.approx(334 * 26 * chance, rel=0.05, abs=60)


def test_every_part_of_the_swings_is_drawn() -> None:
    changed: dict[str, object] = {
        "title": "Swings",
        "detail": "Ane",
        "curve": replace(THREE_SWINGS.curve, marks=()),
        "swings": THREE_SWINGS.swings[:2],
    }
    before = swings_picture(THREE_SWINGS)
    assert {*changed, "empty_word"} == {field.name for field in fields(SwingsScene)}
    for name, value in changed.items():
        assert swings_picture(replace(THREE_SWINGS, **{name: value})) != before, name  # type: ignore[arg-type]
    assert swings_picture(CALM) != swings_picture(replace(CALM, empty_word="All well."))
    for field in fields(SwingScene):
        value = (1, 2) if field.name == "hand" else "x"
        swings = (replace(THREE_SWINGS.swings[0], **{field.name: value}), *THREE_SWINGS.swings[1:])  # type: ignore[arg-type]
        assert swings_picture(replace(THREE_SWINGS, swings=swings)) != before, field.name


def test_a_mark_beyond_the_curve_stays_on_it() -> None:
    points = ((0.0, 50.0), (10.0, 60.0))
    end, beyond = (
        swings_picture(replace(CALM, curve=CurveScene(points, marks=((time, 60.0, "1"),))))
        for time in (10, 99)
    )
    assert end == beyond


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="actions"):
        review_picture(replace(DECISION, actions=()))
    with pytest.raises(ValueError, match="actions"):
        review_picture(replace(DECISION, actions=DECISION.actions * 3))
    with pytest.raises(ValueError, match="card"):
        review_picture(replace(DECISION, hand=(40,)))
    with pytest.raises(ValueError, match="swings"):
        swings_picture(replace(THREE_SWINGS, swings=THREE_SWINGS.swings * 2))
