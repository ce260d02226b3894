"""A whole deal in each language, as a telephone shows it: the table with tips, the hand, and the showdown.

``python -m tests.e2e.languages`` writes ``docs/pictures/language-*.png``; with codes of languages, only theirs. It is
the same deal each time, that of `tests.e2e.screenshots`.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from pathlib import Path

from PIL import Image

from musbot.bot.words import LANGUAGES
from musbot.playground import Message, Person, Playground, buttons_of, selects_of
from musbot.store import Store
from musbot.table import Chance
from tests.e2e.conftest import NAMES, Rig, running_bot
from tests.e2e.players import mentioned
from tests.e2e.screenshots import ARGS, CHROMIUM, Album, secrets, write

WIDTH, HEIGHT = 400, 1210
GUTTER, GAP = 56, 12
SPOKEN = (
    *("mus", "mus", "mus", "mus"),
    # Everybody keeps kings alone. Ane cuts, and grande and chica are held.
    "cut",
    *("hold", "hold", "hold", "hold"),
    *("hold", "hold", "hold", "hold"),
)
REST = ("cut", "call", "agree", "hold", "fold")
"""What is said from there to the end of the deal, the first of these that is offered."""


def action_of(custom_id: object) -> str:
    return str(custom_id).rsplit(":", 1)[-1]


def board(rig: Rig) -> Message:
    """The newest message of the table."""
    return next(
        message
        for message in reversed(rig.ane.sees())
        if any(action_of(each.custom_id) == "hand" for each in buttons_of(message))
    )


async def press(rig: Rig, *words: str) -> None:
    """Let whoever is to speak press the first of some buttons that is offered."""
    message = board(rig)
    (person,) = mentioned(message, rig.people)
    offered = {action_of(each.custom_id): each.custom_id for each in buttons_of(message)}
    await person.click(message, custom_id=offered[next(word for word in words if word in offered)])
    await rig.settled()


async def drop(rig: Rig, person: Person) -> None:
    """Let somebody drop all but kings, in the direct message."""
    hand = person.dms()[-1]
    (menu,) = selects_of(hand)
    await person.select(hand, menu.custom_id, [value for _, value in menu.options if value[0] not in "R3"])
    await rig.settled()


async def deal(rig: Rig, album: Album, language: str) -> Image.Image:
    """Play a deal and return the pictures of it beside each other."""
    for person in rig.people:
        await person.slash("settings me", language=language)
    await rig.ane.slash("mus open", language=language)
    lobby = rig.ane.last()
    join = next(each.custom_id for each in buttons_of(lobby) if action_of(each.custom_id) == "join")
    for person in rig.people[1:]:
        await person.click(lobby, custom_id=join)
    await rig.settled()
    for word in SPOKEN[:4]:
        await press(rig, word)
    for person in rig.people:
        await drop(rig, person)
    for word in SPOKEN[4:]:
        await press(rig, word)

    async with album.window("/?as=Ane&view=channel", WIDTH, HEIGHT, touch=True) as page:
        table = await album.shot(page)
    async with album.window("/?as=Ane&view=dm", WIDTH, HEIGHT, touch=True) as page:
        hand = await album.shot(page, page.locator(f'[data-message-id="{rig.ane.dms()[-1].id}"]'))
    first = board(rig)
    while (await rig.bot.tables.get(1)).deal_count == 1:
        await press(rig, *REST)
    async with album.window("/?as=Ane&view=channel", WIDTH, HEIGHT, touch=True) as page:
        showdown = await album.shot(page, page.locator(f'[data-message-id="{first.id}"]'))
    return beside(table, hand, showdown)


def beside(table: Image.Image, *others: Image.Image) -> Image.Image:
    """Return a picture with the others below each other at the right of the first."""
    background = table.getpixel((WIDTH // 2, table.height - 4))
    sheet = Image.new("RGB", (WIDTH * 2 - GUTTER + 2 * GAP, HEIGHT), background)
    sheet.paste(table, (0, 0))
    y = GAP
    for other in others:
        # Beside the message is room for the face of who wrote it.
        sheet.paste(other.crop((GUTTER, 0, WIDTH, min(other.height, HEIGHT - y))), (WIDTH + GAP, y))
        y += other.height + GAP
    return sheet


async def main(languages: list[str]) -> None:
    """Play the deal in each language in a new playground, and write the pictures."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        for language in languages:
            secret = secrets()
            chance = Chance(secret=lambda: next(secret), ai=lambda: random.Random(1))  # noqa: B023
            with tempfile.TemporaryDirectory() as folder:
                async with (
                    Playground() as playground,
                    await Store.open(str(Path(folder) / "musbot.db")) as store,
                    running_bot(playground, store, chance, newcomer=3) as bot,
                ):
                    rig = Rig(playground, bot, store, *(playground.person(name) for name in NAMES))
                    write(
                        f"language-{language}", await deal(rig, Album(browser, playground.origin), language)
                    )
        await browser.close()


if __name__ == "__main__":
    if not CHROMIUM.exists():
        sys.exit(f"no browser at {CHROMIUM}")
    asyncio.run(main(sys.argv[1:] or list(LANGUAGES)))
