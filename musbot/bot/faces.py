"""Faces that partners make at each other: what they are called, and the messages that offer and show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord

from musbot.bot.ids import ClickId
from musbot.bot.layout import Item, Letter, box, link, menu, picture, rows, text
from musbot.bot.lobby import seat_name
from musbot.bot.words import N_, Words
from musbot.game import Phase
from musbot.game.seats import partner_of
from musbot.game.signals import SIGNALS, true_signals
from musbot.game.views import PublicView, SeatView
from musbot.pictures import face_picture, faces_picture
from musbot.table import PublicTable, Table

NAMES = {
    "two-kings": N_("two kings"),
    "three-kings": N_("three kings"),
    "two-aces": N_("two aces"),
    "three-aces": N_("three aces"),
    "medias": N_("medias"),
    "duples": N_("duples"),
    "thirty-one": "31",
    "juego": N_("juego"),
    "thirty": "30",
    "twenty-nine": "29",
    "blind": N_("blind"),
    "cut": N_("cut the mus"),
    "bet": N_("bet"),
}
MEANINGS = {
    "two-kings": N_("Exactly two kings, and no other pair"),
    "three-kings": N_("Three kings: medias of kings"),
    "two-aces": N_("Exactly two aces, and no other pair"),
    "three-aces": N_("Three aces: medias of aces"),
    "medias": N_("Three alike, neither kings nor aces"),
    "duples": N_("Two pairs, or four alike"),
    "thirty-one": N_("Juego of 31, the best there is"),
    "juego": N_("Juego, but not 31"),
    "thirty": N_("No juego: 30 for the punto"),
    "twenty-nine": N_("No juego: 29 for the punto"),
    "blind": N_("Nothing at all: no pares, no juego, no 29 or 30"),
    "cut": N_("A wish, not cards: I want to cut the mus"),
    "bet": N_("A wish, not cards: bet, I am strong"),
}
LOOKS = {
    "two-kings": N_("the lower lip bitten in the middle"),
    "three-kings": N_("the lower lip bitten at the side"),
    "two-aces": N_("the tongue out in the middle"),
    "three-aces": N_("the tongue out at the side"),
    "medias": N_("the mouth twisted to one side"),
    "duples": N_("the eyebrows raised"),
    "thirty-one": N_("a wink"),
    "juego": N_("the lips pushed out"),
    "thirty": N_("both shoulders up"),
    "twenty-nine": N_("one shoulder up"),
    "blind": N_("both eyes closed"),
    "cut": N_("the head tilted"),
    "bet": N_("the chin up"),
}
"""What a face looks like, for those who cannot see it."""

PICKER = "faces.png"
RED = 0xFF2D3F
MOST_AT_ONCE = 10
"""Faces in one message: Discord takes no more pictures."""


def names_words(words: Words, names: Iterable[str]) -> str:
    """Return what signals are called, separated by commas."""
    return ", ".join(words(NAMES[name]) for name in names)


def face_words(words: Words, name: str) -> str:
    """Return the text that stands for the picture of a face."""
    return words("{name}: {look}", name=words(NAMES[name]), look=words(LOOKS[name]))


# Choosing a face


def picker(table: Table, seat: int, words: Words, note: str = "") -> Letter:
    """Return the faces that a seat may make now, for its owner alone, and why there are no others.

    It draws: call it outside the event loop. `Refused` before the start of the game.

    :param note: a sentence to be read first.
    """
    view = table.view(seat)
    public = table.public()
    lines = [note, words("**Your face** · table {table}", table=table.table_id)]
    nothing = why_nothing(view, words)
    if nothing:
        return Letter((box(text("\n".join(line for line in [*lines, nothing] if line))),))
    if view.may_sign and not note:
        lines.append(who_sees(public, seat, words))
    lines += [f"-# {why}" for why in why_not_there(view, words)]
    items: list[Item] = [text("\n".join(line for line in lines if line))]
    if not view.may_sign:
        return Letter((box(*items),))
    offered = [(name, words(NAMES[name])) for name in view.may_sign]
    items.append(picture(PICKER, "; ".join(face_words(words, name) for name in view.may_sign)))
    options = [
        discord.SelectOption(label=label[:100], value=name, description=words(MEANINGS[name])[:100])
        for name, label in offered
    ]
    items.append(menu(ClickId(table.table_id, 0, "signed"), words("Make a face"), options))
    return Letter((box(*items),), files=((PICKER, faces_picture(offered)),))


def who_sees(table: PublicTable, seat: int, words: Words) -> str:
    """Return who sees the face that a seat makes."""
    if table.options.signals == "public":
        return words("The whole table sees it.")
    partner = seat_name(table, partner_of(seat), words)
    return words("Only your partner {partner} sees it.", partner=partner)


def why_nothing(view: SeatView, words: Words) -> str:
    """Return why a seat may make no face at all now, "" where that is not so."""
    if view.public.options.signals == "off":
        return words("Signals are off at this table.")
    if view.public.phase is Phase.OVER or view.facts is None:
        return words("You have no hand to signal now.")
    if view.public.corrido:
        return words("In mus corrido nobody signals before the mus is cut.")
    return ""


def why_not_there(view: SeatView, words: Words) -> list[str]:
    """Return why signals are not offered, a sentence for each reason."""
    sent = [name for name in SIGNALS if name in view.own_signals]
    rest = [name for name in SIGNALS if name not in view.may_sign and name not in sent]
    reasons = []
    if sent:
        reasons.append(words("Sent for this hand already: {names}", names=names_words(words, sent)))
    if rest:
        reasons.append(words("Not true of your hand: {names}", names=names_words(words, rest)))
    return reasons


def why_refused(view: SeatView, name: str, words: Words) -> str:
    """Return why a face cannot be made, of a seat that tried to."""
    nothing = why_nothing(view, words)
    if nothing:
        return nothing
    if name not in NAMES:
        return words("There is no such face.")
    shown = words(NAMES[name])
    if name in view.own_signals:
        return words("You have sent **{name}** for this hand already.", name=shown)
    if view.facts is not None and name not in true_signals(view.facts):
        return words("**{name}** is not true of your hand, so it was not sent.", name=shown)
    return words("**{name}** cannot be sent now.", name=shown)


def confirmation(table: PublicTable, seat: int, name: str, words: Words) -> str:
    """Return what the sender of a face is told."""
    if table.options.signals == "public":
        return words("✅ The whole table sees: **{name}**", name=words(NAMES[name]))
    partner = seat_name(table, partner_of(seat), words)
    return words("✅ {partner} sees: **{name}**", partner=partner, name=words(NAMES[name]))


# Seeing a face


def face_letter(
    table: PublicTable, sender: int, names: Sequence[str], words: Words, *, url: str = ""
) -> Letter:
    """Return the framed faces that a partner made, for the eyes of the other one alone.

    It draws: call it outside the event loop.

    :param names: of more than `MOST_AT_ONCE` the last are shown; the hand tells of all.
    :param url: where the table message is, for the button that leads there.
    """
    items: list[Item] = []
    files = []
    for number, name in enumerate(names[-MOST_AT_ONCE:], 1):
        file = f"face-{number}.png"  # the name of a file must not tell what it shows
        said = words(
            "**{partner}** signals: **{name}** · table {table}",
            partner=seat_name(table, sender, words),
            name=words(NAMES[name]),
            table=table.table_id,
        )
        items += [
            text(f"{said}\n-# {words(MEANINGS[name])}"),
            picture(file, face_words(words, name)),
        ]
        files.append((file, face_picture(name, framed=True)))
    if url:
        items += rows([link(words("To the table"), url)])
    return Letter((box(*items, colour=RED),), files=tuple(files))


def signalled(view: SeatView, words: Words) -> list[str]:
    """Return what a seat and its partner have signalled of the hands they hold, a line each."""
    lines = []
    if view.partner_signals:
        theirs = names_words(words, view.partner_signals)
        lines.append(words("Your partner signals: **{names}**", names=theirs))
    if view.own_signals:
        lines.append(words("You signalled: {names}", names=names_words(words, view.own_signals)))
    return lines


def faces_line(table: PublicTable, deal: PublicView, words: Words) -> str:
    """Return the faces that the whole table has seen, seat by seat; "" where there are none."""
    parts = [
        f"{seat_name(table, seat, words)}: {names_words(words, names)}"
        for seat in (1, 2, 3, 4)
        if (names := [name for sender, name in deal.signals if sender == seat])
    ]
    return f"**{words('Faces')}** " + " · ".join(parts) if parts else ""
