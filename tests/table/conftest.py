from collections.abc import AsyncIterator

import pytest

from musbot.store import Store
from musbot.table import Tables
from tests.table.players import chance, ticking


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    async with await Store.open(database) as store:
        yield store


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store, chance(), ticking())
