"""Discord's rate limits: a bucket for each route and channel, and 50 calls a second in all.

The windows run on real time, since a client that must wait really sleeps.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["LIKE_DISCORD", "Bucket", "Rate", "RateLimits", "Verdict"]


@dataclass(frozen=True, slots=True)
class Rate:
    """`limit` calls in `seconds`."""

    limit: int
    seconds: float


LIKE_DISCORD: dict[str, Rate] = {
    "POST /channels/{channel_id}/messages": Rate(5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": Rate(5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": Rate(5, 1.0),
    "POST /users/@me/channels": Rate(10, 10.0),
    "POST /applications/{application_id}/emojis": Rate(50, 60.0),
}
"""Figures that clients have reported; Discord publishes none and may change them at any time."""


@dataclass(slots=True)
class Bucket:
    """The calls of one window."""

    name: str
    rate: Rate
    ends: float = 0.0
    used: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a call may go on, and the headers that its response carries."""

    allowed: bool
    retry_after: float = 0.0
    is_global: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)


FREE = Verdict(allowed=True)


class RateLimits:
    """Counts calls and says which come too soon.

    Args:
        default: the rate of every route that `routes` does not name.
        routes: rates by "METHOD /template"; `LIKE_DISCORD` holds those that clients have reported.
        overall: calls a second over all routes but the interactions' own, or None for no limit.
    """

    def __init__(
        self,
        *,
        default: Rate = Rate(1000, 1.0),
        routes: Mapping[str, Rate] | None = None,
        overall: int | None = 50,
    ) -> None:
        self.default = default
        self.routes: dict[str, Rate] = dict(routes or {})
        self.overall = overall
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._names: dict[str, str] = {}
        self._second = 0.0
        self._in_second = 0

    def set(self, route: str, limit: int, seconds: float) -> None:
        """Set the rate of a route, as `set("POST /channels/{channel_id}/messages", 5, 5.0)`."""
        self.routes[route] = Rate(limit, seconds)
        for key in [k for k in self._buckets if k[0] == route]:
            del self._buckets[key]

    def judge(self, route: str, major: str, *, counted: bool) -> Verdict:
        """Count one call and say whether it may go on.

        Args:
            route: "METHOD /template".
            major: the channel, guild or webhook in its path: each has a bucket of its own.
            counted: whether it counts towards the overall limit. Calls of interactions do not, and have no
                bucket headers either.
        """
        if not counted:
            return FREE
        now = time.monotonic()
        if self.overall is not None:
            if now - self._second >= 1.0:
                self._second, self._in_second = now, 0
            if self._in_second >= self.overall:
                wait = max(0.001, self._second + 1.0 - now)
                return Verdict(
                    allowed=False,
                    retry_after=wait,
                    is_global=True,
                    headers={"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"},
                )
            self._in_second += 1
        bucket = self._bucket(route, major)
        if now >= bucket.ends:
            bucket.ends, bucket.used = now + bucket.rate.seconds, 0
        left = bucket.ends - now
        if bucket.used >= bucket.rate.limit:
            headers = self._headers(bucket, left)
            headers["X-RateLimit-Scope"] = "user"
            return Verdict(allowed=False, retry_after=left, headers=headers)
        bucket.used += 1
        return Verdict(allowed=True, headers=self._headers(bucket, left))

    def _bucket(self, route: str, major: str) -> Bucket:
        key = (route, major)
        bucket = self._buckets.get(key)
        if bucket is None:
            name = self._names.get(route)
            if name is None:
                name = self._names[route] = hashlib.sha256(route.encode()).hexdigest()[:32]
            bucket = self._buckets[key] = Bucket(name, self.routes.get(route, self.default))
        return bucket

    @staticmethod
    def _headers(bucket: Bucket, left: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(bucket.rate.limit),
            "X-RateLimit-Remaining": str(bucket.rate.limit - bucket.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": bucket.name,
        }
