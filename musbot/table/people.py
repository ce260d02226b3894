"""Who sits at a table, and who may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from musbot.table.errors import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who gives a command. `person_id` and the roles are Discord's numbers."""

    person_id: int
    name: str
    roles: frozenset[int] = field(default=frozenset(), compare=False)
    moderator: bool = field(default=False, compare=False)
    """May manage other people's messages in the channel, and so close their tables."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Whoever has a seat: a person, or an AI player of some level."""

    name: str
    person_id: int | None = None
    level: str | None = None
    manner: str = ""
    """How an AI player likes to play: one of its level's manners, "" for the level itself."""

    @property
    def is_ai(self) -> bool:
        """Whether an AI player has the seat."""
        return self.person_id is None


@dataclass(frozen=True, slots=True)
class Access:
    """Who may sit at a table: anyone, the people of a list, or the members of a role."""

    kind: Literal["anyone", "people", "role"] = "anyone"
    people: frozenset[int] = frozenset()
    role: int | None = None

    def check(self, person: Person, host: int) -> None:
        """Raise `Refused` unless the person may sit; the host always may, and so do those who were invited."""
        if self.kind == "anyone" or person.person_id == host or person.person_id in self.people:
            return
        if self.kind == "people":
            raise Refused(Refusal.NOT_INVITED)
        if self.role not in person.roles:
            raise Refused(Refusal.NO_ROLE)

    def with_person(self, person_id: int) -> Access:
        """Return the same, but with one person more who may sit."""
        return Access(self.kind, self.people | {person_id}, self.role)

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {"kind": self.kind, "people": sorted(self.people), "role": self.role}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Access:
        """Return what `to_data` wrote."""
        return cls(data["kind"], frozenset(data["people"]), data["role"])
