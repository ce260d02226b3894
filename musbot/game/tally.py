"""What a match says of each seat: bets made, called and won by lance, órdagos, stones, hands, and feats.

All of it follows from the actions of the match alone, so it can be derived again from any record. Only hands that
were shown at the end of a deal are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from musbot.game.actions import Action, Word
from musbot.game.cards import sorted_cards
from musbot.game.count import LanceResult, Outcome, PairName, pair_index, pair_name
from musbot.game.deal import Deal
from musbot.game.hands import Lance, Pares, best_seat, ranks_text
from musbot.game.match import Match
from musbot.game.seats import SEATS, Seat

COMEBACK = 30
"""Stones that a pair must have been behind, in a game that it wins, for a comeback."""
WALKOVER = 5
"""Fewer stones than these must be all that the losers of a game have, for a walkover."""


class Feat(StrEnum):
    """Things worth a badge that can happen in a match."""

    LAST_STAND = "last-stand"
    """Won an órdago when the rivals lacked one stone."""
    COMEBACK = "comeback"
    """Won a game after having been 30 stones behind at the beginning of a deal."""
    WALKOVER = "walkover"
    """Won a game in which the rivals made fewer than five stones."""
    BLUFF = "bluff"
    """Won a lance by an órdago that was passed, with the worse cards."""
    FOUR_KINGS = "four-kings"
    """Showed four kings."""
    BY_A_LEAF = "by-a-leaf"
    """Won the juego with 31 against a 31 of the rivals, by being nearer the mano."""


@dataclass(slots=True)
class Bets:
    """What became of a seat's bets in one lance."""

    made: int = 0
    """Lances in which the seat's bet was the last one."""
    called: int = 0
    """Of those, the ones that the rivals called."""
    won: int = 0
    """Of those that were called, the ones that its pair won."""
    calls: int = 0
    """Lances in which the seat called a bet of the rivals."""
    calls_won: int = 0


@dataclass(slots=True)
class Tally:
    """What one seat did in a match."""

    bets: dict[Lance, Bets] = field(default_factory=dict)
    stones: int = 0
    """Stones that its pair made, those of an órdago apart."""
    ordagos: int = 0
    """Órdagos it said that stood as the last word of the bettors."""
    ordagos_called: int = 0
    ordagos_won: int = 0
    """Órdagos that were called, by its rivals or by itself, and won by its pair."""
    deals: int = 0
    duples: int = 0
    medias: int = 0
    thirty_ones: int = 0
    best: tuple[int, int, str] | None = None
    """The best hand shown: stones of its pares and juego, its place in grande, and its cards by rank."""
    feats: set[Feat] = field(default_factory=set)

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {
            "bets": {
                lance.value: [each.made, each.called, each.won, each.calls, each.calls_won]
                for lance, each in self.bets.items()
            },
            "ordagos": [self.ordagos, self.ordagos_called, self.ordagos_won],
            "hands": [self.deals, self.duples, self.medias, self.thirty_ones],
            "best": list(self.best) if self.best else None,
            "feats": sorted(self.feats),
        }


def tally(match: Match) -> dict[Seat, Tally]:
    """Return what each seat did in a match, over or not; a deal that is not over is left out."""
    tallies = {seat: Tally() for seat in SEATS}
    behind = [0, 0]
    for deal in match.deals:
        if not deal.is_over:
            continue
        _count_hands(deal, tallies)
        _count_lances(deal, tallies)
        before = deal.scores_before
        for pair in (0, 1):
            behind[pair] = max(behind[pair], before[1 - pair] - before[pair])
        winner = deal.game_winner
        if winner:
            side = pair_index(winner)
            seats = _seats_of(winner)
            if behind[side] >= COMEBACK:
                _award(tallies, seats, Feat.COMEBACK)
            if deal.scores[1 - side] < WALKOVER:
                _award(tallies, seats, Feat.WALKOVER)
            behind = [0, 0]
    return tallies


@dataclass(slots=True)
class _Betting:
    """Whose words counted in a lance."""

    bettor: Seat = 0
    ordago: bool = False
    caller: Seat = 0


