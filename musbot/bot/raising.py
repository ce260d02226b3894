"""The form that asks how much to raise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from musbot.bot.forms import fields_of
from musbot.bot.ids import ClickId, ClubId
from musbot.bot.words import Words
from musbot.game.actions import Action, Word, say
from musbot.game.views import PublicView

USUAL = (2, 3, 4, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60)
"""Stones that are offered, where they are legal, besides the least and the most."""
_ORDAGO = "ordago"
_LONGEST_NUMBER = 4


def raise_form(
    table_id: int, revision: int, deal: PublicView, words: Words, sent_as: ClubId | None = None
) -> ui.Modal:
    """Return the form: a menu of the usual amounts with órdago at its end, and a field for any other number.

    :param sent_as: the id that it is sent with, where it is about no table.

    `ValueError` where no bet is legal.
    """
    if deal.bets is None:
        raise ValueError("no bet is legal here")
    low, high = deal.bets
    amounts = sorted({amount for amount in (*USUAL, low, high) if low <= amount <= high})
    options = [
        discord.SelectOption(label=words.n("{count} stone", "{count} stones", amount), value=str(amount))
        for amount in amounts
    ]
    if Word.ORDAGO in deal.words:
        options.append(discord.SelectOption(label=words("Órdago: the whole game"), value=_ORDAGO))
    custom_id = str(sent_as or ClickId(table_id, revision, "raised"))
    form = ui.Modal(title=words("How much?")[:45], custom_id=custom_id, timeout=None)
    chosen: ui.Select[Any] = ui.Select(
        custom_id="amount", placeholder=words("Stones"), options=options, required=False
    )
    form.add_item(ui.Label(text=words("The usual bets")[:45], component=chosen))
    other: ui.TextInput[Any] = ui.TextInput(
        custom_id="other",
        style=discord.TextStyle.short,
        required=False,
        max_length=_LONGEST_NUMBER,
        placeholder=str(low),
    )
    hint = words("Any number from {low} to {high}", low=low, high=high)[:45]
    form.add_item(ui.Label(text=hint, component=other))
    form.stop()
    return form


def read_form(components: Sequence[object]) -> Action | None:
    """Return the bet that a form was sent with, or None where it holds no number; the seat is left open.

    The number that was typed goes before the menu. Whether the bet is legal is for the table to say.
    """
    fields = fields_of(components)
    typed = str(fields.get("other") or "").strip()
    if typed:
        return _bet(typed)
    values = fields.get("amount")
    if not isinstance(values, list) or len(values) != 1:
        return None
    return say(0, Word.ORDAGO) if values[0] == _ORDAGO else _bet(str(values[0]))


def _bet(number: str) -> Action | None:
    if number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER:
        return say(0, Word.BET, int(number))
    return None
