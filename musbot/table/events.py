"""What can happen at a table. A table is the list of these; they are kept for ever, so their form is too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from musbot.game import Action, Options
from musbot.table.people import Access


@dataclass(frozen=True, slots=True)
class Opened:
    """A person opened the table, in a channel of a server."""

    kind: ClassVar[str] = "opened"
    host: int
    options: Options
    access: Access
    level: str
    """The level of the AI players that fill empty seats."""
    reserved: Mapping[int, int] = field(default_factory=dict)
    """The seats that are kept for people, by person: of a rematch, those they had."""
    thread: bool = False
    """The deals are played in a thread of the channel."""
    clock: int = 0
    """Seconds for each decision; 0 for no clock."""
    practice: bool = False
    """One person practises here with AI players, unseen by others."""
    language: str = "en"
    """The language of what the table shows to all."""
    tournament: int = 0
    """The number of the tournament that is played here; 0 for none. Only those for whom seats are kept sit here."""
    meeting: int = 0
    """The number of its meeting."""

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        data = {
            "host": self.host,
            "rules": self.options.preset,
            "options": self.options.changes(),
            "access": self.access.to_data(),
            "level": self.level,
            "reserved": [[person, seat] for person, seat in self.reserved.items()],
            "thread": self.thread,
            "clock": self.clock,
            "language": self.language,
        }
        if self.tournament:
            data |= {"tournament": self.tournament, "meeting": self.meeting}
        return {**data, "practice": True} if self.practice else data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Opened:
        """Return what `to_data` wrote."""
        options = Options.of(data["rules"], **data["options"])
        return cls(
            data["host"],
            options,
            Access.from_data(data["access"]),
            data["level"],
            dict(data["reserved"]),
            data["thread"],
            data["clock"],
            data.get("practice", False),
            data.get("language", "en"),
            data.get("tournament", 0),
            data.get("meeting", 0),
        )


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat of a tournament's table is kept for another person than before."""

    kind: ClassVar[str] = "kept"
    seat: int
    person_id: int

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"seat": self.seat, "person": self.person_id}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Kept:
        """Return what `to_data` wrote."""
        return cls(data["seat"], data["person"])


@dataclass(frozen=True, slots=True)
class Invited:
    """A person may sit, whatever the table's access."""

    kind: ClassVar[str] = "invited"
    person_id: int

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"person": self.person_id}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Invited:
        """Return what `to_data` wrote."""
        return cls(data["person"])


@dataclass(frozen=True, slots=True)
class Sat:
    """A person or an AI player took a seat (and gave up another, if the person had one)."""

    kind: ClassVar[str] = "sat"
    seat: int
    name: str
    person_id: int | None
    level: str | None
    manner: str = ""
    """How an AI player of the level likes to play."""

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        data = {"seat": self.seat, "name": self.name, "person": self.person_id, "level": self.level}
        return {**data, "manner": self.manner} if self.manner else data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Sat:
        """Return what `to_data` wrote."""
        return cls(data["seat"], data["name"], data["person"], data["level"], data.get("manner", ""))


@dataclass(frozen=True, slots=True)
class Left:
    """A seat was given up."""

    kind: ClassVar[str] = "left"
    seat: int
    why: str = "left"
    """``left`` by the person's own will; ``away``: they let the clock decide too often; ``removed`` by a vote, or by a
    moderator; ``outvoted`` by the only other person, so that they may come back; ``replaced`` in a tournament."""
    at: float = 0.0
    """When, in seconds since 1970: the seat may be kept for its owner from then on."""

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"seat": self.seat, "why": self.why, "at": self.at}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Left:
        """Return what `to_data` wrote."""
        return cls(data["seat"], data["why"], data["at"])


@dataclass(frozen=True, slots=True)
class Voted:
    """A person wants another one to be removed from the game."""

    kind: ClassVar[str] = "voted"
    by: int
    against: int

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"by": self.by, "against": self.against}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Voted:
        """Return what `to_data` wrote."""
        return cls(data["by"], data["against"])


