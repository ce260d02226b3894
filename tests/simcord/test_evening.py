"""An evening of Mus in simcord's Discord, from the lobby to the record."""

from __future__ import annotations

import random
import re

import discord
import pytest

from musbot.game.record import read_record
from musbot.store import Store
from simcord import SetupError
from tests.simcord.club import SELECT, Club, components, labels, menu, text_of, told
from tests.simcord.conftest import unsafe_payloads


async def test_the_commands_are_known_to_discord(club: Club) -> None:
    names = club.ane.available_commands(club.channel)

    assert {"mus open", "mus join", "mus hand", "mus leave", "mus close", "mus rules", "mus score"} <= set(
        names
    )


async def test_tables_are_offered_in_servers_only(club: Club) -> None:
    alone = {"privacy show", "privacy export", "privacy delete", "mus practice", "mus odds"}
    assert alone <= set(club.ane.user.available_commands())


async def test_a_table_is_opened_with_three_free_seats(club: Club) -> None:
    result = await club.open()

    assert result.response is not None
    assert not result.response.ephemeral
    assert labels(result.response) == ["Join", "Fill with AI", "Leave", "Change seat", "Cut the deck"]
    assert "▲ Ane + *free*" in text_of(result.response)
    assert "**3 seats** are free." in text_of(result.response)


async def test_three_join_and_the_first_deal_begins(club: Club) -> None:
    await club.sit_down()

    lobby, board = club.seen()
    assert "All seats are taken" in text_of(lobby)
    assert labels(lobby) == []
    assert "▲ **0** · Ane + Carla" in text_of(board)
    assert "◆ **0** · Beñat + Dani" in text_of(board)
    assert labels(board) == ["Mus", "No mus", "My hand", "Signal", "? Tips", "Cut the deck"]
    assert len(club.asked()) == 1


async def test_everyone_gets_their_own_four_cards_by_direct_message(club: Club) -> None:
    await club.sit_down()

    hands = [text_of(club.hand_of(friend)) for friend in club.friends]

    assert all(re.search(r"`[RCS1-7]( [RCS1-7]){3}`", hand) for hand in hands)
    for friend in club.friends:
        (picture,) = club.hand_of(friend).attachments
        assert picture.filename == "hand.png"
        assert (await picture.read()).startswith(b"\x89PNG")
    assert club.stranger.user.dm_channel.history() == []


async def test_my_hand_is_shown_to_its_owner_alone(club: Club) -> None:
    await club.sit_down()
    before = len(club.seen(club.benat))

    result = await club.ane.click(club.table, label="My hand")

    told(result)
    in_dm = re.search(r"`. . . .`", text_of(club.hand_of(club.ane)))
    assert in_dm is not None
    assert in_dm[0] in told(result)
    assert len(club.seen(club.benat)) == before


async def test_all_say_mus_drop_at_the_same_time_and_get_new_cards(club: Club) -> None:
    await club.sit_down()
    hands = [text_of(club.hand_of(friend)) for friend in club.friends]
    for _ in range(4):
        await club.say("Mus")
    assert labels(club.table) == ["Discard", "My hand", "Signal", "? Tips", "Cut the deck"]
    assert len(club.asked()) == 4

    for number, friend in enumerate(club.friends, 1):
        assert friend in club.asked()
        result = await club.drop(friend, number)
        assert result.acknowledged

    for count, name in enumerate(("Ane", "Beñat", "Carla", "Dani"), 1):
        assert f"{name}\N{NO-BREAK SPACE}{count}" in text_of(club.table)
    assert labels(club.table) == ["Mus", "No mus", "My hand", "Signal", "? Tips", "Cut the deck"]
    assert all(
        text_of(club.hand_of(friend)) != hand for friend, hand in zip(club.friends, hands, strict=True)
    )


async def test_cards_are_dropped_in_the_direct_message_too(club: Club) -> None:
    await club.sit_down()
    for _ in range(4):
        await club.say("Mus")
    message = club.hand_of(club.ane)

    await club.ane.user.select(message, menu(message)[:2])

    assert "You drop:" in text_of(club.hand_of(club.ane))
    assert club.ane not in club.asked()
    assert not [each for each in components(club.hand_of(club.ane)) if each["type"] == SELECT]


