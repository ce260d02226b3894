"""The page, the playground and a small discord.py bot together: the protocol as both sides speak it."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import discord
import pytest
import pytest_asyncio
from discord import app_commands
from PIL import Image

from musbot.playground import Playground

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from playwright.async_api import Browser, Page

    Shot = Callable[[Page, str], Awaitable[None]]

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Bet(discord.ui.Modal, title="Your bet"):
    """A form with one line."""

    stones: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Stones", placeholder="2")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            f"Envido **{self.stones.value}**, says {interaction.user.mention}"
        )


class Row(discord.ui.ActionRow["Table"]):
    """What can be clicked."""

    @discord.ui.button(label="My hand", style=discord.ButtonStyle.primary)
    async def hand(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name}'s cards", ephemeral=True)
        await interaction.user.send("Your hand, in private")

    @discord.ui.button(label="Bet", style=discord.ButtonStyle.success)
    async def bet(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(Bet())

    @discord.ui.button(label="Silent", style=discord.ButtonStyle.danger)
    async def silent(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        """Does not answer."""


class Discard(discord.ui.ActionRow["Table"]):
    """A choice of several."""

    @discord.ui.select(
        placeholder="Cards to throw away",
        max_values=2,
        options=[discord.SelectOption(label="Four"), discord.SelectOption(label="Five")],
    )
    async def chosen(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.edit_message(view=Table(" and ".join(select.values) + " thrown away"))


class Table(discord.ui.LayoutView):
    """A table in new components."""

    def __init__(self, line: str) -> None:
        super().__init__()
        gallery: discord.ui.MediaGallery[Table] = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://felt.png", description="A green felt")
        )
        self.add_item(discord.ui.Container(discord.ui.TextDisplay(f"## {line}"), gallery, Row(), Discard()))


def make_bot() -> tuple[discord.Client, app_commands.CommandTree[discord.Client]]:
    """A bot with one command group."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    tree = app_commands.CommandTree(client)
    group = app_commands.Group(name="mus", description="Mus")

    @group.command(description="Open a table")
    async def open(  # the command's name
        interaction: discord.Interaction,
        target: app_commands.Range[int, 20, 100] = 40,
        with_: discord.User | None = None,
    ) -> None:
        await interaction.response.defer()
        await asyncio.sleep(0.4)
        buffer = io.BytesIO()
        Image.new("RGB", (900, 330), "#256B4E").save(buffer, "PNG")
        buffer.seek(0)
        partner = with_.display_name if with_ else "anybody"
        await interaction.followup.send(
            view=Table(f"To {target} with {partner}"), file=discord.File(buffer, "felt.png")
        )

    @open.autocomplete("target")
    async def targets(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[int]]:
        return [app_commands.Choice(name=f"{n} stones", value=n) for n in (25, 40) if current in str(n)]

    @tree.context_menu(name="Seat here")
    async def seat(interaction: discord.Interaction, user: discord.User) -> None:
        await interaction.response.send_message(f"A seat for {user.display_name}", ephemeral=True)

    tree.add_command(group)
    return client, tree


@pytest_asyncio.fixture(loop_scope="module")
async def playground() -> AsyncIterator[Playground]:
    """The playground with the bot logged in."""
    async with Playground() as made:
        client, tree = make_bot()
        run = asyncio.create_task(client.start("a token"))
        await made.bot_ready()
        await client.wait_until_ready()
        await tree.sync()
        yield made
        await client.close()
        await run


async def test_a_bot_is_played_with_through_the_page(
    browser: Browser, playground: Playground, shot: Shot
) -> None:
    context = await browser.new_context(viewport={"width": 1400, "height": 900})
    page = await context.new_page()
    page.set_default_timeout(5000)
    odd: list[str] = []
    page.on("pageerror", lambda error: odd.append(str(error)))
    page.on("console", lambda said: odd.append(said.text) if said.type == "error" else None)
    await page.goto(f"{playground.origin}/?grid=1")
    ane, benat, carla = (page.locator(f'.pane[data-person="{name}"]') for name in ("Ane", "Beñat", "Carla"))
    line = ane.get_by_test_id("composer")

    await line.click()
    await page.keyboard.type("/mus open target:2")
    await ane.get_by_role("option", name="25 stones").click()
    await page.keyboard.type("with_:Beñ")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await benat.get_by_text("musbot is thinking").wait_for()
    await benat.get_by_role("heading", name="To 25 with Beñat").wait_for()
    assert await benat.locator(".above").inner_text() == "A\nAne\nused\n/mus open"
    await page.wait_for_function("document.querySelector('.picture img').naturalWidth === 900")
    assert await ane.locator(".waiting").count() == 0

    await benat.get_by_role("combobox", name="Cards to throw away").click()
    await page.get_by_role("option", name="Five").click()
    await page.get_by_role("button", name="Done").click()
    await ane.get_by_role("heading", name="Five thrown away").wait_for()
    await carla.get_by_role("button", name="Silent").click()

    await benat.get_by_role("button", name="My hand").click()
    await benat.get_by_text("Beñat's cards").wait_for()
    assert await ane.get_by_text("Beñat's cards").count() == 0
    await benat.locator(".tab .badge").wait_for()
    await benat.get_by_role("tab", name="DM").click()
    await benat.get_by_text("Your hand, in private").wait_for()
    await benat.get_by_role("tab", name="mus").click()
    await benat.get_by_role("button", name="Dismiss message").click()
    await benat.get_by_text("Beñat's cards").wait_for(state="detached")

    await ane.get_by_role("button", name="Bet").click()
    await ane.get_by_label("Stones").fill("5")
    await shot(page, "with-bot")
    await page.keyboard.press("Enter")
    await benat.get_by_text("Envido 5, says @Ane").wait_for()
    await ane.get_by_role("dialog").wait_for(state="detached")

    await line.fill("good evening")
    await line.press("Enter")
    await benat.get_by_text("good evening").wait_for()
    await ane.get_by_role("button", name="Ane", exact=True).first.click()
    await page.get_by_role("menuitem", name="Seat here").click()
    await ane.get_by_text("A seat for Ane").wait_for()

    await carla.get_by_text("This interaction failed").wait_for()
    assert await benat.get_by_text("This interaction failed").count() == 0

    await benat.get_by_role("button", name="Beñat's settings").click()
    await page.get_by_test_id("dms-open").click()
    await page.keyboard.press("Escape")
    await page.wait_for_timeout(100)
    assert playground.person("Beñat").dms_open is False
    await shot(page, "with-bot-end")
    await context.close()
    assert odd == []
