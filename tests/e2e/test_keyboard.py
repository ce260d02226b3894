"""The page by keyboard alone, as with a screen reader: a practice is begun, cards are dropped, a bet is raised, tips
are read; every picture and every control says what it is."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

from musbot.game import Phase
from musbot.playground import Playground
from musbot.store import Store
from musbot.table import Chance
from tests.e2e.conftest import NAMES, Rig, running_bot
from tests.e2e.screenshots import secrets
from tests.e2e.test_browser import page

if TYPE_CHECKING:
    from playwright.async_api import Page

__all__ = ["page"]

MOST_TABS = 150
NAMELESS = """() => [...document.querySelectorAll("button, [role=button], [role=combobox], input, textarea, a")]
    .filter((each) => each.offsetParent !== null)
    .filter((each) => !(each.innerText || "").trim() && !each.getAttribute("aria-label")
        && !each.getAttribute("aria-labelledby") && !each.title && !each.placeholder
        && !(each.labels && each.labels.length))
    .map((each) => each.outerHTML.slice(0, 200))"""
UNDESCRIBED = """() => [...document.querySelectorAll(".msg img")]
    .filter((each) => !each.closest("[aria-hidden=true]") && !each.hasAttribute("alt"))
    .map((each) => each.outerHTML.slice(0, 200))"""
SEEN = """() => {
    const here = document.activeElement, style = getComputedStyle(here);
    return here.tagName !== "BUTTON" || style.outlineStyle !== "none" || style.boxShadow !== "none";
}"""
"""A button that is focused has a frame; a field has its caret."""
CARDS = """() => [...document.querySelectorAll(".msg img")].map((each) => each.alt)
    .filter((alt) => / of /.test(alt) || /^The table/.test(alt))"""


@pytest.fixture
async def rig(database: str) -> AsyncIterator[Rig]:
    """The same cards in every run, and tips for Ane."""
    secret = secrets()
    chance = Chance(secret=lambda: next(secret), ai=lambda: random.Random(1))
    async with (
        Playground() as playground,
        await Store.open(database) as store,
        running_bot(playground, store, chance, newcomer=3) as bot,
    ):
        yield Rig(playground, bot, store, *(playground.person(name) for name in NAMES))


async def go_to(page: Page, what: str) -> None:
    """Press Shift+Tab until something is focused: backwards, so that the newest message comes first.

    :param what: a condition in JavaScript on the element ``here``.
    """
    for _ in range(MOST_TABS):
        if await page.evaluate(
            f"(() => {{ const here = document.activeElement; return Boolean({what}); }})()"
        ):
            assert await page.evaluate(SEEN), f"nobody sees that {what} is focused"
            return
        await page.keyboard.press("Shift+Tab")
    raise AssertionError(f"the keyboard does not lead to {what}")


async def press(page: Page, label: str) -> None:
    await go_to(page, f'here.tagName === "BUTTON" && here.innerText.trim() === "{label}"')
    await page.keyboard.press("Enter")


async def test_a_practice_is_played_without_a_mouse(rig: Rig, page: Page) -> None:
    await page.goto(rig.playground.origin + "/?as=Ane&view=channel")
    await page.wait_for_selector("html[data-ready]")
    await go_to(page, 'here.dataset.testid === "composer"')
    await page.keyboard.type("/mus practice")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.get_by_text("Your hand").last.wait_for()
    await rig.settled()

    done: set[str] = set()
    for _ in range(60):
        if done >= {"Mus", "drop", "Raise", "Next", "Signal"}:
            break
        table = await rig.bot.tables.get(1)
        assert table.is_playing
        deal, seat, revision = table.playing.deal, table.seat_of(rig.ane.id), table.seq
        words = [word.value for word in deal.legal(seat).words]
        if "Next" not in done:
            await press(page, "▶ Next")
            await page.get_by_text("Tip 2 of").last.wait_for()
            done.add("Next")
        if "Signal" not in done and not table.view(seat).own_signals:
            await press(page, "Signal")
            await page.get_by_text("Make a face").last.wait_for()
            await choose(page, "Make a face")
            await page.get_by_text("sees:").last.wait_for()
            await rig.settled()
            done.add("Signal")
            continue
        if deal.phase is Phase.DISCARD:
            await choose(page, "Cards to drop")
            done.add("drop")
        elif "mus" in words:
            await press(page, "No mus" if "drop" in done else "Mus")
            done.add("Mus")
        elif "bet" in words and "Raise" not in done:
            await press(page, "Raise")
            await page.get_by_role("dialog").wait_for()
            await go_to(page, 'here.matches("[role=dialog] input, [role=dialog] textarea")')
            await page.keyboard.type("2")
            await press(page, "Submit")
            await page.get_by_role("dialog").wait_for(state="detached")
            done.add("Raise")
        else:
            spoken = {"hold": "Hold", "agree": "Agree", "call": "Call", "fold": "Pass"}
            await press(page, next(label for word, label in spoken.items() if word in words))
        for _ in range(2_000):
            await rig.settled()
            if (await rig.bot.tables.get(1)).seq != revision:
                break
            await page.wait_for_timeout(5)
        await rig.settled()
    assert done >= {"Mus", "drop", "Raise", "Next", "Signal"}

    assert await page.evaluate(NAMELESS) == []
    assert await page.evaluate(UNDESCRIBED) == []
    assert len(await page.evaluate(CARDS)) >= 2


async def choose(page: Page, name: str) -> None:
    """Open a menu, take its first choice, and close it."""
    await go_to(
        page,
        f'here.matches("[role=combobox]") && (here.innerText + (here.ariaLabel || "")).includes("{name}")',
    )
    await page.keyboard.press("Enter")
    await page.locator(".select-box .option").first.wait_for()
    await page.keyboard.press("Enter")
    if await page.locator(".select-box .option").count():
        # Of several, more could be taken; a menu that is left is sent.
        await page.keyboard.press("Tab")
