"""What must hold of every tournament, whoever leaves, comes late or stays away."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musbot.club.tournament import Format, Meeting, Result, commands, rounds, swiss
from musbot.club.tournament.bracket import Bracket, double, seed_order, single, size_for
from musbot.club.tournament.events import Resulted, Withdrew
from musbot.club.tournament.robin import groups
from musbot.club.tournament.robin import rounds as robin_rounds
from musbot.club.tournament.standings import standings
from tests.club.tournaments import HOST, Evening, first_wins, person

COUNTS = st.integers(2, 200) | st.integers(2, 12)
SEEDS = st.integers(0, 2**32)


def _can_avoid(entries: list[int], met: dict[int, Counter[int]], byes: set[int]) -> bool:
    """Whether everybody can be paired, or have their first bye, without meeting anybody again."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(entries)
    for one in entries:
        graph.add_edges_from((one, other) for other in entries if one < other and not met[one][other])
    if len(entries) % 2:
        graph.add_edges_from((0, one) for one in entries if one not in byes)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(matched) == len(entries) + len(entries) % 2


def _disturb(evening: Evening, rng: Random) -> None:
    """Let some leave, some be absent at their tables, some come back, and some come late."""
    tournament = evening.tournament
    for number in tournament.field:
        entry = tournament.entries[number]
        who = person(entry.people[0].person)
        if entry.gone and rng.random() < 0.4:
            evening.happen(commands.come_back(tournament, who))
        elif not entry.gone and rng.random() < 0.06:
            evening.happen(commands.withdraw(tournament, who))
    for meeting in tournament.open_meetings:
        if rng.random() < 0.06:
            missing = rng.choice([meeting.one, meeting.other, meeting.entries])
            evening.happen(commands.absent(tournament, meeting.number, missing))
    if rounds.late_entry(tournament) and rng.random() < 0.5:
        first = 10_001 + 2 * len(tournament.entries)
        evening.enter_pair(first, first + 1)


@settings(max_examples=25)
@given(COUNTS, SEEDS, st.integers(0, 9))
def test_a_swiss_pairs_everybody_fairly(count: int, seed: int, round_count: int) -> None:
    rng = Random(seed)
    evening = Evening(seed=seed, rounds=round_count)
    evening.enter_pairs(count)
    evening.begin()
    met: dict[int, Counter[int]] = {}
    byes: set[int] = set()
    while True:
        tournament = evening.tournament
        there = set(tournament.active) | (set(tournament.ready) if rounds.late_entry(tournament) else set())
        if not evening.go_on():
            break
        for each in tournament.entries:
            met.setdefault(each, Counter())
        meetings = tournament.of_round(tournament.round)
        playing = [entry for meeting in meetings for entry in meeting.entries]
        assert len(playing) == len(set(playing)), "somebody plays twice, or themselves"
        assert set(playing) == there, "everybody is paired or has the bye"
        bye = [meeting.one[0] for meeting in meetings if meeting.is_bye]
        assert len(bye) == len(playing) % 2
        again = [
            meeting for meeting in meetings if not meeting.is_bye and met[meeting.one[0]][meeting.other[0]]
        ]
        if again:
            assert not _can_avoid(sorted(playing), met, byes), "a second meeting that could be avoided"
        assert not byes & set(bye), "nobody has two byes"
        byes |= set(bye)
        for meeting in meetings:
            if not meeting.is_bye:
                met[meeting.one[0]][meeting.other[0]] += 1
                met[meeting.other[0]][meeting.one[0]] += 1
        _disturb(evening, rng)
        evening.play()
    assert evening.tournament.is_over
    placed = [entry for place in evening.tournament.places for entry in place]
    assert sorted(placed) == sorted(evening.tournament.field)


