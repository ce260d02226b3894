"""A browser for the page's tests. Where there is none, they are skipped and say so."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from .fake import FakeServer

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

CHROMIUM = Path("/usr/bin/chromium")
OUT = Path(__file__).parents[1] / "out" / "page"

Open = Callable[..., Awaitable["Page"]]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    """Chromium, started once for a module."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}")
    async with playwright.async_playwright() as p:
        chromium = await p.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="module")
async def server() -> AsyncIterator[FakeServer]:
    """A fake server for one test."""
    async with FakeServer() as fake:
        yield fake


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def desktop(browser: Browser) -> AsyncIterator[BrowserContext]:
    """The window that most tests share."""
    context = await browser.new_context()
    yield context
    await context.close()


@pytest_asyncio.fixture(loop_scope="module")
async def look(browser: Browser, desktop: BrowserContext, server: FakeServer) -> AsyncIterator[Open]:
    """`await look("?as=Ane", width=400)` opens the page; anything odd in its console fails the test.

    Further arguments make a device of its own, as `is_mobile=True`.
    """
    odd: list[str] = []
    opened: list[Page | BrowserContext] = []

    async def open_page(
        query: str = "?as=Ane", *, width: int = 1400, height: int = 900, **device: Any
    ) -> Page:
        context = await browser.new_context(**device) if device else desktop
        page = await context.new_page()
        opened.append(context if device else page)
        await page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: odd.append(str(error)))
        page.on("console", lambda said: odd.append(said.text) if said.type == "error" else None)
        await page.goto(server.url + query)
        await page.wait_for_selector("html[data-ready]")
        return page

    yield open_page
    for thing in opened:
        await thing.close()
    # a line that a test cuts is reported by the browser itself
    assert [text for text in odd if "WebSocket" not in text] == []


@pytest.fixture
def shot() -> Callable[[Page, str], Awaitable[None]]:
    """`await shot(page, "name")` keeps a screenshot under tests/out/page for a person to look at."""

    async def keep(page: Page, name: str) -> None:
        OUT.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=OUT / f"{name}.png")

    return keep
