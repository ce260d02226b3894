"""Who sits at a table, and who may."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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
    friend_of: frozenset[int] = field(default=frozenset(), compare=False)
    """Those who have them as a friend."""
    blocked_by: frozenset[int] = field(default=frozenset(), compare=False)
    """Those who do not want them at their tables."""
    rating: int = field(default=1500, compare=False)
    """Their rating of all time, in the points that people see."""


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
    """Who may sit at a table: anyone, the people of a list, the members of a role, or the friends of the host."""

    kind: Literal["anyone", "people", "role", "friends"] = "anyone"
    people: frozenset[int] = frozenset()
    role: int | None = None
    lowest: int | None = None
    """The least rating with which somebody may sit, in the points that people see."""
    highest: int | None = None

    def check(self, person: Person, host: int, sitting: Iterable[int] = ()) -> None:
        """Raise `Refused` unless the person may sit.

        The host always may, and so do those who were invited, unless one of those who sit there has blocked them.

        :param sitting: the people who have seats.
        """
        if person.person_id == host:
            return
        if person.blocked_by & {host, *sitting}:
            raise Refused(Refusal.BLOCKED)
        if person.person_id in self.people:
            return
        match self.kind:
            case "people":
                raise Refused(Refusal.NOT_INVITED)
            case "role" if self.role not in person.roles:
                raise Refused(Refusal.NO_ROLE)
            case "friends" if host not in person.friend_of:
                raise Refused(Refusal.NO_FRIEND)
            case _:
                pass
        low, high = self.lowest, self.highest
        if (low is not None and person.rating < low) or (high is not None and person.rating > high):
            raise Refused(Refusal.OTHER_RATING)

    def with_person(self, person_id: int) -> Access:
        """Return the same, but with one person more who may sit."""
        return replace(self, people=self.people | {person_id})

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        data: dict[str, Any] = {"kind": self.kind, "people": sorted(self.people), "role": self.role}
        if (self.lowest, self.highest) != (None, None):
            data["ratings"] = [self.lowest, self.highest]
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Access:
        """Return what `to_data` wrote."""
        lowest, highest = data.get("ratings", (None, None))
        return cls(data["kind"], frozenset(data["people"]), data["role"], lowest, highest)
