"""What everybody may see of a table. It is built of types that cannot hold a card before the showdown."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.game import Options
from musbot.game.count import PairName
from musbot.game.fair import FairDeal
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
    """Who has won the match with this deal."""
    fair: tuple[FairDeal, ...]
    """How each deal that has begun was shuffled; only those that are over tell their secret."""
    coming: FairDeal | None
    """How the next deal will be shuffled, without its secret; None at a table that is over."""
    clock: int = 0
    """Seconds for each decision; 0 for no clock."""
    due_at: float | None = None
    """Until when the table waits, in seconds since 1970; None where it does not."""
    away: tuple[tuple[int, str], ...] = ()
    """The seats that AI players have since people gave them up; with names, of those who are expected back."""
    closed_why: str = ""
    """As in the event `Closed`."""
    tournament: int = 0
    """The number of the tournament that is played here; 0 for none."""
    kept: tuple[tuple[int, int], ...] = ()
    """The seats that are kept for people who are not there, and who they are."""

    def sitter(self, seat: int) -> Sitter:
        """Return who has a seat; `ValueError` where nobody has."""
        sitter = self.seats[seat - 1]
        if sitter is None:
            raise ValueError(f"nobody sits on seat {seat}")
        return sitter

    def name(self, seat: int) -> str:
        """Return the name of whoever has a seat."""
        return self.sitter(seat).name

    @property
    def shuffled(self) -> FairDeal | None:
        """How the deal that is shown was shuffled; None before the first deal."""
        return self.fair[self.deal_number - 1] if 0 < self.deal_number <= len(self.fair) else None

    @property
    def coming_number(self) -> int:
        """The number of the next deal; 1 before the first."""
        return len(self.fair) + 1
