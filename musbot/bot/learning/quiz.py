"""``/mus hands``: who wins, of hands dealt at random; ten of them are a run.

All that a run is, is in the ids of its buttons: it goes on after a restart, and nothing is kept of it but the longest
streak.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

import discord
from discord import ButtonStyle, app_commands

from musbot.bot.answering import ClubAnswerer, picked, show
from musbot.bot.drawing import draw
from musbot.bot.ids import ClubId
from musbot.bot.layout import Item, Letter, box, button, menu, rows, text
from musbot.bot.learning.hands import HANDS, LEVELS, RUN, USUAL_LEVEL, question
from musbot.bot.learning.letters import LESSON, RIGHT, learn, looked_at
from musbot.bot.readers import USUAL_LOOKS, Looks, looks_of, words_of
from musbot.bot.words import N_, Words
from musbot.store import Store, lessons

WRONG = N_("❌ **No.** {why}")
_SEEDS = 10**9


@dataclass(frozen=True, slots=True)
class Run:
    """How a run stands."""

    level: str
    seed: int
    number: int = 0
    """The question that is asked, from 0; `RUN` once it is over."""
    right: int = 0
    streak: int = 0
    """Right answers in a row, up to now."""
    longest: int = 0

    @classmethod
    def begun(cls, level: str) -> Run:
        """Return a new run."""
        return cls(level, random.SystemRandom().randrange(_SEEDS))

    @classmethod
    def parse(cls, level: str, seed: str, stand: str) -> Run | None:
        """Return the run of an id, None where it is none."""
        found = re.fullmatch(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{1,2})", stand)
        if level not in LEVELS or not re.fullmatch(r"[0-9]{1,9}", seed) or found is None:
            return None
        number, right, streak, longest = map(int, found.groups())
        if not (streak <= longest <= right <= number <= RUN):
            return None
        return cls(level, int(seed), number, right, streak, longest)

    def id(self, choice: object) -> ClubId:
        """Return the id of an answer, or of what comes ``next``."""
        stand = f"{self.number}.{self.right}.{self.streak}.{self.longest}"
        return ClubId.of("quiz", self.level, self.seed, stand, choice)

    def answered(self, *, well: bool) -> Run:
        """Return how the run stands after an answer."""
        streak = self.streak + 1 if well else 0
        return replace(
            self,
            number=self.number + 1,
            right=self.right + well,
            streak=streak,
            longest=max(self.longest, streak),
        )


def asked_letter(run: Run, words: Words, looks: Looks = USUAL_LOOKS) -> Letter:
    """Return a question. It draws: call it outside the event loop."""
    asked = question(run.level, run.seed, run.number)
    shown, files = looked_at(asked.picture(), LESSON, words, looks)
    answers = [
        button(run.id(place), label, ButtonStyle.primary) for place, label in enumerate(asked.choices(words))
    ]
    items = [
        text(_heading(run, run.number + 1, words)),
        shown,
        text(f"❓ {asked.ask(words)}"),
        *rows(answers, width=2),
        _levels(run, words),
    ]
    return Letter((box(*items),), files)


def told_letter(run: Run, chosen: int, words: Words, looks: Looks = USUAL_LOOKS) -> Letter:
    """Return what is said to an answer. It draws: call it outside the event loop."""
    asked = question(run.level, run.seed, run.number)
    well = chosen == asked.answer
    shown, files = looked_at(asked.picture(), LESSON, words, looks, told=True)
    after = run.answered(well=well)
    why = asked.why(words, chosen)
    told = words(RIGHT, why=why) if well else words(WRONG, why=why)
    items = [
        text(_heading(after, after.number, words)),
        shown,
        text(f"❓ {asked.ask(words)}\n{told}\n{_stand(after, words)}"),
        *rows([button(after.id("next"), words("Next"), ButtonStyle.success)]),
    ]
    return Letter((box(*items),), files)


def over_letter(run: Run, best: int, words: Words) -> Letter:
    """Return the end of a run.

    :param best: the longest streak that the person ever had.
    """
    lines = [
        words("### The run is over"),
        words("**{right} of {count} right**", right=run.right, count=RUN),
        words("Longest streak: {longest}; your longest ever: {best}", longest=run.longest, best=best),
    ]
    if run.right == RUN:
        lines.append(words("Not one mistake! The table is waiting for you."))
    elif run.right <= RUN // 2:
        lines.append(words("The lesson explains each lance: `/mus learn`."))
    buttons = [
        button(ClubId.of("quiz", run.level), words("Once more"), ButtonStyle.success),
        button(learn("open"), words("Lesson")),
    ]
    return Letter((box(text("\n".join(lines)), *rows(buttons), _levels(run, words)),))


def _heading(run: Run, number: int, words: Words) -> str:
    title = words("### Hands · {level}", level=words(LEVELS[run.level]))
    return title + "\n" + words("-# question {number} of {count}", number=number, count=RUN)


def _stand(run: Run, words: Words) -> str:
    return words(
        "-# {right} of {count} right · streak {streak}", right=run.right, count=run.number, streak=run.streak
    )


def _levels(run: Run, words: Words) -> Item:
    options = [
        discord.SelectOption(label=words(name), value=level, default=level == run.level)
        for level, name in LEVELS.items()
    ]
    return menu(ClubId.of("quiz", "level"), words("How hard"), options)


class Quiz:
    """Asks everybody."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def answers(self) -> dict[str, ClubAnswerer]:
        """Return what answers clicks, by the action of their ids."""
        return {"quiz": self.click}

    async def open(self, interaction: discord.Interaction, level: str = USUAL_LEVEL) -> None:
        """Begin a run."""
        words = words_of(interaction)
        await show(interaction, await draw(asked_letter, Run.begun(level), words, looks_of(interaction)))

    async def click(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Answer something that was pressed. It comes from Discord, so it may be anything."""
        words = words_of(interaction)
        match click.arguments:
            case (level, seed, stand, choice):
                run = Run.parse(level, seed, stand)
                if run is not None and choice == "next" and run.number == RUN:
                    best = await self._note(interaction, run.longest)
                    await show(interaction, over_letter(run, best, words))
                    return
                if run is not None and choice == "next":
                    await show(interaction, await draw(asked_letter, run, words, looks_of(interaction)))
                    return
                if run is not None and run.number < RUN and choice in map(str, range(HANDS[level])):
                    await show(
                        interaction, await draw(told_letter, run, int(choice), words, looks_of(interaction))
                    )
                    return
            case ("level",):
                level = picked(interaction)
                await self.open(interaction, level if level in LEVELS else USUAL_LEVEL)
                return
            case (level,) if level in LEVELS:
                await self.open(interaction, level)
                return
        await self.open(interaction)

    async def _note(self, interaction: discord.Interaction, streak: int) -> int:
        person_id = interaction.user.id
        return await self._store.write(lambda connection: lessons.note_streak(connection, person_id, streak))


def hands_command(quiz: Quiz) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return the command, for ``/mus``."""

    @app_commands.command(name="hands", description="Train your eye: who wins, of hands dealt at random?")
    @app_commands.describe(level="How hard it is")
    @app_commands.choices(
        level=[app_commands.Choice(name=name, value=level) for level, name in LEVELS.items()]
    )
    async def command(interaction: discord.Interaction, level: str = USUAL_LEVEL) -> None:
        await quiz.open(interaction, level)

    return command
