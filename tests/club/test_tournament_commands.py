"""Sign-up, partners, check-in, what hosts may do: what is allowed, and what is refused in which words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from musbot.club.tournament import Format, Phase, Plan, Reason, Refused, Result, Tournament, commands, rounds
from musbot.club.tournament.events import EVENTS, Resulted, Withdrew, event_of
from musbot.game import Options
from musbot.table.people import Person
from tests.club.tournaments import HOST, Evening, first_wins, person


def refused(command: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        command()
    return caught.value.reason


def test_a_pair_is_in_once_the_partner_has_accepted() -> None:
    evening = Evening()
    tournament = evening.tournament
    evening.happen(commands.enter(tournament, person(1), 2))
    assert not tournament.ready
    assert refused(lambda: commands.accept(tournament, person(3), 1)) is Reason.NOT_ASKED
    evening.happen(commands.accept(tournament, person(2), 1))
    assert tournament.ready == (1,)
    assert refused(lambda: commands.enter(tournament, person(2))) is Reason.ENTERED
    assert refused(lambda: commands.enter(tournament, person(3), 3)) is Reason.YOURSELF


def test_who_is_asked_may_decline_and_who_asked_may_ask_again() -> None:
    evening = Evening()
    evening.happen(commands.enter(evening.tournament, person(1), 2))
    evening.happen(commands.decline(evening.tournament, person(2), 1))
    evening.happen(commands.enter(evening.tournament, person(1), 3))
    evening.happen(commands.accept(evening.tournament, person(3), 2))
    assert evening.tournament.ready == (2,)


def test_whoever_waits_in_the_pool_may_be_asked_by_somebody() -> None:
    evening = Evening()
    evening.happen(commands.enter(evening.tournament, person(1)))
    assert evening.tournament.pool == (1,)
    assert refused(lambda: commands.enter(evening.tournament, person(2), 1)) is Reason.ENTERED


def test_those_alone_are_drawn_together_at_the_start_and_one_may_be_left() -> None:
    evening = Evening()
    for number in range(1, 8):
        evening.happen(commands.enter(evening.tournament, person(number)))
    evening.begin()
    tournament = evening.tournament
    assert len(tournament.field) == 3
    assert len(tournament.pool) == 1
    people = [each.person for each in tournament.people_of(tournament.field)]
    assert len(set(people)) == 6


def test_where_partners_are_drawn_nobody_brings_one() -> None:
    evening = Evening(singles=True)
    assert refused(lambda: commands.enter(evening.tournament, person(1), 2)) is Reason.ALONE_ONLY


def test_who_comes_when_it_is_full_waits_for_a_place() -> None:
    evening = Evening(most=2)
    evening.enter_pairs(3)
    assert (evening.tournament.ready, evening.tournament.waiting) == ((1, 2), (3,))
    evening.happen(commands.withdraw(evening.tournament, person(1)))
    assert evening.tournament.ready == (2, 3)


def test_who_may_enter() -> None:
    evening = Evening(role=77, rating_from=10.0, rating_to=20.0)
    tournament = evening.tournament
    member = replace(person(1), roles=frozenset({77}))
    assert refused(lambda: commands.enter(tournament, person(1))) is Reason.NO_ROLE
    assert refused(lambda: commands.enter(tournament, member, rating=25.0)) is Reason.RATING
    assert refused(lambda: commands.enter(tournament, member, rating=5.0)) is Reason.RATING
    evening.happen(commands.enter(tournament, member, rating=15.0))
    assert tournament.pool == (1,)


def test_who_does_not_check_in_is_left_out_and_may_come_late() -> None:
    evening = Evening(check_in=600, starts_at=10_000.0)
    evening.enter_pairs(3)
    tournament = evening.tournament
    assert refused(lambda: commands.check_in(tournament, person(1), 9_000.0)) is Reason.NO_CHECK_IN
    for each in (1, 4):
        evening.happen(commands.check_in(tournament, person(each), 9_500.0))
    assert commands.check_in(tournament, person(2), 9_501.0) == []
    evening.begin()
    assert sorted(tournament.field) == [1, 2]
    evening.happen(commands.come_back(tournament, person(6)))
    evening.go_on()
    assert sorted(tournament.field) == [1, 2, 3]


def test_one_alone_is_too_few() -> None:
    evening = Evening()
    evening.enter_pairs(1)
    assert refused(evening.begin) is Reason.TOO_FEW


def test_the_best_are_seeded_first_and_the_unknown_last() -> None:
    evening = Evening()
    evening.enter_pair(1, 2)
    evening.enter_pair(3, 4, rating=20.0)
    evening.enter_pair(5, 6, rating=30.0)
    evening.begin()
    assert evening.tournament.field == (3, 2, 1)


def test_late_entries_have_half_a_point_a_round_until_half_of_the_rounds() -> None:
    evening = Evening(rounds=5)
    evening.enter_pairs(8)
    evening.begin()
    for _ in range(2):
        evening.go_on()
        evening.play()
    evening.enter_pair(101, 102)
    evening.go_on()
    line = next(each for each in rounds.lines(evening.tournament) if each.entry == 9)
    assert line.form[:2] == ("half", "half")
    assert line.points in (1, 2), "2 where the bye comes to it, which it has not had"
    assert refused(lambda: commands.enter(evening.tournament, person(201), 202)) is Reason.TOO_LATE


def test_who_withdraws_loses_what_is_not_over_and_plays_no_more() -> None:
    evening = Evening(rounds=3)
    evening.enter_pairs(4)
    evening.begin()
    evening.go_on()
    evening.happen(commands.withdraw(evening.tournament, person(1)))
    meeting = next(each for each in evening.tournament.of_round(1) if 1 in each.entries)
    assert meeting.result is not None
    assert meeting.result.forfeit
    assert 1 not in meeting.winner
    evening.play()
    evening.go_on()
    assert all(1 not in each.entries for each in evening.tournament.of_round(2))


def test_who_is_absent_loses_and_may_come_back() -> None:
    evening = Evening(rounds=3)
    evening.enter_pairs(4)
    evening.begin()
    evening.go_on()
    first = evening.tournament.open_meetings[0]
    evening.happen(commands.absent(evening.tournament, first.number, first.other))
    assert evening.tournament.entries[first.other[0]].gone == "absent"
    assert evening.tournament.meetings[first.number].winner == first.one
    back = evening.tournament.people_of(first.other)[0]
    evening.happen(commands.come_back(evening.tournament, person(back.person)))
    evening.play()
    evening.go_on()
    assert any(first.other[0] in each.entries for each in evening.tournament.of_round(2))


def test_who_was_removed_does_not_come_back() -> None:
    evening = Evening()
    evening.enter_pairs(4)
    evening.begin()
    evening.happen(commands.remove(evening.tournament, HOST, 2))
    assert refused(lambda: commands.come_back(evening.tournament, person(3))) is Reason.REMOVED
    assert refused(lambda: commands.enter(evening.tournament, person(3))) in (Reason.REMOVED, Reason.TOO_LATE)


def test_a_result_can_be_corrected_until_the_next_round_is_paired() -> None:
    evening = Evening(rounds=3)
    evening.enter_pairs(4)
    evening.begin()
    evening.go_on()
    evening.play(first_wins)
    other = Result(1, stones=(38, 40))
    evening.happen(commands.correct(evening.tournament, HOST, 1, other))
    assert evening.tournament.meetings[1].result == other
    assert refused(lambda: commands.correct(evening.tournament, person(1), 1, other)) is Reason.NOT_HOST
    evening.go_on()
    assert refused(lambda: commands.correct(evening.tournament, HOST, 1, other)) is Reason.PAIRED_ON


def test_a_round_is_paired_again_only_before_it_has_begun() -> None:
    evening = Evening(rounds=3)
    evening.enter_pairs(5)
    evening.begin()
    evening.go_on()
    evening.happen(commands.re_pair(evening.tournament, HOST))
    assert (evening.tournament.round, evening.tournament.meetings) == (0, {})
    evening.happen(commands.remove(evening.tournament, HOST, 1))
    evening.go_on()
    assert all(not each.is_bye for each in evening.tournament.of_round(1))
    evening.happen(commands.open_table(evening.tournament, 1, 40))
    assert refused(lambda: commands.re_pair(evening.tournament, HOST)) is Reason.ROUND_BEGUN


def test_who_comes_through_changes_with_a_result_that_is_corrected_before_the_bracket_is_paired_again() -> (
    None
):
    evening = Evening(Format.GROUPS, groups=2, through=1)
    evening.enter_pairs(4)
    evening.begin()
    evening.go_on()
    evening.play(first_wins)
    evening.go_on()
    assert evening.tournament.seeds == (1, 2)
    evening.happen(commands.re_pair(evening.tournament, HOST))
    for meeting in evening.tournament.of_round(1):
        evening.happen(commands.correct(evening.tournament, HOST, meeting.number, Result(1, stones=(0, 40))))
    evening.go_on()
    assert set(evening.tournament.seeds) == {3, 4}
    assert evening.tournament.bracket_from == evening.tournament.round == 2
    assert {each for meeting in evening.tournament.of_round(2) for each in meeting.entries} == {3, 4}
    evening.play()
    assert not evening.go_on()


def test_a_late_pair_whose_round_is_paired_again_is_late_again() -> None:
    evening = Evening(rounds=5)
    evening.enter_pairs(4)
    evening.begin()
    evening.go_on()
    evening.play()
    evening.enter_pair(101, 102)
    evening.go_on()
    evening.happen(commands.re_pair(evening.tournament, HOST))
    assert 5 not in evening.tournament.field
    evening.go_on()
    assert evening.tournament.entries[5].late == 1


def test_a_paused_tournament_pairs_nobody_and_lets_nobody_forfeit() -> None:
    evening = Evening()
    evening.enter_pairs(4)
    evening.begin()
    evening.go_on()
    evening.happen(commands.pause(evening.tournament, HOST))
    first = evening.tournament.open_meetings[0]
    assert refused(lambda: commands.absent(evening.tournament, first.number, first.one)) is Reason.PAUSED
    evening.play()
    assert refused(evening.go_on) is Reason.PAUSED
    evening.happen(commands.resume(evening.tournament, HOST))
    assert evening.go_on()


def test_no_round_is_paired_while_one_is_played() -> None:
    evening = Evening()
    evening.enter_pairs(4)
    assert refused(evening.go_on) is Reason.NOT_STARTED
    evening.begin()
    evening.go_on()
    assert refused(evening.go_on) is Reason.UNFINISHED


def test_a_cohost_may_do_what_the_host_may_and_all_of_it_is_in_the_log() -> None:
    evening = Evening()
    evening.enter_pairs(4)
    tournament = evening.tournament
    assert refused(lambda: commands.pause(tournament, person(50))) is Reason.NOT_HOST
    evening.happen(commands.cohost(tournament, HOST, 50))
    evening.happen(commands.pause(tournament, person(50)))
    evening.happen(commands.remove(tournament, person(50), 4))
    evening.happen(commands.cancel(tournament, HOST))
    assert [event.kind for _, event in tournament.acts] == [
        "created",
        "cohost",
        "paused",
        "withdrew",
        "cancelled",
    ]
    assert tournament.phase is Phase.CANCELLED
    assert refused(lambda: commands.resume(tournament, HOST)) is Reason.OVER


def test_moderators_of_the_server_may_run_it_too() -> None:
    evening = Evening()
    evening.happen(commands.pause(evening.tournament, Person(60, "Mod", moderator=True)))
    assert evening.tournament.paused


def test_a_substitute_needs_the_partner_and_a_host() -> None:
    evening = Evening()
    evening.enter_pairs(2)
    tournament = evening.tournament
    newcomer = person(30)
    assert refused(lambda: commands.substitute(tournament, person(3), 1, newcomer)) is Reason.NOT_HOST
    assert refused(lambda: commands.substitute(tournament, person(2), 1, person(3))) is Reason.ENTERED
    evening.happen(commands.substitute(tournament, person(2), 1, newcomer))
    assert commands.substitute(tournament, person(2), 1, newcomer) == []
    assert tournament.entry_of(30) is None
    evening.happen(commands.substitute(tournament, HOST, 1, newcomer))
    assert [each.person for each in tournament.entries[1].people] == [30, 2]
    assert tournament.entry_of(1) is None


def test_the_same_hosts_word_twice_is_not_the_partners() -> None:
    evening = Evening()
    evening.enter_pairs(2)
    evening.happen(commands.substitute(evening.tournament, HOST, 1, person(30)))
    evening.happen(commands.cohost(evening.tournament, HOST, 50))
    evening.happen(commands.substitute(evening.tournament, person(50), 1, person(30)))
    assert evening.tournament.entry_of(30) is None


def test_a_moderators_word_counts_as_a_hosts() -> None:
    moderator = Person(60, "Mod", moderator=True)
    evening = Evening()
    evening.enter_pairs(2)
    evening.happen(commands.substitute(evening.tournament, moderator, 1, person(30)))
    evening.happen(commands.substitute(evening.tournament, person(2), 1, person(30)))
    evening.happen(commands.substitute(evening.tournament, person(4), 3, person(40)))
    evening.happen(commands.substitute(evening.tournament, moderator, 3, person(40)))
    sides = [[each.person for each in entry.people] for entry in evening.tournament.entries.values()]
    assert sides == [[30, 2], [40, 4]]


def test_a_host_who_is_to_be_replaced_does_not_speak_for_the_partner() -> None:
    evening = Evening()
    evening.happen(commands.cohost(evening.tournament, HOST, 1))
    evening.enter_pairs(2)
    evening.happen(commands.substitute(evening.tournament, person(1), 1, person(30)))
    assert commands.substitute(evening.tournament, HOST, 1, person(30)) == []
    evening.happen(commands.substitute(evening.tournament, person(2), 1, person(30)))
    assert evening.tournament.entry_of(30) is not None


def test_what_a_partner_asked_for_who_is_replaced_is_asked_no_more() -> None:
    evening = Evening()
    evening.enter_pairs(2)
    tournament = evening.tournament
    evening.happen(commands.substitute(tournament, person(2), 1, person(30)))
    for each in (HOST, person(1)):
        evening.happen(commands.substitute(tournament, each, 2, person(40)))
    assert [each.person for each in tournament.entries[1].people] == [1, 40]
    evening.happen(commands.substitute(tournament, person(40), 1, person(30)))
    assert tournament.entry_of(30) is None, "no host has said so"


def test_results_come_from_the_tables_once() -> None:
    evening = Evening()
    evening.enter_pairs(4)
    evening.begin()
    evening.go_on()
    tournament = evening.tournament
    evening.happen(commands.open_table(tournament, 1, 40))
    assert refused(lambda: commands.open_table(tournament, 1, 41)) is Reason.NO_MEETING
    evening.happen(commands.result(tournament, 40, Result(0, stones=(40, 12))))
    assert commands.result(tournament, 40, Result(1)) == []
    assert commands.result(tournament, 99, Result(1)) == []
    assert tournament.meetings[1].winner == tournament.meetings[1].one


def test_a_tournament_is_the_same_made_again_of_its_events() -> None:
    for format in Format:
        evening = Evening(format, rounds=3, options=Options.of("classic", target=30), singles=False)
        for number in range(1, 17):
            evening.happen(commands.enter(evening.tournament, person(number), rating=float(number % 5)))
        evening.begin()
        for _ in range(3):
            evening.go_on()
            evening.play()
        again = Tournament.of(1, [event_of(event.kind, event.to_data()) for event in evening.events])
        assert {**vars(again), "acts": ()} == {**vars(evening.tournament), "acts": ()}


def test_every_event_has_a_kind_of_its_own() -> None:
    assert len({event.kind for event in EVENTS}) == len(EVENTS)


def test_an_event_of_a_later_musbot_with_a_field_more_can_be_read() -> None:
    assert event_of("withdrew", {"entry": 3, "why": "absent", "moon": 1}) == Withdrew(3, "absent")


def test_a_trial_leaves_the_tournament_as_it_is() -> None:
    evening = Evening()
    evening.enter_pairs(2)
    evening.begin()
    evening.go_on()
    evening.tournament.copy_with([Resulted(1, Result(0)), Withdrew(1)])
    assert evening.tournament.meetings[1].result is None
    assert not evening.tournament.entries[1].gone


@pytest.mark.parametrize("wrong", [{"name": ""}, {"most": 1}, {"rounds": 21}, {"through": 0}, {"groups": -1}])
def test_a_plan_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Plan(**{"name": "Thursday", **wrong})  # type: ignore[arg-type]
