"""``/mus learn``: the lesson, for one person alone, who may stop at any step and go on another day."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import app_commands

from musbot.bot.answering import ClubAnswerer, ask, picked, show
from musbot.bot.drawing import draw
from musbot.bot.ids import ClubId
from musbot.bot.layout import Letter
from musbot.bot.learning import course, guided
from musbot.bot.learning.course import DEAL, step_named
from musbot.bot.learning.letters import TRY_AGAIN, guided_letter, learn, step_letter, stopped_letter
from musbot.bot.names import safe_name
from musbot.bot.raising import raise_form, read_form
from musbot.bot.readers import looks_of, words_of
from musbot.bot.words import N_, Words
from musbot.game import Action, Word, parse_card
from musbot.game.actions import drop, say, sign
from musbot.store import Store, lessons

Practising = Callable[[discord.Interaction, str | None], Awaitable[None]]
"""Begins a practice for whoever clicked."""

_WORDS = {word.value: word for word in (Word.MUS, Word.CUT, Word.HOLD, Word.ORDAGO, Word.CALL, Word.FOLD)}
_WORDS[Word.AGREE.value] = Word.AGREE


class Lessons:
    """Teaches everybody, each from where they are."""

    def __init__(self, store: Store, practise: Practising) -> None:
        self._store = store
        self._practise = practise

    def answers(self) -> dict[str, ClubAnswerer]:
        """Return what answers clicks, by the action of their ids."""
        return {"learn": self.click}

    async def open(self, interaction: discord.Interaction) -> None:
        """Show somebody the step at which they are."""
        person_id = interaction.user.id
        known = await self._store.read(lambda connection: lessons.get(connection, person_id))
        step = step_named(known.step)
        if not known.step:
            await self._keep(interaction, step.name, 0)
        await show(interaction, await self._letter(interaction, step.name, known.place))

    async def click(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Answer something that was pressed. It comes from Discord, so it may be anything."""
        what, *rest = click.arguments or ("",)
        match what, rest:
            case "go", [name, *_] if name in course.NAMES_OF_STEPS:
                await self._go(interaction, name)
            case "jump", _:
                name = picked(interaction)
                await self._go(interaction, name if name in course.NAMES_OF_STEPS else course.FIRST)
            case "say", [name, place] if name in course.NAMES_OF_STEPS and place.isdecimal():
                await self._say(interaction, name, int(place))
            case "deal", [place, word] if place.isdecimal():
                await self._play(interaction, int(place), word)
            case "stop", _:
                known = await self._store.read(
                    lambda connection: lessons.get(connection, interaction.user.id)
                )
                await show(interaction, stopped_letter(step_named(known.step), words_of(interaction)))
            case "play", _:
                await self._practise(interaction, "novice")
            case _:
                await self.open(interaction)

    async def _go(self, interaction: discord.Interaction, name: str) -> None:
        known = await self._store.read(lambda connection: lessons.get(connection, interaction.user.id))
        place = known.place if known.step == name else 0
        await self._keep(interaction, name, place)
        await show(interaction, await self._letter(interaction, name, place))

    async def _say(self, interaction: discord.Interaction, name: str, chosen: int) -> None:
        step, words = step_named(name), words_of(interaction)
        if step.question is None or chosen >= len(step.question.choices(words)):
            await self._go(interaction, name)
            return
        await show(interaction, await draw(step_letter, step, words, chosen, looks_of(interaction)))

    # The deal

    async def _play(self, interaction: discord.Interaction, place: int, word: str) -> None:
        turn = guided.turn_at(place)
        known = await self._store.read(lambda connection: lessons.get(connection, interaction.user.id))
        if turn is None or (known.step == DEAL and known.place != place):
            # The message is older than the deal: it is shown as it is now.
            await self._go(interaction, DEAL)
            return
        words = words_of(interaction)
        if word == "signal":
            await show(interaction, await self._letter(interaction, DEAL, place, choosing_face=True))
            return
        if word == Word.BET.value:
            deal = guided.view_at(place).public
            form = raise_form(0, place, deal, words, sent_as=learn("deal", place, "raised"))
            await ask(interaction, form)
            return
        action = _action(interaction, word)
        note = ""
        if action is None or not guided.is_legal(place, action):
            note = words(TRY_AGAIN, why=words(NOT_NOW))
        elif not turn.takes(action):
            note = words(TRY_AGAIN, why=words(turn.why_not(action)))
        else:
            place += 1
            await self._keep(interaction, DEAL, place)
        await show(interaction, await self._letter(interaction, DEAL, place, note=note))

    async def _letter(
        self,
        interaction: discord.Interaction,
        name: str,
        place: int,
        *,
        note: str = "",
        choosing_face: bool = False,
    ) -> Letter:
        words: Words = words_of(interaction)
        if name != DEAL:
            return await draw(step_letter, step_named(name), words, None, looks_of(interaction))
        return await draw(
            guided_letter,
            min(place, len(guided.TURNS)),
            safe_name(interaction.user.display_name),
            interaction.user.id,
            words,
            looks_of(interaction),
            note=note,
            choosing_face=choosing_face,
        )

    async def _keep(self, interaction: discord.Interaction, name: str, place: int) -> None:
        person_id = interaction.user.id
        await self._store.write(lambda connection: lessons.put(connection, person_id, step=name, place=place))


NOT_NOW = N_("That cannot be said now: look at the buttons below.")


def _action(interaction: discord.Interaction, word: str) -> Action | None:
    """Return what was said; None where it is nothing that can be said."""
    data: Mapping[str, Any] = interaction.data or {}
    match word:
        case "raised":
            action = read_form(data.get("components") or ())
            return action and action._replace(seat=guided.LEARNER)
        case "signed":
            return sign(guided.LEARNER, picked(interaction))
        case "drop":
            try:
                return drop(guided.LEARNER, [parse_card(str(name)) for name in data.get("values") or ()])
            except ValueError:
                return None
        case _:
            return say(guided.LEARNER, _WORDS[word]) if word in _WORDS else None


def learn_command(taught: Lessons) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return the command, for ``/mus``."""

    @app_commands.command(name="learn", description="Learn Mus in a quarter of an hour, step by step")
    async def command(interaction: discord.Interaction) -> None:
        await taught.open(interaction)

    return command
