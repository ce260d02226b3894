"""Where the points went: which decisions are looked at, by whose knowledge, and what they cost."""

from __future__ import annotations

import asyncio
import json
import sys
from math import exp
from pathlib import Path
from typing import Any

import pytest

from musbot.ai import reviewer
from musbot.ai.advice import SolvedAdviser
from musbot.ai.review import SeatReview, decisions, review, wins_lance
from musbot.ai.reviewer import NoReview, review_apart
from musbot.cli import main
from musbot.game import Action, Legal, Match, Options, Phase, Word
from musbot.game.record import read_record, write_record
from musbot.game.views import SeatView, seat_view

from .tables import anything, club, played


class Fixed:
    """An adviser that gives the first choice a chance of 60 %, and each after it ten points less."""

    def __init__(self) -> None:
        self.asked: list[SeatView] = []

    def advise(self, view: SeatView, legal: Legal, also: Action | None = None) -> list[tuple[Action, float]]:
        self.asked.append(view)
        actions = candidates(view, legal)
        return [(action, 0.6 - place / 10) for place, action in enumerate(actions)]


def candidates(view: SeatView, legal: Legal) -> list[Action]:
    """A choice of each word; bets of the least and three more, discards of one card each."""
    actions = []
    for action in sorted(legal, key=lambda action: action.word is not Word.MUS):
        if action.word is Word.BET and action.amount - legal.min_bet not in (0, 3):
            continue
        if len(action.cards) < 2:
            actions.append(action)
    return actions


GAME = """
mus = 1
rules = "classic"
[[deal]]
mano = 1
actions = \"\"\"
deal 1 {one}
deal 2 {two}
deal 3 7o 6e 5e 4e
deal 4 Sc 7b 6b 5b
1 cut
1 hold
2 bet 17
3 fold
1 fold
\"\"\"
"""


def game(one: str = "Ro 7c 6o 4o", two: str = "Co 7e 6c 5c") -> Match:
    return read_record(GAME.format(one=one, two=two)).match


def of(match: Match, *seats: int) -> tuple[SeatReview, ...]:
    return review(match, Fixed(), seats)


class TestDecisions:
    def test_every_choice_of_a_game_is_looked_at_from_its_own_seat(self) -> None:
        match = played(Options(), [club] * 4, 5)
        count = sum(
            action.word not in (Word.DEAL, Word.SHUFFLE, Word.SIGN)
            for deal in match.deals
            for action in deal.actions
        )
        adviser = Fixed()
        found = review(match, adviser)
        looked = sum(len(each.decisions) for each in found)
        # Some words had no alternative: to agree to an órdago.
        assert count * 0.95 <= looked <= count
        assert all(each.seat == decision.seat for each in found for decision in each.decisions)
        assert all(view.facts is not None for view in adviser.asked)

    def test_mus_corrido_and_every_rule_is_walked(self) -> None:
        for seed in range(4):
            rules = Options.of(("stargames", "classic")[seed % 2], corrido=True, kings=(4, 8)[seed % 2])
            match = played(rules, [anything] * 4, seed)
            for _, view, legal, done in decisions(match, (1, 2, 3, 4)):
                assert done in legal
                assert view.seat == done.seat

    def test_what_was_done_and_what_would_have_been_best(self) -> None:
        (first,) = of(game(), 1)
        cut, hold, fold = first.decisions
        assert (cut.phase, hold.phase) == (Phase.MUS, Phase.LANCE)
        assert str(cut.done) == "1 cut"
        assert str(cut.best) == "1 mus"
        assert cut.loss == pytest.approx(0.1)
        assert str(fold.done) == "1 fold"
        assert fold.bet == 17
        assert hold.loss == 0

    def test_a_bet_of_any_size_is_compared_with_the_nearest_one(self) -> None:
        (second,) = of(game(), 2)
        bet = next(each for each in second.decisions if each.done.word is Word.BET)
        amounts = [action.amount for action, _ in bet.choices if action.word is Word.BET]
        assert 17 not in amounts
        assert bet.chance == dict(bet.choices)[Action(Word.BET, 2, max(amounts))]

    def test_words_that_are_not_the_players_own_are_left_out(self) -> None:
        (kept,) = review(game(), Fixed(), (1,), but={(1, 1, 0), (1, 1, 2)})
        assert [str(each.done) for each in kept.decisions] == ["1 hold"]

    def test_when_time_is_up_the_rest_is_left_out(self) -> None:
        (found,) = review(game(), Fixed(), (1,), seconds=-1)
        assert not found.decisions
        assert found.left_out == 3
        assert found.accuracy is None

    def test_it_tells_how_far_it_is(self) -> None:
        told: list[tuple[int, int]] = []
        review(game(), Fixed(), (1,), progress=lambda done, whole: told.append((done, whole)))
        assert told == [(1, 3), (2, 3), (3, 3)]


