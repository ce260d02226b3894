"""A tournament of simulated pairs, for tests: people enter, rounds are paired, somebody wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from musbot.club.tournament import Format, Meeting, Plan, Result, Tournament, commands, rounds
from musbot.club.tournament.events import Event, Resulted, event_of
from musbot.table.people import Person

HOST = Person(9_001, "Host")


def person(number: int) -> Person:
    return Person(number, f"Player {number}")


class Evening:
    """A tournament and the events that made it."""

    def __init__(self, format: Format = Format.SWISS, seed: int = 1, **plan: object) -> None:
        self.rng = Random(seed)
        self.tournament = Tournament(1)
        self.events: list[Event] = []
        self.happen(commands.create(HOST, Plan("Thursday", format, **plan)))  # type: ignore[arg-type]

    def happen(self, events: Iterable[Event]) -> None:
        for event in events:
            # As the store will give it back.
            self.tournament.apply(event_of(event.kind, event.to_data()))
            self.events.append(event)

    def enter_pair(self, one: int, other: int, rating: float | None = None) -> int:
        """Let a pair enter; return the number of its entry."""
        self.happen(commands.enter(self.tournament, person(one), other, rating))
        number = len(self.tournament.entries)
        self.happen(commands.accept(self.tournament, person(other), number))
        return number

    def enter_pairs(self, count: int) -> None:
        """Let pairs enter of which entry n is people 2n - 1 and 2n."""
        for number in range(1, count + 1):
            self.enter_pair(2 * number - 1, 2 * number)

    def begin(self) -> None:
        self.happen(rounds.begin(self.tournament, self.rng))

    def go_on(self) -> bool:
        """Pair the next round; return whether there is one."""
        self.happen(rounds.go_on(self.tournament, self.rng))
        return not self.tournament.is_over

    def play(self, wins: Callable[[Meeting], int] | None = None) -> None:
        """Let the open meetings be played; by default, whoever is drawn by lot wins."""
        for meeting in self.tournament.open_meetings:
            winner = self.rng.randrange(2) if wins is None else wins(meeting)
            lost = self.rng.randrange(40)
            stones = (40, lost) if winner == 0 else (lost, 40)
            self.happen([Resulted(meeting.number, Result(winner, stones=stones))])

    def play_all(self, wins: Callable[[Meeting], int] | None = None) -> None:
        """Play it to its end."""
        while self.go_on():
            self.play(wins)


def first_wins(meeting: Meeting) -> int:
    """The side with the smaller number wins: entry 1 is the strongest."""
    return 0 if meeting.one < meeting.other else 1
