"""The levels of AI players, as people choose them and see them at a table."""

from __future__ import annotations

from discord import app_commands

from musbot.ai import LEVELS
from musbot.bot.words import N_, Words

NAMES = {
    "novice": N_("novice"),
    "casual": N_("casual"),
    "club": N_("club"),
    "expert": N_("expert"),
    "master": N_("master"),
}
DESCRIPTIONS = {
    "novice": N_("is learning: timid, forgets signals, and what a hand is worth"),
    "casual": N_("plays for fun: calls too much, never bluffs, forgets the score"),
    "club": N_("plays every week: careful, minds the score, bluffs now and then"),
    "expert": N_("has worked it out: hard to read, hard to beat"),
    "master": N_("has worked it out, and looks ahead as well"),
}
"""One line for each level, as it follows its name."""


def level_name(words: Words, level: str) -> str:
    """Return what a level is called; one that this version does not know is called what it was."""
    return words(NAMES[level]) if level in NAMES else level


def level_manner(words: Words, level: str) -> str:
    """Return in a line how AI players of a level play."""
    return words(DESCRIPTIONS[level]) if level in DESCRIPTIONS else level


def level_choices() -> list[app_commands.Choice[str]]:
    """Return the levels that there are, the weakest first, as an option of a command offers them."""
    return [
        app_commands.Choice(
            name=app_commands.locale_str(
                f"{level}: {DESCRIPTIONS.get(level, level)}"[:100],
                parts=(NAMES.get(level, level), DESCRIPTIONS.get(level, level)),
            ),
            value=level,
        )
        for level in LEVELS
    ]
