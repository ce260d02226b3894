"""The solver: what it finds in small lances, and that a book is made whole, in steps, the same for the same seed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from musbot.ai import book as books
from musbot.ai.exact import hands_of
from musbot.ai.lances import tree
from musbot.ai.solver import lance, policy
from musbot.ai.solver.answers import harden
from musbot.ai.solver.judge import exploit
from musbot.ai.solver.lance import Deals
from musbot.ai.solver.policy import GAME, STONES, Policy, Table
from musbot.ai.solver.train import QUICK, keep, load_policy, train, worth_of
from musbot.ai.tight import tight_strategy
from musbot.game import Lance

TINY = replace(
    QUICK,
    deals=2_400,
    games=300,
    rough=(3, 30),
    fine=(3, 30),
    far=(2, 30),
    answered=(2, 2),
    pares=(2, 2),
    juego=(2, 2),
    small=(2, 2),
    again=(2, 30),
    more=1,
)


@pytest.fixture(scope="module")
def first() -> Policy:
    return policy.first_policy(8)


def test_deals_are_dealt_by_the_rules(first: Policy) -> None:
    hands = hands_of(8)
    now, after, dropped, final, rounds = first.sample(3_000, 1, 4)
    for codes in (now, after, final):
        assert (hands.counts[codes].sum(axis=1) <= hands.copies).all()
    assert ((dropped >= 1) & (dropped <= 4)).all()
    assert (rounds >= 2).all()
    # Whoever changes cards has better ones: juego is more frequent than the 26.7 % of the first deal.
    assert hands.may_bet[3][after].mean() > 0.35


def test_hands_as_they_are_dealt_are_the_decks(first: Policy) -> None:
    hands = hands_of(8)
    now = first.sample(40_000, 0, 5)[0]
    seen = np.bincount(now.ravel(), minlength=hands.size)
    expected = hands.ways / hands.ways.sum() * now.size
    # Hands of one deal hang together a little, so the bound is wide; 329 degrees of freedom.
    assert ((seen - expected) ** 2 / expected).sum() < 450


@pytest.mark.parametrize("mask", [0b0011, 0b0111])
def test_solving_leaves_less_to_win_than_the_thresholds(first: Policy, mask: int) -> None:
    codes = first.sample(60_000, 0, 6)[0]
    solution = policy.prepare(Table(8, consult=False), codes)
    sample = dict(solution.games(codes, Lance.PARES))[mask]
    game = tree(False, mask)
    ends = lance.ends_of(sample, 0, STONES, GAME)
    tight = tight_strategy(game, lance.chances(sample, solution.size(Lance.PARES)))
    solved = lance.solve(game, sample, ends, tight, 200, 500, 1)
    assert np.allclose(solved.sum(axis=2), 1, atol=1e-4)
    before, after = (exploit(game, sample, ends, strategy) for strategy in (tight, solved))
    assert max(before.seats) > 0.5
    assert max(after.seats) < max(before.seats) / 3


def test_what_a_pair_can_win_is_less_after_learning_against_the_best_answers(first: Policy) -> None:
    codes = first.sample(150_000, 0, 6)[0]
    solution = policy.prepare(Table(8, consult=True), codes)
    sample = dict(solution.games(codes, Lance.JUEGO))[0b0111]
    game = tree(True, 0b0111)
    ends = lance.ends_of(sample, 0, STONES, GAME)
    tight = tight_strategy(game, lance.chances(sample, solution.size(Lance.JUEGO)))
    learning = lance.Learning(game, sample, ends, tight, 500, 1)
    learning.go_on(150)
    before = exploit(game, sample, ends, learning.average())
    hardened = harden(game, sample, ends, learning.average(), tight, 300, 1)
    after = exploit(game, sample, ends, hardened)
    assert np.allclose(hardened.sum(axis=2), 1, atol=1e-4)
    assert max(after.pairs) < max(before.pairs) / 2


def test_partners_who_ask_may_play_like_those_who_do_not(first: Policy) -> None:
    codes = first.sample(20_000, 0, 7)[0]
    solution = policy.prepare(Table(8, consult=True), codes)
    sample = dict(solution.games(codes, Lance.GRANDE))[15]
    ends = lance.ends_of(sample, 1, STONES, GAME)
    quiet, game = tree(False, 15), tree(True, 15)
    strategy = np.random.default_rng(8).random((len(quiet.nodes), solution.size(Lance.GRANDE), 4))
    strategy *= (np.arange(4) < quiet.counts[:, None])[:, None, :]
    strategy = (strategy / strategy.sum(axis=2, keepdims=True)).astype(np.float32)
    asking = lance.asking(quiet, strategy, game)
    assert np.allclose(asking.sum(axis=2), 1, atol=1e-5)
    assert Deals(game, sample.classes, ends).value(asking) == pytest.approx(
        Deals(quiet, sample.classes, ends).value(strategy), abs=1e-3
    )


def test_cuts_can_be_kept_from_the_book(tmp_path: Path) -> None:
    keep(tmp_path, 8, TINY, 1)
    kept, opened = load_policy(tmp_path, 8), books.book(8)
    with np.load(tmp_path / "deals-8-0.npz") as deals:
        assert (deals["classes"] == opened.classes[0]).all()
    assert (kept.margins == opened.margins).all()
    assert (kept.keeps == opened.keeps).all()


def test_the_worth_of_stones_is_the_chance_to_win() -> None:
    equity = np.full((61, 61), 0.5)
    worth = worth_of(equity, 5, 3)
    assert worth[60] == 0
    assert worth[60 + 5] == 1
    assert worth[60 - 3] == -1
    assert worth[60 + 4] == 0


def test_a_book_is_made_in_steps_and_the_same_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = train(tmp_path / "one", tmp_path / "book", 7, TINY, 2)
    assert [path.name for path, _ in made] == ["book-8.xz", "book-4.xz"]
    data = [path.read_bytes() for path, _ in made]

    # A run that broke off goes on with what is there.
    for path in (tmp_path / "one").glob("scores-8-1-*"):
        path.unlink()
    again = train(tmp_path / "one", tmp_path / "book", 7, TINY, 2, decks=[8])
    assert [path.read_bytes() for path, _ in again] == data[:1]

    monkeypatch.setattr(books, "asset", lambda relative: tmp_path / "book" / Path(relative).name)
    opened = books.book.__wrapped__(8)
    assert opened.classes.shape == (3, 5, 330)
    assert set(np.unique(opened.keeps)) <= set(range(15))
