"""M8: buttons are read on a telephone, where long labels are cropped and a fourth one wraps."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from musbot.bot import phrases
from musbot.bot.club import boards
from musbot.bot.layout import BUTTONS_IN_ROW
from musbot.bot.words import LANGUAGES, words_for
from tests.bot.test_sources import BOT

LONGEST = 14


def labels() -> set[str]:
    """What is written on the buttons: the second argument of each `button`, the first of each `link`, and what is given
    as ``label`` to functions that make a button of it."""
    found = {*phrases.LABELS.values(), *boards.WHERE.values(), *boards.WHO.values()}
    for tree in BOT.values():
        places = {"button": 1, "link": 0} | dict(makers(tree))
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            place = places.get(call.func.id)
            if place is None or len(call.args) <= place:
                continue
            for constant in ast.walk(call.args[place]):
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    found.add(constant.value)
    return found


def makers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The functions of a source that return a button with the label that they are given, and its place."""
    for each in ast.walk(tree):
        if isinstance(each, ast.FunctionDef) and each.name not in ("button", "link"):
            names = [argument.arg for argument in each.args.args]
            if "label" in names and each.returns is not None and "Button" in ast.unparse(each.returns):
                yield each.name, names.index("label")


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_on_a_telephone(language: str) -> None:
    words = words_for(language)
    assert {"Join", "My hand", "Raise", "Fill with AI", "Substitute", "Next deal", "Everyone"} <= labels()
    assert {label: words(label) for label in labels() if len(words(label)) > LONGEST} == {}


def test_three_buttons_stand_beside_each_other() -> None:
    assert BUTTONS_IN_ROW == 3
