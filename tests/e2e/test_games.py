"""Whole games, played by people who press what their screens offer."""

from __future__ import annotations

import random

from musbot.game.record import read_record
from musbot.playground import Message, Person, buttons_of, text_of
from tests.e2e.conftest import Rig
from tests.e2e.players import Players, table_message


async def test_four_people_play_to_forty(rig: Rig) -> None:
    await rig.open_and_fill()
    players = Players(rig.playground, rig.people, random.Random(7))
    await players.play()
    await rig.settled()

    end = rig.ane.last()
    assert "🏆" in text_of(end)
    boards = [text for text in map(text_of, rig.ane.sees()) if "deal" in text and "mano" in text]
    assert len(boards) >= 2, "a message for every deal"
    for board in boards:
        assert "**Grande** ·" in board, "every deal ends with the list of its lances"

    (game,) = await rig.store.games_of_table(1)
    record = read_record(game.record)
    assert record.match.scores == game.scores
    assert record.match.winner == game.winner
    assert record.players == ("Ane", "Beñat", "Carla", "Dani")
    assert max(game.scores) == 40
    assert attached(rig, end) == game.record.encode()
    assert f"{max(game.scores)}–{min(game.scores)}" in text_of(end)
    assert all(answer.acknowledged for answer in players.answers)


async def test_one_person_plays_with_three_ai(rig: Rig) -> None:
    await rig.ane.slash("mus open", rules="classic")
    await rig.ane.click(label="Fill with AI")
    players = Players(rig.playground, [rig.ane], random.Random(8))
    await players.play()
    await rig.settled()

    (game,) = await rig.store.games_of_table(1)
    assert read_record(game.record).match.is_over
    assert sum(player["level"] is not None for player in game.players) == 3
    assert not rig.benat.dms(), "only players get hands"


async def test_best_of_three_games_is_one_match(rig: Rig) -> None:
    await rig.open_and_fill(games=3, target=20)
    await Players(rig.playground, rig.people, random.Random(9)).play()

    (game,) = await rig.store.games_of_table(1)
    match = read_record(game.record).match
    assert max(match.games) == 2
    assert "games won: " in "\n".join(map(text_of, rig.ane.sees()))


async def test_hands_arrive_by_direct_message_and_follow_the_discards(rig: Rig) -> None:
    await rig.open_and_fill()
    assert [len(person.dms()) for person in rig.people] == [1, 1, 1, 1]
    before = [text_of(person.dms()[0]) for person in rig.people]
    assert len(set(before)) == 4

    table = table_message(rig.ane)
    assert table is not None
    for _ in range(4):
        for person in rig.people:
            if person.mention in turn_line(text_of(table)):
                await person.click(table, label="Mus")
                break
    await rig.settled()

    for person in rig.people:
        (hand,) = person.dms()
        answer = await person.select(hand, None, [first_option(hand)])
        assert answer.acknowledged
    await rig.settled()
    after = [text_of(person.dms()[0]) for person in rig.people]
    assert all(len(person.dms()) == 1 for person in rig.people), "the hand of a deal stays one message"
    assert all(old != new for old, new in zip(before, after, strict=True))
    told = next(line for line in text_of(table).splitlines() if "Drops" in line)
    assert all(f"{person.name}\u00a01" in told for person in rig.people)


async def test_the_hand_that_was_asked_for_at_the_table_follows_the_discards(rig: Rig) -> None:
    await rig.open_and_fill()
    table = table_message(rig.ane)
    assert table is not None
    for _ in range(4):
        (speaker,) = (person for person in rig.people if person.mention in turn_line(text_of(table)))
        await speaker.click(table, label="Mus")
    await rig.ane.click(table, label="My hand")
    hand = (await rig.ane.click(table, label="Discard")).message
    await rig.settled()
    assert hand is not None
    assert hands_at_the_table(rig.ane) == [hand], "an earlier one would tell of cards that are gone"

    await rig.ane.select(hand, None, [first_option(hand)])
    assert "The others are still choosing." in text_of(hand)
    for person in rig.people[1:]:
        await person.select(person.dms()[0], None, [first_option(person.dms()[0])])
    await rig.settled()
    assert "The others are still choosing." not in text_of(hand)
    assert "(new)" in text_of(hand)
    assert hand_line(hand) == hand_line(rig.ane.dms()[0])


def hands_at_the_table(person: Person) -> list[Message]:
    return [message for message in person.sees() if "Your hand" in text_of(message)]


def hand_line(message: Message) -> str:
    return next(line for line in text_of(message).splitlines() if line.startswith("`"))


def turn_line(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("▶"))


def first_option(message: Message) -> str:
    from musbot.playground import selects_of

    return selects_of(message)[0].options[0][1]


def attached(rig: Rig, message: Message) -> bytes:
    (attachment,) = message.data["attachments"]
    assert attachment["filename"] == "table-1.mus"
    assert [button.label for button in buttons_of(message)] == ["Rematch", "Review"]
    return rig.playground.file(attachment["id"]).content
