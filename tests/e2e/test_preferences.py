"""The settings of a person and of a server, changed by the menus and switches of the message that shows them."""

from __future__ import annotations

from typing import Any

from musbot.bot.choosing import settings_of
from musbot.playground import Answer, Message, buttons_of, text_of
from musbot.playground.reading import controls_of
from tests.e2e.conftest import Rig

BUTTON, EDITED = 2, 7


def menus_of(message: Message) -> dict[str, Any]:
    """Return the menus of a message by what they choose."""
    menus = (each for each in controls_of(message) if each["type"] != BUTTON)
    return {each["custom_id"].split(":")[2]: each for each in menus}


def message_of(answer: Answer) -> Message:
    assert answer.message is not None
    return answer.message


async def test_everything_of_ones_own_is_changed_in_the_message_that_shows_it(rig: Rig) -> None:
    shown = message_of(await rig.benat.slash("settings me"))
    assert "pings: yes" in text_of(shown)
    for press in ("club:own:pings:off", "club:own:dms:off", "club:own:contrast:on"):
        answer = await rig.benat.click(shown, custom_id=press)
        assert answer.callback_type == EDITED, "in place"
        shown = message_of(answer)
    shown = message_of(await rig.benat.select(shown, "club:own:cards", ["large"]))
    shown = message_of(await rig.benat.select(shown, "club:own:tips", ["off"]))
    said = text_of(shown)
    for line in ("pings: no", "direct messages: no", "high contrast: yes", "cards: large pictures"):
        assert line in said
    assert "tips at your turn: no" in said
    assert {button.label for button in buttons_of(shown)} == {"Turn on", "Turn off"}
    known = await rig.store.people.get(rig.benat.id)
    assert known is not None
    assert not known.pings
    assert not known.dms
    assert known.contrast
    assert known.large_cards
    assert known.tips is False

    # And back to what is usual.
    shown = message_of(await rig.benat.select(shown, "club:own:tips", ["newcomer"]))
    shown = message_of(await rig.benat.select(shown, "club:own:cards", ["pictures"]))
    shown = message_of(await rig.benat.click(shown, custom_id="club:own:pings:on"))
    assert "in your first 3 games" in text_of(shown)
    known = await rig.store.people.get(rig.benat.id)
    assert known is not None
    assert known.pings
    assert not known.large_cards
    assert known.tips is None


async def test_the_message_speaks_the_language_that_is_chosen_in_it(rig: Rig) -> None:
    shown = message_of(await rig.carla.slash("settings me"))
    shown = message_of(await rig.carla.select(shown, "club:own:language", ["eu"]))
    assert "euskara" in text_of(shown).lower()
    assert "Gaitu" in {button.label for button in buttons_of(shown)}
    shown = message_of(await rig.carla.select(shown, "club:own:language", ["auto"]))
    assert "as your Discord" in text_of(shown)
    known = await rig.store.people.get(rig.carla.id)
    assert known is not None
    assert known.language is None


async def test_what_is_not_offered_is_not_noted(rig: Rig) -> None:
    shown = message_of(await rig.dani.slash("settings me"))
    before = text_of(shown)
    for custom_id, values in (
        ("club:own:language", ["klingon"]),
        ("club:own:cards", ["drop table"]),
        ("club:own:tips", ["off", "on"]),
        ("club:own:private", ["on"]),
        ("club:own", ["eu"]),
    ):
        answer = await rig.dani.select(shown, custom_id, values, hostile=True)
        assert text_of(message_of(answer)) == before
    answer = await rig.dani.click(shown, custom_id="club:own:language:on", hostile=True)
    assert text_of(message_of(answer)) == before
    answer = await rig.dani.click(shown, custom_id="club:own:pings:perhaps", hostile=True)
    assert text_of(message_of(answer)) == before


