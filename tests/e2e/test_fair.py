"""A game in which people cut the deck, from the first commitment to `musbot fair` on the attached record."""

from __future__ import annotations

import asyncio
import io
import random
import re
from hashlib import sha256
from pathlib import Path

import pytest

from musbot.game.audit import main
from musbot.game.record import read_record
from musbot.playground import Answer, Message, Person, buttons_of, text_of
from tests.e2e.conftest import Rig
from tests.e2e.players import Players, table_message
from tests.game.fair_games import changed_card

PROMISED = re.compile(r"deal (\d+) `([0-9a-f]{32})…`")
TOLD = re.compile(r"🔓 `([0-9a-f]{32})…` is the SHA-256 of `([0-9a-f]{64})`")


async def cut(person: Person, message: Message | None, text: str) -> Answer:
    """Cut the deck with a text."""
    assert message is not None
    answer = await person.click(message, label="Cut the deck")
    assert answer.modal is not None, answer.text
    return await person.submit(answer.modal, {"cut": text})


def line(message: Message | None) -> str:
    """The lines that tell what the bot is bound to."""
    assert message is not None
    return "\n".join(line for line in text_of(message).splitlines() if "🔒" in line)


async def play_with_cuts(rig: Rig, rng: random.Random) -> dict[int, list[tuple[str, str]]]:
    """Play a game of a few deals; returns who cut each deal with what."""
    cuts: dict[int, list[tuple[str, str]]] = {1: [("Ane", "first of all"), ("Carla", "mine too")]}
    await rig.ane.slash("mus open", target=20)
    lobby = rig.ane.last()
    await cut(rig.ane, lobby, "first of all")
    for person in rig.people[1:]:
        await person.click(lobby, label="Join")
        if person is rig.carla:
            await cut(rig.carla, lobby, "mine too")
    await rig.settled()
    players = Players(rig.playground, rig.people, rng)
    players.calm = True
    seen = 0
    while True:
        message = table_message(rig.ane)
        if message is None or "🏆" in text_of(rig.ane.last()):
            break
        number = int(re.findall(r"deal (\d+)\n", text_of(message))[0])
        if number > seen:
            seen = number
            for person in rng.sample(rig.people, rng.randint(1, 3)):
                text = f"{person.name} {rng.random()}"[:30]
                await cut(person, message, text)
                cuts.setdefault(number + 1, []).append((person.name, text))
        await players.turn()
        await rig.settled()
    return cuts


def record_of(rig: Rig) -> str:
    """The record that is attached to the end of the match."""
    (attachment,) = rig.ane.last().data["attachments"]
    return rig.playground.file(attachment["id"]).content.decode()


def musbot_fair(tmp_path: Path, record: str) -> tuple[int, str]:
    file = tmp_path / "game.mus"
    file.write_text(record)
    out = io.StringIO()
    return main([str(file)], False, out, out), out.getvalue()


async def test_a_game_that_was_cut_proves_itself(rig: Rig, tmp_path: Path) -> None:
    cuts = await play_with_cuts(rig, random.Random(31))
    record = record_of(rig)
    deals = len(read_record(record).match.deals)
    assert deals >= 2, "without a raise there are 16 stones in a deal at most"

    status, out = musbot_fair(tmp_path, record)

    assert status == 0, out
    for number in range(1, deals + 1):
        told = out.splitlines()[number - 1]
        assert told.startswith(f"deal {number} is fair: ")
        expected = ", ".join(f"{name} ({text})" for name, text in cuts[number])
        assert f"cut by {expected}, " in told

    # What was promised in the channel beforehand is what the record holds.
    shown = "\n".join(text_of(message) for message in rig.ane.sees())
    committed = [each["commitment"] for each in read_record(record).extra["fair"]]
    assert [short for short, _ in TOLD.findall(shown)] == [full[:32] for full in committed]
    for short, secret in TOLD.findall(shown):
        assert sha256(bytes.fromhex(secret)).hexdigest().startswith(short)

    # One word of one player, one digit: it is found, and where.
    for name, change in tampered(record).items():
        status, out = musbot_fair(tmp_path, change)
        assert status == 1, (name, out)
        assert re.search(
            r"^deal 2 is NOT FAIR: (line \d+: its seed gives seat \d|SHA-256 of)", out, re.MULTILINE
        ), name
        assert out.count("NOT FAIR") == 1, name


def tampered(record: str) -> dict[str, str]:
    """The record with one thing in its second deal changed."""

    def digit(name: str) -> str:
        place = list(re.finditer(rf'^{name} = "', record, re.MULTILINE))[1].end()
        return record[:place] + ("1" if record[place] != "1" else "2") + record[place + 1 :]

    fair = record.split("[[fair]]")
    fair[2] = fair[2].replace('text = "', 'text = "x', 1)
    return {
        "card": changed_card(record, 2),
        "secret": digit("secret"),
        "commitment": digit("commitment"),
        "cut": "[[fair]]".join(fair),
    }


