from collections.abc import AsyncIterator

import pytest

from musbot.store import Store


@pytest.fixture
def address(database: str) -> str:
    return database


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with await Store.open(address) as store:
        yield store
