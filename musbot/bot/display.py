"""What is shown of one table: which message, what it shows, and the click through which it can be edited."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import discord

from musbot.bot import calls
from musbot.bot.board import Moment
from musbot.bot.calls import token_lives
from musbot.bot.layout import Letter


@dataclass(slots=True)
class Token:
    """An interaction through which the current message can be edited."""

    interaction: discord.Interaction
    message_id: int
    """The message it can edit."""
    by_follow_up: bool
    """The message was posted as its follow-up, not the one that was clicked on."""

    @property
    def alive(self) -> bool:
        """Whether it may still be used."""
        return token_lives(self.interaction)

    async def show(self, letter: Letter) -> bool:
        """Edit the message through it; False if Discord does not take it any more, or the message is gone."""
        if self.by_follow_up:
            return await calls.edit_follow_up(self.interaction, self.message_id, letter)
        return await calls.edit_answer(self.interaction, letter)


@dataclass(slots=True)
class Display:
    """What is shown of one table."""

    channel_id: int
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    message_id: int | None = None
    deal: int = -1
    """Index of the deal that the message shows; -1 is the lobby, one past the last deal the end."""
    shown_seq: int = -1
    lost_id: int | None = None
    """The message before, which was deleted."""
    unsure: bool = False
    """The next message may have been posted already: an answer was lost, or a process has died."""
    token: Token | None = None
    others: int | None = None
    """How often other processes had been at the table when it was looked at last; None before."""
    picture: Moment | None = None
    """The moment that the message's picture shows."""
    edited_at: float = float("-inf")
    """When it was last edited without a click, by the event loop's clock."""
    later: asyncio.Task[None] | None = None
    """The edit that is still to come."""
