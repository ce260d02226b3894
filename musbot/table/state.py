"""The state of a table, made by its events and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from musbot.game import Dealer, Match, Options, Phase, SeededShuffle, Word
from musbot.game.fair import Cut, FairDeal
from musbot.game.views import PublicView, SeatView, public_view, seat_view
from musbot.table import clocks
from musbot.table.errors import Refusal, Refused
from musbot.table.events import (
    Acted,
    Closed,
    Committed,
    CutDeck,
    Dealt,
    Event,
    Forgotten,
    Invited,
    Kept,
    Left,
    Opened,
    Rematched,
    Sat,
    Started,
    Voted,
)
from musbot.table.people import Access, Sitter
from musbot.table.presence import NOBODY, Gone, Presence
from musbot.table.public import PublicTable

SEATS = (1, 2, 3, 4)


class Status(StrEnum):
    """Where a table is in its life."""

    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class Table:
    """A table. `apply` is the only way to change it; commands are in `musbot.table.commands`."""

    __slots__ = (
        "_dealer",
        "_shuffle",
        "access",
        "channel_id",
        "clock",
        "closed_by",
        "closed_why",
        "cuts",
        "fair",
        "guild_id",
        "host",
        "language",
        "level",
        "match",
        "meeting",
        "options",
        "practice",
        "presence",
        "public_seq",
        "rematch",
        "reserved",
        "revision",
        "seats",
        "secret",
        "seq",
        "since",
        "status",
        "table_id",
        "thread",
        "tournament",
    )

    def __init__(self, table_id: int, guild_id: int | None, channel_id: int) -> None:
        self.table_id = table_id
        self.guild_id = guild_id
        self.channel_id = channel_id
        self.seq = 0
        """Number of the last event applied."""
        self.public_seq = 0
        """Number of the last event of which everybody knows: what is shown to all changes with it alone."""
        self.revision = 0
        """Counts the moments at which somebody may speak: a word said at an earlier one comes too late."""
        self.status = Status.OPEN
        self.host = 0
        self.options = Options()
        self.access = Access()
        self.level = ""
        self.reserved: Mapping[int, int] = {}
        self.thread = False
        self.practice = False
        """One person practises here with AI players: no channel shows the table."""
        self.tournament = 0
        """The number of the tournament that is played here; 0 for none."""
        self.meeting = 0
        """The number of its meeting."""
        self.rematch: int | None = None
        """The number of the table at which the players go on."""
        self.seats: dict[int, Sitter] = {}
        self.match: Match | None = None
        self.closed_by: int | None = None
        self.closed_why = ""
        self.clock = 0
        self.language = "en"
        self.since = 0.0
        """When the table began to wait for what it waits for now, in seconds since 1970."""
        self.presence = Presence()
        self.secret: bytes | None = None
        """The bot's part in the seed of the next deal."""
        self.cuts: tuple[CutDeck, ...] = ()
        """The players' parts."""
        self.fair: tuple[FairDeal, ...] = ()
        """How each deal that has begun was shuffled."""
        self._dealer: Dealer | None = None
        self._shuffle: SeededShuffle | None = None

    # Reading

    @property
    def is_live(self) -> bool:
        """Whether the table is open or playing."""
        return self.status in (Status.OPEN, Status.PLAYING)

    @property
    def is_open(self) -> bool:
        """Whether seats are being taken."""
        return self.status is Status.OPEN

    @property
    def is_playing(self) -> bool:
        """Whether a game is going on."""
        return self.status is Status.PLAYING

    @property
    def is_deserted(self) -> bool:
        """Whether all people at a game have left too many decisions to the clock."""
        misses = self.presence.misses
        return bool(misses) and all(misses.get(seat, 0) >= clocks.MOST_MISSES for seat in self.people)

    @property
    def due_at(self) -> float | None:
        """Until when the table waits, in seconds since 1970; None where it waits for nobody."""
        return clocks.due_at(self)

    @property
    def people_to_act(self) -> tuple[int, ...]:
        """The seats of people who may act."""
        if self.match is None or not self.is_playing:
            return ()
        return tuple(seat for seat in self.match.to_act if not self.seats[seat].is_ai)

    @property
    def away(self) -> dict[int, Gone]:
        """The seats that AI players keep since people have given them up, and who had them last."""
        if not self.is_playing:
            return {}
        last = {gone.seat: gone for gone in self.presence.gone}
        return {seat: last[seat] for seat in sorted(last) if self.seats[seat].is_ai}

    def votes_against(self, person_id: int) -> frozenset[int]:
        """Return which of the people at the table want a person to be removed."""
        return self.presence.votes.get(person_id, NOBODY) & frozenset(self.people.values())

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats that nobody has."""
        return tuple(seat for seat in SEATS if seat not in self.seats)

    @property
    def people(self) -> dict[int, int]:
        """The person on each seat that a person has."""
        return {seat: sitter.person_id for seat, sitter in self.seats.items() if sitter.person_id is not None}

    @property
    def playing(self) -> Match:
        """The match; `Refused` before the start and at a table that was closed."""
        if self.match is None:
            raise Refused(Refusal.CLOSED if self.status is Status.CLOSED else Refusal.NOT_STARTED)
        return self.match

    def seat_of(self, person_id: int) -> int:
        """Return the seat of a person, or `Refused`."""
        for seat, sitter in self.seats.items():
            if sitter.person_id == person_id:
                return seat
        raise Refused(Refusal.NOT_SEATED)

    def names(self) -> tuple[str, ...]:
        """Return the names of seats 1 to 4, "" where nobody sits."""
        return tuple(self.seats[seat].name if seat in self.seats else "" for seat in SEATS)

    @property
    def ai_seats(self) -> tuple[int, ...]:
        """The seats that AI players have."""
        return tuple(seat for seat in SEATS if seat in self.seats and self.seats[seat].is_ai)

    def ai_to_act(self) -> tuple[int, ...]:
        """Return the seats without a person that may act."""
        if self.match is None or self.status is not Status.PLAYING:
            return ()
        return tuple(seat for seat in self.match.to_act if self.seats[seat].is_ai)

    @property
    def ai_speaker(self) -> int | None:
        """The AI player's seat whose turn it is to speak; None where it is a person's, and while cards are chosen."""
        seats = self.ai_to_act()
        return seats[0] if seats and self.playing.deal.phase is not Phase.DISCARD else None

    def public(self, deal: int = -1) -> PublicTable:
        """Return what everybody may see, with the deal of an index (by default, the one in progress)."""
        view: PublicView | None = None
        games = (0, 0)
        if self.match is not None:
            view = self._with_clock(public_view(self.match.deals[deal]), range(self.deal_count)[deal] + 1)
            games = (self.match.games[0], self.match.games[1])
        return PublicTable(
            table_id=self.table_id,
            revision=self.revision,
            status=self.status.value,
            host=self.host,
            options=self.options,
            access=self.access,
            level=self.level,
            seats=tuple(self.seats.get(seat) for seat in SEATS),
            deal_number=range(1, self.deal_count + 1)[deal] if self.deal_count else 0,
            deal=view,
            games=games,
            winner=self.match.winner if self.match and deal in (-1, self.deal_count - 1) else None,
            fair=self._public_fair(),
            coming=self.next_shuffle.hidden() if self.is_live and self.secret is not None else None,
            clock=self.clock,
            due_at=self.due_at if self.clock else None,
            away=tuple((seat, gone.name if gone.is_away else "") for seat, gone in self.away.items()),
            closed_why=self.closed_why,
            tournament=self.tournament,
            kept=tuple(
                sorted((seat, person) for person, seat in self.reserved.items() if seat not in self.people)
            ),
        )

    def _with_clock(self, view: PublicView, deal: int) -> PublicView:
        """Return a view in which the words that the clock said are marked."""
        marks = {(seat, place) for number, seat, place in self.presence.by_clock if number == deal}
        if not marks:
            return view
        said = dict.fromkeys(SEATS, -1)
        spoken = []
        for each in view.spoken:
            said[each.seat] += 1
            spoken.append(replace(each, by_clock=(each.seat, said[each.seat]) in marks))
        proposal = spoken[-1] if view.proposal else None
        return replace(view, spoken=tuple(spoken), proposal=proposal)

    @property
    def next_shuffle(self) -> FairDeal:
        """How the next deal will be shuffled, if nobody cuts any more; `ValueError` before the bot committed."""
        if self.secret is None:
            raise ValueError(f"table {self.table_id}: no secret was drawn for deal {len(self.fair) + 1}")
        seat_of = {person: seat for seat, person in self.people.items()}
        cuts = (Cut(seat_of.get(cut.person_id, 0), cut.text) for cut in self.cuts)
        return FairDeal.of(self.secret, cuts)

    def _public_fair(self) -> tuple[FairDeal, ...]:
        return tuple(
            fair if self.playing.deals[index].is_over else fair.hidden()
            for index, fair in enumerate(self.fair)
        )

    @property
    def hands(self) -> tuple[int, int]:
        """Which hands the seats hold: the number of the deal, and how often its cards were exchanged."""
        if self.match is None:
            return 0, 0
        deal = self.match.deal
        return self.deal_count, deal.mus_rounds - (deal.phase is Phase.DISCARD)

    @property
    def deal_count(self) -> int:
        """How many deals have begun."""
        return len(self.match.deals) if self.match else 0

    def view(self, seat: int) -> SeatView:
        """Return what a seat knows of the deal in progress; `Refused` before the start."""
        return seat_view(self.playing.deal, seat)

    # Changing

    def apply(self, event: Event, at: float = 0.0) -> None:
        """Let an event have happened. Events come from commands that were checked, or from the store.

        :param at: when it happened, in seconds since 1970.
        """
        waited_for = self.revision, self.status, self.is_deserted
        match event:
            case Acted():
                self._act(event)
            case Dealt():
                self._deal(event.seed)
            case Committed():
                self.secret, self.cuts = event.secret, ()
            case CutDeck():
                self.cuts += (event,)
            case Sat():
                self.seats = {
                    seat: sitter
                    for seat, sitter in self.seats.items()
                    if event.person_id is None or sitter.person_id != event.person_id
                }
                self.seats[event.seat] = Sitter(event.name, event.person_id, event.level, event.manner)
                self.presence = self.presence.sat(event.seat, event.person_id, self.deal_count)
            case Voted():
                self.presence = self.presence.voted(event.by, event.against)
            case Left():
                self._leave(event)
                self.seats = {seat: sitter for seat, sitter in self.seats.items() if seat != event.seat}
            case Opened():
                self.host, self.options, self.access = event.host, event.options, event.access
                self.level, self.reserved, self.thread = event.level, event.reserved, event.thread
                self.clock, self.practice, self.language = event.clock, event.practice, event.language
                self.tournament, self.meeting = event.tournament, event.meeting
            case Kept():
                others = {who: seat for who, seat in self.reserved.items() if seat != event.seat}
                self.reserved = {**others, event.person_id: event.seat}
                self.access = self.access.with_person(event.person_id)
            case Invited():
                self.access = self.access.with_person(event.person_id)
            case Started():
                self.status = Status.PLAYING
                self.match = Match(self.options, event.mano)
            case Rematched():
                self.rematch = event.table_id
            case Closed():
                self.status = Status.CLOSED
                self.closed_by, self.closed_why = event.by, event.why
        self.seq += 1
        secret = isinstance(event, Acted) and event.action.word is Word.SIGN
        if not secret or self.options.signals == "public":
            self.public_seq = self.seq
        if (self.is_open and not isinstance(event, Forgotten)) or waited_for != (
            self.revision,
            self.status,
            self.is_deserted,
        ):
            self.since = at

    def apply_all(self, events: Iterable[Event], at: float = 0.0) -> None:
        """Apply events in order, all of the same time."""
        for event in events:
            self.apply(event, at)

    def copy(self) -> Table:
        """Return an independent copy, on which a command can be tried."""
        twin = Table.__new__(Table)
        for name in Table.__slots__:
            setattr(twin, name, getattr(self, name))
        if self.match is not None:
            twin.match = self.match.copy()
            if self._dealer is not None and self._shuffle is not None:
                twin._shuffle = self._shuffle.copy()
                twin._dealer = self._dealer.copy(twin.match.deal, twin._shuffle.below)
        return twin

    def _deal(self, seed: bytes) -> None:
        match = self.playing
        shuffle = self.next_shuffle
        if shuffle.seed != seed:
            raise ValueError(
                f"table {self.table_id}: deal {len(self.fair) + 1} has another seed than was made for it"
            )
        self.fair += (shuffle,)
        self.secret, self.cuts = None, ()
        deal = match.deal
        if deal.actions:
            deal = match.next_deal()
        self._shuffle = SeededShuffle(seed)
        self._dealer = Dealer(deal, self._shuffle.below)
        self._dealer.serve()
        self.revision += 1
        self.presence = self.presence.new_deal()

    def _leave(self, event: Left) -> None:
        sitter = self.seats.get(event.seat)
        if self.is_playing and sitter is not None and sitter.person_id is not None:
            gone = Gone(event.seat, sitter.person_id, sitter.name, event.why, event.at, self.deal_count)
            self.presence = self.presence.left(gone)

    def _act(self, event: Acted) -> None:
        match = self.playing
        match.push(event.action)
        deal = match.deal
        seat = event.action.seat
        if event.by_clock:
            unsaid = (Word.DEAL, Word.SIGN)
            said = sum(each.seat == seat and each.word not in unsaid for each in deal.actions)
            self.presence = self.presence.timed_out(seat, self.deal_count, said - 1)
        else:
            self.presence = self.presence.acted(seat)
        if deal.phase is Phase.DEAL:
            assert self._dealer is not None
            self._dealer.serve()
        # A signal takes nobody's turn, and neither does a drop that waits for the others'.
        waits = event.action.word is Word.DROP and deal.phase is Phase.DISCARD
        if event.action.word is not Word.SIGN and not waits:
            self.revision += 1
        if match.is_over:
            self.status = Status.FINISHED
