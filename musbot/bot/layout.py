"""Building blocks of messages. Components are only written here; clicks on them are read in `clicks`.

Every view is built afresh for one sending and stopped at once, so that discord.py keeps no trace of it: what a
click means is in its custom id, which works after a restart too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import discord
from discord import ui

from musbot.bot.ids import ClickId, ClubId, TourId

Item: TypeAlias = ui.Item[Any]

BLUE, ORANGE, FELT = 0x5AAEFF, 0xFFB13D, 0x256B4E
EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
"""Flags of a message: one person alone sees it; it is made of components alone."""
LONGEST_TEXT = 3_900
"""Characters of text in a message; Discord allows 4,000 in all."""
BUTTONS_IN_ROW = 3
"""A phone shows three short buttons beside each other; a fourth is cropped or wrapped."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message ready to be sent, as often as need be: its items, its pictures, and whom it may ping."""

    items: tuple[Item, ...]
    files: tuple[tuple[str, bytes], ...] = ()
    """Names and contents of attached files."""
    keeps_files: bool = False
    """An edit with it leaves the message's files as they are; the items may name them."""
    pings: frozenset[int] = field(default=frozenset())
    """The people whose mention in the text rings their bell; nobody else's does."""

    def payload(self, *, edit: bool = False, private: bool = False) -> dict[str, Any]:
        """Return the message as Discord takes it; its files go beside it.

        :param edit: of a message that is there already.
        :param private: for the eyes of one person alone.
        """
        made: dict[str, Any] = {
            "components": [item.to_component_dict() for item in self.items],
            "flags": COMPONENTS_V2 | (EPHEMERAL if private else 0),
            "allowed_mentions": {"parse": [], "users": sorted(self.pings)},
        }
        if not (edit and self.keeps_files):
            made["attachments"] = [{"id": n, "filename": name} for n, (name, _) in enumerate(self.files)]
        return made

    def view(self) -> ui.LayoutView:
        """Return the components in a view of their own, which holds them to Discord's limits."""
        view = ui.LayoutView(timeout=None)
        for item in self.items:
            view.add_item(item)
        view.stop()
        return view


def text(content: str) -> Item:
    """Return a text, cut where Discord would refuse it."""
    if len(content) > LONGEST_TEXT:
        content = content[: LONGEST_TEXT - 1] + "…"
    return ui.TextDisplay(content)


def box(*items: Item, colour: int = FELT) -> Item:
    """Return a framed group of items."""
    return ui.Container(*items, accent_colour=colour)


def button(
    click: ClickId | ClubId | TourId,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> ui.Button[Any]:
    """Return a button."""
    return ui.Button(style=style, label=label, custom_id=str(click), disabled=disabled)


def link(label: str, url: str) -> ui.Button[Any]:
    """Return a button that leads to an address."""
    return ui.Button(style=discord.ButtonStyle.link, label=label, url=url)


def rows(buttons: Iterable[ui.Button[Any]], width: int = BUTTONS_IN_ROW) -> list[Item]:
    """Return buttons in rows that a phone can show."""
    each = list(buttons)
    return [ui.ActionRow(*each[i : i + width]) for i in range(0, len(each), width)]


def picture(name: str, description: str) -> Item:
    """Return an attached picture, with the text that stands for it."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=description[:1024]))


def attached(name: str) -> Item:
    """Return an attached file, to be saved."""
    return ui.File(f"attachment://{name}")


def menu(
    click: ClickId | ClubId | TourId,
    placeholder: str,
    options: Sequence[discord.SelectOption],
    least: int = 1,
    most: int = 1,
) -> Item:
    """Return a select menu in a row of its own."""
    return ui.ActionRow(
        ui.Select(
            custom_id=str(click),
            placeholder=placeholder[:150],
            options=list(options),
            min_values=least,
            max_values=most,
        )
    )


def person_menu(click: TourId, placeholder: str) -> Item:
    """Return a menu of the people of the server, in a row of its own."""
    return ui.ActionRow(ui.UserSelect(custom_id=str(click), placeholder=placeholder[:150]))
