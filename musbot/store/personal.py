"""What the database holds of a person, in every table of the schema, and finding it for them.

:data:`HOLDS` says of every column whether it can hold somebody. A test compares it with the schema and looks
through every cell after an erasure, so that a later table cannot be forgotten.
"""

import enum
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.connection import transaction
from musbot.store.schema import metadata

ERASED_NAME = "Deleted player"
"""What stands in a record in place of the name of somebody who was erased."""


class Holds(enum.Enum):
    """What a column can hold of people."""

    NOBODY = enum.auto()
    PLACE = enum.auto()
    """The number of a server, channel or message; cleared when the bot leaves that server."""
    OWNER = enum.auto()
    """The person to whom the whole row belongs: it is deleted with them."""
    OF_OWNER = enum.auto()
    """Something about the owner of the row."""
    OTHER = enum.auto()
    """The number of another person in a row that belongs to its owner: it goes with either, and is told to neither."""
    PERSON = enum.auto()
    """The number of a person in a row that other people need too."""
    NAME = enum.auto()
    """The name of that person."""
    JSON = enum.auto()
    """Numbers of people, and names beside them, somewhere in an object."""
    RECORD = enum.auto()
    """A record of a game, with the names of its players."""


HOLDS: dict[str, dict[str, Holds]] = {
    "tables": {
        **dict.fromkeys(("table_id", "message_deal", "status", "opened_at", "ended_at"), Holds.NOBODY),
        **dict.fromkeys(("guild_id", "channel_id", "message_channel_id", "message_id"), Holds.PLACE),
    },
    "events": {
        **dict.fromkeys(("table_id", "seq", "after", "kind", "at"), Holds.NOBODY),
        "data": Holds.JSON,
    },
    "seats": {**dict.fromkeys(("table_id", "seat", "exclusive"), Holds.NOBODY), "person_id": Holds.PERSON},
    "deadlines": dict.fromkeys(("table_id", "revision", "remind_at", "due_at", "wake_at"), Holds.NOBODY),
    "hand_letters": {
        **dict.fromkeys(("table_id", "seq", "shows", "sent", "claimed_at", "deal"), Holds.OF_OWNER),
        **dict.fromkeys(("channel_id", "message_id", "faces_of", "faces"), Holds.OF_OWNER),
        "person_id": Holds.OWNER,
    },
    "people": {
        "person_id": Holds.OWNER,
        **dict.fromkeys(
            ("name", "dm_channel_id", "dm_closed_at", "language", "pings", "private", "friend_news"),
            Holds.OF_OWNER,
        ),
        **dict.fromkeys(
            ("locale", "dms", "large_cards", "text_only", "contrast", "tips"),
            Holds.OF_OWNER,
        ),
    },
    "lessons": {
        "person_id": Holds.OWNER,
        **dict.fromkeys(("step", "place", "streak", "offered_at"), Holds.OF_OWNER),
    },
    "games": {
        **dict.fromkeys(("game_id", "table_id", "finished_at", "winner", "score_a", "score_b"), Holds.NOBODY),
        "players": Holds.JSON,
        "record": Holds.RECORD,
    },
    "results": {
        **dict.fromkeys(("result_id", "table_id", "game_id", "at", "kind", "winner"), Holds.NOBODY),
        **dict.fromkeys(("games_a", "games_b", "score_a", "score_b", "deals"), Holds.NOBODY),
        **dict.fromkeys(("preset", "target", "best_of", "options", "counted", "voided_at"), Holds.NOBODY),
        "guild_id": Holds.PLACE,
    },
    "result_people": {
        **dict.fromkeys(("result_id", "place", "table_id", "seat", "level", "original"), Holds.NOBODY),
        **dict.fromkeys(("gone", "won", "stones", "ordagos", "tally", "at"), Holds.NOBODY),
        "person_id": Holds.PERSON,
        "name": Holds.NAME,
    },
    "seasons": dict.fromkeys(("season_id", "starts_at", "ends_at", "closed_at"), Holds.NOBODY),
    "rating_changes": {
        **dict.fromkeys(("season_id", "result_id", "at", "won", "stones", "ordagos"), Holds.OF_OWNER),
        **dict.fromkeys(("mu_shift", "sigma_scale", "mu", "sigma", "void"), Holds.OF_OWNER),
        **dict.fromkeys(("person_id", "partner_id"), Holds.OWNER),
        "guild_id": Holds.PLACE,
    },
    "standings": {
        **dict.fromkeys(("season_id", "pair", "name", "partner_name", "mu", "sigma"), Holds.OF_OWNER),
        **dict.fromkeys(("sure", "games", "won", "stones", "ordagos", "last_at"), Holds.OF_OWNER),
        **dict.fromkeys(("person_id", "partner_id"), Holds.OWNER),
        "guild_id": Holds.PLACE,
    },
    "friendships": {
        **dict.fromkeys(("kind", "name", "at"), Holds.OF_OWNER),
        "person_id": Holds.OWNER,
        "other_id": Holds.OTHER,
    },
    "server_settings": dict.fromkeys(
        (
            *("guild_id", "leaderboard_channel_id", "leaderboard_at", "language", "rules", "open_channels"),
            *("tournament_role", "zone"),
        ),
        Holds.PLACE,
    ),
    "tournaments": {
        **dict.fromkeys(("tournament_id", "live", "wake_at", "told_round", "told_end"), Holds.NOBODY),
        **dict.fromkeys(("guild_id", "channel_id", "message_id", "event_id"), Holds.PLACE),
    },
    "tournament_events": {
        **dict.fromkeys(("tournament_id", "seq", "kind", "at"), Holds.NOBODY),
        "data": Holds.JSON,
    },
    "tournament_tables": dict.fromkeys(("table_id", "tournament_id", "meeting"), Holds.NOBODY),
    "honours": {
        **dict.fromkeys(("tournament_id", "entry", "place", "field", "points"), Holds.OF_OWNER),
        **dict.fromkeys(("name", "title", "league", "at"), Holds.OF_OWNER),
        "person_id": Holds.OWNER,
        "guild_id": Holds.PLACE,
    },
}
"""Every column of every table of the schema."""


