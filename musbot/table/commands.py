"""What people may do at a table: each command checks, and returns the events it makes.

Commands change nothing themselves. They are given a table that they may read, and raise `Refused` with the
reason where the rules of the house (or of Mus) do not allow them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from musbot.ai import MANNERS
from musbot.game import Action, Deal, IllegalAction, Phase, Word
from musbot.game.fair import LONGEST_CUT, SHORTEST_CUT
from musbot.table.errors import Refusal, Refused
from musbot.table.events import Acted, Closed, Committed, CutDeck, Event, Invited, Kept, Left, Opened, Sat
from musbot.table.people import Access, Person, Sitter
from musbot.table.state import SEATS, Status, Table

AI_NAMES = (
    "Maritxu",
    "Xabier",
    "Nerea",
    "Koldo",
    "Itziar",
    "Joseba",
    "Amaia",
    "Patxi",
    "Leire",
    "Iker",
    "Garazi",
    "Unai",
    "Pilar",
    "Kepa",
    "Nekane",
    "Antton",
    "Begoña",
    "Rafa",
    "Ainhoa",
    "Gorka",
)
"""What AI players are called: names of the Mus country. There are more than seats, so all at a table differ."""


def open_table(opened: Opened, host: Person, secret: bytes) -> list[Event]:
    """Open a table, with its host on seat 1 or the one that is kept for them.

    :param secret: the bot's part in the seed of the first deal.
    """
    return [
        opened,
        Committed(secret),
        Sat(opened.reserved.get(host.person_id, 1), host.name, host.person_id, None),
    ]


def invite(table: Table, by: Person, person_id: int) -> list[Event]:
    """Let a person sit, whatever the access. Those who sit at the table may invite."""
    if table.tournament:
        raise Refused(Refusal.TOURNAMENT)
    if not table.away:
        _require_open(table)
    table.seat_of(by.person_id)
    return [] if person_id in table.access.people else [Invited(person_id)]


def join(table: Table, person: Person, seat: int | None = None) -> list[Event]:
    """Take a seat, the first free one by default; a person who has one already changes to it.

    Joining again is no mistake: it makes no events. `ValueError` where there is no such seat.
    """
    if seat is not None and seat not in SEATS:
        raise ValueError(f"seat = {seat}: it must be 1 to 4")
    current = next((s for s, who in table.people.items() if who == person.person_id), None)
    if current is not None and (seat in (None, current) or table.tournament):
        return []
    if current is None and table.status is Status.PLAYING:
        raise Refused(Refusal.FULL)
    _require_open(table)
    if table.tournament:
        return [Sat(kept_seat(table, person), person.name, person.person_id, None)]
    # Whoever has a seat and changes to another one was let in before.
    if current is None:
        table.access.check(person, table.host, table.people.values())
    if seat is None:
        seat = _seat_for(table, person)
    elif seat in table.seats:
        raise Refused(Refusal.SEAT_TAKEN, seat=seat)
    return [Sat(seat, person.name, person.person_id, None)]


def kept_seat(table: Table, person: Person) -> int:
    """Return the seat that is kept for a person of a tournament, whatever seat they pressed; `Refused` for others."""
    kept = table.reserved.get(person.person_id)
    if kept is None:
        raise Refused(Refusal.TOURNAMENT)
    return kept


def _seat_for(table: Table, person: Person) -> int:
    """Return the seat that is kept for a person, else the first free one that is kept for nobody, else any."""
    free = table.free_seats
    if not free:
        raise Refused(Refusal.FULL)
    kept = table.reserved.get(person.person_id)
    if kept in free:
        return kept
    return next((seat for seat in free if seat not in table.reserved.values()), free[0])


def rematch(table: Table, person: Person, channel_id: int) -> Opened:
    """Return how to open the table of a rematch: the same rules, and the seats kept for those who had them.

    :param channel_id: where it was asked for; in the thread of the match it goes on in the same thread.
    """
    table.seat_of(person.person_id)
    if table.status is not Status.FINISHED:
        raise Refused(Refusal.NOT_OVER)
    reserved = {who: seat for seat, who in table.people.items()}
    access = Access("people", frozenset(reserved))
    return Opened(
        person.person_id,
        table.options,
        access,
        table.level,
        reserved,
        table.thread and channel_id == table.channel_id,
        table.clock,
        language=table.language,
    )


def fill(table: Table, by: Person) -> list[Event]:
    """Let AI players take the empty seats. Those who sit at the table may ask for it."""
    _require_open(table)
    if table.tournament:
        raise Refused(Refusal.TOURNAMENT)
    table.seat_of(by.person_id)
    taken = {sitter.name for sitter in table.seats.values()}
    sat: list[Event] = []
    for seat in table.free_seats:
        player = _ai_player(table, seat, taken)
        taken.add(player.name)
        sat.append(player)
    return sat


def _ai_player(table: Table, seat: int, taken: Collection[str]) -> Sat:
    """Return an AI player of the table's level who sits down on a seat, with a name and a manner of its own.

    They are drawn, and the draw follows from the table alone: the same moment always draws the same player.
    """
    rng = Random(f"{table.table_id} {table.seq} {seat}")
    name = rng.choice([name for name in AI_NAMES if name not in taken])
    manner = rng.choice(["", *MANNERS.get(table.level, ())])
    return Sat(seat, name, None, table.level, manner)


def leave(table: Table, person: Person, now: float) -> list[Event]:
    """Give up one's seat. In a game an AI player takes it with its cards; when nobody is left, it closes."""
    if not table.is_live:
        raise Refused(Refusal.CLOSED)
    seat = table.seat_of(person.person_id)
    if table.tournament and table.status is Status.OPEN:
        return [Left(seat, at=now)]
    if len(table.people) == 1 and table.tournament:
        return [Closed(None, "left")]
    if len(table.people) == 1:
        # What was played stays to be seen, with the names of those who played it.
        return [Closed(None)] if table.status is Status.PLAYING else [Left(seat, at=now), Closed(None)]
    if table.status is Status.PLAYING:
        return [Left(seat, at=now), *(fill_seat(table, seat))]
    return [Left(seat, at=now)]


