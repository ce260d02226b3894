"""Evenings of tournaments, from the announcement to the podium: people press what they see, AI players of known
strength are the others, somebody does not come, somebody leaves, a result is corrected, and the bot dies."""

from __future__ import annotations

import contextlib
import io
import random
import time
import zipfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import discord
import pytest

from musbot.bot.client import MusBot
from musbot.bot.tournament import live as showing
from musbot.club.tournament import Meeting, Tournament
from musbot.game.record import read_record
from musbot.playground import Answer, Channel, Message, Person, Playground, buttons_of, text_of
from musbot.store import Store
from musbot.table import Chance
from tests.e2e.conftest import running_bot
from tests.e2e.players import Players
from tests.table.players import chance


@dataclass
class Clock:
    """A clock that can be set on."""

    ahead: float = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@dataclass
class Evening:
    """A server on a tournament evening; the bot can die and come back."""

    playground: Playground
    store: Store
    clock: Clock
    people: list[Person]
    chance: Chance
    stack: contextlib.AsyncExitStack
    bot: MusBot = field(init=False)
    answers: list[Answer] = field(default_factory=list)

    async def start(self) -> None:
        """Start a bot on what the store holds."""
        running = running_bot(self.playground, self.store, self.chance, self.clock)
        self.bot = await self.stack.enter_async_context(running)
        await self.bot.tournaments.restored.wait()
        await self.settled()

    async def die(self) -> None:
        """Let the bot be gone at this instant: nothing is finished, nobody is told."""
        for task in self.bot._background:
            task.cancel()
        self.bot.tournaments.live.close()
        self.bot.stage.close()
        await discord.AutoShardedClient.close(self.bot)

    @property
    def ane(self) -> Person:
        return self.people[0]

    async def settled(self) -> None:
        """Wait until everything is shown."""
        await self.playground.settled()
        await self.bot.quiet()
        await self.playground.settled()

    async def later(self, seconds: float = 0.0) -> Tournament:
        """Let time pass, and what is due happen and be shown."""
        self.clock.ahead += seconds
        await self.bot.tournaments.runner.sweep()
        await self.settled()
        return await self.now()

    async def now(self, number: int = 1) -> Tournament:
        return (await self.bot.tournaments.desk.load(number)).tournament

    async def until(self, holds: Callable[[Tournament], bool]) -> Tournament:
        """Let time pass until something holds; AI players play meanwhile."""
        for _ in range(60):
            tournament = await self.later()
            if holds(tournament):
                return tournament
            self.clock.ahead += 20
        raise AssertionError("it does not come to that")

    async def press(self, person: Person, label: str, message: Message | None = None) -> Message:
        """Press a button; return the message of the answer."""
        answer = await person.click(message or self.message(), label=label)
        await answer.finished()
        self.answers.append(answer)
        assert answer.message is not None
        return answer.message

    async def use(self, person: Person, command: str, **options: object) -> Message:
        """Use a command; return the message of the answer."""
        answer = await person.slash(command, **options)
        await answer.finished()
        assert answer.message is not None
        return answer.message

    def message(self) -> Message:
        """The one message of the tournament."""
        (pinned,) = [each for each in self.ane.sees() if "🏆" in text_of(each) and self.is_one(each)]
        return pinned

    def is_one(self, message: Message) -> bool:
        ids = {button.custom_id for button in buttons_of(message)}
        return bool(ids & {"tour:1:host", "tour:1:records"})

    async def enter(self, one: Person, other: Person) -> None:
        """Let a pair enter from the message, the partner by the button in the channel."""
        asked = await self.press(one, "Enter")
        answer = await one.select(asked, None, [str(other.id)])
        await answer.finished()
        await self.settled()
        await (await other.click(label="Accept")).finished()

    async def fill(self, *levels: str) -> None:
        """Let AI players fill the places that a good tournament wants."""
        for level in levels:
            asked = await self.press(self.ane, "Fill with AI", await self.press(self.ane, "Host"))
            await (await self.ane.select(asked, None, [level])).finished()

    async def host(self, label: str) -> Message:
        """Press a button of the panel."""
        return await self.press(self.ane, label, await self.press(self.ane, "Host"))

    async def meeting(self, person: Person) -> Meeting:
        found = (await self.now()).meeting_of(person.id)
        assert found is not None
        return found

    async def sit(self, *people: Person) -> Channel:
        """Let people go to their table, by the way that the bot shows them; return where it is played."""
        for person in people:
            shown = await self.press(person, "My table")
            (way,) = [each.url for each in buttons_of(shown) if each.url]
            channel, message = way.rsplit("/", 2)[1:]
            lobby = next(each for each in person.sees() if str(each.id) == message)
            assert str(lobby.channel_id) == channel
            await person.click(lobby, label="Join")
        await self.settled()
        table_id = (await self.meeting(people[0])).table_id
        assert table_id is not None
        row = await self.store.table(table_id)
        assert row is not None
        assert row.message_channel_id is not None
        return self.playground.world.channels[row.message_channel_id]

    async def play(self, *people: Person) -> None:
        """Let people play their table to its end."""
        channel = await self.sit(*people)
        players = Players(self.playground, people, random.Random(7), channel)
        players.calm = True
        await players.play()
        await self.later()


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr(showing, "EDITED_EVERY", 0.05)
    async with contextlib.AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground())
        store = await stack.enter_async_context(await Store.open(str(tmp_path / "musbot.db")))
        people = [playground.person(name) for name in ("Ane", "Beñat", "Carla", "Dani")]
        found = Evening(playground, store, Clock(), people, chance(3), stack)
        await found.start()
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


def called(person: Person) -> list[Message]:
    """The messages that call people to their tables."""
    return [each for each in person.sees() if "**Table " in text_of(each)]


async def nothing(_: object) -> None:
    """Show nothing."""
