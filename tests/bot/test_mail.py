"""Direct messages: closed doors, new conversations, hands before reminders. B2, B3, B6, B9."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord.http import Route

from musbot.bot.calls import DmClosed, DmLater, Unreachable
from musbot.bot.calls.errors import Code
from musbot.bot.lately import Lately
from musbot.bot.layout import Letter, text
from musbot.bot.mail import ASKED_AFTER, Mail, Posted
from musbot.bot.weather import Breaker, Turnstile
from musbot.store import Store
from tests.bot.test_calls import refusal

LETTER = Letter((text("Kaixo"),))


class Discord:
    """As much of Discord as direct messages need. Channel numbers are the person's and a thousand."""

    def __init__(self) -> None:
        self.opened: list[int] = []
        self.sent: list[int] = []
        self.closed: set[int] = set()
        self.too_fast = False
        self.gone: set[int] = set()

    async def create_dm(self, person: discord.Object) -> Any:
        if self.too_fast:
            raise refusal(Code.OPENING_DMS_TOO_FAST, 400)
        self.opened.append(person.id)
        await asyncio.sleep(0)
        return MagicMock(id=person.id + 1_000)

    @property
    def http(self) -> Any:
        async def request(route: Route, **_: object) -> Any:
            channel_id = int(route.channel_id or 0)
            await asyncio.sleep(0)
            if channel_id in self.gone:
                self.gone.discard(channel_id)
                raise refusal(Code.UNKNOWN_CHANNEL, 404)
            if channel_id - 1_000 in self.closed:
                raise refusal(Code.CANNOT_DM)
            self.sent.append(channel_id - 1_000)
            return {"id": str(channel_id + 5)}

        return MagicMock(request=request)


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    async with await Store.open(database) as store:
        yield store


@pytest.fixture
def there() -> Discord:
    return Discord()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def mail(store: Store, there: Discord, clock: Clock) -> Mail:
    client: Any = there
    return Mail(client, store, Breaker(), Turnstile(burst=3, every=0.01), clock)


async def test_a_conversation_is_opened_once_and_kept(mail: Mail, store: Store, there: Discord) -> None:
    assert await mail.post(1, LETTER, urgent=True) == Posted(1_001, 1_006)
    await asyncio.gather(*(mail.post(1, LETTER, urgent=True) for _ in range(5)))
    assert there.opened == [1]

    after_a_restart = Mail(there, store, Breaker())  # type: ignore[arg-type]
    await after_a_restart.post(1, LETTER, urgent=True)
    assert there.opened == [1]
    assert len(there.sent) == 7


async def test_two_tables_at_once_open_one_conversation(mail: Mail, there: Discord) -> None:
    await asyncio.gather(*(mail.post(1, LETTER, urgent=True) for _ in range(4)))
    assert there.opened == [1]
    assert there.sent == [1] * 4
    assert mail._opening == {}


async def test_a_closed_door_is_not_knocked_at_again(
    mail: Mail, store: Store, there: Discord, clock: Clock
) -> None:
    there.closed.add(1)
    with pytest.raises(DmClosed):
        await mail.post(1, LETTER, urgent=True)
    there.closed.clear()
    assert mail.is_closed(1)
    for other_mail in (mail, Mail(there, store, Breaker(), clock=clock)):  # type: ignore[arg-type]
        with pytest.raises(DmClosed):
            await other_mail.post(1, LETTER, urgent=True)
    assert there.sent == []
    assert not await mail.asked(1), "a moment ago"

    clock.now += ASKED_AFTER
    assert await mail.asked(1)
    assert not mail.is_closed(1)
    await mail.post(1, LETTER, urgent=True)
    assert there.sent == [1]
    assert there.opened == [1]
    assert not await mail.asked(1), "there is nothing to try again"


async def test_who_asks_on_purpose_need_not_wait(mail: Mail, there: Discord) -> None:
    there.closed.add(1)
    with pytest.raises(DmClosed):
        await mail.post(1, LETTER, urgent=True)
    assert await mail.asked(1, at_once=True)
    assert not await mail.asked(2, at_once=True), "nobody who was never written to"


async def test_too_many_new_conversations_close_nobody_s_door(mail: Mail, there: Discord) -> None:
    there.too_fast = True
    with pytest.raises(DmLater):
        await mail.post(1, LETTER, urgent=True)
    assert not mail.is_closed(1)
    there.too_fast = False
    await mail.post(1, LETTER, urgent=True)


async def test_a_conversation_that_is_gone_is_opened_anew(mail: Mail, there: Discord) -> None:
    await mail.post(1, LETTER, urgent=True)
    there.gone.add(1_001)
    await mail.post(1, LETTER, urgent=True)
    assert there.opened == [1, 1]


async def test_hands_go_before_reminders_where_conversations_are_opened(mail: Mail, there: Discord) -> None:
    reminders = [asyncio.create_task(mail.post(person, LETTER, urgent=False)) for person in range(1, 21)]
    await asyncio.sleep(0.005)
    hands = [asyncio.create_task(mail.post(person, LETTER, urgent=True)) for person in range(101, 111)]
    await asyncio.gather(*hands)
    assert sum(not reminder.done() for reminder in reminders) >= 14, "no hand waited for them"
    await asyncio.gather(*reminders)
    assert len(there.opened) == 30


async def test_reminders_to_people_known_do_not_fill_the_line(
    mail: Mail, store: Store, there: Discord
) -> None:
    for person in range(1, 30):
        await store.people.set_dm(person, person + 1_000)
    reminders = [asyncio.create_task(mail.post(person, LETTER, urgent=False)) for person in range(1, 30)]
    await mail.post(5, LETTER, urgent=True)
    assert sum(reminder.done() for reminder in reminders) < 10
    await asyncio.gather(*reminders)


async def test_while_the_breaker_is_open_nothing_is_sent(store: Store, there: Discord) -> None:
    breaker = Breaker(limit=1)
    mail = Mail(there, store, breaker)  # type: ignore[arg-type]
    breaker.note(403)
    with pytest.raises(Unreachable):
        await mail.post(1, LETTER, urgent=True)
    assert there.opened == []
    assert not mail.is_closed(1)


async def test_a_bot_that_stops_waits_for_nobody_s_door(store: Store, there: Discord) -> None:
    mail = Mail(there, store, Breaker(), Turnstile(1, 60))  # type: ignore[arg-type]
    await mail.post(1, LETTER, urgent=True)
    waiting = asyncio.create_task(mail.post(2, LETTER, urgent=True))
    await asyncio.sleep(0.02)
    mail.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting


def test_of_what_was_noted_lately_the_oldest_goes() -> None:
    noted: Lately[str, int] = Lately(2)
    noted["Ane"] = 1
    noted["Carla"] = 2
    noted["Ane"] = 3
    noted["Dani"] = 4

    assert dict(noted) == {"Ane": 3, "Dani": 4}
