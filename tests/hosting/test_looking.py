"""What tells those who host the bot how it is: `invite`, `doctor`, `status`, `export`."""

from __future__ import annotations

import csv
import json
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from musbot.bot.permissions import NEEDED, NEEDED_FOR_THREADS, NEEDED_IN_THREADS, WHAT_FOR, invitation, wanted
from musbot.game.record import read_record
from musbot.heartbeat import beat
from musbot.hosting.asking import Application, Server
from musbot.hosting.checks import Finding, Verdict, examine
from musbot.hosting.copies import make_copy
from musbot.playground import Permission, Playground
from musbot.settings import load_settings
from tests.hosting.conftest import TOKEN, run, run_beside
from tests.hosting.test_copies import change, damage

pytestmark = pytest.mark.sqlite(
    "it looks at the file of a bot where nothing is set; at a server it does in test_dumps.py"
)


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(token=TOKEN, point_discord_py=False) as playground:
        yield playground


def test_the_link_asks_for_what_the_doctor_and_the_greeting_look_at() -> None:
    assert WHAT_FOR.keys() == {*NEEDED, *NEEDED_IN_THREADS, *NEEDED_FOR_THREADS}
    assert wanted() == discord.Permissions(**dict.fromkeys(WHAT_FOR, True)).value
    result = run("invite", "123456789012345678")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[0] == invitation(123456789012345678)
    assert f"permissions={wanted()}" in result.stdout
    for why in WHAT_FOR.values():
        assert why in result.stdout
    told = json.loads(run("invite", "123456789012345678", "--json").stdout)
    assert sum(1 << each["bit"] for each in told["needed"]) == told["permissions"] == wanted()


async def test_discord_is_asked_whose_token_it_is(playground: Playground, folder: Path) -> None:
    settings = {"DISCORD_TOKEN": TOKEN, "MUSBOT_PLAYGROUND": playground.origin}
    result = await run_beside("invite", **settings)
    assert result.stdout.splitlines()[0] == invitation(playground.world.application_id)
    other = await run_beside("invite", **(settings | {"DISCORD_TOKEN": TOKEN[:-3] + "abc"}))
    assert other.returncode == 2
    assert "does not accept the token" in other.stderr
    assert TOKEN[:-3] not in other.stderr
    assert run("invite").stderr == "musbot: there is no token yet: musbot setup\n"


def by_subject(found: list[Finding]) -> dict[str, Finding]:
    return {each.subject: each for each in found}


def examined(env_file: Path) -> dict[str, Finding]:
    settings = load_settings(env_file)
    settings.require_data_folder()
    return by_subject(list(examine(settings, env_file)))


def test_all_is_well_where_all_is_well(database: Path, folder: Path) -> None:
    beat(folder / "data")
    make_copy(database, folder / "data" / "backups")
    found = examined(folder / ".env")
    assert {name for name, each in found.items() if each.verdict is Verdict.WELL} == {
        "settings",
        "data folder",
        "database",
        "pictures",
        "AI players",
        "speed",
        "bot",
        "copies",
    }
    assert "no token" in found["Discord"].text


