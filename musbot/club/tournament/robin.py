"""Round robin, in which everybody meets everybody, and the groups that play one each."""

from __future__ import annotations

from collections.abc import Sequence


def rounds(entries: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return the rounds in which everybody meets everybody once; where their number is odd, one rests each time.

    The first stays, the others go round (Kirkman's circle).

    >>> rounds([1, 2, 3])
    [[(1, 2)], [(1, 3)], [(2, 3)]]
    """
    ring: list[int | None] = list(entries)
    if len(ring) % 2:
        ring.insert(0, None)
    found = []
    half = len(ring) // 2
    for _ in range(len(ring) - 1):
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        found.append(
            [
                (min(one, other), max(one, other))
                for one, other in pairs
                if one is not None and other is not None
            ]
        )
        ring[1:] = [ring[-1], *ring[1:-1]]
    return found


def group_count(count: int, wanted: int = 0) -> int:
    """Return into how many groups so many are divided: a power of two with about four in each, if not said otherwise.

    No group has fewer than two.
    """
    if wanted:
        return max(1, min(wanted, count // 2))
    groups = 1
    while count >= 6 * groups:
        groups *= 2
    return groups


def groups(seeds: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """Divide entries, the best first, so that groups are about as strong: down the row and up again."""
    found: list[list[int]] = [[] for _ in range(count)]
    for index, entry in enumerate(seeds):
        lap, place = divmod(index, count)
        found[count - 1 - place if lap % 2 else place].append(entry)
    return tuple(tuple(each) for each in found)
