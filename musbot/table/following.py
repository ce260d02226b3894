"""What follows by itself when something has happened at a table: it starts, deals, and its AI players act."""

from __future__ import annotations

from musbot.ai import sign_seat
from musbot.game.actions import sign
from musbot.game.fair import first_mano
from musbot.table.change import Chance
from musbot.table.events import Acted, Committed, Dealt, Event, Started
from musbot.table.state import Status, Table
from musbot.table.thinking import ai_action


def signing(table: Table) -> object:
    """Return what changes whenever there are hands of which nothing could be signalled before."""
    return table.hands, table.match is not None and table.match.deal.corrido


def go_on(
    table: Table, events: list[Event], signed: object, now: float, chance: Chance, *, pausing: bool
) -> None:
    """Let a table go on until a person is to do something; its events are added to those that were before.

    :param signed: the `signing` moment at which the AI seats were last asked for signals.
    :param now: seconds since 1970.
    :param pausing: AI players take a moment before they speak, so the table waits for them as for people.
    """

    def happen(event: Event) -> None:
        table.apply(event, now)
        events.append(event)

    if table.is_live and table.secret is None:
        happen(Committed(chance.secret()))
    if table.status is Status.OPEN and not table.free_seats:
        happen(Started(first_mano(table.next_shuffle.seed)))
    while table.status is Status.PLAYING:
        deal = table.playing.deal
        if deal.is_over or not deal.actions:
            happen(Dealt(table.next_shuffle.seed))
            happen(Committed(chance.secret()))
        elif signing(table) != signed:
            signed = signing(table)
            for seat in table.ai_seats:
                sitter = table.seats[seat]
                level, rng = sitter.level or table.level, chance.ai()
                for name in sign_seat(level, table.view(seat), rng, sitter.manner):
                    happen(Acted(sign(seat, name)))
        elif pausing and table.ai_speaker is not None:
            break
        elif waiting := table.ai_to_act():
            happen(Acted(ai_action(table, waiting[0], chance.ai())))
        else:
            break
