"""Where on Discord a table is."""

from __future__ import annotations

from musbot.store import TableRow


def table_url(row: TableRow) -> str:
    """Return the address of a table's message, or of its channel where there is no message yet."""
    channel = row.message_channel_id or row.channel_id
    return f"https://discord.com/channels/{row.guild_id or '@me'}/{channel}/{row.message_id or ''}"
