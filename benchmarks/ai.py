"""Speed and strength of the players: choices per second beside the making of a view, and games won.

The ratio of a choice to the view it is made from is what to watch; a view is what the table shows anyway.
"""

from __future__ import annotations

import random
import time
from collections import Counter

from musbot.ai import LEVELS, play_seat
from musbot.game import Action, Dealer, Legal, Match, Options, Word
from musbot.game.actions import drop, say
from musbot.game.views import seat_view


def anything(legal: Legal, rng: random.Random) -> Action:
    """Return any legal action."""
    if legal.hand:
        return drop(legal.seat, rng.sample(legal.hand, rng.randint(1, 4)))
    word = rng.choice(legal.words)
    return say(legal.seat, word, rng.randint(legal.min_bet, legal.max_bet) if word is Word.BET else 0)


def play(level: str, against: str | None, options: Options, seed: int, spent: Counter[str]) -> str | None:
    """Play a match, pair A by one level and pair B by another (or at random); return the winner."""
    rng = random.Random(seed)
    match = Match(options, 1 + seed % 4)
    while not match.is_over:
        deal = match.next_deal() if match.deal.is_over else match.deal
        dealer = Dealer(deal, rng.randrange)
        dealer.serve()
        while not deal.is_over:
            seat = deal.to_act[0]
            name, legal = level if seat & 1 else against, deal.legal(seat)
            if name is None:
                action = anything(legal, rng)
            else:
                start = time.perf_counter_ns()
                view = seat_view(deal, seat)
                seen = time.perf_counter_ns()
                action = play_seat(name, view, legal, rng)
                spent["choice"] += time.perf_counter_ns() - seen
                spent["view"] += seen - start
                spent["number"] += 1
            match.push(action)
            dealer.serve()
    return match.winner


def main(games: int = 400) -> None:
    """Print the table."""
    print(f"{'players':10} {'rules':10} {'choices/s':>10} {'choice to view':>15} {'beats random':>13}")
    for level in LEVELS:
        for preset in ("stargames", "classic"):
            options, spent = Options.of(preset), Counter[str]()
            play(level, level, options, 0, Counter())
            for seed in range(games // 4):
                play(level, level, options, seed, spent)
            won = sum(play(level, None, options, seed, Counter()) == "A" for seed in range(games))
            rate = 1e9 * spent["number"] / spent["choice"]
            print(
                f"{level:10} {preset:10} {rate:10,.0f} {spent['choice'] / spent['view']:15.2f} {won / games:13.0%}"
            )


if __name__ == "__main__":
    main()
