"""What every player must keep to, and the guard that holds when one does not."""

from __future__ import annotations

import logging
import random
import time
from dataclasses import dataclass

import pytest

from musbot.ai import LEVELS, MANNERS, USUAL, play_seat, player_of, sign_seat
from musbot.ai.player import least
from musbot.game import Action, Deal, Legal, Match, Options, Phase, Word
from musbot.game.actions import NOTHING, say
from musbot.game.views import SeatView, public_view, seat_view

from .tables import anything, club, played, positions, random_rules

TABLE = ("deal 1 Ro Rc 7o 6o", "deal 2 Co 7c 6c 5c", "deal 3 So 6e 5e 1e", "deal 4 Sc 7b 5b 4b")


def after(*lines: str, rules: Options | None = None) -> Deal:
    deal = Deal(rules or Options(), mano=1)
    for line in (*TABLE, *lines):
        deal.push(Action.parse(line))
    return deal


PLAYERS = [*LEVELS, *(f"{level}/{manner}" for level in MANNERS for manner in MANNERS[level])]


@pytest.mark.parametrize("level", PLAYERS)
def test_a_player_chooses_what_is_legal_in_thousands_of_positions(level: str) -> None:
    """Positions of games at random, where anything may have been said before."""
    rng, met = random.Random(20), 0
    player = player_of(*level.split("/"))
    while met < (
        300
        if level.startswith("master/")
        else 2_000
        if level == "master"
        else 6_000
        if level in LEVELS
        else 1_000
    ):
        match = Match(random_rules(rng), rng.randint(1, 4))
        for deal, seat in positions(match, [anything] * 4, rng):
            for name in deal.legal_signals(seat)[:2]:
                if rng.random() < 0.2:
                    deal.push(Action(Word.SIGN, seat, name=name))
            legal = deal.legal(seat)
            before = public_view(deal)
            view = seat_view(deal, seat)
            assert player.choose(view, legal, rng) in legal
            assert set(player.signals(view, rng)) <= set(view.may_sign)
            assert public_view(deal) == before
            met += 1


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_chance_give_the_same_choice(level: str) -> None:
    rng = random.Random(4)
    for deal, seat in positions(Match(Options(), 1), [club] * 4, rng):
        seed = rng.getrandbits(32)
        one, two = (
            play_seat(level, seat_view(deal, seat), deal.legal(seat), random.Random(seed)) for _ in range(2)
        )
        assert one == two


@pytest.mark.parametrize("level", LEVELS)
def test_the_cards_of_others_make_no_difference(level: str) -> None:
    """The same words at two tables, where only seat 1 holds the same cards."""
    other = ("deal 1 Ro Rc 7o 6o", "deal 2 1o 1c 1b 1e", "deal 3 Cb Cc 5e 4c", "deal 4 Rb Re 3o 3c")
    for lines in (
        (),
        ("1 mus", "2 mus", "3 mus", "4 mus"),
        ("1 cut",),
        ("1 cut", "1 hold", "2 hold", "3 hold", "4 bet 2", "2 agree"),
        ("1 cut", "1 hold", "2 hold", "3 bet 3"),
    ):
        here, there = after(*lines), Deal(Options(), mano=1)
        for line in (*other, *lines):
            there.push(Action.parse(line))
        for seed in range(100):
            choices = {
                play_seat(level, seat_view(deal, 1), deal.legal(1), random.Random(seed))
                for deal in (here, there)
            }
            assert len(choices) == 1


@pytest.mark.parametrize("seed", range(12))
def test_a_game_of_four_comes_to_its_end(seed: int) -> None:
    rules = random_rules(random.Random(seed))
    match = played(rules, [club] * 4, seed)
    assert match.is_over
    # A deal gives six stones or more as a rule.
    assert len(match.deals) <= rules.games * (rules.target / 2)


@pytest.mark.parametrize("preset", ["stargames", "classic"])
def test_the_club_player_beats_one_that_says_anything(preset: str) -> None:
    wins = 0
    for seed in range(200):
        pair = seed // 4 % 2
        players = [club, anything] * 2 if pair == 0 else [anything, club] * 2
        wins += played(Options.of(preset), players, seed).winner == ("A" if pair == 0 else "B")
    assert wins >= 140


