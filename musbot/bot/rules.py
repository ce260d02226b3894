"""``/mus rules``: the rules of Mus in pages, each about one subject and with a picture; the last ones are of tables."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import discord
from discord import app_commands

from musbot.bot import phrases
from musbot.bot.answering import ClubAnswerer, picked, show
from musbot.bot.drawing import draw
from musbot.bot.ids import ClubId
from musbot.bot.layout import Item, Letter, box, button, menu, rows, text
from musbot.bot.learning import guided, texts
from musbot.bot.learning.course import JUEGO_SHOWN, KINDS_SHOWN, RANKS_SHOWN, Faces
from musbot.bot.learning.letters import learn, looked_at
from musbot.bot.learning.questions import Compare, Own, Picture, cards_of
from musbot.bot.readers import USUAL_LOOKS, Looks, looks_of, words_of
from musbot.bot.scenes import drawn, scene_of
from musbot.bot.words import N_, Words
from musbot.game import Lance, Options
from musbot.game.options import PRESETS
from musbot.store import Store
from musbot.table import Refused, Tables

RULES = "rules.png"
_BETTING, _COUNTED = 9, len(guided.TURNS)
"""Moments of the deal of the lesson that pages show."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """A moment of the deal of the lesson, as everybody at the table sees it."""

    place: int
    told: str
    """What stands for the picture; to be translated."""

    def draw(self, words: Words, *, told: bool = False, contrast: bool = False) -> bytes:
        """Return it as a PNG."""
        return drawn(scene_of(guided.table_at(self.place, "Ane", 1), words))

    def alt(self, words: Words) -> str:
        """Return what it shows."""
        return words(self.told)


@dataclass(frozen=True, slots=True)
class Page:
    """One page."""

    name: str
    title: str
    texts: tuple[str, ...]
    picture: Picture | None = None
    told: bool = False
    """The picture shows who wins."""


SHORT = N_(
    "Four players, two pairs; partners sit opposite. Forty cards, four each. In a deal you may first change cards, "
    "and then bet in four lances: **grande**, **chica**, **pares**, **juego**. What was bet is counted at the end. "
    "The first pair to reach 40 stones wins."
)
CHANGES = N_(
    "A table starts from one of two sets of rules, and any rule of it can be changed when it is opened (`/mus "
    "open`).\n"
    "*Mus corrido*: in the first deal everybody says mus until somebody cuts, and that one is mano. *Real 31*: "
    "three sevens and a ten-card beat every other 31."
)
PAGES = (
    Page("contents", N_("Mus in short"), (SHORT,)),
    Page("cards", N_("The cards"), (texts.CARDS,), RANKS_SHOWN),
    Page("mus", N_("Mus"), (texts.MUS,), Own(cards_of("Ro 3c 5e 4b"))),
    Page(
        "grande",
        N_("Grande and chica"),
        (texts.GRANDE, texts.CHICA),
        Compare.of(Lance.GRANDE, "Ro Cc Ce 1b", "Rc 3e 5b 4o").picture(),
        told=True,
    ),
    Page("pares", N_("Pares"), (texts.PARES,), KINDS_SHOWN),
    Page("juego", N_("Juego and punto"), (texts.JUEGO, texts.PUNTO), JUEGO_SHOWN),
    Page(
        "mano",
        N_("Mano"),
        (texts.MANO,),
        Compare.of(Lance.JUEGO, "Ro Cc 7e 4b", "So 3c Re 1b", mano=1).picture(),
        told=True,
    ),
    Page(
        "bets",
        N_("Bets"),
        (texts.BETS, texts.PASSING),
        AtTable(
            _BETTING, N_("A table in the middle of a deal: the lances with what was bet, and who said what")
        ),
    ),
    Page(
        "count",
        N_("The count"),
        (texts.COUNT,),
        AtTable(_COUNTED, N_("The end of a deal: all hands, and what each lance brought")),
    ),
    Page("signals", N_("Signals"), (texts.SIGNALS,), Faces()),
    Page("presets", N_("Sets of rules"), (CHANGES,)),
    Page("table", N_("Your table"), ()),
)
"""All pages, in their order."""
_PLACES = {page.name: place for place, page in enumerate(PAGES)}


def rules_letter(
    words: Words,
    name: str = "contents",
    table: tuple[int, Options] | None = None,
    looks: Looks = USUAL_LOOKS,
) -> Letter:
    """Return a page, the first one where there is none of that name. It draws: call it outside the event loop.

    :param table: the number and the rules of the table that the last page is about.
    """
    place = _PLACES.get(name, 0)
    page = PAGES[place]
    lines = [f"## {words(page.title)}", *(words(each) for each in page.texts)]
    if page.name == "contents":
        lines.append(
            "\n".join(f"{number + 1}. {words(each.title)}" for number, each in enumerate(PAGES) if number)
        )
    elif page.name == "presets":
        lines += [_preset(preset, words) for preset in PRESETS]
    elif page.name == "table":
        lines += _table(table, words)
    items: list[Item] = [text("\n".join(lines))]
    files: tuple[tuple[str, bytes], ...] = ()
    if page.picture is not None:
        item, files = looked_at(page.picture, RULES, words, looks, told=page.told)
        items.append(item)
    items.append(text(words("-# page {place} of {count}", place=place + 1, count=len(PAGES))))
    number = table[0] if table is not None else 0
    turns = [
        button(_id(place - 1, number, "back"), words("◀ Back"), disabled=place == 0),
        button(_id(place + 1, number, "on"), words("▶ Next"), disabled=place == len(PAGES) - 1),
        button(learn("open"), words("Lesson")),
    ]
    options = [
        discord.SelectOption(
            label=f"{at + 1}. {words(each.title)}"[:100], value=each.name, default=at == place
        )
        for at, each in enumerate(PAGES)
    ]
    jump = menu(ClubId.of("rules", "jump", number), words("To a page"), options)
    return Letter((box(*items, *rows(turns), jump),), files)


def _id(place: int, table_id: int, turn: str) -> ClubId:
    """Return the id of a page; those of the two arrows differ, also at the ends."""
    page = PAGES[min(max(place, 0), len(PAGES) - 1)]
    return ClubId.of("rules", page.name, table_id, turn)


def _preset(preset: str, words: Words) -> str:
    """Return what a set of rules says where the sets differ."""
    own = Options.of(preset)
    others = [Options.of(other) for other in PRESETS if other != preset]
    names = phrases.option_words(words, own)
    told = [
        names[name] for name in names if any(getattr(own, name) != getattr(other, name) for other in others)
    ]
    return f"**{preset}**\n" + "\n".join(f"- {each}" for each in told)


def _table(table: tuple[int, Options] | None, words: Words) -> list[str]:
    """Return every rule of a table, those that were changed in bold; the usual rules where there is none."""
    number, options = table or (0, Options())
    changes = options.changes()
    if number:
        lines = [
            words("Table {table} plays by the rules **{preset}**, and:", table=number, preset=options.preset)
        ]
    else:
        lines = [
            words(
                "You sit at no table of this channel. Tables usually play by **{preset}**:",
                preset=options.preset,
            )
        ]
    lines.append("- " + words("to {target}", target=options.target))
    if options.games > 1:
        lines.append("- " + words("best of {games} games", games=options.games))
    for name, told in phrases.option_words(words, options).items():
        if name in ("real31", "corrido"):
            # What is on is told by its name; what is off is no rule of this table.
            if getattr(options, name):
                lines.append(f"- **{told}**")
        else:
            lines.append(f"- **{told}**" if name in changes else f"- {told}")
    return lines


class Rules:
    """Shows the pages of the rules."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    def answers(self) -> dict[str, ClubAnswerer]:
        """Return what answers clicks, by the action of their ids."""
        return {"rules": self.turn}

    async def open(self, interaction: discord.Interaction, name: str = "contents", table_id: int = 0) -> None:
        """Show a page."""
        table = await self._find(interaction, table_id)
        await show(
            interaction, await draw(rules_letter, words_of(interaction), name, table, looks_of(interaction))
        )

    async def turn(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Turn to a page. The id comes from Discord, so it may be anything."""
        name = click.arguments[0] if click.arguments else ""
        if name == "jump":
            name = picked(interaction)
        await self.open(interaction, name, click.number(1) or 0)

    async def _find(self, interaction: discord.Interaction, table_id: int) -> tuple[int, Options] | None:
        """Return a table of this server or one's own, by its number, else the one that is meant here."""
        mine = await self._store.tables_of(interaction.user.id)
        if table_id:
            row = await self._store.table(table_id)
            here = row is not None and row.guild_id is not None and row.guild_id == interaction.guild_id
            found = [row] if row is not None and (here or row in mine) else []
        else:
            place = interaction.channel_id
            found = [row for row in mine if place in (row.channel_id, row.message_channel_id)] or mine
            if not found and place is not None:
                found = (await self._store.tables_in(place))[::-1]
        with contextlib.suppress(Refused):
            return (found[0].table_id, (await self._tables.get(found[0].table_id)).options) if found else None
        return None


def rules_command(rules: Rules) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return the command, for ``/mus``."""

    @app_commands.command(name="rules", description="The rules of Mus, page by page, with pictures")
    @app_commands.describe(page="The page to begin with", table="The table's number")
    @app_commands.choices(page=[app_commands.Choice(name=page.title, value=page.name) for page in PAGES])
    async def command(
        interaction: discord.Interaction,
        page: str = PAGES[0].name,
        table: app_commands.Range[int, 1] | None = None,
    ) -> None:
        await rules.open(interaction, page, table or 0)

    return command
