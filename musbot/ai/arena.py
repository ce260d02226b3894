"""The arena: two levels play whole games against each other until it is known which is better, and by how much.

Games come in mirrored pairs: the same deals are played twice, the second time with the seats exchanged, so that
the luck of the cards cancels. A pair is one measurement; standard errors are of pairs, never of single games.
The figures depend on the seed, and neither on the number of processes nor on which of them played what.

The levels sit as they do at a real table: each seat sees its own view, signals to its partner for every new hand,
and has its own chance. A player that fails, or that does what is not legal, ends the run: it is not to be measured.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from random import Random
from typing import Any, NamedTuple

from musbot.ai.player import LEVELS, MANNERS, Player, player_of
from musbot.ai.reference import Tight
from musbot.game import Dealer, Match, Options, Outcome, Phase
from musbot.game.actions import sign
from musbot.game.seats import SEATS
from musbot.game.views import seat_view

CONFIDENCE = 1.959964
"""Standard errors on each side of a mean that hold 95 % of a normal distribution."""
TIGHT = Tight()
"""The yardstick: see `musbot.ai.reference`."""
_BATCH = 4
"""Pairs of games that a process is given at a time."""


class Pairing(NamedTuple):
    """What is played: two levels (or manners of them, ``club/bold``), by which rules, from which seed."""

    one: str
    other: str
    options: Options
    seed: int


class Played(NamedTuple):
    """A mirrored pair of games, as the first of the two levels sees it."""

    wins: int
    """Games won: 0, 1 or 2."""
    stones: int
    """Stones won less stones lost, in both games."""
    deals: int
    ordagos: int
    """Deals that an accepted órdago decided."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over mirrored pairs, and its standard error."""

    mean: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval, as the normal distribution gives it."""
        return self.mean - CONFIDENCE * self.error, self.mean + CONFIDENCE * self.error


@dataclass(frozen=True, slots=True)
class Score:
    """What came out. Every figure is the first level's."""

    games: int
    deals: int
    win_rate: Estimate
    """Share of games won, 0 to 1."""
    stones: Estimate
    """Stones a deal, won less lost; an accepted órdago counts as many as the winner lacked."""
    ordagos: float
    """Share of deals that an accepted órdago decided."""

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""

        def written(estimate: Estimate) -> dict[str, Any]:
            low, high = estimate.interval
            return {"mean": estimate.mean, "error": estimate.error, "interval": [low, high]}

        return {
            "games": self.games,
            "deals": self.deals,
            "win_rate": written(self.win_rate),
            "stones_per_deal": written(self.stones),
            "ordagos_per_deal": self.ordagos,
        }


def play(
    pairing: Pairing, games: int, workers: int = 1, done: Callable[[int], None] = lambda _: None
) -> Score:
    """Play so many games (one more where the number is odd) and return what came out.

    :param workers: processes to play in; 1 plays in this one.
    :param done: told how many more games are over, now and then.

    `ValueError` for a level that there is not, and for fewer than four games: one pair has no standard error.
    """
    _require(pairing, games)
    pairs = (games + 1) // 2
    batches = [range(first, min(first + _BATCH, pairs)) for first in range(0, pairs, _BATCH)]
    played: list[Played] = []
    with _processes(workers) as spread:
        for batch in spread(partial(_play_batch, pairing), batches):
            played += batch
            done(2 * len(batch))
    return score_of(played)


def _require(pairing: Pairing, games: int) -> None:
    for name in (pairing.one, pairing.other):
        _player(name)
    if games < 4:
        raise ValueError(f"{games} games are too few to measure anything: at least 4")


def _player(name: str) -> Player:
    """Return the player of ``club``, of ``club/bold`` or of ``tight``; `ValueError` where there is none."""
    if name == TIGHT.name:
        return TIGHT
    level, _, manner = name.partition("/")
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}: choose {' or '.join(LEVELS)}")
    if manner and manner not in MANNERS.get(level, {}):
        raise ValueError(
            f"{level} has no manner {manner!r}: choose {' or '.join(MANNERS.get(level, {})) or 'none'}"
        )
    return player_of(level, manner)


def score_of(played: Iterable[Played]) -> Score:
    """Return the figures of at least two mirrored pairs.

    >>> score_of([Played(2, 30, 20, 0), Played(1, 10, 20, 1)]).win_rate
    Estimate(mean=0.75, error=0.25)
    """
    pairs = list(played)
    deals = sum(pair.deals for pair in pairs)
    return Score(
        games=2 * len(pairs),
        deals=deals,
        win_rate=_ratio([(pair.wins, 2) for pair in pairs]),
        stones=_ratio([(pair.stones, pair.deals) for pair in pairs]),
        ordagos=sum(pair.ordagos for pair in pairs) / deals,
    )


