"""The state of a tournament, made by its events and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from musbot.club.tournament.events import (
    Accepted,
    AiEntered,
    Began,
    Called,
    Cancelled,
    CheckedIn,
    CohostNamed,
    Created,
    Drawn,
    Entered,
    Entrant,
    Event,
    Finished,
    Followed,
    Grouped,
    MeetingBegan,
    Paused,
    PutOff,
    Rang,
    Replayed,
    Reseated,
    Resulted,
    Resumed,
    Returned,
    RoundPaired,
    Seeded,
    SubstituteAsked,
    Substituted,
    TableLost,
    TableOpened,
    Unpaired,
    Withdrew,
)
from musbot.club.tournament.meetings import Meeting
from musbot.club.tournament.plan import Format, Plan


class Phase(StrEnum):
    """Where a tournament is in its life."""

    SIGN_UP = "sign_up"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair, or a player who is alone."""

    number: int
    people: tuple[Entrant, ...]
    asked: int | None = None
    """The partner who has not answered yet."""
    rating: float | None = None
    checked_in: bool = False
    late: int = 0
    """The rounds that it had missed when it came."""
    gone: str = ""
    """Why it does not play: ``withdrew``, ``absent``, ``removed``; ``drawn``: it is part of another one now."""

    @property
    def is_alone(self) -> bool:
        """Whether one person is in it so far."""
        return len(self.people) == 1

    @property
    def is_ai(self) -> bool:
        """Whether AI players alone are in it."""
        return all(each.is_ai for each in self.people)

    @property
    def is_broken(self) -> bool:
        """Whether somebody of it had themselves erased, so that it can never play again."""
        return any(each.person < 0 and not each.is_ai for each in self.people)


