"""``/mus learn``, ``/mus hands``, ``/mus rules``: learned by pressing what is on the screen."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from musbot.bot.learning import course, guided
from musbot.bot.learning.hands import RUN, question
from musbot.bot.words import ENGLISH, words_for
from musbot.game import Word, card_name
from musbot.game.actions import Action
from musbot.playground import Answer, Message, Person, Playground, buttons_of, selects_of, text_of
from musbot.store import Store, lessons
from musbot.store.lessons import LessonRow
from tests.e2e.conftest import NAMES, Rig, running_bot

LABELS = {
    Word.MUS: "Mus",
    Word.CUT: "No mus",
    Word.HOLD: "Hold",
    Word.CALL: "Call",
    Word.FOLD: "Pass",
    Word.AGREE: "Agree",
    Word.ORDAGO: "Órdago",
}


async def begun(rig: Rig, person: Person) -> Message:
    answer = await person.slash("mus learn")
    assert answer.ephemeral
    assert answer.message is not None
    return answer.message


async def kept(rig: Rig, person: Person) -> LessonRow:
    return await rig.store.read(lambda connection: lessons.get(connection, person.id))


def labels(message: Message) -> list[str]:
    return [str(each.label) for each in buttons_of(message)]


async def press(rig: Rig, person: Person, message: Message, label: str) -> Answer:
    answer = await person.click(message, label=label)
    await rig.settled()
    return answer


async def say(rig: Rig, person: Person, message: Message, action: Action) -> None:
    """Say something with the real buttons, menus and forms of the deal."""
    if action.word is Word.BET:
        asked = await press(rig, person, message, "Raise")
        assert asked.modal is not None
        await person.submit(asked.modal, {"other": str(action.amount)})
    elif action.word is Word.DROP:
        menu = next(each for each in selects_of(message) if str(each.custom_id).endswith(":drop"))
        await person.select(message, menu.custom_id, [card_name(card) for card in action.cards])
    elif action.word is Word.SIGN:
        await press(rig, person, message, "Signal")
        menu = next(each for each in selects_of(message) if str(each.custom_id).endswith(":signed"))
        await person.select(message, menu.custom_id, [action.name])
    else:
        await press(rig, person, message, LABELS[action.word])
    await rig.settled()


def expected(place: int) -> Action:
    turn = guided.TURNS[place]
    said = "sign three-kings" if turn.expected == guided.SIGN else turn.expected
    return Action.parse(f"{guided.LEARNER} {said}")


def mistakes(place: int) -> list[Action]:
    """Every other word that the buttons of a moment say, and one bet that the teacher did not mean."""
    deal = guided.match_at(place).deal
    turn = guided.TURNS[place]
    found = [action for action in deal.legal(guided.LEARNER).plain if not turn.takes(action)]
    if Word.BET in deal.legal(guided.LEARNER).words:
        found.append(Action(Word.BET, guided.LEARNER, deal.legal(guided.LEARNER).min_bet + 1))
    if Word.DROP in deal.legal(guided.LEARNER).words:
        found.append(Action.parse("1 drop Ro"))
        found.append(Action.parse("1 drop 5e"))
    return found


async def test_a_newcomer_makes_each_mistake_once_and_is_told_why(rig: Rig) -> None:
    message = await begun(rig, rig.ane)
    made = 0
    for step in course.steps():
        assert (await kept(rig, rig.ane)).step == step.name
        if step.name == course.DEAL:
            made += await play_the_deal(rig, rig.ane, message)
        elif step.question is not None:
            asked = step.question
            for place, label in enumerate(asked.choices(ENGLISH)):
                if place == asked.answer:
                    continue
                await press(rig, rig.ane, message, label)
                told = text_of(message)
                assert "Not quite" in told and asked.why(ENGLISH, place) in told
                assert "Next" not in labels(message)
                made += 1
            await press(rig, rig.ane, message, asked.choices(ENGLISH)[asked.answer])
            assert f"**Right.** {asked.why(ENGLISH, asked.answer)}" in text_of(message)
        if step.name != course.LAST:
            await press(rig, rig.ane, message, "Next")
    assert made > 70
    assert "You have learned Mus" in text_of(message)
    assert len(rig.ane.sees()) == 1, "all of it in one message"
    assert not rig.benat.sees()

    await press(rig, rig.ane, message, "Practise")
    assert "Your hand" in text_of(rig.ane.last())


async def play_the_deal(rig: Rig, person: Person, message: Message) -> int:
    """Play it with every mistake that the buttons allow; return how many they were."""
    made = 0
    for place, turn in enumerate(guided.TURNS):
        assert ENGLISH(turn.guide) in text_of(message)
        for wrong in mistakes(place):
            await say(rig, person, message, wrong)
            told = text_of(message)
            assert ENGLISH(turn.why_not(wrong)) in told and "Not quite" in told
            assert (await kept(rig, person)).place == place
            made += 1
        await say(rig, person, message, expected(place))
        assert (await kept(rig, person)).place == place + 1
    assert ENGLISH(guided.END) in text_of(message)
    assert "showdown.png" in [each["filename"] for each in message.data["attachments"]]
    return made
