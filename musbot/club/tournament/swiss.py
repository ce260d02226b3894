"""Swiss pairing of fixed pairs, by a matching of greatest weight.

Everybody who plays is a vertex, and so is the bye where their number is odd; an edge costs more, the further two are
apart in points, and between equals the further their distance is from half of the group: the upper half of
those with the same points meets the lower one, in order. Nobody has two byes, and the bye goes to the fewest points
before the pairs are looked at. A second meeting of the same two costs more than anything else together, so there are
as few of them as can be, and none where none is needed.

A large field is cut into pieces from the top: of each group of points so many of its upper half and those whom they
are to meet. A piece that cannot be paired without a second meeting grows by its neighbour, up to the whole field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, log2
from typing import TypeAlias

SMALL = 36
"""Up to so many are matched in one piece."""
PIECE = 16
"""How many are in a piece of a larger field, or a few more."""
_BYE = -1


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody to be paired."""

    entry: int
    half_points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    """How often they have met others, by entry."""
    had_bye: bool = False


@dataclass(frozen=True, slots=True)
class Paired:
    """A round: everybody is in one of its pairs, or has the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


def usual_rounds(count: int) -> int:
    """Return after how many rounds one of so many entries has won everything, three at least where possible.

    >>> [usual_rounds(count) for count in (2, 3, 4, 8, 9, 200)]
    [1, 3, 3, 3, 4, 8]
    """
    return min(max(3, ceil(log2(count))), most_rounds(count)) if count > 1 else 0


def most_rounds(count: int) -> int:
    """Return in how many rounds nobody has to meet the same twice or to have two byes."""
    return count - 1 + count % 2


def pair(contenders: Sequence[Contender]) -> Paired | None:
    """Pair a round; None where there are fewer than two, or each of an odd number has had the bye.

    :param contenders: in the order of the standings, in the first round of the seeds.
    """
    if len(contenders) < 2 or (len(contenders) % 2 and all(each.had_bye for each in contenders)):
        return None
    costs = _Costs(contenders)
    if len(contenders) > SMALL:
        paired = _in_pieces(costs)
        if paired is not None:
            return paired
    pairs, bye = _matched(costs.edges(range(len(contenders)), again=True, bye=True))
    return costs.paired(pairs, bye)


Edge: TypeAlias = tuple[int, int, int]
"""Two places in the standings, and what it costs to let them meet."""


def _matched(edges: Iterable[Edge]) -> tuple[list[tuple[int, int]], int | None]:
    """Return the cheapest of the matchings that leave nobody over, or as few as can be; and who has the bye."""
    # Here, since it takes as long to load as a tenth of the bot, which most evenings never need it.
    import networkx as nx

    found = list(edges)
    most = max((cost for _, _, cost in found), default=0) + 1
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((one, other, most - cost) for one, other, cost in found)
    pairs = sorted((min(edge), max(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True))
    if pairs and pairs[0][0] == _BYE:
        return pairs[1:], pairs[0][1]
    return pairs, None


def _in_pieces(costs: _Costs) -> Paired | None:
    """Pair a large field without second meetings; None where one would be needed, or seems to be."""
    bye = costs.last_without_bye() if costs.size % 2 else None
    queue = costs.pieces([index for index in range(costs.size) if index != bye])
    done: list[tuple[list[int], list[tuple[int, int]]]] = []
    while queue:
        piece = queue.pop(0)
        pairs, _ = _matched(costs.edges(piece))
        if 2 * len(pairs) == len(piece):
            done.append((piece, pairs))
        elif queue:
            queue[0] = sorted(piece + queue[0])
        elif done:
            queue = [sorted(done.pop()[0] + piece)]
        else:
            return None
    return costs.paired(sorted(pair for _, pairs in done for pair in pairs), bye)


class _Costs:
    """What it costs to let two meet, by their places in the standings."""

    def __init__(self, contenders: Sequence[Contender]) -> None:
        self.size = len(contenders)
        self._contenders = contenders
        self._points = [each.half_points for each in contenders]
        self._half = {points: count // 2 for points, count in Counter(self._points).items()}
        self._apart = self.size**3 + 1
        """More than all distances in the standings together: half a point apart."""
        widest = max(self._points) - min(self._points) + 1
        self._above = self._apart * widest**2 * self.size
        """More than all pairs of a round together: half a point more of who has the bye."""
        self._again = self._above * (widest + 1)
        """More than all the rest together: a second meeting."""

    def paired(self, pairs: Iterable[tuple[int, int]], bye: int | None) -> Paired:
        """Return a round by the numbers of the entries."""
        entries = [each.entry for each in self._contenders]
        return Paired(
            tuple((entries[one], entries[other]) for one, other in pairs),
            None if bye is None else entries[bye],
        )

    def last_without_bye(self) -> int:
        """Return the last who has had no bye."""
        return next(index for index in reversed(range(self.size)) if not self._contenders[index].had_bye)

    def pieces(self, places: Sequence[int]) -> list[list[int]]:
        """Cut an even number of places into pieces that can be paired by themselves, as far as points go."""
        found: list[list[int]] = []
        rest: list[int] = []
        for _, group in groupby(places, key=lambda place: self._points[place]):
            members = list(group)
            if len(rest) + len(members) < PIECE:
                rest += members
                continue
            if len(rest) % 2:
                rest.append(members.pop(0))
            below = [members.pop()] if len(members) % 2 else []
            half = len(members) // 2
            if not half:
                found.append(rest)
            for first in range(0, half, PIECE // 2):
                last = min(first + PIECE // 2, half)
                found.append([*rest, *members[first:last], *members[half + first : half + last]])
                rest = []
            rest = below
        return [*found, rest] if rest else found

    def edges(self, places: Sequence[int], *, again: bool = False, bye: bool = False) -> Iterable[Edge]:
        """Return the edges between some.

        :param again: also between those who have met.
        :param bye: also to the bye, where their number is odd.
        """
        for index, one in enumerate(places):
            met = self._contenders[one].met
            for other in places[index + 1 :]:
                times = met.get(self._contenders[other].entry, 0)
                if again or not times:
                    yield one, other, self._cost(one, other) + self._again * times
        if bye and len(places) % 2:
            yield from self._byes()

    def _byes(self) -> Iterable[Edge]:
        lowest = min(each.half_points for each in self._contenders if not each.had_bye)
        for index, each in enumerate(self._contenders):
            if not each.had_bye:
                yield _BYE, index, (each.half_points - lowest) * self._above + self.size - index

    def _cost(self, one: int, other: int) -> int:
        apart = self._points[one] - self._points[other]
        if apart:
            return apart**2 * self._apart + other - one
        return (other - one - self._half[self._points[one]]) ** 2
