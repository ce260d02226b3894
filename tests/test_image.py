"""What those who host it start from: the image, its lock of wheels, compose files, units of systemd, the dashboard."""

from __future__ import annotations

import asyncio
import configparser
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yaml
from compose_spec import PyCompose
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import musbot
from musbot.bot.metrics import Metrics
from musbot.playground import Playground
from musbot.settings import Settings, env_name, load_settings
from tests.test_frame import PROJECT, pinned, tree

ROOT = Path(musbot.__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE = ["compose.yaml", "compose.postgres.yaml"]
UNITS = sorted(path.name for path in DEPLOY.glob("musbot*.*") if path.suffix in (".service", ".timer"))
MOST_MB = 140
"""Of what the image holds beside Python; Python itself, as the Dockerfile leaves it, has some 100 MB."""

_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[\w+\])?==([^\s;]+)((?:.*\\\n)*.*)", re.MULTILINE)


def locked() -> dict[str, tuple[str, list[str]]]:
    """Return the version of each wheel of the image, and its hashes."""
    text = (ROOT / "requirements.lock").read_text("utf-8")
    return {
        canonicalize_name(name): (version, re.findall(r"--hash=sha256:([0-9a-f]{64})\b", rest))
        for name, version, rest in _LOCKED.findall(text)
    }


def test_every_wheel_is_locked_with_its_hashes() -> None:
    """Mend it with `make lock`."""
    lock, pins = locked(), pinned()
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [
        *PROJECT["project"]["dependencies"],
        *extras["fast"],
        *extras["postgres"],
        *PROJECT["build-system"]["requires"],
    ]
    for requirement in map(Requirement, wanted):
        name = canonicalize_name(requirement.name)
        assert name in lock, f"requirements.lock does not hold {name}"
        assert requirement.specifier.contains(lock[name][0]), name
    for wheel, (version, hashes) in lock.items():
        assert hashes, f"{wheel} has no hash"
        assert version == pins.get(wheel, version), f"{wheel} is tested with {pins.get(wheel)}"


