"""The pictures of the README and the docs: one game, the same each time, played in the playground and shot.

``python -m tests.e2e.screenshots`` writes them into docs/pictures. Each deal is shuffled from a secret of the
story, and the time of day is painted over, so that a picture changes only when what it shows does.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import itertools
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from musbot.playground import Person, Playground, selects_of
from musbot.store import Store
from musbot.table import Chance
from tests.e2e.conftest import NAMES, Rig, running_bot
from tests.e2e.players import Players, is_over, mentioned, table_message

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page

CHROMIUM = Path("/usr/bin/chromium")
ARGS = [
    "--no-sandbox",
    # So that a shot is the same to the last pixel: no picture is drawn a frame late, or in pieces.
    "--disable-checker-imaging",
    "--disable-partial-raster",
    "--disable-lcd-text",
    "--num-raster-threads=1",
    "--force-color-profile=srgb",
]
OUT = Path(__file__).parents[2] / "docs" / "pictures"
LARGEST = 250_000
"""Bytes of a picture, at most."""
FLAT_COLOURS = 64

FIRST_SECRET = "pictures 41835"
"""Its deal is a fine one if everybody keeps kings alone: Ane gets duples, Beñat 31, Dani three kings and juego."""
KEPT = ("king", "three")

# What stands still: no cursor, no time of day. The pictures that are scrolled in later are loaded now.
STILL = """async () => {
    for (const time of document.querySelectorAll("time.when")) time.textContent = "9:30 PM";
    for (const time of document.querySelectorAll("time[data-relative]")) {
        time.textContent = "in 4 minutes";
        delete time.dataset.relative;
    }
    for (const day of document.querySelectorAll(".day")) day.hidden = true;
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].filter((picture) => picture.src).map((picture) => picture.decode()));
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
}"""


def secrets() -> Iterator[bytes]:
    """Yield the secret of each deal."""
    yield hashlib.sha256(FIRST_SECRET.encode()).digest()
    for number in itertools.count(2):
        yield hashlib.sha256(f"{FIRST_SECRET} {number}".encode()).digest()


class Album:
    """The pictures."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self._browser = browser
        self._origin = origin

    @asynccontextmanager
    async def window(
        self, query: str, width: int, height: int, scale: int = 1, *, touch: bool = False
    ) -> AsyncIterator[Page]:
        """Open the page in a window."""
        context = await self._browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            is_mobile=touch,
            has_touch=touch,
            reduced_motion="reduce",
        )
        page = await context.new_page()
        page.set_default_timeout(10_000)
        await page.goto(self._origin + query)
        await page.wait_for_selector("html[data-ready]")
        yield page
        await context.close()

    def phone(self, person: str, view: str) -> Any:
        """Open the page as one person has it on a telephone."""
        return self.window(f"/?as={person}&view={view}", 400, 860, scale=2, touch=True)

    def sheet(self, person: str) -> Any:
        """Open a page that is long enough to hold any message as a whole."""
        return self.window(f"/?as={person}&view=channel", 700, 1500, scale=2)

    async def shoot(self, name: str, page: Page, part: Locator | None = None) -> None:
        """Write a picture of a page, or of a part of it."""
        write(name, await self.shot(page, part))

    async def shot(self, page: Page, part: Locator | None = None) -> Image.Image:
        """Return a picture of a page, or of a part of it."""
        await page.evaluate(STILL)
        shot: Any = {"animations": "disabled", "caret": "hide"}
        await page.screenshot(**shot)  # the first one draws what was out of sight
        png = await (part.screenshot(**shot) if part is not None else page.screenshot(**shot))
        with Image.open(io.BytesIO(png)) as picture:
            return picture.convert("RGB")


def write(name: str, picture: Image.Image) -> None:
    """Write a picture into the docs, with few colours."""
    path = OUT / f"{name}.png"
    small = with_palette(picture)
    small.save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.name:24} {small.width:5} x {small.height:4} {size / 1000:6.0f} KB")
    if size > LARGEST:
        raise RuntimeError(f"{path} has {size} bytes, more than {LARGEST}")


