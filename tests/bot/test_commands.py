"""What Discord is told of the commands: one bad text there and not one of them is accepted."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from musbot.bot.client import MusBot
from musbot.bot.commands import _ALONE

NAME = re.compile(r"[-_'a-z0-9]{1,32}")
GROUPS = {"mus", "musmod", "privacy", "settings", "tournament"}
SINGLE = {"help", "leaderboard", "profile", "games", "friends", "status"}
MENUS = {"Mus profile", "Add Mus friend", "Block in Mus"}
"""In the menu on a person; names there may have capitals and spaces, and no description."""


@pytest.fixture(scope="module")
def commands() -> list[dict[str, Any]]:
    """All commands as they are sent to Discord."""
    nothing = cast(Any, None)
    bot = MusBot(nothing, nothing)
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


@pytest.fixture(scope="module", params=sorted(GROUPS | SINGLE))
def group(commands: list[dict[str, Any]], request: pytest.FixtureRequest) -> dict[str, Any]:
    """One of them, each in turn."""
    assert {each["name"] for each in commands} == GROUPS | SINGLE | MENUS
    return next(each for each in commands if each["name"] == request.param)


@pytest.fixture(scope="module")
def mus(commands: list[dict[str, Any]]) -> dict[str, Any]:
    """``/mus``."""
    return next(each for each in commands if each["name"] == "mus")


def named(each: dict[str, Any]) -> list[dict[str, Any]]:
    """A command or option and everything in it that has a name and a description."""
    return [each, *(inner for option in each.get("options") or () for inner in named(option))]


def test_every_name_and_description_is_within_the_limits(group: dict[str, Any]) -> None:
    """J8: one bad text, and Discord refuses them all."""
    assert len(named(group)) > 3 or group["name"] in SINGLE
    for each in named(group):
        assert NAME.fullmatch(each["name"]), each["name"]
        assert 1 <= len(each["description"]) <= 100
        assert each["description"] != "…", f"{each['name']} is not described"
        assert len(each.get("options") or ()) <= 25
        assert len(each.get("choices") or ()) <= 25
        for choice in each.get("choices") or ():
            assert 1 <= len(choice["name"]) <= 100


def test_no_command_is_longer_than_discord_takes(group: dict[str, Any]) -> None:
    length = sum(
        len(each["name"])
        + len(each["description"])
        + sum(len(choice["name"]) + len(str(choice["value"])) for choice in each.get("choices") or ())
        for each in named(group)
    )

    assert length <= 8000


def test_the_menu_on_a_person_is_short_and_said_in_full(commands: list[dict[str, Any]]) -> None:
    """Discord takes five for each kind, with names of 32 characters and nothing else."""
    menus = [each for each in commands if each["name"] in MENUS]
    assert len(menus) <= 5
    for each in menus:
        assert each["type"] == 2
        assert len(each["name"]) <= 32
        assert not each.get("description")
        assert each["contexts"] == [0, 1]


def test_names_are_unique_and_what_is_required_comes_first(group: dict[str, Any]) -> None:
    for each in named(group):
        options = each.get("options") or ()
        names = [option["name"] for option in options]
        assert len(set(names)) == len(names)
        required = [bool(option.get("required")) for option in options]
        assert required == sorted(required, reverse=True)


def test_what_a_person_does_alone_is_offered_everywhere(mus: dict[str, Any]) -> None:
    """In servers, in direct messages with the bot and with others; installed for a server or for a person.

    Discord knows one place for all of a group: what needs a server, the group refuses elsewhere.
    """
    assert mus["contexts"] == [0, 1, 2]
    assert mus["integration_types"] == [0, 1]
    names = {each["name"] for each in mus["options"]}
    assert names >= _ALONE
    assert not _ALONE & {"open", "join", "tables", "close", "invite", "score", "remove"}


def test_what_is_kept_of_people_is_told_everywhere(commands: list[dict[str, Any]]) -> None:
    privacy = next(each for each in commands if each["name"] == "privacy")
    assert privacy["contexts"] == [0, 1]
    assert {each["name"] for each in privacy["options"]} == {"show", "export", "delete"}


def test_commands_for_moderators_are_shown_to_moderators_alone(commands: list[dict[str, Any]]) -> None:
    """Whoever adds one limits it by `default_permissions`, checks again in the command, and says so here.

    `/mus close` is the host's too: the table itself checks who closes it.
    """
    limited = {each["name"]: each["default_member_permissions"] for each in commands}
    administrator, manage_messages = 1 << 3, 1 << 13
    assert {name: value for name, value in limited.items() if value is not None} == {
        "musmod": manage_messages,
        # For the application's owners: the command looks who asks, and in direct messages everybody can.
        "status": administrator,
    }


def test_the_numbers_that_may_be_typed_are_those_of_the_rules(mus: dict[str, Any]) -> None:
    (opening,) = (each for each in mus["options"] if each["name"] == "open")
    offered = {each["name"]: each for each in opening["options"]}

    assert (offered["target"]["min_value"], offered["target"]["max_value"]) == (20, 60)
    assert [choice["value"] for choice in offered["games"]["choices"]] == [1, 3, 5]
    assert [choice["value"] for choice in offered["rules"]["choices"]] == ["stargames", "classic"]


def test_every_option_of_the_rules_can_be_chosen(mus: dict[str, Any]) -> None:
    from musbot.game.options import _CHOICES

    (opening,) = (each for each in mus["options"] if each["name"] == "open")

    assert set(_CHOICES) <= {each["name"] for each in opening["options"]}