@settings(max_examples=80)
@given(st.data())
def test_a_second_meeting_only_where_no_other_pairing_exists(data: st.DataObject) -> None:
    """Fields that have met nearly all each other, so that few pairings are left, or none."""
    count = data.draw(st.integers(2, 10))
    every = [(one, other) for one in range(1, count + 1) for other in range(one + 1, count + 1)]
    played = data.draw(st.lists(st.sampled_from(every), unique=True))
    byes = data.draw(st.sets(st.integers(1, count), max_size=count))
    met: dict[int, Counter[int]] = {entry: Counter() for entry in range(1, count + 1)}
    for one, other in played:
        met[one][other] += 1
        met[other][one] += 1
    points = data.draw(st.lists(st.integers(0, 8), min_size=count, max_size=count))
    order = sorted(met, key=lambda entry: -points[entry - 1])
    paired = swiss.pair(
        [swiss.Contender(entry, points[entry - 1], met[entry], entry in byes) for entry in order]
    )
    if paired is None:
        assert count % 2
        assert len(byes) == count
        return
    assert paired.bye not in byes
    inside = [entry for pair in paired.pairs for entry in pair]
    inside += [] if paired.bye is None else [paired.bye]
    assert sorted(inside) == sorted(met)
    again = sum(met[one][other] for one, other in paired.pairs)
    assert (again == 0) == _can_avoid(sorted(met), met, byes)


@settings(max_examples=25)
@given(st.integers(37, 60), SEEDS, st.integers(1, 3))
def test_a_large_field_in_which_few_are_strangers(count: int, seed: int, left: int) -> None:
    """A field that is paired in pieces finds the pairing that no piece has by itself."""
    rng = Random(seed)
    count += count % 2
    entries = list(range(1, count + 1))
    laps = robin_rounds(entries)
    rng.shuffle(laps)
    met: dict[int, Counter[int]] = {entry: Counter() for entry in entries}
    for lap in laps[left:]:
        for one, other in lap:
            met[one][other] += 1
            met[other][one] += 1
    paired = swiss.pair([swiss.Contender(entry, rng.randrange(3), met[entry]) for entry in entries])
    assert paired is not None
    assert sum(met[one][other] for one, other in paired.pairs) == 0


def test_who_has_the_same_points_meets_the_other_half_of_them() -> None:
    paired = swiss.pair([swiss.Contender(entry) for entry in range(1, 9)])
    assert paired is not None
    assert paired.pairs == ((1, 5), (2, 6), (3, 7), (4, 8))


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    contenders = [swiss.Contender(1, 4), swiss.Contender(2, 2), swiss.Contender(3, 0, had_bye=True)]
    paired = swiss.pair(contenders)
    assert paired is not None
    assert paired.bye == 2


def test_a_swiss_ends_early_where_all_had_the_bye() -> None:
    evening = Evening(rounds=9)
    evening.enter_pairs(3)
    evening.begin()
    evening.play_all()
    assert evening.tournament.round == 3


# Elimination


@given(COUNTS, SEEDS, st.booleans(), st.sampled_from([Format.SINGLE, Format.DOUBLE]))
@settings(max_examples=25)
def test_an_elimination_ends_with_one_winner(count: int, seed: int, third: bool, format: Format) -> None:
    rng = Random(seed)
    evening = Evening(format, seed, third=third)
    evening.enter_pairs(count)
    evening.begin()
    while evening.go_on():
        meetings = evening.tournament.open_meetings
        playing = [entry for meeting in meetings for entry in meeting.entries]
        assert len(playing) == len(set(playing))
        _disturb(evening, rng)
        evening.play()
    places = evening.tournament.places
    assert len(places[0]) == 1
    assert sorted(entry for place in places for entry in place) == list(range(1, count + 1))
    losses = Counter(
        entry
        for meeting in evening.tournament.meetings.values()
        if meeting.winner and meeting.slot
        for entry in set(meeting.entries) - set(meeting.winner)
    )
    third_slots = 1 if format is Format.SINGLE and third else 0
    assert max(losses.values(), default=0) <= (2 if format is Format.DOUBLE else 1 + third_slots)
    met = Counter(meeting.slot for meeting in evening.tournament.meetings.values())
    assert max(met.values()) == 1


@pytest.mark.parametrize("format", [Format.SINGLE, Format.DOUBLE])
@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 64])
def test_the_strongest_comes_first_where_the_stronger_always_wins(format: Format, count: int) -> None:
    evening = Evening(format)
    for number in range(1, count + 1):
        evening.enter_pair(2 * number - 1, 2 * number, rating=float(-number))
    evening.begin()
    assert evening.tournament.seeds == tuple(range(1, count + 1))
    evening.play_all(first_wins)
    places = evening.tournament.places
    assert places[:2] == ((1,), (2,))
    if count > 3:
        assert 3 in places[2]
    assert sorted(len(place) for place in places)[0] == 1


