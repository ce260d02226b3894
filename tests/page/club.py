"""A club evening as the page receives it: every kind of message and control that the page draws."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

__all__ = [
    "ANE",
    "BENAT",
    "BOT",
    "CARLA",
    "CHANNEL",
    "DANI",
    "DMS",
    "GUILD",
    "THREAD",
    "commands",
    "hand",
    "state",
]

Json = dict[str, Any]

BOT, ANE, BENAT, CARLA, DANI = "100", "101", "102", "103", "104"
GUILD, CHANNEL, THREAD, ROLE = "200", "201", "202", "203"
DMS = {ANE: "211", BENAT: "212", CARLA: "213", DANI: "214"}
V2 = 1 << 15
NOW = datetime.now(UTC).replace(microsecond=0)
CARDS = Path(__file__).parents[2] / "assets" / "cards"

USERS = [
    {"id": ANE, "username": "ane", "global_name": "Ane", "color": 0xC0392B},
    {"id": BENAT, "username": "benat", "global_name": "Beñat", "color": 0x2471A3},
    {"id": CARLA, "username": "carla", "global_name": "Carla", "color": 0x1E8449},
    {"id": DANI, "username": "dani", "global_name": "Dani", "color": 0xB9770E},
]
HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


def hand(*cards: str) -> str:
    """A 900x330 SVG picture of four cards."""
    shown = "".join(
        f'<image href="data:image/svg+xml;base64,{base64.b64encode((CARDS / f"{card}.svg").read_bytes()).decode()}"'
        f' x="{42 + 208 * at}" y="20" width="192" height="290"/>'
        for at, card in enumerate(cards)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="330">{shown}</svg>'


def user(id: str) -> Json:
    """The author of a message."""
    if id == BOT:
        return {"id": BOT, "username": "musbot", "global_name": None, "bot": True}
    return next({k: u[k] for k in ("id", "username", "global_name")} for u in USERS if u["id"] == id)


def message(
    id: int, channel: str, author: str, content: str = "", *, minutes: float = 0, **more: Any
) -> Json:
    """A message object, written `minutes` ago."""
    return {
        "id": str(id),
        "channel_id": channel,
        "author": user(author),
        "content": content,
        "timestamp": (NOW - timedelta(minutes=minutes)).isoformat(),
        "edited_timestamp": None,
        "type": 0,
        "flags": 0,
        "embeds": [],
        "attachments": [],
        "components": [],
        "mentions": [],
        "visible_to": None,
    } | more


def button(label: str, custom_id: str, style: int = 2, **more: Any) -> Json:
    """A button component."""
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id} | more


def row(*components: Json) -> Json:
    """An action row."""
    return {"type": 1, "components": list(components)}


def text(content: str) -> Json:
    """A text display."""
    return {"type": 10, "content": content}


def image(name: str, alt: str) -> Json:
    """An item of a media gallery."""
    return {
        "media": {"url": f"http://127.0.0.1:1/files/{name}", "width": 900, "height": 330},
        "description": alt,
    }


def used(id: str, name: str, interaction: str = "900") -> Json:
    """The mark of a message that answers a command."""
    return {
        "interaction_metadata": {"id": interaction, "type": 2, "user": user(id)},
        "interaction": {"id": interaction, "type": 2, "name": name, "user": user(id)},
    }


def table_message(id: int = 1010, line: str = "🪨 **Envido 2** by Ane · Beñat to answer") -> Json:
    """The table in the channel: a container with everything in it."""
    return message(
        id,
        CHANNEL,
        BOT,
        minutes=2,
        flags=V2,
        edited_timestamp=NOW.isoformat(),
        mentions=[user(BENAT)],
        components=[
            {
                "type": 17,
                "accent_color": 0x256B4E,
                "components": [
                    {
                        "type": 9,
                        "components": [
                            text("### Table 1 · Grande"),
                            text("Ane + Carla **22**   ·   Beñat + Dani **17** of 40"),
                        ],
                        "accessory": button("My hand", "hand", emoji={"name": "🂠"}),
                    },
                    {"type": 14, "divider": True, "spacing": 1},
                    text(f"{line}\n-# <@{BENAT}>, your word is due <t:{int(NOW.timestamp()) + 95}:R>"),
                    {
                        "type": 12,
                        "items": [image("showdown.svg", "Last hand: Ane showed king, king, king, ace")],
                    },
                    row(
                        button("See it", "accept", 3),
                        button("Envido +2", "raise:2", 1),
                        button("Envido +5", "raise:5", 1),
                        button("Órdago", "ordago", 4),
                        button("No", "decline", 2),
                    ),
                ],
            }
        ],
    )


def hand_message(id: int, who: str, picture: str, alt: str) -> Json:
    """A hand in somebody's DMs."""
    return message(
        id,
        DMS[who],
        BOT,
        minutes=2,
        flags=V2,
        components=[
            {
                "type": 17,
                "accent_color": 0xF2B632,
                "components": [
                    text("**Your hand** · Table 1"),
                    {"type": 12, "items": [image(picture, alt)]},
                    text(f"-# {alt}"),
                    row(
                        button("Mus", "mus", 3),
                        button("No mus", "cut", 4),
                        button("Faces", "faces", 2, emoji={"name": "😉"}),
                    ),
                ],
            }
        ],
    )


