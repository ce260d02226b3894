from collections.abc import AsyncIterator

import pytest

from musbot.store import Store


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    async with await Store.open(database) as store:
        yield store
