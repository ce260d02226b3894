"""Fairness: the seed of a deal, made so that nobody can choose it, and what proves that afterwards.

Before a deal, the bot draws a secret and publishes its SHA-256, the *commitment*: it cannot change the secret
any more. Then players may cut the deck with a text of their own, which the bot could not know when it committed.
The seed of the shuffle is made of both. After the deal the secret is revealed, and anybody can do it all again.
``docs/fairness.md`` explains it at length; `musbot.game.audit` checks a record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from musbot.game.seats import Seat

SECRET_BYTES = 32
SHORTEST_CUT, LONGEST_CUT = 4, 32
"""Characters of the text with which a player cuts: too many to be guessed when the bot commits."""


SHOWN_DIGITS = 32
"""Digits of a commitment that are shown where there is no room for all 64: as many as a telephone shows in a line.
To cheat, one would have to find two secrets whose fingerprints begin with the same 128 bits: some 2⁶⁴ tries for each
deal."""


class Cut(NamedTuple):
    """A player's part in a seed."""

    seat: Seat
    """The seat of the player when the cards were dealt; 0 for one who had left the table."""
    text: str


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What there is to be known of how a deal was shuffled."""

    commitment: str
    """SHA-256 of the secret in 64 hexadecimal digits, published before the first cut."""
    cuts: tuple[Cut, ...] = ()
    """In the order in which they were made."""
    secret: bytes | None = field(default=None, repr=False)
    """None as long as it may not be told."""

    @classmethod
    def of(cls, secret: bytes, cuts: Iterable[Cut] = ()) -> FairDeal:
        """Return a deal with a secret, committed to truly."""
        return cls(commitment_of(secret), tuple(cuts), secret)

    @property
    def seed(self) -> bytes:
        """The seed of the shuffle; `ValueError` where the secret is not told."""
        if self.secret is None:
            raise ValueError("the secret of this deal is not told yet")
        return seed_of(self.secret, (cut.text for cut in self.cuts))

    def hidden(self) -> FairDeal:
        """Return the same without its secret."""
        return replace(self, secret=None)


def commitment_of(secret: bytes) -> str:
    """Return what is published of a secret beforehand."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, cuts: Iterable[str]) -> bytes:
    """Return the seed of a shuffle: SHA-256(secret + SHA-256(cut 1) + SHA-256(cut 2) + ...).

    Without cuts it is the secret itself. Each cut is hashed first, so that where one ends and the next begins
    cannot be read in two ways, and nobody can type what would extend the published hash.
    """
    parts = [hashlib.sha256(cut.encode()).digest() for cut in cuts]
    return hashlib.sha256(secret + b"".join(parts)).digest() if parts else secret


def first_mano(seed: bytes) -> Seat:
    """Return the mano of the first deal of a match, which its seed decides as well."""
    return seed[0] % 4 + 1
