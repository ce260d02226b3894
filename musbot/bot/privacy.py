"""``/privacy``: what is kept of a person, given to them and erased for them (PRIVACY.md)."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import time
import zipfile
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from musbot.bot import calls, readers
from musbot.bot.answering import Answerer
from musbot.bot.calls import Barred, Gone
from musbot.bot.ids import NO_TABLE, ClickId
from musbot.bot.layout import Letter, attached, box, button, rows, text
from musbot.bot.people import is_private
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.stage import Stage
from musbot.bot.words import N_, Words
from musbot.store import Store
from musbot.table import Refused, Tables, erase_person

log = logging.getLogger(__name__)

ERASE = ClickId(NO_TABLE, 0, "erase-me")
KEEP = ClickId(NO_TABLE, 0, "keep-me")
"""The two answers to the question. They belong to no table; whoever presses them decides about themselves alone."""

LARGEST = 8_000_000
"""Bytes of an export that is not packed; Discord takes files of 10 MB. Packed it is about a tenth."""
Found = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows that hold a person, by table."""

ASKED_FOR = 600.0
"""Seconds for which the question may be answered."""


class Privacy:
    """Finds and erases what the store holds of a person."""

    def __init__(self, store: Store, tables: Tables, stage: Stage) -> None:
        self._store = store
        self._tables = tables
        self._stage = stage
        self.withdraw: Callable[[int], Awaitable[list[int]]] = no_tournaments
        """Withdraws a person from the tournaments that are announced or played, and returns the numbers of all in which
        they have a part."""
        self.look: Callable[[list[int]], None] = lambda _: None
        """Shows some tournaments again."""

    def answers(self) -> dict[str, Answerer]:
        """Return what the two buttons do, by the action of their ids."""
        return {ERASE.action: self.erase, KEEP.action: self.keep}

    async def show(self, interaction: discord.Interaction) -> None:
        """Tell a person what is kept of them, in a few lines."""
        words = words_of(interaction)
        found = await self._store.find_person(interaction.user.id)
        kept = (
            [*_of_person(found, words), *_of_games(found, words)]
            if any(found.values())
            else [words("Nothing.")]
        )
        lines = [words("### What I keep of you"), *kept]
        lines.append(
            words(
                "-# `/privacy export` gives you all of it as a file, `/privacy delete` erases it. "
                "Messages in Discord are Discord's and the server's: I cannot take back what was written there."
            )
        )
        await calls.answer_by_message(interaction, Letter((box(text("\n".join(lines))),)), private=True)

    async def export(self, interaction: discord.Interaction) -> None:
        """Give a person all that is kept of them."""
        words = words_of(interaction)
        await calls.think(interaction, private=True)
        found: dict[str, Any] = {
            "person": str(interaction.user.id),
            "exported_at": int(time.time()),
            **await self._store.find_person(interaction.user.id),
        }
        name, content = await asyncio.to_thread(exported, f"musbot-{interaction.user.id}", found)
        note = text(words("This is all that I keep of you; other people's Discord numbers are left out."))
        await calls.edit_answer(interaction, Letter((note, attached(name)), files=((name, content),)))

    async def ask(self, interaction: discord.Interaction) -> None:
        """Ask whether a person is to be erased; nothing happens before they say so."""
        words = words_of(interaction)
        question = words(
            "**Shall I erase you?**\n"
            "You leave the tables at which you sit. Your name and your number are taken out of every game and "
            "table; the other players keep their games, with *Deleted player* in your place. It cannot be undone."
        )
        answers = rows(
            [
                button(ERASE, words("Erase me"), discord.ButtonStyle.danger),
                button(KEEP, words("Keep me"), discord.ButtonStyle.secondary),
            ]
        )
        await calls.answer_by_message(interaction, Letter((box(text(question), *answers),)), private=True)

    async def erase(self, interaction: discord.Interaction, click: ClickId) -> None:
        """Erase whoever presses the button, and nobody else."""
        words = words_of(interaction)
        if not is_private(interaction):
            elsewhere = N_("Ask with `/privacy delete` first.")
            await calls.answer_by_message(interaction, sentence(words, elsewhere), private=True)
            return
        message = interaction.message
        if message is None or time.time() - message.created_at.timestamp() > ASKED_FOR:
            late = N_("That was long ago. Ask again with `/privacy delete`.")
            await calls.answer_by_edit(interaction, sentence(words, late))
            return
        # Taking leave of tables takes time; the answer must not.
        await calls.answer_silently(interaction)
        if await self.erase_person(interaction):
            done = N_("You are erased. Whatever you do with me from now on begins anew.")
        else:
            done = N_("You took a seat meanwhile, so nothing was erased. Please try again.")
        await calls.edit_answer(interaction, sentence(words, done))

    async def keep(self, interaction: discord.Interaction, click: ClickId) -> None:
        """Leave everything as it is."""
        words = words_of(interaction)
        letter = sentence(words, N_("Nothing was erased."))
        if is_private(interaction):
            await calls.answer_by_edit(interaction, letter)
        else:
            await calls.answer_by_message(interaction, letter, private=True)

    async def erase_person(self, interaction: discord.Interaction) -> bool:
        """Let a person leave their tables and erase them; False if they kept sitting down."""
        person_id = interaction.user.id
        cups = await self.withdraw(person_id)
        if not await erase_person(self._tables, person_id, self._show):
            return False
        self.look(cups)
        self._stage.mail.forget(person_id)
        readers.forget(person_id)
        return True

    async def _show(self, table_id: int) -> None:
        try:
            await self._stage.refresh(table_id)
        except (Refused, Gone, Barred, discord.HTTPException) as error:
            log.info("table %s was left unseen: %s", table_id, error)


