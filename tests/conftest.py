"""How long hypothesis searches: shortly by default, HYPOTHESIS_PROFILE=long for a night's worth. Where files go. And
databases: tests that take `database` are run on each of them."""

import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from musbot.store.address import Address
from musbot.store.migrate import migrate
from tests.postgres import Cluster, NoPostgres, running_cluster

MEMORY = Path("/dev/shm")
MEMORY_NEEDED = 2 << 30
"""Bytes that the tests' files may take at once, with much to spare."""


def _write_to_memory() -> None:
    """Put temporary files, databases among them, where writing them out costs nothing: the tests spent half of their
    time in waiting for a disk. It is a file system like any other, so a process that is killed leaves there what it
    leaves on a disk. Not where programs may not be run from it, or little fits in, as in Docker; nor where TMPDIR is
    set."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    there = os.statvfs(MEMORY)
    if there.f_bavail * there.f_frsize >= MEMORY_NEEDED and not there.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


_write_to_memory()

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("quick", max_examples=100, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("long", max_examples=2000, deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server."""
    try:
        running = running_cluster()
        cluster = running.__enter__()
    except NoPostgres as error:
        pytest.skip(str(error))
    yield cluster
    running.__exit__(None, None, None)


KINDS = os.environ.get("MUSBOT_TEST_DATABASE", "sqlite postgresql").split()


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """The kinds of databases on which a test is run: both, or the one that MUSBOT_TEST_DATABASE says."""
    return str(request.param)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database as new ones are, to copy: to make one takes a tenth of a second."""
    path = tmp_path_factory.mktemp("migrated") / "musbot.db"

    migrate(Address(path))
    return path


_opened: list[str] = []


def _note(event: str, arguments: tuple[object, ...]) -> None:
    # The offline Discord keeps its state in a database of its own.
    if event == "sqlite3.connect" and "playground" not in str(arguments[0]):
        _opened.append(str(arguments[0]))


sys.addaudithook(_note)


@pytest.fixture(autouse=True)
def on_every_database(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whoever opens a database in a test does so on each kind, or says by the marker ``sqlite`` why not."""
    _opened.clear()
    yield
    if _opened and "kind" not in request.fixturenames and not request.node.get_closest_marker("sqlite"):
        pytest.fail(f"it opens {_opened[0]} and does not take `database`: it is run on SQLite alone")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell how much was run on each kind of database."""
    for kind in KINDS:
        on_it = re.compile(rf"[\[-]{kind}[\]-]")
        counts = {
            outcome: sum(
                on_it.search(report.nodeid) is not None and report.when in ("call", "setup")
                for report in terminalreporter.getreports(outcome)
            )
            for outcome in ("passed", "failed", "error", "skipped")
        }
        if any(counts.values()):
            told = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count)
            terminalreporter.write_line(f"on {kind}: {told}")


class Databases:
    """Makes new databases of one kind: ``async with databases() as address``."""

    def __init__(self, kind: str, folder: Path, request: pytest.FixtureRequest) -> None:
        self._folder = folder
        self._count = 0
        self._migrated: Path | None = request.getfixturevalue("migrated") if kind == "sqlite" else None
        self._cluster: Cluster | None = request.getfixturevalue("cluster") if kind != "sqlite" else None

    @contextlib.asynccontextmanager
    async def __call__(self) -> AsyncIterator[str]:
        if self._cluster is not None:
            async with self._cluster.database() as address:
                yield address
            return
        assert self._migrated is not None
        self._count += 1
        path = self._folder / f"data{self._count if self._count > 1 else ''}" / "musbot.db"
        path.parent.mkdir()
        shutil.copyfile(self._migrated, path)
        yield str(path)


@pytest.fixture
def databases(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Databases:
    """What makes new databases, for a test that needs more than one."""
    return Databases(kind, tmp_path, request)


@pytest.fixture
async def database(databases: Databases) -> AsyncIterator[str]:
    """The address of a new database."""
    async with databases() as address:
        yield address
