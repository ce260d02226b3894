"""A process of its own that looks at a game: asked by JSON on its standard input, it answers by pickle.

So a bot that serves tables is never kept waiting, and can end a review that takes too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pickle
import sys
from collections.abc import Collection

from musbot.ai.advice import SolvedAdviser
from musbot.ai.review import SeatReview, review
from musbot.game.match import Match
from musbot.game.record import read_record, write_record
from musbot.game.seats import Seat

SECONDS = 90.0
"""A review looks at no more decisions after so much time."""
PATIENCE = 30.0
"""Seconds for which it is waited for beyond that, before it is ended."""


class NoReview(Exception):
    """A review could not be made: the process failed or took too long."""


async def review_apart(
    match: Match, seat: Seat, but: Collection[tuple[int, Seat, int]] = (), seconds: float = SECONDS
) -> SeatReview:
    """Return the review of a seat, made in a process of its own; `NoReview` where that fails."""
    request = {"record": write_record(match), "seat": seat, "but": sorted(but), "seconds": seconds}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "musbot.ai.reviewer",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(seconds + PATIENCE):
            answer, _ = await process.communicate(json.dumps(request).encode())
    except TimeoutError:
        raise NoReview(f"no review after {seconds + PATIENCE:.0f} s") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode != 0:
        raise NoReview(f"the review ended with status {process.returncode}")
    result = pickle.loads(answer)  # our own child's
    assert isinstance(result, SeatReview)
    return result


def main() -> None:
    """Answer the request on standard input."""
    # Tables come first.
    if hasattr(os, "nice"):
        os.nice(10)
    request = json.load(sys.stdin)
    match = read_record(request["record"]).match
    but = frozenset((deal, seat, place) for deal, seat, place in request["but"])
    (found,) = review(match, SolvedAdviser(), (request["seat"],), but=but, seconds=request["seconds"])
    sys.stdout.buffer.write(pickle.dumps(found))


if __name__ == "__main__":
    main()
