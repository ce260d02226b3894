"""A small bot on discord.py that has one of everything."""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator
from typing import Any, Self

import discord
from discord import app_commands

from musbot.playground import Playground

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d494844520000000300000002080200000012 16f14d".replace(" ", "")
) + bytes(8)


class Count(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"count:(\d+)"):
    """A button that counts; it works after a restart."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match[1]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=counting(self.number + 1))


def counting(number: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(f"Counted {number}"))
    view.add_item(discord.ui.ActionRow(Count(number)))
    return view


class Amount(discord.ui.Modal, title="How many?"):
    amount: discord.ui.Label[Any] = discord.ui.Label(
        text="Stones", component=discord.ui.TextInput(custom_id="amount", min_length=1, max_length=2)
    )
    suit: discord.ui.Label[Any] = discord.ui.Label(
        text="Suit",
        component=discord.ui.Select(
            custom_id="suit", options=[discord.SelectOption(label=s) for s in ("Coins", "Cups")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        amount, suit = self.amount.component, self.suit.component
        assert isinstance(amount, discord.ui.TextInput)
        assert isinstance(suit, discord.ui.Select)
        await interaction.response.send_message(f"{amount.value} of {suit.values[0]}", ephemeral=True)


class Controls(discord.ui.View):
    """Legacy components: a button that opens a form, one that is disabled, a select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Amount", custom_id="amount")
    async def amount(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Self]) -> None:
        await interaction.response.send_modal(Amount())

    @discord.ui.button(label="Closed", custom_id="closed", disabled=True)
    async def closed(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Self]) -> None:
        await interaction.response.send_message("It was pressed all the same", ephemeral=True)

    @discord.ui.button(label="Silent", custom_id="silent")
    async def silent(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Self]) -> None:
        """Say nothing, as a broken bot does."""

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Self]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="It is later now")

    @discord.ui.select(
        cls=discord.ui.UserSelect, custom_id="partner", placeholder="Partner", min_values=1, max_values=2
    )
    async def partner(
        self, interaction: discord.Interaction[Any], select: discord.ui.UserSelect[Self]
    ) -> None:
        names = ", ".join(user.display_name for user in select.values)
        await interaction.response.send_message(f"With {names}", ephemeral=True)


class SmallBot(discord.AutoShardedClient):
    """Fast to start; everything that it was told is kept in `events`."""

    def __init__(self, **options: Any) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(intents=intents, guild_ready_timeout=0.005, **options)
        self.tree = app_commands.CommandTree(self)
        self.events: list[str] = []
        self.errors: list[Exception] = []
        add_commands(self)
        self.tree.error(self._failed)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds before identifying again."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count)
        self.add_view(Controls())
        await self.tree.sync()

    async def _failed(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        self.errors.append(getattr(error, "original", error))

    async def on_socket_event_type(self, event: str) -> None:
        self.events.append(event)


def add_commands(bot: SmallBot) -> None:
    """Give the bot its commands."""
    mus = app_commands.Group(name="mus", description="Mus")
    bot.tree.add_command(mus)

    @mus.command(name="count", description="Count clicks")
    async def count(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(view=counting(0))

    @mus.command(name="controls", description="Show controls")
    async def controls(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("Controls", view=Controls())

    @mus.command(name="options", description="Take every kind of option")
    async def options(
        interaction: discord.Interaction[Any],
        target: app_commands.Range[int, 1, 40],
        text: str = "-",
        who: discord.Member | None = None,
        where: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        really: bool = False,
        share: float = 0.0,
        file: discord.Attachment | None = None,
    ) -> None:
        size = len(await file.read()) if file is not None else 0
        shown = [target, text, who and who.display_name, where and where.name, role and role.name]
        shown += [really, share, size]
        await interaction.response.send_message(" ".join(map(str, shown)), ephemeral=True)

    @mus.command(name="card", description="Name a card")
    async def card(interaction: discord.Interaction[Any], card: str) -> None:
        await interaction.response.send_message(f"{interaction.locale.value}: {card}", ephemeral=True)

    @card.autocomplete("card")
    async def cards(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        names = ("king", "knight", "ace")
        return [app_commands.Choice(name=n, value=n) for n in names if n.startswith(typed)]

    @mus.command(name="dm", description="Send a picture by DM")
    async def dm(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        file = discord.File(io.BytesIO(PNG), "hand.png", description="Your four cards")
        try:
            await interaction.user.send("Your hand", file=file)
        except discord.Forbidden as error:
            await interaction.followup.send(f"closed: {error.code}")
        else:
            await interaction.followup.send("sent")

    @mus.command(name="twice", description="Answer twice")
    async def twice(interaction: discord.Interaction[Any]) -> None:
        async def respond() -> None:
            await interaction.response.send_message("once", ephemeral=True)

        results = await asyncio.gather(respond(), respond(), return_exceptions=True)
        bot.errors += [r for r in results if isinstance(r, Exception)]

    @mus.command(name="post", description="Post into the channel")
    async def post(interaction: discord.Interaction[Any], text: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        assert isinstance(interaction.channel, discord.abc.Messageable)
        await interaction.channel.send(text)
        await interaction.edit_original_response(content="posted")
        await interaction.followup.send("and this", ephemeral=True)

    @bot.tree.context_menu(name="Profile")
    async def profile(interaction: discord.Interaction[Any], member: discord.Member) -> None:
        await interaction.response.send_message(member.display_name, ephemeral=True)

    @bot.tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        await interaction.response.send_message(f"> {message.content}", ephemeral=True)


@contextlib.asynccontextmanager
async def running(playground: Playground, **options: Any) -> AsyncIterator[SmallBot]:
    """Run a small bot until the block is left."""
    async with SmallBot(**options) as bot:
        serving = asyncio.create_task(bot.start("token"))
        await playground.bot_ready()
        await bot.wait_until_ready()
        yield bot
        await bot.close()
        await serving