def fill_seat(table: Table, seat: int) -> list[Event]:
    """Let an AI player take a seat that a person gives up."""
    return [_ai_player(table, seat, {sitter.name for sitter in table.seats.values()})]


def close(table: Table, by: Person) -> list[Event]:
    """Close a table, open or playing: the host's right, and the moderators'."""
    if not table.is_live:
        raise Refused(Refusal.CLOSED)
    if by.person_id != table.host and not by.moderator:
        raise Refused(Refusal.NOT_HOST)
    return [Closed(by.person_id)]


def seat_entrants(table: Table, sitters: Mapping[int, Sitter]) -> list[Event]:
    """Let those of a tournament sit down who are there without saying so: AI players, and people who agreed to it.

    :param sitters: who shall have which seat; seats that are taken stay as they are.
    """
    if table.status is not Status.OPEN:
        return []
    return [
        Sat(seat, sitter.name, sitter.person_id, sitter.level, sitter.manner)
        for seat, sitter in sorted(sitters.items())
        if seat not in table.seats
    ]


def keep(table: Table, kept: Mapping[int, int], now: float) -> list[Event]:
    """Keep seats of a tournament's table for others than before. Whoever had one gives it up: in a game, to an AI.

    :param kept: the person for each seat that shall be a person's.
    """
    if not table.is_live:
        return []
    events: list[Event] = []
    had = {seat: person for person, seat in table.reserved.items()}
    for seat, person in sorted(kept.items()):
        if had.get(seat) == person:
            continue
        events.append(Kept(seat, person))
        if table.people.get(seat, person) != person:
            events.append(Left(seat, "replaced", now))
            events += fill_seat(table, seat) if table.status is Status.PLAYING else []
    return events


def decide(table: Table) -> list[Event]:
    """Close a tournament's table of which the meeting was decided elsewhere: a side has gone, or a host said so."""
    return [Closed(None, "decided")] if table.is_live else []


def abandon(table: Table) -> list[Event]:
    """Close a table whose place is gone: nobody's doing, and nobody's win. One that is over stays as it is."""
    return [Closed(None)] if table.is_live else []


def cut_deck(table: Table, person: Person, text: str, deal: int) -> list[Event]:
    """Cut the deck of the next deal with a text, once. Those who sit may, as long as it has not been dealt.

    :param deal: the number of the deal that the person thinks to be next; 1 is the first.
    :param text: `ValueError` unless it is printable and as long as a cut must be.
    """
    if not (SHORTEST_CUT <= len(text) <= LONGEST_CUT and text.isprintable()):
        raise ValueError(
            f"a cut of {len(text)} characters: it must be {SHORTEST_CUT} to {LONGEST_CUT}, printable"
        )
    require_cut(table, person.person_id, deal)
    return [CutDeck(person.person_id, text)]


def require_cut(table: Table, person_id: int, deal: int) -> None:
    """Raise `Refused` unless a person may cut the deck of a deal now."""
    if not table.is_live:
        raise Refused(Refusal.CLOSED)
    seat = table.seat_of(person_id)
    if deal != len(table.fair) + 1:
        raise Refused(Refusal.STALE, f"deal {len(table.fair) + 1} is next, not {deal}", seat)
    if any(cut.person_id == person_id for cut in table.cuts):
        raise Refused(Refusal.ALREADY_CUT, seat=seat)


def act(table: Table, person: Person, action: Action, revision: int | None) -> list[Event]:
    """Say or do something in the game, on one's own seat (whatever seat the action names).

    :param revision: the moment the person saw when they chose; None where it does not matter.
    """
    seat = table.seat_of(person.person_id)
    if table.status is not Status.PLAYING:
        raise Refused(Refusal.NOT_STARTED if table.status is Status.OPEN else Refusal.CLOSED)
    deal = table.playing.deal
    action = action._replace(seat=seat)
    if action.word is Word.SIGN:
        _require_legal(deal, action)
        return [Acted(action)]
    if revision is not None and revision != table.revision:
        raise Refused(Refusal.STALE, seat=seat)
    if seat not in deal.to_act:
        if deal.phase is Phase.DISCARD:
            raise Refused(Refusal.ALREADY_DROPPED, seat=seat)
        raise Refused(Refusal.NOT_YOUR_TURN, seat=deal.to_act[0] if deal.to_act else 0)
    if action not in deal.legal(seat):
        _require_legal(deal, action)
    return [Acted(action)]


def _require_legal(deal: Deal, action: Action) -> None:
    try:
        deal.copy().push(action)
    except IllegalAction as error:
        raise Refused(Refusal.ILLEGAL, str(error), action.seat) from None


def _require_open(table: Table) -> None:
    if table.status is Status.PLAYING:
        raise Refused(Refusal.STARTED)
    if table.status is not Status.OPEN:
        raise Refused(Refusal.CLOSED)