def test_each_fault_is_found(
    database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    env = folder / ".env"
    env.write_text("DISCORD_TOKEN=\n")
    env.chmod(0o644)
    damage(database)
    beat(folder / "data")
    long_ago = time.time() - 600
    os.utime(folder / "data" / "heartbeat", (long_ago, long_ago))
    found = examined(env)
    assert found["settings"].verdict is Verdict.SO_SO
    assert "chmod 600" in found["settings"].text
    assert found["database"].verdict is Verdict.ILL
    assert found["bot"].verdict is Verdict.ILL
    assert "sign of life" in found["bot"].text
    assert found["copies"].verdict is Verdict.SO_SO

    monkeypatch.setattr("musbot.hosting.checks._pictures", lambda: Path("nowhere").read_bytes())
    assert examined(env)["pictures"].verdict is Verdict.ILL
    result = run("doctor", "--json", "--offline")
    assert result.returncode == 1
    assert {json.loads(line)["subject"] for line in result.stdout.splitlines()} >= {"database", "pictures"}
    assert "Discord" not in result.stdout


async def test_discord_tells_of_permissions_and_time(playground: Playground, folder: Path) -> None:
    playground.set_bot_permissions(Permission.VIEW_CHANNEL)
    settings = {"DISCORD_TOKEN": TOKEN, "MUSBOT_PLAYGROUND": playground.origin}
    result = await run_beside("doctor", **settings)
    assert result.returncode == 0, "the bot can be hosted"
    assert "! permissions: in Mus Club it lacks Send Messages" in result.stdout
    assert "✓ clock: " in result.stdout
    assert TOKEN not in result.stdout
    result = await run_beside("doctor", **(settings | {"DISCORD_TOKEN": TOKEN[:-3] + "abc"}))
    assert result.returncode == 1
    assert "✗ Discord: " in result.stdout


def test_status_tells_what_there_is_and_changes_nothing(database: Path, folder: Path) -> None:
    told = run("status")
    assert (told.returncode, told.stderr) == (0, "")
    assert "not running" in told.stdout
    assert "1 being played, 0 waiting" in told.stdout
    beat(folder / "data")
    found = json.loads(run("status", "--json").stdout)
    assert found["alive"]
    assert (found["playing"], found["games"]) == (1, 1)

    change(database, "UPDATE alembic_version SET version_num = '0001'")
    old = run("status")
    assert old.returncode == 2
    assert "an older musbot's" in old.stderr
    assert run("export", "out").returncode == 2


def test_status_of_nothing(folder: Path) -> None:
    result = run("status")
    assert result.returncode == 2
    assert "there is no database" in result.stderr


def test_every_record_and_result_is_written(database: Path, folder: Path) -> None:
    change(database, "UPDATE result_people SET name = '=HYPERLINK(1)' WHERE place = 1")
    result = run("export", "out")
    assert (result.returncode, result.stdout) == (0, "wrote 1 games, 1 results, 0 tournaments to out\n")
    (record,) = (folder / "out" / "games").iterdir()
    assert record.name == "1-table-1.mus"
    match = read_record(record.read_text("utf-8")).match
    with (folder / "out" / "results.csv").open(encoding="utf-8", newline="") as file:
        (line,) = csv.DictReader(file)
    assert (line["game"], line["kind"], line["winner"]) == ("1", "rated", match.winner)
    assert (int(line["score_a"]), int(line["score_b"])) == match.scores
    assert line["seat1"] == "'=HYPERLINK(1)", "a spreadsheet must not run what people call themselves"
    assert line["seat2"] == "Beñat"
    (whole,) = json.loads((folder / "out" / "results.json").read_text("utf-8"))
    assert [each["name"] for each in whole["people"]] == ["=HYPERLINK(1)", "Beñat", "Carla", "Dani"]
    assert isinstance(whole["people"][0]["tally"], dict)
    assert json.loads((folder / "out" / "tournaments.json").read_text("utf-8")) == []
    again = run("export", "out")
    assert again.returncode == 2
    assert "name an empty folder" in again.stderr


def test_a_full_disk_a_wrong_clock_and_servers_that_deny_are_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = tuple(Server(number, f"Club {number}", 1 << 10) for number in range(7))
    application = Application(1, "musbot", ("members",), servers, drift=-61.0)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr("musbot.hosting.checks.ask_now", lambda *_: application)
    monkeypatch.setattr("musbot.hosting.checks.shutil.disk_usage", lambda _: SimpleNamespace(free=10_000_000))
    settings = load_settings(None)
    settings.require_data_folder()
    found = list(examine(settings, folder / ".env"))
    told = by_subject(found)
    assert told["data folder"].verdict is Verdict.ILL
    assert told["clock"].verdict is Verdict.ILL
    assert "61 s behind Discord" in told["clock"].text
    assert "members" in told["intents"].text
    denied = [each.text for each in found if each.subject == "permissions"]
    assert len(denied) == 6, "five by name, and how many more"
    assert denied[-1] == "the same in 2 servers more"


@pytest.mark.parametrize("failure", [500, "drop"])
async def test_a_discord_that_is_away_is_no_fault_of_the_token(
    playground: Playground, folder: Path, failure: int | str
) -> None:
    if failure == "drop":
        playground.faults.add(route="/applications/@me", drop=True, times=None)
    else:
        playground.faults.add(route="/applications/@me", status=500, times=None)
    settings = {"DISCORD_TOKEN": TOKEN, "MUSBOT_PLAYGROUND": playground.origin}
    result = await run_beside("doctor", **settings)
    assert result.returncode == 0
    assert "! Discord: Discord " in result.stdout
    invited = await run_beside("invite", **settings)
    assert invited.returncode == 2
    assert "musbot invite APPLICATION_ID" in invited.stderr
