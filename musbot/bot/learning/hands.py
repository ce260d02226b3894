"""Random hands to be compared, easy or hard. A seed and a number make always the same question."""

from __future__ import annotations

import random

from musbot.bot.learning.questions import Compare
from musbot.bot.learning.why import facts_of
from musbot.bot.words import N_
from musbot.game import CARDS, Card, Lance, Options

LEVELS = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard")}
USUAL_LEVEL = "easy"
RUN = 10
"""Questions in a run."""
HANDS = {"easy": 2, "medium": 3, "hard": 4}
"""How many hands there are to compare."""
_DRAWS = 12
"""Deals of which the closest is taken, where it is to be hard."""


def question(level: str, seed: int, number: int) -> Compare:
    """Return a question of a run; `KeyError` for a level that there is not.

    Two hands that are not even are easy. Of three, the best two are near each other. Of four they are nearer still, or
    even, so that the mano decides.
    """
    rng = random.Random(f"{level} {seed} {number}")
    lance = rng.choice(list(Lance))
    count = HANDS[level]
    if level == "easy":
        while True:
            found = _deal(rng, lance, count)
            if _distance(found) > 0:
                return found
    drawn = [_deal(rng, lance, count) for _ in range(_DRAWS)]
    if level == "medium":
        drawn = [each for each in drawn if _distance(each) > 0] or drawn
    return min(drawn, key=_distance)


def _deal(rng: random.Random, lance: Lance, count: int) -> Compare:
    """Return hands of which two at least may play the lance, or for punto, of which none has juego."""
    while True:
        cards = rng.sample(CARDS, 4 * count)
        hands = tuple(tuple(cards[place : place + 4]) for place in range(0, len(cards), 4))
        facts = [facts_of(hand, Options()) for hand in hands]
        if lance is Lance.PUNTO:
            if any(each.juego for each in facts):
                continue
        elif sum(each.may_bet(lance) for each in facts) < 2:
            continue
        return Compare(lance, hands, rng.randrange(count))


def _distance(found: Compare) -> int:
    """Return how far the best hand is above the second, 0 where they are even."""
    worth = sorted((_strength(hand, found.lance) for hand in found.hands), reverse=True)
    return worth[0] - worth[1]


def _strength(cards: tuple[Card, ...], lance: Lance) -> int:
    return facts_of(cards, Options()).strength(lance)
