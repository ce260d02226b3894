"""The two messages of ``/settings``: what somebody has chosen, and what is decided for a server.

Each choice stands there beside a menu or a switch that changes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord
from discord import ChannelType, SelectDefaultValue, SelectDefaultValueType, ui

from musbot.bot.choosing import FOLLOW, PRESETS, USUAL_RULES, places_of
from musbot.bot.ids import ClubId
from musbot.bot.layout import Item, Letter, box, button, menu, text
from musbot.bot.tipping import NEWCOMER
from musbot.bot.words import LANGUAGES, N_, Words
from musbot.store import PersonRow
from musbot.store.servers import ServerSettings

OWN, SERVER = "own", "server"
"""The actions of the menus and switches on the two messages; their first argument names what is chosen."""
CARDS = {"pictures": N_("pictures"), "large": N_("large pictures"), "words": N_("words alone")}
TIPS = {"newcomer": None, "on": True, "off": False}
"""What is noted of a person, by the values of the menu."""
MOST_CHANNELS = 25
"""As many as can be chosen in one of Discord's menus."""


def person_letter(known: PersonRow | None, words: Words) -> Letter:
    """Return what somebody has chosen, each with what changes it."""
    yes, no = words("yes"), words("no")
    pings, dms = known is None or known.pings, known is None or known.dms
    contrast = known is not None and known.contrast
    language = known.language if known and known.language in LANGUAGES else FOLLOW
    cards = "words" if known and known.text_only else "large" if known and known.large_cards else "pictures"
    tips = next(name for name, on in TIPS.items() if on is (known.tips if known else None))
    languages = {FOLLOW: words("as your Discord"), **LANGUAGES}
    looks = {name: words(label) for name, label in CARDS.items()}
    helped = words.n("in your first game", "in your first {count} games", NEWCOMER)
    when = {"newcomer": helped, "on": yes, "off": no}
    lines = {
        "language": words("- language: {language}", language=languages[language]),
        "cards": words("- cards: {cards}", cards=looks[cards]),
        "tips": words("- tips at your turn: {on}", on=when[tips]),
        "pings": words("- pings: {on}", on=yes if pings else no),
        "dms": words("- direct messages: {on}", on=yes if dms else no),
        "contrast": words("- high contrast: {on}", on=yes if contrast else no),
    }
    items = (
        text(words("### Your settings") + "\n" + lines["language"]),
        _menu(ClubId.of(OWN, "language"), lines["language"], languages, language),
        text(lines["cards"]),
        _menu(ClubId.of(OWN, "cards"), lines["cards"], looks, cards),
        text(lines["tips"]),
        _menu(ClubId.of(OWN, "tips"), lines["tips"], when, tips),
        _switch("pings", lines["pings"], pings, words),
        _switch("dms", lines["dms"], dms, words),
        _switch("contrast", lines["contrast"], contrast, words),
    )
    return Letter((box(*items),))


def server_letter(
    settings: ServerSettings, guild: discord.Guild | None, words: Words, *, manages: bool = False
) -> Letter:
    """Return what is decided for a server.

    :param guild: the server, if Discord tells of it here.
    :param manages: whether the reader may change it: with menus, then.
    """
    languages = {FOLLOW: words("that of whoever opens the table"), **LANGUAGES}
    language = settings.language if settings.language in LANGUAGES else FOLLOW
    rules = settings.rules or USUAL_RULES
    places, role = places_of(settings, guild), settings.tournament_role
    channels = ", ".join(f"<#{channel}>" for channel in places[:MOST_CHANNELS]) or words("all channels")
    if len(places) > MOST_CHANNELS:
        channels += " " + words("and {count} more", count=len(places) - MOST_CHANNELS)
    is_gone = role is not None and guild is not None and guild.get_role(role) is None
    holders = words("everybody")
    if role is not None:
        # Those who manage the server may always; nobody else does until another role is chosen.
        holders = words("a role that is gone") if is_gone else f"<@&{role}>"
    told = {
        "language": words("- language of new tables: {language}", language=languages[language]),
        "rules": words("- rules of new tables: {rules}", rules=rules),
        "channels": words("- tables may be opened in {channels}", channels=channels),
        "leaderboard": words("- weekly leaderboard: {where}", where=_weekly(settings, guild, words)),
        "tournaments": words("- tournaments may be announced by {who}", who=holders),
        "zone": words(
            "- hours are meant by the clock of {zone}", zone=settings.zone or words("its language")
        ),
    }
    menus: dict[str, Item] = {}
    if manages and guild is not None:
        menus = {
            "language": _menu(ClubId.of(SERVER, "language"), told["language"], languages, language),
            "rules": _menu(
                ClubId.of(SERVER, "rules"), told["rules"], {name: name for name in PRESETS}, rules
            ),
            "leaderboard": _channel_menu(
                "leaderboard", [settings.leaderboard_channel_id], guild, words("none"), 1
            ),
            "tournaments": _role_menu("tournaments", role, guild, holders if is_gone else words("everybody")),
        }
        if len(places) <= MOST_CHANNELS:
            menus["channels"] = _channel_menu("channels", places, guild, words("all channels"), MOST_CHANNELS)
    items: list[Item] = []
    lines = [words("### This server")]
    for name, line in told.items():
        lines.append(line)
        if name in menus:
            items += [text("\n".join(lines)), menus[name]]
            lines = []
    lines.append(words("-# `/settings server` changes each of them."))
    return Letter((box(*items, text("\n".join(lines))),))


def _weekly(settings: ServerSettings, guild: discord.Guild | None, words: Words) -> str:
    number, due = settings.leaderboard_channel_id, settings.leaderboard_at
    if number is None or due is None or (guild is not None and guild.get_channel(number) is None):
        return words("none")
    return words("in {channel}, next on {at}", channel=f"<#{number}>", at=f"<t:{int(due)}:F>")


def _menu(click: ClubId, line: str, labels: Mapping[str, str], chosen: str) -> Item:
    """Return a menu that has something chosen. Its placeholder is only for those who hear the message."""
    options = [
        discord.SelectOption(label=_capital(label), value=value, default=value == chosen)
        for value, label in labels.items()
    ]
    return menu(click, line.removeprefix("- "), options)


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def _switch(name: str, line: str, on: bool, words: Words) -> Item:
    click = ClubId.of(OWN, name, "off" if on else "on")
    return ui.Section(line, accessory=button(click, words("Turn off") if on else words("Turn on")))


def _channel_menu(
    name: str, chosen: Sequence[int | None], guild: discord.Guild, nothing: str, most: int
) -> Item:
    there = [each for each in chosen if each is not None and guild.get_channel(each) is not None]
    return ui.ActionRow(
        ui.ChannelSelect(
            custom_id=str(ClubId.of(SERVER, name)),
            channel_types=[ChannelType.text, ChannelType.news],
            placeholder=_capital(nothing),
            min_values=0,
            max_values=most,
            default_values=[
                SelectDefaultValue(id=each, type=SelectDefaultValueType.channel) for each in there
            ],
        )
    )


def _role_menu(name: str, chosen: int | None, guild: discord.Guild, nothing: str) -> Item:
    there = [chosen] if chosen is not None and guild.get_role(chosen) is not None else []
    return ui.ActionRow(
        ui.RoleSelect(
            custom_id=str(ClubId.of(SERVER, name)),
            placeholder=_capital(nothing),
            min_values=0,
            max_values=1,
            default_values=[SelectDefaultValue(id=each, type=SelectDefaultValueType.role) for each in there],
        )
    )
