"""What the bot answered to what a person did."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from .interactions import Interaction, Modal
from .reading import text_of
from .things import Message
from .wire import Json

if TYPE_CHECKING:
    from .people import Person

__all__ = ["Answer", "NotAnswered"]


class NotAnswered(Exception):
    """The bot did not acknowledge an interaction in time. `answer` tells what is known."""

    def __init__(self, answer: Answer, waited: float) -> None:
        tried = "; ".join(str(refusal) for refusal in answer.interaction.refusals)
        what = answer.interaction.name or answer.interaction.data.get("custom_id")
        why = f"the bot's answers were refused: {tried}" if tried else "the bot sent no answer"
        if not answer.interaction.delivered:
            why = "no bot is connected"
        super().__init__(f"{answer.person.name}'s {what!r} was not answered within {waited:g} s: {why}")
        self.answer = answer


class Answer:
    """What the bot answered to one interaction. It follows later edits and follow-ups."""

    def __init__(self, person: Person, interaction: Interaction) -> None:
        self.person = person
        self.interaction = interaction
        self._seen: Message | None = None

    @property
    def interaction_id(self) -> int:
        """The interaction's id."""
        return self.interaction.id

    @property
    def acknowledged(self) -> bool:
        """Whether the bot answered."""
        return self.interaction.callback is not None

    @property
    def callback_type(self) -> int | None:
        """The type of its answer: 4 message, 5 thinking, 6 nothing yet, 7 update, 8 choices, 9 modal."""
        return self.interaction.callback

    @property
    def latency(self) -> float:
        """Seconds from the event to the answer; 0.0 while there is none."""
        interaction = self.interaction
        return interaction.answered_at - interaction.sent_at if self.acknowledged else 0.0

    @property
    def message(self) -> Message | None:
        """The message that the answer made (4, 5) or changed (6, 7), as it is now; kept when deleted."""
        found = self.person.playground.world.messages.get(self.interaction.original or 0)
        if found is not None:
            self._seen = found
        return self._seen

    @property
    def text(self) -> str:
        """All text of that message, "" without one."""
        message = self.message
        return text_of(message) if message is not None else ""

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees that message."""
        message = self.message
        return message is not None and message.ephemeral

    @property
    def thinking(self) -> bool:
        """Whether the bot deferred and has not answered yet."""
        return self.interaction.status == "thinking"

    @property
    def followups(self) -> list[Message]:
        """The follow-up messages that still exist, oldest first."""
        messages = self.person.playground.world.messages
        return [messages[f] for f in self.interaction.followups if f in messages]

    @property
    def modal(self) -> Modal | None:
        """The form that it opened."""
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        """The suggestions of an autocomplete."""
        return self.interaction.choices or []

    async def finished(self, within: float = 5.0) -> Answer:
        """Wait `within` seconds until the bot is no longer "thinking". Raises `TimeoutError`."""
        await self._until(lambda: self.interaction.completed, within)
        return self

    async def followed_up(self, count: int = 1, within: float = 5.0) -> Answer:
        """Wait `within` seconds for `count` follow-ups. Raises `TimeoutError`."""
        await self._until(lambda: len(self.interaction.followups) >= count, within)
        return self

    async def acknowledgement(self, within: float) -> Answer:
        """Wait for the acknowledgement. Raises `NotAnswered`."""
        try:
            await self._until(lambda: self.acknowledged, within)
        except TimeoutError:
            raise NotAnswered(self, within) from None
        self.message  # noqa: B018 - remembers the message in case the bot deletes it
        return self

    async def _until(self, condition: _Condition, within: float) -> None:
        if condition():
            return
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(within):
            while not condition():
                waiter: asyncio.Future[None] = loop.create_future()
                self.interaction.waiters.append(waiter)
                await waiter

    def __repr__(self) -> str:
        return f"<Answer {self.callback_type} to {self.person.name}: {self.text!r:.80}>"


class _Condition(Protocol):
    def __call__(self) -> bool: ...