def test_a_field_of_eight_plays_fourteen_or_fifteen_times_in_a_double_elimination() -> None:
    for seed in range(20):
        evening = Evening(Format.DOUBLE, seed)
        evening.enter_pairs(8)
        evening.begin()
        evening.play_all()
        losses = Counter(
            entry
            for meeting in evening.tournament.meetings.values()
            for entry in set(meeting.entries) - set(meeting.winner)
        )
        champion = evening.tournament.places[0][0]
        assert len(evening.tournament.meetings) == 14 + losses[champion]
        assert all(losses[entry] == 2 for entry in range(1, 9) if entry != champion)


@given(st.integers(1, 7))
def test_seeds_meet_as_late_as_they_should(power: int) -> None:
    order = seed_order(2**power)
    assert sorted(order) == list(range(1, 2**power + 1))
    assert all(one + other == len(order) + 1 for one, other in zip(order[::2], order[1::2], strict=True))


@given(st.integers(2, 64))
def test_byes_go_to_the_best_seeds(count: int) -> None:
    drawn = Bracket(single(count), range(1, count + 1), {})
    first = {
        entry for slot, one, other in drawn.ready if slot <= size_for(count) // 2 for entry in (one, other)
    }
    assert set(range(1, count + 1)) - first == set(range(1, size_for(count) - count + 1))


def test_where_neither_of_two_comes_the_better_seed_goes_on() -> None:
    drawn = Bracket(single(2), (7, 5), {1: Result(None, forfeit=True)})
    assert drawn.champion == 7


def test_nobody_of_a_double_elimination_meets_the_same_again_before_the_fourth_round() -> None:
    places = double(16)
    drawn = Bracket(places, range(1, 17), {place.slot: Result(0) for place in places[:8]})
    assert len(drawn.ready) == 4 + 4


# Round robin and groups


@given(st.integers(2, 30))
def test_a_round_robin_lets_everybody_meet_everybody_once(count: int) -> None:
    laps = robin_rounds(range(1, count + 1))
    assert len(laps) == swiss.most_rounds(count)
    meetings = [pair for lap in laps for pair in lap]
    assert len(set(meetings)) == len(meetings) == count * (count - 1) // 2
    for lap in laps:
        assert len({entry for pair in lap for entry in pair}) == count - count % 2


@settings(max_examples=30)
@given(st.integers(2, 16), SEEDS)
def test_a_round_robin_ends_though_pairs_leave(count: int, seed: int) -> None:
    rng = Random(seed)
    evening = Evening(Format.ROBIN, seed)
    evening.enter_pairs(count)
    evening.begin()
    while evening.go_on():
        _disturb(evening, rng)
        evening.play()
    assert len(evening.tournament.meetings) == count * (count - 1) // 2


@settings(max_examples=20)
@given(st.integers(4, 60), SEEDS, st.booleans())
def test_groups_play_their_round_robins_and_then_a_bracket(count: int, seed: int, leaving: bool) -> None:
    rng = Random(seed)
    evening = Evening(Format.GROUPS, seed)
    evening.enter_pairs(count)
    evening.begin()
    while evening.go_on():
        if leaving:
            _disturb(evening, rng)
        evening.play()
    tournament = evening.tournament
    assert sorted(entry for group in tournament.groups for entry in group) == list(range(1, count + 1))
    assert max(map(len, tournament.groups)) - min(map(len, tournament.groups)) <= 1
    assert sorted(entry for place in tournament.places for entry in place) == list(range(1, count + 1))
    if leaving:
        return
    assert len(tournament.places[0]) == 1
    group_of = {entry: number for number, group in enumerate(tournament.groups) for entry in group}
    if len(tournament.groups) > 1:
        first = tournament.of_round(tournament.bracket_from)
        assert all(group_of[each.one[0]] != group_of[each.other[0]] for each in first)


def test_groups_are_filled_down_the_row_and_up_again() -> None:
    assert groups(range(1, 9), 4) == ((1, 8), (2, 7), (3, 6), (4, 5))


# The arena


