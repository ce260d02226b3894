"""Clocks and people who go away, as everybody sees them; the time is moved by the test.

The letters are the rows of reports about other bots that each test answers.
"""

from __future__ import annotations

import asyncio
import random
import time as real_time
from collections.abc import AsyncIterator

import pytest

from musbot.playground import Message, Person, Playground, buttons_of, text_of
from musbot.store import Store
from tests.e2e.conftest import NAMES, Rig, running_bot
from tests.e2e.players import mentioned, table_message

DAY = 86_400


class Time:
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = float(round(real_time.time()))

    def __call__(self) -> float:
        return self.now


class Club(Rig):
    """A server with four people and the bot, whose time the test moves."""

    time: Time

    async def passes(self, seconds: float) -> None:
        """Let time pass, and what is due be done and shown."""
        self.time.now += seconds
        await self.bot.clocks.sweeper.sweep()
        await self.settled()

    def turn(self) -> tuple[Message, list[Person]]:
        """Return the table message, and the people whose turn it is."""
        message = table_message(self.ane)
        assert message is not None
        return message, mentioned(message, self.people)

    async def goes_away(self, person: Person) -> None:
        """Let a person miss decisions, the others speaking in time, until an AI player has the seat."""
        for _ in range(60):
            message, waiting = self.turn()
            if f"plays for {person.name}" in text_of(message):
                return
            if waiting == [person]:
                await self.passes(30)
                continue
            labels = [button.label for button in buttons_of(message)]
            word = next(label for label in ("Agree", "No mus", "Hold", "Pass") if label in labels)
            await waiting[0].click(message, label=word)
            await self.settled()
        raise AssertionError(f"{person.name} never went away")


@pytest.fixture
async def club(database: str) -> AsyncIterator[Club]:
    time = Time()
    async with (
        Playground() as playground,
        await Store.open(database) as store,
        running_bot(playground, store, clock=time) as bot,
    ):
        club = Club(playground, bot, store, *(playground.person(name) for name in NAMES))
        club.time = time
        yield club


def turn_line(message: Message) -> str:
    return next(line for line in text_of(message).splitlines() if line.startswith("▶"))


def labels(message: Message) -> list[str]:
    return [button.label for button in buttons_of(message)]


async def test_d7_the_lobby_names_the_clock_and_the_table_counts_down(club: Club) -> None:
    opened = await club.ane.slash("mus open", clock="1 min")
    assert "1 min for each decision" in opened.text
    for person in club.people[1:]:
        await person.click(label="Join")
    await club.settled()
    message, (person,) = club.turn()
    assert f"<t:{club.time.now + 60:.0f}:R>" in turn_line(message)

    club.time.now += 20
    await person.click(message, label="No mus")

    assert f"<t:{club.time.now + 60:.0f}:R>" in turn_line(message), "each decision has its own time"


async def test_without_a_clock_nothing_is_counted_down(club: Club) -> None:
    await club.open_and_fill(clock="off")
    message, _ = club.turn()
    before = text_of(message)
    assert "<t:" not in before

    await club.passes(29 * DAY)

    assert text_of(message) == before


async def test_n2_n3_a_ping_at_half_time_once_and_to_nobody_else(club: Club) -> None:
    await club.open_and_fill(clock="2 min")
    message, (person,) = club.turn()
    await club.passes(59)
    assert club.ane.last() is message

    for seconds in (1, 5, 20):
        await club.passes(seconds)

    reminders = [each for each in club.ane.sees() if "waits for you" in text_of(each)]
    assert len(reminders) == 1
    assert set(reminders[0].pinged.users) == {person.id}
    assert f"<t:{club.time.now + 35:.0f}:t>" in text_of(reminders[0])
    (way,) = buttons_of(reminders[0])
    assert str(message.id) in (way.url or "")


async def test_a_reminder_leaves_the_channel_when_its_player_has_spoken(club: Club) -> None:
    await club.open_and_fill(clock="2 min")
    message, (person,) = club.turn()
    await club.passes(60)
    reminder = club.ane.last()
    assert "waits for you" in text_of(reminder)

    await person.click(message, label="Mus")
    await club.settled()

    assert reminder.deleted
    message, (other,) = club.turn()
    await club.passes(60)
    again = club.ane.last()
    assert set(again.pinged.users) == {other.id}
    assert not again.deleted
    await club.passes(60)
    assert again.deleted, "their time is over"


