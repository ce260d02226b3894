"""Interactions: what people ask of the bot, and what became of it (D:interactions/receiving-and-responding)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from .refusals import Refusal
from .wire import Json

__all__ = ["CallbackType", "Interaction", "InteractionType", "Modal"]


class InteractionType:
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType:
    """How the bot answers."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9
    PREMIUM_REQUIRED = 10


@dataclass(frozen=True, slots=True)
class Modal:
    """A form that the bot opened for a person."""

    interaction_id: int
    user_id: int
    custom_id: str
    title: str
    components: list[Json]


@dataclass(eq=False, slots=True)
class Interaction:
    """One interaction and what became of it.

    Attributes:
        created: the playground's time of its event.
        callback: the type of the accepted answer, or None.
        original: the message of that answer: created by 4 and 5, edited by 6 and 7.
        followups: further messages, by id.
        status: "pending", "thinking", "done" or "failed", as the client shows it.
        refusals: the answers that were refused.
        sent_at, answered_at: real time (event loop) of the event and of the answer.
    """

    id: int
    type: int
    token: str
    user_id: int
    channel_id: int
    guild_id: int | None
    data: Json
    created: float
    message_id: int | None = None
    name: str = ""
    nonce: str | None = None
    callback: int | None = None
    original: int | None = None
    followups: list[int] = field(default_factory=list)
    status: str = "pending"
    modal: Modal | None = None
    choices: list[Json] | None = None
    refusals: list[Refusal] = field(default_factory=list)
    metadata: Json = field(default_factory=dict)
    sent_at: float = 0.0
    answered_at: float = 0.0
    delivered: bool = False
    deadline: asyncio.TimerHandle | None = None
    waiters: list[asyncio.Future[None]] = field(default_factory=list)

    @property
    def completed(self) -> bool:
        """Whether nothing is expected any more: answered and not "thinking", or failed."""
        return self.status in ("done", "failed")

    def wake(self) -> None:
        """Let those who wait look again."""
        waiters, self.waiters = self.waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)
