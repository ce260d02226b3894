"""When a tournament starts: what people type in seven languages, by the clock of their server."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.bot.tournament.announcing import LONGEST_LEAGUE, LONGEST_NAME, Wishes, plan_of
from musbot.bot.tournament.when import NotUnderstood, read_start, zone_of, zones
from musbot.bot.words import LANGUAGES, words_for

MADRID = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 11, 30, 14, 20, tzinfo=MADRID).timestamp()
"""A Monday."""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:00", "2026-11-30 20:00"),
        ("20.30", "2026-11-30 20:30"),
        ("20h", "2026-11-30 20:00"),
        ("21h15", "2026-11-30 21:15"),
        ("8 pm", "2026-11-30 20:00"),
        ("8:30pm", "2026-11-30 20:30"),
        ("9:00", "2026-12-01 09:00"),
        ("tomorrow 20:00", "2026-12-01 20:00"),
        ("mañana a las 20:00", "2026-12-01 20:00"),
        ("demain 20h", "2026-12-01 20:00"),
        ("i morgon kl 20", "2026-12-01 20:00"),
        ("bihar 20:00etan", "2026-12-01 20:00"),
        ("bukas 8 pm", "2026-12-01 20:00"),
        ("Thursday 20:00", "2026-12-03 20:00"),
        ("jueves 20:00", "2026-12-03 20:00"),
        ("torsdag 20.00", "2026-12-03 20:00"),
        ("Monday 14:00", "2026-12-07 14:00"),
        ("monday 15:00", "2026-11-30 15:00"),
        ("today 18:00", "2026-11-30 18:00"),
        ("2026-12-24 17:00", "2026-12-24 17:00"),
        ("24.12. 17:00", "2026-12-24 17:00"),
        ("24/12/2026 17:00", "2026-12-24 17:00"),
        ("5/1 17:00", "2027-01-05 17:00"),
        ("in 30 minutes", "2026-11-30 14:50"),
        ("30 min", "2026-11-30 14:50"),
        ("+30m", "2026-11-30 14:50"),
        ("en 30 minutos", "2026-11-30 14:50"),
        ("om 30 minuter", "2026-11-30 14:50"),
        ("30 minutu barru", "2026-11-30 14:50"),
        ("sa loob ng 30 minuto", "2026-11-30 14:50"),
        ("dans 2 heures", "2026-11-30 16:20"),
        ("in 1 h 30", "2026-11-30 15:50"),
        ("in 2h", "2026-11-30 16:20"),
        ("in 1 hour 15 minutes", "2026-11-30 15:35"),
        ("in 3 days", "2026-12-03 14:20"),
    ],
)
def test_what_people_type_is_understood(typed: str, meant: str) -> None:
    at = datetime.fromtimestamp(read_start(typed, NOW, MADRID), MADRID)
    assert at.strftime("%Y-%m-%d %H:%M") == meant


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "25:00", "tomorrow", "2020-01-01 10:00", "31.2. 20:00", "in 900 days", "table 20:00"],
)
def test_what_means_no_moment_is_not_guessed_at(typed: str) -> None:
    with pytest.raises(NotUnderstood):
        read_start(typed, NOW, MADRID)


@given(st.text(max_size=40))
def test_whatever_is_typed_it_is_a_moment_to_come_or_none(typed: str) -> None:
    try:
        at = read_start(typed, NOW, MADRID)
    except NotUnderstood:
        return
    assert NOW < at <= NOW + 366 * 86_400


def test_an_hour_is_that_of_the_place_also_when_its_clocks_change() -> None:
    october = datetime(2026, 10, 24, 21, 0, tzinfo=MADRID).timestamp()
    at = read_start("tomorrow 20:00", october, MADRID)
    assert datetime.fromtimestamp(at, UTC).hour == 19


def test_time_zones_are_found_by_name_or_language() -> None:
    assert str(zone_of(None, "eu")) == "Europe/Madrid"
    assert zone_of(None, "en") is UTC
    assert zone_of("Nowhere/Land") is UTC
    assert str(zone_of("Asia/Manila", "sv")) == "Asia/Manila"
    assert zones("madr") == ["Europe/Madrid"]
    assert "Europe/Madrid" in zones("")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_language_proposes_to_type_is_understood(language: str) -> None:
    words = words_for(language)
    examples = words("When: 20:00, tomorrow 20:00, thursday 8 pm, in 30 minutes").split(":", 1)[1].split(", ")
    sentence = words("I did not understand when. Try *20:00*, *tomorrow 20:00* or *in 30 minutes*.")
    quoted = re.findall(r"\*([^*]+)\*", sentence)
    meant = ["2026-11-30 20:00", "2026-12-01 20:00", "2026-12-03 20:00", "2026-11-30 14:50"]

    def read(typed: str) -> str:
        return f"{datetime.fromtimestamp(read_start(typed, NOW, MADRID), MADRID):%Y-%m-%d %H:%M}"

    assert [read(each) for each in examples] == meant
    assert [read(each) for each in quoted] == [meant[0], meant[1], meant[3]]


@given(st.text(max_size=70))
def test_whatever_a_tournament_is_called_it_is_one_line_with_something_in_it(name: str) -> None:
    plan = plan_of(Wishes(name, league=name), NOW, MADRID, None, "en", threads=False)

    assert 1 <= len(plan.name) <= LONGEST_NAME
    assert len(plan.league) <= LONGEST_LEAGUE
    assert plan.name.isprintable()
    assert plan.name.strip() == plan.name


def test_a_name_of_nothing_visible_is_a_question_mark() -> None:
    for name in ("   ", "\u200b\u200b", "\u202e"):
        assert plan_of(Wishes(name), NOW, MADRID, None, "en", threads=False).name == "?"
