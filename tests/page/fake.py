"""A server that says what a test tells it to and keeps what the page sends."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Self

from aiohttp import WSMsgType, web

from . import club

__all__ = ["PAGE", "FakeServer"]

PAGE = Path(__file__).parents[2] / "musbot" / "playground" / "page"


class FakeServer:
    """Serves the page, one WebSocket protocol and the club's pictures. Use as an async context manager."""

    def __init__(self) -> None:
        self.state = club.state()
        self.wishes: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sockets: set[web.WebSocketResponse] = set()
        app = web.Application()
        app.router.add_get("/", self._index)
        app.router.add_get("/page/ws", self._socket)
        app.router.add_get("/files/{name}", self._picture)
        app.router.add_static("/page/", PAGE)
        self._runner = web.AppRunner(app)
        self.url = ""

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}/"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()
        await self._runner.cleanup()

    async def tell(self, **event: Any) -> None:
        """Send one event to every page."""
        for socket in list(self.sockets):
            await socket.send_json(event)

    async def wish(self) -> dict[str, Any]:
        """The next thing a page asks for, within 5 s."""
        async with asyncio.timeout(5):
            return await self.wishes.get()

    async def hang_up(self) -> None:
        """Close every page's line."""
        for socket in list(self.sockets):
            await socket.close()

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html")

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        cards = club.PICTURES.get(request.match_info["name"])
        if cards is None:
            raise web.HTTPNotFound
        return web.Response(text=club.hand(*cards), content_type="image/svg+xml")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.add(socket)
        await socket.send_json(self.state)
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                self.wishes.put_nowait(json.loads(frame.data))
        self.sockets.discard(socket)
        return socket
