"""What is due in a tournament by itself, and when: a function of the tournament and the time alone.

The times follow from the events and theirs; so a restart changes nothing, and any process may do what is due.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from random import Random
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from musbot.club.tournament import rounds
from musbot.club.tournament.errors import Reason, Refused
from musbot.club.tournament.events import Cancelled, Event, PutOff
from musbot.club.tournament.meetings import Meeting
from musbot.club.tournament.plan import Plan
from musbot.club.tournament.state import Phase, Tournament

PUT_OFF_BY = 900
"""Seconds by which the start is put off where there are too few."""
MOST_PUT_OFF = 2
"""How often; then it is cancelled."""


REST = 10
"""Seconds for which those who have played in an arena are left alone. Meanwhile others become free too, to be mixed."""
MIXES_WITHIN = 180
"""Seconds for which four who have just played together wait for others, while there are some at other tables."""
WAITS = 300
"""Seconds for which those are waited for who should be seated at once, and could not be."""


def wake_at(tournament: Tournament) -> float | None:
    """Return when somebody has to look at a tournament next, in seconds since 1970; None where it waits for people.

    One that is over has to be looked at once more, to be cleared away. What happens at tables comes besides.
    """
    if tournament.is_over:
        return tournament.ended_at
    if tournament.paused:
        return None
    if tournament.phase is Phase.SIGN_UP:
        return tournament.plan.starts_at
    times = [goes_on_at(tournament)]
    times += [_next_of(tournament, meeting) for meeting in tournament.open_meetings]
    if tournament.is_arena and not tournament.rang:
        times.append(bell_at(tournament))
    return min((time for time in times if time is not None), default=None)


def opens_at(tournament: Tournament, meeting: Meeting) -> float:
    """Return when the table of a meeting opens that has none."""
    return meeting.paired_at + (0 if tournament.is_arena else tournament.plan.notice)


def calls_at(tournament: Tournament, meeting: Meeting) -> float:
    """Return when those who have not come to a meeting's table are told once more: at half of their time."""
    return (meeting.opened_at + forfeits_at(tournament, meeting)) / 2


def forfeits_at(tournament: Tournament, meeting: Meeting) -> float:
    """Return when those lose who have not come to a meeting's table."""
    return meeting.opened_at + (tournament.plan.courtesy or WAITS)


def decided_at(tournament: Tournament, meeting: Meeting) -> float | None:
    """Return when a meeting with a table has to be over; None where it may last."""
    limit = tournament.plan.round_time
    return meeting.opened_at + limit if limit and meeting.table_id is not None else None


def bell_at(tournament: Tournament) -> float:
    """Return when the bell of an arena rings."""
    return tournament.began_at + tournament.plan.bell


def goes_on_at(tournament: Tournament) -> float | None:
    """Return when the next round is paired, or the end comes; None while people play."""
    settled = tournament.settled_at
    if tournament.is_arena and not tournament.rang:
        return _arena_goes_on_at(tournament)
    if tournament.open_meetings:
        return None
    return (
        settled + tournament.plan.breather if tournament.meetings or tournament.round_taken_back else settled
    )


def _arena_goes_on_at(tournament: Tournament) -> float | None:
    """Return when four players of an arena are free, and have had a moment to see how their last match ended.

    Four who have just played together are not paired at once, as long as others play who may be free soon.
    """
    rested = dict.fromkeys(rounds.free(tournament), tournament.began_at)
    if len(rested) < rounds.TABLE:
        return None
    last: dict[int, Meeting] = {}
    for meeting in tournament.meetings.values():
        last.update((entry, meeting) for entry in meeting.entries if entry in rested)
    met = {each.number for each in last.values()}
    same = len(rested) == len(last) == rounds.TABLE and len(met) == 1
    rest = MIXES_WITHIN if same and tournament.open_meetings else REST
    rested |= {entry: meeting.over_at + rest for entry, meeting in last.items()}
    return sorted(rested.values())[rounds.TABLE - 1]


def follows(tournament: Tournament, now: float, rng: Random) -> Sequence[Event]:
    """Return what happens by itself now, apart from tables: the start, the bell, the next round, the end."""
    if tournament.is_over or tournament.paused:
        return ()
    if tournament.phase is Phase.SIGN_UP:
        starts_at = tournament.plan.starts_at
        return () if starts_at is None or now < starts_at else _start(tournament, now, rng)
    if tournament.is_arena and not tournament.rang and now >= bell_at(tournament):
        return rounds.ring(tournament)
    goes_on = goes_on_at(tournament)
    return () if goes_on is None or now < goes_on else rounds.go_on(tournament, rng)


def next_plan(tournament: Tournament) -> Plan | None:
    """Return the plan of the next one of a row; None where none follows.

    It begins at the same hour of the clock on the wall as this one was to begin, the first time that is still to come.
    """
    plan = tournament.plan
    if not plan.every or not tournament.is_over or tournament.called_off or tournament.next is not None:
        return None
    start = tournament.scheduled or tournament.began_at or tournament.ended_at
    at = datetime.fromtimestamp(start, _zone(plan.zone))
    while at.timestamp() <= tournament.ended_at:
        # Added to the time on the wall, so it stays the same hour when the clocks are changed.
        at += timedelta(seconds=plan.every)
    return replace(plan, starts_at=at.timestamp())


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _start(tournament: Tournament, now: float, rng: Random) -> list[Event]:
    try:
        return rounds.begin(tournament, rng)
    except Refused as refused:
        if refused.reason is not Reason.TOO_FEW:
            raise
    if tournament.put_off < MOST_PUT_OFF:
        return [PutOff(now + PUT_OFF_BY)]
    return [Cancelled(None, "too_few")]


def _next_of(tournament: Tournament, meeting: Meeting) -> float | None:
    """Return when something is due at a meeting that is not over."""
    times = [decided_at(tournament, meeting)]
    if meeting.table_id is None:
        times.append(opens_at(tournament, meeting))
    elif tournament.people_at(meeting) != meeting.people:
        times.append(meeting.opened_at)
    elif not meeting.begun:
        at = forfeits_at if meeting.called else calls_at
        times.append(at(tournament, meeting))
    return min((time for time in times if time is not None), default=None)
