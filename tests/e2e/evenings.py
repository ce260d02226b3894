"""A server on a tournament evening: people who press what they see, a clock that is set on, a bot that can die."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import discord

from musbot.bot.client import MusBot
from musbot.club.tournament import Meeting, Tournament
from musbot.playground import Answer, Channel, Message, Person, Playground, buttons_of, text_of
from musbot.store import Store
from musbot.table import Chance
from tests.e2e.conftest import LONG, running_bot
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
        self.bot.tournaments.desk.rng = lambda: random.Random(5)  # the first two pairs do not meet at once
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

    async def shown(self, holds: Callable[[], bool], patience: float = LONG) -> None:
        """Wait until people see something that comes in its own time."""
        async with asyncio.timeout(patience):
            while not holds():
                await self.settled()
                await asyncio.sleep(0.01)

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


@contextlib.asynccontextmanager
async def an_evening(database: str) -> AsyncIterator[Evening]:
    """Open a server with four people, and start a bot there."""
    async with contextlib.AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground())
        store = await stack.enter_async_context(await Store.open(database))
        people = [playground.person(name) for name in ("Ane", "Beñat", "Carla", "Dani")]
        found = Evening(playground, store, Clock(), people, chance(3), stack)
        await found.start()
        yield found


def called(person: Person) -> list[Message]:
    """The messages that call people to their tables."""
    return [each for each in person.sees() if "**Table " in text_of(each)]
