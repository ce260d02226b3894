"""What can happen in a tournament. A tournament is the list of these; they are kept for ever, so their form is too.

``by`` is the person whose act it was, in the public log of what hosts do; None where it came by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Self, get_args

from musbot.club.tournament.meetings import Pairing, Result
from musbot.club.tournament.plan import Plan


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who plays, by Discord's number; or an AI player of some level, whose number is below zero."""

    person: int
    name: str
    level: str = ""
    """Of an AI player; "" for a person."""

    @property
    def is_ai(self) -> bool:
        """Whether it is an AI player, who is always there."""
        return bool(self.level)


def _plain(value: Any) -> Any:
    """Return a value of JSON with tuples for its lists."""
    return tuple(_plain(each) for each in value) if isinstance(value, list) else value


class _Flat:
    """An event whose fields JSON can hold as they are."""

    __slots__ = ()

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it. A name stands beside its own person alone, so that it can be erased."""
        data: dict[str, Any] = asdict(self)  # type: ignore[call-overload]  # every heir is a dataclass
        if "name" in data:
            data["who"] = {"person": data.pop("person"), "name": data.pop("name")}
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return what `to_data` wrote."""
        known = {each.name for each in fields(cls)}  # type: ignore[arg-type]  # the same
        data = {**data, **data.get("who", {})}
        return cls(**{name: _plain(value) for name, value in data.items() if name in known})


@dataclass(frozen=True, slots=True)
class Created:
    """A host announced the tournament."""

    kind: ClassVar[str] = "created"
    by: int
    plan: Plan

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"by": self.by, "plan": self.plan.to_data()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return what `to_data` wrote."""
        return cls(data["by"], Plan.from_data(data["plan"]))


@dataclass(frozen=True, slots=True)
class Entered(_Flat):
    """A person entered: alone, or with a partner who has not answered yet."""

    kind: ClassVar[str] = "entered"
    entry: int
    person: int
    name: str
    partner: int | None = None
    rating: float | None = None
    """What the entry is seeded by; None where nothing is known of it."""


@dataclass(frozen=True, slots=True)
class AiEntered:
    """A host let AI players of a known strength enter: a pair, in an arena one alone."""

    kind: ClassVar[str] = "ai_entered"
    entry: int
    players: tuple[Entrant, ...]
    by: int | None = None
    rating: float | None = None

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return what `to_data` wrote."""
        players = tuple(Entrant(**each) for each in data["players"])
        return cls(data["entry"], players, data["by"], data["rating"])


@dataclass(frozen=True, slots=True)
class Accepted(_Flat):
    """The partner who was asked will play."""

    kind: ClassVar[str] = "accepted"
    entry: int
    person: int
    name: str


@dataclass(frozen=True, slots=True)
class Drawn(_Flat):
    """Two single players were drawn together: the second joins the entry of the first."""

    kind: ClassVar[str] = "drawn"
    entry: int
    joins: int
    """The entry that is no more."""


@dataclass(frozen=True, slots=True)
class Withdrew(_Flat):
    """An entry plays no more, unless it comes back."""

    kind: ClassVar[str] = "withdrew"
    entry: int
    why: str = "withdrew"
    """``withdrew``, ``absent`` or ``removed``."""
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Returned(_Flat):
    """An entry that had withdrawn plays again."""

    kind: ClassVar[str] = "returned"
    entry: int


@dataclass(frozen=True, slots=True)
class CheckedIn(_Flat):
    """Somebody of an entry said that they are there."""

    kind: ClassVar[str] = "checked_in"
    entry: int


@dataclass(frozen=True, slots=True)
class PutOff(_Flat):
    """It begins later: a host wanted it so, or by itself (`by` is None), since there were too few."""

    kind: ClassVar[str] = "put_off"
    until: float
    """Since 1970, in seconds."""
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Began(_Flat):
    """The tournament began with a field, the best first."""

    kind: ClassVar[str] = "began"
    field: tuple[int, ...]
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Grouped(_Flat):
    """The field was divided into groups."""

    kind: ClassVar[str] = "grouped"
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Seeded(_Flat):
    """A bracket was drawn for some, the best first."""

    kind: ClassVar[str] = "seeded"
    seeds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A round was paired. Its meetings are numbered on."""

    kind: ClassVar[str] = "paired"
    round: int
    pairings: tuple[Pairing, ...]

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        pairings = [[each.one, each.other, each.slot] for each in self.pairings]
        return {"round": self.round, "pairings": pairings}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return what `to_data` wrote."""
        pairings = [Pairing(tuple(one), tuple(other), slot) for one, other, slot in data["pairings"]]
        return cls(data["round"], tuple(pairings))


