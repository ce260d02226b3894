"""Who comes to a table, goes and comes back; who looks after it; and that nobody is held by it."""

from __future__ import annotations

import asyncio

import pytest

from musbot.bot import calls
from musbot.bot.layout import Letter, text
from musbot.game import Word
from musbot.game.actions import say
from musbot.playground import Message, Permission, Person, buttons_of, text_of
from musbot.store import Limits, NewEvent
from musbot.table import Person as Player
from musbot.table import Tables
from tests.e2e.conftest import Rig
from tests.e2e.players import mentioned, table_message


def shown(rig: Rig) -> Message:
    message = table_message(rig.ane)
    assert message is not None
    return message


def moderator(rig: Rig, person: Person, permission: int = Permission.MANAGE_MESSAGES) -> Person:
    """Give somebody a role with a permission."""
    role = rig.playground.add_role("Moderators", permission)
    rig.playground.guild.members[person.id].roles.append(role.id)
    return person


async def damage(rig: Rig, table_id: int) -> None:
    """Let a table's log hold something that nobody can read."""
    last = await rig.store.last_seq(table_id)
    await rig.store.append(table_id, last, [NewEvent("acted", {"line": "1 shout"}, 1.0)])


# Invitations


async def test_who_is_invited_by_opening_is_pinged_once_unless_they_want_no_pings(rig: Rig) -> None:
    await rig.dani.slash("mus pings", on=False)
    opened = await rig.ane.slash("mus open", partner=rig.carla, rival1=rig.benat, rival2=rig.dani)
    assert opened.message is not None
    assert opened.message.pinged.users == {rig.carla.id, rig.benat.id}
    assert not opened.message.pinged.everyone
    for person in rig.people[1:]:
        assert (await person.click(opened.message, label="Join")).acknowledged
    await rig.settled()
    assert "deal 1" in text_of(shown(rig))


async def test_an_invitation_is_told_to_the_channel_once(rig: Rig) -> None:
    eneko = rig.playground.add_person("Eneko")
    opened = await rig.ane.slash("mus open", partner=rig.carla)
    assert opened.message is not None
    refused = await eneko.click(opened.message, label="Join")
    assert "invited" in refused.text
    invited = await rig.ane.slash("mus invite", person=eneko)
    assert invited.message is not None
    assert not invited.ephemeral
    assert invited.message.pinged.users == {eneko.id}

    again = await rig.ane.slash("mus invite", person=eneko)
    assert again.ephemeral
    assert "already" in again.text
    stranger = await rig.dani.slash("mus invite", person=rig.dani, table=1)
    assert "no seat" in stranger.text, "nobody invites themselves"

    await eneko.click(opened.message, label="Join")
    await rig.settled()
    assert "Eneko" in text_of(opened.message)


async def test_the_bot_itself_is_not_invited(rig: Rig) -> None:
    await rig.ane.slash("mus open")
    assert rig.bot.user is not None
    answer = await rig.ane.slash("mus invite", person=rig.bot.user.id)
    assert answer.ephemeral
    assert "Fill with AI" in answer.text


# Leaving, coming back, being replaced


async def test_who_left_has_their_own_cards_back_at_their_next_turn(rig: Rig) -> None:
    await rig.open_and_fill()
    before = text_of(rig.dani.dms()[-1])
    await rig.dani.slash("mus leave")
    await rig.settled()
    assert "plays on; `/mus join`" in text_of(shown(rig))
    assert "no seat" in (await rig.dani.slash("mus hand", table=1)).text

    back = await rig.dani.slash("mus join")
    assert "sit at table 1" in back.text
    await rig.settled()

    hand = await rig.dani.slash("mus hand")
    assert before.split("`")[1] in hand.text, "the same four cards"
    assert "plays on" not in text_of(shown(rig))


async def test_another_person_takes_the_seat_with_the_same_cards_and_sees_no_others(rig: Rig) -> None:
    eneko = rig.playground.add_person("Eneko")
    await rig.open_and_fill()
    cards = text_of(rig.carla.dms()[-1]).split("`")[1]
    await rig.carla.slash("mus leave")
    await eneko.slash("mus join", table=1)
    await rig.settled()

    hand = await eneko.slash("mus hand")
    assert f"`{cards}`" in hand.text
    for person in (rig.ane, rig.benat, rig.dani):
        others = text_of(person.dms()[-1]).split("`")[1]
        assert others == cards or f"`{others}`" not in hand.text
    refused = await rig.carla.slash("mus join", table=1)
    assert "sits there already" in refused.text
    assert "no seat" in (await rig.carla.slash("mus hand", table=1)).text


