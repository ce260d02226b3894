"""``/leaderboard``: who leads, as a picture and as text, with the reader's own place."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import discord
from discord import ui

from musbot.bot.answering import show
from musbot.bot.drawing import draw
from musbot.bot.ids import ClubId
from musbot.bot.layout import Item, Letter, box, button, menu, picture, rows, text
from musbot.bot.names import shown
from musbot.bot.readers import words_of
from musbot.bot.words import N_, Words
from musbot.club import seasons
from musbot.club.boards import Boards, Choice, Page, Turn
from musbot.club.rating import LEAST_GAMES, Strength
from musbot.pictures import LeaderboardScene, LeaderRow, leaderboard_picture
from musbot.store.standings import Anchor, StandingRow

WHERE = {"s": N_("This server"), "e": N_("Everyone")}
WHO = {"p": N_("Players"), "q": N_("Pairs")}
BY = {"r": N_("Rating"), "w": N_("Games won"), "s": N_("Stones"), "o": N_("Órdagos won")}
ALL_TIME = N_("All time")

PICTURE = "leaderboard.png"


class BoardScreens:
    """Shows leaderboards."""

    def __init__(self, boards: Boards, clock: Callable[[], float] = time.time) -> None:
        self._boards = boards
        self._clock = clock

    async def open(self, interaction: discord.Interaction, choice: Choice) -> None:
        """Answer the command."""
        await show(interaction, await self._letter(interaction, choice, None))

    async def turn(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Show another leaderboard or another page: what a button of one says."""
        data: Mapping[str, Any] = interaction.data or {}
        values = data.get("values")
        picked = str(values[0]) if isinstance(values, list) and values else ""
        choice = Choice.parse(picked or (click.arguments[0] if click.arguments else "")) or Choice()
        await show(interaction, await self._letter(interaction, choice, _turn_of(click)))

    async def hall(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Show who led the seasons that are over."""
        words = words_of(interaction)
        choice = Choice.parse(click.arguments[0] if click.arguments else "") or Choice()
        guild = interaction.guild_id if choice.where == "s" else None
        pages = await self._boards.hall_of_fame(guild)
        await show(interaction, hall_letter(pages, choice, words))

    async def _letter(self, interaction: discord.Interaction, choice: Choice, turn: Turn | None) -> Letter:
        words = words_of(interaction)
        if interaction.guild_id is None:
            choice = choice._replace(where="e")
        page = await self._boards.page(choice, interaction.guild_id, interaction.user.id, self._clock(), turn)
        return await draw(
            board_letter, page, interaction.user.id, words, in_guild=interaction.guild_id is not None
        )


def board_letter(
    page: Page, reader: int | None, words: Words, *, in_guild: bool = True, buttons: bool = True
) -> Letter:
    """Return a page of a leaderboard; draw it in a thread."""
    lines = [f"### {title(page, words)}", *_text_rows(page, reader, words)]
    own = _own_words(page, words)
    if own:
        lines.append(own)
    items: list[Item] = [text("\n".join(lines))]
    scene = scene_of(page, reader, words)
    files: tuple[tuple[str, bytes], ...] = ()
    if page.rows:
        items.append(picture(PICTURE, title(page, words)))
        files = ((PICTURE, drawn(scene)),)
    if buttons:
        items += _buttons(page, words, in_guild)
    else:
        items += rows([button(_id(page.choice), words("See it whole"))])
    return Letter((box(*items),), files=files)


def title(page: Page, words: Words) -> str:
    """Return what a leaderboard is called: ``Rating · this server · players · 2026 Q4``."""
    choice = page.choice
    parts = (words(BY[choice.by]), words(WHERE[choice.where]), words(WHO[choice.who]), _when(page, words))
    return " · ".join(parts)


def _when(page: Page, words: Words) -> str:
    if page.season is None:
        return words(ALL_TIME)
    return words("season {name}", name=seasons.name(page.season.starts_at, page.season.ends_at))


def value(row: StandingRow, by: str) -> tuple[str, str]:
    """Return what a row is placed by, and what stands beside it."""
    match by:
        case "r":
            strength = Strength(row.mu, row.sigma)
            doubt = " ?" if strength.is_provisional else ""
            return str(strength.shown), f"± {strength.uncertainty}{doubt}"
        case "w":
            return str(row.won), f"{row.won / row.games:.0%}"
        case "s":
            return str(row.stones), ""
        case _:
            return str(row.ordagos), ""


def _text_rows(page: Page, reader: int | None, words: Words) -> list[str]:
    if not page.rows:
        if page.choice.by == "r":
            return [
                words(
                    "Nobody is placed yet: it takes {count} rated games, four people each.", count=LEAST_GAMES
                )
            ]
        return [words("Nobody is placed yet: it takes a rated game, four people.")]
    return [_text_row(place, row, page, reader, words) for place, row in page.rows]


def _text_row(place: int, row: StandingRow, page: Page, reader: int | None, words: Words) -> str:
    names = " + ".join(shown(name) for name in row.names)
    if reader is not None and reader in row.unit:
        names = f"**{names}**"
    big, small = value(row, page.choice.by)
    played = words.n("{count} game", "{count} games", row.games)
    return f"{place}\\. {names} · {' '.join(part for part in (big, small) if part)} · {played}"


def _own_words(page: Page, words: Words) -> str:
    """Return the reader's own place, in a line of its own."""
    if page.own is None:
        return words("-# You have no rated game here yet.")
    big, small = value(page.own, page.choice.by)
    stands = " ".join(part for part in (big, small) if part)
    if page.own_place is not None:
        return words("**Your place: {place}** · {value}", place=page.own_place, value=stands)
    if page.own.games < LEAST_GAMES and page.choice.by == "r":
        missing = LEAST_GAMES - page.own.games
        return words.n(
            "-# You stand at {value}: {count} rated game more, and you are placed.",
            "-# You stand at {value}: {count} rated games more, and you are placed.",
            missing,
            value=stands,
        )
    return words("-# You stand at {value}. Play a rated game, and you are placed again.", value=stands)


def scene_of(page: Page, reader: int | None, words: Words) -> LeaderboardScene:
    """Return the picture of a page, in words."""
    choice = page.choice
    own = None
    placed = {place for place, _ in page.rows}
    if page.own is not None and page.own_place is not None and page.own_place not in placed:
        own = _row_scene(page.own_place, page.own, choice, own=True)
    return LeaderboardScene(
        title=title(page, words),
        rows=tuple(
            _row_scene(place, row, choice, own=reader is not None and reader in row.unit)
            for place, row in page.rows
        ),
        detail=f"{page.rows[0][0]}–{page.rows[-1][0]}" if page.rows else "",
        name_head=words(WHO[choice.who]),
        value_head=words(BY[choice.by]),
        games_head=words("Games"),
        own_word=words("You"),
        own=own,
    )


def _row_scene(place: int, row: StandingRow, choice: Choice, *, own: bool) -> LeaderRow:
    big, small = value(row, choice.by)
    return LeaderRow(place, row.names, big, small, str(row.games), own=own)


@lru_cache(maxsize=32)
def drawn(scene: LeaderboardScene) -> bytes:
    """Return the picture of a leaderboard. It takes some milliseconds: call it outside the event loop."""
    return leaderboard_picture(scene)


def hall_letter(pages: Sequence[Page], choice: Choice, words: Words, *, buttons: bool = True) -> Letter:
    """Return who led the seasons that are over."""
    lines = [words("### Hall of fame · {where}", where=words(WHERE[choice.where]))]
    for page in pages:
        lines.append(f"**{_when(page, words)}**")
        medals = ("🥇", "🥈", "🥉")
        for place, row in page.rows:
            names = " + ".join(shown(name) for name in row.names)
            big, small = value(row, "r")
            lines.append(f"{medals[place - 1]} {names} · {big} {small}")
    if not pages:
        lines.append(words("No season has ended yet."))
    back = [button(_id(choice), words("Back"))] if buttons else []
    return Letter((box(text("\n".join(lines)), *rows(back)),))


def _buttons(page: Page, words: Words, in_guild: bool) -> list[Item]:
    choice = page.choice
    options = [
        discord.SelectOption(label=words(name), value=str(choice._replace(by=by)), default=by == choice.by)
        for by, name in BY.items()
    ]
    turns: list[ui.Button[ui.LayoutView]] = []
    if page.earlier or page.later:
        turns = [
            _turn_button(words("◀ Back"), choice, page.earlier, "back"),
            _turn_button(words("▶ Next"), choice, page.later, "on"),
        ]
        if page.to_own is not None:
            turns.append(button(_id(choice, page.to_own), words("My place")))
    others: list[ui.Button[ui.LayoutView]] = []
    if in_guild:
        other = "e" if choice.where == "s" else "s"
        others.append(button(_id(choice._replace(where=other)), words(WHERE[other])))
    who = "q" if choice.who == "p" else "p"
    when = "a" if choice.when == "n" else "n"
    others += [
        button(_id(choice._replace(who=who)), words(WHO[who])),
        button(_id(choice._replace(when=when)), words(ALL_TIME) if when == "a" else words("This season")),
        button(ClubId.of("hall", choice), words("Past seasons")),
    ]
    return [
        menu(ClubId.of("board"), words("Placed by"), options),
        *rows(turns),
        *rows(others, width=2),
    ]


def _turn_button(label: str, choice: Choice, turn: Turn | None, name: str) -> ui.Button[ui.LayoutView]:
    click = _id(choice, turn) if turn else ClubId.of(f"no-{name}")
    return button(click, label, disabled=turn is None)


def _id(choice: Choice, turn: Turn | None = None) -> ClubId:
    if turn is None:
        return ClubId.of("board", choice)
    sign = "+" if turn.forward else "-"
    value, person, partner = turn.anchor
    return ClubId.of("board", choice, f"{sign}{turn.place}", repr(value), person, partner)


LARGEST = 2**31
"""What no number on a leaderboard comes to: the database's columns end there."""


def _turn_of(click: ClubId) -> Turn | None:
    """Return the page that a button names. It comes from Discord, so it may be anything."""
    person, partner = click.number(3), click.number(4)
    if len(click.arguments) < 5 or person is None or partner is None:
        return None
    try:
        value = float(click.arguments[2])
        place = int(click.arguments[1])
    except ValueError:
        return None
    # Nobody has so many points, stones or games; and NaN is no number of anything.
    if not abs(value) < LARGEST:
        return None
    return Turn(not click.arguments[1].startswith("-"), Anchor(value, person, partner), abs(place))
