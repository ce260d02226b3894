"""``/profile``: what a player's games say of them, as a picture and as text."""

from __future__ import annotations

import datetime
from functools import lru_cache

import discord
from discord import ButtonStyle

from musbot.bot import phrases
from musbot.bot.answering import show
from musbot.bot.drawing import draw
from musbot.bot.ids import ClubId
from musbot.bot.layout import Item, Letter, box, button, picture, rows, text
from musbot.bot.names import safe_name, shown
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.tournament.hall import title_lines
from musbot.bot.words import N_, Words
from musbot.club.profiles import Badge, Milestone, Profile, Profiles
from musbot.club.rating import Strength
from musbot.game import Lance
from musbot.game.cards import RANKS
from musbot.game.tally import Feat
from musbot.pictures import (
    BadgeScene,
    CurveScene,
    FactScene,
    ProfileScene,
    ShareList,
    ShareScene,
    profile_picture,
)
from musbot.store import Store
from musbot.store.profiles import Company
from musbot.store.standings import StandingRow

PICTURE = "profile.png"
MOST_BADGES = 7
MOST_COMPANY = 3

BADGES: dict[Feat | Milestone, tuple[str, str, str]] = {
    Feat.LAST_STAND: ("ordago", N_("Last stand"), N_("won an órdago when the rivals lacked one stone")),
    Feat.COMEBACK: ("comeback", N_("Comeback"), N_("won a game from 30 stones behind")),
    Feat.BLUFF: ("eye", N_("Bluff"), N_("won a lance by órdago, with the worse cards")),
    Feat.WALKOVER: ("shoe", N_("Walkover"), N_("won a game in which the rivals made fewer than five stones")),
    Feat.FOUR_KINGS: ("crown", N_("Four kings"), N_("showed four kings")),
    Feat.BY_A_LEAF: ("leaf", N_("By a leaf"), N_("won 31 against 31, nearer the mano")),
    Milestone.HUNDRED_WINS: ("txapela", N_("Txapeldun"), N_("won a hundred games")),
    Milestone.TEN_ORDAGOS: ("flame", N_("Fearless"), N_("won ten órdagos that were called")),
    Milestone.FIVE_IN_A_ROW: ("star", N_("Five wins"), N_("won five games in a row")),
    Milestone.OLD_COUPLE: ("partners", N_("Old couple"), N_("played fifty games with one partner")),
    Milestone.THIRTY_ONES: ("thirty-one", N_("31 × 31"), N_("held 31 thirty-one times")),
    Milestone.FIRST_WIN: ("cup", N_("First win"), N_("won a first game")),
}
"""The emblem of each badge, its name, and what it was earned for."""