@dataclass(frozen=True, slots=True)
class Unpaired(_Flat):
    """The round that had been paired last, and not begun, is to be paired again."""

    kind: ClassVar[str] = "unpaired"
    round: int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class TableOpened(_Flat):
    """A meeting has a table."""

    kind: ClassVar[str] = "table"
    meeting: int
    table_id: int


@dataclass(frozen=True, slots=True)
class MeetingBegan(_Flat):
    """All four were at the table of a meeting: its match has begun."""

    kind: ClassVar[str] = "meeting_began"
    meeting: int


@dataclass(frozen=True, slots=True)
class Called(_Flat):
    """Those who have not come to a meeting's table are told once more that the others wait."""

    kind: ClassVar[str] = "called"
    meeting: int


@dataclass(frozen=True, slots=True)
class Reseated(_Flat):
    """The seats of a meeting's table are kept for those who are in its entries now."""

    kind: ClassVar[str] = "reseated"
    meeting: int


@dataclass(frozen=True, slots=True)
class TableLost(_Flat):
    """A meeting's table was closed, and that was nobody's fault who plays there: it gets another one."""

    kind: ClassVar[str] = "table_lost"
    meeting: int
    table_id: int


@dataclass(frozen=True, slots=True)
class Resulted:
    """A meeting ended; or, by a host, its result was corrected."""

    kind: ClassVar[str] = "resulted"
    meeting: int
    result: Result
    by: int | None = None

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"meeting": self.meeting, **asdict(self.result), "by": self.by}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return what `to_data` wrote."""
        result = Result(data["winner"], data["forfeit"], _plain(data["stones"]), _plain(data["games"]))
        return cls(data["meeting"], result, data["by"])


@dataclass(frozen=True, slots=True)
class Replayed(_Flat):
    """A host lets a meeting be played after all that was lost by forfeit: they came a little late."""

    kind: ClassVar[str] = "replayed"
    meeting: int
    table_id: int | None = None
    """The table that it had, at which nobody plays any more."""
    by: int | None = None


@dataclass(frozen=True, slots=True)
class SubstituteAsked(_Flat):
    """Somebody is to play in another's place, as soon as the partner and a host want it."""

    kind: ClassVar[str] = "substitute_asked"
    entry: int
    out: int
    """The person who is to be replaced."""
    person: int
    name: str
    by: int


@dataclass(frozen=True, slots=True)
class Substituted(_Flat):
    """Somebody plays in another's place from now on."""

    kind: ClassVar[str] = "substituted"
    entry: int
    out: int
    person: int
    name: str
    by: int | None = None


@dataclass(frozen=True, slots=True)
class CohostNamed(_Flat):
    """Another person may do what the host may."""

    kind: ClassVar[str] = "cohost"
    person: int
    by: int


@dataclass(frozen=True, slots=True)
class Paused(_Flat):
    """No round is paired and nobody forfeits until it goes on."""

    kind: ClassVar[str] = "paused"
    by: int


@dataclass(frozen=True, slots=True)
class Resumed(_Flat):
    """It goes on."""

    kind: ClassVar[str] = "resumed"
    by: int


@dataclass(frozen=True, slots=True)
class Rang(_Flat):
    """The bell of an arena: nobody is paired any more."""

    kind: ClassVar[str] = "bell"


@dataclass(frozen=True, slots=True)
class Finished(_Flat):
    """It is over. Those who share a place stand together."""

    kind: ClassVar[str] = "finished"
    places: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Cancelled(_Flat):
    """A host called it off; or, by itself (`by` is None), since there were ``too_few``."""

    kind: ClassVar[str] = "cancelled"
    by: int | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Followed(_Flat):
    """The next one of a row of tournaments has been announced."""

    kind: ClassVar[str] = "followed"
    tournament_id: int


@dataclass(frozen=True, slots=True)
class Forgotten(_Flat):
    """Somebody had themselves erased: what was told of them in the events before stands there no more.

    It is written for those who hold the tournament in memory, so that they read it again.
    """

    kind: ClassVar[str] = "forgotten"


Event = (
    Created
    | Entered
    | AiEntered
    | Accepted
    | Drawn
    | Withdrew
    | Returned
    | CheckedIn
    | PutOff
    | Began
    | Grouped
    | Seeded
    | RoundPaired
    | Unpaired
    | TableOpened
    | MeetingBegan
    | Called
    | Reseated
    | TableLost
    | Resulted
    | Replayed
    | SubstituteAsked
    | Substituted
    | CohostNamed
    | Paused
    | Resumed
    | Rang
    | Finished
    | Cancelled
    | Followed
    | Forgotten
)
EVENTS: tuple[type[Event], ...] = get_args(Event)
_BY_KIND: dict[str, type[Event]] = {event.kind: event for event in EVENTS}


def event_of(kind: str, data: Mapping[str, Any]) -> Event:
    """Return the event that was written; `KeyError` for a kind that there is not."""
    return _BY_KIND[kind].from_data(data)
