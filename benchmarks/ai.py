"""What an AI player's choice costs, level by level: time, memory, and how long its tables take to load.

The time of a choice is told beside that of the view it is made from, which the table shows anyway: the ratio of the
medians is what to watch. Times are those of the processor, whatever else runs. Each level is measured in a process of
its own, over whole games against itself.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from random import Random
from statistics import median, quantiles

from musbot.game import Dealer, Match, Options
from musbot.game.actions import sign
from musbot.game.views import seat_view


def memory() -> float:
    """Return the most memory that this process has had so far, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def measure(level: str, games: int) -> str:
    """Play games of a level against itself and return its row of the table."""
    bare = memory()
    start = time.thread_time()
    from musbot.ai import player_of

    player = player_of(level)
    choices: list[float] = []
    views: list[float] = []
    first = 0.0
    for seed in range(games):
        rng = Random(seed)
        match = Match(Options.of(("stargames", "classic")[seed % 2]), 1 + seed % 4)
        while not match.is_over:
            deal = match.next_deal() if match.deal.is_over else match.deal
            dealer = Dealer(deal, rng.randrange)
            dealer.serve()
            for seat in (1, 2, 3, 4):
                for name in player.signals(seat_view(deal, seat), rng):
                    match.push(sign(seat, name))
            while not deal.is_over:
                seat = deal.to_act[0]
                begun = time.thread_time()
                view = seat_view(deal, seat)
                seen = time.thread_time()
                action = player.choose(view, deal.legal(seat), rng)
                done = time.thread_time()
                if not first:
                    first = done - start
                views.append(seen - begun)
                choices.append(done - seen)
                match.push(action)
                dealer.serve()
    # What the first game builds and keeps is loading, and told apart.
    kept = choices[len(choices) // games :]
    middle, p99 = median(kept), quantiles(kept, n=100)[98]
    return (
        f"{level:10} {middle * 1e6:8.0f} {p99 * 1e6:8.0f} {max(kept) * 1e6:8.0f} "
        f"{middle / median(views):13.2f} {first * 1e3:10.0f} {memory() - bare:9.0f} {len(kept):9,}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=60, help="games a level")
    parser.add_argument("--level", help="this level alone, in this process")
    arguments = parser.parse_args()
    if arguments.level:
        print(measure(arguments.level, arguments.games), flush=True)
        return
    from musbot.ai import LEVELS

    print(
        f"{'level':10} {'med. µs':>8} {'p99 µs':>8} {'worst µs':>8} {'to the view':>13} {'first, ms':>10} "
        f"{'MiB':>9} {'choices':>9}",
        flush=True,
    )
    for level in LEVELS:
        command = [sys.executable, __file__, "--level", level, "--games", str(arguments.games)]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})


if __name__ == "__main__":
    main()
