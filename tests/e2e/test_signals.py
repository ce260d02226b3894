"""Faces: the partner alone gets them, none that is untrue is sent, and they arrive whatever is closed or restarted."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from musbot.bot.faces import MEANINGS, NAMES
from musbot.game.record import read_record
from musbot.game.signals import SIGNALS
from musbot.pictures import face_picture
from musbot.playground import Answer, Exchange, Message, Person, Playground, buttons_of, selects_of, text_of
from musbot.store import Store
from tests.conftest import Databases
from tests.e2e.conftest import NAMES as PEOPLE
from tests.e2e.conftest import Rig, running_bot
from tests.e2e.players import Players, is_over, mentioned, table_message
from tests.e2e.test_leaks import reader_of
from tests.table.players import chance

FRAMED = {face_picture(name): name for name in SIGNALS}
PLAIN = {face_picture(name, framed=False): name for name in SIGNALS}


async def pick(person: Person, message: Message | None = None) -> Answer:
    """Press the Signal button of the table message."""
    message = message or table_message(person)
    assert message is not None
    return await person.click(message, label="Signal")


def offered(answer: Answer) -> list[str]:
    """The faces that a picker offers."""
    assert answer.message is not None
    menus = selects_of(answer.message)
    return [value for _, value in menus[0].options] if menus else []


async def make(person: Person, name: str | None = None) -> str:
    """Make a face, by default the first that is offered; returns its name."""
    answer = await pick(person)
    name = name or offered(answer)[0]
    await person.select(answer.message, None, [name])
    return name


def faces_shown(rig: Rig) -> Iterator[tuple[Exchange, int | None, str]]:
    """Every framed or plain face that was sent alone in a picture, and who alone reads it."""
    for call in rig.playground.transcript:
        for file in call.files:
            name = FRAMED.get(file.content) or PLAIN.get(file.content)
            if name:
                yield call, reader_of(rig, call), name


def table_text(rig: Rig) -> str:
    message = table_message(rig.ane)
    assert message is not None
    return text_of(message)


# Choosing


async def test_the_picker_is_for_whoever_pressed_and_offers_what_is_true(rig: Rig) -> None:
    await rig.open_and_fill()
    table = await rig.bot.tables.get(1)
    for seat, person in enumerate(rig.people, 1):
        answer = await pick(person)
        assert answer.ephemeral
        assert tuple(offered(answer)) == table.view(seat).may_sign
        menu = selects_of(answer.message)[0]  # type: ignore[arg-type]
        for label, value in menu.options:
            assert label == NAMES[value]
        body = str(answer.message and answer.message.data)
        assert all(MEANINGS[value] in body for _, value in menu.options), "what it means stands beside it"
        missing = next(line for line in answer.text.splitlines() if "Not true of your hand" in line)
        assert [
            NAMES[name] for name in SIGNALS if name not in table.view(seat).may_sign
        ] == missing.partition(": ")[2].split(", ")
        assert f"Only your partner {rig.people[(seat + 1) % 4].name} sees it." in answer.text


async def test_a_sent_face_is_confirmed_and_not_offered_again(rig: Rig) -> None:
    await rig.open_and_fill()
    answer = await pick(rig.ane)
    await rig.ane.select(answer.message, None, ["bet"])
    assert "✅ Carla sees: **bet**" in answer.text
    assert "Sent for this hand already: bet" in answer.text
    assert "bet" not in offered(answer)
    again = await rig.ane.select(answer.message, None, ["bet"], hostile=True)
    assert "You have sent **bet** for this hand already." in text_of(answer.message)  # type: ignore[arg-type]
    assert again.acknowledged
    for name in offered(answer):
        await rig.ane.select(answer.message, None, [name])
    assert offered(answer) == []
    await rig.settled()
    assert sum(name == "bet" for _, _, name in faces_shown(rig)) == 1


@pytest.mark.parametrize("value", ["untrue", "smile", "", "🙂" * 40, "__proto__", "1 sign bet"])
async def test_an_untrue_face_cannot_be_sent_whatever_a_client_says(rig: Rig, value: str) -> None:
    await rig.open_and_fill()
    table = await rig.bot.tables.get(1)
    untrue = next(name for name in SIGNALS if name not in table.view(1).may_sign)
    answer = await pick(rig.ane)
    tried = await rig.ane.select(answer.message, None, [untrue if value == "untrue" else value], hostile=True)
    assert tried.acknowledged
    expected = f"**{NAMES[untrue]}** is not true of your hand" if value == "untrue" else "no such face"
    assert expected in answer.text
    await rig.settled()
    assert (await rig.bot.tables.get(1)).playing.deal.signals == []
    assert list(faces_shown(rig)) == []


async def test_where_signals_may_lie_every_face_is_offered(rig: Rig) -> None:
    await rig.open_and_fill(honest=False)
    answer = await pick(rig.ane)
    assert tuple(offered(answer)) == SIGNALS
    assert "Not true" not in answer.text
    await rig.ane.select(answer.message, None, ["duples"])
    await rig.settled()
    assert [name for _, reader, name in faces_shown(rig) if reader == rig.carla.id] == ["duples"]


async def test_where_signals_are_off_there_is_no_button(rig: Rig) -> None:
    await rig.open_and_fill(signals="off")
    message = table_message(rig.ane)
    assert message is not None
    assert "Signal" not in [button.label for button in buttons_of(message)]
    answer = await rig.ane.click(message, custom_id="mus:1:0:signal", hostile=True)
    assert "Signals are off at this table." in answer.text
    answer = await rig.ane.click(message, custom_id="mus:1:0:signed", hostile=True)
    assert answer.ephemeral
    assert "Signals are off" in answer.text


async def test_in_mus_corrido_nobody_signals_before_the_cut(rig: Rig) -> None:
    await rig.open_and_fill(corrido=True)
    answer = await pick(rig.ane)
    assert "In mus corrido nobody signals before the mus is cut." in answer.text
    assert offered(answer) == []
    message = table_message(rig.ane)
    assert message is not None
    await mentioned(message, rig.people)[0].click(message, label="No mus")
    assert offered(await pick(rig.ane))


async def test_a_stranger_and_a_lobby_have_no_faces(rig: Rig) -> None:
    stranger = rig.playground.add_person("Eneko")
    await rig.ane.slash("mus open")
    lobby = rig.ane.last()
    assert "Signal" not in [button.label for button in buttons_of(lobby)]
    early = await rig.ane.click(lobby, custom_id="mus:1:0:signal", hostile=True)
    assert "not begun" in early.text
    for person in rig.people[1:]:
        await person.click(label="Join")
    await rig.settled()
    message = table_message(rig.ane)
    assert message is not None
    for answer in (
        await stranger.click(message, label="Signal"),
        await stranger.click(message, custom_id="mus:1:0:signed", hostile=True),
    ):
        assert answer.ephemeral
        assert "no seat" in answer.text
    assert "no seat" not in table_text(rig)


async def test_a_menu_on_another_message_never_puts_the_picker_there(rig: Rig) -> None:
    await rig.open_and_fill()
    message = table_message(rig.ane)
    assert message is not None
    before = text_of(message)
    answer = await rig.ane.click(message, custom_id="mus:1:0:signed", hostile=True)
    assert answer.ephemeral
    await rig.settled()
    assert text_of(message) == before


# Arriving


async def test_the_partner_gets_the_face_in_its_frame_by_direct_message(rig: Rig) -> None:
    await rig.open_and_fill()
    await make(rig.ane, "bet")
    await rig.settled()
    ((call, reader, name),) = faces_shown(rig)
    assert (reader, name) == (rig.carla.id, "bet")
    assert call.files[0].content in FRAMED
    assert call.files[0].name == "face-1.png", "the name of a file tells nothing"
    got = text_of(rig.carla.dms()[-1])
    assert "**Ane** signals: **bet** · table 1" in got
    assert MEANINGS["bet"] in got
    assert "bet: the chin up" in got, "for those who cannot see it"
    answer = await rig.carla.click(table_message(rig.carla), label="My hand")
    assert "Your partner signals: **bet**" in answer.text
    answer = await rig.ane.click(table_message(rig.ane), label="My hand")
    assert "You signalled: bet" in answer.text
    answer = await rig.benat.click(table_message(rig.benat), label="My hand")
    assert "signal" not in answer.text.lower()


async def test_it_is_shown_at_the_next_click_where_direct_messages_are_closed(rig: Rig) -> None:
    rig.carla.dms_open = False
    await rig.open_and_fill()
    await make(rig.ane, "bet")
    await make(rig.ane, "cut")
    await rig.settled()
    assert list(faces_shown(rig)) == []
    message = table_message(rig.carla)
    assert message is not None
    answer = await rig.carla.click(message, label="My hand")
    assert "Your partner signals: **bet, cut the mus**" in answer.text
    await answer.followed_up(1)
    await rig.settled()
    shown = list(faces_shown(rig))
    assert [(reader, name) for _, reader, name in shown] == [
        (rig.carla.id, "bet"),
        (rig.carla.id, "cut"),
    ]
    assert all(file.content in FRAMED for call, _, _ in shown for file in call.files)
    again = await rig.carla.click(message, label="My hand")
    await rig.settled()
    assert again.followups == []
    assert len(list(faces_shown(rig))) == 2, "each is shown once"


async def test_a_form_is_not_followed_by_a_face_but_the_click_after_it_is(rig: Rig) -> None:
    for person in rig.people:
        person.dms_open = False
    await rig.open_and_fill(consult=False)
    message = table_message(rig.ane)
    assert message is not None
    await mentioned(message, rig.people)[0].click(message, label="No mus")
    speaking = mentioned(message, rig.people)[0]
    partner = rig.people[(rig.people.index(speaking) + 2) % 4]
    await make(partner, "bet")
    await rig.settled()
    answer = await speaking.click(message, label="Raise")
    assert answer.modal is not None
    await rig.settled()
    assert list(faces_shown(rig)) == []
    await speaking.submit(answer.modal, {"other": "5"})
    await rig.settled()
    assert [reader for _, reader, _ in faces_shown(rig)] == [speaking.id]
    assert "bets 5" in table_text(rig)


async def test_a_face_for_cards_that_are_gone_is_not_shown_any_more(rig: Rig) -> None:
    rig.carla.dms_open = False
    await rig.open_and_fill()
    await make(rig.ane, "bet")
    await rig.settled()
    message = table_message(rig.ane)
    assert message is not None
    for _ in range(3):
        await mentioned(message, rig.people)[0].click(message, label="Mus")
        if mentioned(message, rig.people) == [rig.carla]:
            break
    players = Players(rig.playground, rig.people, random.Random(3))
    players.mus_left = 99
    while not (await rig.bot.tables.get(1)).playing.deal.exchanged:
        waiting = mentioned(message, rig.people)
        person = next((each for each in waiting if each is not rig.carla), rig.carla)
        if "Discard" in [button.label for button in buttons_of(message)]:
            await players.discard(person, message)
        else:
            await person.click(message, label="Mus")
    await rig.settled()
    before = len(list(faces_shown(rig)))
    answer = await rig.carla.click(table_message(rig.carla), label="My hand")
    await rig.settled()
    assert "signals" not in answer.text
    assert len(list(faces_shown(rig))) == before


async def test_a_conversation_that_hangs_keeps_nobody_waiting(rig: Rig) -> None:
    await rig.open_and_fill()
    rig.playground.faults.add(method="POST", route="/channels/*/messages", status=403, code=50007, delay=3.0)
    answer = await pick(rig.ane)
    assert (await rig.ane.select(answer.message, None, ["bet"])).acknowledged
    message = table_message(rig.ane)
    assert message is not None
    mano = mentioned(message, rig.people)[0]
    assert (await mano.click(message, label="Mus")).acknowledged
    hanging = not rig.playground.transcript.calls("POST", "/channels/*/messages", status=403)
    assert hanging, "both were answered before the conversation was"


async def test_after_a_restart_faces_go_on_and_none_is_sent_again(database: str) -> None:
    async with Playground() as playground, await Store.open(database) as store:
        people = [playground.person(name) for name in PEOPLE]
        async with running_bot(playground, store) as bot:
            rig = Rig(playground, bot, store, *people)
            await rig.open_and_fill()
            picker = await pick(rig.ane)
            await make(rig.ane, "bet")
            await rig.settled()
        async with running_bot(playground, store) as bot:
            rig = Rig(playground, bot, store, *people)
            async with asyncio.timeout(5):
                # The hand that is sent again tells it in words; where the store knows of it, none is sent again.
                while (  # noqa: ASYNC110
                    not store.is_shared
                    and "Your partner signals: **bet**" not in text_of(rig.carla.dms()[-1])
                ):
                    await asyncio.sleep(0.02)
            await rig.settled()
            assert [name for _, _, name in faces_shown(rig)] == ["bet"], "the picture was sent before"
            await rig.ane.select(picker.message, None, ["cut"])
            await rig.settled()
            assert [(r, name) for _, r, name in faces_shown(rig)] == [
                (rig.carla.id, "bet"),
                (rig.carla.id, "cut"),
            ]
            assert "✅ Carla sees: **cut the mus**" in picker.text


# Tables where all may see


async def test_with_public_signals_the_table_sees_the_face_and_the_partner_has_it_framed(rig: Rig) -> None:
    await rig.open_and_fill(signals="public")
    before = picture_of(rig)
    answer = await pick(rig.ane)
    assert "The whole table sees it." in answer.text
    await rig.ane.select(answer.message, None, ["bet"])
    assert "✅ The whole table sees: **bet**" in answer.text
    await rig.settled()
    assert "**Faces** Ane: bet" in table_text(rig)
    assert picture_of(rig) != before, "and it stands beside the name in the picture"
    assert [(reader, name) for _, reader, name in faces_shown(rig)] == [(rig.carla.id, "bet")]
    await make(rig.dani, "cut")
    await rig.settled()
    assert "**Faces** Ane: bet · Dani: cut the mus" in table_text(rig)


def picture_of(rig: Rig) -> bytes:
    message = table_message(rig.ane)
    assert message is not None
    return rig.playground.file(message.data["attachments"][0]["id"]).content


# Nobody else


async def test_a_whole_game_shows_no_face_to_anyone_but_the_partner(rig: Rig) -> None:
    await rig.open_and_fill(target=20)
    rng = random.Random(5)
    players = Players(rig.playground, rig.people, rng)
    players.calm = True
    rig.dani.dms_open = False
    for _ in range(1_000):
        if is_over(rig.ane):
            break
        person = rng.choice(rig.people)
        if table_message(person) is not None and rng.random() < 0.4:
            answer = await pick(person)
            names = offered(answer)
            if names:
                await person.select(answer.message, None, [rng.choice(names)])
        await players.turn()
    await rig.settled()
    assert is_over(rig.ane)
    (game,) = await rig.store.games_of_table(1)
    sent = defaultdict(set)
    for deal in read_record(game.record).match.deals:
        for seat, name in deal.signals:
            sent[rig.people[seat - 1].id].add(name)
    partner = {person.id: rig.people[(place + 2) % 4].id for place, person in enumerate(rig.people)}
    assert len(sent) == 4

    seen = list(faces_shown(rig))
    assert len(seen) > 8
    for call, reader, name in seen:
        assert reader is not None, f"{call} shows {name} to everybody"
        assert name in sent[partner[reader]], f"{call} shows {name} to {reader}"
    told = 0
    for call in rig.playground.transcript:
        if "/commands" in call.path:
            continue
        body, reader = call.sent.decode(), reader_of(rig, call)
        for pattern, of_whom in ((TOLD, partner), (SENT, {each: each for each in partner})):
            for names in pattern.findall(body):
                assert reader is not None, f"{call} tells everybody of {names}"
                told += 1
                allowed = {NAMES[name] for name in sent[of_whom[reader]]}
                assert set(names.split(", ")) <= allowed, f"{call} tells {reader} of {names}"
        if reader is None:
            assert not re.search(r"signal(s|led)\b|Faces\*\*|sees:", body), f"{call}: {body}"
            assert not re.search(r"\bsign\b", body), "not even the record at the end"
            assert b"sign" not in b"".join(file.content for file in call.files if file.name.endswith(".mus"))
    assert told > 16


TOLD = re.compile(r"signals: \*\*([^*]+)\*\*")
SENT = re.compile(r"(?:You signalled|sees|Sent for this hand already): \**([a-z0-9, ]+)")


async def test_the_scan_finds_a_leak(rig: Rig) -> None:
    await rig.open_and_fill(signals="public")
    await make(rig.ane, "bet")
    await rig.settled()
    public = [call for call in rig.playground.transcript if reader_of(rig, call) is None]
    assert any("Faces**" in call.sent.decode() for call in public)
    dm = next(call for call, _, _ in faces_shown(rig))
    assert TOLD.findall(dm.sent.decode()) == ["bet"]


@pytest.mark.parametrize("closed", [False, True])
async def test_to_the_others_a_game_looks_as_if_nobody_had_signalled(
    databases: Databases, closed: bool
) -> None:
    """The same game twice, once with faces: the channel and the other pair are shown the same to the byte."""
    async with databases() as one, databases() as other:
        silent = await shown_in_a_game(one, signalling=False, closed=closed)
        telling = await shown_in_a_game(other, signalling=True, closed=closed)
    assert len(silent["everybody"]) > 20
    for reader in ("everybody", "Beñat", "Dani"):
        assert telling[reader] == silent[reader], f"{reader} is told something"
    assert telling["Carla"] != silent["Carla"]
    assert telling["Ane"] != silent["Ane"]


async def shown_in_a_game(database: str, *, signalling: bool, closed: bool) -> dict[str, list[object]]:
    """What each was shown in the first words of a game in which Ane signals, or does not."""
    async with (
        Playground() as playground,
        await Store.open(database) as store,
        running_bot(playground, store, chance(6)) as bot,
    ):
        rig = Rig(playground, bot, store, *(playground.person(name) for name in PEOPLE))
        rig.carla.dms_open = not closed
        await rig.open_and_fill()
        players = Players(playground, rig.people, random.Random(6))
        players.mus_left = 4
        for turn in range(40):
            if signalling and turn % 3 == 0:
                answer = await pick(rig.ane)
                if offered(answer):
                    await rig.ane.select(answer.message, None, offered(answer)[:1])
                await rig.settled()
            await players.turn()
            await rig.settled()
        return shown_to(rig)


def shown_to(rig: Rig) -> dict[str, list[object]]:
    """All that each was shown, in order: components and pictures, by whatever call; numbers and times apart."""
    shown: dict[str, list[object]] = defaultdict(list)
    names = {person.id: person.name for person in rig.people}
    for call in rig.playground.transcript:
        if not call.sent or "/commands" in call.path:
            continue
        content = call.payload.get("data") or call.payload
        if "components" not in content:
            continue
        reader = reader_of(rig, call)
        body = re.sub(r"\d{15,}|<t:\d+:R>", "…", json.dumps(content["components"], ensure_ascii=False))
        here = shown[names[reader] if reader else "everybody"]
        item = body, [(file.name, file.content) for file in call.files]
        if not here or here[-1] != item:
            here.append(item)
    return shown


async def test_not_even_an_edit_tells_the_others_that_there_was_a_face(rig: Rig) -> None:
    await rig.open_and_fill()
    for name in ("bet", "cut"):
        rig.playground.transcript.clear()
        await make(rig.ane, name)
        await rig.settled()
        readers = {reader_of(rig, call) for call in rig.playground.transcript}
        assert readers == {rig.ane.id, rig.carla.id}


# AI players


async def test_an_ai_partner_makes_true_faces_at_a_person(databases: Databases) -> None:
    told = 0
    for seed in range(6):
        async with (
            Playground() as playground,
            databases() as database,
            await Store.open(database) as store,
            running_bot(playground, store, chance(seed)) as bot,
        ):
            rig = Rig(playground, bot, store, *(playground.person(name) for name in PEOPLE))
            await rig.ane.slash("mus open")
            await rig.ane.click(label="Fill with AI")
            await rig.settled()
            table = await bot.tables.get(1)
            signals = table.view(1).partner_signals
            shown = [name for _, reader, name in faces_shown(rig) if reader == rig.ane.id]
            assert tuple(shown) == signals
            assert len(list(faces_shown(rig))) == len(shown), "the rivals' faces are for each other"
            if signals:
                told += 1
                assert f"**{table.seats[3].name} 🤖** signals" in text_of(rig.ane.dms()[-1])
                assert "Your hand" in text_of(rig.ane.dms()[-2]), "after the hand that it helps"
    assert told >= 2
