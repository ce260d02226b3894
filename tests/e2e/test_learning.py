"""``/mus learn``, ``/mus hands``, ``/mus rules``: learned by pressing what is on the screen."""

from __future__ import annotations

import asyncio

import pytest

from musbot.bot.learning import course, guided
from musbot.bot.learning.hands import RUN, question
from musbot.bot.rules import PAGES
from musbot.bot.words import ENGLISH, LANGUAGES, words_for
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
    return await person.click(message, label=label)


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
    faces = [Action(Word.SIGN, guided.LEARNER, name=name) for name in deal.legal_signals(guided.LEARNER)]
    return found + [action for action in faces if not turn.takes(action)][:1]


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
                assert "Not quite" in told
                assert asked.why(ENGLISH, place) in told
                assert "Next" not in labels(message)
                made += 1
            await press(rig, rig.ane, message, asked.choices(ENGLISH)[asked.answer])
            assert f"**Right.** {asked.why(ENGLISH, asked.answer)}" in text_of(message)
        if step.name != course.NAMES_OF_STEPS[-1]:
            await press(rig, rig.ane, message, "Next")
    assert made > 70
    assert "You have learned Mus" in text_of(message)
    assert len(rig.ane.sees()) == 1, "all of it in one message"
    assert not rig.benat.sees()

    await press(rig, rig.ane, message, "Practise")
    await rig.settled()
    assert "Your hand" in text_of(rig.ane.last())


async def play_the_deal(rig: Rig, person: Person, message: Message) -> int:
    """Play it with every mistake that the buttons allow; return how many they were."""
    made = 0
    for place, turn in enumerate(guided.TURNS):
        assert ENGLISH(turn.guide) in text_of(message)
        for wrong in mistakes(place):
            await say(rig, person, message, wrong)
            told = text_of(message)
            assert "Not quite" in told
            assert ENGLISH(turn.why_not(wrong)) in told
            assert (await kept(rig, person)).place == place
            made += 1
        await say(rig, person, message, expected(place))
        assert (await kept(rig, person)).place == place + 1
    assert ENGLISH(guided.END) in text_of(message)
    assert "showdown.png" in [each["filename"] for each in message.data["attachments"]]
    return made


async def test_one_can_go_back_jump_skip_stop_and_go_on(rig: Rig) -> None:
    message = await begun(rig, rig.ane)
    assert "Back" not in labels(message)
    await press(rig, rig.ane, message, "Next")
    await press(rig, rig.ane, message, "Skip")
    assert (await kept(rig, rig.ane)).step == "points"
    await press(rig, rig.ane, message, "Back")
    assert (await kept(rig, rig.ane)).step == "cards"

    (chapters,) = selects_of(message)
    values = dict(chapters.options)
    await rig.ane.select(message, chapters.custom_id, [values["Mano"]])
    await rig.settled()
    assert (await kept(rig, rig.ane)).step == "mano"

    await press(rig, rig.ane, message, "Stop")
    assert "`/mus learn` goes on from here" in text_of(message)
    assert "### Mano" in text_of(await begun(rig, rig.ane))
    await press(rig, rig.ane, message, "Go on")
    assert "### Mano" in text_of(message)


async def test_a_restart_in_the_middle_of_the_deal_loses_nothing(database: str) -> None:
    async with Playground() as playground, await Store.open(database) as store:
        ane = playground.person("Ane")
        async with running_bot(playground, store) as bot:
            rig = Rig(playground, bot, store, *(playground.person(name) for name in NAMES))
            message = await begun(rig, ane)
            (chapters,) = selects_of(message)
            await ane.select(message, chapters.custom_id, [course.DEAL])
            await rig.settled()
            for place in range(4):
                await say(rig, ane, message, expected(place))
        async with running_bot(playground, store) as bot:
            rig.bot = bot
            assert ENGLISH(guided.TURNS[4].guide) in text_of(await begun(rig, ane))
            # The old message works too; one of its words from before the deal went on is not taken twice.
            await say(rig, ane, message, expected(4))
            assert (await kept(rig, ane)).place == 5
            await ane.click(ane.last(), label="Hold")
            await rig.settled()
            assert (await kept(rig, ane)).place == 5


async def test_whatever_is_sent_as_a_click_is_answered(rig: Rig) -> None:
    message = await begun(rig, rig.ane)
    for strange in (
        "club:learn",
        "club:learn:go:nowhere",
        "club:learn:say:cards:99",
        "club:learn:say:nowhere:0",
        "club:learn:deal:99:hold",
        "club:learn:deal:0:drop",
        "club:learn:deal:4:shout",
        "club:learn:jump",
        "club:quiz:easy:1:11.0.0.0:0",
        "club:quiz:easy:1:0.5.0.0:0",
        "club:quiz:brutal:1:0.0.0.0:0",
        "club:quiz:easy:1:10.0.0.0:0",
        "club:quiz:easy:1:0.0.0.0:7",
        "club:quiz:easy:1:0.0.0.0:2",
        "club:rules:nowhere:0",
        "club:rules:table:999",
        "club:help:nowhere",
    ):
        answer = await rig.ane.click(message, custom_id=strange, hostile=True)
        await rig.settled()
        assert answer.acknowledged, strange
        assert "went wrong" not in text_of(rig.ane.last()), strange
        message = rig.ane.last()


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
async def test_a_run_of_the_quiz_is_scored(rig: Rig, level: str) -> None:
    answer = await rig.ane.slash("mus hands", level=level)
    message = answer.message
    assert message is not None
    wrong = {3, 4}
    for number in range(RUN):
        ids = [str(each.custom_id) for each in buttons_of(message)]
        _, _, _, seed, stand, _ = ids[0].split(":")
        assert stand.split(".")[0] == str(number)
        asked = question(level, int(seed), number)
        chosen = asked.answer if number not in wrong else (asked.answer + 1) % len(asked.hands)
        await press(rig, rig.ane, message, asked.names[chosen])
        told = text_of(message)
        assert asked.why(ENGLISH, chosen) in told
        assert ("**No.**" in told) == (number in wrong)
        await press(rig, rig.ane, message, "Next")
    assert "**8 of 10 right**" in text_of(message)
    assert "Longest streak: 5; your longest ever: 5" in text_of(message)
    assert (await kept(rig, rig.ane)).streak == 5
    await press(rig, rig.ane, message, "Once more")
    assert "question 1 of 10" in text_of(message)


