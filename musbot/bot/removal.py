"""The vote by which the people at a table remove one of them."""

from __future__ import annotations

from discord import ButtonStyle

from musbot.bot.ids import ClickId
from musbot.bot.layout import Letter, box, button, rows, text
from musbot.bot.names import shown
from musbot.bot.words import Words
from musbot.table import Change


def vote_letter(change: Change, seat: int, words: Words) -> Letter:
    """Return how a vote against the person on a seat stands after a change, or what came of it.

    The button carries the seat in place of a moment: it joins the vote against whoever sits there in this deal.
    """
    before, after = change.before, change.after
    target = before.seats[seat]
    name = shown(target.name)
    if target.person_id is None or after.seats[seat].person_id != target.person_id:
        removed = words(
            "**{name}** was removed from table {table} by all others. {player} 🤖 plays on with the same cards.",
            name=name,
            table=after.table_id,
            player=shown(after.seats[seat].name),
        )
        return Letter((box(text(removed)),))
    voters = after.votes_against(target.person_id)
    names = [shown(sitter.name) for sitter in after.seats.values() if sitter.person_id in voters]
    asked = words(
        "Shall **{name}** be removed from table {table}? {voters} say yes, {count} of {needed}.",
        name=name,
        table=after.table_id,
        voters=", ".join(names),
        count=len(voters),
        needed=len(after.people) - 1,
    )
    hint = words("-# All other people at the table must agree. The vote ends with the deal.")
    yes = button(ClickId(after.table_id, seat, "vote"), words("Remove"), ButtonStyle.danger)
    return Letter((box(text(f"{asked}\n{hint}"), *rows([yes])),))
