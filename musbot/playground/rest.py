"""The REST API: each request is read, judged, obeyed and written down.

What a route does stands in `routes`; here is what they share: authorisation, faults, rate limits, the
shape of responses, the transcript.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from .desk import Desk
from .faults import Fault, Faults
from .forms import Upload
from .ratelimits import RateLimits
from .realm import Realm
from .refusals import Code, Refusal
from .transcript import Exchange, Transcript
from .wire import Json, decode, encode
from .world import World

__all__ = ["Call", "Rest", "Router", "route"]

INTERACTION_ROUTES = ("/interactions/", "/webhooks/")


@dataclass(slots=True)
class Call:
    """One request as a route sees it."""

    realm: Realm
    desk: Desk
    method: str
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)
    reason: str | None = None

    @property
    def world(self) -> World:
        """The world that the call is about."""
        return self.realm.world

    @property
    def payload(self) -> Json:
        """The body as an object. Raises `Refusal` 50109 when it is none."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise Refusal.of(Code.INVALID_JSON)
        return self.body

    def number(self, name: str) -> int:
        """An id of the path; 0, which nothing has, when it is no number."""
        text = self.params[name]
        return int(text) if text.isascii() and text.isdigit() else 0


Handler = Callable[[Call], Any]
"""What a route does. It returns the JSON of a 200 response, or None for an empty 204."""

_ROUTES: list[tuple[str, str, Handler, bool]] = []


def route(method: str, template: str, *, authorized: bool = True) -> Callable[[Handler], Handler]:
    """Declare what a route does.

    Args:
        authorized: whether the bot's token is needed. Interaction routes carry their own.
    """

    def declare(handler: Handler) -> Handler:
        _ROUTES.append((method, template, handler, authorized))
        return handler

    return declare


