"""Speed of the rules: whole random deals per second, and lance comparisons per second, on one core.

A deal is dealt, goes through one mus round in half of the cases, plays all lances by random legal words, and
is counted, all through the public API. Beside it, in the same run, stands a bare loop: draw sixteen cards and
look the four hands up, with no rules and no checks. The ratio between the two is what to watch.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from musbot.game import Deal, Dealer, Lance, Options, Phase, Word
from musbot.game.actions import drop, say
from musbot.game.cards import CARDS
from musbot.game.hands import HANDS, WEIGHTS, best_seat, hand


def play_deal(rng: random.Random, options: Options) -> Deal:
    """Play one random deal to its count."""
    chance, choice = rng.random, rng.choice

    def below(limit: int) -> int:
        return int(chance() * limit)

    deal = Deal(options, 1 + below(4))
    dealer = Dealer(deal, below)
    rounds = below(2)
    dealer.serve()
    while deal.phase is not Phase.OVER:
        if deal.phase is Phase.MUS:
            word = Word.MUS if deal.mus_rounds < rounds else Word.CUT
            deal.push(say(deal.turn, word))
        elif deal.phase is Phase.DISCARD:
            for seat in deal.to_act:
                deal.push(drop(seat, deal.hands[seat][: 1 + below(4)]))
            dealer.serve()
        else:
            legal = deal.legal()
            word = choice(legal.words)
            deal.push(say(legal.seat, word, legal.min_bet) if word is Word.BET else say(legal.seat, word))
    return deal


def bare_loop(rng: random.Random) -> int:
    """Deal sixteen cards and find the best hand of each lance by look-up: no rules, no checks."""
    cards = rng.sample(CARDS, 16)
    weights, table = WEIGHTS[8], HANDS[8, False]
    hands = [table[sum(weights[card] for card in cards[i : i + 4])] for i in (0, 4, 8, 12)]
    return max(h.grande for h in hands) + max(h.chica for h in hands) + max(h.pares for h in hands)


def rate(work: Callable[[], object], seconds: float) -> float:
    """Return how often `work` runs in a second of one core, over about so many seconds, whatever else runs."""
    count, start = 0, time.process_time()
    while True:
        for _ in range(100):
            work()
        count += 100
        spent = time.process_time() - start
        if spent > seconds:
            return count / spent


def main(seconds: float = 3.0) -> None:
    """Print the table."""
    rng = random.Random(1)
    stargames, classic = Options(), Options.of("classic")
    hands = [None, *(hand(rng.sample(CARDS, 4)) for _ in range(4))]
    bare = rate(lambda: bare_loop(rng), seconds)
    rows = [
        ("bare loop: 16 cards, look-ups", bare),
        ("whole random deals, stargames", rate(lambda: play_deal(rng, stargames), seconds)),
        ("whole random deals, classic", rate(lambda: play_deal(rng, classic), seconds)),
        (
            "comparisons of four hands in a lance",
            rate(lambda: best_seat(hands, (1, 2, 3, 4), Lance.CHICA), seconds),
        ),
    ]
    print(f"{'rules':40} {'per second':>12} {'to bare loop':>13}")
    for name, value in rows:
        print(f"{name:40} {value:12,.0f} {value / bare:13.2f}")


if __name__ == "__main__":
    main()