class ProfileScreens:
    """Shows profiles."""

    def __init__(self, store: Store, profiles: Profiles) -> None:
        self._store = store
        self._profiles = profiles

    async def open(
        self, interaction: discord.Interaction, player: discord.User | discord.Member | None
    ) -> None:
        """Answer the command, or the context menu on a person."""
        person = player or interaction.user
        await self._show(interaction, person.id, safe_name(person.display_name))

    async def again(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Show the profile of a person whom a button names."""
        user = interaction.user
        person_id = click.number(0) or user.id
        await self._show(interaction, person_id, safe_name(user.display_name) if person_id == user.id else "")

    async def hide(self, interaction: discord.Interaction, click: ClubId) -> None:
        """Make one's own profile private, or let others see it."""
        await self._store.people.set_private(interaction.user.id, click.arguments[:1] == ("on",))
        await self._show(interaction, interaction.user.id, "")

    async def _show(self, interaction: discord.Interaction, person_id: int, name: str) -> None:
        words = words_of(interaction)
        own = person_id == interaction.user.id
        private = await self._profiles.is_private(person_id)
        if private and not own:
            await show(interaction, sentence(words, N_("This player keeps their profile to themselves.")))
            return
        profile = await self._profiles.get(person_id)
        await show(interaction, await draw(profile_letter, profile, words, name, own=own, private=private))


def profile_letter(
    profile: Profile, words: Words, name: str = "", *, own: bool = False, private: bool = False
) -> Letter:
    """Return a profile; draw it in a thread."""
    name = profile.name or name or words("Nobody")
    if not profile.games:
        lines = [f"### {shown(name)}", words("No finished game yet."), *title_lines(profile.honours, words)]
        return Letter((box(text("\n".join(lines)), *_buttons(profile, words, own, private)),))
    items: list[Item] = [
        text("\n".join(_lines(profile, name, words))),
        picture(PICTURE, words("The profile of {name}", name=name)),
        *_buttons(profile, words, own, private),
    ]
    return Letter((box(*items),), files=((PICTURE, drawn(scene_of(profile, name, words))),))


def _lines(profile: Profile, name: str, words: Words) -> list[str]:
    lines = [f"### {shown(name)}"]
    for label, row in ((N_("This season"), profile.season), (N_("All time"), profile.all_time)):
        if row is not None:
            lines.append(f"**{words(label)}** {rating(row)}")
    games = words.n("{count} game", "{count} games", profile.games)
    lines.append(
        words("{games}, {won} won · {streak}", games=games, won=profile.won, streak=_streak(profile, words))
    )
    for label, company in (
        (N_("Partners"), profile.partners),
        (N_("Opponents"), profile.opponents),
    ):
        if company:
            told = " · ".join(
                f"{shown(each.name)} {each.won}–{each.games - each.won}" for each in company[:MOST_COMPANY]
            )
            lines.append(f"**{words(label)}** {told}")
    for lance, bets in profile.bets.items():
        if bets.made or bets.calls:
            lines.append(
                words(
                    "-# **{lance}** bets {made}, called {called}, won {won} · calls {calls}, won {calls_won}",
                    lance=words(phrases.LANCES[lance]),
                    made=bets.made,
                    called=bets.called,
                    won=bets.won,
                    calls=bets.calls,
                    calls_won=bets.calls_won,
                )
            )
    said, called, won = profile.ordagos
    if said or called:
        lines.append(
            words("**Órdagos** said {said}, called {called}, won {won}", said=said, called=called, won=won)
        )
    if profile.best_hand:
        lines.append(words("**Best hand** {hand}", hand=f"`{profile.best_hand}`"))
    lines += title_lines(profile.honours, words)
    for badge in profile.badges:
        lines.append(_badge_line(badge, words))
    return lines


def rating(row: StandingRow) -> str:
    """Return a rating as people see it, ``1712 ± 60``."""
    return str(Strength(row.mu, row.sigma))


def _streak(profile: Profile, words: Words) -> str:
    if profile.streak >= 0:
        return words.n("{count} won in a row", "{count} won in a row", profile.streak)
    return words.n("{count} lost in a row", "{count} lost in a row", -profile.streak)


def _badge_line(badge: Badge, words: Words) -> str:
    _, name, why = BADGES[badge.what]
    when = f" · <t:{int(badge.at)}:d>" if badge.at else ""
    return f"🏅 **{words(name)}** · {words(why)}{when}"


def _buttons(profile: Profile, words: Words, own: bool, private: bool) -> list[Item]:
    person = profile.person_id
    games = button(ClubId.of("games", person), words("Games"))
    if own:
        hide = ClubId.of("hide", "off" if private else "on")
        label = words("Show to all") if private else words("Make private")
        return rows([games, button(ClubId.of("friends"), words("Friends")), button(hide, label)])
    friend = button(ClubId.of("friend", person), words("Add friend"), ButtonStyle.success)
    return rows([games, friend, button(ClubId.of("block", person), words("Block"), ButtonStyle.danger)])


@lru_cache(maxsize=16)
def drawn(scene: ProfileScene) -> bytes:
    """Return the picture of a profile. It takes some milliseconds: call it outside the event loop."""
    return profile_picture(scene)


def scene_of(profile: Profile, name: str, words: Words) -> ProfileScene:
    """Return the picture of a profile, in words."""
    row = profile.season or profile.all_time
    peak = max((points for _, points in profile.curve), default=0)
    season = profile.season
    facts = [
        FactScene(words("Games"), str(profile.games)),
        FactScene(words("Won"), f"{profile.won / profile.games:.0%}" if profile.games else "–"),
        FactScene(words("Streak"), str(abs(profile.streak)), (profile.streak > 0) - (profile.streak < 0)),
        FactScene(words("Stones"), str(season.stones if season else 0)),
    ]
    return ProfileScene(
        name=name,
        rating=rating(row) if row else "",
        curve=CurveScene(
            points=tuple((at, float(points)) for at, points in profile.curve),
            first_word=_day(profile.curve[0][0]) if profile.curve else "",
            last_word=_day(profile.curve[-1][0]) if profile.curve else "",
            peak_word=words("best {rating}", rating=peak) if profile.curve else "",
            empty_word=words("No rated game yet"),
        ),
        facts=tuple(facts),
        partners=_shares(words("Partners"), profile.partners, words),
        opponents=_shares(words("Opponents"), profile.opponents, words),
        lances=_lance_shares(profile, words),
        best_title=words("Best hand"),
        best_hand=cards_of(profile.best_hand),
        best_words=profile.best_hand,
        badges_title=words("Badges"),
        badges=_badges(profile, words),
    )


def _badges(profile: Profile, words: Words) -> tuple[BadgeScene, ...]:
    """Return the badges of the picture, the cups of tournaments before all."""
    won = sum(each.place == 1 for each in profile.honours)
    cups = [BadgeScene("cup", words.n("{count} title", "{count} titles", won))] if won else []
    earned = [BadgeScene(BADGES[each.what][0], words(BADGES[each.what][1])) for each in profile.badges]
    return tuple([*cups, *earned][:MOST_BADGES])


def _shares(title: str, company: tuple[Company, ...], words: Words) -> ShareList:
    shares = tuple(
        ShareScene(each.name, each.won / each.games, f"{each.won}–{each.games - each.won}")
        for each in company[:MOST_COMPANY]
    )
    return ShareList(title, shares, words("nobody yet"))


def _lance_shares(profile: Profile, words: Words) -> ShareList:
    shares = []
    for lance in (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.JUEGO):
        bets = profile.bets.get(lance)
        called = bets.called if bets else 0
        share = bets.won / called if bets and called else None
        shares.append(
            ShareScene(words(phrases.LANCES[lance]), share, f"{bets.won}/{called}" if bets else "0/0")
        )
    return ShareList(words("Called bets won"), tuple(shares), words("none yet"))


def cards_of(ranks: str) -> tuple[int, ...]:
    """Return cards of some ranks, ``R R 1 1``, each of another suit where the rank is the same."""
    seen: dict[str, int] = {}
    cards = []
    for letter in ranks.split():
        suit = seen[letter] = seen.get(letter, -1) + 1
        cards.append(suit * 10 + RANKS.index(letter))
    return tuple(cards)


def _day(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).date().isoformat()
