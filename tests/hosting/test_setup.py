"""`musbot setup` in a terminal and without one: the token is tried, kept private, and shown nowhere."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from musbot.bot.permissions import invitation
from musbot.hosting.env_file import with_settings
from musbot.playground import Permission, Playground
from musbot.settings import Settings, env_name, load_settings
from tests.hosting.conftest import ROOT, TOKEN, environment, run_beside

OTHER = TOKEN[:-3] + "abc"


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(token=TOKEN, point_discord_py=False) as playground:
        yield playground


async def set_up(playground: Playground, *answers: str) -> subprocess.CompletedProcess[str]:
    stdin = "".join(f"{answer}\n" for answer in answers)
    result = await run_beside("setup", stdin=stdin, MUSBOT_PLAYGROUND=playground.origin)
    assert TOKEN not in result.stdout + result.stderr
    assert OTHER not in result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    return result


@pytest.mark.parametrize("has_sources", [True, False])
async def test_from_nothing_to_a_file_that_the_bot_starts_with(
    playground: Playground, folder: Path, *, has_sources: bool
) -> None:
    if has_sources:
        (folder / ".env.example").write_bytes((ROOT / ".env.example").read_bytes())
    result = await set_up(playground, TOKEN, "")
    assert (result.returncode, result.stderr) == (0, "")
    path = folder / ".env"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    settings = load_settings(path)
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.data == Path("data")
    text = path.read_text("utf-8")
    assert text.count("DISCORD_TOKEN=") == 1
    for field in Settings.model_fields:
        assert text.count(f"{env_name(field)}=") == 1, "what else there is to decide is explained"
    assert "# How much is logged" in text
    assert load_settings(path).model_dump(exclude={"discord_token"}) == Settings().model_dump(
        exclude={"discord_token"}
    )
    assert invitation(playground.world.application_id) in result.stdout
    assert "On Mus Club it has all that it needs" in result.stdout


async def test_a_file_that_is_there_is_changed_only_after_a_yes(playground: Playground, folder: Path) -> None:
    path = folder / ".env"
    path.write_text(f"# mine\nDISCORD_TOKEN={OTHER}\nMUSBOT_LOG_LEVEL=DEBUG\n")
    result = await set_up(playground, "n")
    assert result.returncode == 1
    assert path.read_text() == f"# mine\nDISCORD_TOKEN={OTHER}\nMUSBOT_LOG_LEVEL=DEBUG\n"
    result = await set_up(playground, "y", TOKEN, "elsewhere")
    assert result.returncode == 0
    assert path.read_text() == (
        f"# mine\nDISCORD_TOKEN={TOKEN}\nMUSBOT_LOG_LEVEL=DEBUG\nMUSBOT_DATA=elsewhere\n"
    )
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (await set_up(playground, "y", TOKEN, "")).returncode == 0
    assert "MUSBOT_DATA=elsewhere" in path.read_text(), "who presses Enter changes nothing"


async def test_a_token_that_discord_does_not_know_is_not_written(
    playground: Playground, folder: Path
) -> None:
    result = await set_up(playground, "nonsense", OTHER, OTHER)
    assert result.returncode == 1
    assert result.stdout.count("Discord does not know this token") == 2
    assert "That is no token" in result.stdout
    assert not (folder / ".env").exists()
    assert (await set_up(playground)).returncode == 1, "nobody is there to ask"


async def test_what_the_bot_lacks_is_told(playground: Playground, folder: Path) -> None:
    playground.set_bot_permissions(Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    playground.world.application["flags"] = 1 << 19
    result = await set_up(playground, TOKEN, "")
    told = " ".join(result.stdout.split())
    assert "On Mus Club it lacks Embed Links, Attach Files, Read Message History" in told
    assert "message content are on" in told


async def test_where_discord_is_away_the_person_decides(folder: Path) -> None:
    async with Playground(token=TOKEN, point_discord_py=False) as playground:
        pass
    result = await set_up(playground, TOKEN, "n")
    assert result.returncode == 1
    assert "Discord was not reached" in result.stdout
    assert not (folder / ".env").exists()
    assert (await set_up(playground, TOKEN, "y", "")).returncode == 0
    assert (folder / ".env").exists()


async def test_a_terminal_does_not_show_the_token(playground: Playground, folder: Path) -> None:
    ours, its = os.openpty()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "musbot.cli",
        "setup",
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
        env=environment(MUSBOT_PLAYGROUND=playground.origin),
    )
    os.close(its)
    seen = b""

    async def until(words: bytes) -> None:
        nonlocal seen
        while words not in seen:
            seen += await asyncio.to_thread(os.read, ours, 4096)

    async with asyncio.timeout(60):
        await until(b"it is not shown")
        os.write(ours, TOKEN.encode() + b"\n")
        await until(b"Folder for its data")
        os.write(ours, b"typed and shown\n")
        await until(b"Then start it")
        assert await process.wait() == 0
    os.close(ours)
    assert b"typed and shown" in seen, "the terminal does show what is typed elsewhere"
    assert TOKEN.encode() not in seen
    settings = load_settings(folder / ".env")
    assert settings.discord_token is not None
    assert settings.data == Path("typed and shown")


def test_lines_are_changed_where_they_stand() -> None:
    text = "# a\n#MUSBOT_DATA=data\nDISCORD_TOKEN=\n\n# MUSBOT_DATA= is a folder\nMUSBOT_LOG_LEVEL=INFO\n"
    changed = with_settings(text, {"DISCORD_TOKEN": "t", "MUSBOT_DATA": "d", "MUSBOT_NEW": "n"})
    assert changed.splitlines() == [
        "# a",
        "MUSBOT_DATA=d",
        "DISCORD_TOKEN=t",
        "",
        "# MUSBOT_DATA= is a folder",
        "MUSBOT_LOG_LEVEL=INFO",
        "MUSBOT_NEW=n",
    ]
    twice = with_settings("DISCORD_TOKEN=a\nDISCORD_TOKEN=b\n", {"DISCORD_TOKEN": "c"})
    assert twice == "DISCORD_TOKEN=c\n", "the second would win otherwise"