def exported(name: str, found: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the name and the content of the file that holds what was found, packed where it is a large one."""
    content = json.dumps(found, ensure_ascii=False, indent=1).encode()
    if len(content) <= LARGEST:
        return f"{name}.json", content
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{name}.json", content)
    return f"{name}.zip", packed.getvalue()


async def no_tournaments(_: int) -> list[int]:
    """Return the tournaments of somebody where there are none."""
    return []


class PrivacyCommands(app_commands.Group):
    """All of ``/privacy``, for everybody, in servers and in direct messages."""

    def __init__(self, privacy: Privacy) -> None:
        super().__init__(
            name="privacy",
            description="What I keep of you",
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._privacy = privacy

    @app_commands.command(name="show", description="See what I keep of you")
    async def show(self, interaction: discord.Interaction) -> None:
        """Tell what is kept."""
        await self._privacy.show(interaction)

    @app_commands.command(name="export", description="Get all that I keep of you, as a file")
    async def export(self, interaction: discord.Interaction) -> None:
        """Give all that is kept."""
        await self._privacy.export(interaction)

    @app_commands.command(name="delete", description="Let me erase all that I keep of you")
    async def delete(self, interaction: discord.Interaction) -> None:
        """Erase, once it was confirmed."""
        await self._privacy.ask(interaction)


def _of_person(found: Found, words: Words) -> Iterator[str]:
    """Return a line for each thing that is kept of a person themselves."""
    if not found["people"]:
        return
    known = found["people"][0]
    yield words("- your Discord number, and the number of our direct messages")
    if known.get("name"):
        yield words("- the name {name}", name=f"`{str(known['name']).replace('`', 'ˋ')}`")
    if known.get("language"):
        yield words("- the language {language}", language=known["language"])
    if known.get("locale"):
        yield words("- that your Discord speaks {language}", language=known["locale"])
    if any(known.get(name) for name in ("large_cards", "text_only", "contrast")):
        yield words("- how you want to see your cards")
    if known.get("tips") is not None:
        yield words("- whether you want tips")
    if not known.get("dms", True):
        yield words("- that you want no direct messages")
    if not known.get("pings", True):
        yield words("- that you want no pings")


def _of_games(found: Found, words: Words) -> Iterator[str]:
    """Return a line for each thing that is kept of a person's games, and of those they played with."""
    tables = {row["table_id"] for name in ("seats", "events") for row in found[name]}
    if tables:
        yield words.n(
            "- what was said and played at {count} table, with your name there",
            "- what was said and played at {count} tables, with your name there",
            len(tables),
        )
    if found["games"]:
        yield words.n("- the record of {count} game", "- the records of {count} games", len(found["games"]))
    if found["standings"]:
        yield words("- your ratings, and how you stand on leaderboards")
    if found["lessons"]:
        yield words("- how far you are in the lesson, and your longest streak in the quiz")
    cups = {row["tournament_id"] for name in ("tournament_events", "honours") for row in found[name]}
    if cups:
        yield words.n(
            "- your part in {count} tournament, with your name there, and what you have won",
            "- your part in {count} tournaments, with your name there, and what you have won",
            len(cups),
        )
    own = [row for row in found["friendships"] if row["person_id"] is not None]
    if own:
        yield words.n(
            "- {count} person on your lists of friends and blocked people",
            "- {count} people on your lists of friends and blocked people",
            len(own),
        )