async def test_the_rules_are_leafed_through(rig: Rig) -> None:
    answer = await rig.ane.slash("mus rules")
    message = answer.message
    assert message is not None
    seen = []
    for page in PAGES:
        assert f"## {page.title}" in text_of(message)
        assert bool(message.data["attachments"]) == (page.picture is not None), page.name
        seen.append(page.name)
        if page is not PAGES[-1]:
            await press(rig, rig.ane, message, "▶ Next")
    assert "You sit at no table" in text_of(message)
    (menu,) = selects_of(message)
    await rig.ane.select(message, menu.custom_id, ["pares"])
    await rig.settled()
    assert "## Pares" in text_of(message)
    await press(rig, rig.ane, message, "◀ Back")
    assert "## Grande and chica" in text_of(message)


async def test_the_rules_tell_those_of_ones_table(rig: Rig) -> None:
    await rig.ane.slash("mus open", rules="classic", kings=4, target=30, signals="off")
    told = (await rig.ane.slash("mus rules", page="table")).text
    assert "Table 1 plays by the rules **classic**" in told
    for line in ("- to 30", "- **4 kings**", "- **no signals**", "- partners do not ask", "- punto bonus 1"):
        assert line in told, line
    both = (await rig.ane.slash("mus rules", page="presets")).text
    assert both.index("- partners ask") < both.index("- partners do not ask")


async def test_newcomers_are_offered_the_lesson_once_and_alone(rig: Rig) -> None:
    rig.bot.offers.on = True
    await rig.ane.slash("mus open")
    await rig.benat.click(label="Join")
    await rig.settled()
    for person in (rig.ane, rig.benat):
        offers = [each for each in person.sees() if "New to Mus?" in text_of(each)]
        assert [each.visible_to for each in offers] == [person.id]
    offer = next(each for each in rig.benat.sees() if "New to Mus?" in text_of(each))
    await press(rig, rig.benat, offer, "Learn")
    assert "### Welcome" in text_of(offer)

    await rig.benat.slash("mus leave")
    await rig.benat.slash("mus join")
    await rig.ane.slash("mus practice")
    await rig.settled()
    assert sum("New to Mus?" in text_of(each) for each in rig.benat.sees()) == 0
    assert sum("New to Mus?" in text_of(each) for each in rig.ane.sees()) == 1

    # Who learns before they sit down is not asked.
    await begun(rig, rig.carla)
    await rig.carla.slash("mus join")
    await rig.settled()
    assert not [each for each in rig.carla.sees() if "New to Mus?" in text_of(each)]


async def test_two_clicks_at_once_offer_it_once(rig: Rig) -> None:
    rig.bot.offers.on = True
    await asyncio.gather(rig.dani.slash("mus practice"), rig.dani.slash("mus practice"))
    await rig.settled()
    assert sum("New to Mus?" in text_of(each) for each in rig.dani.sees()) == 1


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
async def test_the_lesson_speaks_the_language_of_its_reader(rig: Rig, language: str) -> None:
    words = words_for(language)
    await rig.ane.slash("settings me", language=language)
    message = await begun(rig, rig.ane)
    (chapters,) = selects_of(message)
    for name in ("grande", "mano", course.DEAL, "end"):
        step = course.step_named(name)
        first = course.CHAPTERS[course.chapter_of(step)].steps[0].name
        await rig.ane.select(message, chapters.custom_id, [first])
        await rig.settled()
        told = text_of(message)
        assert words(step.text or guided.TURNS[0].guide) in told
        for english in ("Who wins", "step ", "Your hand", "Mano speaks"):
            assert english not in told, english
        (chapters, *_) = [each for each in selects_of(message) if str(each.custom_id).endswith(":jump")]


async def test_who_wants_words_alone_learns_without_pictures(rig: Rig) -> None:
    await rig.ane.slash("settings me", cards="words")
    message = await begun(rig, rig.ane)
    (chapters,) = selects_of(message)
    await rig.ane.select(message, chapters.custom_id, ["grande"])
    assert not message.data["attachments"]
    assert "Ane: king of coins, knight of cups" in text_of(message)
    for answer in (await rig.ane.slash("mus hands"), await rig.ane.slash("mus rules", page="pares")):
        assert answer.message is not None
        assert not answer.message.data["attachments"]
        assert " of " in answer.text