@dataclass(slots=True)
class _Node:
    """One step of the paths: fixed words, or a parameter."""

    words: dict[str, _Node] = field(default_factory=dict)
    parameter: _Node | None = None
    ends: dict[str, tuple[str, Handler, bool]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Match:
    """A route that was found."""

    template: str
    handler: Handler
    authorized: bool
    params: dict[str, str]


class Router:
    """Finds the route of a path in as many steps as the path has. Fixed words go before parameters."""

    def __init__(self) -> None:
        self._root = _Node()
        for method, template, handler, authorized in _ROUTES:
            node = self._root
            for step in template.strip("/").split("/"):
                if step.startswith("{"):
                    node.parameter = node.parameter or _Node()
                    node = node.parameter
                else:
                    node = node.words.setdefault(step, _Node())
            node.ends[method] = (template, handler, authorized)

    def find(self, method: str, path: str) -> Match:
        """The route of a call. Raises `Refusal` 404 or 405."""
        steps = path.strip("/").split("/")
        ends = self._find(self._root, steps, 0)
        if ends is None:
            raise Refusal.of(Code.NOT_FOUND)
        found = ends.get(method)
        if found is None:
            raise Refusal.of(Code.METHOD_NOT_ALLOWED)
        template, handler, authorized = found
        names = template.strip("/").split("/")
        params = {n[1:-1]: s for n, s in zip(names, steps, strict=True) if n.startswith("{")}
        return Match(template, handler, authorized, params)

    def _find(self, node: _Node, steps: list[str], depth: int) -> dict[str, tuple[str, Handler, bool]] | None:
        if depth == len(steps):
            return node.ends or None
        word = node.words.get(steps[depth])
        if word is not None:
            found = self._find(word, steps, depth + 1)
            if found is not None:
                return found
        return self._find(node.parameter, steps, depth + 1) if node.parameter is not None else None


class Rest:
    """Serves `/api/v10`.

    Attributes:
        in_flight: how many requests are being served.
        quiet_since: when the last one ended (event loop time).
        back_at: when the last one that was told to wait will be back (event loop time).
    """

    def __init__(
        self,
        realm: Realm,
        desk: Desk,
        *,
        token: str | None,
        faults: Faults,
        limits: RateLimits,
        transcript: Transcript,
    ) -> None:
        self.realm = realm
        self.desk = desk
        self.token = token
        self.faults = faults
        self.limits = limits
        self.transcript = transcript
        self.router = Router()
        self.in_flight = 0
        self.quiet_since = 0.0
        self.back_at = 0.0

    async def handle(self, request: web.Request) -> web.Response:
        """Serve one request."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        path = "/" + request.match_info["tail"]
        exchange = Exchange(
            request.method,
            path,
            "",
            request.query_string,
            self.realm.now(),
            counted=not path.startswith(INTERACTION_ROUTES),
        )
        self.in_flight += 1
        headers: dict[str, str] = {}
        try:
            fault = self.faults.take(request.method, path)
            body, exchange.sent, uploads = await self._read(request)
            exchange.files = tuple(uploads)
            if fault is not None and fault.delay:
                await asyncio.sleep(fault.delay)
            exchange.status, result = self._serve(request, exchange, body, uploads, headers, fault)
        except Refusal as refusal:
            exchange.status, result = refusal.status, refusal.body()
            self.transcript.add(exchange)
            fault = None
        finally:
            self.in_flight -= 1
            self.quiet_since = loop.time()
            exchange.took = self.quiet_since - started
        self.transcript.statuses[exchange.status] += 1
        if exchange.status == 0 and request.transport is not None:
            request.transport.abort()
        if result is None:
            return web.Response(status=exchange.status or 500, headers=headers)
        exchange.received = encode(result)
        # discord.py takes a body for JSON only when the type is exactly this, without a charset.
        headers["Content-Type"] = "application/json"
        return web.Response(status=exchange.status or 500, body=exchange.received, headers=headers)

    def _serve(
        self,
        request: web.Request,
        exchange: Exchange,
        body: Any,
        uploads: list[Upload],
        headers: dict[str, str],
        fault: Fault | None,
    ) -> tuple[int, Any]:
        """Judge and obey a request: its status (0: cut the connection) and the JSON of the response."""
        try:
            match = self.router.find(exchange.method, exchange.path)
        except Refusal as refusal:
            self.transcript.add(exchange)
            return refusal.status, refusal.body()
        exchange.template = match.template
        self.transcript.add(exchange)
        if match.authorized and not self._authorized(request):
            return 401, Refusal.of(Code.UNAUTHORIZED).body()
        if fault is not None and fault.drop == "before":
            return 0, None
        if fault is not None and fault.status == 429:
            return self._too_many(headers, fault.retry_after, is_global=False)
        if fault is not None and fault.status:
            return fault.status, {"message": fault.message, "code": fault.code}
        params = match.params
        major = params.get("channel_id") or params.get("guild_id") or params.get("webhook_id") or ""
        verdict = self.limits.judge(exchange.route, major, counted=exchange.counted)
        headers |= verdict.headers
        if not verdict.allowed:
            return self._too_many(headers, verdict.retry_after, is_global=verdict.is_global)
        call = Call(
            self.realm,
            self.desk,
            exchange.method,
            params,
            dict(request.query),
            body,
            uploads,
            request.headers.get("X-Audit-Log-Reason"),
        )
        try:
            result = match.handler(call)
        except Refusal as refusal:
            return refusal.status, refusal.body()
        if fault is not None and fault.drop == "after":
            return 0, None
        return (204 if result is None else 200), result

    def _authorized(self, request: web.Request) -> bool:
        given = request.headers.get("Authorization", "")
        return given.startswith("Bot ") and self.token in (None, given.removeprefix("Bot "))

    @staticmethod
    async def _read(request: web.Request) -> tuple[Any, bytes, list[Upload]]:
        """The JSON of a request, decoded and as it came, and its files."""
        uploads: list[Upload] = []
        if request.content_type != "multipart/form-data":
            raw = await request.read()
        else:
            raw = b""
            async for part in await request.multipart():
                if not isinstance(part, BodyPartReader):
                    raise Refusal.of(Code.INVALID_JSON)
                content = bytes(await part.read(decode=False))
                name = part.name or ""
                if name == "payload_json":
                    raw = content
                elif name.startswith("files[") and name[6:-1].isdigit():
                    kind = part.headers.get("Content-Type", "application/octet-stream")
                    uploads.append(Upload(int(name[6:-1]), part.filename or "file", kind, content))
        if not raw:
            return None, raw, uploads
        try:
            return decode(raw), raw, uploads
        except ValueError:
            raise Refusal.of(Code.INVALID_JSON) from None

    def _too_many(self, headers: dict[str, str], retry_after: float, *, is_global: bool) -> tuple[int, Json]:
        """A 429. Without `Via` discord.py takes it for a ban by Cloudflare."""
        self.back_at = max(self.back_at, asyncio.get_running_loop().time() + retry_after)
        headers["Via"] = "1.1 google"
        headers["Retry-After"] = str(max(1, round(retry_after)))
        headers.setdefault("X-RateLimit-Scope", "user")
        return 429, {
            "message": "You are being rate limited.",
            "retry_after": round(retry_after, 3),
            "global": is_global,
        }