async def test_a_reminder_that_somebody_deleted_stops_nothing(club: Club) -> None:
    await club.open_and_fill(clock="2 min")
    message, (person,) = club.turn()
    await club.passes(60)
    (reminder,) = (each for each in club.ane.sees() if "waits for you" in text_of(each))
    await club.bot.http.delete_message(reminder.channel_id, reminder.id)

    await person.click(message, label="Mus")
    await club.settled()

    assert club.turn()[1] != [person]


async def test_who_wants_no_pings_is_not_reminded(club: Club) -> None:
    for person in club.people:
        await person.slash("mus pings", on=False)
    await club.open_and_fill(clock="30 s")
    message, _ = club.turn()

    await club.passes(15)

    assert club.ane.last() is message


async def test_d1_d7_time_runs_out_and_everyone_sees_that_the_clock_spoke(club: Club) -> None:
    await club.open_and_fill(clock="30 s")
    message, (person,) = club.turn()

    await club.passes(30)

    assert f"{person.name}: no mus! ⏱" in text_of(message)
    assert "Hold" in labels(message)
    late = await person.click(message, label="Hold")
    assert late.acknowledged


async def test_d7_d8_after_two_misses_an_ai_player_plays_and_im_back_gives_the_seat_back(club: Club) -> None:
    await club.open_and_fill(clock="30 s")
    _, (person,) = club.turn()
    await club.goes_away(person)
    message, _ = club.turn()
    assert "I'm back" in labels(message)
    stranger = next(each for each in club.people if each is not person)
    assert "have a seat" in (await stranger.click(message, label="I'm back")).text

    back = await person.click(message, label="I'm back")
    await club.settled()

    assert back.acknowledged
    assert f"plays for {person.name}" not in text_of(message)
    assert "I'm back" not in labels(message)
    hand = await person.slash("mus hand")
    assert "Your hand" in hand.text


async def test_d8_join_gives_the_seat_back_and_another_person_waits_ten_minutes(club: Club) -> None:
    eneko = club.playground.add_person("Eneko")
    await club.open_and_fill(clock="30 s")
    _, (person,) = club.turn()
    await club.goes_away(person)

    kept = await eneko.slash("mus join")
    assert kept.ephemeral
    assert "kept for its owner" in kept.text
    assert "sit at table 1" in (await person.slash("mus join")).text
    await club.settled()
    assert f"plays for {person.name}" not in text_of(club.turn()[0])


async def test_d2_a_substitute_takes_the_place_of_who_left(club: Club) -> None:
    eneko = club.playground.add_person("Eneko")
    await club.open_and_fill(clock="5 min")
    await club.carla.slash("mus leave")
    await club.settled()
    assert "`/mus join`" in text_of(club.turn()[0])

    await eneko.slash("mus join")
    await club.settled()

    assert "Ane + Eneko" in text_of(club.turn()[0])
    assert "sits there already" in (await club.carla.slash("mus join", table=1)).text


async def test_d11_a_deserted_game_is_closed_with_a_word(club: Club) -> None:
    await club.ane.slash("mus open", clock="30 s")
    await club.ane.click(label="Fill with AI")
    await club.settled()
    for _ in range(2):
        await club.passes(30)
    message, waiting = club.turn()
    assert waiting == [club.ane], "nobody takes the seat of the only person"

    await club.passes(DAY)

    async with asyncio.timeout(5):
        # A message that was edited a moment ago waits a second for its next edit.
        while "everybody was away" not in text_of(message):  # noqa: ASYNC110 - the offline Discord has no event
            await asyncio.sleep(0.01)
    assert not buttons_of(message)
    assert await club.store.live_tables() == []


async def test_d3_the_others_remove_a_player_by_a_button(club: Club) -> None:
    await club.open_and_fill(clock="off")
    asked = await club.ane.slash("mus remove", player=club.dani)
    assert asked.message is not None
    assert "1 of 3" in asked.text
    refused = await club.dani.click(asked.message, label="Remove")
    assert refused.ephemeral
    await club.benat.click(asked.message, label="Remove")
    await club.benat.click(asked.message, label="Remove")
    assert "2 of 3" in text_of(asked.message)

    await club.carla.click(asked.message, label="Remove")
    await club.settled()

    assert "was removed" in text_of(asked.message)
    assert not buttons_of(asked.message)
    assert "Dani" not in text_of(club.turn()[0])
    assert "removed you" in (await club.dani.slash("mus join", table=1)).text
    again = await club.benat.click(asked.message, custom_id="mus:1:4:vote", hostile=True)
    assert "moment has passed" in again.text


