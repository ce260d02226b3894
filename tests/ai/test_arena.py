"""The arena: the same deals for both, figures that hang on the seed alone, errors of pairs."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot import cli
from musbot.ai import LEVELS, signals_to_send
from musbot.ai.arena import Estimate, Pairing, Played, Score, play, play_pair, report, score_of
from musbot.game import Action, IllegalAction, Legal, Options
from musbot.game.actions import say
from musbot.game.views import SeatView

from .tables import anything, club

CLUB = Pairing("club", "club", Options(), 5)


class Signaller:
    def signals(self, view: SeatView, rng: random.Random) -> tuple[str, ...]:
        return signals_to_send(view, rng)


@dataclass
class Watcher(Signaller):
    """Plays as the club does, and keeps the cards it was dealt in first deals: by mano and seat."""

    name: str = "watcher"
    hands: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    signalled: int = 0

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        public = view.public
        if public.scores_before == (0, 0) and public.mus_rounds == 0:
            self.hands[public.mano, view.seat] = view.cards
        self.signalled += bool(view.partner_signals)
        return club(view, legal, rng)


class Wild(Signaller):
    name = "wild"

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        return anything(view, legal, rng)


class Cheat(Signaller):
    name = "cheat"

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        return say(view.seat, legal.words[0], 99)


@pytest.fixture
def watcher(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    watcher = Watcher()
    monkeypatch.setitem(LEVELS, "watcher", watcher)
    monkeypatch.setitem(LEVELS, "wild", Wild())
    monkeypatch.setitem(LEVELS, "cheat", Cheat())
    return watcher


def test_both_levels_are_dealt_the_same_cards_in_the_same_seats(watcher: Watcher) -> None:
    """It sits on 1 and 3, then on 2 and 4; from the other side of the table, the other way round."""
    seen = []
    for levels in (("watcher", "wild"), ("wild", "watcher")):
        for index in range(4):
            play_pair(Pairing(*levels, Options(), 3), index)
        seen.append(dict(watcher.hands))
        watcher.hands.clear()
    first, second = seen
    assert {mano for mano, _ in first} == {1, 2, 3, 4}, "the first mano goes round"
    assert {seat for _, seat in first} == {1, 2, 3, 4}
    shared = first.keys() & second.keys()
    assert len(shared) >= 8
    assert {key: first[key] for key in shared} == {key: second[key] for key in shared}


def test_private_signals_reach_the_partner(watcher: Watcher) -> None:
    play(Pairing("watcher", "club", Options(), 1), 4)
    assert watcher.signalled > 20
    before = watcher.signalled
    play(Pairing("watcher", "club", Options(signals="off"), 1), 4)
    assert watcher.signalled == before


def test_a_level_against_itself_is_as_good_as_itself() -> None:
    score = play(CLUB, 200)
    low, high = score.win_rate.interval
    assert low < 0.5 < high
    assert score.games == 200


def test_the_club_beats_one_that_says_anything_and_the_mirror_says_the_same(watcher: Watcher) -> None:
    ours, theirs = (
        play(Pairing(*levels, Options(), 2), 60) for levels in (("club", "wild"), ("wild", "club"))
    )
    assert ours.win_rate.interval[0] > 0.6
    assert theirs.win_rate.interval[1] < 0.4
    assert ours.stones.mean > 0 > theirs.stones.mean


def test_the_number_of_processes_makes_no_difference() -> None:
    told: list[int] = []
    alone = play(CLUB, 21, done=told.append)
    assert sum(told) == 22, "a game more where the number is odd: they come in pairs"
    assert play(CLUB, 21, workers=2) == alone
    assert play(CLUB, 21) == alone
    assert play(CLUB._replace(seed=6), 21) != alone


def test_a_player_that_does_what_is_not_legal_is_not_measured(watcher: Watcher) -> None:
    with pytest.raises(IllegalAction):
        play(Pairing("cheat", "club", Options(), 1), 4)


@pytest.mark.parametrize(
    ("level", "games", "words"),
    [
        ("champion", 10, "no level 'champion'"),
        ("club/sleepy", 10, "no manner 'sleepy'"),
        ("club", 2, "too few"),
    ],
)
def test_what_cannot_be_played(level: str, games: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        play(Pairing("club", level, Options(), 1), games)


# Figures


def test_figures_of_four_pairs() -> None:
    """Wins 2, 0, 1, 1 of 2: half of the games, and the errors of four measurements and not of eight."""
    score = score_of([Played(2, 8, 10, 0), Played(0, -4, 10, 1), Played(1, 0, 10, 0), Played(1, 4, 10, 0)])
    assert score.win_rate.mean == 0.5
    assert score.win_rate.error == pytest.approx((0.5 / 3) ** 0.5 / 2)
    assert score.stones.mean == pytest.approx(0.2)
    assert score.ordagos == 1 / 40
    low, high = score.win_rate.interval
    assert (low + high) / 2 == pytest.approx(0.5)


def test_mirrored_luck_is_no_error() -> None:
    """Where each pair is won once by the cards, nothing is left to chance."""
    assert score_of([Played(1, 0, 12, 0)] * 5).win_rate == Estimate(0.5, 0.0)


@given(
    st.lists(
        st.builds(Played, st.integers(0, 2), st.integers(-80, 80), st.integers(2, 40), st.just(0)), min_size=2
    )
)
def test_both_see_the_same_score_from_two_sides(pairs: list[Played]) -> None:
    ours = score_of(pairs)
    theirs = score_of(pair._replace(wins=2 - pair.wins, stones=-pair.stones) for pair in pairs)
    assert ours.win_rate.mean + theirs.win_rate.mean == pytest.approx(1)
    assert ours.stones.mean == pytest.approx(-theirs.stones.mean)
    assert ours.win_rate.error == pytest.approx(theirs.win_rate.error)
    assert ours.stones.error == pytest.approx(theirs.stones.error)


# The command


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "club", "club", "--games", "8", "--seed", "3", "--workers", "1", "--target", "20"]
    assert cli.main(arguments) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("club against club: 8 games in mirrored pairs")
    assert "stargames to 20, seed 3" in printed
    assert "95 %" in printed


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    options = Options.of("classic", kings=4)
    arguments = ["--games", "8", "--preset", "classic", "--kings", "4", "--workers", "1", "--json"]
    assert cli.main(["arena", "club", "club", *arguments]) == 0
    data = json.loads(capsys.readouterr().out)
    score = play(Pairing("club", "club", options, 1), 8)
    assert data["win_rate"]["mean"] == score.win_rate.mean
    assert data["stones_per_deal"]["interval"] == list(score.stones.interval)
    assert (data["one"], data["other"], data["seed"], data["games"]) == ("club", "club", 1, 8)
    assert (data["rules"], data["options"]) == ("classic", {"kings": 4})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("champion", "club"), "no level 'champion'"),
        (("club", "club", "--games", "1"), "too few"),
        (("club", "club", "--preset", "poker"), "poker"),
        (("club", "club", "--target", "3"), "target = 3"),
    ],
)
def test_what_the_command_does_not_understand(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["arena", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("musbot: ")
    assert words in error


def test_a_report_names_both_and_the_rules() -> None:
    score = Score(4, 40, Estimate(0.75, 0.1), Estimate(0.5, 0.25), 0.05)
    assert report(CLUB, score).splitlines()[1:] == [
        "  games won         75.00%  ± 10.00%   95 %: 55.40% to 94.60%",
        "  stones per deal   +0.500  ± 0.250   95 %: +0.010 to +0.990",
        "  órdagos accepted in 5.0% of deals",
    ]
