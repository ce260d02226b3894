"""Discord's weather: how often it refuses the bot, how fast people click, and what arrives late or twice.

Plain counters with a clock that is passed in; who asks them is in `calls`, `mail`, `clicks` and `commands`.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import Enum

import aiohttp

log = logging.getLogger(__name__)

Clock = Callable[[], float]

INVALID = frozenset({401, 403, 429})
"""Answers that Discord counts: 10,000 of them in ten minutes and it blocks the address (D:topics/rate-limits)."""


class Breaker:
    """Counts the invalid answers of ten minutes. While it is open, only what a game cannot do without is sent.

    :param limit: how many open it; half of what Discord bears.
    :param blocked_for: seconds for which it stays open when Cloudflare, not Discord, has refused a call: the
        address is blocked already then, and knocking on makes it longer.
    """

    STEP = 10.0

    def __init__(
        self, limit: int = 5_000, window: float = 600, blocked_for: float = 300, clock: Clock = time.monotonic
    ) -> None:
        self._limit = limit
        self._window = window
        self._blocked_for = blocked_for
        self._clock = clock
        self._steps: deque[tuple[float, int]] = deque()
        self._blocked_until = float("-inf")
        self._told = False
        self.total = 0
        """All invalid answers since the start."""

    @property
    def count(self) -> int:
        """Invalid answers within the window."""
        oldest = self._clock() - self._window
        while self._steps and self._steps[0][0] < oldest:
            self._steps.popleft()
        return sum(count for _, count in self._steps)

    @property
    def is_open(self) -> bool:
        """Whether to send only what is essential: answers to interactions, and the messages of tables."""
        is_open = self.count >= self._limit or self._clock() < self._blocked_until
        if is_open != self._told:
            self._told = is_open
            if is_open:
                log.error(
                    "Discord refused %s calls: hands and reminders are not sent for a while", self.count
                )
            else:
                log.info("hands and reminders are sent again")
        return is_open

    def note(self, status: int, *, shared: bool = False, by_cloudflare: bool = False) -> None:
        """Count an answer of Discord's, if it is one of those that count.

        :param shared: a 429 that others have caused; Discord says that it does not count.
        """
        if status not in INVALID or shared:
            return
        now = self._clock()
        self.total += 1
        if self._steps and now - self._steps[-1][0] < self.STEP:
            at, count = self._steps.pop()
            self._steps.append((at, count + 1))
        else:
            self._steps.append((now, 1))
        if by_cloudflare:
            self._blocked_until = now + self._blocked_for
        _ = self.is_open

    def trace(self) -> aiohttp.TraceConfig:
        """Return what lets every answer be counted, even those that discord.py handles by itself."""

        async def ended(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
            headers = end.response.headers
            self.note(
                end.response.status,
                shared=headers.get("X-RateLimit-Scope") == "shared",
                by_cloudflare=end.response.status == 429 and "Via" not in headers,
            )

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(ended)
        return trace


class Verdict(Enum):
    """What becomes of a click."""

    PASS = "pass"
    TELL = "tell"
    """One too many: say so, once."""
    IGNORE = "ignore"


class Throttle:
    """How many clicks of one person are answered. Clicks that do something in a game cost nothing.

    :param burst: how many may do nothing, at once.
    :param every: seconds until one more may.
    """

    MOST_PEOPLE = 10_000

    def __init__(self, burst: int = 20, every: float = 0.5, clock: Clock = time.monotonic) -> None:
        self._burst = burst
        self._every = every
        self._clock = clock
        self._people: OrderedDict[int, tuple[float, float, bool]] = OrderedDict()
        """Tokens left, when that was, and whether the person was told."""

    def take(self, person_id: int) -> Verdict:
        """Return what becomes of a click that a person makes now."""
        now = self._clock()
        tokens, at, told = self._people.pop(person_id, (float(self._burst), now, False))
        tokens = min(self._burst, tokens + (now - at) / self._every)
        if tokens >= 1:
            verdict, left = Verdict.PASS, (tokens - 1, now, told and tokens < self._burst / 2)
        else:
            verdict, left = (Verdict.IGNORE if told else Verdict.TELL), (tokens, now, True)
        self._people[person_id] = left
        if len(self._people) > self.MOST_PEOPLE:
            self._people.popitem(last=False)
        return verdict

    def give_back(self, person_id: int) -> None:
        """The click did something: it cost nothing, nor did the two that led to it (a form, a look at one's hand)."""
        tokens, at, told = self._people.get(person_id, (float(self._burst), self._clock(), False))
        self._people[person_id] = (min(self._burst, tokens + 3), at, told)


class Arrivals:
    """Tells interactions that come late or twice from the others.

    The clock of this machine need not be Discord's: an age counts from the youngest of the last ones.

    :param late_after: seconds after which there is no time left to answer within Discord's three.
    """

    def __init__(self, late_after: float = 2.5, clock: Clock = time.time, remembered: int = 1_024) -> None:
        self._late_after = late_after
        self._clock = clock
        self._remembered = remembered
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._ages: deque[float] = deque(maxlen=64)
        self.late = 0
        self.twice = 0

    def is_new(self, interaction_id: int, created_at: float) -> bool:
        """Return whether an interaction is to be handled; the person sees that it was not, and tries again."""
        if interaction_id in self._seen:
            self.twice += 1
            log.info("interaction %s came twice", interaction_id)
            return False
        self._seen[interaction_id] = None
        if len(self._seen) > self._remembered:
            self._seen.popitem(last=False)
        age = self._clock() - created_at
        usual = min(self._ages, default=age)
        self._ages.append(age)
        if age - usual > self._late_after:
            self.late += 1
            log.info("interaction %s came %.1f s late", interaction_id, age - usual)
            return False
        return True


class Turnstile:
    """Lets through ``burst`` at once and then one ``every`` seconds; the more urgent goes first.

    No task waits beside it: whoever waits is woken by a timer.
    """

    def __init__(self, burst: int, every: float, clock: Clock = time.monotonic) -> None:
        self._burst = burst
        self._every = every
        self._clock = clock
        self._tokens = float(burst)
        self._at = float("-inf")
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(not future.done() for _, _, future in self._waiting)

    async def pass_through(self, *, urgent: bool) -> None:
        """Wait until it is one's turn. `asyncio.CancelledError` when it is closed meanwhile."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (0 if urgent else 1, next(self._numbers), future))
        self.turn()
        await future

    def close(self) -> None:
        """Send away all who wait."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for _, _, future in self._waiting:
            future.cancel()
        self._waiting.clear()

    def turn(self) -> None:
        """Let those through whose turn it is by the clock. It turns by itself, too."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) / self._every)
        self._at = now
        while self._waiting:
            _, _, future = self._waiting[0]
            if future.done():
                heapq.heappop(self._waiting)
            elif self._tokens >= 1:
                self._tokens -= 1
                heapq.heappop(self._waiting)
                future.set_result(None)
            else:
                break
        if self._waiting and self._timer is None:
            pause = (1 - self._tokens) * self._every + 0.001
            self._timer = asyncio.get_running_loop().call_later(pause, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self.turn()