async def test_everybody_leaves_and_the_table_is_closed_and_all_may_play_elsewhere(rig: Rig) -> None:
    await rig.open_and_fill()
    message = shown(rig)
    for person in rig.people:
        assert "left table 1" in (await person.slash("mus leave")).text
    await rig.settled()

    assert "closed" in text_of(message)
    assert not buttons_of(message)
    assert not await rig.store.live_tables()
    await rig.open_and_fill()
    assert "table 2" in text_of(shown(rig))


async def test_one_person_alone_sends_the_other_away_but_not_for_good(rig: Rig) -> None:
    await rig.ane.slash("mus open")
    await rig.benat.click(label="Join")
    await rig.ane.click(label="Fill with AI")
    await rig.settled()

    removed = await rig.ane.slash("mus remove", player=rig.benat)
    assert "was removed" in removed.text
    await rig.settled()
    assert "plays for Beñat" in text_of(shown(rig))
    await rig.benat.click(shown(rig), label="I'm back")
    await rig.settled()

    assert "plays for" not in text_of(shown(rig))
    assert (await rig.store.seats_of(1)).keys() == {1, 2}


# Moderators


async def test_what_moderators_may_do_is_shown_to_them_alone(rig: Rig) -> None:
    await rig.open_and_fill()
    with pytest.raises(Exception, match="lacks the permissions"):
        await rig.benat.slash("musmod close", table=1)

    closed = await moderator(rig, rig.playground.add_person("Maider")).slash("musmod close", table=1)

    assert "Table 1 is closed" in closed.text
    await rig.settled()
    assert not await rig.store.live_tables()
    assert "closed" in text_of(next(m for m in reversed(rig.ane.sees()) if "deal 1" in text_of(m)))


