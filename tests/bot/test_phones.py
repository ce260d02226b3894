"""M8: buttons are read on a telephone, where long labels are cropped and a fourth one wraps."""

from __future__ import annotations

import ast

import pytest

from musbot.bot.layout import BUTTONS_IN_ROW
from musbot.bot.words import LANGUAGES, words_for
from tests.bot.test_sources import BOT

LONGEST = 14


def labels() -> set[str]:
    """What is written on the buttons: the second argument of each `button` and the first of each `link`."""
    found = set()
    for tree in BOT.values():
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            place = {"button": 1, "link": 0}.get(call.func.id)
            if place is None or len(call.args) <= place:
                continue
            for constant in ast.walk(call.args[place]):
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    found.add(constant.value)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_on_a_telephone(language: str) -> None:
    words = words_for(language)
    assert {"Join", "My hand"} <= labels()
    assert {label: words(label) for label in labels() if len(words(label)) > LONGEST} == {}


def test_three_buttons_stand_beside_each_other() -> None:
    assert BUTTONS_IN_ROW == 3
