"""What the pages say exists: links, pictures, commands, settings, modules. What exists is said."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from musbot.bot.client import MusBot
from musbot.bot.permissions import NEEDED, NEEDED_FOR_THREADS, NEEDED_IN_THREADS
from musbot.cli import parser
from musbot.settings import Settings, env_name

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
PLAYERS, HOSTING = ROOT / "docs" / "players.md", ROOT / "docs" / "hosting.md"
PICTURES = ROOT / "docs" / "pictures"
LARGEST = 250_000

_LINK = re.compile(r'\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"')
_COMMAND = re.compile(
    r"/((?:mus|musmod|privacy|tournament) [a-z]+|leaderboard|profile|games|friends)\b(?: ([a-z0-9_]+):)?"
)
_SETTING = re.compile(r"\b(?:MUSBOT|DISCORD)_[A-Z_]+\b")
_CODE = re.compile(r"```.*?\n(.*?)```|`([^`\n]+)`", re.DOTALL)
_SHELL = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?musbot ([a-z]+)\b", re.MULTILINE)
_TARGET = re.compile(r"^make ([a-z]+)\b", re.MULTILINE)
_MODULE = re.compile(r"`([a-z0-9_]+(?:/[a-z0-9_]+)*\.py)`")


@pytest.fixture(scope="module")
def tree() -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Every slash command by its full name."""
    nothing = cast(Any, None)
    commands = MusBot(nothing, nothing).tree.walk_commands()
    return {each.qualified_name: each for each in commands if isinstance(each, app_commands.Command)}


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture(params=PAGES, ids=name_of)
def page(request: pytest.FixtureRequest) -> Path:
    """One page, each in turn."""
    return cast(Path, request.param)


def links(page: Path) -> list[str]:
    """Return where a page leads, within the project."""
    found = [a or b for a, b in _LINK.findall(page.read_text("utf-8"))]
    return [link for link in found if not re.match(r"[a-z]+:", link)]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), f"{link} is not there"
        if anchor:
            assert anchor in anchors(target), f"{link}: there is no such heading"


def test_every_picture_is_described(page: Path) -> None:
    text = page.read_text("utf-8")
    for image in re.findall(r"<img [^>]*>", text):
        assert re.search(r'alt="[^"]{10,}"', image), image
    assert not re.findall(r"!\[.{0,9}\]", text)


def test_every_picture_is_used_and_small() -> None:
    used = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    pictures = list(PICTURES.iterdir())
    assert pictures
    for picture in pictures:
        assert picture.resolve() in used, f"{picture.name} is in no page"
        assert picture.stat().st_size <= LARGEST, picture.name


def test_every_command_that_is_named_exists(
    page: Path, tree: dict[str, app_commands.Command[Any, ..., Any]]
) -> None:
    for name, option in _COMMAND.findall(page.read_text("utf-8")):
        assert name in tree, f"/{name}"
        if option:
            assert option in {each.name for each in tree[name].parameters}, f"/{name} {option}:"


def test_the_players_page_names_every_command_and_every_option_of_a_table(
    tree: dict[str, app_commands.Command[Any, ..., Any]],
) -> None:
    text = PLAYERS.read_text("utf-8")
    for name in tree:
        assert f"`/{name}" in text, f"/{name}"
    for option in tree["mus open"].parameters:
        assert f"`{option.name}`" in text, f"/mus open {option.name}:"


OF_THE_TESTS = {"MUSBOT_LONG", "MUSBOT_TEST_DATABASE"}
"""What the tests read, and the bot does not."""


def test_every_setting_that_is_named_exists_and_the_hosting_page_names_all(page: Path) -> None:
    settings = {env_name(field) for field in Settings.model_fields}
    named = set(_SETTING.findall(page.read_text("utf-8")))
    assert named <= settings | OF_THE_TESTS
    if page == HOSTING:
        assert named == settings


def test_the_invitation_asks_for_what_the_bot_needs() -> None:
    needed = {*NEEDED, *NEEDED_IN_THREADS, *NEEDED_FOR_THREADS}
    permissions = discord.Permissions(**dict.fromkeys(needed, True))
    for page in PAGES:
        for bits in re.findall(r"permissions=(\d+)", page.read_text("utf-8")):
            assert int(bits) == permissions.value, name_of(page)
    text = HOSTING.read_text("utf-8")
    assert f"permissions={permissions.value}" in text
    told = {1 << int(place) for place in re.findall(r"\| 1 << (\d+) \|", text)}
    assert sum(told) == permissions.value


def test_every_shell_command_and_target_that_is_named_exists(page: Path) -> None:
    text = "\n".join(block or span for block, span in _CODE.findall(page.read_text("utf-8")))
    assert set(_SHELL.findall(text)) <= shell_commands()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(_TARGET.findall(text)) <= targets


def shell_commands() -> set[str]:
    """Return the commands of `musbot`."""
    for action in parser()._actions:
        if isinstance(action.choices, dict):
            return set(action.choices)
    raise AssertionError("musbot has no commands")


def test_every_module_that_is_named_exists(page: Path) -> None:
    for module in _MODULE.findall(page.read_text("utf-8")):
        places = [ROOT / module, ROOT / "musbot" / module, *ROOT.glob(f"musbot/**/{module}")]
        assert any(place.exists() for place in places), module


def test_every_table_has_a_head_and_nothing_is_left_of_a_merge(page: Path) -> None:
    lines = page.read_text("utf-8").splitlines()
    assert not [line for line in lines if re.match(r"<{7}|={7}$|>{7}", line)]
    first = [
        at for at, line in enumerate(lines) if line.startswith("|") and not lines[at - 1].startswith("|")
    ]
    for at in first:
        assert re.fullmatch(r"[|: -]+", lines[at + 1]), f"line {at + 1}: {lines[at]}"