class TestFigures:
    def test_the_accuracy_is_the_mean_over_what_mattered(self) -> None:
        (first,) = of(game(), 1)
        losses = [each.loss for each in first.decisions if each.matters]
        assert first.accuracy == pytest.approx(sum(exp(-12 * loss) for loss in losses) / len(losses))
        assert first.loss == pytest.approx(sum(each.loss for each in first.decisions))

    def test_the_biggest_swings_come_first_and_what_cost_nothing_is_none(self) -> None:
        for found in of(played(Options(), [anything] * 4, 3), 1, 2, 3, 4):
            losses = [each.loss for each in found.swings]
            assert len(losses) <= 3
            assert losses == sorted(losses, reverse=True)
            assert all(loss > 0 for loss in losses)
            assert all(each.reason != (None,) * 4 for each in found.swings)

    def test_the_chance_in_a_lance_is_what_can_be_known(self) -> None:
        moments = list(decisions(game(one="Ro Rc Re 4o"), (1,)))
        strong = wins_lance(moments[1][1])
        weak = wins_lance(list(decisions(game(one="6o 5o 4o 1o"), (1,)))[1][1])
        assert strong > 0.9
        assert weak < 0.45


class TestKnowledge:
    def test_what_the_others_held_changes_nothing(self) -> None:
        """The same words, the same own cards: the opponent's hand is another, and so is the one who would have won."""
        one, other = game(two="Co 7e 6c 5c"), game(two="Rc Re Rb 5c")
        adviser = SolvedAdviser(200)
        assert review(one, adviser, (1,)) == review(other, adviser, (1,))

    def test_how_the_game_went_on_changes_nothing(self) -> None:
        match = played(Options(target=20), [club] * 4, 2)
        short = read_record(write_record(match)).match
        del short.deals[1:]
        whole = review(match, Fixed(), (1,))[0].decisions
        part = review(short, Fixed(), (1,))[0].decisions
        assert whole[: len(part)] == part

    def test_the_adviser_is_given_views_of_the_seat_alone(self) -> None:
        adviser = Fixed()
        match = played(Options(), [club] * 4, 1)
        review(match, adviser, (2,))
        assert {view.seat for view in adviser.asked} == {2}
        assert all(view.public.showdown is None for view in adviser.asked)
        assert adviser.asked[0] == seat_view_at_first_word(match, 2)


def seat_view_at_first_word(match: Match, seat: int) -> SeatView:
    """The view of a seat before it speaks for the first time, made anew."""
    twin = Match(match.options, match.deals[0].actions[0].seat)
    for action in match.deals[0].actions:
        if action.seat == seat and action.word is not Word.DEAL:
            break
        twin.push(action)
    return seat_view(twin.deal, seat)


class TestApart:
    async def test_a_process_of_its_own_finds_the_same(self) -> None:
        found = await review_apart(game(), 1, {(1, 1, 0)})
        assert found == review(game(), SolvedAdviser(), (1,), but={(1, 1, 0)})[0]

    async def test_one_that_takes_too_long_is_ended(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        started: list[asyncio.subprocess.Process] = []
        begin = asyncio.create_subprocess_exec

        async def sleeping(*_: object, **pipes: Any) -> asyncio.subprocess.Process:
            process = await begin(sys.executable, "-c", "import time; time.sleep(1000)", **pipes)
            started.append(process)
            return process

        monkeypatch.setattr(asyncio, "create_subprocess_exec", sleeping)
        monkeypatch.setattr(reviewer, "PATIENCE", 0.1)
        with pytest.raises(NoReview, match="no review after"):
            await review_apart(game(), 1, seconds=0)
        assert started[0].returncode not in (None, 0)

    async def test_one_that_fails_is_no_review(self) -> None:
        with pytest.raises(NoReview, match="status 1"):
            await review_apart(game(), 1, {(1, 1)})  # type: ignore[arg-type]


class TestCommand:
    @pytest.fixture
    def record(self, tmp_path: Path) -> str:
        path = tmp_path / "table-1.mus"
        path.write_text(write_record(game(), ("A[red]ne", "Be\u202eñat", "Carla", "Dani")))
        return str(path)

    def test_it_prints_each_seat(self, record: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["review", record, "--worlds", "4"]) == 0
        said = capsys.readouterr().out
        assert "A[red]ne" in said
        assert "\u202e" not in said
        assert "accuracy" in said

    def test_json_has_every_decision(self, record: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["review", record, "--worlds", "4", "--seat", "2", "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["basis"] == "what each seat could know at that time"
        (seat,) = report["seats"]
        assert seat["seat"] == 2
        assert [each["done"] for each in seat["decisions"]] == ["2 bet 17"]
        assert 0 <= seat["decisions"][0]["chance"] <= 1

    def test_what_is_no_record_is_one_line(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["review", str(tmp_path / "none.mus")]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_club_player_loses_less_than_one_who_says_anything() -> None:
    tables = {"club": [club] * 4, "anything": [anything, club, anything, club]}
    mean = {}
    for kind, players in tables.items():
        losses: list[float] = []
        for seed in range(2):
            (found,) = review(played(Options(target=20), players, seed), SolvedAdviser(200), (1,))
            losses += [each.loss for each in found.decisions]
        mean[kind] = sum(losses) / len(losses)
    assert mean["club"] < mean["anything"] / 2
