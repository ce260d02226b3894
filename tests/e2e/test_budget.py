"""What a game costs in calls to Discord: words go through interactions, which the global limit does not count."""

from __future__ import annotations

import random

from musbot.playground import text_of
from tests.e2e.conftest import Rig
from tests.e2e.players import Players, table_message


async def test_a_spoken_word_costs_at_most_two_calls_and_none_of_the_global_limit(rig: Rig) -> None:
    await rig.open_and_fill()
    transcript = rig.playground.transcript
    players = Players(rig.playground, rig.people, random.Random(4))
    spoken = ends = 0
    while spoken < 40:
        transcript.clear()
        words, deals, rounds = players.words, _deals(rig), _drops(rig)
        await players.turn()
        await rig.settled()
        if _ends(rig) > ends:
            ends = _ends(rig)
            await rig.open_and_fill()
            continue
        if players.words == words or _deals(rig) != deals or _drops(rig) != rounds:
            continue
        spoken += 1
        # A raise asks how much first: that is a click and a form, each with its own answer.
        most = 2
        assert len(transcript) <= most, [str(call) for call in transcript]
        assert transcript.counted == 0, [str(call) for call in transcript if call.counted]


async def test_a_deal_costs_its_message_and_four_hands_and_nothing_else(rig: Rig) -> None:
    await rig.open_and_fill()
    players = Players(rig.playground, rig.people, random.Random(6))
    players.mus_left = 0
    # A called órdago would end the match before the third deal.
    players.calm = True
    transcript = rig.playground.transcript
    transcript.clear()
    deals = _deals(rig)
    for _ in range(400):
        if _deals(rig) >= deals + 3:
            break
        players.mus_left = 0
        await players.turn()
        await rig.settled()
    assert _deals(rig) >= deals + 3, "three deals were played"
    counted = [call for call in transcript if call.counted]
    assert all(call.route == "POST /channels/{channel_id}/messages" for call in counted)
    assert len(counted) == 5 * (_deals(rig) - deals)


def _deals(rig: Rig) -> int:
    return sum("mano" in text_of(message) for message in rig.ane.sees())


def _ends(rig: Rig) -> int:
    return sum("🏆" in text_of(message) for message in rig.ane.sees())


def _drops(rig: Rig) -> bool:
    # What Ane sees last may be her own cards of an earlier round.
    message = table_message(rig.ane)
    return message is not None and "Still choosing" in text_of(message)
