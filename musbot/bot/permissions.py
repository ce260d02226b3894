"""The permissions the bot needs where a table is opened, and which of them it lacks."""

from __future__ import annotations

import discord

NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
NEEDED_IN_THREADS = (
    "view_channel",
    "send_messages_in_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)


NEEDED_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")


def missing_permissions(interaction: discord.Interaction, *, thread: bool = False) -> list[str]:
    """Return the names of the permissions that the bot lacks in the channel, as Discord's settings call them.

    :param thread: the bot is to open a thread there.
    """
    in_thread = isinstance(interaction.channel, discord.Thread)
    has = interaction.app_permissions
    needed: tuple[str, ...] = NEEDED_IN_THREADS if in_thread else NEEDED
    if thread and not in_thread:
        needed += NEEDED_FOR_THREADS
    if has.administrator:
        return []
    return [name.replace("_", " ").title() for name in needed if not getattr(has, name)]