def commands() -> list[Json]:
    """Commands with every type of option."""
    return [
        {
            "id": "301",
            "name": "mus",
            "type": 1,
            "description": "Play Mus",
            "guild_id": None,
            "options": [
                {
                    "type": 1,
                    "name": "open",
                    "description": "Open a table in this channel",
                    "description_localizations": {"es-ES": "Abre una mesa en este canal"},
                    "name_localizations": {"es-ES": "abrir"},
                    "options": [
                        {
                            "type": 4,
                            "name": "target",
                            "description": "Stones to win",
                            "min_value": 20,
                            "max_value": 100,
                        },
                        {
                            "type": 3,
                            "name": "kings",
                            "description": "Kings and aces",
                            "choices": [
                                {"name": "Eight kings", "value": "8"},
                                {"name": "Four kings", "value": "4"},
                            ],
                        },
                        {"type": 5, "name": "private", "description": "Only by invitation"},
                    ],
                },
                {"type": 1, "name": "leave", "description": "Leave your table", "options": []},
                {
                    "type": 1,
                    "name": "invite",
                    "description": "Ask somebody to your table",
                    "options": [
                        {"type": 6, "name": "who", "description": "The player", "required": True},
                        {"type": 3, "name": "seat", "description": "Where", "autocomplete": True},
                    ],
                },
            ],
        },
        {
            "id": "302",
            "name": "rules",
            "type": 1,
            "description": "How Mus is played",
            "guild_id": None,
            "options": [],
        },
        {"id": "303", "name": "Seat at my table", "type": 2, "guild_id": None},
        {"id": "304", "name": "Report a table", "type": 3, "guild_id": None},
    ]


