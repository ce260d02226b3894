"""What is due and when: whatever people and hosts do, a tournament always waits for somebody, or for a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musbot.club.tournament import Format, Phase, Plan, Refused, Result, Tournament, commands, due
from musbot.club.tournament.events import Cancelled, Event, event_of
from tests.club.tournaments import HOST, person

NOON = 1_793_620_000.0
DAY = 86_400.0
MADRID = ZoneInfo("Europe/Madrid")


class Hall:
    """A tournament that is run without tables: some people come, some do not, somebody wins."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.rng = Random(seed)
        self.time = NOON
        self.tournament = Tournament(1)
        self.written: list[tuple[Event, float]] = []
        self.happen(commands.create(HOST, plan))

    def happen(self, events: Iterable[Event]) -> bool:
        events = list(events)
        for event in events:
            self.tournament.apply(event_of(event.kind, event.to_data()), self.time)
            self.written.append((event, self.time))
        return bool(events)

    def attempt(self, command: Callable[..., list[Event]], *args: Any) -> bool:
        """Do what may be refused."""
        try:
            return self.happen(command(self.tournament, *args))
        except Refused:
            return False

    def enter(self) -> None:
        number = 2 * len(self.tournament.entries) + 1
        if self.tournament.is_arena:
            self.attempt(commands.enter, person(number))
        elif self.attempt(commands.enter, person(number), number + 1):
            self.attempt(commands.accept, person(number + 1), len(self.tournament.entries))

    def serve(self) -> None:
        """Do what is due, as the runner does it."""
        for meeting in self.tournament.open_meetings:
            now, number = self.tournament, meeting.number
            if meeting.table_id is None:
                if self.time >= due.opens_at(now, meeting):
                    self.attempt(commands.open_table, number, 1000 + len(self.written))
            elif now.people_at(meeting) != meeting.people:
                self.attempt(commands.reseated, number, now.people_at(meeting))
            elif not (meeting.begun or meeting.called) and self.time >= due.calls_at(now, meeting):
                self.attempt(commands.called, meeting.table_id)
            elif not meeting.begun and self.time >= due.forfeits_at(now, meeting):
                self.attempt(commands.absent, number, self.rng.choice([meeting.one, meeting.entries]))
        while self.happen(due.follows(self.tournament, self.time, self.rng)):
            pass

    def play(self) -> None:
        """At some tables a match begins, ends, or is broken off."""
        for meeting in self.tournament.open_meetings:
            if meeting.table_id is None or self.rng.random() < 0.3:
                continue
            if not meeting.begun:
                self.attempt(commands.began, meeting.table_id)
            elif self.rng.random() < 0.1 and not meeting.lost:
                self.attempt(commands.table_lost, meeting.table_id)
            else:
                self.attempt(
                    commands.result, meeting.table_id, Result(self.rng.randrange(2), stones=(40, 12))
                )

    def disturb(self) -> None:
        """People and hosts do what comes to their minds."""
        rng, tournament = self.rng, self.tournament
        entries = list(tournament.entries.values())
        entry = rng.choice(entries)
        who = person(entry.people[0].person)
        match rng.randrange(11):
            case 0:
                self.attempt(commands.withdraw, who)
            case 1 | 2:
                self.attempt(commands.come_back, who)
            case 3:
                self.attempt(commands.re_pair, HOST)
            case 4 if tournament.meetings:
                meeting = rng.choice(list(tournament.meetings))
                self.attempt(commands.correct, HOST, meeting, Result(rng.randrange(2), stones=(40, 3)))
            case 5:
                newcomer = person(10_000 + len(self.written))
                self.attempt(commands.substitute, replace(HOST), who.person_id, newcomer)
                self.attempt(commands.substitute, person(entry.people[-1].person), who.person_id, newcomer)
            case 6 if rng.random() < 0.3:
                self.attempt(commands.remove, HOST, entry.number)
            case 7:
                self.attempt(commands.pause, HOST)
            case 8:
                self.enter()
            case 9 if tournament.meetings:
                for each in list(tournament.meetings)[-6:]:
                    self.attempt(commands.replay, HOST, each)
            case _:
                pass
        if tournament.paused and rng.random() < 0.7:
            self.attempt(commands.resume, HOST)


formats = st.sampled_from(list(Format))


