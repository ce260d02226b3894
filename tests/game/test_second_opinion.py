"""The rules against a second opinion: every hand, every betting tree to a depth, and the count of whole games.

Where the two disagree, one of them has misread the rules: ask before changing either.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given

from musbot.game import Deal, Lance, Match, Options, Pares, Phase, Word
from musbot.game.actions import Action
from musbot.game.cards import CARDS, card_name, rank_letter
from musbot.game.hands import HANDS, hand, hand_of_ranks
from musbot.game.record import Record
from musbot.game.replay import score_sheet

from . import second_opinion as second
from .playing import deal_of, hands, options, play, seeds, start

BOTH = pytest.mark.parametrize("kings", [8, 4])
LANCES = tuple(Lance)


# Hands


@cache
def deals_of_four(kings: int) -> Counter[str]:
    """All 91,390 ways to hold four cards, by the ranks they are read as."""
    names = [card_name(card)[0] for card in CARDS]
    return Counter(second.read("".join(four), kings) for four in combinations(names, 4))


@BOTH
def test_there_are_330_hands_with_eight_kings_and_715_with_four(kings: int) -> None:
    assert len(second.all_hands(kings)) == {8: 330, 4: 715}[kings]
    for real31 in (False, True):
        facts = HANDS[kings, real31].values()
        assert len({each.ranks for each in facts}) == len(facts) == len(second.all_hands(kings))
        assert sorted(each.code for each in facts) == list(range(len(facts)))
    assert set(deals_of_four(kings)) == set(second.all_hands(kings))


@BOTH
def test_every_four_cards_are_the_hand_they_look_like(kings: int) -> None:
    """All 91,390 of them, and how often each kind comes."""
    kinds: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    for four in combinations(CARDS, 4):
        facts = hand(four, kings)
        kinds[facts.kind.name.lower()] += 1
        kinds["juego"] += facts.juego > 0
        kinds["31"] += facts.juego_bonus == 3
    for ranks, times in deals_of_four(kings).items():
        expected[second.has_pares(ranks) or "none"] += times
        expected["juego"] += times * (second.total(ranks) >= 31)
        expected["31"] += times * (second.total(ranks) == 31)
    assert sum(deals_of_four(kings).values()) == 91_390
    assert kinds == expected
    if kings == 8:
        shares = {kind: f"{100 * kinds[kind] / 91_390:.1f}" for kind in kinds if kind != "none"}
        assert shares == {"duples": "3.8", "medias": "4.9", "par": "47.9", "juego": "26.7", "31": "9.2"}


@BOTH
def test_the_facts_of_every_hand(kings: int) -> None:
    for ranks in second.all_hands(kings):
        facts = hand_of_ranks(" ".join(ranks), kings)
        assert facts.total == second.total(ranks)
        assert facts.kind is Pares[(second.has_pares(ranks) or "none").upper()]
        assert facts.pares_bonus == second.bonus("pares", ranks)
        assert facts.juego_bonus == second.bonus("juego", ranks)
        assert facts.may_bet(Lance.PARES) == bool(second.has_pares(ranks))
        assert facts.may_bet(Lance.JUEGO) == (second.total(ranks) >= 31)
        assert all(facts.may_bet(lance) for lance in (Lance.GRANDE, Lance.CHICA, Lance.PUNTO))


@BOTH
@pytest.mark.parametrize("real31", [False, True])
@pytest.mark.parametrize("lance", LANCES)
def test_the_order_of_all_hands_in_a_lance(lance: Lance, real31: bool, kings: int) -> None:
    """Sorted by the second opinion, strengths rise from group to group and are equal within one."""
    strengths = [
        {hand_of_ranks(" ".join(ranks), kings, real31).strength(lance) for ranks in group}
        for group in second.ranked(lance.value, kings, real31)
    ]
    assert all(len(equal) == 1 for equal in strengths)
    assert sorted(strengths, key=min) == strengths
    assert len(set.union(*strengths)) == len(strengths)


def test_the_totals_of_juego_that_can_be_formed() -> None:
    for kings in (4, 8):
        totals = {second.total(ranks) for ranks in second.all_hands(kings)}
        assert {each for each in totals if each >= 31} == set(second.JUEGO)
        assert min(totals) == 4


# Betting

# With pares and without, for each seat; together they always make a deal without juego.
WITH = ("Ro Rc 7o 1o", "Co Cc 6o 1c", "So Sc 5o 1e", "4o 4c 7c 1b")
WITHOUT = ("Ro 4e 7o 1o", "Co 7e 6o 1c", "So 4b 5o 1e", "Re 4c 7c 1b")
PATTERNS = [
    able
    for size in (2, 3, 4)
    for able in combinations((1, 2, 3, 4), size)
    if {1, 3} & set(able) and {2, 4} & set(able)
]
TABLES = [(consult, two) for consult in (False, True) for two in (False, True)]


def pares_with(able: tuple[int, ...], mano: int, consult: bool, two: bool, target: int = 20) -> Deal:
    """A deal that has come to the pares, which these seats have."""
    rules = Options(consult=consult, raises="two" if two else "free", target=target)
    first, second_, third, fourth = (
        WITH[seat - 1] if seat in able else WITHOUT[seat - 1] for seat in (1, 2, 3, 4)
    )
    deal = deal_of(hands(first, second_, third, fourth, mano) + f"{mano} cut", rules, mano=mano)
    while deal.lance is not Lance.PARES:
        deal.push(Action(Word.HOLD, deal.to_act[0]))
    assert set(deal.holders(Lance.PARES)) == set(able)
    return deal


def explore(
    deal: Deal,
    words: list[second.Said],
    able: list[int],
    rules: second.Rules,
    depth: int,
    thin: bool,
) -> list[int]:
    """Walk both betting trees side by side; return how many sequences of words there are of each length.

    `thin` walks on from the two least bets and the highest, though all are compared.
    """
    try:
        outcome, stake, pair = second.listen(words, able, rules)
    except second.Waiting as waiting:
        legal = deal.legal()
        ours = {str(action).split(maxsplit=1)[1]: action for action in legal}
        told = (deal.lance, deal.to_act, legal.seat, set(ours))
        if told != (Lance.PARES, (waiting.seat,), waiting.seat, waiting.may):
            pytest.fail(f"after {words}: {told}, but the rules say {waiting}")
        counts = [1] + [0] * depth
        if depth:
            bets = [word for word in ours if word.startswith("bet")]
            for word, action in ours.items():
                if thin and word in bets[2:-1]:
                    continue
                after = deal.copy()
                after.push(action)
                below = explore(after, [*words, (legal.seat, word)], able, rules, depth - 1, thin)
                for place, count in enumerate(below, 1):
                    counts[place] += count
        return counts
    settled = deal.settled[2]
    assert (settled.lance, settled.outcome.value, settled.pair or "") == (Lance.PARES, outcome, pair), words
    assert settled.stake == (1 if outcome == "held" else stake), words
    return [1] + [0] * depth


@pytest.mark.parametrize(("consult", "two"), TABLES)
@pytest.mark.parametrize("able", PATTERNS, ids=lambda able: "".join(map(str, able)))
def test_the_betting_tree_of_a_lance(able: tuple[int, ...], consult: bool, two: bool) -> None:
    """As perft does for chess: all sequences of words to a depth, legal words and outcomes compared in each."""
    for mano in (1, 2, 3, 4):
        rules = second.Rules(20, consult, two)
        order = sorted(able, key=lambda seat: (seat - mano) % 4)
        full = explore(pares_with(able, mano, consult, two), [], order, rules, 7 if two else 2, False)
        assert full[0] == 1
        assert full[1] == (3 if two else 21)
        if mano == able[0]:
            explore(pares_with(able, mano, consult, two), [], order, rules, 10 if two else 7, True)


def test_how_many_sequences_of_words_there_are() -> None:
    """Counted by hand for seats 1 and 2 alone, to a target of 20, each word one of them."""
    rules = second.Rules(20, False, False)
    counts = explore(pares_with((1, 2), 1, False, False), [], [1, 2], rules, 3, False)
    # Words: hold, 19 bets, órdago. After a bet of K: call, fold, órdago, and the bets from K + 2 to 20.
    raises = {bet: max(0, 20 - (bet + 2) + 1) for bet in range(2, 21)}
    after_bet = sum(3 + raises[bet] for bet in raises)
    second_words = 21 + after_bet + 2
    # The third: after hold and a bet or an órdago, and after every raise of a bet, or órdago over it.
    third_words = (
        after_bet
        + 2
        + sum(3 + raises[raised] for bet in raises for raised in range(bet + 2, 21))
        + 2 * len(raises)
    )
    assert counts == [1, 21, second_words, third_words]


# Whole games


def said_in(deal: Deal) -> dict[str, list[second.Said]]:
    spoken = [
        action
        for action in deal.actions
        if action.word not in (Word.DEAL, Word.SHUFFLE, Word.DROP, Word.SIGN)
    ]
    said: dict[str, list[second.Said]] = {}
    for action, (lance, _) in zip(spoken, deal.spoken_in, strict=True):
        if lance:
            said.setdefault(lance.value, []).append((action.seat, str(action).split(maxsplit=1)[1]))
    return said


@given(options(), seeds)
def test_the_count_of_whole_matches(rules: Options, seed: int) -> None:
    rng = random.Random(seed)
    match: Match = start(rules, rng)
    for _ in play(match, rng):
        pass
    table = second.Table(
        rules.kings,
        rules.real31,
        rules.held_stone == "all",
        rules.punto_bonus,
        second.Rules(rules.target, rules.consult, rules.raises == "two"),
    )
    sheet = score_sheet(Record(match))
    scores = match.deals[0].scores_before
    games = {"A": 0, "B": 0}
    mano = match.deals[0].mano
    for deal, line in zip(match.deals, sheet["deals"], strict=True):
        assert deal.phase is Phase.OVER
        cards = {
            seat: second.read("".join(map(rank_letter, deal.hands[seat])), rules.kings)
            for seat in (1, 2, 3, 4)
        }
        lances, after = second.score(table, cards, deal.mano, scores, said_in(deal))
        assert line == {
            "mano": mano,
            "scores_before": list(scores),
            "scores_after": after,
            "lances": lances,
        }
        mano = mano % 4 + 1
        scores = (after[0], after[1])
        if rules.target in after:
            games["A" if after[0] == rules.target else "B"] += 1
            if max(games.values()) <= rules.games // 2:
                scores = (0, 0)
    assert sheet["complete"]
    assert sheet["games"] == games
    assert sheet["scores"] == list(scores)
    assert games[sheet["winner"]] == rules.games // 2 + 1 > min(games.values())
