"""The frame around the rooms: what is installed, built and documented fits together."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import musbot
from musbot.settings import Settings, env_name

ROOT = Path(musbot.__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

RECORD = """
mus = 1
rules = "stargames"
[[deal]]
mano = 1
actions = \"\"\"
deal 1 Ro Co 7e 1b
deal 2 Cc 6o 5o 4o
deal 3 Re Rb Sc 1o
deal 4 7o 7c Sb 2e
1 cut
\"\"\"
"""


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    here = [pin for pin in pins if pin.marker is None or pin.marker.evaluate()]
    return {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in here}


def test_every_requirement_is_pinned_to_a_version_it_allows() -> None:
    groups = [
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
        PROJECT["build-system"]["requires"],
    ]
    pins = pinned()
    for requirement in map(Requirement, [text for group in groups for text in group]):
        name = canonicalize_name(requirement.name)
        assert name in pins, f"constraints.txt does not pin {name}"
        assert requirement.specifier.contains(pins[name]), f"{name}=={pins[name]} is not {requirement}"


def test_what_the_requirements_require_is_pinned_too() -> None:
    pins = pinned()
    for name in pins.keys() - {"pip", "setuptools"}:
        for requirement in map(Requirement, requires(name) or []):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                assert canonicalize_name(requirement.name) in pins, f"{name} needs {requirement.name}"


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["version"] == musbot.__version__


def test_the_example_explains_every_setting_and_names_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / ".env.example").read_text("utf-8")
    explained = re.findall(r"((?:^# .*\n)+)#?([A-Z_]+)=(.*)$", text, re.MULTILINE)
    assert [name for _, name, _ in explained] == [env_name(field) for field in Settings.model_fields]

    defaults = Settings.model_construct()
    for (comment, name, value), (field, info) in zip(explained, Settings.model_fields.items(), strict=True):
        words = " ".join(comment.replace("#", " ").split())
        if name == "DISCORD_TOKEN":
            assert "the playground in place of Discord" in words
        elif name != "DISCORD_TOKEN_FILE":
            assert info.description is not None
            assert info.description.rstrip(".") in words, name
        if info.default is not None:
            assert value == str(info.default), name
        elif name == "MUSBOT_DATABASE":
            assert value == defaults.database_address
        elif name != "DISCORD_TOKEN_FILE":
            assert value == "", field


def test_docker_copies_all_that_the_build_needs_and_nothing_secret() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    allowed = {
        line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")
    }
    copied = {
        path
        for line in re.findall(r"^COPY (?!--from)(.*)$", dockerfile, re.MULTILINE)
        for path in line.split()[:-1]
    }
    assert copied == allowed
    assert all((ROOT / path).exists() for path in copied)
    assert 'CMD ["musbot", "run"]' in dockerfile
    assert "USER ${UID}:${GID}" in dockerfile


def test_make_says_so_when_python_is_too_old(tmp_path: Path) -> None:
    for file in ("Makefile", "pyproject.toml", "constraints.txt", "setup.py"):
        (tmp_path / file).write_bytes((ROOT / file).read_bytes())
    old = tmp_path / "python3.9"
    # Runs what it is given, with the version that it pretends to be.
    old.write_text(
        f"#!{sys.executable}\nimport sys\n"
        "sys.version_info, sys.version = (3, 9, 2), '3.9.2 (old)'\n"
        "exec(sys.argv[2])\n"
    )
    old.chmod(0o755)
    result = subprocess.run(
        ["make", "install", f"PYTHON={old}"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode != 0
    assert f"musbot needs Python 3.11 or later, and {old} is 3.9.2" in result.stderr
    assert not (tmp_path / ".venv").exists()


@pytest.mark.slow
def test_a_wheel_holds_everything_and_runs_by_itself(tmp_path: Path) -> None:
    source, wheels, home = tree(tmp_path / "source"), tmp_path / "wheels", tmp_path / "venv"
    in_source = {
        re.sub("^assets/", "musbot/_assets/", path.relative_to(source).as_posix())
        for folder in ("musbot", "assets")
        for path in (source / folder).rglob("*")
        if path.is_file()
    }
    build = pip("wheel", "--no-deps", "--wheel-dir", wheels, source)
    if build.returncode and "No matching distribution found for setuptools" in build.stdout + build.stderr:
        pytest.skip("setuptools is to be had from no package index here")
    assert build.returncode == 0, build.stderr
    (wheel,) = wheels.iterdir()
    assert in_source - set(zipfile.ZipFile(wheel).namelist()) == set()

    # A fresh environment, which borrows the dependencies (but not musbot) of the one that runs the tests.
    venv.create(home, symlinks=True)
    (site,) = home.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(f"{Path(pytest.__file__).parent.parent}\n")
    install = pip("--python", home / "bin" / "python", "install", "--no-deps", "--no-index", wheel)
    assert install.returncode == 0, install.stderr
    (tmp_path / "game.mus").write_text(RECORD)

    def musbot_command(*arguments: str) -> str:
        return subprocess.run(
            [home / "bin" / "musbot", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            env={"PATH": os.environ["PATH"], "MUSBOT_DATA": str(tmp_path / "data")},
        ).stdout

    assert musbot_command("--version") == f"musbot {musbot.__version__}\n"
    assert '"to_act": 1' in musbot_command("replay", "--json", "game.mus")
    assert "made " in musbot_command("migrate")
    found = subprocess.run(
        [home / "bin" / "python", "-c", "from musbot.assets import asset; print(asset('README.md'))"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert Path(found) == site / "musbot" / "_assets" / "README.md"


def pip(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    # Of a caller's own constraints, which may pin setuptools, the build is to know nothing.
    environment = os.environ | {"PIP_CONSTRAINT": "", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = [sys.executable, "-m", "pip", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def tree(target: Path) -> Path:
    """A copy of what the build reads, for it leaves build/ and egg-info behind."""
    target.mkdir()
    for name in ("musbot", "assets"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, target / name)
    return target
