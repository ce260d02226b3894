"""The playground in a real browser, with the real bot: a newcomer opens a table and plays a deal."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.conftest import NAMES, Rig
from tests.e2e.players import WORDS

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

CHROMIUM = Path("/usr/bin/chromium")
OUT = Path(__file__).parents[1] / "out" / "game"


@pytest.fixture
async def page(rig: Rig) -> AsyncIterator[Page]:
    """The page of the four people; anything odd in its console fails the test."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}")
    odd: list[str] = []
    async with playwright.async_playwright() as p:
        browser = await p.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        opened: Any = await browser.new_page(viewport={"width": 1600, "height": 1000})
        opened.set_default_timeout(10_000)
        opened.on("pageerror", lambda error: odd.append(str(error)))
        await opened.goto(rig.playground.origin + "/?grid=1")
        await opened.wait_for_selector("html[data-ready]")
        yield opened
        await browser.close()
    assert odd == []


def pane(page: Page, name: str) -> Locator:
    return page.locator(f'[data-person="{name}"]')


async def write(page: Page, name: str, command: str) -> None:
    """Type a slash command and run it."""
    composer = pane(page, name).get_by_test_id("composer")
    await composer.click()
    await composer.press_sequentially(command)
    await composer.press("Enter")
    await composer.press("Enter")


async def shot(page: Page, name: str) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=OUT / f"{name}.png")


async def test_a_newcomer_opens_a_table_and_plays_a_deal(rig: Rig, page: Page) -> None:
    await write(page, "Ane", "/mus open")
    await pane(page, "Ane").get_by_role("heading", name="Mus · table 1").last.wait_for()
    await shot(page, "lobby")
    for name in NAMES[1:]:
        await pane(page, name).get_by_role("button", name="Join", exact=True).click()
    await pane(page, "Ane").get_by_role("heading", name="table 1 · deal 1").last.wait_for()
    await rig.settled()
    await shot(page, "deal")

    rng = random.Random(5)
    seen = set()
    for _ in range(120):
        table = pane(page, "Ane").locator("[data-message-id]", has_text="deal 1").last
        text = await table.inner_text()
        if "SHA-256" in text:  # the secret is told with the showdown
            break
        name = next(
            name
            for name in NAMES
            for line in text.splitlines()
            if line.startswith("▶") and f"@{name}" in line
        )
        mine = pane(page, name).locator("[data-message-id]", has_text="deal 1").last
        labels = await mine.get_by_role("button").all_inner_texts()
        words = [label for label in labels if label in WORDS and label not in ("Mus", "Órdago")]
        if "Hold" not in words or "Raise" in seen:
            words = [label for label in words if label != "Raise"]
        if not words:
            # The page was drawing the message anew: look again.
            await page.wait_for_timeout(20)
            continue
        word = "Raise" if "Raise" in words else rng.choice(words)
        seen.add(word)
        revision = await table_revision(rig)
        await mine.get_by_role("button", name=word, exact=True).click()
        if word == "Raise":
            form = page.get_by_role("dialog")
            await form.get_by_role("textbox").fill("5")
            await shot(page, "raise")
            await form.get_by_role("button", name=re.compile("submit|send", re.IGNORECASE)).click()
            await form.wait_for(state="detached")
        for _ in range(1_000):
            if await table_revision(rig) != revision:
                break
            await page.wait_for_timeout(5)
        else:
            pytest.fail(f"{name} said {word}, and nothing happened")
        await rig.settled()
    else:
        pytest.fail("the deal did not end")

    await pane(page, "Ane").get_by_role("heading", name="table 1 · deal 2").last.wait_for()
    await rig.settled()
    await shot(page, "showdown")
    await pane(page, "Dani").get_by_role("button", name="My hand", exact=True).last.click()
    hand = pane(page, "Dani").locator("img[alt*=' of ']").last
    await hand.wait_for()
    assert await hand.evaluate("(picture) => picture.decode().then(() => picture.naturalWidth)") == 900
    await shot(page, "hand")

    await page.set_viewport_size({"width": 400, "height": 860})
    await page.goto(rig.playground.origin + "/?as=Ane&view=channel")
    await page.get_by_role("heading", name="table 1 · deal 2").last.wait_for()
    await shot(page, "phone")
    assert await page.evaluate("document.documentElement.scrollWidth") <= 400
    await page.goto(rig.playground.origin + "/?as=Ane&view=dm")
    await page.locator("img[alt*=' of ']").last.wait_for()
    await shot(page, "phone-dm")


async def table_revision(rig: Rig) -> int:
    return (await rig.bot.tables.get(1)).revision
