"""A review in words and as a message."""

from __future__ import annotations

import itertools

import pytest

from musbot.ai.review import Decision, Reason, SeatReview
from musbot.bot import review_words
from musbot.bot.review import others_words, review_letter
from musbot.bot.words import ENGLISH
from musbot.game import Action, Lance, Options, Phase, Word, parse_card
from musbot.game.actions import drop, say
from musbot.table import Table
from musbot.table.presence import Gone, Presence
from tests.bot.reading import fits_discord, table_of, text_of
from tests.game.playing import played

HAND = tuple(map(parse_card, ("Ro", "Rc", "7o", "1b")))


def decision(done: Action, best: Action, reason: Reason, **changes: object) -> Decision:
    fields: dict[str, object] = {
        "deal": 3, "seat": 2, "phase": Phase.LANCE, "lance": Lance.GRANDE, "cards": HAND, "scores": (12, 7),
        "bet": 0, "ordago": False, "proposal": None, "done": done, "chance": 0.41,
        "choices": ((best, 0.5), (done, 0.41)), "reason": reason,
    }  # fmt: skip
    return Decision(**(fields | changes))  # type: ignore[arg-type]


WORDS = [say(2, Word.HOLD), say(2, Word.BET, 2), say(2, Word.BET, 9), say(2, Word.ORDAGO), say(2, Word.CALL),
         say(2, Word.FOLD), say(2, Word.AGREE)]  # fmt: skip


@pytest.mark.parametrize("wins", [0.0, 0.3, 0.8, 1.0])
@pytest.mark.parametrize("proposal", [None, say(4, Word.FOLD)])
def test_every_pair_of_words_has_a_reason_in_a_sentence(wins: float, proposal: Action | None) -> None:
    for done, best in itertools.permutations(WORDS, 2):
        said = review_words.why(decision(done, best, Reason(wins=wins), proposal=proposal), ENGLISH)
        assert said.startswith("Your pair has the best hand in ")
        assert said.endswith(".")
        assert "{" not in said
        assert " 0\u00a0%" not in said, "a sample is never certain"


def test_what_is_done_has_a_name() -> None:
    asked = decision(say(2, Word.AGREE), say(2, Word.CALL), Reason(), proposal=say(4, Word.FOLD), bet=5)
    assert review_words.action_words(asked, asked.done, ENGLISH) == "agree: pass"
    assert review_words.action_words(asked, say(2, Word.BET, 9), ENGLISH) == "raise to 9"
    assert review_words.action_words(asked, drop(2, HAND[2:]), ENGLISH) == "keep R R"
    assert review_words.action_words(asked, drop(2, HAND), ENGLISH) == "keep nothing"


def test_the_slips_of_a_game_are_added_up() -> None:
    """A bad game may well give away more than a whole game's chances."""
    worst = decision(say(2, Word.FOLD), say(2, Word.CALL), Reason(wins=0.7), bet=5)
    said = review_words.summary(SeatReview(2, (worst,) * 14), ENGLISH)
    assert said.endswith("all slips together **−126\u00a0%**")


def test_mus_and_discards_have_reasons_of_their_own() -> None:
    cut, mus = say(2, Word.CUT), say(2, Word.MUS)
    before = {"phase": Phase.MUS, "lance": None}
    assert "play it" in review_words.why(decision(mus, cut, Reason(better_than=0.9), **before), ENGLISH)
    assert "an exchange promises more" in review_words.why(
        decision(cut, mus, Reason(better_than=0.4), **before), ENGLISH
    )
    choosing = {"phase": Phase.DISCARD, "lance": None}
    kept = decision(
        drop(2, HAND[3:]), drop(2, HAND[2:]), Reason(kept=(1, 0.8), could_keep=(1, 0.73)), **choosing
    )
    assert "pares 100 % and juego 73.0 %; yours 100 % and 80.0 %" in review_words.why(kept, ENGLISH)
    assert review_words.where(kept, ENGLISH) == "Deal 3 · Discard"


def finished() -> Table:
    return table_of(played(Options(), 3, 10_000), ["Ane", "Beñat", "Carla", "Dani"])


def test_the_message_tells_the_swings_and_what_it_counts() -> None:
    worst = decision(say(2, Word.FOLD), say(2, Word.CALL), Reason(wins=0.7), bet=5)
    letter = review_letter(SeatReview(2, (worst, worst), left_out=3), finished(), ENGLISH)

    fits_discord(letter)
    said = text_of(letter)
    assert "**1. Deal 3 · Grande** · 7–12 · `R R 7 1` · **−9\u00a0%**" in said, "the own score comes first"
    assert "You: pass (41 %). Better: **call** (50 %)." in said
    assert "too good to pass" in said
    assert "what you could know at that time" in said
    assert "no time for the last 3 decisions" in said


def test_a_game_without_swings_and_one_without_decisions_are_told_too() -> None:
    good = decision(say(2, Word.HOLD), say(2, Word.HOLD), Reason(), choices=((say(2, Word.HOLD), 0.41),))
    for decisions in ((), (good,)):
        letter = review_letter(SeatReview(2, decisions), finished(), ENGLISH)
        fits_discord(letter)
        assert "No decision cost you" in text_of(letter)


def test_words_of_the_clock_and_of_whoever_else_had_the_seat_are_not_ones_own() -> None:
    table = finished()
    table.presence = Presence(
        by_clock=frozenset({(1, 2, 0), (1, 3, 1)}),
        gone=(
            Gone(2, 77, "Old", "left", 0.0, 1),
            Gone(2, 5, "Beñat", "away", 0.0, 3, back=4),
            Gone(4, 5, "x", "left", 0.0, 1),
        ),
    )

    others = others_words(table, 2, 5)

    assert {(deal, seat) for deal, seat, _ in others} == {
        (deal, 2) for deal in (1, 3, 4) if deal <= table.deal_count
    }
    assert (1, 2, 0) in others
