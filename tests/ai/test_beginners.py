"""The novice and the casual player: what each of them cannot do yet, and that each is better than the one below."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from musbot.ai import LEVELS, MANNERS
from musbot.ai.arena import Pairing, play
from musbot.ai.beginners import Casual, Novice
from musbot.game import Deal, Options
from musbot.game.views import seat_view

from .test_thresholds import table

PLAIN = Options(consult=False)


def says(player: Novice | Casual, deal: Deal, seat: int = 1) -> Counter[str]:
    view, legal = seat_view(deal, seat), deal.legal(seat)
    return Counter(player.choose(view, legal, random.Random(seed)).word.value for seed in range(200))


def test_the_novice_bets_with_the_best_only_and_never_raises() -> None:
    assert says(Novice(), table("Ro Rc Re 3o", "1 cut"))["bet"] > 100
    assert says(Novice(), table("Ro 7c 6o 5b", "1 cut"))["hold"] > 150
    said = says(Novice(), table("Ro Rc Re 3o", "1 cut", "1 hold", "2 bet 2", seat=3), 3)
    assert set(said) <= {"call", "fold"}


def test_the_novice_lets_medium_bets_go() -> None:
    hand = "Ro Rc Co 5b"
    small = says(Novice(), table(hand, "1 cut", "1 hold", "2 bet 2", seat=3), 3)["call"]
    medium = says(Novice(), table(hand, "1 cut", "1 hold", "2 bet 6", seat=3), 3)["call"]
    assert small > 100
    assert medium < 20


def test_the_novice_often_does_not_see_what_it_holds() -> None:
    """Duples in its hand, and yet it asks for mus in a part of the cases."""
    said = says(Novice(), table("Ro Rc Co Cc"))
    assert 20 < said["mus"] < 100


def test_the_novice_forgets_to_signal_and_the_casual_player_does_not() -> None:
    view = seat_view(table("Ro Rc Co Cc"), 1)
    assert not any(Novice().signals(view, random.Random(seed)) for seed in range(50))
    assert any(Casual().signals(view, random.Random(seed)) for seed in range(50))


def test_the_casual_player_does_not_look_at_the_score() -> None:
    for hand in ("Ro Rc Co 5b", "Ro 7c 6e 5b", "4o 5c 6e 7b"):
        even = says(Casual(), table(hand, "1 cut", "1 hold", "2 bet 5", seat=3), 3)
        late = says(Casual(), table(hand, "1 cut", "1 hold", "2 bet 5", seat=3, scores=(5, 38)), 3)
        assert even == late


def test_the_casual_player_never_bluffs() -> None:
    assert says(Casual(), table("4o 5c 1e 2b", "1 cut")) == {"hold": 200}


@pytest.mark.parametrize(("below", "level"), list(pairwise(("novice", "casual", "club"))))
def test_each_level_is_better_than_the_one_below(below: str, level: str) -> None:
    """The ladder's benchmark tells by how much; here it is enough that it cannot be chance."""
    score = play(Pairing(level, below, Options(), 7), 400)
    assert score.win_rate.interval[0] > 0.5


def test_each_level_has_manners() -> None:
    for level in LEVELS:
        assert set(MANNERS[level]) == {"bold", "quiet", "chica"}
        assert LEVELS[level] not in MANNERS[level].values()
