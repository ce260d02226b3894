"""The lesson and the quiz, without Discord: what is right is what the rules say, in every language it fits."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.bot.layout import Letter
from musbot.bot.learning import course, guided
from musbot.bot.learning.hands import HANDS, LEVELS, question
from musbot.bot.learning.letters import guided_letter, step_letter
from musbot.bot.learning.questions import Compare, Hands, MusOrNot, Own, cards_of
from musbot.bot.learning.quiz import Run, asked_letter, over_letter, told_letter
from musbot.bot.rules import PAGES, rules_letter
from musbot.bot.words import ENGLISH, LANGUAGES, words_for
from musbot.game import Action, Lance, Options, Phase
from musbot.game.hands import hand
from tests.bot.reading import buttons_of, components, fits_discord, text_of

ASKED = [step for step in course.steps() if step.question is not None]


def test_steps_have_names_of_their_own_that_fit_into_ids() -> None:
    names = Counter(step.name for step in course.steps())
    assert set(names.values()) == {1}
    assert all(name.replace("-", "").isalnum() and len(name) <= 26 for name in names)
    assert course.step_named("gone since").name == course.FIRST


def test_each_lance_has_hands_to_compare() -> None:
    compared = Counter(step.question.lance for step in ASKED if isinstance(step.question, Compare))
    assert all(compared[lance] >= 2 for lance in Lance)


@pytest.mark.parametrize("step", ASKED, ids=lambda step: step.name)
def test_each_question_has_one_right_answer_and_says_why_to_all_others(step: course.Step) -> None:
    asked = step.question
    assert asked is not None
    choices = asked.choices(ENGLISH)
    assert len(set(choices)) == len(choices) >= 2
    assert 0 <= asked.answer < len(choices)
    assert all(len(asked.why(ENGLISH, place)) > 20 for place in range(len(choices)))


def test_no_card_is_in_two_hands_of_a_question() -> None:
    shown = [step.shown for step in course.steps()] + [page.picture for page in PAGES]
    for each in shown:
        if isinstance(each, Hands) and not each.notes:
            cards = [card for held in each.hands for card in held]
            assert len(set(cards)) == len(cards) == 4 * len(each.hands)
        elif isinstance(each, Own):
            assert len(set(each.cards)) == 4


def test_right_is_what_the_rules_say() -> None:
    """Told by hand once more, so that a change of the rules or of a hand cannot go unseen."""
    right = {
        step.name: step.question.choices(ENGLISH)[step.question.answer] for step in ASKED if step.question
    }
    assert right == {
        "cards": "three",
        "points": "28",
        "grande": "Beñat",
        "grande-three": "Carla",
        "chica": "Beñat",
        "chica-three": "Carla",
        "pares-two": "Beñat",
        "pares-three": "Carla",
        "juego-two": "Beñat",
        "juego-three": "Beñat",
        "punto": "Beñat",
        "punto-two": "Ane",
        "mano": "Beñat",
        "mano-four": "Dani",
        "bets": "1",
        "passing": "5",
        "ordago": "1",
        "count": "5",
        "count-juego": "5",
        "mus": "5 4",
        "no-mus": "No mus",
        "read-face": "two kings",
        "may-sign": "duples",
    }


def test_mus_is_right_where_it_gains() -> None:
    assert MusOrNot(cards_of("Ro 7c 5e 4b")).answer == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_fits_into_a_message(language: str) -> None:
    words = words_for(language)
    for step in course.steps():
        if step.name == course.DEAL:
            continue
        chosen = [None, *range(len(step.question.choices(words)))] if step.question else [None]
        for place in chosen:
            letter = step_letter(step, words, place)
            fits_in(letter, language)
            assert len(text_of(letter)) < 1_400, "a step is read in a minute"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_of_the_deal_fits_into_a_message(language: str) -> None:
    words = words_for(language)
    for place in range(len(guided.TURNS) + 1):
        fits_in(guided_letter(place, "W" * 32, 10**18, words, note="x" * 300, choosing_face=True), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_rules_fits_into_a_message(language: str) -> None:
    words = words_for(language)
    for page in PAGES:
        fits_in(
            rules_letter(words, page.name, (10**14, Options.of("classic", kings=4, games=5, real31=True))),
            language,
        )


def fits_in(letter: Letter, language: str) -> None:
    """Assert the limits; labels are held to twelve characters in English, to fourteen elsewhere by another test."""
    if language == "en":
        fits_discord(letter)
    assert len(components(letter)) <= 40
    assert len(text_of(letter)) <= 4000
    assert all(len(button["label"]) <= 14 for button in buttons_of(letter)), [
        button["label"] for button in buttons_of(letter)
    ]


def test_the_deal_is_played_by_the_rules_and_offers_what_they_allow() -> None:
    for place, turn in enumerate(guided.TURNS):
        deal = guided.match_at(place).deal
        assert guided.LEARNER in deal.to_act
        said = "sign thirty-one" if turn.expected == guided.SIGN else turn.expected
        action = Action.parse(f"{guided.LEARNER} {said}")
        assert guided.is_legal(place, action)
        assert turn.takes(action)
        offered = {
            button["custom_id"].rsplit(":", 1)[1]
            for button in buttons_of(guided_letter(place, "Ane", 1, ENGLISH))
            if ":deal:" in button["custom_id"]
        }
        words = {str(word) for word in deal.legal(guided.LEARNER).words} - {"drop"}
        assert offered == words | {"signal"}
    assert guided.match_at(len(guided.TURNS)).deal.phase is Phase.OVER


def test_what_the_teacher_tells_of_the_deal_is_so() -> None:
    deal = guided.match_at(len(guided.TURNS)).deal
    told = {
        result.lance: (result.winner, result.stake, result.bonus, result.points) for result in deal.results
    }
    assert told == {
        Lance.GRANDE: ("A", 2, 0, 2),
        Lance.CHICA: ("B", 1, 0, 1),
        Lance.PARES: ("A", 1, 5, 6),
        Lance.JUEGO: ("A", 10, 5, 15),
    }
    assert guided.view_at(3).partner_signals == ("duples",)
    facts = guided.view_at(3).facts
    assert facts is not None
    assert (facts.total, facts.kind.name) == (31, "MEDIAS")


@given(st.sampled_from(sorted(LEVELS)), st.integers(0, 10**9 - 1), st.integers(0, 9))
def test_a_random_question_is_fair(level: str, seed: int, number: int) -> None:
    asked = question(level, seed, number)
    assert asked == question(level, seed, number)
    cards = [card for held in asked.hands for card in held]
    assert len(set(cards)) == len(cards)
    facts = [hand(held) for held in asked.hands]
    assert sum(each.may_bet(asked.lance) for each in facts) >= 2
    assert asked.lance is not Lance.PUNTO or not any(each.juego for each in facts)
    best = facts[asked.answer].strength(asked.lance)
    assert best == max(each.strength(asked.lance) for each in facts if each.may_bet(asked.lance))
    even = [place for place, each in enumerate(facts) if each.strength(asked.lance) == best]
    assert asked.answer == min(even, key=lambda place: (place - asked.mano) % len(facts))
    if level != "hard":
        assert even == [asked.answer]


def test_hard_questions_are_often_even() -> None:
    even = 0
    for seed in range(100):
        asked = question("hard", seed, 0)
        worth = sorted(hand(held).strength(asked.lance) for held in asked.hands)
        even += worth[-1] == worth[-2]
    assert even >= 40


@pytest.mark.parametrize("level", LEVELS)
def test_the_messages_of_the_quiz_fit(level: str) -> None:
    run = Run(level, 999_999_999, 9, 9, 9, 9)
    fits_discord(asked_letter(run, ENGLISH))
    for chosen in range(HANDS[level]):
        fits_discord(told_letter(run, chosen, ENGLISH))
    fits_discord(over_letter(run, 10, ENGLISH))


def test_a_run_is_read_from_its_ids() -> None:
    run = Run("easy", 5, 3, 2, 1, 2)
    _, level, seed, stand, _ = str(run.id(0)).split(":")[0:1] + list(run.id(0).arguments)
    assert Run.parse(level, seed, stand) == run
    assert run.answered(well=True) == Run("easy", 5, 4, 3, 2, 2)
    assert run.answered(well=False) == Run("easy", 5, 4, 2, 0, 2)
    for strange in ("3.2.1", "3.4.1.2", "11.2.1.2", "3.2.2.1", "x.2.1.2", "-1.0.0.0"):
        assert Run.parse("easy", "5", strange) is None
