"""Whom a message notifies (D:resources/message#allowed-mentions-object).

Without `allowed_mentions` a plain message notifies everybody it names, @everyone included; an answer to
an interaction notifies only users. With it, only what it allows.
"""

from __future__ import annotations

import re
from typing import Any

from .permissions import Permission
from .refusals import Form
from .things import Guild, Pinged
from .wire import Json
from .world import World

__all__ = ["check_allowed_mentions", "mentioned", "who_is_pinged"]

USER = re.compile(r"<@!?(\d{1,20})>")
ROLE = re.compile(r"<@&(\d{1,20})>")
EVERYONE = re.compile(r"@(everyone|here)\b")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def mentioned(text: str) -> tuple[list[int], list[int], bool]:
    """The users and roles named in a text, and whether it says @everyone or @here. Code says nothing."""
    if "@" not in text:
        return [], [], False
    text = CODE.sub("", text)
    users = list(dict.fromkeys(int(m) for m in USER.findall(text)))
    roles = list(dict.fromkeys(int(m) for m in ROLE.findall(text)))
    return users, roles, EVERYONE.search(text) is not None


def check_allowed_mentions(allowed: Any, form: Form) -> None:
    """Record what Discord refuses in an `allowed_mentions` object."""
    if allowed is None:
        return
    path = ("allowed_mentions",)
    if not isinstance(allowed, dict):
        form.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    parse = form.items((*path, "parse"), allowed.get("parse"), 0, 3)
    for index, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            form.wrong(
                (*path, "parse", index),
                "BASE_TYPE_CHOICES",
                "Value must be one of ('users', 'roles', 'everyone').",
            )
    for kind in ("users", "roles"):
        named = form.items((*path, kind), allowed.get(kind), 0, 100)
        if named and kind in parse:
            form.wrong(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def who_is_pinged(
    world: World,
    guild: Guild | None,
    sender_rights: int,
    text: str,
    allowed: Json | None,
    *,
    from_interaction: bool,
    replied_to: int | None = None,
) -> Pinged:
    """The people and roles that a message with this text notifies.

    Args:
        sender_rights: the sender's permission bits in the channel.
        allowed: the message's `allowed_mentions`, or None when it has none.
        from_interaction: whether it is sent as an answer or follow-up of an interaction.
        replied_to: the author of the message that it replies to.
    """
    users, roles, everyone = mentioned(text)
    users = [u for u in users if u in world.users]
    if allowed is None:
        if from_interaction:
            roles, everyone = [], False
        notify_reply = not from_interaction
    else:
        parse = allowed.get("parse") or []
        if "users" not in parse:
            named = {int(u) for u in allowed.get("users") or []}
            users = [u for u in users if u in named]
        if "roles" not in parse:
            named = {int(r) for r in allowed.get("roles") or []}
            roles = [r for r in roles if r in named]
        everyone = everyone and "everyone" in parse
        notify_reply = bool(allowed.get("replied_user", False))
    if replied_to is not None and notify_reply:
        users.append(replied_to)
    if guild is None:
        return Pinged(frozenset(users))
    may_ping_all = bool(sender_rights & Permission.MENTION_EVERYONE)
    roles = [r for r in roles if r in guild.roles and (may_ping_all or guild.roles[r].mentionable)]
    return Pinged(frozenset(users), frozenset(roles), everyone and may_ping_all)
