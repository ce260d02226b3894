"""``/help``: the way to everything, in two presses.

The commands are those that there are, each with the description that Discord has of it, so none can be missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord import ButtonStyle, app_commands, ui

from musbot.bot import calls
from musbot.bot.answering import Answerer, ClubAnswerer, picked, show
from musbot.bot.choosing import manages, settings_of
from musbot.bot.ids import NO_TABLE, ClickId, ClubId
from musbot.bot.layout import Item, Letter, box, button, menu, rows, text
from musbot.bot.learning.letters import learn
from musbot.bot.listing import TURN
from musbot.bot.preference_sheet import person_letter, server_letter
from musbot.bot.readers import words_of
from musbot.bot.tournament.hall import hall_letter
from musbot.bot.words import N_, Words
from musbot.store import Store, honours

SETTINGS = "help-settings"
"""The action of the button that shows one's settings."""

Command: TypeAlias = app_commands.Command[Any, ..., Any]
Commands = Callable[[], Sequence[Command | app_commands.ContextMenu]]
"""Returns every command that there is."""


WINNERS, SERVER = "winners", "server"
"""Pages that are no topics: who has won tournaments here, and what is decided for the server."""


@dataclass(frozen=True, slots=True)
class Topic:
    """Some commands that belong together; one that ends with a star stands for all that begin like it."""

    name: str
    title: str
    told: str
    commands: tuple[str, ...]


TOPICS = (
    Topic(
        "play",
        N_("Play"),
        N_("Tables, seats, your cards, and a game alone"),
        (
            "mus open",
            "mus join",
            "mus tables",
            "mus invite",
            "mus hand",
            "mus score",
            "mus leave",
            "mus remove",
            "mus close",
            "mus pings",
            "mus practice",
        ),
    ),
    Topic(
        "learn",
        N_("Learn"),
        N_("The lesson, the quiz of hands, the rules, odds, and why the cards are fair"),
        ("mus learn", "mus hands", "mus rules", "mus odds", "mus fair"),
    ),
    Topic(
        "people",
        N_("Players"),
        N_("Leaderboards, profiles, games that were played, friends"),
        ("leaderboard", "profile", "games", "friends", "Mus profile", "Add Mus friend", "Block in Mus"),
    ),
    Topic(
        "contests",
        N_("Tournaments"),
        N_("Enter one, see how it stands, run one"),
        ("tournament*", "cup*", "mustour*"),
    ),
    Topic(
        "choose",
        N_("Choose"),
        N_("Your settings, those of the server, and what is kept of you"),
        ("settings*", "privacy*"),
    ),
    Topic("moderate", N_("Moderation"), N_("For those who look after a server"), ("musmod*",)),
    Topic("more", N_("More"), N_("When something does not work, and the rest"), ("mus doctor", "help")),
)
"""What help is about. Whatever belongs to no topic is in the last one."""


def help_id(topic: str = "") -> ClubId:
    """Return the id of a page of help, by default the first."""
    return ClubId.of("help", topic) if topic else ClubId.of("help")


def sorted_by_topic(
    commands: Iterable[Command | app_commands.ContextMenu],
) -> dict[str, list[Command | app_commands.ContextMenu]]:
    """Return the commands of each topic, by its name, in the order in which it names them."""
    found: dict[str, list[Command | app_commands.ContextMenu]] = {topic.name: [] for topic in TOPICS}
    left = {each.qualified_name: each for each in commands}
    for topic in TOPICS:
        for pattern in topic.commands:
            begin = pattern.removesuffix("*")
            for name in [
                name for name in left if name == pattern or (begin != pattern and name.startswith(begin))
            ]:
                found[topic.name].append(left.pop(name))
    found[TOPICS[-1].name] += left.values()
    return found


def help_letter(commands: Iterable[Command | app_commands.ContextMenu], words: Words) -> Letter:
    """Return where everything is."""
    there = sorted_by_topic(commands)
    lines = [
        words("### What I can do"),
        words("`/mus open` opens a table in a channel. `/mus practice` plays at once, against AI players."),
    ]
    lines += [f"- **{words(topic.title)}**: {words(topic.told)}" for topic in TOPICS if there[topic.name]]
    lines.append(words("-# The menu below tells every command; the buttons lead on."))
    leading = [
        button(learn("play"), words("Practise"), ButtonStyle.success),
        button(learn("open"), words("Lesson")),
        button(ClubId.of("rules"), words("Rules")),
        button(ClickId(NO_TABLE, 0, TURN), words("Tables")),
        button(ClickId(NO_TABLE, 0, SETTINGS), words("My settings")),
        button(ClubId.of("board"), words("Leaderboard")),
    ]
    return Letter((box(text("\n".join(lines)), *rows(leading), _topics(there, "", words)),))