async def test_after_a_drop_the_menu_is_gone(club: Club) -> None:
    await club.sit_down()
    for _ in range(4):
        await club.say("Mus")
    asked = await club.ane.click(club.table, label="Discard")
    assert asked.response is not None
    await club.ane.select(asked.response, menu(asked.response)[:1])

    assert [each for each in components(asked.response) if each["type"] == SELECT] == []
    assert "You drop:" in text_of(asked.response)


async def test_a_deal_is_held_through_all_lances_to_the_count(club: Club) -> None:
    await club.sit_down()
    await club.say("No mus")
    first = club.table
    while club.table.id == first.id:
        await club.say("Hold")

    ended = next(message for message in club.seen() if message.id == first.id)
    written = text_of(ended)
    assert labels(ended) == []
    assert len(re.findall(r"`. . . .`", written)) == 4
    for lance in ("Grande", "Chica", "Pares"):
        assert f"**{lance}** · " in written
    assert "**Juego** · " in written or "**Punto** · " in written
    assert "deal 2" in text_of(club.table)
    assert labels(club.table) == ["Mus", "No mus", "My hand", "Signal", "? Tips", "Cut the deck"]


async def test_a_bet_is_raised_by_the_form_agreed_and_called(club: Club) -> None:
    await club.sit_down()
    await club.say("No mus")

    await club.raise_to(5)
    assert "would **bet 5**" in club.turn
    await club.say("Agree")
    await club.raise_to(11)
    await club.say("Agree")
    assert " bets **11**. Passing gives" in club.turn
    await club.say("Call")
    await club.say("Agree")

    assert "→ **11** at stake" in text_of(club.table)


async def test_a_bet_is_chosen_from_the_menu_of_the_form(club: Club) -> None:
    await club.sit_down(consult=False)
    await club.say("No mus")
    (speaker,) = club.asked()

    form = await speaker.click(club.table, label="Raise")
    await speaker.submit_modal(form, {"amount": ["10"]})

    assert " bets **10**. Passing gives" in club.turn


async def test_a_form_filled_with_nonsense_is_answered(club: Club) -> None:
    await club.sit_down()
    await club.say("No mus")
    (speaker,) = club.asked()

    form = await speaker.click(club.table, label="Raise")
    result = await speaker.submit_modal(form, {"other": "lots"})

    assert "whole number" in told(result)
    assert club.asked() == [speaker]


async def test_a_form_sent_too_late_is_answered(club: Club) -> None:
    await club.sit_down()
    await club.say("No mus")
    (speaker,) = club.asked()
    form = await speaker.click(club.table, label="Raise")
    await club.say("Hold")

    result = await speaker.submit_modal(form, {"other": "5"})

    assert "moment has passed" in told(result)


# Clicks of the wrong person, at the wrong time


async def test_a_stranger_is_told_that_they_have_no_seat(club: Club) -> None:
    await club.sit_down()

    for label in ("Mus", "My hand"):
        result = await club.stranger.click(club.table, label=label)
        assert told(result) == "You have no seat at this table."


async def test_a_fifth_person_finds_no_seat(club: Club) -> None:
    await club.open()
    lobby = club.table
    for friend in club.friends[1:3]:
        await friend.click(lobby, label="Join")
    old = club.table
    await club.dani.click(lobby, label="Join")

    with pytest.raises(SetupError):
        await club.stranger.click(old, label="Join")
    await club.stranger.slash(club.channel, "mus join", table=1)

    assert club.env.errors, "simcord notes what the tree's error handler answers"
    assert "All four seats are taken" in text_of(club.seen(club.stranger)[-1])


async def test_out_of_turn_one_is_told_whose_turn_it_is(club: Club) -> None:
    await club.sit_down()
    (speaker,) = club.asked()
    names = dict(zip(club.friends, ("Ane", "Beñat", "Carla", "Dani"), strict=True))

    for friend in set(club.friends) - {speaker}:
        result = await friend.click(club.table, label="No mus")
        assert told(result) == f"It is {names[speaker]}'s turn, not yours yet."


async def test_joining_twice_is_answered_kindly(club: Club) -> None:
    await club.open()

    result = await club.ane.click(club.table, label="Join")

    assert told(result) == "You have a seat at this table already."


def lose_an_edit(club: Club) -> None:
    """Let Discord take the next click and then refuse, in every way, to show what came of it."""
    club.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    club.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=404, code=10015)
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)