class Tournament:
    """A tournament. `apply` is the only way to change one; commands are in `commands` and `rounds`."""

    def __init__(self, tournament_id: int) -> None:
        self.tournament_id = tournament_id
        self.seq = 0
        """Number of the last event applied."""
        self.phase = Phase.SIGN_UP
        self.paused = False
        self.rang = False
        self.host = 0
        self.cohosts: frozenset[int] = frozenset()
        self.plan = Plan("?")
        self.entries: dict[int, Entry] = {}
        self.field: tuple[int, ...] = ()
        """Who plays or has played, in the order of the seeds; those who came late at the end."""
        self.groups: tuple[tuple[int, ...], ...] = ()
        self.seeds: tuple[int, ...] = ()
        """Who is in the bracket."""
        self.bracket_from = 0
        """The first round of the bracket; 0 before it is drawn."""
        self.round = 0
        self.meetings: dict[int, Meeting] = {}
        self.places: tuple[tuple[int, ...], ...] = ()
        self.substitutes: dict[tuple[int, int], SubstituteAsked] = {}
        """By entry and the person who is to be replaced."""
        self.acts: tuple[tuple[float, Event], ...] = ()
        """What hosts did, with the time: the public log."""
        self.scheduled: float | None = None
        """When it was to begin, before it was ever put off."""
        self.put_off = 0
        """How often it was put off by itself."""
        self.began_at = self.ended_at = 0.0
        self.settled_at = 0.0
        """When it last came to a pause: it began, a meeting ended, a pairing was taken back."""
        self.round_taken_back = False
        """A host took the last pairing back."""
        self.paused_at = 0.0
        self.called_off = False
        """A host cancelled it, so none follows."""
        self.next: int | None = None
        """The number of the next one of the row."""

    @classmethod
    def of(cls, tournament_id: int, events: Iterable[Event]) -> Tournament:
        """Return the tournament that some events make."""
        tournament = cls(tournament_id)
        for event in events:
            tournament.apply(event)
        return tournament

    # Reading

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.phase in (Phase.FINISHED, Phase.CANCELLED)

    @property
    def is_playing(self) -> bool:
        """Whether rounds are played."""
        return self.phase is Phase.PLAYING

    @property
    def is_arena(self) -> bool:
        """Whether players change partners."""
        return self.plan.format is Format.ARENA

    def may_run(self, person: int) -> bool:
        """Whether a person may do what the host may."""
        return person == self.host or person in self.cohosts

    def entry_of(self, person: int) -> Entry | None:
        """Return the entry that a person is in; the last one, where they had several."""
        for entry in reversed(self.entries.values()):
            if entry.gone != "drawn":
                for each in entry.people:
                    if each.person == person:
                        return entry
        return None

    def is_whole(self, entry: Entry) -> bool:
        """Whether an entry can play as it is, if it has not gone."""
        return not entry.gone and (self.is_arena or not entry.is_alone)

    @property
    def ready(self) -> tuple[int, ...]:
        """The entries that can play and have a place, in the order of their coming."""
        whole = [number for number, entry in self.entries.items() if self.is_whole(entry)]
        return tuple(whole[: self.plan.room])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The entries that can play and wait for a place."""
        whole = [number for number, entry in self.entries.items() if self.is_whole(entry)]
        return tuple(whole[self.plan.room :])

    @property
    def pool(self) -> tuple[int, ...]:
        """The entries of single players who wait for a partner to be drawn."""
        if self.is_arena:
            return ()
        return tuple(
            number
            for number, entry in self.entries.items()
            if entry.is_alone and not entry.gone and entry.asked is None
        )

    @property
    def active(self) -> tuple[int, ...]:
        """The entries of the field that have not gone."""
        return tuple(number for number in self.field if not self.entries[number].gone)

    def of_round(self, number: int) -> tuple[Meeting, ...]:
        """Return the meetings of a round."""
        return tuple(meeting for meeting in self.meetings.values() if meeting.round == number)

    @property
    def open_meetings(self) -> tuple[Meeting, ...]:
        """The meetings that are not over."""
        return tuple(meeting for meeting in self.meetings.values() if not meeting.is_over)

    def meeting_of(self, person: int) -> Meeting | None:
        """Return the meeting that a person is to play or plays now."""
        entry = self.entry_of(person)
        if entry is None:
            return None
        return next((each for each in self.open_meetings if entry.number in each.entries), None)

    def meeting_at(self, table_id: int) -> Meeting | None:
        """Return the meeting that is played at a table."""
        return next((each for each in self.meetings.values() if each.table_id == table_id), None)

    def people_of(self, side: Iterable[int]) -> tuple[Entrant, ...]:
        """Return the people on a side."""
        return tuple(person for number in side for person in self.entries[number].people)

    def people_at(self, meeting: Meeting) -> tuple[int, ...]:
        """Return the numbers of those who are to play a meeting, the first side first."""
        return tuple(each.person for each in self.people_of(meeting.entries))

    # Changing

    def copy_with(self, events: Iterable[Event], at: float = 0.0) -> Tournament:
        """Return a copy to which some events have happened more, all at one time."""
        twin = copy(self)
        # Entries and meetings are values: it is enough to copy what holds them.
        twin.entries, twin.meetings = dict(self.entries), dict(self.meetings)
        twin.substitutes = dict(self.substitutes)
        for event in events:
            twin.apply(event, at)
        return twin

    def apply(self, event: Event, at: float = 0.0) -> None:
        """Let an event have happened. Events come from commands that were checked, or from the store.

        :param at: when it happened, in seconds since 1970.
        """
        self._apply(event, at)
        self.seq += 1
        if getattr(event, "by", None) is not None:
            self.acts += ((at, event),)

    def _apply(self, event: Event, at: float) -> None:
        match event:
            case Created():
                self.host, self.plan, self.scheduled = event.by, event.plan, event.plan.starts_at
            case PutOff():
                self.plan = replace(self.plan, starts_at=event.until)
                self.put_off += event.by is None
            case CohostNamed():
                self.cohosts |= {event.person}
            case Began():
                self.phase, self.field = Phase.PLAYING, event.field
                self.began_at = self.settled_at = at
            case Grouped():
                self.groups = event.groups
            case Seeded():
                self.seeds, self.bracket_from = event.seeds, self.round + 1
            case RoundPaired():
                self._pair(event, at)
            case Unpaired():
                self._unpair(event.round)
                self.round_taken_back, self.settled_at = True, at
            case (
                TableOpened() | MeetingBegan() | Called() | Reseated() | TableLost() | Resulted() | Replayed()
            ):
                self._play(event, at)
            case Paused():
                self.paused, self.paused_at = True, at
            case Resumed():
                self._resume(at)
            case Rang():
                self.rang = True
            case Finished():
                self.phase, self.places, self.ended_at = Phase.FINISHED, event.places, at
            case Cancelled():
                self.phase, self.ended_at = Phase.CANCELLED, at
                self.called_off = event.by is not None
            case Followed():
                self.next = event.tournament_id
            case _:
                self._enter(event)

    def _play(
        self,
        event: TableOpened | MeetingBegan | Called | Reseated | TableLost | Resulted | Replayed,
        at: float,
    ) -> None:
        """Let something have happened to one meeting."""
        number = event.meeting
        before = self.meetings[number]
        former = before.former if before.table_id is None else (*before.former, before.table_id)
        match event:
            case TableOpened():
                people = self.people_at(before)
                self._meeting(
                    number, table_id=event.table_id, people=people, begun=False, called=False, opened_at=at
                )
            case MeetingBegan():
                self._meeting(number, begun=True)
            case Called():
                self._meeting(number, called=True)
            case Reseated():
                self._meeting(number, people=self.people_at(before))
            case TableLost():
                self._meeting(number, table_id=None, lost=before.lost + 1, former=former)
            case Replayed():
                self._meeting(number, table_id=None, result=None, begun=False, former=former, paired_at=at)
            case Resulted():
                self._meeting(number, result=event.result, over_at=at)
                self.settled_at = at

    def _resume(self, at: float) -> None:
        """Let the time that was stopped not count: neither for the bell nor for those who are waited for."""
        if not self.paused:
            return
        stood = max(0.0, at - self.paused_at)
        self.paused = False
        self.began_at += stood
        for each in self.open_meetings:
            opened = each.opened_at + stood if each.table_id is not None else 0.0
            self._meeting(each.number, paired_at=each.paired_at + stood, opened_at=opened)

    def _enter(self, event: Event) -> None:
        """Let something have happened to one entry."""
        match event:
            case AiEntered():
                self.entries[event.entry] = Entry(
                    event.entry, event.players, rating=event.rating, checked_in=True
                )
            case Entered():
                first = Entrant(event.person, event.name)
                self.entries[event.entry] = Entry(event.entry, (first,), event.partner, event.rating)
            case Accepted():
                people = (*self.entries[event.entry].people, Entrant(event.person, event.name))
                self._entry(event.entry, people=people, asked=None)
            case Drawn():
                one, other = self.entries[event.entry], self.entries[event.joins]
                ratings = [each.rating for each in (one, other) if each.rating is not None]
                self._entry(
                    event.entry,
                    people=one.people + other.people,
                    rating=sum(ratings) / len(ratings) if ratings else None,
                    checked_in=one.checked_in and other.checked_in,
                )
                self._entry(event.joins, gone="drawn")
            case Withdrew():
                self._entry(event.entry, gone=event.why)
            case Returned():
                self._entry(event.entry, gone="", checked_in=True)
            case CheckedIn():
                self._entry(event.entry, checked_in=True)
            case SubstituteAsked():
                self.substitutes[event.entry, event.out] = event
            case Substituted():
                newcomer = Entrant(event.person, event.name)
                people = tuple(
                    newcomer if each.person == event.out else each
                    for each in self.entries[event.entry].people
                )
                self._entry(event.entry, people=people)
                # What else was asked for in this pair, others had asked.
                self.substitutes = {
                    key: each for key, each in self.substitutes.items() if key[0] != event.entry
                }

    def _entry(self, number: int, **changed: Any) -> None:
        self.entries[number] = replace(self.entries[number], **changed)

    def _meeting(self, number: int, **changed: Any) -> None:
        self.meetings[number] = replace(self.meetings[number], **changed)

    def _pair(self, event: RoundPaired, at: float) -> None:
        self.round, self.round_taken_back = event.round, False
        known = set(self.field)
        for pairing in event.pairings:
            number = len(self.meetings) + 1
            self.meetings[number] = Meeting(
                number, event.round, pairing.one, pairing.other, pairing.slot, paired_at=at
            )
            for entry in (*pairing.one, *pairing.other):
                if entry not in known:
                    known.add(entry)
                    self.field += (entry,)
                    self._entry(entry, late=event.round - 1)

    def _unpair(self, number: int) -> None:
        self.meetings = {key: each for key, each in self.meetings.items() if each.round != number}
        # Whoever has met nobody yet comes late again, and may have missed more by then.
        played = {entry for each in self.meetings.values() for entry in each.entries}
        for entry in self.field:
            if self.entries[entry].late and entry not in played:
                self.field = tuple(each for each in self.field if each != entry)
                self._entry(entry, late=0)
        self.round = number - 1