class Story:
    """The game that is shown."""

    def __init__(self, rig: Rig, album: Album) -> None:
        self.rig = rig
        self.album = album

    async def tell(self) -> None:
        """Play the game and take the pictures."""
        await self.lobby()
        await self.mus()
        await self.grande()
        await self.pares()
        await self.juego()
        await self.end()
        await self.lesson()

    async def lobby(self) -> None:
        await self.rig.ane.slash("mus open")
        await self.rig.benat.click(label="Join")
        await self.rig.settled()
        async with self.album.sheet("Ane") as page:
            await self.album.shoot("lobby", page, card(page, "table 1"))
        for person in (self.rig.carla, self.rig.dani):
            await person.click(label="Join")
        await self.rig.settled()

    async def mus(self) -> None:
        """Everybody says mus, and drops all but kings."""
        await self.say("Mus", "Mus", "Mus", "Mus")
        async with self.album.phone("Ane", "dm") as page:
            await page.get_by_text("Cards to drop").last.click()
            for option in await page.get_by_role("option").all():
                if not (await option.inner_text()).startswith(KEPT):
                    await option.click()
            await self.album.shoot("discard", page)
            # A menu that is closed is sent.
            await page.keyboard.press("Escape")
            await page.get_by_text("You drop:").wait_for()
        for person in self.rig.people[1:]:
            await self.drop(person)
        async with self.album.phone("Ane", "dm") as page:
            await self.album.shoot("phone-hand", page)

    async def grande(self) -> None:
        """Ane cuts; Dani, who has three kings, bets five, and nobody wants it."""
        await self.say("No mus")
        async with self.album.phone("Ane", "channel") as page:
            await newest(page).get_by_role("button", name="Signal").click()
            await page.get_by_text("Make a face").last.wait_for()
            await self.album.shoot("signal", page)
            await page.get_by_text("Make a face").last.click()
            await page.get_by_role("option", name="duples").click()
        await self.rig.settled()
        self.rig.ane.dismiss(self.rig.ane.last())
        async with self.album.phone("Carla", "dm") as page:
            await self.album.shoot("face", page)
        await self.say("Hold", "Hold", "Hold")
        async with self.album.phone("Dani", "channel") as page:
            await newest(page).get_by_role("button", name="Raise").click()
            await page.get_by_role("dialog").get_by_role("textbox").fill("5")
            await self.album.shoot("raise", page)
            await page.get_by_role("dialog").get_by_role("button", name="Submit").click()
            await page.get_by_role("dialog").wait_for(state="detached")
        await self.rig.settled()
        async with self.album.phone("Beñat", "channel") as page:
            await self.album.shoot("question", page)
        await self.say("Agree", "Pass", "Agree")
        await self.say("Hold", "Hold", "Hold", "Hold")

    async def pares(self) -> None:
        """All have pares. Ane, with duples, bets four, and is called."""
        async with self.album.window("/?grid=1", 1600, 1000) as page:
            await tab(page, "Beñat", "DM").click()
            await tab(page, "Carla", "DM").click()
            await self.album.shoot("playground", page)
        async with self.album.window("/?as=Ane&layout=table", 1600, 1000) as page:
            await self.album.shoot("table-and-hands", page)
        async with self.album.phone("Ane", "channel") as page:
            await self.album.shoot("phone-table", page)
            await newest(page).get_by_role("button", name="? Tips").click()
            await page.get_by_text("Tip 1 of").last.wait_for()
            await self.album.shoot("tips", page)
        await self.rig.settled()
        self.rig.ane.dismiss(self.rig.ane.last())
        await self.say(4, "Agree", "Call", "Agree")

    async def juego(self) -> None:
        """Beñat has 31."""
        await self.say("Hold", 5, "Agree", "Call")
        async with self.album.sheet("Carla") as page:
            await self.album.shoot("showdown", page, card(page, "deal 1"))

    async def end(self) -> None:
        """The rest of the game is played fast."""
        players = Players(self.rig.playground, self.rig.people, random.Random(1))
        while not is_over(self.rig.ane):
            await players.turn()
            await self.rig.settled()
        async with self.album.sheet("Ane") as page:
            await self.album.shoot("end", page, card(page, "win!"))

    async def lesson(self) -> None:
        """Ane takes three alike for more than two pairs, is told why not, and goes on to the deal."""
        ane = self.rig.ane
        answer = await ane.slash("mus learn")
        message = answer.message
        assert message is not None
        for chapter, presses, name, heading in (
            ("pares", ("Next", "Skip", "Ane"), "lesson", "Pares"),
            ("deal", (), "lesson-deal", "A whole deal"),
        ):
            await ane.select(message, selects_of(message)[-1].custom_id, [chapter])
            for label in presses:
                await ane.click(message, label=label)
            await self.rig.settled()
            async with self.album.sheet("Ane") as page:
                await self.album.shoot(name, page, card(page, heading))

    async def say(self, *said: str | int) -> None:
        """Let those whose turn it is say something, one after the other; a number is a bet."""
        for word in said:
            message = table_message(self.rig.ane)
            assert message is not None
            (speaker,) = mentioned(message, self.rig.people)
            if isinstance(word, int):
                answer = await speaker.click(message, label="Raise")
                await speaker.submit(answer.modal, {"other": str(word)})
            else:
                await speaker.click(message, label=word)
            await self.rig.settled()

    async def drop(self, person: Person) -> None:
        """Let somebody drop all but kings, in the direct message."""
        hand = person.dms()[-1]
        (menu,) = selects_of(hand)
        chosen = [value for label, value in menu.options if not label.startswith(KEPT)]
        await person.select(hand, menu.custom_id, chosen)
        await self.rig.settled()


