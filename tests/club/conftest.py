from collections.abc import AsyncIterator

import pytest

from musbot.store import Store


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with await Store.open(":memory:") as store:
        yield store
