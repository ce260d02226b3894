"""What everybody may see of a table. It is built of types that cannot hold a card before the showdown."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.game import Options
from musbot.game.count import PairName
from musbot.game.views import PublicView
from musbot.table.people import Access, Sitter


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table as the channel may show it."""

    table_id: int
    revision: int
    status: str
    host: int
    options: Options
    access: Access
    level: str
    seats: tuple[Sitter | None, ...]
    """Seats 1 to 4, in this order."""
    deal_number: int
    """1 for the first deal; 0 before the start."""
    deal: PublicView | None
    games: tuple[int, int]
    winner: PairName | None

    def sitter(self, seat: int) -> Sitter:
        """Return who has a seat; `ValueError` where nobody has."""
        sitter = self.seats[seat - 1]
        if sitter is None:
            raise ValueError(f"nobody sits on seat {seat}")
        return sitter

    def name(self, seat: int) -> str:
        """Return the name of whoever has a seat."""
        return self.sitter(seat).name