async def test_who_manages_a_server_decides_in_menus(rig: Rig) -> None:
    playground = rig.playground
    here, there = playground.channel(), playground.add_channel("there")
    hosts = playground.add_role("Hosts")
    await rig.settled()
    shown = message_of(await rig.ane.slash("settings server"))
    shown = message_of(await rig.ane.select(shown, "club:server:language", ["sv"]))
    shown = message_of(await rig.ane.select(shown, "club:server:rules", ["classic"]))
    shown = message_of(await rig.ane.select(shown, "club:server:channels", [here, there]))
    shown = message_of(await rig.ane.select(shown, "club:server:leaderboard", [there]))
    answer = await rig.ane.select(shown, "club:server:tournaments", [hosts])
    assert answer.callback_type == EDITED, "in place"
    shown = message_of(answer)
    said = text_of(shown)
    for part in (
        "Svenska",
        "classic",
        f"<#{here.id}>, <#{there.id}>",
        f"in <#{there.id}>, next",
        f"<@&{hosts.id}>",
    ):
        assert part in said
    settings = await settings_of(rig.store, playground.guild.id)
    assert settings.channels == sorted([here.id, there.id])
    assert settings.tournament_role == hosts.id
    assert (settings.language, settings.rules) == ("sv", "classic")

    # A menu that is emptied stands for the usual; so does everybody's role.
    shown = message_of(await rig.ane.select(shown, "club:server:channels", []))
    shown = message_of(await rig.ane.select(shown, "club:server:leaderboard", []))
    shown = message_of(await rig.ane.select(shown, "club:server:tournaments", [str(playground.guild.id)]))
    said = text_of(shown)
    for part in ("all channels", "weekly leaderboard: none", "announced by everybody"):
        assert part in said
    assert (await settings_of(rig.store, playground.guild.id)).channels == []


async def test_nobody_else_may_decide_for_a_server(rig: Rig) -> None:
    shown = message_of(await rig.benat.slash("settings server"))
    assert not menus_of(shown), "what they may not change is only told"
    before = await settings_of(rig.store, rig.playground.guild.id)
    for name, values in (
        ("rules", ["classic"]),
        ("channels", []),
        ("tournaments", []),
    ):
        answer = await rig.benat.select(shown, f"club:server:{name}", values, hostile=True)
        assert answer.ephemeral
        assert "may manage the server" in answer.text
    assert await settings_of(rig.store, rig.playground.guild.id) == before


async def test_a_channel_or_a_role_that_is_gone_is_chosen_no_more(rig: Rig) -> None:
    playground = rig.playground
    gone, hosts = playground.add_channel("gone"), playground.add_role("Hosts")
    await rig.settled()
    await rig.ane.slash("settings server", allow=gone, tournaments=hosts)
    await rig.ane.slash("settings server", leaderboard=gone)
    playground.delete_channel(gone)
    await rig.settled()
    shown = message_of(await rig.ane.slash("settings server"))
    assert "all channels" in text_of(shown)
    assert "weekly leaderboard: none" in text_of(shown)
    assert "default_values" not in menus_of(shown)["channels"]
    assert menus_of(shown)["tournaments"]["default_values"] == [{"id": str(hosts.id), "type": "role"}]
    answer = await rig.ane.select(shown, "club:server:channels", [str(gone.id), "nonsense"], hostile=True)
    assert "all channels" in answer.text
    guild = rig.bot.get_guild(playground.guild.id)
    assert guild is not None
    del guild._roles[hosts.id]
    shown = message_of(await rig.ane.slash("settings server"))
    assert "announced by a role that is gone" in text_of(shown)
    shown = message_of(await rig.ane.select(shown, "club:server:tournaments", [str(playground.guild.id)]))
    assert "announced by everybody" in text_of(shown)


async def test_what_is_not_of_this_server_changes_nothing(rig: Rig) -> None:
    here, hosts = rig.playground.channel(), rig.playground.add_role("Hosts")
    await rig.settled()
    await rig.ane.slash("settings server", allow=here, tournaments=hosts, leaderboard=here)
    before = await settings_of(rig.store, rig.playground.guild.id)
    shown = message_of(await rig.ane.slash("settings server"))
    for name in ("channels", "leaderboard", "tournaments", "language", "rules", "zone"):
        for values in (["123"], ["nonsense"]):
            await rig.ane.select(shown, f"club:server:{name}", values, hostile=True)
            assert await settings_of(rig.store, rig.playground.guild.id) == before, name


async def test_a_server_that_the_bot_does_not_know_yet_is_decided_for_all_the_same(rig: Rig) -> None:
    here, there = rig.playground.channel(), rig.playground.add_channel("there")
    await rig.settled()
    shown = message_of(await rig.ane.slash("settings server", allow=here))
    guild = rig.bot.get_guild(rig.playground.guild.id)
    assert guild is not None
    guild._channels.clear()
    await rig.ane.select(shown, "club:server:channels", [there])
    assert (await settings_of(rig.store, rig.playground.guild.id)).channels == [there.id]


async def test_help_leads_to_the_same_menus(rig: Rig) -> None:
    shown = message_of(await rig.ane.slash("help"))
    answer = await rig.ane.click(
        shown, custom_id=next(b.custom_id for b in buttons_of(shown) if "settings" in (b.custom_id or ""))
    )
    shown = message_of(await rig.ane.click(answer.message, custom_id="club:own:pings:off"))
    assert "pings: no" in text_of(shown)
