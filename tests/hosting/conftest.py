"""A folder of its own for each test, and the command as a process in it."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import musbot
from musbot.cli import main
from musbot.store import Store
from musbot.table import Tables
from tests.table.players import SHORT, chance, four_friends, play_to_the_end, ticking

ROOT = Path(musbot.__file__).parent.parent
TOKEN = ".".join(("MTIzNDU2Nzg5MDEyMzQ1Njc4", "GhIjKl", "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"))


def environment(**settings: str) -> dict[str, str]:
    """Return the environment of a command: this one's, with no settings of the bot but these."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("MUSBOT_", "DISCORD_"))
    }
    return clean | {"PYTHONPATH": str(ROOT), "TERM": "dumb"} | settings


def run(*arguments: str | Path, stdin: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in this process: starting one takes longer than all that they do."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ.keys() - environment().keys():
            patch.delenv(name)
        for name, value in ({"TERM": "dumb"} | settings).items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main([str(argument) for argument in arguments])
            except SystemExit as end:
                status = int(end.code or 0)
    return subprocess.CompletedProcess(arguments, status, out.getvalue(), err.getvalue())


async def run_beside(
    *arguments: str | Path, stdin: str = "", **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end while the loop of the test goes on, with the offline Discord in it."""
    return await asyncio.to_thread(run, *arguments, stdin=stdin, **settings)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the bot is hosted in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def database(folder: Path) -> Path:
    """A database with a game that was played and one that is going on."""
    path = folder / "data" / "musbot.db"
    asyncio.run(_play(path))
    return path


async def _play(path: Path) -> None:
    async with await Store.open(str(path)) as store:
        tables = Tables(store, chance(), ticking())
        await play_to_the_end(tables, await four_friends(tables, SHORT), random.Random(1))
        await four_friends(tables, SHORT)