async def test_d5_a_player_who_left_the_server_is_removed_too(club: Club) -> None:
    await club.open_and_fill(clock="off")
    club.dani.leave()
    for person in club.people[:3]:
        answer = await person.slash("mus remove", player=club.dani)

    assert "was removed" in answer.text


@pytest.mark.parametrize("seat", [0, 1, 5, 99_999])
async def test_a_hostile_vote_does_nothing(club: Club, seat: int) -> None:
    await club.open_and_fill(clock="off")
    message, _ = club.turn()
    before = text_of(message)

    answer = await club.benat.click(message, custom_id=f"mus:1:{seat}:vote", hostile=True)

    assert answer.ephemeral
    assert text_of(message) == before


async def test_d14_a_stale_lobby_is_closed_with_a_word(club: Club) -> None:
    opened = await club.ane.slash("mus open")
    assert opened.message is not None

    await club.passes(DAY)

    assert "nobody came for a day" in text_of(opened.message)
    assert not buttons_of(opened.message)
    assert (await club.ane.slash("mus open")).message is not None, "nobody is stuck"


async def test_d12_d14_who_plays_elsewhere_is_led_there_and_can_leave_there(club: Club) -> None:
    first = await club.ane.slash("mus open", clock="5 min")
    assert first.message is not None
    second = await club.benat.slash("mus open", clock="30 s")
    refused = await club.ane.click(second.message, label="Join")
    assert refused.ephemeral
    assert f"/{first.message.id})" in refused.text
    again = await club.ane.slash("mus open", clock="1 min")
    assert "table 1" in again.text

    await club.ane.click(again.message, label="Leave it")
    await club.settled()

    assert "closed" in text_of(first.message)
    await club.ane.click(second.message, label="Join")
    assert second.message is not None
    assert "Ane" in text_of(second.message)


async def test_d12_slow_tables_may_be_many(club: Club) -> None:
    for clock in ("5 min", "1 day", "off"):
        assert (await club.ane.slash("mus open", clock=clock)).message is not None


async def test_d3_f4_a_click_and_the_time_out_at_the_same_instant(club: Club) -> None:
    """Twenty times: one word is said, the click is answered, and what is shown is what happened."""
    rng = random.Random(5)
    await club.open_and_fill(clock="30 s")
    outcomes = set()
    for _ in range(20):
        message, waiting = club.turn()
        offered = labels(message)
        if len(waiting) != 1 or "Discard" in offered:
            await club.passes(30)
            continue
        seq = await club.store.last_seq(1)
        word = next(label for label in ("Agree", "No mus", "Hold", "Pass") if label in offered)
        club.time.now += 30
        sweeping = asyncio.create_task(later(rng.random() * 0.004, club.bot.clocks.sweeper.sweep))
        answer = await waiting[0].click(message, label=word)
        await sweeping
        await club.settled()
        assert answer.acknowledged
        _, events = await club.store.load(1)
        said = [event for event in events[seq:] if event.kind == "acted"]
        seat = said[0].data["line"].split()[0]
        assert (
            sum(event.data["line"].split()[0] == seat for event in said if "sign" not in event.data["line"])
            == 1
        )
        by_clock = said[0].data.get("by") == "clock"
        assert answer.ephemeral is by_clock, "who was too late is told so"
        outcomes.add(by_clock)
    assert outcomes, "there was a word to be said"


async def later(seconds: float, work: object) -> None:
    await asyncio.sleep(seconds)
    assert callable(work)
    await work()


async def test_e9_a_message_that_was_deleted_is_posted_again_when_time_runs_out(club: Club) -> None:
    await club.open_and_fill(clock="30 s")
    message, (person,) = club.turn()
    club.playground.delete_message(message)
    await club.settled()

    await club.passes(30)

    again, _ = club.turn()
    assert again.id != message.id
    assert f"{person.name}: no mus! ⏱" in text_of(again)


async def test_e9_clocks_go_on_after_a_restart(database: str) -> None:
    time = Time()
    async with Playground() as playground, await Store.open(database) as store:
        people = [playground.person(name) for name in NAMES]
        async with running_bot(playground, store, clock=time) as bot:
            first = Club(playground, bot, store, *people)
            await first.open_and_fill(clock="5 min")
            message, (person,) = first.turn()
            line = turn_line(message)
        time.now += 240
        async with running_bot(playground, store, clock=time) as bot:
            club = Club(playground, bot, store, *people)
            club.time = time
            await club.settled()
            assert turn_line(message) == line, "the same moment, counted down to as before"

            await club.passes(60)

            assert f"{person.name}: no mus! ⏱" in text_of(message)