def _ratio(pairs: list[tuple[int, int]]) -> Estimate:
    """Return the ratio of two sums and its standard error (exact where the divisor is the same in all pairs).

    The error is that of the ratio estimator, by linearisation: Cochran, Sampling Techniques, chapter 6.
    """
    number, whole = len(pairs), sum(divisor for _, divisor in pairs)
    mean = sum(value for value, _ in pairs) / whole
    squares = sum((value - mean * divisor) ** 2 for value, divisor in pairs)
    return Estimate(mean, sqrt(squares / (number - 1) * number) / whole if number > 1 else inf)


# Playing


def play_pair(pairing: Pairing, index: int) -> Played:
    """Play a mirrored pair of games, the one of an index in its series."""
    games = [_play_game(pairing, index, first_is_a) for first_is_a in (True, False)]
    return Played(*(sum(figures) for figures in zip(*games, strict=True)))


def _play_batch(pairing: Pairing, indices: range) -> list[Played]:
    return [play_pair(pairing, index) for index in indices]


def _play_game(pairing: Pairing, index: int, first_is_a: bool) -> Played:
    """Play a match; its n-th deal is shuffled by the same seed whoever sits where."""
    levels = (pairing.one, pairing.other) if first_is_a else (pairing.other, pairing.one)
    players = [_player(levels[(seat - 1) % 2]) for seat in SEATS]
    name = f"{pairing.seed}/{index}"
    chance = [Random(f"{name}/{'first' if first_is_a else 'second'}/{seat}") for seat in SEATS]
    match = Match(pairing.options, index % 4 + 1)
    stones = ordagos = 0
    while not match.is_over:
        deal = match.next_deal() if match.deal.is_over else match.deal
        dealer = Dealer(deal, Random(f"{name}/{len(match.deals)}").randrange)
        hands: object = None
        while not deal.is_over:
            if deal.phase is Phase.DEAL:
                dealer.serve()
            now = deal.mus_rounds, deal.corrido
            if now != hands and deal.phase is not Phase.DISCARD:
                hands = now
                for seat in SEATS:
                    for signal in players[seat - 1].signals(seat_view(deal, seat), chance[seat - 1]):
                        match.push(sign(seat, signal))
            turn = deal.to_act[0]
            match.push(players[turn - 1].choose(seat_view(deal, turn), deal.legal(turn), chance[turn - 1]))
        before, after = deal.scores_before, deal.scores
        stones += (after[0] - before[0]) - (after[1] - before[1])
        ordagos += any(result.outcome is Outcome.ORDAGO for result in deal.results)
    won = match.winner == ("A" if first_is_a else "B")
    return Played(int(won), stones if first_is_a else -stones, len(match.deals), ordagos)


@contextmanager
def _processes(workers: int) -> Iterator[Callable[..., Iterable[list[Played]]]]:
    """Give a `map` that keeps the order and spreads the work over so many processes."""
    if workers <= 1:
        yield map
        return
    pool = ProcessPoolExecutor(workers)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


# The command


def main(pairing: Pairing, games: int, workers: int, as_json: bool) -> int:
    """``musbot arena``: play, print what came out, and return the exit status. `ValueError` as from `play`."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    _require(pairing, games)
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{pairing.one} against {pairing.other}", total=games + games % 2, speed="")

        def done(more: int) -> None:
            progress.advance(task, more)
            speed = progress.tasks[0].speed
            progress.update(task, speed=f"{speed:.0f} games/s" if speed else "")

        score = play(pairing, games, workers, done)
    if as_json:
        options = pairing.options
        head = {"one": pairing.one, "other": pairing.other, "seed": pairing.seed, "rules": options.preset}
        print(json.dumps({**head, "options": options.changes(), **score.to_data()}))
    else:
        print(report(pairing, score))
    return 0


def report(pairing: Pairing, score: Score) -> str:
    """Return what came out as a few lines for people."""
    low, high = score.win_rate.interval
    least, most = score.stones.interval
    return "\n".join(
        (
            f"{pairing.one} against {pairing.other}: {score.games:,} games in mirrored pairs, "
            f"{score.deals:,} deals, {pairing.options.preset} to {pairing.options.target}, seed {pairing.seed}",
            f"  games won        {score.win_rate.mean:7.2%}  ± {score.win_rate.error:.2%}"
            f"   95 %: {low:.2%} to {high:.2%}",
            f"  stones per deal  {score.stones.mean:+7.3f}  ± {score.stones.error:.3f}"
            f"   95 %: {least:+.3f} to {most:+.3f}",
            f"  órdagos accepted in {score.ordagos:.1%} of deals",
        )
    )
