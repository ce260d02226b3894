"""A player's own cards: by direct message, and behind the *My hand* button. Nobody else is sent these."""

from __future__ import annotations

import discord

from musbot.bot import phrases
from musbot.bot.faces import signalled
from musbot.bot.ids import ClickId
from musbot.bot.layout import Item, Letter, box, button, link, menu, picture, rows, text
from musbot.bot.readers import USUAL_LOOKS, Looks
from musbot.bot.words import Words
from musbot.game import Phase, card_name
from musbot.game.views import SeatView
from musbot.pictures.hand import hand_name, hand_picture


def hand_letter(
    table_id: int,
    revision: int,
    view: SeatView,
    words: Words,
    looks: Looks = USUAL_LOOKS,
    *,
    url: str = "",
    note: str = "",
) -> Letter:
    """Return the hand of a seat as a picture and as text, with the discard menu while one is to be chosen.

    :param looks: how its owner wants to see it.
    :param url: where the table message is, for the button that leads there.
    :param note: a sentence to be read first.
    """
    items = hand_items(table_id, revision, view, words, looks, note=note)
    buttons = [button(ClickId(table_id, 0, "tips"), words("? Tips"))] if view.facts else []
    items += rows([*buttons, *([link(words("To the table"), url)] if url else [])])
    return Letter((box(*items),), files=hand_files(view, looks))


def hand_files(view: SeatView, looks: Looks = USUAL_LOOKS) -> tuple[tuple[str, bytes], ...]:
    """Return the picture of a hand, which `hand_items` names. It draws: call it outside the event loop."""
    if looks.text_only:
        return ()
    image = hand_picture(view.cards, new=view.new, contrast=looks.contrast, size=looks.size)
    return ((hand_name(view.cards), image),)


def hand_items(
    table_id: int,
    revision: int,
    view: SeatView,
    words: Words,
    looks: Looks = USUAL_LOOKS,
    *,
    note: str = "",
) -> list[Item]:
    """Return what stands in the message of a hand."""
    choosing = view.public.phase is Phase.DISCARD
    shown_cards = view.cards
    items: list[Item] = []
    heading = words("**Your hand** · table {table}", table=table_id)
    lines = [note, heading, phrases.hand_words(words, shown_cards, view.facts)]
    if looks.text_only:
        lines.append(phrases.cards_words(words, shown_cards, view.new))
    lines += signalled(view, words)
    if view.dropped:
        dropped = phrases.cards_words(words, view.dropped)
        lines.append(words("You drop: {cards}. The others are still choosing.", cards=dropped))
    elif choosing:
        lines.append(words("Choose one to four cards to drop."))
    items.append(text("\n".join(line for line in lines if line)))
    if not looks.text_only:
        items.append(picture(hand_name(shown_cards), phrases.cards_words(words, shown_cards, view.new)))
    if choosing and not view.dropped:
        options = [
            discord.SelectOption(label=phrases.card_words(words, card)[:100], value=card_name(card))
            for card in shown_cards
        ]
        click = ClickId(table_id, revision, "drop")
        items.append(menu(click, words("Cards to drop"), options, least=1, most=len(options)))
    return items
