from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from musbot.store import Store


@pytest.fixture
def address(tmp_path: Path) -> str:
    return str(tmp_path / "data" / "musbot.db")


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with await Store.open(address) as store:
        yield store
