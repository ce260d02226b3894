"""The benchmarks of load and of growth work, and a word costs what it may cost. Nothing is timed here."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks.growth import Point, chart, seed
from benchmarks.load import Row, as_fast_as_answered, at_pace, musbot, one_at_a_time
from musbot.store import Store
from musbot.table import Tables


async def test_a_word_costs_two_calls_at_most_and_nothing_but_hands_and_deals_goes_under_the_limit(
    tmp_path: Path,
) -> None:
    async with musbot(tmp_path, tables=2, pinned=False) as rig:
        row = Row("quick")
        await as_fast_as_answered(row, rig.clickers, 20)
        await at_pace(row, rig.clickers, pace=100, seconds=0.1)
        assert row.clicks == len(row.waits) >= 30
        kinds = await one_at_a_time(rig, 12, settle=0.15)
    assert sum(map(len, kinds.values())) == 12
    spoken = [*kinds["word"], *kinds["picture"]]
    assert spoken
    assert all(each.calls <= 2 and each.counted == 0 for each in spoken), spoken


@pytest.mark.sqlite("the benchmark copies rows of one")
async def test_tables_are_copied_in_the_middle_of_their_games(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    await seed(path, 15, guild=1, channel=2)
    async with await Store.open(str(path)) as store:
        tables = Tables(store)
        live = await store.live_tables()
        assert len(live) == 15
        for row in live:
            table = await tables.get(row.table_id)
            assert table.is_playing
            assert table.deal_count == 3
        assert len(await store.lately_live(60)) == 15


def test_the_chart_of_growth_is_a_picture() -> None:
    points = [Point(10, 0.002, 0.01, 2**27), Point(5_000, 0.0021, 0.01, 2**28)]
    root = ElementTree.fromstring(chart(points))
    assert root.tag.endswith("svg")
    assert [node.text for node in root.iter() if node.text and "," in node.text and len(node.text) < 9] == [
        "5,000"
    ]
