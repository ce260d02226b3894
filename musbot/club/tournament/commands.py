"""What people may do in a tournament: each command checks, and returns the events it makes; `Refused` says why not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from musbot.club.tournament.errors import Reason, Refused
from musbot.club.tournament.events import (
    Accepted,
    AiEntered,
    Called,
    Cancelled,
    CheckedIn,
    CohostNamed,
    Created,
    Entered,
    Entrant,
    Event,
    MeetingBegan,
    Paused,
    PutOff,
    Replayed,
    Reseated,
    Resulted,
    Resumed,
    Returned,
    SubstituteAsked,
    Substituted,
    TableLost,
    TableOpened,
    Unpaired,
    Withdrew,
)
from musbot.club.tournament.meetings import Meeting, Result
from musbot.club.tournament.plan import Plan
from musbot.club.tournament.rounds import begin, go_on, late_entry, walkovers
from musbot.club.tournament.state import Entry, Phase, Tournament
from musbot.table.clocks import CLOCKS
from musbot.table.people import Person


def create(host: Person, plan: Plan) -> list[Event]:
    """Announce a tournament. `ValueError` for a clock that no table can have."""
    if plan.clock not in CLOCKS:
        raise ValueError(f"clock = {plan.clock}: it must be one of {CLOCKS}")
    return [Created(host.person_id, plan)]


def start(tournament: Tournament, by: Person, rng: Random) -> list[Event]:
    """Begin now, whatever time was said, and pair the first round."""
    _require_host(tournament, by)
    begun = begin(tournament, rng, by.person_id)
    return [*begun, *go_on(tournament.copy_with(begun), rng)]


def pair_next(tournament: Tournament, by: Person, rng: Random) -> list[Event]:
    """Pair the next round now, or end the tournament, without waiting any longer for corrections."""
    _require_host(tournament, by)
    return go_on(tournament, rng)


def put_off(tournament: Tournament, by: Person, until: float) -> list[Event]:
    """Let it begin later, or sooner.

    :param until: since 1970, in seconds.
    """
    _require_host(tournament, by)
    if tournament.phase is not Phase.SIGN_UP:
        raise Refused(Reason.STARTED)
    return [PutOff(until, by.person_id)]


def enter_ai(
    tournament: Tournament, by: Person, names: Sequence[str], level: str, rating: float | None = None
) -> list[Event]:
    """Let AI players enter, as a host may: two names make a pair, one alone looks for a partner; in an arena, plays.

    :param names: `ValueError` unless there is one of them, or two where it is no arena.
    :param level: one of `musbot.ai.LEVELS`.
    """
    _require_host(tournament, by)
    _require_entry_open(tournament)
    if not 1 <= len(names) <= (1 if tournament.is_arena else 2):
        raise ValueError(f"{len(names)} AI players cannot be an entry here")
    number = len(tournament.entries) + 1
    # Below zero, and other numbers for every entry.
    players = tuple(Entrant(-(2 * number + index), name, level) for index, name in enumerate(names))
    return [AiEntered(number, players, by.person_id, rating)]


# Those who play


def enter(
    tournament: Tournament, person: Person, partner: int | None = None, rating: float | None = None
) -> list[Event]:
    """Enter, alone or with a partner who is asked; before the start, and late as long as the format allows it.

    Whoever has withdrawn enters anew before the start, and comes back after it, see `come_back`.

    :param rating: what is known of the strength of the pair, or of the player.
    """
    _require_entry_open(tournament)
    _require_allowed(tournament, person, rating)
    if partner == person.person_id:
        raise Refused(Reason.YOURSELF)
    if partner is not None and (tournament.is_arena or tournament.plan.singles):
        raise Refused(Reason.ALONE_ONLY)
    _require_not_in(tournament, person.person_id)
    if partner is not None:
        _require_not_in(tournament, partner)
    number = len(tournament.entries) + 1
    return [Entered(number, person.person_id, person.name, partner, rating)]


def accept(tournament: Tournament, person: Person, entry: int) -> list[Event]:
    """Be the partner one was asked to be. An entry of one's own, alone, is given up for it."""
    _require_entry_open(tournament)
    found = _entry(tournament, entry)
    if found.gone or found.asked != person.person_id:
        raise Refused(Reason.NOT_ASKED)
    _require_allowed(tournament, person, None)
    own = _in(tournament, person.person_id)
    if own is not None and not own.is_alone:
        raise Refused(Reason.ENTERED)
    left: list[Event] = [] if own is None else [Withdrew(own.number)]
    return [*left, Accepted(entry, person.person_id, person.name)]


