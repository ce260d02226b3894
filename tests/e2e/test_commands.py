"""The slash commands, as people use and misuse them."""

from __future__ import annotations

import random

import pytest

from musbot.bot import client
from musbot.playground import CannotDo, Playground, buttons_of, text_of
from musbot.store import Store
from tests.e2e.conftest import Rig, running_bot
from tests.e2e.players import Players, table_message


async def test_commands_that_discord_does_not_take_at_the_start_are_sent_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot starts all the same: what Discord knew before goes on."""
    monkeypatch.setattr(client, "TELL_COMMANDS_AFTER", (0.01, 0.01))
    async with Playground() as playground, await Store.open(database) as store:
        playground.faults.add(method="PUT", route="/applications/*/commands", status=400, code=50035, times=2)
        async with running_bot(playground, store):
            await playground.settled()
            assert (await playground.person("Ane").slash("mus open")).acknowledged


async def test_a_table_that_discord_does_not_show_is_none(rig: Rig) -> None:
    rig.playground.faults.add(method="POST", route="/interactions/*/*/callback", status=400, code=50035)

    refused = await rig.ane.slash("mus open")

    assert "went wrong" in refused.text
    assert "There is none" in (await rig.ane.slash("mus tables")).text
    assert not await rig.store.tables_of(rig.ane.id)


async def test_what_nobody_could_come_to_is_not_opened(rig: Rig) -> None:
    refused = await rig.ane.slash("mus open", lowest=2000, highest=1000)
    assert refused.ephemeral
    assert "nobody could come" in refused.text
    refused = await rig.ane.slash("tournament create", name="Cup", lowest=2000, highest=1000)
    await refused.finished()
    assert "nobody could come" in refused.text
    assert (await rig.ane.slash("mus open", lowest=1000, highest=2000)).text


async def test_open_join_leave_close(rig: Rig) -> None:
    opened = await rig.ane.slash("mus open", rules="classic", target=30)
    assert opened.message is not None
    assert not opened.ephemeral
    assert "to 30" in opened.text
    joined = await rig.benat.slash("mus join", seat=3)
    assert joined.ephemeral
    await rig.settled()
    assert "Ane + Beñat" in text_of(opened.message)
    taken = await rig.carla.slash("mus join", seat=3)
    assert "sits there already" in taken.text
    moved = await rig.benat.slash("mus join", seat=2)
    assert moved.acknowledged
    await rig.settled()
    assert "Beñat + *free*" in text_of(opened.message)
    left = await rig.benat.slash("mus leave")
    assert left.ephemeral
    await rig.settled()
    assert "Beñat" not in text_of(opened.message)
    refused = await rig.benat.slash("mus close", table=1)
    assert "may close it" in refused.text
    closed = await rig.ane.slash("mus close")
    assert "closed" in closed.text
    await rig.settled()
    assert not buttons_of(opened.message)
    assert "closed" in text_of(opened.message)
    late = await rig.carla.slash("mus join", table=1)
    assert "over" in late.text


async def test_a_table_for_invited_people_keeps_others_out(rig: Rig) -> None:
    await rig.ane.slash("mus open", partner=rig.carla)
    refused = await rig.benat.click(label="Join")
    assert refused.ephemeral
    assert "invited" in refused.text
    assert (await rig.carla.click(label="Join")).acknowledged
    await rig.ane.slash("mus invite", person=rig.benat)
    await rig.benat.click(label="Join")
    assert "Beñat" in text_of(rig.ane.sees()[0])


async def test_leaving_in_play_gives_the_seat_to_an_ai_player(rig: Rig) -> None:
    await rig.open_and_fill(target=20)
    answer = await rig.dani.slash("mus leave")
    assert "left" in answer.text
    await rig.settled()
    message = table_message(rig.ane)
    assert message is not None
    assert "Dani" not in text_of(message)
    assert "🤖" in text_of(message)
    await Players(rig.playground, rig.people[:3], random.Random(1)).play()
    (game,) = await rig.store.games_of_table(1)
    assert [player["person"] is None for player in game.players].count(True) == 1


async def test_when_the_last_person_leaves_the_table_is_closed(rig: Rig) -> None:
    await rig.ane.slash("mus open")
    await rig.ane.click(label="Fill with AI")
    await rig.settled()
    await rig.ane.slash("mus leave")
    await rig.settled()
    message = next(each for each in reversed(rig.ane.sees()) if "deal 1" in text_of(each))
    assert "closed" in text_of(message)
    assert not buttons_of(message)
    assert not await rig.store.live_tables()


async def test_score_tables_rules_and_hand(rig: Rig) -> None:
    nothing = await rig.ane.slash("mus hand")
    assert "You sit at no table" in nothing.text
    empty = await rig.ane.slash("mus tables")
    assert "none" in empty.text
    await rig.open_and_fill()
    score = await rig.benat.slash("mus score")
    assert score.ephemeral
    assert "deal 1" in score.text
    assert score.message is not None
    assert not buttons_of(score.message), "a copy of the table has no buttons"
    tables = await rig.dani.slash("mus tables")
    assert "Ane + Carla" in tables.text
    assert "/channels/" in tables.text
    rules = await rig.carla.slash("mus rules")
    assert rules.ephemeral
    assert "Grande and chica" in rules.text


async def test_what_the_client_does_not_offer_cannot_be_sent(rig: Rig) -> None:
    for wrong in ({"target": 19}, {"target": 61}, {"games": 2}, {"rules": "poker"}):
        with pytest.raises(CannotDo):
            await rig.ane.slash("mus open", **wrong)


async def test_a_missing_permission_is_named_before_a_table_opens(rig: Rig) -> None:
    from musbot.playground import Permission

    rig.playground.set_bot_permissions(
        Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.READ_MESSAGE_HISTORY
    )
    answer = await rig.ane.slash("mus open")
    assert answer.ephemeral
    assert "Attach Files" in answer.text
    assert "Embed Links" in answer.text
    assert not await rig.store.live_tables()


async def test_a_game_goes_on_without_any_direct_message(rig: Rig) -> None:
    for person in rig.people:
        person.dms_open = False
    await rig.open_and_fill(target=20)
    answer = await rig.ane.click(label="My hand")
    assert "direct messages are closed" in answer.text
    await Players(rig.playground, rig.people, random.Random(5)).play()
    assert all(not person.dms() for person in rig.people)
    tries = rig.playground.transcript.calls(method="POST", route="/users/@me/channels")
    assert len(tries) <= 4, "a closed door is not knocked at in every deal"


async def test_a_new_deal_pings_whoever_speaks_first_unless_they_want_none(rig: Rig) -> None:
    await rig.dani.slash("mus pings", on=False)
    for number in range(1, 9):
        await rig.ane.slash("mus open")
        for person in rig.people[1:]:
            await person.click(label="Join")
        await rig.settled()
        message = table_message(rig.ane)
        assert message is not None
        speaks = next(person for person in rig.people if f"▶ {person.mention}" in text_of(message))
        expected = set() if speaks is rig.dani else {speaks.id}
        assert set(message.pinged.users) == expected
        assert not message.pinged.everyone
        await rig.ane.slash("mus close", table=number)
        await rig.settled()
