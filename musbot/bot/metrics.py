"""What the bot counts of itself, for Prometheus and for `/status`.

Everything is of this process. Times of answers run from the click's arrival to Discord's having the answer, as the
HTTP client sees it, so that no place that answers has to think of it.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import Counter as Tally
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable

import aiohttp
from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

import musbot

log = logging.getLogger(__name__)

# When a counter was made says nothing here, and doubles the page.
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library has no types there

LOOPBACK = "127.0.0.1"
ANSWER_STEPS = (0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 1.5, 2.5, 3.0)
"""Seconds; Discord waits for three."""
LAG_STEPS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LOOKED_EVERY = 1.0
"""Seconds between two looks at how late the event loop is."""
MOST_WAITING = 10_000
REMEMBERED = 1_000
"""Answers of which the time is remembered, for their median."""

_ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class Metrics:
    """The figures of one bot."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Info("musbot", "Which musbot this is", registry=registry).info({"version": musbot.__version__})
        self.interactions = Counter(
            "musbot_interactions", "Commands, clicks and forms that arrived", ["kind"], registry=registry
        )
        self.answers = Histogram(
            "musbot_answer_seconds",
            "From the arrival of a click, command or form to Discord's having the answer",
            buckets=ANSWER_STEPS,
            registry=registry,
        )
        self.calls = Counter(
            "musbot_discord_calls", "Calls to Discord by status", ["status"], registry=registry
        )
        self.rate_limits = Counter(
            "musbot_rate_limits",
            "Calls that Discord has put off, by whose limit",
            ["scope"],
            registry=registry,
        )
        self.errors = Counter(
            "musbot_errors", "Errors that were logged, by kind", ["kind"], registry=registry
        )
        self.lag = Histogram(
            "musbot_loop_lag_seconds",
            "How late the event loop comes to what is due",
            buckets=LAG_STEPS,
            registry=registry,
        )
        self.tables = Gauge(
            "musbot_tables", "Live tables, in the whole database", ["status"], registry=registry
        )
        self.servers = Gauge("musbot_servers", "Servers that this process serves", registry=registry)
        self.messages_waiting = Gauge(
            "musbot_direct_messages_waiting", "Direct messages that wait to be sent", registry=registry
        )
        self.latency = Gauge(
            "musbot_gateway_latency_seconds", "To Discord's gateway and back", ["shard"], registry=registry
        )
        self._by_status: dict[int, Counter] = {}
        self.started_at = time.time()
        self.times: deque[float] = deque(maxlen=REMEMBERED)
        """Seconds that the latest answers took."""
        self.kinds: Tally[str] = Tally()
        """How many errors of each kind there were."""
        self.clicks = 0
        self.limited = 0
        self.latest = 0.0
        """How late the event loop was at worst, in seconds."""
        self._arrived: OrderedDict[int, float] = OrderedDict()

    def arrived(self, interaction_id: int, kind: str) -> None:
        """A command, click or form is here."""
        self.interactions.labels(kind).inc()
        self.clicks += 1
        self._arrived[interaction_id] = time.perf_counter()
        if len(self._arrived) > MOST_WAITING:
            self._arrived.popitem(last=False)

    def failed(self, kind: str) -> None:
        """An error was logged."""
        self.errors.labels(kind).inc()
        self.kinds[kind] += 1

    def quantile(self, share: float) -> float | None:
        """Return within how many seconds a share of the latest answers was given; None before the first."""
        if not self.times:
            return None
        return sorted(self.times)[min(len(self.times) - 1, int(share * len(self.times)))]

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Let what an HTTP client traces be counted: every call to Discord, tried again or not."""
        trace.on_request_end.append(self._call_ended)

    async def _call_ended(
        self, _session: aiohttp.ClientSession, _context: object, end: aiohttp.TraceRequestEndParams
    ) -> None:
        status = end.response.status
        counter = self._by_status.get(status)
        if counter is None:
            counter = self._by_status[status] = self.calls.labels(str(status))
        counter.inc()
        if status == 429:
            self.limited += 1
            self.rate_limits.labels(end.response.headers.get("X-RateLimit-Scope", "unknown")).inc()
        elif status < 300 and end.method == "POST":
            found = _ANSWER.search(end.url.raw_path)
            began = self._arrived.pop(int(found[1]), None) if found else None
            if began is not None:
                took = time.perf_counter() - began
                self.answers.observe(took)
                self.times.append(took)

    async def watch_loop(self) -> None:
        """Look for ever how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOKED_EVERY
            await asyncio.sleep(LOOKED_EVERY)
            late = max(0.0, loop.time() - due)
            self.lag.observe(late)
            self.latest = max(self.latest, late)


class Page:
    """Shows the figures to Prometheus, on this machine alone.

    :param look: brings up to date what is only known when somebody asks.
    """

    def __init__(self, metrics: Metrics, look: Callable[[], Awaitable[None]]) -> None:
        self._metrics = metrics
        self._look = look
        self._runner: web.AppRunner | None = None

    async def open(self, port: int) -> int:
        """Listen on the loopback; return the port, which is another one for 0.

        :raises OSError: if the port is taken.
        """
        app = web.Application()
        app.router.add_get("/metrics", self._show)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, LOOPBACK, port).start()
        found: int = self._runner.addresses[0][1]
        log.info("metrics are at http://%s:%s/metrics", LOOPBACK, found)
        return found

    async def close(self) -> None:
        """Listen no more."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _show(self, _: web.Request) -> web.Response:
        await self._look()
        body = generate_latest(self._metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})
