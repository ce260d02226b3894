"""Evenings of tournaments, from the announcement to the podium: people press what they see, AI players of known
strength are the others, somebody does not come, somebody leaves, a result is corrected, and the bot dies."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator

import pytest

from musbot.bot.tournament import live as showing
from musbot.game.record import read_record
from musbot.playground import text_of
from tests.e2e.evenings import Evening, an_evening, called


@pytest.fixture
async def evening(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr(showing, "EDITED_EVERY", 0.05)
    async with an_evening(database) as found:
        yield found


async def test_a_swiss_evening_with_everything_that_may_happen(evening: Evening) -> None:
    ane, benat, carla, dani = evening.people
    told = text_of(
        await evening.use(ane, "tournament create", name="Thursday Mus", target=20, league="Winter")
    )
    assert "Thursday Mus" in told
    assert "Read by the clock of" in told
    assert "Pin Messages" not in told
    assert evening.message().data["pinned"]
    (event,) = evening.playground.guild.events.values()
    assert event["name"] == "Thursday Mus"

    await evening.enter(ane, benat)
    await evening.enter(carla, dani)
    await evening.fill("club", "casual", "novice")
    await evening.settled()
    written = text_of(evening.message())
    assert "**8 pairs** are in." in written
    assert f"{ane.name} + {benat.name}" in written
    assert written.count("🤖") == 12

    await evening.host("Begin now")
    await evening.later(31)
    (call,) = called(ane)
    assert call.pinged.users == {each.id for each in evening.people}, "those who are to come, and nobody else"
    mine = await evening.meeting(ane)
    await evening.play(ane, benat)
    assert (await evening.now()).meetings[mine.number].is_over

    # Carla and Dani do not come.
    await evening.later(301)
    tournament = await evening.now()
    absent = tournament.entry_of(carla.id)
    assert absent is not None
    assert absent.gone == "absent"
    assert not tournament.open_meetings

    # The host corrects what the table of Ane and Beñat said, before the next round is paired.
    before = tournament.meetings[mine.number].result
    assert before is not None
    assert before.winner is not None
    chosen = await evening.host("Correct")
    answer = await ane.select(chosen, None, [str(mine.number)])
    other = ("other", "11–20") if before.winner == 0 else ("one", "20–11")
    answer = await ane.submit(answer.modal, {"who": other[0], "score": other[1]})
    await answer.finished()
    corrected = (await evening.now()).meetings[mine.number].result
    assert corrected is not None
    assert (corrected.winner, corrected.stones) == (
        1 - before.winner,
        (11, 20) if before.winner == 0 else (20, 11),
    )
    assert "set a result" in text_of(await evening.press(benat, "Host")), "everybody may read what hosts do"
    await evening.settled()

    # The bot dies between two rounds, and knows everything when it comes back.
    as_it_was = text_of(evening.message())
    await evening.die()
    await evening.start()
    assert text_of(evening.message()) == as_it_was

    # Carla and Dani come back, sit down, and leave in the middle of their match.
    back = await evening.press(carla, "My table")
    await evening.press(carla, "Come back", back)
    await evening.later(61)
    tournament = await evening.later(31)
    assert tournament.round == 2
    theirs = await evening.meeting(carla)
    assert theirs.table_id is not None
    mine = await evening.meeting(ane)
    if mine.number != theirs.number:
        await evening.sit(carla, dani)
    await evening.press(carla, "Withdraw", await evening.press(carla, "Withdraw"))
    await evening.settled()
    result = (await evening.now()).meetings[theirs.number].result
    assert result is not None
    assert result.forfeit
    if mine.number != theirs.number:
        await evening.play(ane, benat)

    # The last round.
    await evening.until(lambda each: each.round == 3 and not each.is_over)
    await evening.later(31)
    if (await evening.now()).meeting_of(ane.id) is not None:
        await evening.play(ane, benat)
    tournament = await evening.until(lambda each: each.is_over)

    assert tournament.phase == "finished"
    written = text_of(evening.message())
    assert "🥇" in written
    assert not evening.message().data["pinned"]
    end = next(each for each in reversed(ane.sees()) if "Thursday Mus is over!" in text_of(each))
    assert {each["filename"] for each in end.data["attachments"]} == {"podium.png", "thursday-mus.zip"}
    packed = next(each for each in end.data["attachments"] if each["filename"].endswith(".zip"))
    content = evening.playground.file(int(packed["id"])).content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        records = [name for name in archive.namelist() if name.endswith(".mus")]
        assert len(records) >= 9, "of 12 meetings two were not played to their end"
        for name in records:
            assert read_record(archive.read(name).decode()).match.winner
        assert "Ane + Beñat" in archive.read("standings.txt").decode()
    assert next(iter(evening.playground.guild.events.values()))["status"] == 3

    # What is kept of it.
    (entry,) = [each for each in tournament.entries.values() if ane.id in {one.person for one in each.people}]
    place = 1 + sum(
        len(each)
        for each in tournament.places[: [entry.number in each for each in tournament.places].index(True)]
    )
    league = await evening.use(ane, "tournament league")
    assert "Winter" in text_of(league)
    assert "Ane" in text_of(league)
    profile = text_of(await evening.use(ane, "profile", player=ane))
    assert ("**Thursday Mus**" in profile) == (place <= 3)
    hall = text_of(await evening.use(ane, "tournament hall"))
    assert ("Ane + Beñat" in hall) == (place == 1)
    assert not [each for each in evening.answers if not each.acknowledged]


async def test_a_double_knock_out_whose_bot_dies_before_it_has_shown_the_tables(evening: Evening) -> None:
    ane, benat, carla, dani = evening.people
    await evening.use(ane, "tournament create", name="Two lives", format="double", target=20, start="host")
    await evening.enter(ane, benat)
    await evening.enter(carla, dani)
    await evening.fill("casual", "novice")
    await evening.host("Begin now")
    await evening.settled()
    assert len((await evening.now()).field) == 8

    # The tables are open in the store; nobody has been told when the bot dies.
    bot = evening.bot
    bot.tournaments.runner._changed = nothing
    bot.tournaments.desk.watch = lambda _: None
    evening.clock.ahead += 31
    await bot.tournaments.runner.sweep()
    assert (await evening.meeting(ane)).table_id is not None
    assert not called(ane)
    await evening.die()
    await evening.start()
    assert len(called(ane)) == 1, "called, and once"

    # Carla and Dani never come: out after two meetings.
    for _ in range(40):
        tournament = await evening.later(31)
        if tournament.is_over:
            break
        meeting = tournament.meeting_of(ane.id)
        if meeting is not None and meeting.table_id is not None and not meeting.begun:
            await evening.play(ane, benat)
        else:
            await evening.later(290)
    tournament = await evening.now()
    assert tournament.phase == "finished"
    assert len(called(ane)) >= 4
    end = next(each for each in reversed(ane.sees()) if "Two lives is over!" in text_of(each))
    assert "🥇" in text_of(end)
    shown = await evening.press(ane, "Bracket")
    assert shown.data["attachments"][0]["filename"] == "bracket.png"
    assert "Grand final" in text_of(await evening.press(ane, "In words", shown))
    losses: dict[int, int] = {}
    for meeting in tournament.meetings.values():
        if meeting.result is not None and meeting.result.winner is not None:
            (lost,) = meeting.sides[1 - meeting.result.winner]
            losses[lost] = losses.get(lost, 0) + 1
    assert max(losses.values()) == 2
    champion = tournament.places[0][0]
    assert losses.get(champion, 0) < 2


async def nothing(_: object) -> None:
    """Show nothing."""


async def test_the_calendar_is_told_again_what_it_did_not_take(evening: Evening) -> None:
    evening.playground.faults.add(method="POST", route="/guilds/*/scheduled-events", status=403, code=50013)
    await evening.use(evening.people[0], "tournament create", name="Cup")
    await evening.settled()
    await evening.enter(*evening.people[:2])
    await evening.settled()
    (event,) = evening.playground.guild.events.values()
    assert event["name"] == "Cup"
