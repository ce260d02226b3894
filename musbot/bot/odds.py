"""``/mus odds``: the exact chances of a hand, for whoever is not in the middle of a game."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from musbot.ai.odds import Keep, LanceOdds, NoHand, Odds, odds_of, percent, read_hand
from musbot.bot import calls, phrases
from musbot.bot.drawing import draw
from musbot.bot.layout import Letter, box, picture, text
from musbot.bot.links import table_url
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.words import N_, Words
from musbot.game import Card, Lance, Options
from musbot.game.cards import RANKS
from musbot.game.hands import hand, ranks_text
from musbot.pictures.hand import hand_name, hand_picture
from musbot.store import Store, TableRow
from musbot.table import NOWHERE, Tables

MOST_KEEPS = 3
_PLACES = (N_("the mano"), N_("second from the mano"), N_("third from the mano"), N_("last"))
_SHOWN = 25
"""Suggestions that Discord shows."""


def odds_letter(odds: Odds, words: Words) -> Letter:
    """Return the odds of a hand, with its cards drawn."""
    heading = words(
        "### {hand} · {place}", hand=f"`{ranks_text(odds.cards)}`", place=words(_PLACES[odds.place])
    )
    lines = [heading, phrases.hand_words(words, odds.cards, odds.hand).partition(" · ")[2], ""]
    lines.append(words("**How often your pair wins**"))
    lines += [_lance_words(each, words) for each in odds.lances if each.lance is not Lance.PUNTO or each.both]
    lines += ["", words("**What to keep, and the stones it is worth**")]
    lines += [_keep_words(odds, keep, words) for keep in odds.keeps[:MOST_KEEPS]]
    lines += ["", advice(odds, words)]
    lines.append(
        words(
            "-# Counted over all deals of the other cards, before anybody speaks. Stones are those over the other "
            "pair's, each lance played for a stone and a half, after an exchange by all."
        )
    )
    name = hand_name(odds.cards)
    items = (text("\n".join(lines)), picture(name, phrases.cards_words(words, odds.cards)))
    return Letter((box(*items),), files=((name, hand_picture(odds.cards)),))


def _lance_words(each: LanceOdds, words: Words) -> str:
    fields = {
        "lance": words(phrases.LANCES[each.lance]),
        "win": _share(each.win, words),
        "lose": _share(each.lose, words),
    }
    match each.lance:
        case Lance.GRANDE | Lance.CHICA:
            return words("**{lance}** {win}", **fields)
        case Lance.PUNTO:
            return words(
                "**{lance}** {win}, where nobody has juego ({played})",
                played=_share(each.both, words),
                **fields,
            )
        case _:
            return words(
                "**{lance}** {win} to {lose}; where both have it ({both}), {then}",
                both=_share(each.both, words),
                then=_share(each.win_if_both, words),
                **fields,
            )


def _keep_words(odds: Odds, keep: Keep, words: Words) -> str:
    return words(
        "{cards} **{stones}** · pares {pares}, juego {juego} (31: {thirty_one})",
        cards=_kept(odds, keep, words),
        pares=_share(keep.pares, words),
        juego=_share(keep.juego, words),
        thirty_one=_share(keep.thirty_one, words),
        stones=words.number(f"{keep.stones:+.2f}"),
    )


def _kept(odds: Odds, keep: Keep, words: Words) -> str:
    kept = odds.kept_cards(keep)
    return f"`{ranks_text(kept)}`" if kept else words("nothing")


def advice(odds: Odds, words: Words) -> str:
    """Return whether to say mus, and what that gains or loses."""
    if odds.gain > 0:
        return words(
            "As it is the hand is worth {worth} stones: mus gains {gain}.",
            worth=words.number(f"{odds.stones:+.2f}"),
            gain=words.number(f"{odds.gain:.2f}"),
        )
    return words(
        "As it is the hand is worth {worth} stones: cut. Mus would lose {loss}.",
        worth=words.number(f"{odds.stones:+.2f}"),
        loss=words.number(f"{-odds.gain:.2f}"),
    )


def _share(chance: float, words: Words) -> str:
    """Return a chance that no line breaks."""
    return words.number(percent(chance)).replace(" ", "\u00a0")


def why_no_hand(error: NoHand, words: Words) -> str:
    """Return in a sentence what is wrong with what somebody wrote as a hand."""
    if error.why == "rank" and error.rank.isalnum():
        return words(
            "{rank} is no card. Write four of `{ranks}`, such as `R R 7 1`.",
            rank=error.rank,
            ranks=" ".join(RANKS),
        )
    return words("A hand has four cards. Write four of `{ranks}`, such as `R R 7 1`.", ranks=" ".join(RANKS))


def suggestions(typed: str, words: Words) -> list[tuple[str, str]]:
    """Return hands that go on from what was typed: what is shown of each, and what is filled in.

    Whatever is no beginning of a hand gets an example.
    """
    letters = [letter for letter in typed[:40].upper() if letter in RANKS]
    if len([letter for letter in typed[:40] if letter.isalnum()]) != len(letters) or len(letters) > 4:
        letters = []
    if len(letters) == 4:
        begun = [letters]
    elif letters:
        begun = [[*letters, rank] for rank in RANKS]
    else:
        begun = [list(example) for example in ("RR71", "R311", "CS71", "7654")]
    result = []
    for each in begun:
        written = " ".join(each)
        label = written
        if len(each) == 4:
            cards: tuple[Card, ...] = read_hand(written)
            label = phrases.hand_words(words, cards, hand(cards)).replace("`", "")
        result.append((label[:100], written))
    return result[:_SHOWN]


async def playing_at(store: Store, tables: Tables, person_id: int) -> TableRow | None:
    """Return a table at which a person is in the middle of a game, the newest; None where there is none."""
    for row in await store.tables_of(person_id):
        # Whoever practises may ask: nobody else holds cards there.
        if row.channel_id != NOWHERE and (await tables.get(row.table_id)).is_playing:
            return row
    return None


def odds_command(store: Store, tables: Tables) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return the command, for ``/mus``."""

    @app_commands.command(name="odds", description="The exact chances of a hand, and the best cards to keep")
    @app_commands.describe(
        hand="Four cards, such as R R 7 1",
        seat="Where you sit: 1 is the mano, 4 the last",
        rules="The rules",
        kings="Eight kings (threes count as kings) or four",
        real31="Whether three sevens and a ten-card beat every other 31",
    )
    async def command(
        interaction: discord.Interaction,
        hand: app_commands.Range[str, 1, 40],
        seat: app_commands.Range[int, 1, 4] = 1,
        rules: Literal["stargames", "classic"] = "stargames",
        kings: Literal[8, 4] = 8,
        real31: bool = False,
    ) -> None:
        words = words_of(interaction)
        row = await playing_at(store, tables, interaction.user.id)
        if row is not None:
            refusal = words(
                "You hold cards at [table {table}]({url}). Play that game to its end, and ask me then.",
                table=row.table_id,
                url=table_url(row),
            )
            await calls.answer_by_message(interaction, Letter((text(refusal),)), private=True)
            return
        try:
            cards = read_hand(hand)
        except NoHand as error:
            await calls.answer_by_message(
                interaction, sentence(words, why_no_hand(error, words)), private=True
            )
            return
        options = Options.of(rules, kings=kings, real31=real31)
        letter = await draw(lambda: odds_letter(odds_of(cards, seat - 1, options), words))
        await calls.answer_by_message(interaction, letter, private=True)

    @command.autocomplete("hand")
    async def complete(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        words = words_of(interaction)
        return [app_commands.Choice(name=label, value=value) for label, value in suggestions(typed, words)]

    return command