def decline(tournament: Tournament, person: Person, entry: int) -> list[Event]:
    """Not be that partner: the other one's entry is withdrawn."""
    found = _entry(tournament, entry)
    if found.gone or found.asked != person.person_id:
        raise Refused(Reason.NOT_ASKED)
    return [Withdrew(entry)]


def check_in(tournament: Tournament, person: Person, now: float) -> list[Event]:
    """Say that one is there. One of a pair is enough; again is no mistake."""
    entry = _mine(tournament, person.person_id)
    plan = tournament.plan
    early = plan.starts_at is not None and now < plan.starts_at - plan.check_in
    if tournament.phase is not Phase.SIGN_UP or not plan.check_in or early:
        raise Refused(Reason.NO_CHECK_IN)
    return [] if entry.checked_in else [CheckedIn(entry.number)]


def withdraw(tournament: Tournament, person: Person) -> list[Event]:
    """Leave, at any time. A meeting that is not over is lost; the results stay."""
    if tournament.is_over:
        raise Refused(Reason.OVER)
    return _gone(tournament, _mine(tournament, person.person_id), "withdrew", None)


def come_back(tournament: Tournament, person: Person) -> list[Event]:
    """Play again after having withdrawn or been absent; not for those whom a host removed."""
    if not tournament.is_playing:
        raise Refused(Reason.NOT_STARTED if tournament.phase is Phase.SIGN_UP else Reason.OVER)
    entry = tournament.entry_of(person.person_id)
    if entry is None or entry.is_broken:
        raise Refused(Reason.NOT_ENTERED)
    if entry.gone == "removed":
        raise Refused(Reason.REMOVED)
    if not entry.gone:
        return []
    if entry.number not in tournament.field and not late_entry(tournament):
        raise Refused(Reason.TOO_LATE)
    others = [each for each in entry.people if (now := _in(tournament, each.person)) and now != entry]
    if others:
        raise Refused(Reason.ENTERED)
    return [Returned(entry.number)]


def substitute(tournament: Tournament, by: Person, out: int, newcomer: Person) -> list[Event]:
    """Let somebody play in the place of one of a pair: as soon as the partner and a host have said so, both.

    :param out: the person who is to be replaced.
    """
    if tournament.is_over:
        raise Refused(Reason.OVER)
    entry = _mine(tournament, out)
    host = tournament.may_run(by.person_id) or by.moderator
    partner = by.person_id != out and _is_of(entry, by.person_id)
    if not host and not partner:
        raise Refused(Reason.NOT_HOST)
    _require_not_in(tournament, newcomer.person_id)
    asked = tournament.substitutes.get((entry.number, out))
    if asked is not None and asked.person != newcomer.person_id:
        asked = None
    # Whoever asked and is no partner was a host.
    by_partner = asked is not None and asked.by != out and _is_of(entry, asked.by)
    if (host and partner) or (asked is not None and (host if by_partner else partner)):
        return [Substituted(entry.number, out, newcomer.person_id, newcomer.name, by.person_id)]
    if asked is not None and (asked.by == by.person_id or not by_partner):
        return []
    return [SubstituteAsked(entry.number, out, newcomer.person_id, newcomer.name, by.person_id)]


def _is_of(entry: Entry, person: int) -> bool:
    return any(each.person == person for each in entry.people)


# What comes from the tables


