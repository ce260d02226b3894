"""What arrives from Discord, without what nobody here reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_CONTENTS: dict[str, Any] = {
    "components": [],
    "attachments": [],
    "embeds": [],
    "mentions": [],
    "mention_roles": [],
}


def without_contents(parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return what parses interactions without the contents of the message that was clicked.

    A click brings the whole message that it was on, with its texts, buttons and pictures; what it means is in its
    custom id. discord.py would make an object of each of them.
    """

    def parse_interaction(data: dict[str, Any]) -> None:
        message = data.get("message")
        parse(data if message is None else {**data, "message": {**message, **_CONTENTS}})

    return parse_interaction