@settings(max_examples=20)
@given(st.integers(4, 40), SEEDS)
def test_an_arena_changes_partners(count: int, seed: int) -> None:
    rng = Random(seed)
    evening = Evening(Format.ARENA, seed)
    for number in range(1, count + 1):
        evening.happen(commands.enter(evening.tournament, person(number)))
    evening.begin()
    tournament = evening.tournament
    last: dict[int, frozenset[frozenset[int]]] = {}
    for _ in range(12):
        before = tournament.round
        evening.go_on()
        busy = [entry for meeting in tournament.open_meetings for entry in meeting.entries]
        assert len(busy) == len(set(busy))
        assert len(tournament.active) - len(busy) < 4, "four are free and do not play"
        for meeting in tournament.of_round(before + 1):
            sides = frozenset(map(frozenset, meeting.sides))
            assert any(last.get(entry) != sides for entry in meeting.entries), (
                "the same four, the same partners"
            )
            last.update(dict.fromkeys(meeting.entries, sides))
        for meeting in tournament.open_meetings:
            if rng.random() < 0.6:
                evening.happen([Resulted(meeting.number, Result(rng.randrange(2), stones=(40, 20)))])
    evening.happen(rounds.ring(tournament))
    evening.play()
    assert not evening.go_on()
    assert sorted(entry for place in tournament.places for entry in place) == list(range(1, count + 1))


def test_a_streak_counts_in_an_arena() -> None:
    evening = Evening(Format.ARENA)
    for number in range(1, 5):
        evening.happen(commands.enter(evening.tournament, person(number)))
    evening.begin()
    points = []
    for _ in range(4):
        evening.go_on()
        evening.play(lambda meeting: 0 if 1 in meeting.one else 1)
        points.append(next(line.points for line in rounds.lines(evening.tournament) if line.entry == 1))
    assert points == [2, 4, 8, 12]


# Standings


@settings(max_examples=25)
@given(st.integers(2, 20), SEEDS)
def test_standings_do_not_depend_on_the_order_of_rows(count: int, seed: int) -> None:
    rng = Random(seed)
    evening = Evening(seed=seed)
    evening.enter_pairs(count)
    evening.begin()
    while evening.go_on():
        _disturb(evening, rng)
        evening.play()
    tournament = evening.tournament
    entries, meetings = list(tournament.field), list(tournament.meetings.values())
    late = {entry: tournament.entries[entry].late for entry in entries}
    there = standings(entries, meetings, late)
    rng.shuffle(entries)
    rng.shuffle(meetings)
    assert standings(entries, meetings, dict(sorted(late.items(), key=lambda _: rng.random()))) == there
    assert there == rounds.lines(tournament)
    for one, other in pairwise(there):
        assert one.rank <= other.rank
        assert (one.place == other.place) == (one.rank == other.rank)


def test_tie_breaks_of_a_small_field() -> None:
    """1 beats 2 and 3; 2 beats 3; 3 has a bye at last. 4 came a round late and has beaten nobody."""
    meetings = [
        Meeting(1, 1, (1,), (2,), result=Result(0, stones=(40, 30))),
        Meeting(2, 2, (1,), (3,), result=Result(0, stones=(40, 10))),
        Meeting(3, 2, (2,), (4,), result=Result(0, stones=(40, 39))),
        Meeting(4, 3, (3,)),
    ]
    lines = {line.entry: line for line in standings([1, 2, 3, 4], meetings, {4: 1})}
    assert {entry: line.points for entry, line in lines.items()} == {1: 2, 2: 1, 3: 1, 4: 0.5}
    # 1 has met 2 and 3 (a point each); 2 has met 1 and 4; 3 has met 1 and, at the bye, a dummy like itself.
    assert {entry: line.buchholz for entry, line in lines.items()} == {1: 2, 2: 2.5, 3: 3, 4: 1.5}
    assert {entry: line.berger for entry, line in lines.items()} == {1: 2, 2: 0.5, 3: 1, 4: 0.25}
    assert {entry: line.stones for entry, line in lines.items()} == {1: 40, 2: -9, 3: -30, 4: -1}
    assert lines[4].form == ("half", "loss")


def test_who_has_withdrawn_stays_in_the_tie_breaks_of_the_others() -> None:
    evening = Evening()
    evening.enter_pairs(4)
    evening.begin()
    evening.go_on()
    evening.play(first_wins)
    before = {line.entry: line.buchholz for line in rounds.lines(evening.tournament)}
    evening.happen([Withdrew(1)])
    after = {line.entry: line.buchholz for line in rounds.lines(evening.tournament)}
    assert before == after
    evening.happen(commands.remove(evening.tournament, HOST, 2))
    assert {line.entry: line.buchholz for line in rounds.lines(evening.tournament)} == before