_BY_NUMBER = (Holds.OWNER, Holds.PERSON)


async def find(connection: AsyncConnection, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return every row that holds a person, by table, with other people's numbers left out of them."""
    found: dict[str, list[dict[str, Any]]] = {}
    async with transaction(connection, write=False):
        for table in metadata.sorted_tables:
            kinds = HOLDS.get(table.name, {})
            exact = [table.c[name] == person_id for name in kinds if kinds[name] in _BY_NUMBER]
            inside = [table.c[name].contains(str(person_id)) for name in kinds if kinds[name] is Holds.JSON]
            if not exact and not inside:
                continue
            rows = await connection.execute(select(table).where(or_(*exact, *inside)))
            found[table.name] = [
                row for row in (_own_part(dict(r), kinds, person_id) for r in rows.mappings()) if row
            ]
    return found


def without(value: Any, person_id: int, alias: int) -> Any:
    """Return JSON without a person: ``alias`` for their number, and no name of theirs beside it.

    What they typed themselves (``text``) stays: a cut of the deck is part of what proves a deal.

    >>> without({"seat": 1, "name": "Ane", "person": 7}, 7, -3)
    {'seat': 1, 'name': 'Deleted player', 'person': -3}
    """

    def is_person(each: Any) -> bool:
        return each == str(person_id) or (type(each) is int and each == person_id)

    if isinstance(value, dict):
        theirs = any(is_person(each) for each in value.values())
        changed = {
            (str(alias) if is_person(key) else key): (
                each if key == "text" else without(each, person_id, alias)
            )
            for key, each in value.items()
        }
        if theirs and isinstance(changed.get("name"), str):
            changed["name"] = ERASED_NAME
        return changed
    if isinstance(value, list):
        return [without(each, person_id, alias) for each in value]
    if is_person(value):
        return str(alias) if isinstance(value, str) else alias
    return value


def _own_part(row: dict[str, Any], kinds: Mapping[str, Holds], person_id: int) -> dict[str, Any] | None:
    """Return a row as its person may have it; None where the number was only part of another one."""
    for name, holds in kinds.items():
        if holds is Holds.JSON:
            value = json.loads(row[name])
            if without(value, person_id, -1) == value:
                return None
            row[name] = _without_others(value, person_id)
        elif holds in (Holds.OWNER, Holds.OTHER) and row[name] not in (0, person_id):
            row[name] = None
    return row


def _without_others(value: Any, person_id: int) -> Any:
    """Return JSON in which the numbers of other people (17 digits or more, as Discord's are) are None."""
    if isinstance(value, dict):
        return {key: _without_others(each, person_id) for key, each in value.items()}
    if isinstance(value, list):
        kept = [_without_others(each, person_id) for each in value]
        return [each for each in kept if each is not None]
    return None if type(value) is int and abs(value) >= 10**15 and value != person_id else value
