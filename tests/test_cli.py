"""The command, run as a process of its own: what it prints, and its exit status."""

import asyncio
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import musbot
from musbot.game.record import write_record
from musbot.heartbeat import STILL_AFTER, beat, seconds_since_beat
from musbot.store import Store
from musbot.store.holding import alone_in
from musbot.table import Person, Tables
from tests.game.fair_games import NAMES, fair_game
from tests.test_frame import RECORD

pytestmark = pytest.mark.sqlite("commands are tried on what they make where nothing is set")

ROOT = Path(musbot.__file__).parent.parent
TOKEN = ".".join(("MTIzNDU2Nzg5MDEyMzQ1Njc4", "GhIjKl", "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, stdin: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("MUSBOT_", "DISCORD_"))
    }
    return subprocess.run(
        [sys.executable, "-m", "musbot.cli", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        env=environment | {"PYTHONPATH": str(ROOT)} | settings,
    )


def assert_one_line(result: subprocess.CompletedProcess[str], status: int, *words: str) -> None:
    assert result.returncode == status, result
    assert result.stdout == ""
    assert result.stderr.startswith("musbot: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


def test_version() -> None:
    assert run("--version").stdout == f"musbot {musbot.__version__}\n"


def test_an_unknown_command_says_which_there_are() -> None:
    result = run("play")
    assert result.returncode == 2
    assert "run" in result.stderr
    assert "Traceback" not in result.stderr


def test_replay_starts_without_discord_or_sql(folder: Path) -> None:
    (folder / "game.mus").write_text(RECORD)
    code = (
        "import sys; from musbot import cli; status = cli.main(['replay', '--json', 'game.mus']); "
        "sys.exit(status or ' '.join({'discord', 'sqlalchemy', 'pydantic', 'PIL'} & set(sys.modules)) or 0)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert '"complete": false' in result.stdout


def test_replay_of_an_unreadable_record() -> None:
    result = run("replay", "nowhere.mus")
    assert (result.returncode, result.stderr) == (2, "nowhere.mus: No such file or directory\n")


def test_fair_says_yes_no_or_why_it_cannot_tell(folder: Path) -> None:
    match, shuffles = fair_game(7)
    record = write_record(match, NAMES, fair=shuffles)
    (folder / "game.mus").write_text(record)
    result = run("fair", "game.mus")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count(" is fair: committed to ") == len(match.deals)

    forged = re.sub('secret = "..', 'secret = "00', record, count=1)
    (folder / "forged.mus").write_text(forged)
    result = run("fair", "--json", "forged.mus")
    assert (result.returncode, result.stderr) == (1, "")
    assert [deal["fair"] for deal in json.loads(result.stdout)["deals"]] == [False] + [True] * (
        len(shuffles) - 1
    )

    (folder / "plain.mus").write_text(RECORD)
    result = run("fair", "plain.mus")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "plain.mus: it holds no [[fair]], so there is nothing to check\n"
    assert run("replay", "game.mus").returncode == 0, "what proves the deals is no hindrance to a replay"


@pytest.mark.parametrize("command", ["replay", "fair"])
def test_what_checks_records_loads_nothing_else(command: str, folder: Path) -> None:
    match, shuffles = fair_game(7)
    (folder / "game.mus").write_text(write_record(match, fair=shuffles))
    code = (
        f"import sys; from musbot import cli; status = cli.main([{command!r}, 'game.mus']); "
        "sys.exit(status or ' '.join({'discord', 'sqlalchemy', 'pydantic', 'PIL'} & set(sys.modules)) or 0)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_a_reader_that_has_seen_enough(folder: Path) -> None:
    (folder / "game.mus").write_text(RECORD)
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [sys.executable, "-m", "musbot.cli", "replay", "game.mus"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
    )
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, "")


def test_run_with_settings_it_cannot_start_with(folder: Path) -> None:
    assert_one_line(run("run", DISCORD_TOKEN=f"{TOKEN}!"), 2, "token is malformed")
    assert TOKEN not in run("run", DISCORD_TOKEN=f"{TOKEN}!").stderr
    assert_one_line(run("run", MUSBOT_LOG_LEVEL="LOUD"), 2, "MUSBOT_LOG_LEVEL")
    (folder / "file").touch()
    assert_one_line(run("run", MUSBOT_DATA=str(folder / "file")), 2, "cannot write in the data folder")


def test_run_where_the_port_of_the_playground_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert_one_line(run("run", MUSBOT_PLAYGROUND_PORT=port), 2, f"port {port}", "MUSBOT_PLAYGROUND_PORT")


def test_run_where_another_bot_has_the_data_folder(folder: Path) -> None:
    (folder / "data").mkdir()
    with alone_in(folder / "data"):
        refused = run("run", MUSBOT_PLAYGROUND_PORT="0")
        assert_one_line(refused, 2, "another bot runs in the data folder data", "MUSBOT_DATA")


def test_migrate_makes_a_database_and_then_leaves_it_alone(folder: Path) -> None:
    made = run("migrate").stdout
    assert re.fullmatch(r"made data/musbot\.db at revision [0-9]{4}\n", made)
    assert run("migrate").stdout == made.replace("made data/musbot.db", "data/musbot.db is up to date")
    with closing(sqlite3.connect(folder / "data" / "musbot.db", isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0042'")
    assert_one_line(run("migrate"), 2, "revision 0042")


def test_migrate_of_an_address_it_cannot_use() -> None:
    result = run("migrate", MUSBOT_DATABASE="postgresql://mus:secret@127.0.0.1:1/mus")
    assert_one_line(result, 2, "cannot use the database postgresql")
    assert_one_line(run("migrate", MUSBOT_DATABASE="mysql://mus:secret@host/mus"), 2, "cannot use mysql")
    assert "secret" not in result.stderr


def test_run_where_discord_is_not_reached(folder: Path) -> None:
    """Not 2: the service manager starts it again, and the network may be there by then."""
    token = ".".join(("A" * 24, "B" * 6, "C" * 30))
    result = run("run", DISCORD_TOKEN=token, MUSBOT_PLAYGROUND="http://127.0.0.1:9", MUSBOT_LOG_LEVEL="ERROR")
    assert_one_line(result, 1, "Discord was not reached", "127.0.0.1:9")


def test_run_with_a_playground_that_is_none(folder: Path) -> None:
    assert_one_line(run("run", MUSBOT_PLAYGROUND="http://example.org"), 2, "MUSBOT_PLAYGROUND", "127.0.0.1")


def test_train_where_nothing_can_be_written(folder: Path) -> None:
    pytest.importorskip("numba")
    (folder / "file").write_text("")
    assert_one_line(run("train", "--quick", "--work", "file/work"), 2, "cannot be made", "file/work")


def test_healthcheck_where_the_data_folder_is_none(folder: Path) -> None:
    (folder / "file").write_text("")
    assert_one_line(run("healthcheck", MUSBOT_DATA="file"), 1, "no bot runs on the data folder file")


def test_a_database_whose_port_is_no_number() -> None:
    result = run("migrate", MUSBOT_DATABASE="postgresql://mus:secret@127.0.0.1:many/mus")
    assert_one_line(result, 2, "neither a path nor a database URL")


def test_healthcheck_reads_the_sign_of_life(folder: Path) -> None:
    data = folder / "data"
    assert_one_line(run("healthcheck"), 1, "no bot runs on the data folder data")
    data.mkdir()
    assert seconds_since_beat(data) is None
    beat(data)
    assert seconds_since_beat(data) is not None
    # Ahead of its time, so that a machine too busy to start the command within a minute finds it fresh.
    soon = time.time() + 600
    os.utime(data / "heartbeat", (soon, soon))
    result = run("healthcheck")
    assert (result.returncode, result.stderr) == (0, "")
    long_ago = time.time() - STILL_AFTER - 5
    os.utime(data / "heartbeat", (long_ago, long_ago))
    assert_one_line(run("healthcheck"), 1, "last sign of life is ")


# Erasing a person

GONE = 123_456_789_012_345_678


async def kept_tables(path: Path) -> None:
    """A database with a table at which two people sit down to play, and another one that one of them has left."""
    async with await Store.open(str(path)) as store:
        tables = Tables(store)
        gone, ane = Person(GONE, "Gaizka Gone"), Person(GONE + 1, "Ane")
        await store.people.set_pings(GONE, False)
        for _ in range(2):
            table_id = (await tables.open(ane, 1, 2)).table_id
            await tables.join(table_id, gone)
            await tables.fill(table_id, ane)
        await tables.leave(table_id, gone)


def test_a_person_is_erased_by_number(folder: Path) -> None:
    database = folder / "data" / "musbot.db"
    database.parent.mkdir()
    asyncio.run(kept_tables(database))
    (folder / "data" / "musbot.db.before-0001").touch()

    result = run("erase", str(GONE), "--yes")

    assert (result.returncode, result.stderr) == (0, "")
    assert f"{GONE} stands in rows of" in result.stdout
    assert "people (1)" in result.stdout
    assert f"Erased {GONE}." in result.stdout
    assert "musbot.db.before-0001" in result.stdout, "copies are named"
    for file in (folder / "data").iterdir():
        assert str(GONE).encode() not in file.read_bytes()
        assert b"Gaizka" not in file.read_bytes()
    assert run("erase", str(GONE)).stdout == f"Nothing is kept of {GONE}.\n"


@pytest.mark.parametrize("answer", ["n\n", "", "maybe\n"])
def test_nobody_is_erased_without_a_yes(folder: Path, answer: str) -> None:
    database = folder / "data" / "musbot.db"
    database.parent.mkdir()
    asyncio.run(kept_tables(database))
    result = run("erase", str(GONE), stdin=answer)

    assert result.returncode == 1
    assert "nothing was erased" in result.stderr
    assert "Erase them?" in result.stdout
    assert run("erase", str(GONE), stdin="y\n").returncode == 0


@pytest.mark.parametrize("number", ["Ane", "-3", "0", "1" * 30, "<@123456789012345678>"])
def test_what_is_no_number_of_a_person_is_refused(number: str) -> None:
    result = run("erase", "--", number)
    assert result.returncode == 2
    assert "is no Discord number" in result.stderr


def test_nobody_is_erased_from_a_database_that_is_not_there(folder: Path) -> None:
    assert_one_line(run("erase", str(GONE), "--yes"), 2, "no database", "musbot.db")
    assert not (folder / "data").exists()