def messages() -> list[Json]:
    """What was written this evening, and before."""
    soon = int(NOW.timestamp()) + 3600
    return [
        message(
            1000,
            CHANNEL,
            CARLA,
            "Anyone for **a game** before dinner? ~~chess~~ *Mus*, of course",
            minutes=1500,
        ),
        message(
            1001,
            CHANNEL,
            DANI,
            "Me! ||I have been practising the faces|| https://example.org/mus_rules_(short)",
            minutes=1499,
        ),
        message(
            1002,
            CHANNEL,
            ANE,
            f"Hi <@{BENAT}>, we start <t:{soon}:t> in <#{THREAD}>",
            minutes=40,
            mentions=[user(BENAT)],
        ),
        message(
            1003,
            CHANNEL,
            ANE,
            "`lance` order:\n1. Grande\n2. Chica\n3. Pares\n  - duples win\n4. Juego",
            minutes=39.5,
        ),
        message(
            1004,
            CHANNEL,
            BENAT,
            f"> {HOSTILE}\n||{HOSTILE}|| [click](javascript:alert(1)) <javascript:alert(1)>",
            minutes=30,
        ),
        message(1005, CHANNEL, BENAT, "🪨🪨", minutes=29),
        message(
            1006,
            CHANNEL,
            BOT,
            "",
            minutes=20,
            **used(ANE, "mus open"),
            embeds=[
                {
                    "title": "Table 1",
                    "description": "Eight kings, to **40** stones",
                    "color": 0x2ECC71,
                    "fields": [
                        {"name": "Ane + Carla", "value": f"<@{ANE}>\n<@{CARLA}>", "inline": True},
                        {"name": "Beñat + Dani", "value": f"<@{BENAT}>\n<@{DANI}>", "inline": True},
                        {"name": "Log", "value": "```\nmus, mus, mus, no mus\n```", "inline": False},
                    ],
                    "footer": {"text": "deal 7"},
                }
            ],
            components=[
                row(
                    button("Join", "join", 3),
                    {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org/"},
                    button("Closed", "closed", 2, disabled=True),
                ),
                row(
                    {
                        "type": 3,
                        "custom_id": "discard",
                        "placeholder": "Cards to throw away",
                        "min_values": 1,
                        "max_values": 4,
                        "options": [
                            {
                                "label": "King of coins",
                                "value": "12,o",
                                "description": "twelve",
                                "emoji": {"name": "🪙"},
                            },
                            {"label": "Three of cups", "value": "3c"},
                            {"label": "Horse of swords", "value": "11e"},
                            {"label": "Ace of clubs", "value": "1b"},
                        ],
                    }
                ),
                row({"type": 5, "custom_id": "partner", "placeholder": "Choose a partner"}),
            ],
        ),
        table_message(),
        message(
            1011,
            CHANNEL,
            BOT,
            "Dani's hand, for Dani alone: **7 7 6 5**",
            minutes=1.5,
            flags=64,
            visible_to=DANI,
        ),
        message(
            1012,
            CHANNEL,
            BOT,
            f"<@{ANE}>, it is your word.",
            minutes=1,
            mentions=[user(ANE)],
            type=19,
            message_reference={"message_id": "1010", "channel_id": CHANNEL},
        ),
        message(1020, THREAD, BOT, "The evening's talk goes here.", minutes=18),
        hand_message(1030, ANE, "ane.svg", "King of coins, three of cups, horse of swords, ace of clubs"),
        hand_message(1031, BENAT, "benat.svg", "Seven of coins, seven of clubs, six of cups, five of swords"),
        hand_message(1032, CARLA, "carla.svg", "King of cups, king of clubs, jack of coins, two of cups"),
        hand_message(1033, DANI, "dani.svg", "Ace of coins, ace of swords, four of cups, jack of clubs"),
    ]


PICTURES = {
    "ane.svg": ("oros-12", "copas-03", "espadas-11", "bastos-01"),
    "benat.svg": ("oros-07", "bastos-07", "copas-06", "espadas-05"),
    "carla.svg": ("copas-12", "bastos-12", "oros-10", "copas-02"),
    "dani.svg": ("oros-01", "espadas-01", "copas-04", "bastos-10"),
    "showdown.svg": ("oros-12", "copas-12", "bastos-12", "espadas-01"),
}


def state() -> Json:
    """The first event after connecting."""
    return {
        "type": "state",
        "me": user(BOT),
        "users": [{**u, "bot": False, "locale": "en-US", "dms_open": u["id"] != CARLA} for u in USERS],
        "guilds": [{"id": GUILD, "name": "Mus Club"}],
        "channels": [
            {
                "id": CHANNEL,
                "name": "mus",
                "type": 0,
                "guild_id": GUILD,
                "recipients": [],
                "parent_id": None,
                "archived": False,
                "locked": False,
            },
            {
                "id": THREAD,
                "name": "Table 1: Thursday evening",
                "type": 11,
                "guild_id": GUILD,
                "recipients": [],
                "parent_id": CHANNEL,
                "archived": False,
                "locked": False,
            },
            *(
                {
                    "id": channel,
                    "name": "",
                    "type": 1,
                    "guild_id": None,
                    "recipients": [who, BOT],
                    "parent_id": None,
                    "archived": False,
                    "locked": False,
                }
                for who, channel in DMS.items()
            ),
        ],
        "messages": messages(),
        "commands": commands(),
        "connected": True,
    }
