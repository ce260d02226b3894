"""Messages of tournaments: they fit Discord in every format, language and size, and ping whom they call."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from discord import ui
from hypothesis import given, settings
from hypothesis import strategies as st

from musbot.bot.ids import TourId
from musbot.bot.layout import Letter
from musbot.bot.tournament import panel, scenes, views
from musbot.bot.tournament.announcement import announcement
from musbot.bot.tournament.archive import archive
from musbot.bot.tournament.asking import answered_letter, asked_letter, with_whom
from musbot.bot.tournament.calling import end_letter, round_letters
from musbot.bot.tournament.correcting import correction_form, read_correction
from musbot.bot.tournament.entering import offers
from musbot.bot.tournament.hall import hall_letter
from musbot.bot.tournament.hosting import filled, full
from musbot.bot.tournament.refusals import SENTENCES
from musbot.bot.words import ENGLISH, LANGUAGES, Words, words_for
from musbot.club.tournament import Format, Plan, Reason, Result, Tournament, commands
from musbot.club.tournament.events import TableOpened
from musbot.store.honours import Honour
from musbot.table.people import Person
from tests.bot.reading import buttons_of, components, custom_ids, fits_discord, labels, pinged_by, text_of
from tests.bot.test_phones import LONGEST
from tests.club.tournaments import Evening, first_wins

HOST = Person(9_001, "Host")
LINK = "https://discord.com/channels/1234567890123456789/1234567890123456789/1234567890123456789"


def evening(format: Format, pairs: int, name: str = "Ane", **plan: float) -> Evening:
    """A tournament that so many pairs have entered, in an arena twice as many players."""
    found = Evening(format, seed=1, **plan)
    for number in range(1, 2 * pairs + 1):
        person = Person(10**18 + number, name if len(name) > 9 else f"{name} {number}")
        if format is Format.ARENA:
            found.happen(commands.enter(found.tournament, person))
        elif number % 2:
            found.happen(commands.enter(found.tournament, person, 10**18 + number + 1))
        else:
            found.happen(commands.accept(found.tournament, person, number // 2))
    return found


def moments(found: Evening) -> Iterator[Tournament]:
    """A tournament before its start, in its rounds with and without tables, and at its end."""
    yield found.tournament
    for number in range(1, len(found.tournament.entries) + 1):
        if found.tournament.plan.check_in:
            first = found.tournament.entries[number].people[0]
            found.happen(commands.check_in(found.tournament, Person(first.person, first.name), 4_900.0))
    found.begin()
    yield found.tournament
    for _ in range(40):
        if found.tournament.is_arena and found.tournament.round == 3:
            found.tournament.rang = True
        if not found.go_on():
            break
        yield found.tournament
        found.happen([TableOpened(each.number, each.number) for each in found.tournament.open_meetings])
        yield found.tournament
        found.play(first_wins)
        yield found.tournament
    yield found.tournament


def letters(tournament: Tournament, words: Words, person: int) -> Iterator[Letter]:
    """Every message about a tournament."""
    links = dict.fromkeys(tournament.meetings, LINK)
    yield announcement(tournament, words, links)
    yield from round_letters(tournament, words, links, list(tournament.meetings.values()))
    yield end_letter(tournament, words, None, None)
    yield panel.panel_letter(tournament, words, "x")
    yield panel.log_letter(tournament, words)
    yield with_whom(tournament, words)
    yield views.own_letter(tournament, person, words, links, offers(tournament, person, words))
    for view in views.VIEWS:
        yield views.view_letter(tournament, view, 0, words, 1, in_words=True)
        yield views.view_letter(tournament, view, 99, words, 1, in_words=True)
    for chooser in (
        *(
            choose(tournament, words, page)
            for choose in (panel.meeting_menu, panel.entry_menu, panel.person_choice)
            for page in (0, 1, 99)
        ),
        [panel.level_menu(tournament, words)],
    ):
        if chooser:
            yield panel.choice_letter(tournament, "x", chooser, words)


@pytest.mark.parametrize("format", Format)
def test_every_message_of_every_moment_fits_discord(format: Format) -> None:
    for tournament in moments(evening(format, 8)):
        for letter in letters(tournament, ENGLISH, 10**18 + 1):
            fits_discord(letter)


@pytest.mark.parametrize("format", [Format.SWISS, Format.DOUBLE, Format.ARENA])
def test_a_large_field_of_hostile_names_fits_discord(format: Format) -> None:
    found = evening(format, 66, "*" * 32)
    for number, tournament in enumerate(moments(found)):
        if number in (0, 3, 4):
            for letter in letters(tournament, ENGLISH, 10**18 + 1):
                fits_discord(letter)
            fits_discord(announcement(tournament, ENGLISH, dict.fromkeys(tournament.meetings, LINK)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_on_a_telephone_in_every_language(language: str) -> None:
    words = words_for(language)
    long: set[str] = set()
    for format in (Format.SWISS, Format.GROUPS):
        for tournament in moments(evening(format, 4, check_in=900.0, starts_at=5_000.0)):
            for letter in letters(tournament, words, 10**18 + 1):
                long |= {label for label in labels(letter) if len(label) > LONGEST}
    assert not long


def test_a_host_can_choose_every_pair_person_and_table_of_a_large_field() -> None:
    found = evening(Format.SWISS, 66)
    found.begin()
    found.go_on()
    tournament = found.tournament
    choices = (
        (panel.entry_menu, set(tournament.entries)),
        (panel.meeting_menu, {each.number for each in tournament.of_round(1)}),
        (
            panel.person_choice,
            {each.person for entry in tournament.entries.values() for each in entry.people},
        ),
    )
    for choose, wanted in choices:
        offered: set[int] = set()
        page = 0
        while True:
            chooser, turns = choose(tournament, ENGLISH, page)
            assert isinstance(chooser, ui.ActionRow)
            assert isinstance(turns, ui.ActionRow)
            (select,), (back, on) = chooser.children, turns.children
            assert isinstance(select, ui.Select)
            assert isinstance(back, ui.Button)
            assert isinstance(on, ui.Button)
            offered |= {int(option.value) for option in select.options}
            assert back.disabled == (page == 0)
            if on.disabled:
                break
            click = TourId.parse(on.custom_id or "")
            assert click is not None
            page = click.number(0) or 0
        assert offered == wanted


def test_a_round_pings_those_who_play_in_it_and_nobody_else() -> None:
    found = evening(Format.SWISS, 45)
    found.begin()
    found.go_on()
    tournament = found.tournament
    sent = round_letters(tournament, ENGLISH, {}, tournament.of_round(1))
    pinged = [pinged_by(each)["users"] for each in sent]
    assert all(len(each) <= 100 for each in pinged)
    everybody = {str(person) for each in pinged for person in each}
    (free,) = [each for each in tournament.of_round(1) if each.is_bye]
    resting = {str(each.person) for each in tournament.people_of(free.one)}
    assert everybody == {str(10**18 + number) for number in range(1, 91)} - resting
    assert "free this round" in text_of(sent[-1])
    for tournament in moments(evening(Format.SWISS, 4)):
        assert not pinged_by(announcement(tournament, ENGLISH, {}))["users"]


def test_ai_players_are_named_and_never_mentioned() -> None:
    found = evening(Format.SWISS, 1)
    found.happen(filled(found.tournament, HOST, "club"))
    assert len(found.tournament.ready) == 4
    found.begin()
    found.go_on()
    sent = round_letters(found.tournament, ENGLISH, {}, found.tournament.of_round(1))
    assert "<@-" not in text_of(sent[0])
    assert text_of(sent[0]).count("🤖") == 6
    assert len(pinged_by(sent[0])["users"]) == 2


@pytest.mark.parametrize(
    ("format", "there", "wanted"),
    [
        (Format.SWISS, 0, 4),
        (Format.SWISS, 4, 6),
        (Format.SWISS, 5, 6),
        (Format.SINGLE, 3, 4),
        (Format.SINGLE, 4, 8),
        (Format.DOUBLE, 5, 8),
        (Format.ROBIN, 16, 16),
        (Format.GROUPS, 3, 8),
        (Format.ARENA, 5, 12),
    ],
)
def test_ai_players_fill_what_can_be_played_well(format: Format, there: int, wanted: int) -> None:
    found = evening(format, there)
    if format is not Format.ROBIN:
        assert full(len(found.tournament.ready), format) == wanted
        found.happen(filled(found.tournament, HOST, "novice"))
    assert len(found.tournament.ready) == wanted
    names = [each.name for entry in found.tournament.entries.values() for each in entry.people]
    assert len(set(names)) == len(names)


def test_the_partner_who_is_asked_is_pinged_alone() -> None:
    found = Evening(Format.SWISS)
    found.happen(commands.enter(found.tournament, Person(101, "Ane"), 102))
    entry = found.tournament.entries[1]
    letter = asked_letter(found.tournament, entry, ENGLISH)
    fits_discord(letter)
    assert pinged_by(letter)["users"] == [102] or pinged_by(letter)["users"] == ["102"]
    assert labels(letter) == ["Accept", "Decline"]
    found.happen(commands.accept(found.tournament, Person(102, "Beñat"), 1))
    assert "Ane + Beñat" in text_of(answered_letter(found.tournament, found.tournament.entries[1], ENGLISH))


def test_there_is_a_sentence_for_every_reason() -> None:
    assert set(SENTENCES) == set(Reason)
    assert len(set(SENTENCES.values())) == len(SENTENCES)


@pytest.mark.parametrize(
    ("who", "score", "result"),
    [
        ("one", "40–22", Result(0, stones=(40, 22), games=(1, 0))),
        ("other", "22-40", Result(1, stones=(22, 40), games=(0, 1))),
        ("one", "22-40", None),
        ("one", "", None),
        ("one", "forty", None),
        ("other-forfeit", "", Result(1, forfeit=True)),
        ("neither", "", Result(None, forfeit=True)),
        ("nobody", "1-2", None),
    ],
)
def test_a_correction_is_read_as_it_was_meant_or_not_at_all(
    who: str, score: str, result: Result | None
) -> None:
    sent = [
        {"type": 18, "component": {"custom_id": "who", "value": who}},
        {"type": 18, "component": {"custom_id": "score", "value": score}},
    ]
    assert read_correction(sent, Plan("x")) == result


def test_the_form_of_a_correction_fits_discord() -> None:
    found = evening(Format.SWISS, 2, "W" * 32)
    found.begin()
    found.go_on()
    form = correction_form(found.tournament, found.tournament.meetings[1], ENGLISH)
    assert all(len(each) <= 100 for each in custom_ids(form))
    for each in components(form):
        for option in each.get("options", ()):
            assert len(option["label"]) <= 100


@given(
    st.integers(1, 10**15 - 1),
    st.from_regex(r"[a-z-]{1,12}", fullmatch=True),
    st.lists(st.integers(0, 2**63 - 1), max_size=3),
)
def test_an_id_is_read_as_it_was_written_and_has_room(number: int, action: str, arguments: list[int]) -> None:
    click = TourId.of(number, action, *arguments)
    assert TourId.parse(str(click)) == click
    assert len(str(click)) <= 100


@given(st.text() | st.from_regex(r"tour:[0-9]{1,30}:.{0,40}"))
def test_what_was_not_written_here_is_no_id(text: str) -> None:
    found = TourId.parse(text)
    assert found is None or str(found) == text


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(Format), st.integers(4, 9), st.integers(0, 9))
def test_pictures_are_drawn_of_any_field(format: Format, pairs: int, when: int) -> None:
    for number, tournament in enumerate(moments(evening(format, pairs, "Ñaki Etxeberría-Goikoetxea"))):
        if number == when and tournament.field:
            for view in views.VIEWS:
                letter = views.view_letter(tournament, view, 0, ENGLISH, 1)
                fits_discord(letter)
                assert letter.files[0][1].startswith(b"\x89PNG")


def test_the_archive_has_a_name_for_every_file_system() -> None:
    found = evening(Format.SWISS, 2)
    for name, wanted in (("Ñandú / Copa: 2026", "nandu-copa-2026.zip"), ("頂上", "tournament.zip")):
        object.__setattr__(found.tournament.plan, "name", name)
        assert archive(found.tournament, {}, ENGLISH)[0] == wanted


def test_who_is_out_is_told_how_to_come_back() -> None:
    found = evening(Format.SWISS, 4)
    found.begin()
    found.go_on()
    found.happen(commands.withdraw(found.tournament, Person(10**18 + 1, "Ane")))
    person = 10**18 + 1
    letter = views.own_letter(
        found.tournament, person, ENGLISH, {}, offers(found.tournament, person, ENGLISH)
    )
    assert "Come back" in [button["label"] for button in buttons_of(letter)]
    found.happen(commands.remove(found.tournament, HOST, 2))
    person += 2
    letter = views.own_letter(
        found.tournament, person, ENGLISH, {}, offers(found.tournament, person, ENGLISH)
    )
    assert "Come back" not in [button["label"] for button in buttons_of(letter)]


def told_of_their_own(found: Evening, person: int) -> str:
    return text_of(views.own_letter(found.tournament, person, ENGLISH, {}))


def test_who_has_no_partner_is_told_whether_there_is_one_to_come() -> None:
    for format in (Format.SWISS, Format.SINGLE):
        found = evening(format, 4)
        asks, alone = Person(50, "Eneko"), Person(51, "Fermin")
        found.happen(commands.enter(found.tournament, asks, 52))
        found.happen(commands.enter(found.tournament, alone))
        assert "at the start" in told_of_their_own(found, 51)
        found.begin()
        found.go_on()
        late = format is Format.SWISS
        assert ("has not answered yet" in told_of_their_own(found, 50)) == late
        assert ("before the next round" in told_of_their_own(found, 51)) == late
        assert ("begun without you" in told_of_their_own(found, 51)) == (not late)


def test_a_hall_of_long_names_fits_discord() -> None:
    won = [
        Honour(number, number, "*" * 32, 1, 1, 8, 8, 1, "_" * 60, "", 1.8e9 + number) for number in range(40)
    ]
    letter = hall_letter(won, ENGLISH)
    fits_discord(letter)
    assert text_of(letter).count("🏆") > 5


@pytest.mark.parametrize("format", [Format.SINGLE, Format.DOUBLE])
def test_the_standings_of_a_knock_out_tell_what_was_won_there(format: Format) -> None:
    *_, over = moments(evening(format, 8))
    first, *_ = views.written(over, "standings", ENGLISH)
    won = 3 if format is Format.SINGLE else 4
    assert f"{won} points" in first
    assert "Buchh." not in scenes.standings_scenes(over, ENGLISH)[0].break_heads


@pytest.mark.parametrize(
    ("format", "won"), [(Format.SWISS, 3), (Format.SINGLE, 3), (Format.DOUBLE, 4), (Format.GROUPS, 5)]
)
def test_the_podium_tells_all_wins(format: Format, won: int) -> None:
    *_, over = moments(evening(format, 8))
    podium = scenes.podium_scene(over, ENGLISH)
    assert podium is not None
    assert podium.steps[0].detail == f"{won} wins"
