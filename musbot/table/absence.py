"""What is done for people who are away: time runs out, they come back, others take their place or remove them.

Commands, as those of `musbot.table.commands`. Whoever had a seat in a game has seen cards of it, so they may come
back to that seat and to no other.
"""

from __future__ import annotations

import random

from musbot.ai.player import least, play_seat
from musbot.game import Action, Phase
from musbot.table import commands
from musbot.table.clocks import KEPT_FOR, MOST_MISSES, speaks_at
from musbot.table.errors import Refusal, Refused
from musbot.table.events import Acted, Closed, Event, Left, Sat, Voted
from musbot.table.people import Person
from musbot.table.presence import Gone
from musbot.table.state import SEATS, Table
from musbot.table.thinking import ai_action


def time_out(table: Table, revision: int, now: float, rng: random.Random) -> list[Event]:
    """Do what follows when the time of a moment is up; nothing where it is not, or where the moment has passed.

    Whoever is to act does the least. A person who lets it come to that too often in a row leaves the seat to an AI
    player, unless nobody is there any more: then the game waits, and is closed when that time is up too.
    """
    speaker = table.ai_speaker
    if speaker is not None:
        if revision != table.revision or now < speaks_at(table):
            return []
        return [Acted(ai_action(table, speaker, rng))]
    due = table.due_at
    if due is None or now < due or revision != table.revision:
        return []
    if table.is_open:
        return [Closed(None, "waited")]
    if table.is_deserted or not table.clock:
        return [Closed(None, "deserted")]
    events: list[Event] = []
    twin = table.copy()

    def happen(event: Event) -> None:
        twin.apply(event, now)
        events.append(event)

    late = table.people_to_act
    for seat in late:
        happen(Acted(default_action(table, seat, rng), by_clock=True))
    if twin.is_playing and not twin.is_deserted:
        for seat in late:
            if twin.presence.misses.get(seat, 0) >= MOST_MISSES:
                happen(Left(seat, "away", now))
                for event in commands.fill_seat(twin, seat):
                    happen(event)
    return events


def default_action(table: Table, seat: int, rng: random.Random) -> Action:
    """Return what a seat does when its time is up: the least; in a discard, what an AI player would drop."""
    legal = table.playing.deal.legal(seat)
    if table.playing.deal.phase is Phase.DISCARD:
        return play_seat(table.level, table.view(seat), legal, rng)
    return least(legal)


def kept_until(table: Table, gone: Gone) -> float:
    """Return until when a seat is kept for a person who gave it up: not at all, unless they were away."""
    return gone.at + max(KEPT_FOR, table.clock) if gone.is_away else gone.at


def join(table: Table, person: Person, seat: int | None, now: float) -> list[Event]:
    """Take a seat; in a game, one that a person has given up, with its cards.

    Everyone has their own seat back at any time, as long as no other person has it. `ValueError` where there is no
    such seat.
    """
    if not table.is_playing or person.person_id in table.people.values():
        return commands.join(table, person, seat)
    if seat is not None and seat not in SEATS:
        raise ValueError(f"seat = {seat}: it must be 1 to 4")
    own = _own_seat(table, person)
    if own is not None:
        if seat not in (None, own):
            raise Refused(Refusal.OTHER_SEAT, seat=own)
        return [Sat(own, person.name, person.person_id, None)]
    away = table.away
    if not away:
        raise Refused(Refusal.FULL)
    if table.tournament:
        seat = commands.kept_seat(table, person)
    else:
        table.access.check(person, table.host, table.people.values())
    if seat is not None and seat not in away:
        raise Refused(Refusal.SEAT_TAKEN, seat=seat)
    wanted = away if seat is None else {seat: away[seat]}
    for free, gone in wanted.items():
        # In a tournament it is kept for whoever plays in their place.
        if table.tournament or now >= kept_until(table, gone):
            return [Sat(free, person.name, person.person_id, None)]
    raise Refused(Refusal.SEAT_KEPT, seat=next(iter(wanted)))


def come_back(table: Table, person: Person) -> list[Event]:
    """Take one's seat back from the AI player that keeps it; no events where one has it already."""
    if person.person_id in table.people.values():
        return []
    if not table.is_playing:
        raise Refused(Refusal.NOT_STARTED if table.is_open else Refusal.CLOSED)
    own = _own_seat(table, person)
    if own is None:
        raise Refused(Refusal.NOT_AWAY)
    return [Sat(own, person.name, person.person_id, None)]


def _own_seat(table: Table, person: Person) -> int | None:
    """Return the seat that a person may have back; None for those who had none, `Refused` where it is lost."""
    gone = table.presence.of(person.person_id)
    if gone is None:
        return None
    if gone.why == "removed":
        raise Refused(Refusal.REMOVED, seat=gone.seat)
    if not table.seats[gone.seat].is_ai:
        raise Refused(Refusal.SEAT_TAKEN, seat=gone.seat)
    if table.tournament and table.reserved.get(person.person_id) != gone.seat:
        # It is kept for a substitute by now.
        raise Refused(Refusal.TOURNAMENT)
    return gone.seat


def vote(table: Table, by: Person, against: int, now: float) -> list[Event]:
    """Vote for removing a person from a game. When all other people at the table have, an AI player takes the seat.

    Voting twice is no mistake: it counts once.
    """
    own = table.seat_of(by.person_id)
    if not table.is_playing:
        raise Refused(Refusal.NOT_STARTED if table.is_open else Refusal.CLOSED)
    if against == by.person_id:
        raise Refused(Refusal.OWN_VOTE, seat=own)
    seat = next((seat for seat, person in table.people.items() if person == against), None)
    if seat is None:
        raise Refused(Refusal.NOT_AT_TABLE)
    votes = table.votes_against(against) | {by.person_id}
    events: list[Event] = []
    if votes != table.votes_against(against):
        events.append(Voted(by.person_id, against))
    if votes == frozenset(table.people.values()) - {against}:
        # One person alone sends nobody away for good: an AI player plays, and the seat may be had back.
        events += [
            Left(seat, "removed" if len(votes) > 1 else "outvoted", now),
            *commands.fill_seat(table, seat),
        ]
    return events


def unseat(table: Table, by: Person, person_id: int, now: float) -> list[Event]:
    """Take a person's seat, as a moderator: in a game an AI player gets it; a table without people is closed."""
    if not by.moderator:
        raise Refused(Refusal.NOT_MODERATOR)
    if not table.is_live:
        raise Refused(Refusal.CLOSED)
    seat = next((seat for seat, person in table.people.items() if person == person_id), None)
    if seat is None:
        raise Refused(Refusal.NOT_AT_TABLE)
    left = Left(seat, "removed", now)
    if table.tournament and table.is_open:
        return [left]
    if len(table.people) == 1:
        return [Closed(by.person_id)] if table.is_playing else [left, Closed(by.person_id)]
    return [left, *commands.fill_seat(table, seat)] if table.is_playing else [left]


def second(table: Table, by: Person, seat: int, now: float) -> list[Event]:
    """Join a vote that is going on against the person on a seat."""
    against = table.people.get(seat)
    if against is None or not table.votes_against(against):
        raise Refused(Refusal.STALE, f"no vote is going on against seat {seat}", seat)
    return vote(table, by, against, now)
