"""Games in a storm: Discord fails at random while two tables are played. Seeded; MUSBOT_LONG=1 for ten minutes.

Whatever happens, every click is answered that can be, no table is lost or stuck, every game ends with a record
that replays to its score, and nothing surprises the bot.

The storm is so many mishaps long, and the offline Discord's time stands still: whether a click was answered is
judged at the end, by what was tried, and not by how fast this machine is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import time
from collections import Counter
from collections.abc import Callable

import pytest

from musbot.bot import pauses
from musbot.bot.calls import messages
from musbot.game.record import read_record
from musbot.playground import (
    CannotDo,
    NotAnswered,
    Permission,
    Person,
    Playground,
    buttons_of,
    text_of,
)
from musbot.playground.interactions import Interaction
from musbot.playground.things import Channel
from tests.e2e.conftest import Rig
from tests.e2e.players import Players, mentioned, table_message

LONG = bool(os.environ.get("MUSBOT_LONG"))
SEEDS = range(1, 41) if LONG else range(1, 3)
MISHAPS = 300 if LONG else 60
"""How long each storm is; the games are played to their ends afterwards."""

CALLBACK = ("POST", "/interactions/*/*/callback")
BY_TOKEN = ("PATCH", "/webhooks/*")
FOLLOW_UP = ("POST", "/webhooks/*")
POST = ("POST", "/channels/*/messages")
EDIT = ("PATCH", "/channels/*/messages/*")
OPEN_DM = ("POST", "/users/@me/channels")

REFUSALS = {
    CALLBACK: [(404, 10062), (503, 0)],
    BY_TOKEN: [(404, 10015), (401, 50027), (404, 10008), (503, 0)],
    FOLLOW_UP: [(404, 10015), (403, 50013), (503, 0)],
    POST: [(403, 50013), (403, 50001), (404, 10003), (403, 160005), (503, 0), (500, 0), (403, 50007)],
    EDIT: [(403, 50001), (404, 10008), (400, 30046), (503, 0), (502, 0)],
    OPEN_DM: [(400, 40003), (403, 0), (503, 0)],
}
"""What Discord may answer to each call, and what a bot has to live with."""


@pytest.fixture(autouse=True)
def unhurried() -> None:
    """Not here: what the bot does when Discord is slow is tried."""


class Storm:
    """Lets things go wrong at random, one every few hundredths of a second."""

    def __init__(self, playground: Playground, channels: list[Channel], rng: random.Random) -> None:
        self.playground = playground
        self.channels = channels
        self.rng = rng
        self.happened: Counter[str] = Counter()
        self._reconnected = float("-inf")
        self._mischief: list[tuple[Callable[[], None], int]] = [
            (self.refuse, 8),
            (self.delay, 3),
            (self.drop, 4),
            (self.rate_limit, 3),
            (self.close_messages, 2),
            (self.revoke, 2),
            (self.give_back, 3),
            (self.delete_message, 2),
            (self.reconnect, 1),
        ]

    async def rage(self) -> None:
        """Let things go wrong, one after the other, then mend them all."""
        each, weights = zip(*self._mischief, strict=True)
        for _ in range(MISHAPS):
            mischief = self.rng.choices(each, weights)[0]
            self.happened[mischief.__name__] += 1
            mischief()
            await asyncio.sleep(self.rng.uniform(0.005, 0.06))
        self.playground.faults.clear()
        self.give_back()
        for person in self.playground.people:
            person.dms_open = True

    def refuse(self) -> None:
        route = self.rng.choice(list(REFUSALS))
        status, code = self.rng.choice(REFUSALS[route])
        self._add(route, status=status, code=code)

    def delay(self) -> None:
        self._add(self.rng.choice(list(REFUSALS)), delay=self.rng.uniform(0.05, 0.8))

    def drop(self) -> None:
        self._add(self.rng.choice(list(REFUSALS)), drop=self.rng.choice(("before", "after")))

    def rate_limit(self) -> None:
        retry_after = self.rng.choice((0.02, 0.1, 0.4))
        self._add(self.rng.choice(list(REFUSALS)), status=429, retry_after=retry_after)

    def close_messages(self) -> None:
        person = self.rng.choice(self.playground.people)
        person.dms_open = not person.dms_open

    def revoke(self) -> None:
        denied = self.rng.choice((Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL, Permission.ATTACH_FILES))
        self.playground.overwrite(self.rng.choice(self.channels), deny=denied)

    def give_back(self) -> None:
        for channel in self.channels:
            self.playground.overwrite(channel)

    def delete_message(self) -> None:
        channel = self.rng.choice(self.channels)
        shown = [message for message in channel.messages.values() if buttons_of(message)]
        if shown and "🏆" not in text_of(shown[-1]):
            self.playground.delete_message(shown[-1])

    def reconnect(self) -> None:
        # Not while the bot is still coming back: Discord does not do that either.
        if time.monotonic() - self._reconnected > 1.0:
            self._reconnected = time.monotonic()
            self.playground.gateway.ask_to_reconnect()

    def _add(self, route: tuple[str, str], **fault: object) -> None:
        self.playground.faults.add(method=route[0], route=route[1], **fault)  # type: ignore[arg-type]


class Stubborn(Players):
    """People who go on playing, whatever happens, and ask how the table stands where they see nothing."""

    def __init__(
        self, playground: Playground, people: list[Person], rng: random.Random, channel: Channel
    ) -> None:
        super().__init__(playground, people, rng)
        self.channel = channel
        self.unanswered: list[int] = []
        """The interactions that were not answered."""
        self.told: Counter[str] = Counter()

    @property
    def is_over(self) -> bool:
        return any("🏆" in text_of(message) for message in self.channel.messages.values())

    async def play_on(self, until: Callable[[], bool]) -> None:
        """Play until something is so, or the match is over."""
        while not until() and not self.is_over:
            try:
                await self.one_turn()
            except NotAnswered as silence:
                self.unanswered.append(silence.answer.interaction_id)
            except (CannotDo, AssertionError):  # what was to be clicked has gone meanwhile
                await asyncio.sleep(0.01)

    async def one_turn(self) -> None:
        """Do something that the screen offers; look around where it offers nothing."""
        message = table_message(self.people[0], self.channel)
        waiting = mentioned(message, self.people) if message is not None else []
        anyone = self.rng.choice(self.people)
        if message is None or not waiting or self.rng.random() < 0.03:
            command = self.rng.choice(("mus score", "mus hand"))
            answer = await anyone.slash(command, self.channel)
            self.answers.append(answer)
            await asyncio.sleep(0.02)
        elif self.rng.random() < 0.05:
            self.answers.append(await anyone.click(message, label="My hand"))
        else:
            await self.turn()
        for answer in self.answers[-2:]:
            if answer.ephemeral and answer.text:
                self.told[answer.text.split("\n")[0][:50]] += 1

    async def message(self, patience: float = 60.0) -> object:  # type: ignore[override]
        """Return the table message of this channel."""
        return table_message(self.people[0], self.channel)


def left_alone(playground: Playground, interaction_ids: list[int]) -> list[str]:
    """Return the interactions that were not answered although they could have been, with all that was tried.

    What Discord refused as unknown cannot be answered, nor what was lost more than once.
    """
    found = []
    for number in interaction_ids:
        interaction = playground.desk.by_id[number]
        calls_made = playground.transcript.calls("POST", f"/interactions/{number}/*/callback")
        tried = [call.status for call in calls_made]
        if interaction.callback is None and 404 not in tried and len(tried) < 2:
            found.append(f"{interaction.name or interaction.data['custom_id']}: {tried}")
    return found


def never_concluded(playground: Playground) -> list[Interaction]:
    """Return the commands that were acknowledged in time and whose answer Discord refused afterwards."""
    return [
        interaction
        for interaction in playground.desk.open
        if interaction.status == "thinking"
        and any(
            call.status != 200
            for call in playground.transcript.calls("PATCH", f"/webhooks/*/{interaction.token}/*")
        )
    ]


def ends_that_were_lost(playground: Playground) -> int:
    """Return how often the end of a game was posted where the bot could not learn that it was.

    A message that follows an answer has no nonce by which Discord would know it again: the end is told once more,
    rather than perhaps not at all.
    """
    posted = playground.transcript.calls("POST", "/webhooks/*", status=0)
    return sum("🏆" in str(call.payload) for call in posted)


async def at_rest(rig: Rig) -> None:
    """Wait until the bot is done; it is not waited for what cannot be answered any more."""
    for _ in range(20):
        with contextlib.suppress(TimeoutError):
            await rig.playground.settled(within=3.0)
            break
        rig.playground.desk.open.difference_update(never_concluded(rig.playground))
    await rig.settled()


async def sit_down(people: list[Person], channel: Channel) -> None:
    """Open a table in a channel and let three others join it, in good weather."""
    await people[0].slash("mus open", channel, target=30)
    for person in people[1:]:
        await person.click(label="Join", channel=channel)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_two_games_in_a_storm(
    rig: Rig, seed: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pauses, "TRY_AGAIN_AFTER", (0.3,) * 1_000)
    monkeypatch.setattr(messages, "PATIENTLY", (0.05, 0.2))
    rng = random.Random(seed)
    playground = rig.playground
    now = time.time()
    playground.realm.clock = lambda: now
    monkeypatch.setattr(rig.bot.arrivals, "_clock", playground.realm.now)
    channels = [playground.channel(), playground.add_channel("side")]
    others = [playground.add_person(name) for name in ("Eneko", "Fermín", "Garazi", "Haizea")]
    parties = [rig.people, others]
    for people, channel in zip(parties, channels, strict=True):
        await sit_down(people, channel)
    await rig.settled()

    storm = Storm(playground, channels, rng)
    tables = [
        Stubborn(playground, people, random.Random(rng.random()), channel)
        for people, channel in zip(parties, channels, strict=True)
    ]
    raging = asyncio.create_task(storm.rage())
    await asyncio.gather(*(table.play_on(raging.done) for table in tables))
    await raging
    await asyncio.gather(*(table.play_on(lambda: False) for table in tables))
    await at_rest(rig)

    unanswered = [interaction for table in tables for interaction in table.unanswered]
    print(
        f"seed {seed}: {dict(storm.happened)}; {sum(len(t.answers) for t in tables)} clicks answered, "
        f"{len(unanswered)} could not be; {sum(playground.transcript.statuses.values())} calls"
    )
    assert left_alone(playground, unanswered) == []
    for number, table in enumerate(tables, 1):
        (game,) = await rig.store.games_of_table(number)
        assert read_record(game.record).match.scores == game.scores
        _, events = await rig.store.load(number)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert not rig.bot.stage.pauses.is_paused(number)
        ends = sum("🏆" in text_of(message) for message in table.channel.messages.values())
        assert 1 <= ends <= 1 + ends_that_were_lost(playground)
    surprises = [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.ERROR and "reconnect" not in record.getMessage()
    ]
    assert surprises == []
