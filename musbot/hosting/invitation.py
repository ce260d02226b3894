"""``musbot invite``: the link that adds the bot to a server, and what it asks for and why."""

from __future__ import annotations

import json
from typing import TextIO

from musbot.bot.permissions import WHAT_FOR, bit, invitation, titled, wanted


def print_invitation(application_id: int, out: TextIO, *, as_json: bool = False) -> None:
    """Print the link, and each permission with its bit and what it is for."""
    if as_json:
        needed = [
            {"name": name, "bit": bit(name).bit_length() - 1, "for": why} for name, why in WHAT_FOR.items()
        ]
        told = {"url": invitation(application_id), "permissions": wanted(), "needed": needed}
        print(json.dumps(told), file=out)
        return
    print(f"{invitation(application_id)}\n", file=out)
    print(f"It asks for permissions {wanted()}, the sum of", file=out)
    for name, why in WHAT_FOR.items():
        print(f"  1 << {bit(name).bit_length() - 1:<2}  {titled(name):<26}{why}", file=out)
