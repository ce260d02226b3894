"""What proves to the players that the cards are fair: the line on each message, the cut, and `/mus fair`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from musbot.bot.forms import fields_of
from musbot.bot.ids import ClickId
from musbot.bot.layout import LONGEST_TEXT, Letter, box, button, text
from musbot.bot.names import safe_name
from musbot.bot.names import shown as shown_name
from musbot.bot.words import Words
from musbot.game.fair import LONGEST_CUT, SHORTEST_CUT, SHOWN_DIGITS, Cut, FairDeal
from musbot.table import PublicTable

_MOST_NAMED = 8


def promise(table: PublicTable, words: Words) -> str:
    """Return the lines that say what the bot is bound to, and who has cut the next deck: a line for each
    deal; "" without either.

    After a deal, they tell the secret of that deal, for everybody to check.
    """
    shuffled, coming = table.shuffled, table.coming
    if shuffled is not None and shuffled.secret is not None:
        short = shuffled.commitment[:SHOWN_DIGITS]
        secret = shuffled.secret.hex()
        return words("-# 🔓 `{commitment}…` is the SHA-256 of `{secret}`", commitment=short, secret=secret)
    parts = []
    if shuffled is not None:
        parts.append(_committed(table.deal_number, shuffled, words))
    if coming is not None:
        parts.append(_committed(table.coming_number, coming, words))
        if coming.cuts:
            parts[-1] += _cut_by([_cutter(table, cut, words) for cut in coming.cuts], words)
    return "\n".join(f"-# 🔒 {part}" for part in parts)


def cut_buttons(table: PublicTable, words: Words) -> list[ui.Button[Any]]:
    """Return the button that cuts the next deck, if there will be one.

    It stays while a bet is open, in a row of its own: beside AI players, who cut and bet at once, there may be no
    other time.
    """
    if table.coming is None:
        return []
    return [button(ClickId(table.table_id, table.coming_number, "cut-deck"), words("Cut the deck"))]


def cut_form(table_id: int, deal: int, words: Words) -> ui.Modal:
    """Return the form in which a player types the cut.

    Its field is empty: anything that the bot wrote there would be of its own choosing.
    """
    form = ui.Modal(
        title=words("Cut the deck of deal {deal}", deal=deal)[:45],
        custom_id=str(ClickId(table_id, deal, "cut-typed")),
        timeout=None,
    )
    typed: ui.TextInput[Any] = ui.TextInput(
        custom_id="cut",
        style=discord.TextStyle.short,
        min_length=SHORTEST_CUT,
        max_length=LONGEST_CUT,
        placeholder=words("Any keys, at random"),
    )
    label = words("Something nobody can guess")[:45]
    hint = words("It goes into the shuffle, and everybody can see it.")[:100]
    form.add_item(ui.Label(text=label, description=hint, component=typed))
    form.stop()
    return form


def read_cut(components: Sequence[object]) -> str | None:
    """Return the cut that a form was sent with, as it will count, or None where it is too short for one.

    What could not be shown to everybody just as it counts is left out: control characters, say.
    """
    typed = fields_of(components).get("cut")
    cut = safe_name(typed).replace("`", "'") if isinstance(typed, str) else ""
    return cut if SHORTEST_CUT <= len(cut) <= LONGEST_CUT and cut.isprintable() else None


def receipt(table: PublicTable, cut: str, words: Words) -> Letter:
    """Return what a player who has cut the next deck may keep, to compare it with the record."""
    assert table.coming is not None
    lines = [
        words("You cut the deck of deal {deal} with `{cut}`.", deal=table.coming_number, cut=cut),
        words(
            "-# I am bound to `{commitment}`. After the deal, look for both in `/mus fair` or in the record.",
            commitment=table.coming.commitment,
        ),
    ]
    return Letter((text("\n".join(lines)),))


def fair_letter(table: PublicTable | None, words: Words) -> Letter:
    """Return how the cards are kept fair and how to check it, and what a table has been promised."""
    parts = [
        words(
            "### Nobody chooses the cards\n"
            "Before each deal I draw a secret number and show its SHA-256, a fingerprint 🔒: from then on I "
            "cannot change it. Then any player may press **Cut the deck** and type something that I could not "
            "know. The shuffle is made of my secret and of all that was typed, so neither I nor whoever runs me "
            "can choose the cards. After the deal the secret is shown 🔓, and anyone can deal it again."
        ),
        words(
            "**To check a game**, save the record that is attached to its end and run `musbot fair` on it. See that "
            "the fingerprints are those which the messages of the game showed, and that what you typed is there. "
            "How to do it in ten lines of your own is in `docs/fairness.md`."
        ),
    ]
    if table is not None:
        room = LONGEST_TEXT - sum(len(part) + 2 for part in parts)
        parts.append(_promises(table, words, room))
    return Letter((box(text("\n\n".join(part for part in parts if part))),))


def _promises(table: PublicTable, words: Words, room: int) -> str:
    """Return what a table was promised, the latest deals first, as many as there is room for."""
    deals = [*enumerate(table.fair, 1)]
    if table.coming is not None:
        deals.append((table.coming_number, table.coming))
    lines = [words("**Table {table}**", table=table.table_id)]
    left_out = words("-# Earlier deals are in their own messages.")
    for number, deal in reversed(deals):
        line = _promised(table, number, deal, words)
        if len("\n".join([*lines, line, left_out])) > room:
            lines.append(left_out)
            break
        lines.append(line)
    return "\n".join(lines)


def _promised(table: PublicTable, number: int, deal: FairDeal, words: Words) -> str:
    line = words("Deal {deal} 🔒 `{commitment}`", deal=number, commitment=deal.commitment)
    if deal.secret is not None:
        line += f" 🔓 `{deal.secret.hex()}`"
    cuts = [f"{_cutter(table, cut, words)} `{cut.text}`" for cut in deal.cuts]
    return line + (_cut_by(cuts, words) if cuts else "")


def _cut_by(names: list[str], words: Words) -> str:
    """Return who has cut. A crowd may have sat down, cut and left: of those the first are named."""
    more = len(names) - _MOST_NAMED
    if more > 0:
        names = [*names[:_MOST_NAMED], words.n("{count} more", "{count} more", more)]
    return words(", cut by {names}", names=", ".join(names))


def _committed(number: int, deal: FairDeal, words: Words) -> str:
    return words("deal {deal} `{commitment}…`", deal=number, commitment=deal.commitment[:SHOWN_DIGITS])


def _cutter(table: PublicTable, cut: Cut, words: Words) -> str:
    sitter = table.seats[cut.seat - 1] if cut.seat else None
    return shown_name(sitter.name) if sitter is not None else words("someone who left")
