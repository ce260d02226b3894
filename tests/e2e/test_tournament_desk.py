"""Around a tournament: who may enter, host and look, what goes wrong in Discord, and clicks that do not count."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import discord
import pytest

from musbot.bot.tournament import live as showing
from musbot.club.tournament import Tournament, commands
from musbot.club.tournament.events import Event
from musbot.playground import Permission, Person, buttons_of, text_of
from musbot.store import NewEvent
from musbot.store import tournaments as rows
from musbot.table.people import Person as Player
from tests.e2e.evenings import Evening, an_evening, called


@pytest.fixture
async def evening(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr(showing, "EDITED_EVERY", 0.05)
    monkeypatch.setattr(showing, "TRY_AGAIN_AFTER", (0.05, 30.0))
    async with an_evening(database) as found:
        yield found


async def told(person: Person, command: str, **options: object) -> str:
    """What a command answers."""
    answer = await person.slash(command, **options)
    await answer.finished()
    return answer.text


async def test_entering_declining_and_clicks_that_come_twice(evening: Evening) -> None:
    ane, benat, carla, dani = evening.people
    await evening.use(ane, "tournament create", name="Cup", size=2, check_in=20, start="tomorrow 20:00")

    # Ane asks Beñat, who says no; then he asks her.
    asked = await evening.press(ane, "Enter")
    await (await ane.select(asked, None, [str(benat.id)])).finished()
    await evening.settled()
    assert "who has asked" in text_of(evening.message())
    await (await benat.click(label="Decline")).finished()
    await evening.settled()
    assert "who has asked" not in text_of(evening.message())
    assert "already" in await told(ane, "tournament enter", partner=ane) or "somebody else" in await told(
        ane, "tournament enter", partner=ane
    )
    await evening.enter(benat, ane)

    # Again, twice at the same instant, and by a command: it is no harm.
    clicks = await asyncio.gather(*(benat.click(evening.message(), label="Enter") for _ in range(2)))
    assert all(each.acknowledged for each in clicks)
    assert "already" in await told(ane, "tournament enter", partner=carla)
    assert len([each for each in (await evening.now()).entries.values() if not each.gone]) == 1

    # The pool, the waiting list, and leaving it all.
    await evening.enter(carla, dani)
    eneko, garazi = evening.playground.add_person("Eneko"), evening.playground.add_person("Garazi")
    await evening.enter(eneko, garazi)
    await evening.settled()
    assert "· waits for a place" in text_of(evening.message())
    assert "It is full" in text_of(evening.message())
    assert "waiting list" in await told(eneko, "tournament me")
    assert "withdrawn" in text_of(await evening.press(carla, "Withdraw"))
    await evening.settled()
    assert "· waits for a place" not in text_of(evening.message())
    alone = await evening.press(carla, "Enter")
    await evening.press(carla, "Alone", alone)
    await evening.settled()
    assert "looks for a partner" in text_of(evening.message())

    # Checking in, not before its time.
    assert "nothing to check in for" in text_of(await evening.press(ane, "Check in"))
    starts_at = (await evening.now()).plan.starts_at
    assert starts_at is not None
    await evening.later(starts_at - evening.clock() - 600)
    assert "checked in" in text_of(await evening.press(ane, "Check in"))
    await evening.press(benat, "Check in")
    await evening.press(eneko, "Check in")
    await evening.settled()
    assert text_of(evening.message()).count("✔") == 2
    tournament = await evening.later(601)
    assert tournament.is_playing
    assert len(tournament.field) == 2
    carlas = tournament.entry_of(carla.id)
    assert carlas is not None
    assert carlas.gone == "absent", "who does not check in is left out"


async def test_hosts_and_those_who_are_none(evening: Evening) -> None:
    ane, benat, carla, dani = evening.people
    await evening.use(ane, "tournament create", name="Cup", start="host")
    await evening.enter(benat, carla)
    await evening.fill("novice")

    # Others see the log, and can press nothing that counts, even with a client that lies.
    log = text_of(await evening.press(dani, "Host"))
    assert "announced it" in log
    for action in ("begin", "pause", "cancel-yes", "fill", "remove", "substitute", "correct"):
        answer = await dani.click(evening.message(), custom_id=f"tour:1:{action}", hostile=True)
        await answer.finished()
        assert "hosts of the tournament" in answer.text or "no such" in answer.text, action
    for wrong in (
        "tour:99:enter",
        "tour:1:nonsense",
        "tour:1:accept:77",
        "tour:1:sub-yes:1:1",
        "tour:0:enter",
    ):
        answer = await dani.click(evening.message(), custom_id=wrong, hostile=True)
        await answer.finished()
        assert answer.acknowledged, wrong
        assert "went wrong" not in answer.text, wrong
    assert not (await evening.now()).is_playing

    # A co-host may.
    chosen = await evening.host("Co-host")
    await (await ane.select(chosen, None, [str(dani.id)])).finished()
    panel = await evening.press(dani, "Host")
    assert "Begin now" in [button.label for button in buttons_of(panel)]
    await evening.press(dani, "Pause", panel)
    await evening.settled()
    await evening.press(dani, "Resume", await evening.press(dani, "Host"))

    # Dani is to play for Carla: Beñat has to agree.
    answer = await dani.slash("tournament substitute", out=carla, newcomer=dani)
    await answer.finished()
    await evening.settled()
    await (await benat.click(label="Agree")).finished()
    entry = (await evening.now()).entry_of(benat.id)
    assert entry is not None
    assert {each.person for each in entry.people} == {benat.id, dani.id}

    # The pairs are taken back, and come anew; then it is all called off.
    await evening.host("Begin now")
    await evening.settled()
    await evening.press(dani, "Pair anew", await evening.press(dani, "Host"))
    await evening.settled()
    assert (await evening.now()).round == 0
    await evening.later(61)
    assert (await evening.now()).round == 1
    await evening.press(
        dani, "Cancel it", await evening.press(dani, "Cancel it", await evening.press(dani, "Host"))
    )
    await evening.later()
    assert (await evening.now()).phase == "cancelled"
    assert any("cancelled by the host" in text_of(each) for each in ane.sees())
    assert "no tournament here" in await told(ane, "tournament enter")


async def test_who_may_announce_is_up_to_the_server(evening: Evening) -> None:
    ane, benat, *_ = evening.people
    role = evening.playground.add_role("Hosts")
    manager = evening.playground.add_role("Managers", Permission.MANAGE_GUILD)
    evening.playground.guild.members[ane.id].roles.append(manager.id)
    await evening.die()
    await evening.start()  # so that the bot knows the new roles
    settings = await told(ane, "settings server", tournaments=role, zone="Europe/Madrid")
    assert f"<@&{role.id}>" in settings
    assert "Europe/Madrid" in settings
    assert "no such time zone" in await told(ane, "settings server", zone="Europe/Nowhere")

    assert "members of" in await told(benat, "tournament create", name="Cup")
    evening.playground.guild.members[benat.id].roles.append(role.id)
    assert "clock of Europe/Madrid" in await told(benat, "tournament create", name="Cup", start="20:00")
    assert "did not understand when" in await told(benat, "tournament create", name="Cup", start="soon")
    offered = (await benat.autocomplete("tournament create", "zone", "manil")).choices
    assert [each["value"] for each in offered or ()] == ["Asia/Manila"]
    offered = (await benat.autocomplete("tournament me", "tournament", "cu")).choices
    assert [each["value"] for each in offered or ()] == [1]

    # One that cannot be read, as a later musbot has written it, hides no other.
    await told(benat, "tournament create", name="Cup again", start="20:00")
    later = [NewEvent("from_a_later_version", {}, evening.clock())]
    await evening.store.write(lambda c: rows.append(c, 1, 1, later, wake_at=None))
    offered = (await benat.autocomplete("tournament me", "tournament", "cu")).choices
    assert [each["value"] for each in offered or ()] == [2]
    assert "Cup again" in await told(benat, "tournament standings")


async def test_a_tournament_of_a_thread_that_is_deleted_is_called_off(evening: Evening) -> None:
    ane, *_ = evening.people
    found = evening.bot.get_channel(evening.playground.channel().id)
    assert isinstance(found, discord.TextChannel)
    made = await found.create_thread(name="evening", type=discord.ChannelType.public_thread)
    thread = evening.playground.channel(made.id)
    await (await ane.slash("tournament create", thread, name="Cup", start="host")).finished()
    assert not (await evening.now()).is_over
    evening.playground.delete_channel(thread)
    await evening.settled()
    assert (await evening.now()).phase == "cancelled"


async def test_its_message_comes_back_and_it_survives_what_it_may_not_do(evening: Evening) -> None:
    ane, benat, *_ = evening.people
    everything = int(
        next(each for each in evening.playground.guild.roles.values() if each.managed).permissions
    )
    evening.playground.set_bot_permissions(everything & ~(Permission.PIN_MESSAGES | Permission.CREATE_EVENTS))
    answer = await told(ane, "tournament create", name="Cup", target=20)
    assert "Pin Messages" in answer
    assert not evening.message().data["pinned"]
    evening.playground.set_bot_permissions(everything)

    # A moderator deletes the message: it comes back with the next thing that happens, and is pinned.
    evening.playground.delete_message(evening.message())
    await told(benat, "tournament me")
    await evening.settled()
    assert evening.message().data["pinned"]

    # The bot may not write any more; the tournament goes on, and is shown once it may again.
    await evening.enter(ane, benat)
    await evening.fill("novice")
    await evening.settled()
    evening.playground.overwrite(None, deny=Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
    await evening.bot.tournaments.desk.do(1, lambda each: started(evening, each))
    await evening.later(31)
    assert (await evening.now()).is_playing
    assert not called(ane)
    evening.playground.overwrite(None)
    await evening.shown(lambda: bool(called(ane)))
    assert "round 1" in text_of(evening.message())
    assert len(called(ane)) == 1

    # The channel is deleted: that is the end of it.
    gone = evening.playground.channel()
    evening.playground.delete_channel(gone)
    await evening.until(lambda each: each.phase == "cancelled")


def started(evening: Evening, tournament: Tournament) -> Sequence[Event]:
    """The events with which Ane begins it, when she cannot press anything."""
    return commands.start(tournament, Player(evening.ane.id, "Ane"), evening.bot.tournaments.desk.rng())


async def test_an_arena_goes_on_until_the_bell(evening: Evening) -> None:
    ane, *_ = evening.people
    await evening.use(
        ane, "tournament create", name="Bell", format="arena", minutes=10, target=20, start="host"
    )
    await evening.press(ane, "Enter")
    await evening.fill("novice")
    await evening.host("Begin now")
    await evening.later(1)
    assert (await evening.now()).round >= 1
    await evening.later(301)  # Ane does not come to her table, and the others need not wait for her
    await evening.later(301)
    tournament = await evening.until(lambda each: each.is_over)
    assert tournament.phase == "finished"
    assert "🥇" in text_of(evening.message())
    archive = await evening.use(ane, "tournament archive")
    assert archive.data["attachments"][0]["filename"] == "bell.zip"


async def test_an_erased_person_is_in_no_tournament(evening: Evening) -> None:
    ane, benat, *_ = evening.people
    await evening.use(ane, "tournament create", name="Cup")
    await evening.enter(ane, benat)
    assert "tournament" in await told(benat, "privacy show")
    await told(benat, "privacy delete")
    await (await benat.click(label="Erase me")).finished()
    await evening.settled()
    assert "**0 pairs** are in." in text_of(evening.message())
    assert benat.name not in text_of(evening.message())
    tournament = await evening.now()
    assert benat.id not in {each.person for entry in tournament.entries.values() for each in entry.people}


async def test_a_substitute_may_be_agreed_to_where_the_channel_takes_no_question(evening: Evening) -> None:
    ane, benat, carla, dani = evening.people
    await evening.use(ane, "tournament create", name="Cup", start="host")
    await evening.enter(benat, carla)
    evening.playground.faults.add(
        method="POST", route="/channels/*/messages", status=403, code=50013, times=None
    )
    await ane.slash("tournament substitute", out=carla, newcomer=dani)
    await evening.settled()
    assert "I could not ask them in the channel" in text_of(ane.last())
    evening.playground.faults.clear()

    await (await benat.slash("tournament substitute", out=carla, newcomer=dani)).finished()

    entry = (await evening.now()).entry_of(benat.id)
    assert entry is not None
    assert {each.person for each in entry.people} == {benat.id, dani.id}
