"""What goes into a command beside the table, and what comes out of it: chance, and a change."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from musbot.game import Action
from musbot.game.fair import SECRET_BYTES
from musbot.table.events import Acted, Event
from musbot.table.state import Table


@dataclass(frozen=True, slots=True)
class Chance:
    """Where a table's randomness comes from. By default, from the operating system's secrets."""

    secret: Callable[[], bytes] = field(default=lambda: secrets.token_bytes(SECRET_BYTES))
    """The bot's part in the seed of a deal; the rest of it are the players' cuts."""
    ai: Callable[[], random.Random] = field(default=lambda: random.Random(secrets.randbits(64)))
    """The generator of an AI player's choices."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a command did: its events, and the table before and after. All of it stays as it is."""

    before: Table
    after: Table
    events: tuple[Event, ...]

    @property
    def table_id(self) -> int:
        """The number of the table."""
        return self.after.table_id

    @property
    def actions(self) -> tuple[Action, ...]:
        """The words said, and the cards dropped, in order."""
        return tuple(event.action for event in self.events if isinstance(event, Acted))
