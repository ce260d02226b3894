"""What tournaments are worth to their people, and leagues of several."""

from __future__ import annotations

from musbot.club.tournament import Format, Tournament, commands, league
from musbot.store.tournaments import TournamentRow
from tests.club.tournaments import HOST, Evening, first_wins

ROW = TournamentRow(5, 1, 2, None, False, None)


def played(pairs: int = 4, *, removed: int = 0, format: Format = Format.ROBIN) -> Tournament:
    """A round robin of pairs of which the first wins everything, the second all but one, and so on."""
    evening = Evening(format)
    evening.enter_pairs(pairs)
    evening.begin()
    evening.go_on()
    if removed:
        evening.happen(commands.remove(evening.tournament, HOST, removed))
    evening.play(first_wins)
    evening.play_all(first_wins)
    return evening.tournament


def test_a_point_for_taking_part_and_one_for_each_who_finished_behind() -> None:
    assert [(each.entry, each.place, each.points) for each in league.scores(played())] == [
        (1, 1, 4),
        (2, 2, 3),
        (3, 3, 2),
        (4, 4, 1),
    ]


def test_those_who_share_a_place_have_the_same() -> None:
    tournament = played(4, format=Format.SINGLE)
    tournament.places = ((1,), (2, 3), (4,))
    assert [(each.place, each.points) for each in league.scores(tournament)] == [
        (1, 4),
        (2, 2),
        (2, 2),
        (4, 1),
    ]


def test_who_was_removed_has_nothing_and_what_is_going_on_counts_nothing() -> None:
    by_entry = {each.entry: each.points for each in league.scores(played(removed=1))}
    assert by_entry[1] == 0
    assert sum(points > 0 for points in by_entry.values()) == 3
    assert league.scores(Evening().tournament) == ()


def test_what_is_kept_of_it_names_people_and_neither_ai_players_nor_the_erased() -> None:
    evening = Evening(Format.ROBIN, league="Winter")
    evening.enter_pairs(2)
    evening.happen(commands.enter_ai(evening.tournament, HOST, ("Maritxu", "Koldo"), "novice", 1.0))
    evening.begin()
    evening.play_all(first_wins)
    found = league.honours(ROW, evening.tournament)
    assert [(each.person_id, each.place, each.points) for each in found] == [
        (1, 1, 3),
        (2, 1, 3),
        (3, 2, 2),
        (4, 2, 2),
    ]
    assert {(each.tournament_id, each.guild_id, each.league, each.field) for each in found} == {
        (5, 1, "Winter", 3)
    }
