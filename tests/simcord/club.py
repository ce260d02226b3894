"""People of a club who see their screens and press what is on them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import discord

from musbot.bot.client import MusBot
from simcord import ChannelHandle, Env, InteractionResult, MemberActor, ResponseMessage, RoleHandle
from simcord.components import walk_components

Shown = discord.Message | ResponseMessage
WORDS = ("Mus", "No mus", "Hold", "Raise", "Call", "Pass", "Órdago", "Agree")
BUTTON, SELECT, TEXT = 2, 3, 10


def components(message: Shown) -> list[dict[str, Any]]:
    """Every component of a message."""
    roots: list[Any] = [each if isinstance(each, dict) else each.to_dict() for each in message.components]
    return list(walk_components(roots))


def text_of(message: Shown | None) -> str:
    """All text of a message."""
    assert message is not None
    return "\n".join(each["content"] for each in components(message) if each["type"] == TEXT)


def labels(message: Shown) -> list[str]:
    """What is written on its buttons."""
    return [each["label"] for each in components(message) if each["type"] == BUTTON]


def menu(message: Shown) -> list[str]:
    """The values of its menu."""
    (select,) = (each for each in components(message) if each["type"] == SELECT)
    return [option["value"] for option in select["options"]]


def told(result: InteractionResult) -> str:
    """What somebody was told in answer, for their eyes only."""
    answer = result.response
    assert answer is not None, result
    assert answer.ephemeral, "this was for one person alone"
    return text_of(answer)


class Club:
    """A server with a channel, four friends, a stranger, and the bot."""

    def __init__(self, env: Env, bot: Callable[[], MusBot]) -> None:
        self.env = env
        self._bot = bot
        self.guild = env.create_guild("Club")
        self.channel: ChannelHandle = self.guild.create_text_channel("mus")
        self.ane, self.benat, self.carla, self.dani, self.stranger = (
            self.join_server(name) for name in ("Ane", "Beñat", "Carla", "Dani", "Stranger")
        )

    @property
    def friends(self) -> tuple[MemberActor, ...]:
        """The four who play."""
        return self.ane, self.benat, self.carla, self.dani

    def join_server(self, name: str, roles: Sequence[RoleHandle] = ()) -> MemberActor:
        """Somebody comes to the server."""
        user = self.env.create_user(name.lower().replace("ñ", "n"), global_name=name)
        return self.guild.add_member(user, roles=roles)

    async def restart(self) -> None:
        """The bot's process ends, and another one begins."""
        await self.env.restart_bot(self._bot())
        await self.env.settle()

    # What is seen

    def seen(self, viewer: MemberActor | None = None) -> list[discord.Message]:
        """The messages in the channel."""
        return self.channel.history(viewer=viewer or self.ane)

    @property
    def table(self) -> discord.Message:
        """The message of the deal that is played, or of the lobby."""
        return next(each for each in reversed(self.seen()) if "### Mus · table" in text_of(each))

    @property
    def turn(self) -> str:
        """The line that says whose turn it is."""
        return next(line for line in text_of(self.table).splitlines() if line.startswith("▶"))

    def asked(self) -> list[MemberActor]:
        """The friends whom that line mentions."""
        return [friend for friend in self.friends if friend.mention in self.turn]

    def hand_of(self, friend: MemberActor) -> discord.Message:
        """The newest direct message of the bot to a friend."""
        return friend.user.dm_channel.history()[-1]

    # What is done

    async def open(self, **options: Any) -> InteractionResult:
        """Ane opens a table."""
        return await self.ane.slash(self.channel, "mus open", **options)

    async def sit_down(self, **options: Any) -> None:
        """Ane opens a table, and the three others join it."""
        await self.open(**options)
        for friend in self.friends[1:]:
            await friend.click(self.table, label="Join")

    async def say(self, label: str) -> InteractionResult:
        """Whoever's turn it is presses a button."""
        return await self.asked()[0].click(self.table, label=label)

    async def raise_to(self, stones: int) -> InteractionResult:
        """Whoever's turn it is raises to a number of stones."""
        friend = self.asked()[0]
        form = await friend.click(self.table, label="Raise")
        return await friend.submit_modal(form, {"other": str(stones)})

    async def drop(self, friend: MemberActor, count: int) -> InteractionResult:
        """A friend drops cards, by the menu behind the *Discard* button."""
        asked = await friend.click(self.table, label="Discard")
        assert asked.response is not None
        return await friend.select(asked.response, menu(asked.response)[:count])

    async def play_alone(self, rng: random.Random) -> None:
        """Ane plays what is offered, until the match is over."""
        for _ in range(500):
            if any("🏆" in text_of(message) for message in self.seen()):
                return
            offered = [label for label in labels(self.table) if label in WORDS]
            if "Discard" in labels(self.table):
                await self.drop(self.ane, rng.randint(1, 4))
            else:
                label = rng.choice([each for each in offered if each not in ("Órdago", "Raise")] or offered)
                await self.ane.click(self.table, label=label)
        raise AssertionError(f"no end: {text_of(self.table)}")
