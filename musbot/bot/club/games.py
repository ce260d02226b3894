"""``/games``: the last games, the score sheet and the record of one, and its deals again, word by word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import discord
from discord import ButtonStyle, ui

from musbot.bot import phrases
from musbot.bot.answering import show
from musbot.bot.drawing import draw
from musbot.bot.ids import ClubId
from musbot.bot.layout import Item, Letter, attached, box, button, menu, picture, rows, text
from musbot.bot.lobby import PAIR_MARKS
from musbot.bot.names import shown
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.scenes import drawn as scene_drawn
from musbot.bot.scenes import scene_of
from musbot.bot.words import N_, Words
from musbot.club.history import ON_PAGE, History, PastGame, deal_at, last_word, steps
from musbot.club.profiles import Profiles
from musbot.game import Deal, Lance, LanceResult, Outcome
from musbot.game.cards import sorted_cards
from musbot.game.count import pair_index, pair_name
from musbot.game.hands import ranks_text
from musbot.game.views import public_view
from musbot.pictures import DealScore, LanceScore, ScoresheetScene, scoresheet_pages, scoresheet_picture
from musbot.store.results import ResultRow
from musbot.table import Access, PublicTable, Sitter

PICTURE = "score-sheet.png"
REPLAY = "replay.png"
MOST_SHEETS = 6
"""Pages of a score sheet in one message, of twelve deals each; hardly a match has more."""
_LAST = (Lance.JUEGO, Lance.PUNTO)


class GameScreens:
    """Shows finished games."""

    def __init__(self, history: History, profiles: Profiles) -> None:
        self._history = history
        self._profiles = profiles

    async def open(
        self, interaction: discord.Interaction, player: discord.User | discord.Member | None
    ) -> None:
        """Answer the command."""
        await self._list(interaction, (player or interaction.user).id, None)

    async def turn(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Show the games of the person that a button names, from those before a number on."""
        await self._list(interaction, click.number(0) or interaction.user.id, click.number(1))

    async def pick(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Show the game that was chosen."""
        data: Mapping[str, Any] = interaction.data or {}
        values = data.get("values")
        chosen = str(values[0]) if isinstance(values, list) and values else ""
        table_id = int(chosen) if chosen.isdecimal() and len(chosen) < 16 else click.number(0)
        words = words_of(interaction)
        game = await self._find(interaction, table_id)
        if game is not None:
            await show(interaction, await draw(game_letter, game, words))

    async def replay(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Show a moment of a game."""
        words = words_of(interaction)
        game = await self._find(interaction, click.number(0))
        if game is not None:
            deal, step = click.number(1) or 0, click.number(2) or 0
            await show(interaction, await draw(replay_letter, game, deal, step, words))

    async def _find(self, interaction: discord.Interaction, table_id: int | None) -> PastGame | None:
        game = None
        if table_id:
            game = await self._history.find(table_id, interaction.user.id, interaction.guild_id)
        if game is None:
            words = words_of(interaction)
            await show(interaction, sentence(words, N_("There is no such game that you may look at.")))
        return game

    async def _list(self, interaction: discord.Interaction, person_id: int, before: int | None) -> None:
        words = words_of(interaction)
        if person_id != interaction.user.id and await self._profiles.is_private(person_id):
            await show(interaction, sentence(words, N_("This player keeps their games to themselves.")))
            return
        found = await self._history.last(person_id, before)
        await show(interaction, games_letter(found, person_id, words))


def games_letter(found: list[ResultRow], person_id: int, words: Words) -> Letter:
    """Return the last games of somebody; a page of what was found, and a button where there is more."""
    page, more = found[:ON_PAGE], found[ON_PAGE:]
    lines = [words("### Last games")]
    options = []
    for result in page:
        lines.append(_line(result, person_id, words))
        if result.game_id is not None:
            label = words("Table {table}: {score}", table=result.table_id, score=_score(result))
            about = " · ".join(each.name for each in result.seated())
            options.append(
                discord.SelectOption(label=label[:100], value=str(result.table_id), description=about[:100])
            )
    if not page:
        lines.append(words("No finished game yet."))
    items: list[Item] = [text("\n".join(lines))]
    if options:
        items.append(menu(ClubId.of("game"), words("Look at a game"), options))
    if more:
        older = ClubId.of("games", person_id, page[-1].result_id)
        items += rows([button(older, words("Older"))])
    return Letter((box(*items),))


def _line(result: ResultRow, person_id: int, words: Words) -> str:
    names = {each.seat: shown(each.name) for each in result.seated()}
    pairs = f"{names.get(1, '?')} + {names.get(3, '?')} {_score(result)} {names.get(2, '?')} + {names.get(4, '?')}"
    mine = next((each for each in result.people if each.person_id == person_id), None)
    notes = []
    if mine is not None and mine.gone:
        notes.append(words("left"))
    elif mine is not None and mine.won is not None:
        notes.append(words("won") if mine.won else words("lost"))
    if result.is_void:
        notes.append(words("void"))
    elif result.kind == "unrated":
        notes.append(words("not rated"))
    return f"<t:{int(result.at)}:d> · {pairs} · {', '.join(notes)}"


def _score(result: ResultRow) -> str:
    scores = result.games if result.best_of > 1 else result.scores
    return f"{scores[0]}–{scores[1]}"


def game_letter(game: PastGame, words: Words) -> Letter:
    """Return one game: its score sheet, its record, and the button that plays it again. Draw it in a thread."""
    table_id = game.result.table_id
    scene = sheet_of(game, words)
    name = f"table-{table_id}.mus"
    pages = min(MOST_SHEETS, scoresheet_pages(scene))
    lines = [
        words("### Table {table} · <t:{at}:f>", table=table_id, at=int(game.result.at)),
        shown(scene.result),
    ]
    again = button(ClubId.of("replay", table_id, 0, 0), words("Replay"), ButtonStyle.primary)
    back = button(ClubId.of("games"), words("My games"))
    items = (
        text("\n".join(lines)),
        *(picture(_sheet_name(page), _sheet_words(table_id, page, pages, words)) for page in range(pages)),
        attached(name),
        *rows([again, back]),
    )
    sheets = [(_sheet_name(page), sheet_drawn(scene, page)) for page in range(pages)]
    return Letter((box(*items),), files=(*sheets, (name, game.record.encode())))


def _sheet_name(page: int) -> str:
    return PICTURE if page == 0 else f"score-sheet-{page + 1}.png"


def _sheet_words(table_id: int, page: int, pages: int, words: Words) -> str:
    told = words("The score sheet of table {table}", table=table_id)
    return f"{told} ({page + 1}/{pages})" if pages > 1 else told


@lru_cache(maxsize=16)
def sheet_drawn(scene: ScoresheetScene, page: int) -> bytes:
    """Return a page of a score sheet, from 0. It takes some milliseconds: call it outside the event loop."""
    return scoresheet_picture(scene, page)


def sheet_of(game: PastGame, words: Words) -> ScoresheetScene:
    """Return the score sheet of a game, in words."""
    match, names = game.match, game.names
    pairs = (f"{names[0]} + {names[2]}", f"{names[1]} + {names[3]}")
    winner = pair_index(match.winner) if match.winner else 0
    final = match.games if match.options.games > 1 else match.scores
    lances = (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.JUEGO)
    return ScoresheetScene(
        pair_names=pairs,
        scores=match.scores,
        target=match.options.target,
        target_words=words("to {target}", target=match.options.target),
        games_words=words("Games {first}–{second}", first=match.games[0], second=match.games[1])
        if match.options.games > 1
        else "",
        deal_head=words("Deal"),
        lance_names=tuple(words(phrases.LANCES[lance]) for lance in lances),
        deals=tuple(_deal_score(deal, number, words) for number, deal in enumerate(match.deals, 1)),
        result=words(
            "{names} win {score}", names=pairs[winner], score=f"{final[winner]}–{final[1 - winner]}"
        ),
        winner=winner,
    )


def _deal_score(deal: Deal, number: int, words: Words) -> DealScore:
    found = {(Lance.JUEGO if each.lance in _LAST else each.lance): each for each in deal.results}
    lances = (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.JUEGO)
    return DealScore(number, tuple(_lance_score(found.get(lance), words) for lance in lances), deal.scores)


def _lance_score(result: LanceResult | None, words: Words) -> LanceScore:
    if result is None or result.winner is None or result.outcome is Outcome.UNSCORED:
        return LanceScore()
    winner = pair_index(result.winner)
    if result.outcome is Outcome.ORDAGO:
        return LanceScore(words("órdago"), "", winner, ordago=True)
    return LanceScore(
        str(result.stake) if result.stake else "", str(result.bonus) if result.bonus else "", winner
    )


# Replay


def replay_letter(game: PastGame, number: int, step: int, words: Words) -> Letter:
    """Return a moment of a finished game, with all hands open. Draw it in a thread.

    :param number: which deal, from 0; a number beyond them is the last one, and likewise for `step`.
    """
    deals = game.match.deals
    number = max(0, min(number, len(deals) - 1))
    deal = deals[number]
    moments = steps(deal)
    step = max(0, min(step, len(moments) - 1))
    now = deal_at(deal, moments[step])
    table = _table(game, number, now)
    lines = [
        words(
            "### Table {table} · deal {deal} of {deals}",
            table=game.result.table_id,
            deal=number + 1,
            deals=len(deals),
        ),
        words("-# moment {step} of {steps}", step=step + 1, steps=len(moments)),
    ]
    said = last_word(now)
    if said is not None:
        spoken = table.deal.spoken[-1] if table.deal and table.deal.spoken else None
        if spoken is not None:
            told = phrases.spoken_words(words, spoken, False)
            lines.append(f"▶ {shown(game.names[said.seat - 1])}: {told}")
    for seat in (1, 2, 3, 4):
        cards = sorted_cards(now.hands[seat], now.options.kings)
        mark = PAIR_MARKS[pair_index(pair_name(seat))]
        lines.append(f"{mark} {shown(game.names[seat - 1])} `{ranks_text(cards)}`")
    image = scene_drawn(scene_of(table, words))
    items: list[Item] = [text("\n".join(lines)), picture(REPLAY, words("The table at this moment"))]
    items += _ways(game, number, step, len(moments), words)
    return Letter((box(*items),), files=((REPLAY, image),))


def _ways(game: PastGame, number: int, step: int, count: int, words: Words) -> list[Item]:
    table_id, deals = game.result.table_id, len(game.match.deals)

    def way(label: str, deal: int, to: int, name: str, able: bool) -> ui.Button[ui.LayoutView]:
        # The name keeps the ids of one message apart.
        return button(ClubId.of("replay", table_id, deal, to, name), label, disabled=not able)

    last = 9999
    return rows(
        [
            way(words("⏮ First"), number, 0, "first", step > 0),
            way(
                words("◀ Back"),
                *((number, step - 1) if step else (number - 1, last)),
                "back",
                step > 0 or number > 0,
            ),
            way(
                words("▶ Next"),
                *((number, step + 1) if step < count - 1 else (number + 1, 0)),
                "on",
                step < count - 1 or number < deals - 1,
            ),
            way(words("⏭ Last"), number, last, "last", step < count - 1),
            way(words("Next deal"), number + 1, 0, "deal", number < deals - 1),
            button(ClubId.of("game", table_id), words("Score sheet")),
        ]
    )


def _table(game: PastGame, number: int, now: Deal) -> PublicTable:
    """Return a table at which the deal is as it was."""
    won = [deal.game_winner for deal in game.match.deals[:number]]
    return PublicTable(
        table_id=game.result.table_id,
        revision=0,
        status="finished",
        host=0,
        options=game.match.options,
        access=Access(),
        level="",
        seats=tuple(Sitter(name) for name in game.names),
        deal_number=number + 1,
        deal=public_view(now),
        games=(won.count("A"), won.count("B")),
        winner=None,
        fair=(),
        coming=None,
    )