def open_table(tournament: Tournament, meeting: int, table_id: int) -> list[Event]:
    """Note the table of a meeting. A second one is not noted: the first writer wins."""
    found = _meeting(tournament, meeting)
    if found.is_over or found.table_id is not None:
        raise Refused(Reason.NO_MEETING)
    return [TableOpened(meeting, table_id)]


def result(tournament: Tournament, table_id: int, outcome: Result) -> list[Event]:
    """Take in what a table says. Nothing where the meeting is over already."""
    found = tournament.meeting_at(table_id)
    if found is None or found.is_over or tournament.is_over:
        return []
    return [Resulted(found.number, outcome)]


def began(tournament: Tournament, table_id: int) -> list[Event]:
    """Note that all four are at a table, and play."""
    found = tournament.meeting_at(table_id)
    return [] if found is None or found.is_over or found.begun else [MeetingBegan(found.number)]


def called(tournament: Tournament, table_id: int) -> list[Event]:
    """Note that those who are missing at a table are told once more that the others wait."""
    found = tournament.meeting_at(table_id)
    return [] if found is None or found.is_over or found.begun or found.called else [Called(found.number)]


def reseated(tournament: Tournament, meeting: int, people: Sequence[int]) -> list[Event]:
    """Note that the seats of a meeting's table are kept for those who are in it now.

    :param people: for whom they are kept; nothing where that is not true any more.
    """
    found = _meeting(tournament, meeting)
    now = tournament.people_at(found)
    return [Reseated(meeting)] if now == tuple(people) != found.people else []


def table_lost(tournament: Tournament, table_id: int) -> list[Event]:
    """Let a meeting be played at another table: its own was closed, and that was nobody's fault who played there."""
    found = tournament.meeting_at(table_id)
    return [] if found is None or found.is_over else [TableLost(found.number, table_id)]


def absent(tournament: Tournament, meeting: int, missing: Sequence[int]) -> list[Event]:
    """Let those lose who did not come in time: their entries are withdrawn, and may come back.

    :param missing: the entries of which somebody did not come.
    """
    found = _meeting(tournament, meeting)
    if tournament.paused:
        raise Refused(Reason.PAUSED)
    away = [number for number in found.entries if number in missing]
    if found.is_over or not away:
        return []
    gone: list[Event] = [Withdrew(number, "absent") for number in away if not tournament.entries[number].gone]
    return [*gone, *walkovers(tournament.copy_with(gone))]


# Hosts


def cohost(tournament: Tournament, by: Person, person: int) -> list[Event]:
    """Let another person do what the host may."""
    _require_host(tournament, by)
    return [] if tournament.may_run(person) else [CohostNamed(person, by.person_id)]


def pause(tournament: Tournament, by: Person) -> list[Event]:
    """Let no round be paired and nobody forfeit, until it goes on. Tables that are open play on."""
    _require_host(tournament, by)
    if tournament.paused:
        raise Refused(Reason.PAUSED)
    return [Paused(by.person_id)]


def resume(tournament: Tournament, by: Person) -> list[Event]:
    """Go on."""
    _require_host(tournament, by)
    if not tournament.paused:
        raise Refused(Reason.NOT_PAUSED)
    return [Resumed(by.person_id)]


def re_pair(tournament: Tournament, by: Person) -> list[Event]:
    """Take back the pairing of a round of which no table is open and nothing was played."""
    _require_host(tournament, by)
    if not tournament.is_playing or not tournament.round or tournament.is_arena:
        raise Refused(Reason.NOT_STARTED)
    meetings = tournament.of_round(tournament.round)
    if any(each.table_id is not None or (each.result and each.result.is_played) for each in meetings):
        raise Refused(Reason.ROUND_BEGUN)
    return [Unpaired(tournament.round, by.person_id)]


def correct(tournament: Tournament, by: Person, meeting: int, outcome: Result) -> list[Event]:
    """Set another result, or one by hand, until the next round is paired; in an arena, until the end."""
    _require_host(tournament, by)
    found = _meeting(tournament, meeting)
    if found.is_bye:
        raise Refused(Reason.NO_MEETING)
    if found.round != tournament.round and not tournament.is_arena:
        raise Refused(Reason.PAIRED_ON)
    return [Resulted(meeting, outcome, by.person_id)]


