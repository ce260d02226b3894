"""Custom ids of the components, written and read in one place.

``mus:<table>:<revision>:<action>`` is about a table, ``club:<action>:<argument>:...`` about people across tables,
``tour:<tournament>:<action>:<argument>:...`` about a tournament.

What comes back from Discord is hostile input: anything that does not match to the letter is no id of ours.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_ID = re.compile(r"mus:(?P<table>[1-9][0-9]{0,14}):(?P<revision>0|[1-9][0-9]{0,8}):(?P<action>[a-z-]{1,32})")


NO_TABLE = 999_999_999_999_999
"""Stands in the ids of components that belong to no table."""


class ClickId(NamedTuple):
    """What a component stands for."""

    table_id: int
    revision: int
    """The moment of the game at which it was shown; 0 where that does not matter."""
    action: str

    def __str__(self) -> str:
        return f"mus:{self.table_id}:{self.revision}:{self.action}"

    @classmethod
    def parse(cls, text: str) -> ClickId | None:
        """Return the id of a text, or None where it is not one of ours.

        >>> ClickId.parse("mus:7:12:hold")
        ClickId(table_id=7, revision=12, action='hold')
        """
        match = _ID.fullmatch(text)
        if match is None:
            return None
        return cls(int(match["table"]), int(match["revision"]), match["action"])


_CLUB_ID = re.compile(r"club:(?P<action>[a-z-]{1,20})(?P<arguments>(?::[A-Za-z0-9.+-]{0,26}){0,5})")


class ClubId(NamedTuple):
    """What a component stands for that is about no table."""

    action: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ":".join(("club", self.action, *self.arguments))

    @classmethod
    def of(cls, action: str, *arguments: object) -> ClubId:
        """Return the id of an action with some arguments."""
        return cls(action, tuple(map(str, arguments)))

    @classmethod
    def parse(cls, text: str) -> ClubId | None:
        """Return the id of a text, or None where it is not one of ours.

        >>> ClubId.parse("club:games:12")
        ClubId(action='games', arguments=('12',))
        """
        match = _CLUB_ID.fullmatch(text)
        if match is None:
            return None
        return cls(match["action"], tuple(match["arguments"].split(":")[1:]))

    def number(self, place: int) -> int | None:
        """Return an argument that is a number of at most 63 bits, None where it is none, or is not there."""
        return _number(self.arguments, place)


_TOUR_ID = re.compile(
    r"tour:(?P<tournament>[1-9][0-9]{0,14}):(?P<action>[a-z-]{1,12})(?P<arguments>(?::[A-Za-z0-9.+-]{0,20}){0,3})"
)


class TourId(NamedTuple):
    """What a component stands for that is about a tournament."""

    tournament_id: int
    action: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ":".join(("tour", str(self.tournament_id), self.action, *self.arguments))

    @classmethod
    def of(cls, tournament_id: int, action: str, *arguments: object) -> TourId:
        """Return the id of an action with some arguments."""
        return cls(tournament_id, action, tuple(map(str, arguments)))

    @classmethod
    def parse(cls, text: str) -> TourId | None:
        """Return the id of a text, or None where it is not one of ours.

        >>> TourId.parse("tour:7:accept:3")
        TourId(tournament_id=7, action='accept', arguments=('3',))
        """
        match = _TOUR_ID.fullmatch(text)
        if match is None:
            return None
        return cls(int(match["tournament"]), match["action"], tuple(match["arguments"].split(":")[1:]))

    def number(self, place: int) -> int | None:
        """Return an argument that is a number of at most 63 bits, None where it is none, or is not there."""
        return _number(self.arguments, place)


def _number(arguments: tuple[str, ...], place: int) -> int | None:
    text = arguments[place] if place < len(arguments) else ""
    number = int(text) if re.fullmatch(r"-?[0-9]{1,20}", text) else None
    return number if number is not None and abs(number) < 2**63 else None
