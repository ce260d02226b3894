"""From the options of ``/tournament create`` to a plan: what was left out has a good default for an evening."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo

from musbot.bot.choosing import USUAL_RULES
from musbot.bot.names import safe_name
from musbot.bot.tournament.when import read_start
from musbot.club.tournament import Format, Plan
from musbot.club.tournament.plan import MOST
from musbot.game import Options

SOON = 1800.0
"""Seconds until a tournament starts of which no start was given."""
ENOUGH = 3600.0
"""Seconds before the start from which on it is worth while to ask people whether they are there."""
CHECK_IN = 900.0
HOST = "host"
"""Stands for a start that the host gives by pressing a button."""
REPEATS = {"never": 0.0, "day": 86_400.0, "week": 604_800.0}
LONGEST_NAME, LONGEST_LEAGUE = 60, 40
"""Characters."""
MINUTE = 60.0
DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the host has chosen; None where nothing."""

    name: str
    format: str = "swiss"
    start: str | None = None
    rules: str | None = None
    target: int | None = None
    games: int | None = None
    clock: int = 60
    size: int | None = None
    role: int | None = None
    lowest: int | None = None
    highest: int | None = None
    singles: bool = False
    check_in: int | None = None
    """Minutes."""
    rounds: int | None = None
    minutes: int | None = None
    """Of an arena."""
    courtesy: int = 5
    """Minutes."""
    round_days: int | None = None
    repeat: str = "never"
    league: str = ""


def plan_of(
    wishes: Wishes, now: float, zone: tzinfo, rules: str | None, language: str, *, threads: bool
) -> Plan:
    """Return the plan; `NotUnderstood` for a start that is none, `ValueError` for another bad value.

    :param rules: those that the server starts from.
    """
    changed = {"target": wishes.target, "games": wishes.games}
    options = Options.of(
        wishes.rules or rules or USUAL_RULES, **{name: value for name, value in changed.items() if value}
    )
    form = Format(wishes.format)
    if wishes.start == HOST:
        starts_at = None
    elif wishes.start is None:
        starts_at = now + SOON
    else:
        starts_at = read_start(wishes.start, now, zone)
    check_in = wishes.check_in
    if check_in is None:
        check_in = round(CHECK_IN / MINUTE) if starts_at is not None and starts_at - now >= ENOUGH else 0
    clock = wishes.clock
    if wishes.round_days:
        clock = round(DAY)  # weeks are played by correspondence
    return Plan(
        safe_name(wishes.name, LONGEST_NAME),
        form,
        options,
        starts_at,
        clock,
        most=wishes.size or MOST,
        singles=wishes.singles,
        role=wishes.role,
        rating_from=wishes.lowest,
        rating_to=wishes.highest,
        rounds=(wishes.rounds or 0) if form is Format.SWISS else 0,
        check_in=check_in * MINUTE if starts_at is not None else 0,
        courtesy=DAY if wishes.round_days else wishes.courtesy * MINUTE,
        round_time=(wishes.round_days or 0) * DAY,
        bell=(wishes.minutes or 60) * MINUTE,
        league=safe_name(wishes.league, LONGEST_LEAGUE) if wishes.league.strip() else "",
        every=REPEATS[wishes.repeat],
        zone=str(zone),
        language=language,
        threads=threads,
    )