def topic_letter(name: str, commands: Iterable[Command | app_commands.ContextMenu], words: Words) -> Letter:
    """Return the commands of a topic, and buttons that open what it is about; the first page for no topic."""
    there = sorted_by_topic(commands)
    topic = next((each for each in TOPICS if each.name == name), None)
    if topic is None:
        return help_letter(commands, words)
    lines = [f"### {words(topic.title)}"]
    for each in there[name]:
        if isinstance(each, app_commands.ContextMenu):
            lines.append(words("- *{name}*, in the menu on a person (*Apps*)", name=words(each.name)))
        else:
            lines.append(f"- `/{each.qualified_name}` – {words(each.description)}")
    items: list[Item] = [text("\n".join(lines))]
    return Letter(
        (
            box(
                *items,
                *rows([*_screens(name, words), button(help_id(), words("Back"))]),
                _topics(there, name, words),
            ),
        )
    )


def _screens(name: str, words: Words) -> list[ui.Button[Any]]:
    match name:
        case "play":
            return [
                button(ClickId(NO_TABLE, 0, TURN), words("Tables")),
                button(learn("play"), words("Practise")),
            ]
        case "learn":
            return [
                button(learn("open"), words("Lesson")),
                button(ClubId.of("quiz"), words("Quiz")),
                button(ClubId.of("rules"), words("Rules")),
            ]
        case "people":
            return [
                button(ClubId.of("board"), words("Leaderboard")),
                button(ClubId.of("profile"), words("My profile")),
                button(ClubId.of("games"), words("My games")),
                button(ClubId.of("friends"), words("Friends")),
            ]
        case "contests":
            return [button(help_id(WINNERS), words("Winners"))]
        case "choose":
            return [
                button(ClickId(NO_TABLE, 0, SETTINGS), words("My settings")),
                button(help_id(SERVER), words("This server")),
            ]
        case _:
            return []


def _topics(there: dict[str, list[Command | app_commands.ContextMenu]], here: str, words: Words) -> Item:
    options = [
        discord.SelectOption(
            label=words(topic.title)[:100],
            value=topic.name,
            description=words(topic.told)[:100],
            default=topic.name == here,
        )
        for topic in TOPICS
        if there[topic.name]
    ]
    return menu(ClubId.of("help", "topic"), words("Every command"), options)


class Help:
    """Answers ``/help`` and what is pressed there."""

    def __init__(self, store: Store, commands: Commands) -> None:
        self._store = store
        self._commands = commands

    def answers(self) -> dict[str, Answerer]:
        """Return what answers the clicks whose ids are those of tables, by their action."""
        return {SETTINGS: self._settings}

    def club_answers(self) -> dict[str, ClubAnswerer]:
        """Return what answers the other clicks, by the action of their ids."""
        return {"help": self._turn}

    async def open(self, interaction: discord.Interaction) -> None:
        """Answer the command."""
        letter = help_letter(self._commands(), words_of(interaction))
        await calls.answer_by_message(interaction, letter, private=True)

    async def _turn(self, interaction: discord.Interaction, click: ClubId) -> None:
        name = picked(interaction) or "".join(click.arguments[:1])
        words, guild_id = words_of(interaction), interaction.guild_id
        if name == WINNERS:
            won = await self._store.read(lambda connection: honours.winners(connection, guild_id or 0))
            await show(interaction, hall_letter(won, words))
            return
        if name == SERVER and guild_id is not None:
            settings = await settings_of(self._store, guild_id)
            may = manages(interaction)
            await show(interaction, server_letter(settings, interaction.guild, words, manages=may))
            return
        await show(interaction, topic_letter(name, self._commands(), words))

    async def _settings(self, interaction: discord.Interaction, click: ClickId) -> None:
        known = await self._store.people.get(interaction.user.id)
        await show(interaction, person_letter(known, words_of(interaction)))


def help_command(helping: Help) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return the command, which stands alone."""

    @app_commands.command(name="help", description="What I can do, and where it is")
    async def command(interaction: discord.Interaction) -> None:
        await helping.open(interaction)

    return command
