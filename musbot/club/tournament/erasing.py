"""A person is erased: they leave the tournaments that are live first, so that nobody is paired with a ghost."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from musbot.club.tournament import commands
from musbot.club.tournament.desk import Tournaments
from musbot.club.tournament.errors import Refused
from musbot.club.tournament.events import Event
from musbot.club.tournament.state import Tournament
from musbot.table import Person, erase_person

log = logging.getLogger(__name__)


async def leave_tournaments(tournaments: Tournaments, person_id: int) -> None:
    """Withdraw a person from what is announced or played, and say no for them where they were asked to be a partner."""
    for found in await tournaments.live():
        try:
            await tournaments.do(found.number, partial(_leave, person=Person(person_id, "")))
        except Refused as refused:
            log.info("tournament %s: %s", found.number, refused)


async def erase(
    tournaments: Tournaments, person_id: int, show: Callable[[int], Awaitable[None]] | None = None
) -> bool:
    """Let a person leave their tournaments and their tables, and erase them; False if they kept sitting down.

    :param show: shows a table that was left, and raises nothing.
    """
    await leave_tournaments(tournaments, person_id)
    return await erase_person(tournaments.tables, person_id, *([show] if show is not None else []))


def _leave(tournament: Tournament, person: Person) -> Sequence[Event]:
    events: list[Event] = []
    for entry in tournament.entries.values():
        if entry.asked == person.person_id and not entry.gone:
            events += commands.decline(tournament.copy_with(events), person, entry.number)
    trial = tournament.copy_with(events)
    entry_now = trial.entry_of(person.person_id)
    if entry_now is not None and not entry_now.gone:
        events += commands.withdraw(trial, person)
    return events