def test_the_dockerfile_has_no_fault_that_hadolint_knows() -> None:
    hadolint = shutil.which("hadolint") or Path(sys.executable).with_name("hadolint")
    result = subprocess.run([hadolint, "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout + result.stderr) == (0, "")


def test_the_image_runs_as_nobody_on_one_volume_with_a_sign_of_life() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    last = text[text.rindex("FROM ") :]
    assert re.findall(r"^VOLUME (.*)$", last, re.MULTILINE) == ["/data"]
    assert "USER ${UID}:${GID}" in last
    assert "STOPSIGNAL SIGTERM" in last
    assert 'CMD ["musbot", "healthcheck"]' in last
    assert "MUSBOT_DATA=/data" in last


def compose(name: str) -> dict[str, Any]:
    """Return a compose file as it is read, which is refused where Docker would refuse it."""
    read: dict[str, Any] = yaml.safe_load((ROOT / name).read_text("utf-8"))
    PyCompose.from_json(json.dumps(read))
    return read


def test_a_compose_file_with_a_fault_is_refused() -> None:
    for wrong in ({"imag": "x"}, {"image": "x", "stop_grace_period": "soon"}, {"image": "x", "read_only": 3}):
        with pytest.raises(ValueError, match=r"."):
            PyCompose.from_json(json.dumps({"services": {"musbot": wrong}}))


@pytest.mark.parametrize("name", COMPOSE)
def test_a_compose_file_is_whole_and_its_bots_may_do_nothing_but_write_their_data(name: str) -> None:
    file = compose(name)
    settings = {env_name(field) for field in Settings.model_fields}
    bots = {key: each for key, each in file["services"].items() if each["image"] == "musbot"}
    assert bots
    for key, service in file["services"].items():
        for volume in service["volumes"]:
            source, _, target = volume.partition(":")
            assert source in file["volumes"], volume
            assert target.startswith("/")
        for other, how in service.get("depends_on", {}).items():
            assert how["condition"] != "service_healthy" or "healthcheck" in file["services"][other], key
    for service in bots.values():
        assert service["build"] == "."
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert "no-new-privileges:true" in service["security_opt"]
        assert service["stop_grace_period"] == "20s"
        assert "ports" not in service, "nobody calls a bot"
        assert service["environment"].keys() <= settings
        assert service["environment"]["MUSBOT_DATA"] == "/data"
        assert [volume.partition(":")[2] for volume in service["volumes"]] == ["/data"]
    assert len({volume for each in bots.values() for volume in each["volumes"]}) == len(bots)


def test_the_processes_on_postgresql_have_every_shard_once(monkeypatch: pytest.MonkeyPatch) -> None:
    file = compose("compose.postgres.yaml")
    for name in os.environ:
        if name.startswith("DISCORD_TOKEN"):
            monkeypatch.delenv(name)
    shards: list[int] = []
    totals = set()
    for service in file["services"].values():
        environment = service["environment"]
        if service["image"] != "musbot":
            continue
        first, last, total = map(int, re.split("[-/]", environment["MUSBOT_SHARDS"]))
        shards += range(first, last + 1)
        totals.add(total)
        for name, value in environment.items():
            monkeypatch.setenv(name, re.sub(r"\$\{\w+:\?[^}]*\}", "secret", value))
        settings = load_settings(env_file=None)
        assert settings.own_shards is not None
        assert settings.database_address.startswith("postgresql+asyncpg://musbot:secret@database/")
    (count,) = totals
    assert sorted(shards) == list(range(count))


def unit(name: str) -> dict[str, dict[str, str]]:
    """Return what a unit of systemd says, by section."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((DEPLOY / name).read_text("utf-8"))
    return {section: dict(parser[section]) for section in parser.sections()}


@pytest.mark.parametrize("name", UNITS)
def test_systemd_knows_all_that_a_unit_says(name: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not here")
    for each in UNITS:
        # The program is not where it will be.
        text = re.sub(
            "^ExecStart=.*", "ExecStart=/bin/true", (DEPLOY / each).read_text("utf-8"), flags=re.MULTILINE
        )
        (tmp_path / each).write_text(text)
    command = ["systemd-analyze", "verify", str(tmp_path / name)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    told = [line for line in result.stderr.splitlines() if name in line]
    assert told == []


def test_the_units_belong_together() -> None:
    assert set(UNITS) == {"musbot.service", "musbot-backup.service", "musbot-backup.timer"}
    bot, copy = unit("musbot.service")["Service"], unit("musbot-backup.service")["Service"]
    for key in ("User", "WorkingDirectory", "Environment", "StateDirectory"):
        assert bot[key] == copy[key], key
    assert bot["ExecStart"].endswith("musbot run")
    assert "musbot backup --keep" in copy["ExecStart"]
    assert int(bot["TimeoutStopSec"]) > 10
    assert unit("musbot-backup.timer")["Timer"]["Persistent"] == "yes"


def test_the_dashboard_shows_what_is_counted() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    shown = " ".join(target["expr"] for panel in board["panels"] for target in panel.get("targets", []))
    named = set(re.findall(r"\b(?:musbot|process)_[a-z_]+", shown))
    counted = {
        name
        for family in Metrics().registry.collect()
        for kind in ("", "_total", "_bucket", "_sum", "_count")
        for name in [family.name + kind]
    }
    assert named <= counted
    for family in Metrics().registry.collect():
        if family.name.startswith("musbot_") and family.type != "info":
            assert any(name.startswith(family.name) for name in named), f"{family.name} is in no panel"
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def on_a_read_only_root(data: Path) -> list[str]:
    """Return what a command is started with so that it can write to its data and to nothing else, as in the container;
    nothing where that may not be arranged here."""
    steps = 'mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,ro,bind / && exec "$@"'
    command = ["unshare", "--mount", "sh", "-c", steps, str(data)]
    if shutil.which("unshare") is None:
        return []
    wrote = 'touch "$0/x" && rm "$0/x" && ! touch "$1/x"'
    tried = subprocess.run([*command, "sh", "-c", wrote, data, data.parent], capture_output=True, check=False)
    return command if tried.returncode == 0 else []


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_the_steps_of_the_image_make_a_bot_that_runs_and_stops(tmp_path: Path) -> None:
    source, home, data = tree(tmp_path / "source"), tmp_path / "opt", tmp_path / "data"
    shutil.copy(ROOT / "requirements.lock", source)
    shutil.copytree(DEPLOY, source / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MUSBOT_", "DISCORD_", "PYTHON", "VIRTUAL_ENV"))
    }
    clean |= {"PIP_CONSTRAINT": "", "PATH": f"{Path(sys.executable).parent}:{clean['PATH']}"}
    made = await asyncio.create_subprocess_exec(
        "sh", "deploy/install.sh", str(home), cwd=source, env=clean, stdout=PIPE, stderr=PIPE
    )
    told, wrong = (text.decode() for text in await made.communicate())
    if "No matching distribution found" in wrong:
        pytest.skip("the wheels are to be had from no package index here")
    assert made.returncode == 0, wrong
    size = re.search(r": (\d+) MB$", told.strip())
    assert size
    print(f"the image holds {size[1]} MB beside Python")
    assert int(size[1]) <= MOST_MB
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*")}

    async with Playground(point_discord_py=False) as playground:
        settings = {
            "MUSBOT_DATA": str(data),
            "MUSBOT_PLAYGROUND": playground.origin,
            "MUSBOT_LOG_FORMAT": "json",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        program = home / "bin" / "musbot"
        data.mkdir()
        process = await asyncio.create_subprocess_exec(
            *on_a_read_only_root(data), program, "run", env=clean | settings, cwd=tmp_path, stderr=PIPE
        )
        try:
            await playground.bot_ready(within=60)
            answer = await playground.person("Ane").slash("mus open")
            assert "Fill with AI" in str(answer.message)
            async with asyncio.timeout(60):
                while not (data / "heartbeat").exists():  # noqa: ASYNC110 - it comes from outside
                    await asyncio.sleep(0.05)
            health = await asyncio.create_subprocess_exec(
                program, "healthcheck", env=clean | settings, cwd=tmp_path
            )
            assert await health.wait() == 0
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(10):
                _, errors = await process.communicate()
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
    assert process.returncode == 0
    assert "Traceback" not in errors.decode()
    assert {path: path.stat().st_mtime_ns for path in home.rglob("*")} == before, "the image is only read"


async def test_the_figures_are_shown_on_this_machine_alone(tmp_path: Path) -> None:
    """`MUSBOT_METRICS_PORT`, in a process as it is started."""
    async with Playground(point_discord_py=False) as playground:
        with contextlib.closing(await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)) as probe:
            port = probe.sockets[0].getsockname()[1]
        clean = {
            name: value for name, value in os.environ.items() if not name.startswith(("MUSBOT_", "DISCORD_"))
        }
        settings = {
            "MUSBOT_DATA": str(tmp_path),
            "MUSBOT_PLAYGROUND": playground.origin,
            "MUSBOT_METRICS_PORT": str(port),
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "musbot.cli", "run", env=clean | settings, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            await playground.bot_ready(within=60)
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"http://127.0.0.1:{port}/metrics") as answer,
            ):
                assert "musbot_servers 1.0" in await answer.text()
        finally:
            process.terminate()
            assert await process.wait() == 0
