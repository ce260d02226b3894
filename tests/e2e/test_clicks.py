"""Clicks that come at the wrong time, from the wrong person, twice, or from nowhere: each is answered."""

from __future__ import annotations

import asyncio
import random

import pytest

from musbot.playground import Message, Person, buttons_of, text_of
from tests.e2e.conftest import Rig
from tests.e2e.players import Players, mentioned, table_message


def turn(rig: Rig) -> tuple[Message, Person]:
    """Return the table message and the person whose turn it is."""
    message = table_message(rig.ane)
    assert message is not None
    return message, mentioned(message, rig.people)[0]


async def cut(rig: Rig) -> tuple[Message, Person]:
    """Let the mano cut the mus; return the table message and whose turn it is in grande."""
    message, person = turn(rig)
    await person.click(message, label="No mus")
    return turn(rig)


async def test_a_stranger_and_those_out_of_turn_are_told_so(rig: Rig) -> None:
    stranger = rig.playground.add_person("Eneko")
    await rig.open_and_fill()
    message, mano = turn(rig)
    other = next(person for person in rig.people if person is not mano)

    for person, expected in ((stranger, "no seat"), (other, mano.name)):
        before = text_of(message)
        answer = await person.click(message, label="Mus")
        assert answer.ephemeral
        assert expected in answer.text
        assert text_of(message) == before
    answer = await stranger.click(message, label="My hand")
    assert answer.ephemeral
    assert "no seat" in answer.text


async def test_the_same_click_ten_times_counts_once(rig: Rig) -> None:
    await rig.open_and_fill()
    message, mano = turn(rig)
    custom_id = next(b.custom_id for b in buttons_of(message) if b.label == "Mus")
    assert custom_id
    answers = await asyncio.gather(
        *(mano.click(message, custom_id=custom_id, hostile=True) for _ in range(10))
    )
    assert all(answer.acknowledged for answer in answers)
    told = [answer for answer in answers if answer.ephemeral]
    assert len(told) == 9
    assert all("moment has passed" in answer.text for answer in told)
    assert text_of(message).count(f"{mano.name}: mus") == 1


async def test_an_old_message_answers_politely(rig: Rig) -> None:
    await rig.open_and_fill(target=20)
    message, _ = turn(rig)
    custom_ids = {b.custom_id for b in buttons_of(message)}
    await Players(rig.playground, rig.people, random.Random(3)).play()
    for custom_id in custom_ids:
        answer = await rig.ane.click(message, custom_id=custom_id, hostile=True)
        assert answer.acknowledged
        assert answer.ephemeral


@pytest.mark.parametrize(
    "custom_id",
    [
        "mus:1:0:explode",
        "mus:999:0:join",
        "mus:1:99999:mus",
        "mus:0:0:mus",
        "mus:1:1:drop",
        "mus:1:1:raised",
        "mus:1:-1:mus",
        "mus:1:1:mus:extra",
        "mus:99999999999999999999:1:mus",
        "someone-else's",
        "🃏",
    ],
)
async def test_a_hostile_custom_id_is_answered_and_does_nothing(rig: Rig, custom_id: str) -> None:
    await rig.open_and_fill()
    message, mano = turn(rig)
    before = text_of(message)
    answer = await mano.click(message, custom_id=custom_id, hostile=True)
    assert answer.acknowledged
    assert answer.ephemeral
    assert answer.text
    assert text_of(message) == before


async def test_cards_that_are_none_for_a_table_that_is_none_are_answered(rig: Rig) -> None:
    """The cards are read before the table is looked for: the refusal of the one must bear that of the other."""
    await rig.open_and_fill()
    message, mano = turn(rig)
    answer = await mano.select(message, "mus:999:0:drop", ["Rx"], hostile=True)
    assert answer.ephemeral
    assert "no such table" in answer.text


async def test_raising_from_the_menu_and_by_number(rig: Rig) -> None:
    await rig.open_and_fill(consult=False)
    message, person = await cut(rig)
    answer = await person.click(message, label="Raise")
    assert answer.modal is not None
    assert answer.callback_type == 9, "the form is the first answer: it cannot follow another"
    await person.submit(answer.modal, {"amount": ["5"]})
    assert "bets 5" in text_of(message)

    message, rival = turn(rig)
    answer = await rival.click(message, label="Raise")
    await rival.submit(answer.modal, {"other": "13"})
    assert "raises to 13" in text_of(message)

    message, person = turn(rig)
    answer = await person.click(message, label="Raise")
    refused = await person.submit(answer.modal, {"other": "14"})
    assert refused.ephemeral
    assert refused.text == "You may bet from 15 to 40 stones here.", "what is allowed is told"
    assert "raises to 14" not in text_of(message)
    for nonsense in ("many", "-3", "1e3", "٣", ""):
        answer = await person.click(message, label="Raise")
        refused = await person.submit(answer.modal, {"other": nonsense})
        assert refused.ephemeral
    answer = await person.click(message, label="Raise")
    await person.submit(answer.modal, {"amount": ["ordago"]})
    assert "órdago" in text_of(message)