async def test_no_secret_is_sent_before_its_deal_is_over(rig: Rig) -> None:
    """Every payload of a whole game is looked through for every secret and seed of its deals."""
    rig.playground.transcript.clear()
    await play_with_cuts(rig, random.Random(32))
    table = await rig.bot.tables.get(1)
    assert table.secret is not None
    bodies = [call.sent.decode() for call in rig.playground.transcript]
    hidden = {value.hex() for deal in table.fair for value in (deal.secret, deal.seed) if value}
    promised: dict[str, int] = {}
    for place, body in enumerate(bodies):
        for number, short in PROMISED.findall(body):
            promised.setdefault(short, place)
            assert table.fair[int(number) - 1 : int(number)] or int(number) == len(table.fair) + 1
    for deal in table.fair:
        assert deal.secret is not None
        first = next(place for place, body in enumerate(bodies) if deal.secret.hex() in body)
        assert promised[deal.commitment[:32]] < first
        assert "**Grande** ·" in bodies[first], "it is told with the showdown"
        hidden.discard(deal.secret.hex())
    everything = "\n".join(bodies)
    assert not any(value in everything for value in hidden), (
        "a seed follows from what is told; it is not told itself"
    )
    assert table.secret.hex() not in everything, "the next deal's secret, which will never be dealt from"


async def test_commitment_and_cuts_are_shown_to_everybody_at_once(rig: Rig) -> None:
    await rig.ane.slash("mus open")
    lobby = rig.ane.last()
    ((number, first),) = PROMISED.findall(line(lobby))
    assert number == "1"
    answer = await cut(rig.ane, lobby, "kaixo 17")
    await rig.settled()

    assert ", cut by Ane" in line(lobby)
    assert answer.acknowledged
    notes = [
        text_of(message) for message in rig.ane.sees() if "You cut the deck of deal 1" in text_of(message)
    ]
    assert len(notes) == 1
    assert "`kaixo 17`" in notes[0]
    assert f"`{first}" in notes[0]
    assert not any("You cut" in text_of(message) for message in rig.benat.sees()), "the receipt is Ane's own"

    for person in rig.people[1:]:
        await person.click(lobby, label="Join")
    await rig.settled()
    board = table_message(rig.ane)
    promises = PROMISED.findall(line(board))
    assert promises[0] == ("1", first), "the same as in the lobby"
    assert [number for number, _ in promises] == ["1", "2"]
    told = await rig.benat.slash("mus fair")
    assert told.ephemeral
    assert re.search(rf"Deal 1 🔒 `{first}[0-9a-f]{{32}}`, cut by Ane `kaixo 17`", told.text)


async def test_cuts_that_do_not_count_are_told_so(rig: Rig) -> None:
    await rig.ane.slash("mus open")
    lobby = rig.ane.last()
    stranger = await rig.dani.click(lobby, label="Cut the deck")
    assert stranger.ephemeral
    assert "no seat" in stranger.text
    early = await rig.ane.click(lobby, label="Cut the deck")
    late = await rig.ane.click(lobby, label="Cut the deck")
    assert early.modal is not None
    assert late.modal is not None
    await rig.ane.submit(early.modal, {"cut": "kaixo"})
    twice = await rig.ane.submit(late.modal, {"cut": "again"})
    assert twice.ephemeral
    assert "already" in twice.text
    again = await rig.ane.click(lobby, label="Cut the deck")
    assert again.modal is None
    assert "already" in again.text

    await rig.benat.click(lobby, label="Join")
    form = await rig.benat.click(lobby, label="Cut the deck")
    assert form.modal is not None
    blank = await rig.benat.submit(form.modal, {"cut": "     "})
    assert blank.ephemeral
    assert "at least four" in blank.text
    for person in (rig.carla, rig.dani):
        await person.click(lobby, label="Join")
    await rig.settled()
    dealt = await rig.benat.submit(form.modal, {"cut": "too late"})
    assert dealt.ephemeral
    assert "has passed" in dealt.text
    assert "too late" not in "".join(str(event.data) for event in (await rig.store.load(1))[1])


async def test_four_who_cut_at_once_all_count(rig: Rig) -> None:
    await rig.open_and_fill()
    message = table_message(rig.ane)
    answers = await asyncio.gather(*(cut(person, message, f"from {person.name}") for person in rig.people))
    await rig.settled()

    assert all(answer.acknowledged for answer in answers)
    table = await rig.bot.tables.get(1)
    assert {each.text for each in table.cuts} == {f"from {person.name}" for person in rig.people}
    assert all(person.name in line(message).split("cut by ")[1] for person in rig.people)
    assert message is not None
    assert "Cut the deck" in [button.label for button in buttons_of(message)]


@pytest.mark.parametrize("text", ["@everyone", "<@1> *hi*", "`~~x~~`", "https://x.example"])
async def test_a_hostile_cut_is_shown_as_text_and_pings_nobody(rig: Rig, text: str) -> None:
    await rig.ane.slash("mus open")
    await cut(rig.ane, rig.ane.last(), text)
    told = await rig.ane.slash("mus fair")

    assert f"`{text.replace('`', chr(39))}`" in told.text
    bodies = [call.sent.decode() for call in rig.playground.transcript]
    assert not any('"parse": ["' in body or '"parse":["' in body for body in bodies)


async def test_whoever_sits_nowhere_may_ask_too(rig: Rig) -> None:
    told = await rig.dani.slash("mus fair")
    assert told.ephemeral
    assert "Cut the deck" in told.text
    assert "Table" not in told.text
    await rig.ane.slash("mus open")
    assert "Table 1" in (await rig.dani.slash("mus fair")).text, "of the table in this channel"
    missing = await rig.dani.slash("mus fair", table=9)
    assert "no such table" in missing.text
