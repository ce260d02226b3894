"""How good the Swiss pairing is, and how fast: simulated events, against a random pairing and a plain greedy one.

    python benchmarks/tournaments.py [--events 300] [--pairs 500]

Pairs have a strength, normal with deviation 1, and no rating that would tell it; the better of two wins unless a normal
noise of 1.5 on the difference is against it. Each event has 8 to 40 pairs and two rounds more than are usual for so
many; one pair in twenty leaves after each round. The same events are paired three ways: by musbot; at random; and
greedily, where in the order of the standings each takes the next that they have not met, or else the next, and
who is left has the bye. Printed are second meetings and second byes, and the rank correlation (Spearman) of the final
standings with strength. Then the rounds of a field of 500 are timed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import mean

from musbot.club.tournament.meetings import Meeting, Result
from musbot.club.tournament.standings import Line, standings
from musbot.club.tournament.swiss import Contender, Paired, pair, usual_rounds

NOISE = 1.5
LEAVING = 1 / 20
MORE_ROUNDS = 2

Way = Callable[[Sequence[Contender], random.Random], Paired | None]


def musbot(contenders: Sequence[Contender], _: random.Random) -> Paired | None:
    """Pair as musbot does."""
    return pair(contenders)


def at_random(contenders: Sequence[Contender], rng: random.Random) -> Paired | None:
    """Pair by lot."""
    entries = [each.entry for each in contenders]
    rng.shuffle(entries)
    bye = entries.pop() if len(entries) % 2 else None
    return Paired(tuple(zip(entries[::2], entries[1::2], strict=True)), bye)


def greedy(contenders: Sequence[Contender], _: random.Random) -> Paired | None:
    """Let each, from the top, take the next whom they have not met."""
    left = list(contenders)
    pairs = []
    while len(left) > 1:
        first = left.pop(0)
        other = next((each for each in left if each.entry not in first.met), left[0])
        left.remove(other)
        pairs.append((first.entry, other.entry))
    return Paired(tuple(pairs), left[0].entry if left else None)


class Event:
    """A Swiss among pairs of known strength."""

    def __init__(self, way: Way, seed: int, pairs: int, rounds: int, leaving: float = LEAVING) -> None:
        self.strength = [random.Random(f"{seed} {each}").gauss(0, 1) for each in range(pairs)]
        self.active = list(range(pairs))
        self.meetings: list[Meeting] = []
        self.met: list[Counter[int]] = [Counter() for _ in range(pairs)]
        self.byes: Counter[int] = Counter()
        self.slowest = 0.0
        rng = random.Random(f"{seed} lots")
        for number in range(1, rounds + 1):
            began = time.perf_counter()
            paired = way(self._contenders(), rng)
            self.slowest = max(self.slowest, time.perf_counter() - began)
            if paired is None:
                break
            self._play(number, paired, random.Random(f"{seed} {number}"))
            self.active = [each for each in self.active if rng.random() >= leaving]

    def _contenders(self) -> list[Contender]:
        lines = standings(self.active, self.meetings)
        return [
            Contender(line.entry, line.half_points, self.met[line.entry], line.entry in self.byes)
            for line in lines
        ]

    def _play(self, number: int, paired: Paired, rng: random.Random) -> None:
        for one, other in paired.pairs:
            self.met[one][other] += 1
            self.met[other][one] += 1
            edge = self.strength[one] - self.strength[other] + rng.gauss(0, NOISE)
            lost = max(0, round(36 - 8 * abs(edge)))
            stones = (40, lost) if edge > 0 else (lost, 40)
            result = Result(int(edge < 0), stones=stones)
            self.meetings.append(Meeting(len(self.meetings) + 1, number, (one,), (other,), result=result))
        if paired.bye is not None:
            self.byes[paired.bye] += 1
            self.meetings.append(Meeting(len(self.meetings) + 1, number, (paired.bye,)))

    @property
    def again(self) -> int:
        """How often two met who had met before."""
        return sum(times - 1 for each in self.met for times in each.values()) // 2

    @property
    def second_byes(self) -> int:
        """How many byes were somebody's second one, or a later one."""
        return sum(times - 1 for times in self.byes.values())

    @property
    def correlation(self) -> float:
        """Rank correlation of strength and the standings of those who stayed."""
        return _spearman(standings(self.active, self.meetings), self.strength)


def _spearman(lines: Sequence[Line], strength: Sequence[float]) -> float:
    count = len(lines)
    if count < 3:
        return 0.0
    ranks = {
        entry: rank
        for rank, entry in enumerate(sorted((line.entry for line in lines), key=lambda e: -strength[e]))
    }
    apart = sum((index - ranks[line.entry]) ** 2 for index, line in enumerate(lines))
    return 1 - 6 * apart / (count * (count**2 - 1))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=300)
    parser.add_argument("--pairs", type=int, default=500)
    args = parser.parse_args()
    sizes = random.Random(7)
    fields = [(seed, sizes.randint(8, 40)) for seed in range(args.events)]
    print(f"{args.events} events of 8 to 40 pairs   second meetings   second byes   rank correlation")
    for name, way in (("musbot", musbot), ("greedy", greedy), ("random", at_random)):
        played = [Event(way, seed, count, usual_rounds(count) + MORE_ROUNDS) for seed, count in fields]
        again, byes = (sum(getattr(each, what) for each in played) for what in ("again", "second_byes"))
        print(f"  {name:<30}{again:>15}{byes:>14}{mean(each.correlation for each in played):>19.3f}")
    large = Event(musbot, 1, args.pairs, usual_rounds(args.pairs), leaving=1 / 100)
    print(
        f"{args.pairs} pairs: the slowest of {usual_rounds(args.pairs)} rounds was paired in {large.slowest:.2f} s"
    )


if __name__ == "__main__":
    main()