async def test_the_partner_is_asked_by_name(rig: Rig) -> None:
    await rig.open_and_fill()
    message, person = await cut(rig)
    answer = await person.click(message, label="Raise")
    await person.submit(answer.modal, {"other": "2"})
    message, partner = turn(rig)
    assert rig.people.index(partner) == (rig.people.index(person) + 2) % 4
    assert "Agree" in [b.label for b in buttons_of(message)]
    line = next(line for line in text_of(message).splitlines() if line.startswith("▶"))
    assert person.name in line
    assert partner.mention in line
    refused = await person.click(message, label="Agree")
    assert refused.ephemeral
    await partner.click(message, label="Agree")
    _, rival = turn(rig)
    assert rival not in (person, partner)


async def test_four_clicks_at_once_in_the_lobby_and_in_a_discard(rig: Rig) -> None:
    await rig.ane.slash("mus open")
    answers = await asyncio.gather(*(person.click(label="Join") for person in rig.people[1:]))
    assert all(answer.acknowledged for answer in answers)
    await rig.settled()
    for _ in range(4):
        message, person = turn(rig)
        await person.click(message, label="Mus")
    message, _ = turn(rig)
    asked = await asyncio.gather(*(person.click(message, label="Discard") for person in rig.people))
    dropped = await asyncio.gather(
        *(
            person.select(answer.message, None, [options(answer.message)[0]])
            for person, answer in zip(rig.people, asked, strict=True)
        )
    )
    assert all(answer.acknowledged for answer in dropped)
    await rig.settled()
    assert "**Drops**" in text_of(turn(rig)[0])


async def test_my_hand_shows_the_same_hand_as_often_as_asked(rig: Rig) -> None:
    await rig.open_and_fill()
    message, _ = turn(rig)
    first = await rig.ane.click(message, label="My hand")
    again = await rig.ane.click(message, label="My hand")
    by_command = await rig.ane.slash("mus hand")
    assert first.ephemeral
    assert again.ephemeral
    assert by_command.ephemeral
    assert first.text == again.text
    assert first.text in by_command.text
    await rig.settled()
    assert first.message not in rig.ane.sees(), "one hand is enough to look at"
    picture = again.message.data["attachments"][0] if again.message else {}
    assert rig.playground.file(picture["id"]).content.startswith(b"\x89PNG")
    assert picture["filename"] == "hand.png"


async def test_an_answer_that_comes_too_late_is_shown_all_the_same(rig: Rig) -> None:
    await rig.open_and_fill()
    message, mano = turn(rig)
    route = "/interactions/*/*/callback"
    rig.playground.faults.add(method="POST", route=route, status=404, code=10062, times=1)
    clicking = asyncio.create_task(mano.click(message, label="No mus"))
    async with asyncio.timeout(5):
        while "no mus!" not in text_of(message):  # noqa: ASYNC110 - the offline Discord has no event for it
            await asyncio.sleep(0.01)
    await rig.settled()
    assert f"{mano.name}: no mus!" in text_of(message)
    events = (await rig.store.load(1))[1]
    assert sum(event.data.get("line", "").endswith("cut") for event in events) == 1
    clicking.cancel()


def options(message: Message | None) -> list[str]:
    from musbot.playground import selects_of

    assert message is not None
    return [value for _, value in selects_of(message)[0].options]


async def test_change_seat_goes_round_the_free_seats(rig: Rig) -> None:
    """Whoever wants to play with a friend need not know the numbers of seats."""
    await rig.ane.slash("mus open")
    await rig.benat.click(label="Join")
    lobby = rig.ane.sees()[0]

    stranger = await rig.carla.click(lobby, label="Change seat")
    assert stranger.text == "You have no seat at this table."
    await rig.benat.click(lobby, label="Change seat")
    assert "▲ Ane + Beñat" in text_of(lobby)
    assert "◆ *free* + *free*" in text_of(lobby)
    await rig.benat.click(lobby, label="Change seat")
    assert "◆ *free* + Beñat" in text_of(lobby)
    await rig.carla.click(lobby, label="Join")
    await rig.dani.click(lobby, label="Join")
    late = await rig.benat.click(lobby, custom_id="mus:1:0:move", hostile=True)
    assert late.text == "The game has begun, so the seats are taken."