def test_a_choice_takes_no_time() -> None:
    """A fifth of a millisecond is usual; the bound is for a busy machine."""
    spent: list[float] = []

    def timed(view: SeatView, legal: Legal, rng: random.Random) -> Action:
        start = time.perf_counter()
        action = club(view, legal, rng)
        spent.append(time.perf_counter() - start)
        return action

    for seed in range(20):
        played(Options(), [timed] * 4, seed)
    assert sorted(spent)[len(spent) // 2] < 0.002


# The guard


@dataclass
class Stubborn:
    """Says the same at all times, or fails."""

    action: Action | None
    name: str = "stubborn"
    names: tuple[str, ...] | None = ()

    def choose(self, view: SeatView, legal: Legal, rng: random.Random) -> Action:
        if self.action is None:
            raise ZeroDivisionError("odds of nothing")
        return self.action

    def signals(self, view: SeatView, rng: random.Random) -> tuple[str, ...]:
        if self.names is None:
            raise ZeroDivisionError("no faces")
        return self.names


SITUATIONS = [
    ((), "1 cut"),
    (("1 cut",), "1 hold"),
    (("1 cut", "1 bet 2", "3 agree"), "2 fold"),
    (("1 cut", "1 bet 2"), "3 agree"),
    (("1 cut", "1 ordago"), "3 agree"),
    (("1 cut", "1 ordago", "3 agree", "2 call"), "4 agree"),
    (("1 cut", "1 ordago", "3 agree"), "2 fold"),
    (("1 mus", "2 mus", "3 mus", "4 mus"), "1 drop 6o"),
]


@pytest.mark.parametrize(("lines", "expected"), SITUATIONS)
@pytest.mark.parametrize("action", [None, say(1, Word.CALL), say(3, Word.BET, 60)])
def test_a_player_that_fails_does_the_least_and_is_logged(
    lines: tuple[str, ...],
    expected: str,
    action: Action | None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setitem(LEVELS, "stubborn", Stubborn(action))
    deal = after(*lines)
    seat = deal.to_act[0]
    with caplog.at_level(logging.ERROR):
        chosen = play_seat("stubborn", seat_view(deal, seat), deal.legal(seat), random.Random(1))
    assert str(chosen) == expected
    assert chosen in deal.legal(seat)
    (record,) = caplog.records
    assert f"it does the least: {expected}" in record.getMessage()
    assert (record.exc_info is not None) == (action is None)


def test_a_level_can_be_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "mus-lover", Stubborn(say(1, Word.MUS)))
    deal = after()
    assert play_seat("mus-lover", seat_view(deal, 1), deal.legal(1), random.Random(1)) == say(1, Word.MUS)


@pytest.mark.parametrize(("lines", "expected"), SITUATIONS)
def test_a_level_that_is_gone_is_played_by_the_usual_one(
    lines: tuple[str, ...], expected: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A table may be older than the levels: its seats go on, and without any level they do the least."""
    deal = after(*lines)
    seat = deal.to_act[0]
    view, legal = seat_view(deal, seat), deal.legal(seat)
    action = play_seat("champion", view, legal, random.Random(1), "bold")
    assert action == play_seat(USUAL, view, legal, random.Random(1))
    assert sign_seat("champion", view, random.Random(1)) == sign_seat(USUAL, view, random.Random(1))
    assert "there is no level 'champion'" in caplog.text

    monkeypatch.setattr("musbot.ai.player.LEVELS", {})
    assert str(play_seat("champion", view, legal, random.Random(1))) == expected
    assert sign_seat("champion", view, random.Random(1)) == ()


def test_a_manner_that_is_gone_is_that_of_the_level() -> None:
    assert player_of("club", "sleepy") is LEVELS["club"]
    assert player_of("club", "bold") is not LEVELS["club"]


@pytest.mark.parametrize("names", [None, ("thirty-one", "three-kings", "three-kings", "wave")])
def test_a_player_that_signals_what_it_may_not_is_logged(
    names: tuple[str, ...] | None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault, a signal twice, one that is not true, one that there is not: only what may be signalled is."""
    monkeypatch.setitem(LEVELS, "waver", Stubborn(None, names=names))
    deal = Deal(Options(), mano=1)
    for line in ("deal 1 Ro Rc 3o 5o", *TABLE[1:]):
        deal.push(Action.parse(line))
    sent = sign_seat("waver", seat_view(deal, 1), random.Random(1))
    assert sent == (() if names is None else ("three-kings",))
    (record,) = caplog.records
    assert "waver" in record.getMessage()


def test_a_seat_that_may_do_nothing() -> None:
    deal = after()
    assert deal.phase is Phase.MUS
    with pytest.raises(ValueError, match="seat 2 has nothing to do"):
        least(Legal(2, ()))
    with pytest.raises(ValueError, match="has nothing to do"):
        play_seat("club", seat_view(deal, 2), NOTHING, random.Random(1))