async def test_a_client_that_lies_is_looked_at_again(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may give the command to anybody; the right to manage messages is another thing."""
    await rig.open_and_fill()
    for command in rig.playground.world.commands.values():
        command["default_member_permissions"] = None

    for name, options in (("close", {}), ("remove", {"player": rig.ane})):
        answer = await rig.benat.slash(f"musmod {name}", table=1, **options)
        assert answer.ephemeral
        assert "for moderators" in answer.text
    assert len(await rig.store.seats_of(1)) == 4


async def test_a_moderator_takes_a_seat_and_the_player_is_told(rig: Rig) -> None:
    await rig.open_and_fill()
    maider = moderator(rig, rig.playground.add_person("Maider"))
    told = len(rig.dani.dms())

    answer = await maider.slash("musmod remove", table=1, player=rig.dani)
    await rig.settled()

    assert answer.ephemeral
    assert "**Dani** has no seat" in answer.text
    assert any("moderator has taken your seat" in text_of(message) for message in rig.dani.dms()[told:])
    assert "Dani" not in text_of(shown(rig))
    assert "removed you" in (await rig.dani.slash("mus join", table=1)).text
    nobody = await maider.slash("musmod remove", table=1, player=rig.dani)
    assert "no seat at the table" in nobody.text
    assert "no such table" in (await maider.slash("musmod close", table=99)).text


async def test_who_moderates_one_channel_does_not_close_tables_of_another(rig: Rig) -> None:
    other = rig.playground.add_channel("other")
    await rig.open_and_fill()
    maider = rig.playground.add_person("Maider")
    rig.playground.overwrite(other, maider, allow=Permission.MANAGE_MESSAGES)
    await rig.settled()

    for command in ("mus close", "musmod close"):
        refused = await maider.slash(command, other, table=1)
        assert "moderator" in refused.text
    assert len(await rig.store.live_tables()) == 1


# The list of tables


async def test_a_long_list_has_pages_and_free_seats_come_first(rig: Rig) -> None:
    for _ in range(19):
        await rig.ane.slash("mus open", clock="off")
    await rig.ane.slash("mus join", table=1)
    first = await rig.benat.slash("mus tables")
    assert first.ephemeral
    assert first.message is not None
    assert "page 1 of 3" in first.text
    assert [button.label for button in buttons_of(first.message)] == ["More ▶"]

    seen = [first.text]
    for _ in range(2):
        await rig.benat.click(first.message, label="More ▶")
        seen.append(text_of(first.message))
    assert "page 3 of 3" in seen[-1]
    assert [button.label for button in buttons_of(first.message)] == ["◀ Back"]
    lines = [line for page in seen for line in page.splitlines() if line.startswith("[")]
    assert [int(line[1:].split("]")[0]) for line in lines] == [*range(1, 20)]
    assert all("3 seats are free" in line for line in lines)

    beyond = await rig.benat.click(first.message, custom_id="mus:999999999999999:99999:tables", hostile=True)
    assert beyond.acknowledged
    assert "page 3 of 3" in text_of(first.message)


async def test_pages_are_turned_on_ones_own_message_alone(rig: Rig) -> None:
    await rig.ane.slash("mus open")
    lobby = rig.ane.last()
    answer = await rig.benat.click(lobby, custom_id="mus:999999999999999:0:tables", hostile=True)
    assert answer.ephemeral
    assert "1 · " in answer.text or "[1]" in answer.text
    assert "Join" in [button.label for button in buttons_of(lobby)]


async def test_a_damaged_table_is_listed_as_such_and_lets_its_people_go(rig: Rig) -> None:
    await rig.open_and_fill()
    await damage(rig, 1)
    eneko = rig.playground.add_person("Eneko")
    await eneko.slash("mus open")

    listed = await eneko.slash("mus tables")
    assert "cannot be read any more" in listed.text
    assert "3 seats are free" in listed.text
    for answer in (
        await rig.ane.slash("mus score"),
        await rig.ane.slash("mus hand"),
        await rig.ane.click(shown(rig), label="My hand"),
    ):
        assert answer.ephemeral
        assert "cannot read that table" in answer.text
    busy = await rig.ane.slash("mus join", table=2)
    assert "already, where others wait" in busy.text
    left = await rig.ane.click(busy.message, label="Leave it")
    assert "counts for nothing" in left.text

    assert "sit at table 2" in (await rig.ane.slash("mus join")).text, "the damaged one is passed over"
    assert "counts for nothing" in (await rig.benat.slash("mus leave")).text
    assert "sit at table 2" in (await rig.benat.slash("mus join", table=2)).text


async def test_a_damaged_table_does_not_keep_a_server_from_being_forgotten(rig: Rig) -> None:
    await rig.open_and_fill()
    await damage(rig, 1)
    rig.playground.remove_bot()
    async with asyncio.timeout(10):
        while (row := await rig.store.table(1)) and row.guild_id is not None:  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.01)

    assert row is not None
    assert not row.status.is_live


# Limits


async def test_one_table_too_many_is_refused_in_a_sentence(rig: Rig) -> None:
    rig.bot.tables.desk.limits = Limits(per_channel=2, per_person=1)
    await rig.ane.slash("mus open", clock="off")
    again = await rig.ane.slash("mus open", clock="off")
    assert again.ephemeral
    assert "You sit at 1 table: nobody may sit at more." in again.text
    await rig.benat.slash("mus open", clock="off")
    full = await rig.carla.slash("mus open", clock="off")
    assert "2 tables are live in this channel" in full.text
    # On PostgreSQL a table that was refused has used up its number.
    number = max(row.table_id for row in await rig.store.live_tables())
    assert "nobody may" in (await rig.ane.slash("mus join", table=number)).text
    await rig.ane.slash("mus leave")
    assert (await rig.carla.slash("mus open", clock="off")).message is not None


# More than one process


async def test_what_another_process_has_written_is_shown(rig: Rig) -> None:
    """A click in a direct message, say, that came to the process of another shard."""
    await rig.open_and_fill()
    elsewhere = Tables(rig.store)
    message = shown(rig)
    (speaks,) = mentioned(message, rig.people)
    table = await elsewhere.get(1)
    await elsewhere.act(1, Player(speaks.id, speaks.name), say(0, Word.MUS), table.revision)

    score = await rig.ane.slash("mus score")
    assert f"{speaks.name}: mus" in score.text
    stale = await speaks.click(message, label="Mus")
    assert "not yours yet" in stale.text or "has passed" in stale.text
    await rig.settled()
    assert f"{speaks.name}: mus" in text_of(message), "the message is put right as well"
    (following,) = mentioned(message, rig.people)
    assert following is not speaks


async def test_a_message_that_another_process_has_posted_is_the_one_that_is_edited(rig: Rig) -> None:
    await rig.open_and_fill()
    elsewhere = Tables(rig.store)
    message = shown(rig)
    twin = rig.playground.channel()
    await rig.settled()
    table = await elsewhere.get(1)
    posted = await calls.post(rig.bot, twin.id, Letter((text("another process was here"),)))
    await rig.store.set_message(1, twin.id, posted, 0)
    (speaks,) = mentioned(message, rig.people)
    await elsewhere.act(1, Player(speaks.id, speaks.name), say(0, Word.CUT), table.revision)
    await rig.ane.slash("mus score")
    await rig.settled()

    theirs = next(each for each in rig.ane.sees() if each.id == posted)
    assert f"{speaks.name}: no mus!" in text_of(theirs)
    assert "My hand" in [button.label for button in buttons_of(theirs)]
