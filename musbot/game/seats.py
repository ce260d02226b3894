"""The four seats, 1 to 4 in speaking order: 1 and 3 play together against 2 and 4.

Whoever is the mano speaks first; the others follow round the table.
"""

from __future__ import annotations

from typing import TypeAlias

Seat: TypeAlias = int
"""1 to 4. 0 stands for nobody."""

SEATS: tuple[Seat, ...] = (1, 2, 3, 4)


def partner_of(seat: Seat) -> Seat:
    """Return the seat opposite."""
    return (seat + 1) % 4 + 1


def seat_after(seat: Seat) -> Seat:
    """Return the seat that speaks next."""
    return seat % 4 + 1


def place_of(seat: Seat, mano: Seat) -> int:
    """Return how many seats speak before one: 0 for the mano to 3 for the last.

    >>> [place_of(seat, mano=3) for seat in SEATS]
    [2, 3, 0, 1]
    """
    return (seat - mano) % 4


def seats_from(mano: Seat) -> tuple[Seat, ...]:
    """Return all seats in the order in which they speak.

    >>> seats_from(3)
    (3, 4, 1, 2)
    """
    return tuple((mano - 1 + place) % 4 + 1 for place in range(4))
