"""The form in which a host corrects a result, and what it was sent with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from musbot.bot.forms import fields_of
from musbot.bot.ids import TourId
from musbot.bot.tournament import phrases
from musbot.bot.words import Words
from musbot.club.tournament import Meeting, Plan, Result, Tournament

WHO, SCORE, AGAIN = "who", "score", "again"
_SCORE = re.compile(r"\s*(\d{1,3})\s*[-–—:/ ]\s*(\d{1,3})\s*")
_OUTCOMES: dict[str, tuple[int | None, bool]] = {
    "one": (0, False),
    "other": (1, False),
    "one-forfeit": (0, True),
    "other-forfeit": (1, True),
    "neither": (None, True),
}


def correction_form(tournament: Tournament, meeting: Meeting, words: Words) -> ui.Modal:
    """Return the form: who has won, and the stones."""
    form = ui.Modal(
        title=words("Correct a result")[:45],
        custom_id=str(TourId.of(tournament.tournament_id, "corrected", meeting.number)),
        timeout=None,
    )
    names = [" + ".join(each.name for each in tournament.people_of(side)) for side in meeting.sides]
    labels = {
        "one": names[0],
        "other": names[1],
        "one-forfeit": f"{names[0]} · {words('by forfeit')}",
        "other-forfeit": f"{names[1]} · {words('by forfeit')}",
        "neither": words("neither came"),
    }
    result = meeting.result
    if result is not None and result.forfeit:
        labels[AGAIN] = words("they play after all")
    options = [discord.RadioGroupOption(label=label[:100], value=value) for value, label in labels.items()]
    who: ui.RadioGroup[Any] = ui.RadioGroup(custom_id=WHO, options=options)
    form.add_item(ui.Label(text=words("Who has won?")[:45], component=who))
    score: ui.TextInput[Any] = ui.TextInput(
        custom_id=SCORE,
        style=discord.TextStyle.short,
        required=False,
        max_length=12,
        placeholder=f"{tournament.plan.options.target}–0",
        default=phrases.score(tournament.plan, result.games, result.stones)
        if result is not None and result.is_played
        else None,
    )
    games = tournament.plan.options.games > 1
    label = words("Games, the first pair's first") if games else words("Stones, the first pair's first")
    form.add_item(ui.Label(text=label[:45], component=score))
    form.stop()
    return form


def is_again(components: Sequence[object]) -> bool:
    """Whether a form says that the meeting is played after all."""
    value = fields_of(components).get(WHO)
    return AGAIN in (value if isinstance(value, list) else [value])


def read_correction(components: Sequence[object], plan: Plan) -> Result | None:
    """Return the result that a form was sent with; None where its score is none, or says that the other one won."""
    fields = fields_of(components)
    value = fields.get(WHO)
    chosen = str(value[0] if isinstance(value, list) and value else value)
    if chosen not in _OUTCOMES:
        return None
    winner, forfeit = _OUTCOMES[chosen]
    if forfeit:
        return Result(winner, forfeit=True)
    typed = _SCORE.fullmatch(str(fields.get(SCORE) or ""))
    if typed is None or winner is None:
        return None
    score = int(typed[1]), int(typed[2])
    if score[winner] <= score[1 - winner]:
        return None
    if plan.options.games > 1:
        return Result(winner, games=score)
    return Result(winner, stones=score, games=(1, 0) if winner == 0 else (0, 1))
