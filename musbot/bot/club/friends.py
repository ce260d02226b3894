"""``/friends``: whom one likes to play with, and whom not; invitations with one press; news of friends' tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from musbot.bot.answering import show
from musbot.bot.ids import ClubId
from musbot.bot.layout import Item, Letter, box, button, link, menu, rows, text
from musbot.bot.mail import Mail
from musbot.bot.names import safe_name, shown
from musbot.bot.people import person_of
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.stage import Stage
from musbot.bot.words import N_, Words
from musbot.club.friends import Friends
from musbot.store import Store, TableStatus
from musbot.store.friends import FriendKind, FriendRow
from musbot.table import Change, Refusal, Refused, Tables

ON_PAGE = 25
"""People on a page: Discord's menus take no more."""


class FriendScreens:
    """Shows friends, and does what people want with them."""

    def __init__(self, store: Store, tables: Tables, stage: Stage, mail: Mail, friends: Friends) -> None:
        self._store = store
        self._tables = tables
        self._stage = stage
        self._mail = mail
        self._friends = friends

    async def open(self, interaction: discord.Interaction, click: ClubId | None = None) -> None:
        """Show one's friends, and those blocked; the page that a button names."""
        await self._show(interaction, "", (click.number(0) or 0) if click is not None else 0)

    async def add(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Make the person whom a button names a friend."""
        await self._put(interaction, click.number(0), "friend", "")

    async def block(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Block the person whom a button names."""
        await self._put(interaction, click.number(0), "blocked", "")

    async def add_person(
        self, interaction: discord.Interaction, other: discord.User | discord.Member
    ) -> None:
        """Make somebody a friend, from the menu on them."""
        await self._put_person(interaction, other, "friend")

    async def block_person(
        self, interaction: discord.Interaction, other: discord.User | discord.Member
    ) -> None:
        """Block somebody, from the menu on them."""
        await self._put_person(interaction, other, "blocked")

    async def news(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Let friends be told of each other's tables, or not."""
        await self._store.people.set_friend_news(interaction.user.id, click.arguments[:1] == ("on",))
        await self._show(interaction, "")

    async def forget(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Take the person that was chosen out of the lists."""
        chosen = _chosen(interaction)
        if chosen is not None:
            await self._friends.remove(interaction.user.id, chosen)
        await self._show(interaction, "")

    async def invite(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Invite the friend that was chosen to the table at which one sits."""
        chosen = _chosen(interaction) or click.number(0)
        words = words_of(interaction)
        friend = next(
            (each for each in await self._friends.lists(interaction.user.id) if each.other_id == chosen), None
        )
        if friend is None or friend.kind != "friend":
            await self._show(interaction, words("That is no friend of yours any more."))
            return
        mine = await self._store.tables_of(interaction.user.id)
        waiting = [row for row in mine if row.status is TableStatus.OPEN]
        if not waiting:
            await self._show(interaction, words("You sit at no table that waits. Open one with `/mus open`."))
            return
        change = await self._tables.invite(waiting[0].table_id, person_of(interaction), friend.other_id)
        if change.events:
            self._mail.tell(
                [friend.other_id],
                lambda words: self._invitation(change, interaction, words),
                change.after.language,
            )
            await self._stage.refresh(change.table_id)
        told = words("{name} is invited to table {table}.", name=shown(friend.name), table=change.table_id)
        await self._show(interaction, told)

    async def tell_opened(self, change: Change) -> None:
        """Tell the friends of a host that a table is open, if both want it."""
        host = change.after.host
        people = await self._friends.to_tell(host) - change.after.access.people
        if not people or change.after.access.kind in ("people", "role"):
            return
        name = change.after.seats[change.after.seat_of(host)].name

        def notice(words: Words) -> Letter:
            told = words("{name} has opened table {table}.", name=f"**{shown(name)}**", table=change.table_id)
            off = words("-# `/friends` turns such messages off.")
            return self._with_way(change, f"{told}\n{off}", words)

        self._mail.tell(people, notice, change.after.language)

    def _invitation(self, change: Change, interaction: discord.Interaction, words: Words) -> Letter:
        name = safe_name(interaction.user.display_name)
        told = words("{name} invites you to table {table}.", name=f"**{shown(name)}**", table=change.table_id)
        return self._with_way(change, told, words)

    def _with_way(self, change: Change, told: str, words: Words) -> Letter:
        url = self._stage.url(change.after)
        return Letter((text(told), *(rows([link(words("To the table"), url)]) if url else ())))

    async def _put_person(
        self, interaction: discord.Interaction, other: discord.User | discord.Member, kind: FriendKind
    ) -> None:
        words = words_of(interaction)
        if other.bot:
            await show(interaction, sentence(words, N_("Bots are nobody's friends here.")))
            return
        await self._put(interaction, other.id, kind, safe_name(other.display_name))

    async def _put(
        self, interaction: discord.Interaction, other_id: int | None, kind: FriendKind, name: str
    ) -> None:
        words = words_of(interaction)
        if other_id is None or other_id <= 0:
            raise Refused(Refusal.NO_TABLE)
        if other_id == interaction.user.id:
            await show(interaction, sentence(words, N_("That is you.")))
            return
        if not await self._friends.put(interaction.user.id, other_id, kind, name):
            await self._show(interaction, words("That list is full: take somebody out first."))
            return
        name = shown(name or await self._friends.name_of(other_id))
        told = (
            words("{name} is your friend now.", name=name)
            if kind == "friend"
            else words("{name} is blocked, and cannot sit at your tables. They are not told.", name=name)
        )
        await self._show(interaction, told)

    async def _show(self, interaction: discord.Interaction, told: str, page: int = 0) -> None:
        words = words_of(interaction)
        lists = await self._friends.lists(interaction.user.id)
        news = await self._friends.has_news(interaction.user.id)
        await show(interaction, friends_letter(lists, news, told, words, page))


def friends_letter(lists: Sequence[FriendRow], news: bool, told: str, words: Words, page: int = 0) -> Letter:
    """Return both lists of somebody, the friends first.

    :param told: what was just done.
    :param page: from 0; beyond the last it is the last.
    """
    pages = max(1, -(-len(lists) // ON_PAGE))
    page = max(0, min(page, pages - 1))
    ordered = sorted(lists, key=lambda each: each.kind != "friend")
    here = ordered[page * ON_PAGE : (page + 1) * ON_PAGE]
    friends = [each for each in here if each.kind == "friend"]
    blocked = [each for each in here if each.kind == "blocked"]
    lines = [told, words("### Friends")]
    if friends or not page:
        lines.append(", ".join(shown(each.name) for each in friends) or words("None yet."))
    if blocked:
        lines += [words("**Blocked**"), ", ".join(shown(each.name) for each in blocked)]
    lines.append(
        words(
            "-# Add friends from `/profile`, or from the menu on a person: *Apps*. You and a friend who has you as "
            "one too are told when either opens a table, if both want it."
        )
    )
    if pages > 1:
        lines.append(words("-# page {page} of {pages}", page=page + 1, pages=pages))
    items: list[Item] = [text("\n".join(line for line in lines if line))]
    if friends:
        items.append(menu(ClubId.of("invite"), words("Invite to my table"), _options(friends)))
    if here:
        items.append(menu(ClubId.of("forget"), words("Take off the list"), _options(here)))
    turn = ClubId.of("news", "off" if news else "on")
    buttons = [button(turn, words("News off") if news else words("News on"))]
    if pages > 1:
        # The last argument keeps the ids of one message apart.
        buttons += [
            button(ClubId.of("friends", max(0, page - 1), "back"), words("◀ Back"), disabled=page == 0),
            button(ClubId.of("friends", page + 1, "on"), words("▶ Next"), disabled=page == pages - 1),
        ]
    items += rows(buttons)
    return Letter((box(*items),))


def _options(lists: Sequence[FriendRow]) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=each.name[:100] or "?", value=str(each.other_id)) for each in lists]


def _chosen(interaction: discord.Interaction) -> int | None:
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values")
    chosen = str(values[0]) if isinstance(values, list) and values else ""
    number = int(chosen) if chosen.isdecimal() and len(chosen) <= 20 else None
    return number if number is not None and number < 2**63 else None
