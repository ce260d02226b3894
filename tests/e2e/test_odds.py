"""``/mus odds``, asked as people would: before a game, in the middle of one, and with nonsense."""

from __future__ import annotations

import random

from tests.e2e.conftest import Rig
from tests.e2e.players import Players


async def test_a_hand_and_its_odds_for_the_person_alone(rig: Rig) -> None:
    answer = await rig.ane.slash("mus odds", hand="R R 7 1")
    assert answer.ephemeral
    assert "**Grande** 86.0\u00a0%" in answer.text
    assert answer.message is not None
    assert [each["filename"] for each in answer.message.data["attachments"]] == ["hand.png"]
    assert not rig.benat.sees()
    last = await rig.ane.slash("mus odds", hand="rr71", seat=4, rules="classic", kings=4)
    assert "R R 7 1` · last" in last.text
    assert "**Pares** 91.8\u00a0%" in last.text, "the mano's would be 93.4 %"


async def test_what_is_no_hand_gets_a_sentence(rig: Rig) -> None:
    for typed, said in (("R R 7", "four cards"), ("<@1> everyone", "four of"), ("K K 7 1", "K is no card")):
        answer = await rig.ane.slash("mus odds", hand=typed)
        assert answer.ephemeral
        assert said in answer.text


async def test_suggestions_come_while_one_types(rig: Rig) -> None:
    answer = await rig.ane.autocomplete("mus odds", "hand", "R R 7")
    assert "R R 7 1" in [choice["value"] for choice in answer.choices]


async def test_whoever_holds_cards_is_refused_at_every_table_and_until_the_game_ends(rig: Rig) -> None:
    await rig.ane.slash("mus open", target=20, clock="1 day")
    assert "**Grande**" in (await rig.ane.slash("mus odds", hand="R R 7 1")).text, "no cards are dealt yet"
    for person in rig.people[1:]:
        await person.click(label="Join")
    await rig.settled()
    for person in rig.people:
        refused = await person.slash("mus odds", hand="R R 7 1")
        assert refused.ephemeral
        assert "You hold cards at [table 1]" in refused.text
    await Players(rig.playground, rig.people, random.Random(2)).play()
    assert "**Grande**" in (await rig.benat.slash("mus odds", hand="R R 7 1")).text