def newest(page: Page) -> Locator:
    """Return the newest message on a page of one person."""
    return page.locator("[data-message-id]").last


def card(page: Page, words: str) -> Locator:
    """Return the box of the newest message with some words in its heading."""
    return page.locator(".container", has=page.get_by_role("heading", name=words)).last


def tab(page: Page, person: str, name: str) -> Locator:
    """Return a tab of somebody's pane."""
    return page.locator(f'[data-person="{person}"]').get_by_role("tab", name=name)


def with_palette(picture: Image.Image) -> Image.Image:
    """Return a picture with 256 colours: the flat ones of the page as they are, and a choice of all others.

    Few pixels are blue, orange or pink, and they are what is to be told apart, so these count like any other.
    """
    counted: Any = picture.getcolors(picture.width * picture.height)
    flat = [colour for _, colour in sorted(counted, reverse=True)[:FLAT_COLOURS]]
    rest = picture.quantize(256 - len(flat), method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*itertools.chain.from_iterable(flat), *(rest.getpalette() or [])])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


async def main() -> None:
    """Play the game in a new playground, and write the pictures."""
    from playwright.async_api import async_playwright

    OUT.mkdir(parents=True, exist_ok=True)
    secret = secrets()
    chance = Chance(secret=lambda: next(secret), ai=lambda: random.Random(1))
    with tempfile.TemporaryDirectory() as folder:
        async with (
            async_playwright() as playwright,
            Playground() as playground,
            await Store.open(str(Path(folder) / "musbot.db")) as store,
            running_bot(playground, store, chance) as bot,
        ):
            browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
            rig = Rig(playground, bot, store, *(playground.person(name) for name in NAMES))
            await Story(rig, Album(browser, playground.origin)).tell()
            await browser.close()


if __name__ == "__main__":
    if not CHROMIUM.exists():
        sys.exit(f"no browser at {CHROMIUM}")
    asyncio.run(main())
