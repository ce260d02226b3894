"""What is settled before a tournament: its format, its rules, who may enter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from musbot.game import Options


class Format(StrEnum):
    """How a tournament finds its winner."""

    SWISS = "swiss"
    SINGLE = "single"
    DOUBLE = "double"
    ROBIN = "robin"
    GROUPS = "groups"
    ARENA = "arena"


MOST_IN_ROBIN = 16
"""Pairs that play everybody against everybody: 15 rounds."""
MOST = 512


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament as its host wants it. `ValueError` names a bad value. Times are in seconds."""

    name: str
    format: Format = Format.SWISS
    options: Options = field(default_factory=Options)
    starts_at: float | None = None
    """Since 1970; None where the host says when."""
    clock: int = 0
    """For each decision at the tables; 0 for no clock."""
    most: int = MOST
    """Pairs, in an arena players; whoever comes later waits for a place."""
    singles: bool = False
    """Everybody enters alone, and partners are drawn."""
    role: int | None = None
    """Discord's number of the role that one must have to enter."""
    rating_from: float | None = None
    rating_to: float | None = None
    rounds: int = 0
    """Of a Swiss; 0 for as many as its size needs."""
    check_in: float = 0
    """How long before the start everybody has to say that they are there; 0 for no such thing."""
    courtesy: float = 300
    """How long those who are there wait for the others; then it is a forfeit. 0: everybody is seated at once."""
    round_time: float = 0
    """How long a round may take, where people play by correspondence; 0 for no limit."""
    third: bool = True
    """Of an elimination: there is a meeting for the third place."""
    groups: int = 0
    """0 for as many as the field needs."""
    through: int = 2
    """How many of each group go on."""
    bell: float = 3600
    """How long an arena lasts."""
    league: str = ""
    """The league to which its points are added."""
    every: float = 0
    """After how long the next one begins; 0 for never."""
    zone: str = "UTC"
    """Whose clock that follows: the next one begins at the same hour there, in summer and in winter."""
    breather: float = 60
    """How long after the last result of a round the next is paired, so that a host can still correct it."""
    notice: float = 30
    """How long after a pairing its tables open, so that it can be read, and taken back; none in an arena."""

    language: str = "en"
    """Of what its channel and its tables show to all."""
    threads: bool = False
    """Each table is played in a thread of the channel, so that many beside each other can be read."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.name) <= 60:
            raise ValueError(f"a name of {len(self.name)} characters: it must be 1 to 60")
        if not 2 <= self.most <= MOST:
            raise ValueError(f"most = {self.most}: it must be 2 to {MOST}")
        if not 0 <= self.rounds <= 20:
            raise ValueError(f"rounds = {self.rounds}: it must be 0 to 20")
        if self.every and self.every < 3600:
            raise ValueError(f"every = {self.every} seconds: it must be an hour at least")
        if self.through < 1 or self.groups < 0:
            raise ValueError(f"groups = {self.groups}, through = {self.through}: not fewer than 0 and 1")

    @property
    def fewest(self) -> int:
        """How many it takes: pairs, in an arena players."""
        return 4 if self.format in (Format.ARENA, Format.GROUPS) else 2

    @property
    def room(self) -> int:
        """How many there is room for, by the format too."""
        return min(self.most, MOST_IN_ROBIN) if self.format is Format.ROBIN else self.most

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        simple = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "options"}
        return {**simple, "rules": self.options.preset, "options": self.options.changes()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Plan:
        """Return what `to_data` wrote."""
        values = {name: value for name, value in data.items() if name not in ("rules", "options", "format")}
        options = Options.of(data["rules"], **data["options"])
        return cls(**values, format=Format(data["format"]), options=options)
