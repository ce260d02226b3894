"""After a match: the turning points, the record, and another match with the same people; and threads."""

from __future__ import annotations

import random
from typing import Literal

import pytest

from musbot.playground import Permission, buttons_of, text_of
from tests.e2e.conftest import Rig
from tests.e2e.players import Players, is_over, table_message


async def test_a_rematch_keeps_everybodys_seat(rig: Rig) -> None:
    await rig.open_and_fill(target=20)
    await Players(rig.playground, rig.people, random.Random(12)).play()
    await rig.settled()
    stranger = rig.playground.add_person("Eneko")
    refused = await stranger.click(label="Rematch")
    assert "no seat" in refused.text

    end = rig.ane.last()
    answer = await rig.carla.click(end, label="Rematch")
    assert answer.message is not None
    assert not answer.ephemeral
    assert "*free* + Carla" in text_of(answer.message), "she has the seat she had"
    await rig.benat.click(end, label="Rematch")
    await rig.ane.click(answer.message, label="Join")
    again = await rig.ane.click(end, label="Rematch")
    assert "already" in again.text
    await rig.dani.click(end, label="Rematch")
    await rig.settled()

    table = await rig.bot.tables.get(2)
    assert [sitter.name for _, sitter in sorted(table.seats.items())] == ["Ane", "Beñat", "Carla", "Dani"]
    message = table_message(rig.ane)
    assert message is not None
    assert "table 2 · deal 1" in text_of(message)


async def test_a_rematch_against_ai_starts_at_once(rig: Rig) -> None:
    await rig.ane.slash("mus open", target=20)
    await rig.ane.click(label="Fill with AI")
    await Players(rig.playground, [rig.ane], random.Random(13)).play()
    await rig.settled()
    before = await rig.bot.tables.get(1)
    await rig.ane.click(rig.ane.last(), label="Rematch")
    await rig.settled()
    after = await rig.bot.tables.get(2)
    assert after.names() == before.names()
    message = table_message(rig.ane)
    assert message is not None
    assert "table 2 · deal 1" in text_of(message)


async def test_turning_points_are_the_lances_that_brought_most(rig: Rig) -> None:
    await rig.open_and_fill(consult=False)
    players = Players(rig.playground, rig.people, random.Random(14))
    await players.play()
    await rig.settled()
    (game,) = await rig.store.games_of_table(1)
    from musbot.game.record import read_record

    match = read_record(game.record).match
    most = max(result.points for deal in match.deals for result in deal.results)
    end = text_of(rig.ane.last())
    assert ("Turning points" in end) == (most >= 4)
    assert most < 4 or f"+{most}**" in end or "órdago" in end
    assert end.count("Deal ") <= 3


async def test_a_table_in_a_thread_leaves_the_channel_to_others(rig: Rig) -> None:
    await rig.open_and_fill(thread=True, target=20)
    assert table_message(rig.ane) is None, "the lobby alone is in the channel"
    (thread,) = [c for c in rig.playground.world.channels.values() if c.parent_id]
    message = table_message(rig.ane, thread)
    assert message is not None
    assert (await rig.ane.click(message, label="My hand")).ephemeral
    await rig.ane.slash("mus leave", thread)
    await rig.settled()
    assert "🤖" in text_of(message)


async def test_where_a_channel_has_no_threads_the_table_stays_in_it(rig: Rig) -> None:
    """The chat of a voice channel, say."""
    rig.playground.faults.add(
        method="POST", route="/channels/*/messages/*/threads", status=400, code=50024, times=None
    )
    await rig.open_and_fill(thread=True)

    assert table_message(rig.ane) is not None


@pytest.mark.parametrize("drop", ["before", "after"])
async def test_a_thread_whose_opening_was_lost_on_the_way_is_opened_once(
    rig: Rig, drop: Literal["before", "after"]
) -> None:
    rig.playground.faults.add(method="POST", route="/channels/*/messages/*/threads", drop=drop)
    await rig.open_and_fill(thread=True)
    await rig.settled()

    (thread,) = [c for c in rig.playground.world.channels.values() if c.parent_id]
    assert table_message(rig.ane, thread) is not None
    assert table_message(rig.ane) is None


async def test_without_the_right_to_open_threads_it_says_so(rig: Rig) -> None:
    rig.playground.set_bot_permissions(
        Permission.VIEW_CHANNEL
        | Permission.SEND_MESSAGES
        | Permission.READ_MESSAGE_HISTORY
        | Permission.ATTACH_FILES
        | Permission.EMBED_LINKS
    )
    answer = await rig.ane.slash("mus open", thread=True)
    assert answer.ephemeral
    assert "Create Public Threads" in answer.text
    opened = await rig.ane.slash("mus open")
    assert not opened.ephemeral
    assert buttons_of(opened.message) if opened.message else False
    assert not is_over(rig.ane)
