"""What a good teacher may whisper to whoever is to speak: the kinds of tips, and what each knows, without a word.

Which of them fit a hand and a moment is found in `musbot.ai.teacher`; how they are said is for the reader's language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from musbot.game.actions import Word
from musbot.game.cards import Card
from musbot.game.hands import Lance

STRONG, WEAK = 0.6, 0.4
"""Chances to win a lance from which, and up to which, a pair is told so."""
CLOSE = 0.25
"""Stones by which mus and no mus must differ for a tip to choose one."""


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely the own pair wins a lance by its cards."""

    lance: Lance
    chance: float
    """0 to 1. In pares and juego, given who has it."""
    opening: bool
    """The seat may bet, or hold."""


@dataclass(frozen=True, slots=True)
class Price:
    """A bet is to be answered."""

    lance: Lance
    bet: int
    refusal: int
    """Stones that the others get if it is passed."""
    need: float
    """Chance to win from which calling is better than passing."""
    bonus: int
    """Stones that the own hand brings in this lance, which passing gives up."""


@dataclass(frozen=True, slots=True)
class LastStones:
    """Passing would end the game."""

    lack: int
    """Stones that the others still need."""


@dataclass(frozen=True, slots=True)
class AllIn:
    """An órdago is to be answered."""

    refusal: int


@dataclass(frozen=True, slots=True)
class FreeStone:
    """What a bet brings that nobody calls."""

    bonus: bool
    """Cards count besides, in this lance."""


@dataclass(frozen=True, slots=True)
class Score:
    """Somebody is near the end of the game: the lances are counted in their order."""

    ours: int
    """Stones that the own pair needs."""
    theirs: int


@dataclass(frozen=True, slots=True)
class LastChance:
    """The others are about to win and far ahead: an órdago may turn the game."""

    theirs: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """An órdago of those who are far behind is to be answered."""

    ours: int
    """Stones that the own pair has."""
    theirs: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The partner asks whether to say something."""

    word: Word
    amount: int
    refusal: int
    """Stones that the others get if the pair passes."""
    may_raise: bool


@dataclass(frozen=True, slots=True)
class PartnerPassed:
    """The partner has passed already, and the own word decides."""

    refusal: int


@dataclass(frozen=True, slots=True)
class PartnerShows:
    """A signal of the partner's that matters now."""

    name: str
    honest: bool
    """Signals may not lie at this table."""


@dataclass(frozen=True, slots=True)
class Holders:
    """Who has pares, or juego, as everybody was told."""

    lance: Lance
    partner: bool
    rivals: int


@dataclass(frozen=True, slots=True)
class PartnerMus:
    """The partner has said mus."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Mus, or cut."""

    gain: float
    """Stones that an exchange by all is better than the hand as it is; below 0, worse."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The best cards to keep, and what they promise."""

    cards: tuple[Card, ...]
    pares: float
    juego: float
    thirty_one: float


@dataclass(frozen=True, slots=True)
class Show:
    """Signals that are true of the hand and have not been sent."""

    names: tuple[str, ...]
    public: bool
    """The whole table sees them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one speaks, and whose even hands are."""

    place: int
    """0 for the mano to 3 for the last."""


@dataclass(frozen=True, slots=True)
class Kings:
    """Kings are kept."""

    eight: bool
    """Threes are kings, too."""


@dataclass(frozen=True, slots=True)
class Aces:
    """What aces are good for."""


@dataclass(frozen=True, slots=True)
class GoodEnough:
    """31 or duples: most people cut."""


@dataclass(frozen=True, slots=True)
class Corrido:
    """Whoever cuts becomes the mano."""


@dataclass(frozen=True, slots=True)
class CountTold:
    """Everybody hears how many cards one drops."""


@dataclass(frozen=True, slots=True)
class Trap:
    """A strong hand may hold, since rivals still speak."""


@dataclass(frozen=True, slots=True)
class Bluff:
    """Everybody has held, and one speaks last."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What beats what in juego, or punto."""

    lance: Lance
    total: int


@dataclass(frozen=True, slots=True)
class WillAsk:
    """The partner is asked before one's word counts."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """What the own hand brings to whoever wins pares, or juego, with it."""

    lance: Lance
    bonus: int


Tip: TypeAlias = (
    Chance
    | Price
    | LastStones
    | AllIn
    | FreeStone
    | Score
    | LastChance
    | Ahead
    | Asked
    | PartnerPassed
    | PartnerShows
    | Holders
    | PartnerMus
    | Exchange
    | Keep
    | Show
    | Place
    | Kings
    | Aces
    | GoodEnough
    | Corrido
    | CountTold
    | Trap
    | Bluff
    | Ranking
    | WillAsk
    | Bonus
)
