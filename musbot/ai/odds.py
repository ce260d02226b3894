"""What a hand is worth before a word is said: the exact chance in each lance, and the best cards to keep.

>>> from musbot.game import Options
>>> odds = odds_of(read_hand("R R 7 1"), place=0, options=Options())
>>> f"{odds.lances[0].win:.1%}", odds.keeps[0].kept
('86.0%', (0, 0, 9))
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from musbot.ai.equities import Equities, shipped
from musbot.ai.exact import LANCES, Hands, Real, draws_of, hands_of
from musbot.ai.exchange import stones, stones_in
from musbot.game.cards import RANKS, SUITS, Card, parse_card, rank_of, sorted_cards
from musbot.game.hands import Hand, Lance, hand
from musbot.game.options import Options

LONGEST = 40
"""Characters of a hand that are looked at; whatever is longer is none."""


class NoHand(ValueError):
    """A text that is no hand; `why` tells the reason, and `rank` the letter that is none."""

    def __init__(self, why: str, rank: str = "") -> None:
        super().__init__(f"{why}: {rank}" if rank else why)
        self.why = why
        """``rank``: it has a letter that is none; ``count``: it has not four cards."""
        self.rank = rank


@dataclass(frozen=True, slots=True)
class LanceOdds:
    """The chances of a pair in a lance if the cards alone decide. Of pares and juego they leave those that nobody
    has it; of punto they are given that nobody has juego."""

    lance: Lance
    win: float
    lose: float
    both: float
    """Chance that both pairs may bet: 1 in grande and chica; in punto, that it is played at all."""
    win_if_both: float
    """Chance to win, given that."""
    ours: float
    """Stones that the own pair may expect if nobody bets: what the lance gives when it is held, and the bonus."""
    theirs: float
    """Stones that the other pair may expect."""


@dataclass(frozen=True, slots=True)
class Keep:
    """A choice of cards to keep in an exchange, and what it promises."""

    kept: tuple[int, ...]
    """Ranks as indices into `RANKS`, threes and twos read as the game reads them."""
    stones: float
    """Stones that the pair may expect over those it may lose."""
    pares: float
    """Chance of any pares."""
    strong: float
    """Chance of medias or duples."""
    juego: float
    thirty_one: float
    by_lance: tuple[float, ...]
    """The part of `stones` that each lance gives, in their order."""


@dataclass(frozen=True, slots=True)
class Odds:
    """All there is to know of a hand by counting."""

    cards: tuple[Card, ...]
    """Four cards that make the hand, the highest first."""
    hand: Hand
    place: int
    """0 for the mano to 3 for the last."""
    options: Options
    lances: tuple[LanceOdds, ...]
    keeps: tuple[Keep, ...]
    """Every choice, the best first."""
    stones: float
    """What the hand is worth as it is, on the scale of `Keep.stones`."""

    def kept_cards(self, keep: Keep) -> tuple[Card, ...]:
        """Return the cards of the hand that a choice keeps."""
        wanted = list(keep.kept)
        kept = []
        for card in self.cards:
            if (rank := rank_of(card, self.options.kings)) in wanted:
                wanted.remove(rank)
                kept.append(card)
        return tuple(kept)

    @property
    def gain(self) -> float:
        """Stones by which the best exchange is better than the hand as it is; less than 0 where it is worse."""
        return self.keeps[0].stones - self.stones


def read_hand(text: str) -> tuple[Card, ...]:
    """Return four cards of the ranks in a text, such as ``R R 7 1`` or ``rr71``; `NoHand` where it is none.

    Each card gets the first suit that is free, so that the hand can be drawn.
    """
    letters = [
        letter for letter in text[: LONGEST + 1].upper() if not letter.isspace() and letter not in ",;.-+"
    ]
    for letter in letters:
        if letter not in RANKS:
            raise NoHand("rank", letter)
    if len(letters) != 4:
        raise NoHand("count")
    if len(text) > LONGEST:
        raise NoHand("count")
    seen: Counter[str] = Counter()
    cards: list[Card] = []
    for letter in letters:
        cards.append(parse_card(letter + SUITS[seen[letter]]))
        seen[letter] += 1
    return tuple(cards)


def odds_of(cards: tuple[Card, ...], place: int, options: Options) -> Odds:
    """Return the odds of four cards, the seat's place from the mano being 0 to 3."""
    if not 0 <= place <= 3:
        raise ValueError(f"place = {place}: it must be 0 to 3")
    facts = hand(cards, options.kings, options.real31)
    table = shipped(options.kings, options.real31)
    after = shipped(options.kings, options.real31, exchanged=True)
    return Odds(
        cards=sorted_cards(cards, options.kings),
        hand=facts,
        place=place,
        options=options,
        lances=tuple(_lance_odds(table, lance, place, facts, options) for lance in LANCES),
        keeps=_keeps(after, place, facts, options),
        stones=float(stones(table, options.punto_bonus)[place, facts.code]),
    )


def _lance_odds(table: Equities, lance: Lance, place: int, facts: Hand, options: Options) -> LanceOdds:
    code = facts.code
    win, lose = float(table.win(lance)[place, code]), float(table.lose(lance)[place, code])
    held = 1 if options.held_stone == "all" or lance in (Lance.GRANDE, Lance.CHICA) else 0
    if lance in (Lance.GRANDE, Lance.CHICA):
        return LanceOdds(lance, win, lose, 1.0, win, win * held, lose * held)
    if lance is Lance.PUNTO:
        played = 0.0 if facts.juego else float(table.nobody(Lance.JUEGO)[code])
        if not played:
            return LanceOdds(lance, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        worth = (held + options.punto_bonus) * played
        return LanceOdds(lance, win, lose, played, win, win * worth, lose * worth)
    alone, against, both = (float(chance[code]) for chance in table.contest(lance))
    index = 0 if lance is Lance.PARES else 1
    contested, lost = win - alone, lose - against
    return LanceOdds(
        lance,
        win,
        lose,
        both,
        contested / both if both else 0.0,
        contested * held + float(table.ours[index, place, code]),
        lost * held + float(table.theirs[index, place, code]),
    )


def _keeps(after: Equities, place: int, facts: Hand, options: Options) -> tuple[Keep, ...]:
    hands, draws = hands_of(options.kings, options.real31), draws_of(options.kings)
    chosen = slice(draws.first[facts.code], draws.first[facts.code + 1])
    parts = np.stack([stones_in(after, lance, options.punto_bonus)[place] for lance in LANCES])
    values = draws.mean_of(facts.code, np.concatenate([parts, _features(hands)]))
    keeps = [
        Keep(
            kept=tuple(int(rank) for rank in np.repeat(np.arange(10), counts)),
            stones=float(column[:5].sum()),
            pares=float(column[5]),
            strong=float(column[6]),
            juego=float(column[7]),
            thirty_one=float(column[8]),
            by_lance=tuple(float(part) for part in column[:5]),
        )
        for counts, column in zip(draws.kept[chosen], values.T, strict=True)
    ]
    return tuple(sorted(keeps, key=lambda keep: -keep.stones))


def _features(hands: Hands) -> Real:
    return np.stack(
        [hands.kind > 0, hands.kind > 1, hands.total >= 31, hands.total == 31],
    ).astype(np.float64)


def percent(chance: float) -> str:
    """Return a chance with one decimal; only what is certain is 0 % or 100 %."""
    if chance < 1e-6 or chance > 1 - 1e-6:
        return f"{100 * chance:.0f} %"
    if chance < 0.0005:
        return "<0.1 %"
    return ">99.9 %" if chance > 0.9995 else f"{100 * chance:.1f} %"