async def test_a_button_of_an_earlier_moment_is_too_late_and_brings_the_present_one(club: Club) -> None:
    await club.sit_down()
    (speaker,) = club.asked()
    lose_an_edit(club)
    await club.say("Mus")
    assert club.asked() == [speaker], "nobody sees that the word was said"

    result = await club.say("Mus")

    assert "goes on now" in text_of(result.followups[-1])
    assert club.asked() != [speaker]
    await club.say("Mus")
    assert len(club.asked()) == 1


async def test_a_raise_of_an_earlier_moment_opens_no_form(club: Club) -> None:
    await club.sit_down()
    await club.say("No mus")
    lose_an_edit(club)
    await club.say("Hold")

    result = await club.say("Raise")

    assert result.modal is None
    assert "goes on now" in text_of(result.followups[-1])


# What goes wrong


async def test_closed_direct_messages_leave_the_hand_behind_the_button(club: Club, store: Store) -> None:
    path = f"/channels/{club.benat.user.dm_channel.id}/messages"
    club.env.inject_error("POST", path, status=403, code=50007, times=None)
    await club.sit_down()

    result = await club.benat.click(club.table, label="My hand")

    assert "direct messages are closed to me" in told(result)
    assert re.search(r"`. . . .`", told(result))
    assert club.benat.user.dm_channel.history() == []
    person = await store.people.get(club.benat.id)
    assert person is not None
    assert person.dm_closed_at is not None
    assert len(club.asked()) == 1, "the game goes on"


@pytest.mark.parametrize(
    ("lacking", "name"),
    [("attach_files", "Attach Files"), ("send_messages", "Send Messages"), ("embed_links", "Embed Links")],
)
async def test_what_the_bot_lacks_is_named_where_a_table_is_opened(
    club: Club, lacking: str, name: str
) -> None:
    bot = club.guild.me
    assert bot is not None
    barred = club.guild.create_text_channel(
        "barred", overwrites={bot: discord.PermissionOverwrite(**{lacking: False})}
    )

    result = await club.ane.slash(barred, "mus open")

    assert told(result).startswith("I lack permissions in this channel: ")
    assert name in told(result)
    assert barred.history() == []


async def test_in_a_thread_other_permissions_are_needed(club: Club) -> None:
    bot = club.guild.me
    assert bot is not None
    barred = club.guild.create_text_channel(
        "barred", overwrites={bot: discord.PermissionOverwrite(send_messages=False)}
    )
    await club.ane.send(barred, "A table?")
    message = barred.history()[-1]
    await message.create_thread(name="Table")
    (thread,) = barred.threads

    result = await club.ane.slash(thread, "mus open")

    assert result.response is not None
    assert not result.response.ephemeral
    assert "**3 seats** are free." in text_of(result.response)


async def test_a_table_message_that_was_deleted_comes_back(club: Club) -> None:
    await club.sit_down()
    old = club.table
    await old.delete()

    await club.ane.slash(club.channel, "mus leave")

    assert club.table.id != old.id
    assert "deal 1" in text_of(club.table)


async def test_a_message_that_discord_lost_once_does_not_stop_the_game(club: Club) -> None:
    await club.sit_down()
    club.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    (speaker,) = club.asked()

    await club.say("Mus")

    assert club.asked() != [speaker]
    assert f"{['Ane', 'Beñat', 'Carla', 'Dani'][club.friends.index(speaker)]}: mus" in text_of(club.table)


async def test_the_bot_restarts_and_the_old_buttons_work(club: Club) -> None:
    await club.sit_down()
    await club.say("Mus")
    before, message = text_of(club.table), club.table.id

    await club.restart()
    assert text_of(club.table) == before
    await club.say("No mus")

    assert club.table.id == message
    assert "no mus!" in text_of(club.table)
    await club.raise_to(2)
    assert "**bet 2**" in club.turn


async def test_the_bot_restarts_while_seats_are_taken(club: Club) -> None:
    await club.open()
    await club.benat.click(club.table, label="Join")
    await club.restart()

    await club.carla.click(club.table, label="Join")
    await club.dani.click(club.table, label="Join")

    assert "deal 1" in text_of(club.table)


async def test_the_commands_are_not_sent_again_at_a_restart_if_they_are_the_same(club: Club) -> None:
    """Without a folder to remember them in, they are: Discord takes the same ones in silence."""
    await club.restart()

    puts = [
        each for each in club.env.http_requests if each.method == "PUT" and each.path.endswith("/commands")
    ]
    assert len(puts) == 2
    assert puts[0].json == puts[1].json


