"""*Review* after a game: each player's own, for their eyes alone."""

from __future__ import annotations

import random
from functools import partial

import pytest

from musbot.ai import reviewer
from musbot.ai.reviewer import NoReview, review_apart
from musbot.bot import review as reviews
from musbot.playground import buttons_of
from tests.e2e.conftest import Rig
from tests.e2e.players import Players


async def played(rig: Rig) -> None:
    """Let Ane play a short game with three AI players."""
    await rig.ane.slash("mus open", target=20)
    await rig.ane.click(label="Fill with AI")
    await rig.settled()
    players = Players(rig.playground, [rig.ane], random.Random(3))
    players.calm = True
    await players.play()
    await rig.settled()


async def test_a_player_is_shown_the_own_decisions_and_nobody_else_is(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The process is a patient one: on a busy machine it looks at a few decisions, and says so.
    monkeypatch.setattr(reviews, "review_apart", partial(review_apart, seconds=2.0))
    monkeypatch.setattr(reviewer, "PATIENCE", 140.0)
    await played(rig)
    end = rig.ane.last()
    assert [button.label for button in buttons_of(end)] == ["Rematch", "Review"]

    answer = await rig.ane.click(end, label="Review")
    await answer.finished(150)
    await rig.settled()

    assert answer.ephemeral
    assert "### Your game" in answer.text
    assert "what you could know at that time" in answer.text
    assert answer.message is not None
    assert [each["filename"] for each in answer.message.data["attachments"]] == ["review.png"]
    assert not any("Your game" in str(message.data) for message in rig.benat.sees())

    again = await rig.ane.click(end, label="Review")
    await again.finished()
    await rig.settled()
    assert again.text == answer.text, "what was found is kept"

    stranger = await rig.benat.click(end, label="Review")
    assert stranger.ephemeral
    assert "no seat" in stranger.text


async def test_a_review_that_cannot_be_made_is_told_and_can_be_asked_for_again(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise NoReview("killed")

    await played(rig)
    monkeypatch.setattr(reviews, "review_apart", fails)
    answer = await rig.ane.click(rig.ane.last(), label="Review")
    await answer.finished(150)
    assert answer.ephemeral
    assert "try again later" in answer.text
