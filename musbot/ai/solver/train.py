"""`musbot train`: make the book anew, in steps that are kept, so that a broken run goes on where it was.

1. For each number of kings: cuts and discards as a fixed point (`policy`).
2. For each kind of betting and number of rounds: the lances far from the target, and from them what a game is worth
   at each score.
3. Cuts and discards once more, by those strategies, and deals as they come by them.
4. The lances on these deals at nine classes of scores: far from the target from the strategy of step 2, the others
   from that one.
5. The files of the book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from musbot.ai import book as books
from musbot.ai.book import NEEDS, ROUNDS, SCORES, Key
from musbot.ai.exact import hands_of
from musbot.ai.lances import tree
from musbot.ai.solver import kernels, lance, policy
from musbot.ai.solver.answers import harden
from musbot.ai.solver.lance import Array
from musbot.ai.solver.policy import LANCES, Codes, Policy, Solution, Table
from musbot.ai.tight import tight_strategy
from musbot.game.hands import Lance

KINGS = (8, 4)


@dataclass(frozen=True)
class Effort:
    """How long each step works. An iteration walks a batch of sampled deals through a lance."""

    deals: int = 800_000
    """Deals that lances are solved on; fewer after two rounds of mus, which are rare."""
    more: int = 3
    """Times as many deals in step 4, where they are not rare: those of lances with few seats are."""
    games: int = 30_000
    """Deals that are played to find what a game is worth at each score."""
    turns: int = 6
    """Improvements of cuts and discards, twice: the lances are solved again in between."""
    rough: tuple[int, int] = (200, 1000)
    """Iterations and batch for the lances of step 1."""
    fine: tuple[int, int] = (300, 2500)
    """Those of step 2; where partners ask each other, twice."""
    far: tuple[int, int] = (200, 2500)
    """Those of step 4, where both pairs need many stones."""
    answered: tuple[int, int] = (300, 800)
    """Iterations against the best answers, after that; the second number after one round of mus at most: later ones are
    rare. So for the next three."""
    pares: tuple[int, int] = (2000, 2500)
    """Those in pares with three or four seats."""
    juego: tuple[int, int] = (300, 5000)
    """Those in the juego with four."""
    small: tuple[int, int] = (8000, 20000)
    """Those where a few hundred deals differ: two seats that may bet, or three in the juego."""
    again: tuple[int, int] = (70, 1200)
    """Those of step 4 for the other classes of scores, each from the strategy where both need many."""

    def answers_to(self, rounds: int, of: Lance, mask: int) -> int:
        """Return the iterations against the best answers."""
        seats = mask.bit_count()
        if seats == 2 or (of is Lance.JUEGO and seats == 3):
            numbers = self.small
        else:
            numbers = {Lance.PARES: self.pares, Lance.JUEGO: self.juego}.get(of, self.answered)
        return numbers[rounds < 2]

    def deals_after(self, rounds: int) -> int:
        """Return the deals to sample after so many rounds of mus."""
        return self.deals if rounds < 2 else self.deals // 3


QUICK = Effort(
    deals=20_000,
    games=3_000,
    turns=1,
    rough=(10, 100),
    fine=(10, 100),
    far=(5, 100),
    answered=(5, 5),
    pares=(5, 5),
    juego=(5, 5),
    small=(5, 5),
    again=(5, 100),
)
"""Makes a book in a minute or two that plays badly: to try the way."""


def train(
    work: Path,
    target: Path,
    seed: int,
    effort: Effort,
    workers: int,
    *,
    decks: Sequence[int] = KINGS,
    keep_cuts: bool = False,
) -> list[tuple[Path, int]]:
    """Make the book; return its files and their sizes in bytes.

    :param work: folder for what is done; the same seed and effort must be used when a run goes on.
    :param target: folder for the files.
    :param decks: numbers of kings to make the book for.
    :param keep_cuts: take cuts, discards and what a game is worth from the book that there is, and solve the lances
        alone anew: most of what can be won against a book is won there, in half the time.
    """
    work.mkdir(parents=True, exist_ok=True)
    target.mkdir(parents=True, exist_ok=True)
    tables = [Table(kings, consult) for kings in decks for consult in (True, False)]
    with (
        ProcessPoolExecutor(workers) as pool,
        Progress(
            TextColumn("{task.description:24}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        ) as progress,
    ):

        def step(name: str, function: Any, jobs: Iterable[tuple[Any, ...]]) -> None:
            listed = list(jobs)
            bar = progress.add_task(name, total=len(listed))
            for done in as_completed([pool.submit(function, work, *job) for job in listed]):
                done.result()
                progress.advance(bar)

        if keep_cuts:
            step("what is kept", keep, ((kings, effort, seed) for kings in decks))
        step("cuts and discards", make_policy, ((kings, effort, seed) for kings in decks))
        step("deals", make_deals, ((kings, r, effort, seed) for kings in decks for r in range(ROUNDS)))
        parts = [(table, r, of) for table in tables for of in LANCES for r in range(ROUNDS)]
        step("lances, far from the end", make_base, ((*part, effort, seed) for part in parts))
        step("hands after an exchange", make_final_policy, ((kings, effort, seed) for kings in decks))
        step("deals again", deal_again, ((kings, r, effort, seed) for kings in decks for r in range(ROUNDS)))
        step("chances at each score", make_equity, ((table, effort, seed) for table in tables))
        step("lances, at each score", make_scores, ((*part, effort, seed) for part in parts))
    return [write_book(work, target, kings, effort.deals // 2, seed) for kings in decks]


# Steps. Each writes its file last and whole, and does nothing where it is there.


def keep(work: Path, kings: int, effort: Effort, seed: int) -> None:
    """Put what the present book has in the place of what the steps would find: all but the lances."""
    opened = books.book(kings)
    cuts = {
        "margins": opened.margins.astype(float),
        "keeps": opened.keeps,
        "worth": opened.worth.astype(float),
    }
    for name in ("policy", "final-policy"):
        if not (work / f"{name}-{kings}.npz").exists():
            _save(work / f"{name}-{kings}.npz", **cuts)
    for consult in (False, True):
        if not (work / f"equity-{kings}-{consult:d}.npz").exists():
            _save(work / f"equity-{kings}-{consult:d}.npz", equity=opened.equity[int(consult)].astype(float))
    for rounds in range(ROUNDS):
        if not (work / f"deals-{kings}-{rounds}.npz").exists():
            codes = load_policy(work, kings).sample(effort.deals_after(rounds), rounds, seed + 1000 + rounds)[
                0
            ]
            classes, middles = opened.classes[rounds], opened.middles[rounds]
            _save(work / f"deals-{kings}-{rounds}.npz", codes=codes, classes=classes, middles=middles)


def make_policy(work: Path, kings: int, effort: Effort, seed: int) -> None:
    """Find cuts and discards. They are found where partners do not ask, which is quicker, and used for both."""
    path = work / f"policy-{kings}.npz"
    if path.exists():
        return
    found = policy.first_policy(kings)
    table = Table(kings, consult=False)
    for turn in range(2):
        solutions = []
        for rounds in range(ROUNDS):
            codes = found.sample(effort.deals_after(rounds) // 2, rounds, seed + 10 * turn + rounds)[0]
            solution = policy.prepare(table, codes)
            policy.solve_all(solution, codes, effort.rough, seed)
            solutions.append(solution)
        for k in range(effort.turns):
            policy.improve(found, solutions, effort.deals // 3, seed + 100 * (turn + 1) + 10 * k, step=0.4)
    _save(path, margins=found.margins, keeps=found.keeps)


def make_deals(work: Path, kings: int, rounds: int, effort: Effort, seed: int) -> None:
    """Deal what the lances are solved on."""
    path = work / f"deals-{kings}-{rounds}.npz"
    if path.exists():
        return
    codes = load_policy(work, kings).sample(effort.deals_after(rounds), rounds, seed + 1000 + rounds)[0]
    classes = policy.prepare(Table(kings, consult=False), codes).classes
    middles = np.zeros((len(LANCES), lance.CLASSES), np.float32)
    for place, of in enumerate(LANCES):
        middles[place] = _middles(kings, of, codes, classes[of])
    _save(path, codes=codes, classes=np.stack([classes[of] for of in LANCES]), middles=middles)


def _middles(kings: int, of: Lance, codes: Codes, classes: NDArray[np.uint8]) -> Array:
    if of is Lance.PUNTO:
        none = codes[lance.masks(kings, Lance.JUEGO, codes) == 0]
        codes = none if len(none) >= policy.FEWEST else codes
    column = classes[codes].ravel()
    counts = np.bincount(column[column < books.NONE], minlength=lance.CLASSES)[: lance.CLASSES]
    middle: Array = ((np.cumsum(counts) - counts / 2) / counts.sum()).astype(np.float32)
    return middle


def make_base(work: Path, table: Table, rounds: int, of: Lance, effort: Effort, seed: int) -> None:
    """Solve a lance far from the target, for each set of seats that may bet."""
    path = _part(work, "base", table, rounds, of)
    if path.exists():
        return
    solution, games = _games(work, table, rounds, of, "deals")
    strategies = {
        str(mask): policy.solve_far(solution, of, mask, sample, effort.fine, seed) for mask, sample in games
    }
    _save(path, **strategies)


def make_equity(work: Path, table: Table, effort: Effort, seed: int) -> None:
    """Play deals by the strategies of step 2, and find what a game is worth at each score."""
    path = work / f"equity-{table.kings}-{table.consult:d}.npz"
    if path.exists():
        return
    found = load_policy(work, table.kings)
    # `final` is forced through one round of mus; those who would have cut at once play the hands they had.
    now, _, _, final, rounds = found.sample(2 * effort.games, 0, seed + 2000)
    cut = np.logical_or.reduce([found.cuts[0, seat][now[:, seat]] for seat in range(4)])
    codes = np.where(np.expand_dims(cut, 1), now, final)
    rounds = np.where(cut, 0, rounds)
    steps, lengths = [], []
    for level in range(ROUNDS):
        rows = (rounds >= level) if level == ROUNDS - 1 else (rounds == level)
        if rows.any():
            played = load_solution(work, table, level).play(codes[rows], seed + level)
            steps.append(played[0])
            lengths.append(played[1])
    equity = kernels.match_equity(
        np.concatenate(steps)[: effort.games], np.concatenate(lengths)[: effort.games], policy.MOST_NEEDED
    )
    _save(path, equity=equity)


def make_scores(work: Path, table: Table, rounds: int, of: Lance, effort: Effort, seed: int) -> None:
    """Solve a lance at each class of scores, and pack it."""
    path = _part(work, "scores", table, rounds, of)
    if path.exists():
        return
    with np.load(work / f"equity-{table.kings}-{table.consult:d}.npz") as file:
        equity = file["equity"]
    with np.load(_part(work, "base", table, rounds, of)) as file:
        base = dict(file)
    packed = {}
    solution, games = _games(work, table, rounds, of, "final-deals")
    for mask, sample in games:
        game, start = tree(table.consult, mask), base[str(mask)]
        for score in range(SCORES):
            worth, won = stones_of(equity, NEEDS[score // len(NEEDS)], NEEDS[score % len(NEEDS)])
            ends = lance.ends_of(sample, table.held(of), worth, won)
            if score == 0:
                tight = tight_strategy(game, lance.chances(sample, solution.size(of)))
                learning = lance.Learning(game, sample, ends, start, effort.far[1], seed)
                learning.go_on(effort.far[0])
                iterations = effort.answers_to(rounds, of, mask)
                start = strategy = harden(game, sample, ends, learning.average(), tight, iterations, seed)
            else:
                strategy = lance.solve(game, sample, ends, start, *effort.again, seed)
            packed[f"{mask}-{score}"] = books.pack(strategy, Key(table.consult, rounds, score, of, mask))
    _save(path, **packed)


def worth_of(equity: NDArray[np.float64], need: int, other: int) -> Array:
    """Return ``worth[60 + x]``: twice the chance to win, less one, of pair 0 with x stones more (or pair 1, less).

    `equity` is of the pair that has the mano next, which is pair 1.
    """
    worth = np.empty(121, np.float32)
    for x in range(-60, 61):
        mine, theirs = need - max(x, 0), other - max(-x, 0)
        chance = 1.0 if mine <= 0 else 0.0 if theirs <= 0 else 1 - equity[theirs, mine]
        worth[60 + x] = 2 * chance - 1
    return worth


def stones_of(equity: NDArray[np.float64], need: int, other: int) -> tuple[Array, Array]:
    """Return `worth_of` and the worth of a won and a lost game, so that the first stone is worth one."""
    worth = worth_of(equity, need, other)
    stone = (worth[61] - worth[59]) / 2
    scaled: Array = (worth - worth[60]) / stone
    return scaled, ((np.array([1, -1], np.float32) - worth[60]) / stone).astype(np.float32)


def occurrences(found: Policy, deals: int, seed: int) -> Array:
    """Return how often each hand comes to the talk: (rounds, seat, cards changed last, hand)."""
    weights = hands_of(found.kings).ways
    usual = weights / weights.sum()
    result = np.zeros((ROUNDS, 4, 5, len(usual)), np.float32)
    for rounds in range(ROUNDS):
        now, _, dropped, _, _ = found.sample(deals // (1 if rounds < 2 else 3), rounds, seed + 3000 + rounds)
        for seat in range(4):
            for changed in range(5):
                rows = dropped[:, seat] == changed
                seen = np.bincount(now[rows, seat], minlength=len(usual)) + 0.02 * rows.sum() * usual + usual
                result[rounds, seat, changed] = seen / seen.sum()
    return result


def write_book(work: Path, target: Path, kings: int, deals_sampled: int, seed: int) -> tuple[Path, int]:
    """Put the parts together."""
    found = load_policy(work, kings, "final-policy")
    deals = [np.load(work / f"final-deals-{kings}-{rounds}.npz") for rounds in range(ROUNDS)]
    equity = [np.load(work / f"equity-{kings}-{consult}.npz")["equity"] for consult in (0, 1)]
    packed = {}
    for consult in (False, True):
        for rounds in range(ROUNDS):
            for of in LANCES:
                with np.load(_part(work, "scores", Table(kings, consult), rounds, of)) as part:
                    for name in part.files:
                        mask, score = map(int, name.split("-"))
                        packed[Key(consult, rounds, score, of, mask)] = part[name]
    path = target / books.file_name(kings)
    size = books.write(
        str(path),
        np.stack([part["classes"] for part in deals]),
        np.stack([part["middles"] for part in deals]),
        found.margins.astype(np.float16),
        found.keeps,
        found.worth.astype(np.float16),
        occurrences(found, deals_sampled, seed),
        np.stack(equity),
        packed,
    )
    return path, size


def make_final_policy(work: Path, kings: int, effort: Effort, seed: int) -> None:
    """Look at cuts and discards once more, with the strategies of step 2 and more deals."""
    path = work / f"final-policy-{kings}.npz"
    if path.exists():
        return
    found = load_policy(work, kings)
    solutions = [load_solution(work, Table(kings, consult=False), rounds) for rounds in range(ROUNDS)]
    policy.improve(found, solutions, effort.deals, seed + 4000, step=0.5)
    _save(path, margins=found.margins, keeps=found.keeps, worth=found.worth)


def deal_again(work: Path, kings: int, rounds: int, effort: Effort, seed: int) -> None:
    """Deal by the final cuts and discards; the classes of hands stay those that lances were solved with."""
    path = work / f"final-deals-{kings}-{rounds}.npz"
    if path.exists():
        return
    with np.load(work / f"deals-{kings}-{rounds}.npz") as file:
        classes = file["classes"]
    found = load_policy(work, kings, "final-policy")
    count = effort.deals_after(rounds) * (effort.more if rounds < 2 else 1)
    codes = found.sample(count, rounds, seed + 5000 + rounds)[0]
    middles = np.stack([_middles(kings, of, codes, classes[place]) for place, of in enumerate(LANCES)])
    _save(path, codes=codes, classes=classes, middles=middles)


# What the steps left


def load_policy(work: Path, kings: int, name: str = "policy") -> Policy:
    """Return the cuts and discards of step 1, or those looked at once more."""
    with np.load(work / f"{name}-{kings}.npz") as file:
        worth = file["worth"] if "worth" in file.files else np.zeros(file["margins"].shape)
        return Policy(kings, file["margins"], file["keeps"], worth)


def load_solution(work: Path, table: Table, rounds: int) -> Solution:
    """Return the strategies of step 2."""
    with np.load(work / f"deals-{table.kings}-{rounds}.npz") as file:
        solution = Solution(table, dict(zip(LANCES, file["classes"], strict=True)))
    for of in LANCES:
        with np.load(_part(work, "base", table, rounds, of)) as file:
            solution.strategies |= {(of, int(mask)): file[mask] for mask in file.files}
    return solution


def _games(
    work: Path, table: Table, rounds: int, of: Lance, name: str
) -> tuple[Solution, Iterator[tuple[int, lance.Sample]]]:
    """Return a solution without strategies, and for each set of seats that may bet in a lance the deals."""
    with np.load(work / f"{name}-{table.kings}-{rounds}.npz") as file:
        codes, classes = file["codes"], dict(zip(LANCES, file["classes"], strict=True))
    solution = Solution(table, classes)
    return solution, solution.games(codes, of)


def _part(work: Path, step: str, table: Table, rounds: int, of: Lance) -> Path:
    return work / f"{step}-{table.kings}-{table.consult:d}-{rounds}-{of}.npz"


def _save(path: Path, **arrays: Any) -> None:
    half = path.with_suffix(".half.npz")
    np.savez(half, **arrays)
    half.rename(path)