def _count_lances(deal: Deal, tallies: dict[Seat, Tally]) -> None:
    bettings = _bettings(deal)
    for settled, result in zip(deal.settled, deal.results, strict=True):
        if result.winner is None:
            continue
        if settled.outcome is not Outcome.ORDAGO:
            for seat in _seats_of(result.winner):
                tallies[seat].stones += result.points
        betting = bettings.get(settled.lance)
        if betting is not None and betting.bettor:
            _count_bet(deal, settled.outcome, result, betting, tallies)
        if result.lance is Lance.JUEGO and settled.outcome is not Outcome.REFUSED:
            _look_for_leaf(deal, result, tallies)


def _count_bet(
    deal: Deal, outcome: Outcome, result: LanceResult, betting: _Betting, tallies: dict[Seat, Tally]
) -> None:
    bettor, caller = betting.bettor, betting.caller
    bets = tallies[bettor].bets.setdefault(result.lance, Bets())
    bets.made += 1
    tallies[bettor].ordagos += betting.ordago
    if outcome is Outcome.REFUSED:
        if betting.ordago and _had_worse(deal, bettor, result.lance):
            tallies[bettor].feats.add(Feat.BLUFF)
        return
    won = result.winner == pair_name(bettor)
    bets.called += 1
    bets.won += won
    if caller:
        calls = tallies[caller].bets.setdefault(result.lance, Bets())
        calls.calls += 1
        calls.calls_won += not won
        tallies[caller].ordagos_called += betting.ordago
    if outcome is Outcome.ORDAGO:
        hero = bettor if won else caller
        tallies[hero].ordagos_won += 1
        loser = 1 - pair_index(pair_name(hero))
        if deal.scores[loser] == deal.options.target - 1:
            tallies[hero].feats.add(Feat.LAST_STAND)


def _bettings(deal: Deal) -> dict[Lance, _Betting]:
    """Return whose bet stood last in each lance, and who called it. A proposal counts once the partner agrees."""
    found: dict[Lance, _Betting] = {}
    for lance, said in _settled_words(deal):
        betting = found.setdefault(lance, _Betting())
        match said.word:
            case Word.BET | Word.ORDAGO:
                betting.bettor, betting.ordago = said.seat, said.word is Word.ORDAGO
            case Word.CALL:
                betting.caller = said.seat
            case _:
                pass
    return found


def _settled_words(deal: Deal) -> Iterator[tuple[Lance, Action]]:
    places = iter(deal.spoken_in)
    proposal: Action | None = None
    for action in deal.actions:
        if action.word in (Word.DEAL, Word.SHUFFLE, Word.DROP, Word.SIGN):
            continue
        lance, proposed = next(places)
        if lance is None:
            continue
        if proposed:
            proposal = action
            continue
        agreed = proposal if action.word is Word.AGREE else None
        proposal = None
        yield lance, agreed or action


def _had_worse(deal: Deal, seat: Seat, lance: Lance) -> bool:
    facts = [None, *(deal.facts(each) for each in SEATS)]
    return pair_name(best_seat(facts, deal.holders(lance), lance)) != pair_name(seat)


def _look_for_leaf(deal: Deal, result: LanceResult, tallies: dict[Seat, Tally]) -> None:
    seat = result.seat
    if not seat or deal.facts(seat).total != 31:
        return
    own = deal.facts(seat).juego
    if any(deal.facts(rival).juego == own for rival in SEATS if (rival - seat) % 2):
        tallies[seat].feats.add(Feat.BY_A_LEAF)


def _count_hands(deal: Deal, tallies: dict[Seat, Tally]) -> None:
    for seat in SEATS:
        facts, mine = deal.facts(seat), tallies[seat]
        mine.deals += 1
        mine.duples += facts.kind is Pares.DUPLES
        mine.medias += facts.kind is Pares.MEDIAS
        mine.thirty_ones += facts.total == 31
        if facts.ranks == (0, 0, 0, 0):
            mine.feats.add(Feat.FOUR_KINGS)
        worth = (
            facts.pares_bonus + facts.juego_bonus,
            facts.grande,
            ranks_text(sorted_cards(deal.hands[seat], deal.options.kings)),
        )
        if mine.best is None or worth > mine.best:
            mine.best = worth


def _seats_of(pair: PairName) -> tuple[Seat, Seat]:
    return (1, 3) if pair == "A" else (2, 4)


def _award(tallies: dict[Seat, Tally], seats: tuple[Seat, Seat], feat: Feat) -> None:
    for seat in seats:
        tallies[seat].feats.add(feat)
