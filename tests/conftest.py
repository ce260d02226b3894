"""How long hypothesis searches: shortly by default, HYPOTHESIS_PROFILE=long for a night's worth. And databases:
tests that take `database` are run on each of them."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import Cluster, NoPostgres, running_cluster

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


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kinds of databases on which a test is run."""
    return str(request.param)


@pytest.fixture
async def database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of a new database."""
    if kind == "sqlite":
        yield str(tmp_path / "data" / "musbot.db")
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    async with cluster.database() as address:
        yield address
