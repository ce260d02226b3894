"""What was sent to people of a table by direct message, where several processes may send: hands and faces, each once.

One process alone keeps this in its memory. Here a process claims what it is about to send, and notes that it was.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store.dialects import insert_or
from musbot.store.schema import hand_letters

CLAIMED_FOR = 10.0
"""Seconds after which a hand is sent again whose sender does not say that it was: it must have died."""

_columns = hand_letters.c


@dataclass(frozen=True, slots=True)
class HandClaim:
    """Whether a hand is for the caller to send, and the message that shows the one before."""

    mine: bool
    sent: bool = False
    """Somebody else has sent it; else, where it is not the caller's, somebody is about to."""
    channel_id: int | None = None
    message_id: int | None = None
    deal: int | None = None
    """The deal whose hand the message shows."""


async def claim(
    connection: AsyncConnection, table_id: int, person_id: int, seq: int, shows: str, now: float
) -> HandClaim:
    """Take it upon oneself to send the hand that somebody holds after event `seq`, unless that is done or begun.

    :param shows: the same text for the same hand.
    """
    values = {"seq": seq, "shows": shows, "sent": False, "claimed_at": now}
    written = insert_or(connection, hand_letters).values(table_id=table_id, person_id=person_id, **values)
    is_new = and_(_columns.shows != shows, _columns.seq <= seq)
    is_lost = and_(_columns.sent.is_(False), _columns.claimed_at < now - CLAIMED_FOR)
    row = (
        await connection.execute(
            written.on_conflict_do_update(
                index_elements=["table_id", "person_id"], set_=values, where=or_(is_new, is_lost)
            ).returning(_columns.channel_id, _columns.message_id, _columns.deal)
        )
    ).first()
    if row is not None:
        return HandClaim(True, False, *row)
    mine = and_(_columns.table_id == table_id, _columns.person_id == person_id)
    sent = (await connection.execute(select(_columns.sent).where(mine))).scalar()
    return HandClaim(False, bool(sent))


async def note(
    connection: AsyncConnection, table_id: int, person_id: int, channel_id: int, message_id: int, deal: int
) -> None:
    """Note which message shows the hand that was claimed."""
    await connection.execute(
        update(hand_letters)
        .where(_columns.table_id == table_id, _columns.person_id == person_id)
        .values(channel_id=channel_id, message_id=message_id, deal=deal, sent=True)
    )


async def release(connection: AsyncConnection, table_id: int, person_id: int, seq: int) -> None:
    """Give a claim back: the hand could not be sent. Whoever looks next may try."""
    await connection.execute(
        update(hand_letters)
        .where(_columns.table_id == table_id, _columns.person_id == person_id, _columns.seq == seq)
        .values(shows="", channel_id=None, message_id=None, deal=None)
    )


async def seen(
    connection: AsyncConnection, table_id: int, person_id: int, message_id: int, seq: int, shows: str
) -> None:
    """Note that a message shows another hand now: a click on it was answered with that."""
    await connection.execute(
        update(hand_letters)
        .where(
            _columns.table_id == table_id,
            _columns.person_id == person_id,
            _columns.message_id == message_id,
            _columns.seq <= seq,
        )
        .values(seq=seq, shows=shows, sent=True)
    )


async def claim_faces(
    connection: AsyncConnection, table_id: int, person_id: int, hands: str, count: int, now: float
) -> int:
    """Take it upon oneself to tell somebody of faces up to a number; return how many were told before.

    In the transaction of the caller, who is alone in it.

    :param hands: the same text as long as the same hands are held.
    """
    mine = and_(_columns.table_id == table_id, _columns.person_id == person_id)
    row = (await connection.execute(select(_columns.faces_of, _columns.faces).where(mine))).first()
    if row is None:
        values = {"seq": 0, "shows": "", "sent": True, "claimed_at": now, "faces_of": hands, "faces": count}
        await connection.execute(
            insert(hand_letters).values(table_id=table_id, person_id=person_id, **values)
        )
        return 0
    before = int(row.faces) if row.faces_of == hands else 0
    if count > before:
        await connection.execute(update(hand_letters).where(mine).values(faces_of=hands, faces=count))
    return before
