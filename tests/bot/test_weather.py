"""Counting refusals, clicks and late arrivals: I2, I4, I5, A3, A5, B6, B9."""

from __future__ import annotations

import asyncio
import logging

import pytest

from musbot.bot.weather import Arrivals, Breaker, Throttle, Turnstile, Verdict


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_five_thousand_invalid_answers_in_ten_minutes_open_the_breaker(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    breaker = Breaker(clock=clock)
    for status in (200, 204, 400, 404, 500, 503):
        breaker.note(status)
    assert breaker.count == 0
    for number in range(5_000):
        assert not breaker.is_open
        breaker.note((401, 403, 429)[number % 3])
        clock.now += 0.05
    assert breaker.is_open
    breaker.note(403)
    assert [record.levelno for record in caplog.records] == [logging.ERROR], "said once"

    clock.now += 601
    assert not breaker.is_open
    assert breaker.count == 0
    assert breaker.total == 5_001


def test_refusals_spread_over_hours_do_not_add_up(clock: Clock) -> None:
    breaker = Breaker(clock=clock)
    for _ in range(50_000):
        breaker.note(403)
        clock.now += 1
    assert not breaker.is_open


def test_what_others_caused_does_not_count(clock: Clock) -> None:
    breaker = Breaker(limit=1, clock=clock)
    breaker.note(429, shared=True)
    assert not breaker.is_open


def test_a_block_by_cloudflare_is_waited_out(clock: Clock) -> None:
    breaker = Breaker(clock=clock)
    breaker.note(429, by_cloudflare=True)
    assert breaker.is_open
    clock.now += 299
    assert breaker.is_open
    clock.now += 2
    assert not breaker.is_open


def test_fifty_useless_clicks_are_answered_twenty_times_and_told_once(clock: Clock) -> None:
    throttle = Throttle(clock=clock)
    verdicts = [throttle.take(7) for _ in range(50)]
    assert verdicts.count(Verdict.PASS) == 20
    assert verdicts.count(Verdict.TELL) == 1
    assert verdicts.count(Verdict.IGNORE) == 29
    assert throttle.take(8) is Verdict.PASS, "others are answered"

    clock.now += 1
    assert throttle.take(7) is Verdict.PASS
    assert throttle.take(7) is Verdict.PASS
    assert throttle.take(7) is Verdict.IGNORE, "told a moment ago"
    clock.now += 60
    assert [throttle.take(7) for _ in range(22)][-2:] == [Verdict.TELL, Verdict.IGNORE]


def test_whoever_plays_may_click_as_fast_as_they_can(clock: Clock) -> None:
    throttle = Throttle(clock=clock)
    for _ in range(1_000):
        assert throttle.take(7) is Verdict.PASS
        throttle.give_back(7)


def test_a_crowd_is_forgotten_in_time(clock: Clock) -> None:
    throttle = Throttle(clock=clock)
    for person in range(30_000):
        throttle.take(person)
    assert len(throttle._people) == Throttle.MOST_PEOPLE


def test_the_same_interaction_twice_is_handled_once(clock: Clock) -> None:
    arrivals = Arrivals(clock=clock)
    assert arrivals.is_new(1, clock.now)
    assert not arrivals.is_new(1, clock.now)
    assert arrivals.twice == 1
    for number in range(2, 5_000):
        assert arrivals.is_new(number, clock.now)
    assert len(arrivals._seen) == 1_024


@pytest.mark.parametrize("skew", [0.0, 12.0, -12.0])
def test_a_late_interaction_is_left_alone_whatever_this_clock_shows(clock: Clock, skew: float) -> None:
    arrivals = Arrivals(clock=clock)
    assert arrivals.is_new(1, clock.now - skew - 0.1)
    assert arrivals.is_new(2, clock.now - skew - 2.4)
    assert not arrivals.is_new(3, clock.now - skew - 2.8)
    assert arrivals.late == 1


async def test_the_turnstile_lets_a_few_through_and_the_others_wait(clock: Clock) -> None:
    turnstile = Turnstile(3, 8, clock)
    passing = [asyncio.create_task(turnstile.pass_through(urgent=True)) for _ in range(8)]
    await asyncio.sleep(0)
    assert turnstile.waiting == 5
    clock.now += 7.5
    turnstile.turn()
    assert turnstile.waiting == 5, "one every eight seconds"
    clock.now += 0.5
    for left in (4, 3, 2, 1, 0):
        turnstile.turn()
        assert turnstile.waiting == left
        clock.now += 8
    await asyncio.gather(*passing)


async def test_the_turnstile_turns_by_itself() -> None:
    turnstile = Turnstile(burst=3, every=0.02)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await asyncio.gather(*(turnstile.pass_through(urgent=True) for _ in range(8)))
    assert loop.time() - began >= 5 * 0.02


async def test_the_urgent_goes_first_however_long_the_others_wait(clock: Clock) -> None:
    turnstile = Turnstile(1, 8, clock)
    order: list[str] = []

    async def one(name: str, urgent: bool) -> None:
        await turnstile.pass_through(urgent=urgent)
        order.append(name)

    reminders = [asyncio.create_task(one("reminder", False)) for _ in range(5)]
    await asyncio.sleep(0)
    hands = [asyncio.create_task(one("hand", True)) for _ in range(5)]
    await asyncio.sleep(0)
    while turnstile.waiting:
        clock.now += 8
        turnstile.turn()
    await asyncio.gather(*reminders, *hands)
    assert order == ["reminder"] + ["hand"] * 5 + ["reminder"] * 4


async def test_a_turnstile_that_is_closed_sends_everybody_away() -> None:
    turnstile = Turnstile(burst=1, every=60)
    await turnstile.pass_through(urgent=True)
    waiting = asyncio.create_task(turnstile.pass_through(urgent=True))
    given_up = asyncio.create_task(turnstile.pass_through(urgent=True))
    await asyncio.sleep(0)
    assert turnstile.waiting == 2
    given_up.cancel()
    turnstile.close()
    done = await asyncio.gather(waiting, given_up, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in done)