@settings(max_examples=120)
@given(formats, st.integers(4, 24), st.integers(0, 2**32), st.integers(0, 4))
def test_whatever_happens_it_comes_to_its_end(format: Format, count: int, seed: int, rounds: int) -> None:
    hall = Hall(Plan("Thursday", format, starts_at=NOON + 60, rounds=rounds, bell=1200), seed)
    for _ in range(count):
        hall.enter()
    tournament = hall.tournament
    for step in range(2000):
        if tournament.is_over:
            break
        if step < 60 and tournament.is_playing:
            hall.disturb()
        hall.play()
        hall.serve()
        wake_at = due.wake_at(tournament)
        if tournament.paused:
            assert wake_at is None
            hall.attempt(commands.resume, HOST)
        elif wake_at is None:
            waits_for = [each for each in tournament.open_meetings if each.begun]
            assert waits_for, "it waits for nobody and for no time"
        hall.time = max(hall.time + 1, wake_at or 0) if hall.rng.random() < 0.8 else hall.time + 17
    assert tournament.phase is Phase.FINISHED or tournament.put_off == due.MOST_PUT_OFF
    # What is written makes the same tournament again, with all its times.
    twin = Tournament(1)
    for event, at in hall.written:
        twin.apply(event_of(event.kind, event.to_data()), at)
    assert vars(twin) == vars(tournament)


def over(starts_at: float | None, ended_at: float, **plan: Any) -> Tournament:
    tournament = Tournament(1)
    plan = {"every": 7 * DAY, **plan}
    tournament.apply(commands.create(HOST, Plan("Thursday", starts_at=starts_at, **plan))[0], NOON)
    tournament.apply(Cancelled(None, "too_few"), ended_at)
    return tournament


def starts(tournament: Tournament) -> float | None:
    plan = due.next_plan(tournament)
    return None if plan is None else plan.starts_at


def test_the_next_one_begins_at_the_same_hour_of_the_clock_on_the_wall() -> None:
    autumn = datetime(2026, 10, 22, 20, 0, tzinfo=MADRID)
    following = starts(over(autumn.timestamp(), autumn.timestamp() + 7200, zone="Europe/Madrid"))
    assert following is not None
    assert datetime.fromtimestamp(following, MADRID) == datetime(2026, 10, 29, 20, 0, tzinfo=MADRID)
    assert following - autumn.timestamp() == 7 * DAY + 3600, "the clocks went back"


def test_one_that_lasts_for_weeks_is_followed_by_the_first_that_can_still_come() -> None:
    assert starts(over(NOON, NOON + 15 * DAY)) == NOON + 21 * DAY
    assert starts(over(NOON, NOON + 15 * DAY, zone="Middle/Earth")) == NOON + 21 * DAY


def test_none_follows_where_it_is_no_row_or_a_host_has_called_it_off() -> None:
    assert starts(over(NOON, NOON + 60, every=0)) is None
    tournament = Tournament(1)
    tournament.apply(commands.create(HOST, Plan("Thursday", every=7 * DAY))[0], NOON)
    tournament.apply(commands.cancel(tournament, HOST)[0], NOON + 60)
    assert starts(tournament) is None
    with pytest.raises(ValueError, match="an hour at least"):
        Plan("Thursday", every=60)


def test_a_host_lets_it_begin_later_and_the_row_keeps_its_hour() -> None:
    hall = Hall(Plan("Thursday", starts_at=NOON + 60, every=7 * DAY), 1)
    for _ in range(2):
        hall.enter()
    hall.attempt(commands.put_off, HOST, NOON + 1800)
    assert due.wake_at(hall.tournament) == NOON + 1800
    hall.time = NOON + 60
    assert due.follows(hall.tournament, hall.time, hall.rng) == ()
    hall.time = NOON + 1800
    hall.serve()
    assert hall.tournament.is_playing
    assert not hall.attempt(commands.put_off, HOST, NOON + 9000)
    assert hall.tournament.scheduled == NOON + 60


def an_arena(players: int) -> Hall:
    """An arena of which all tables are open."""
    hall = Hall(Plan("Thursday", Format.ARENA, starts_at=NOON, bell=DAY), 1)
    for _ in range(players):
        hall.enter()
    hall.serve()
    hall.serve()
    return hall


def end(hall: Hall, *numbers: int) -> None:
    for number in numbers:
        table_id = hall.tournament.meetings[number].table_id
        assert hall.attempt(commands.result, table_id, Result(0, stones=(40, 20)))


def test_four_who_have_just_played_together_wait_a_while_for_others() -> None:
    hall = an_arena(8)
    hall.time = NOON + 600
    end(hall, 1)
    assert due.goes_on_at(hall.tournament) == NOON + 600 + due.MIXES_WITHIN
    hall.time = NOON + 660
    end(hall, 2)
    assert due.goes_on_at(hall.tournament) == NOON + 600 + due.REST, "eight are free, and can be mixed"
    hall.serve()
    tables = [set(each.entries) for each in hall.tournament.open_meetings]
    first = set(hall.tournament.meetings[1].entries)
    assert all(len(each & first) == 2 for each in tables)


def test_four_who_are_alone_or_have_a_fifth_to_mix_with_do_not_wait_long() -> None:
    hall = an_arena(4)
    hall.time = NOON + 600
    end(hall, 1)
    assert due.goes_on_at(hall.tournament) == NOON + 600 + due.REST
    hall = an_arena(9)
    hall.time = NOON + 600
    end(hall, 1)
    assert due.goes_on_at(hall.tournament) == NOON + 600 + due.REST