def replay(tournament: Tournament, by: Person, meeting: int) -> list[Event]:
    """Let a meeting of this round be played after all that was decided by forfeit. Who was absent is back with it."""
    _require_host(tournament, by)
    found = _meeting(tournament, meeting)
    if found.is_bye or found.result is None or found.result.is_played:
        raise Refused(Reason.NO_MEETING)
    if found.round != tournament.round and not tournament.is_arena:
        raise Refused(Reason.PAIRED_ON)
    back = [number for number in found.entries if tournament.entries[number].gone]
    if any(tournament.entries[each].gone != "absent" or tournament.entries[each].is_broken for each in back):
        raise Refused(Reason.NOT_ENTERED)
    busy = {entry for each in tournament.open_meetings for entry in each.entries}
    others = [_in(tournament, each.person) for each in tournament.people_of(found.entries)]
    if busy & set(found.entries) or any(each and each.number not in found.entries for each in others):
        raise Refused(Reason.ENTERED)
    returned: list[Event] = [Returned(number) for number in back]
    return [*returned, Replayed(meeting, found.table_id, by.person_id)]


def remove(tournament: Tournament, by: Person, entry: int) -> list[Event]:
    """Take an entry out. What it has won and lost stays."""
    _require_host(tournament, by)
    found = _entry(tournament, entry)
    if found.gone in ("removed", "drawn"):
        return []
    return _gone(tournament, found, "removed", by.person_id)


def cancel(tournament: Tournament, by: Person) -> list[Event]:
    """Call it off."""
    _require_host(tournament, by)
    return [Cancelled(by.person_id)]


def _gone(tournament: Tournament, entry: Entry, why: str, by: int | None) -> list[Event]:
    events: list[Event] = [Withdrew(entry.number, why, by)]
    return [*events, *walkovers(tournament.copy_with(events))]


def _require_host(tournament: Tournament, by: Person) -> None:
    if not tournament.may_run(by.person_id) and not by.moderator:
        raise Refused(Reason.NOT_HOST)
    if tournament.is_over:
        raise Refused(Reason.OVER)


def _require_entry_open(tournament: Tournament) -> None:
    if tournament.is_over:
        raise Refused(Reason.OVER)
    if tournament.is_playing and not late_entry(tournament):
        raise Refused(Reason.TOO_LATE)


def _require_allowed(tournament: Tournament, person: Person, rating: float | None) -> None:
    plan = tournament.plan
    if plan.role is not None and plan.role not in person.roles:
        raise Refused(Reason.NO_ROLE)
    if rating is not None and (
        (plan.rating_from is not None and rating < plan.rating_from)
        or (plan.rating_to is not None and rating > plan.rating_to)
    ):
        raise Refused(Reason.RATING)


def _in(tournament: Tournament, person: int) -> Entry | None:
    """Return the entry with which a person plays; None where they have gone."""
    entry = tournament.entry_of(person)
    return None if entry is None or entry.gone else entry


def _mine(tournament: Tournament, person: int) -> Entry:
    entry = _in(tournament, person)
    if entry is None:
        raise Refused(Reason.NOT_ENTERED)
    return entry


def _require_not_in(tournament: Tournament, person: int) -> None:
    entry = tournament.entry_of(person)
    if entry is None:
        return
    if entry.gone == "removed":
        raise Refused(Reason.REMOVED)
    # Of a field that plays, one comes back as the pair that one was, if there still is one.
    if not entry.gone or (entry.number in tournament.field and not entry.is_broken):
        raise Refused(Reason.ENTERED)


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = tournament.entries.get(number)
    if entry is None:
        raise Refused(Reason.NOT_ENTERED, f"entry {number}")
    return entry


def _meeting(tournament: Tournament, number: int) -> Meeting:
    meeting = tournament.meetings.get(number)
    if meeting is None:
        raise Refused(Reason.NO_MEETING, f"meeting {number}")
    return meeting