# Who may sit, who may close


async def test_a_table_for_a_role_takes_its_members_only(club: Club) -> None:
    role = club.guild.create_role("Players")
    member = club.join_server("Edurne", roles=[role])
    await club.open(role=role)

    refused = await club.benat.click(club.table, label="Join")
    await member.click(club.table, label="Join")

    assert "a role that you do not have" in told(refused)
    assert "Edurne" in text_of(club.table)


async def test_an_invited_partner_may_sit_and_another_may_not(club: Club) -> None:
    await club.open(partner=club.carla)

    refused = await club.benat.click(club.table, label="Join")
    await club.carla.click(club.table, label="Join")

    assert "invited" in told(refused)
    assert "Carla" in text_of(club.table)


async def test_a_moderator_closes_a_table_and_a_guest_does_not(club: Club) -> None:
    rights = club.guild.create_role("Mods", permissions=discord.Permissions(manage_messages=True))
    moderator = club.join_server("Maider", roles=[rights])
    await club.open()

    refused = await club.stranger.slash(club.channel, "mus close")
    assert "Only the person who opened the table" in told(refused)
    assert club.env.errors
    closed = await moderator.slash(club.channel, "mus close")

    assert told(closed) == "Table 1 is closed."
    assert "This table was closed." in text_of(club.table)
    assert labels(club.table) == []


async def test_a_table_is_of_its_own_server(club: Club) -> None:
    """Numbers of tables are easily guessed, and on a server of their own everybody is a moderator."""
    await club.open()
    await club.stranger.click(club.table, label="Join")
    elsewhere = club.env.create_guild("Elsewhere", owner=club.stranger.user)
    owner = elsewhere.add_member(club.stranger.user)
    channel = elsewhere.create_text_channel("lair")

    for command in ("join", "score", "close", "leave", "hand", "invite"):
        options = {"person": owner} if command == "invite" else {}
        result = await owner.slash(channel, f"mus {command}", table=1, **options)
        assert "There is no such table" in told(result), command
    assert "There is no such table" in told(await owner.slash(channel, "mus close"))

    assert club.env.errors
    assert "**2 seats** are free." in text_of(club.table)


async def test_who_is_not_asked_gets_no_form(club: Club) -> None:
    await club.sit_down()
    await club.say("No mus")
    (speaker,) = club.asked()
    other = next(friend for friend in club.friends if friend is not speaker)

    result = await other.click(club.table, label="Raise")

    assert result.modal is None
    assert "turn, not yours yet" in told(result)


async def test_a_hostile_name_pings_nobody(club: Club) -> None:
    user = club.env.create_user("eve", global_name="@everyone <@&1> **x")
    eve = club.guild.add_member(user)
    await club.open()

    await eve.click(club.table, label="Join")

    assert "@everyone" not in text_of(club.table)
    assert not club.table.mention_everyone
    assert club.table.role_mentions == []


# The end


async def test_one_person_plays_three_ai_players_to_the_end_and_gets_the_record(
    club: Club, store: Store
) -> None:
    await club.open(target=20)
    await club.ane.click(club.table, label="Fill with AI")

    await club.play_alone(random.Random(1))

    end = club.seen()[-1]
    assert "🏆" in text_of(end)
    (attached,) = end.attachments
    assert attached.filename == "table-1.mus"
    record = read_record((await attached.read()).decode())
    (game,) = await store.games_of_table(1)
    assert record.match.scores == game.scores
    assert record.players[0] == "Ane"
    assert f"{max(game.scores)}–{min(game.scores)}" in text_of(end)
    assert len(await store.live_tables()) == 0
    bot = club.env.bot
    assert not bot._connection._view_store._views, "discord.py keeps nothing of all these messages"
    assert not bot._connection._view_store._synced_message_views


async def test_a_payload_without_allowed_mentions_would_be_found(club: Club) -> None:
    """The check at the end of every test here can fail."""
    channel = club.env.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send("Kaixo", allowed_mentions=discord.AllowedMentions(everyone=True))

    (found,) = unsafe_payloads(club.env)
    assert found == f"POST /channels/{club.channel.id}/messages"
    club.env.backend.http_requests.clear()
