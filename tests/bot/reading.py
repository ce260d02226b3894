"""Reading a message as Discord is sent it, and positions of the game to write messages about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui
from hypothesis import strategies as st

from musbot.bot.layout import Letter
from musbot.game import Match, Phase
from musbot.table import Access, Sitter, Status, Table
from tests.game.playing import lengths, options, played, seeds

BUTTON, SELECT, PEOPLE, TEXT = 2, 3, 5, 10
ORDINARY = ("Ane", "Beñat", "Carla", "Dani")
HOSTILE = ("*" * 32, "_" * 32, "`" * 32, "|" * 32)
"""Names that grow when they are written into a message."""


def components(sent: Letter | ui.Modal) -> list[dict[str, Any]]:
    """Every component of a message or a form, those inside others too."""
    shown: Any = sent.view() if isinstance(sent, Letter) else sent  # discord.py leaves to_components untyped
    return list(_walk(shown.to_components()))


def pinged_by(letter: Letter) -> dict[str, Any]:
    """Whom a message may ping, as Discord is told."""
    told: dict[str, Any] = letter.payload()["allowed_mentions"]
    return told


def _walk(roots: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in roots:
        yield each
        yield from _walk(each.get("components") or ())
        yield from _walk([inner for inner in (each.get("component"), each.get("accessory")) if inner])


def text_of(letter: Letter) -> str:
    """All text of a message."""
    return "\n".join(each["content"] for each in components(letter) if each["type"] == TEXT)


def buttons_of(sent: Letter) -> list[dict[str, Any]]:
    """The buttons of a message."""
    return [each for each in components(sent) if each["type"] == BUTTON]


def labels(sent: Letter) -> list[str]:
    """What is written on the buttons."""
    return [button["label"] for button in buttons_of(sent)]


def custom_ids(sent: Letter | ui.Modal) -> list[str]:
    """The custom ids of everything that can be clicked."""
    return [each["custom_id"] for each in components(sent) if "custom_id" in each]


def fits_discord(letter: Letter) -> None:
    """Assert the limits of a message: https://discord.com/developers/docs/components/reference."""
    every = components(letter)
    assert 1 <= len(every) <= 40
    assert 1 <= len(text_of(letter)) <= 4000
    assert all(each["content"] for each in every if each["type"] == TEXT)
    ids = custom_ids(letter)
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(each) <= 100 for each in ids)
    for row in (each for each in every if each["type"] == 1):
        kinds = [each["type"] for each in row["components"]]
        assert kinds in ([SELECT], [PEOPLE]) or (set(kinds) == {BUTTON} and len(kinds) <= 5)
    for button in buttons_of(letter):
        assert 1 <= len(button["label"]) <= 12, "a phone shows no more"
    for menu in (each for each in every if each["type"] == SELECT):
        assert 1 <= len(menu["options"]) <= 25
        assert 0 <= menu["min_values"] <= menu["max_values"] <= len(menu["options"])
        values = [option["value"] for option in menu["options"]]
        assert len(set(values)) == len(values)
        assert all(1 <= len(option["label"]) <= 100 for option in menu["options"])
        assert len(menu["placeholder"]) <= 150
    for item in (item for each in every if each["type"] == 12 for item in each["items"]):
        assert 1 <= len(item["description"]) <= 1024
    names = {name for name, _ in letter.files}
    assert len(names) == len(letter.files) <= 10
    shown = {
        address.removeprefix("attachment://")
        for each in every
        for address in [
            *(item["media"]["url"] for item in each.get("items", ())),
            *([each["file"]["url"]] if "file" in each else []),
        ]
    }
    assert shown == names or letter.keeps_files, (
        "in a message of components an attached file shows only where one of them names it"
    )


def table_of(
    match: Match | None,
    names: Sequence[str | None] = ORDINARY,
    ais: Sequence[int] = (),
    status: Status | None = None,
) -> Table:
    """A table with a match as it stands; seats of `ais` are AI players', those without a name are free."""
    table = Table(7, 2**60, 2**60 + 1)
    table.host, table.level = 101, "club"
    table.access = Access("people", frozenset({101, 102}))
    for seat, name in enumerate(names, 1):
        if name is not None:
            table.seats[seat] = Sitter(name, None, "club") if seat in ais else Sitter(name, 100 + seat)
    table.match = match
    table.status = status or (
        Status.OPEN if match is None else Status.FINISHED if match.is_over else Status.PLAYING
    )
    if match is not None:
        table.options = match.options
        table.revision = sum(len(deal.actions) for deal in match.deals)
    return table


@st.composite
def tables_in_play(draw: st.DrawFn) -> Table:
    """Any table at which the first hands have been dealt."""
    rules, seed, steps = draw(options()), draw(seeds), draw(lengths) + 4
    match = played(rules, seed, steps)
    while match.deal.phase is Phase.DEAL:
        # Nobody ever sees a table at which cards are still being dealt.
        steps += 1
        match = played(rules, seed, steps)
    names = draw(st.sampled_from((ORDINARY, HOSTILE)))
    return table_of(match, names, draw(st.sampled_from(((), (2, 3, 4), (1,)))))