@dataclass(frozen=True, slots=True)
class Started:
    """The match began; the mano of its first deal was drawn."""

    kind: ClassVar[str] = "started"
    mano: int

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"mano": self.mano}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Started:
        """Return what `to_data` wrote."""
        return cls(data["mano"])


@dataclass(frozen=True, slots=True)
class Committed:
    """The bot drew its secret for the next deal, and is bound to it: its SHA-256 is shown from now on."""

    kind: ClassVar[str] = "committed"
    secret: bytes = field(repr=False)

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"secret": self.secret.hex()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Committed:
        """Return what `to_data` wrote."""
        return cls(bytes.fromhex(data["secret"]))


@dataclass(frozen=True, slots=True)
class CutDeck:
    """A player cut the deck of the next deal: the text becomes part of its seed."""

    kind: ClassVar[str] = "cut_deck"
    person_id: int
    text: str

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"person": self.person_id, "text": self.text}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> CutDeck:
        """Return what `to_data` wrote."""
        return cls(data["person"], data["text"])


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal began. All of its cards follow from the seed, by `musbot.game.SeededShuffle`.

    The seed is made of the secret and the cuts before it, by `musbot.game.fair.seed_of`.
    """

    kind: ClassVar[str] = "dealt"
    seed: bytes = field(repr=False)

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"seed": self.seed.hex()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Dealt:
        """Return what `to_data` wrote."""
        return cls(bytes.fromhex(data["seed"]))


@dataclass(frozen=True, slots=True)
class Acted:
    """Something was said or done in the game: one line of the record."""

    kind: ClassVar[str] = "acted"
    action: Action
    by_clock: bool = False
    """The time of the seat was up, so this was done for it."""

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        line = {"line": str(self.action)}
        return {**line, "by": "clock"} if self.by_clock else line

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Acted:
        """Return what `to_data` wrote."""
        return cls(Action.parse(data["line"]), data.get("by") == "clock")


@dataclass(frozen=True, slots=True)
class Rematched:
    """The players of a finished match were offered another one, at a new table."""

    kind: ClassVar[str] = "rematched"
    table_id: int

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"table": self.table_id}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Rematched:
        """Return what `to_data` wrote."""
        return cls(data["table"])


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Somebody had themselves erased: what was told of them in the events before stands there no more.

    It is written for those who hold the table in memory, so that they read it again.
    """

    kind: ClassVar[str] = "forgotten"

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Forgotten:
        """Return what `to_data` wrote."""
        return cls()


@dataclass(frozen=True, slots=True)
class Closed:
    """The table ended without a winner."""

    kind: ClassVar[str] = "closed"
    by: int | None
    """The person who closed it; None where nobody was left, or where its channel is gone."""
    why: str = ""
    """``waited`` too long for players, ``deserted`` by all of them for too long, or, in a tournament, ``left`` by the
    last who was there, or ``decided`` elsewhere."""

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"by": self.by, "why": self.why}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Closed:
        """Return what `to_data` wrote."""
        return cls(data["by"], data["why"])


Event: TypeAlias = (
    Opened
    | Kept
    | Invited
    | Sat
    | Left
    | Voted
    | Started
    | Committed
    | CutDeck
    | Dealt
    | Acted
    | Rematched
    | Forgotten
    | Closed
)

_CLASSES: dict[str, type[Event]] = {
    cls.kind: cls
    for cls in (
        Opened,
        Kept,
        Invited,
        Sat,
        Left,
        Voted,
        Started,
        Committed,
        CutDeck,
        Dealt,
        Acted,
        Rematched,
        Forgotten,
        Closed,
    )
}


def event_of(kind: str, data: Mapping[str, Any]) -> Event:
    """Return the event that a row of the store tells of.

    `ValueError` for a kind that this version does not know, and for data that is not of its kind.
    """
    cls = _CLASSES.get(kind)
    if cls is None:
        # What it holds is not told, for it may be a secret.
        raise ValueError(f"event {kind!r} of {sorted(data)} is not known: a later musbot may have written it")
    try:
        return cls.from_data(data)
    except KeyError as error:
        raise ValueError(f"event {kind!r} lacks {error}: it holds {sorted(data)}") from None
