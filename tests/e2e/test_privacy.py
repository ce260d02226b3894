"""``/privacy``: people see, get and erase what is kept of them. K7."""

from __future__ import annotations

import io
import json
import random
import time
import zipfile

import pytest

from musbot.bot import privacy
from musbot.game.record import read_record
from musbot.playground import Person, text_of
from musbot.store.personal import ERASED_NAME
from musbot.store.schema import metadata
from tests.e2e.conftest import Rig
from tests.e2e.players import Players, table_message


async def whole_database(rig: Rig) -> str:
    """Everything in the database, as one text."""
    rows = []
    for table in metadata.sorted_tables:
        rows += [str(tuple(row)) for row in await rig.store.database.rows(table.select())]
    return "\n".join(rows)


async def erase(rig: Rig, person: Person) -> str:
    """Let somebody erase themselves; return what they are told."""
    question = await person.slash("privacy delete")
    assert question.ephemeral
    await person.click(question.message, label="Erase me")
    await rig.settled()
    return text_of(question.message)  # type: ignore[arg-type]


async def test_somebody_never_seen_is_not_known(rig: Rig) -> None:
    answer = await rig.ane.slash("privacy show")
    assert answer.ephemeral
    assert "Nothing." in answer.text


async def test_show_and_export_tell_what_is_kept(rig: Rig) -> None:
    await rig.open_and_fill(target=20)
    await Players(rig.playground, rig.people, random.Random(1)).play()
    await rig.settled()
    shown = await rig.ane.slash("privacy show")
    assert shown.ephemeral
    assert "1 table" in shown.text
    assert "1 game" in shown.text

    exported = await rig.ane.slash("privacy export")
    await exported.finished()
    assert exported.ephemeral
    assert exported.message is not None
    (attachment,) = exported.message.data["attachments"]
    assert attachment["filename"] == f"musbot-{rig.ane.id}.json"
    content = rig.playground.file(attachment["id"]).content.decode()
    found = json.loads(content)
    assert found["person"] == str(rig.ane.id)
    assert found["people"][0]["dm_channel_id"] == rig.playground.world.dms[rig.ane.id].id
    assert "Ane" in found["games"][0]["record"]
    for other in rig.people[1:]:
        assert str(other.id) not in content


def test_a_large_export_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes files of 10 MB: somebody who has played for years has more."""
    found = {"events": [{"data": "{}" * 100}] * 100}
    assert privacy.exported("musbot-1", found)[0] == "musbot-1.json"

    monkeypatch.setattr(privacy, "LARGEST", 1_000)
    name, content = privacy.exported("musbot-1", found)

    assert name == "musbot-1.zip"
    assert len(content) < 1_000
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert json.loads(archive.read("musbot-1.json")) == found


async def test_delete_asks_first(rig: Rig) -> None:
    await rig.open_and_fill()
    question = await rig.ane.slash("privacy delete")
    assert question.ephemeral
    await rig.ane.click(question.message, label="Keep me")
    assert "Nothing was erased" in question.text
    assert await rig.store.seats_of(1)
    assert await rig.store.people.get(rig.ane.id) is not None


async def test_an_erased_person_leaves_the_table_and_is_in_no_record(rig: Rig) -> None:
    await rig.open_and_fill(target=20)
    await Players(rig.playground, rig.people, random.Random(2)).play()
    await rig.open_and_fill(target=20)
    told = await erase(rig, rig.ane)
    assert "You are erased" in told
    everything = await whole_database(rig)
    assert str(rig.ane.id) not in everything
    assert "Ane" not in everything
    for other in rig.people[1:]:
        assert str(other.id) in everything
        assert other.name in everything

    (game,) = await rig.store.games_of_table(1)
    record = read_record(game.record)
    assert record.players[0] == ERASED_NAME
    assert record.match.scores == game.scores, "others keep their game"
    message = table_message(rig.benat)
    assert message is not None
    assert "Ane" not in text_of(message), "an AI player has the seat"
    await Players(rig.playground, rig.people[1:], random.Random(3)).play()


async def test_an_erased_person_may_come_back_as_somebody_new(rig: Rig) -> None:
    await rig.ane.slash("mus open")
    await erase(rig, rig.ane)
    answer = await rig.ane.slash("privacy show")
    assert "Nothing." in answer.text
    opened = await rig.ane.slash("mus open")
    assert "Ane" in opened.text


async def test_a_copied_button_erases_nobody_and_leaves_the_message_alone(rig: Rig) -> None:
    await rig.open_and_fill()
    message = table_message(rig.ane)
    assert message is not None
    before = text_of(message)
    for click in (privacy.ERASE, privacy.KEEP):
        answer = await rig.benat.click(message, custom_id=str(click), hostile=True)
        assert answer.ephemeral
    await rig.settled()
    assert text_of(message) == before
    for person in rig.people:
        assert await rig.store.people.get(person.id) is not None


async def test_a_question_of_long_ago_erases_nobody(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    await rig.open_and_fill()
    question = await rig.ane.slash("privacy delete")
    now = time.time()
    monkeypatch.setattr("musbot.bot.privacy.time.time", lambda: now + privacy.ASKED_FOR + 1)
    await rig.ane.click(question.message, label="Erase me")
    assert "long ago" in question.text
    assert await rig.store.people.get(rig.ane.id) is not None
