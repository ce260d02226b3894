"""The ladder of the AI players: each level against the one below it, and each manner against its own level.

Mirrored whole games, 4,000 a step by default (1,000 for a manner); ``--quick`` plays a tenth of them. A step holds
where the upper level wins 5 points more than half of the games, and the 95 % interval is clear of half.
"""

from __future__ import annotations

import argparse
import os
from itertools import pairwise

from musbot.ai import LEVELS
from musbot.ai.arena import Pairing, Score, play
from musbot.ai.player import MANNERS
from musbot.game import Options

STEP = 0.05
"""By how much more than half of the games a level is to win."""
NEAR = 0.03
"""How far from half of the games a manner may win."""


def line(name: str, score: Score, verdict: str) -> str:
    """Return a row of the table."""
    low, high = score.win_rate.interval
    rate = f"{score.win_rate.mean:7.2%}  {low:7.2%} to {high:.2%}"
    return (
        f"{name:28} {score.games:6,} {rate}  {score.stones.mean:+8.3f} ± {score.stones.error:.3f}  {verdict}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the games")
    parser.add_argument("--games", type=int, default=4000, help="games a step")
    parser.add_argument("--preset", default="stargames", help="stargames or classic")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps-only", action="store_true", help="leave the manners out")
    arguments = parser.parse_args()
    games = max(4, arguments.games // 10 if arguments.quick else arguments.games)
    options, workers = Options.of(arguments.preset), os.cpu_count() or 1

    print(f"{'step':28} {'games':>6} {'games won':>8} {'95 %':>17} {'stones per deal':>20}")
    for below, level in pairwise(LEVELS):
        score = play(Pairing(level, below, options, arguments.seed), games, workers)
        holds = score.win_rate.mean >= 0.5 + STEP and score.win_rate.interval[0] > 0.5
        print(line(f"{level} over {below}", score, "" if holds else "not 5 points apart"), flush=True)
    if arguments.steps_only:
        return
    for level in LEVELS:
        for manner in MANNERS.get(level, {}):
            score = play(Pairing(f"{level}/{manner}", level, options, arguments.seed), games // 4, workers)
            far = abs(score.win_rate.mean - 0.5) > NEAR
            print(line(f"{level}/{manner} with {level}", score, "more than 3 points apart" if far else ""))


if __name__ == "__main__":
    main()
