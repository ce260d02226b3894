"""Tournaments that run by themselves, with AI players at real tables of a real store."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count

import pytest
from sqlalchemy import update

from musbot.club.tournament import Format, Phase, Refused, Result, Tournament, commands
from musbot.club.tournament.events import Cancelled, PutOff, Resulted
from musbot.store import Store, TableStatus, honours, schema
from musbot.store import tournaments as rows
from musbot.table import Person, Status
from tests.club.running import GUILD, NOON, Clock, Died, Evening, Mortal, check
from tests.club.tournaments import HOST, person

MODERATOR = Person(777, "Moderator", moderator=True)


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


async def finished(evening: Evening) -> None:
    """It has come to its end, everybody has a place, and no table is left open."""
    tournament = await evening.to_the_end()
    assert tournament.phase is Phase.FINISHED
    placed = [entry for place in tournament.places for entry in place]
    won = any(each.winner for each in tournament.meetings.values() if not each.is_bye)
    assert sorted(placed) == (sorted(tournament.field) if won else [])
    assert await evening.store.live_tables() == []
    await check(evening.store, evening.number)


@pytest.mark.parametrize(
    ("format", "meetings"),
    [
        (Format.SWISS, 12),
        (Format.SINGLE, 8),
        (Format.DOUBLE, None),
        (Format.ROBIN, 28),
        (Format.GROUPS, 16),
    ],
)
async def test_eight_pairs_play_it_to_its_end(evening: Evening, format: Format, meetings: int | None) -> None:
    await evening.announce(format)
    await evening.enter_ai(8)
    await finished(evening)
    tournament = await evening.now()
    played = [each for each in tournament.meetings.values() if each.result and each.result.is_played]
    assert len(played) == meetings or (meetings is None and len(played) in (14, 15))
    assert all(each.begun or each.is_over for each in played)
    assert all(max(each.result.stones) >= 20 for each in played if each.result)


async def test_an_arena_is_paired_until_the_bell(evening: Evening) -> None:
    await evening.announce(Format.ARENA, bell=30)
    await evening.enter_ai(9)
    await evening.until(lambda t: t.round >= 3)
    evening.clock.time = NOON + 100
    await finished(evening)
    tournament = await evening.now()
    assert tournament.rang
    assert len(tournament.meetings) >= 6


# Who comes, and who does not


async def with_tables(evening: Evening, pairs: int = 4, **plan: object) -> Tournament:
    """A Swiss of pairs of people, of which the tables of the first round have just opened: pair n is 2n - 1 and 2n."""
    await evening.announce(**plan)  # type: ignore[arg-type]
    for number in range(1, pairs + 1):
        await evening.enter_pair(2 * number - 1, 2 * number)
    return await evening.until(lambda t: any(each.table_id for each in t.meetings.values()))


async def test_four_people_come_to_their_table_and_play(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    (meeting,) = tournament.open_meetings
    table = evening.shown[0].after
    assert (table.tournament, table.meeting, table.options) == (evening.number, 1, tournament.plan.options)
    assert {seat for seat, _ in table.public().kept} == {1, 2, 3, 4}
    one = {each.person for each in tournament.people_of(meeting.one)}
    assert {person for person, seat in table.reserved.items() if seat in (1, 3)} == one
    await evening.sit(meeting)
    assert (await evening.later(600)).meetings[1].begun
    assert (await evening.now()).open_meetings, "nobody loses who is there"
    played = await evening.play(meeting)
    result = (await evening.later()).meetings[1].result
    assert result is not None
    assert result.is_played
    assert "AB"[result.winner or 0] == played.playing.winner
    await finished(evening)
    won = await evening.store.read(lambda c: honours.winners(c, GUILD))
    assert {each.person_id for each in won} == {
        each.person for each in (await evening.now()).people_of((await evening.now()).places[0])
    }


async def test_who_does_not_come_loses_and_may_come_back(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=2)
    (meeting,) = tournament.open_meetings
    there = tournament.people_of(meeting.one)
    await evening.sit(meeting, [person(each.person) for each in there])
    assert (await evening.later(299)).open_meetings
    tournament = await evening.later(1)
    assert tournament.meetings[1].winner == meeting.one
    (absent,) = meeting.other
    assert tournament.entries[absent].gone == "absent"
    table = await evening.tables.get(meeting.table_id or 0)
    assert (table.status, table.closed_why) == (Status.CLOSED, "decided")
    back = person(tournament.people_of(meeting.other)[0].person)
    await evening.do(partial(commands.come_back, person=back))
    tournament = await evening.until(lambda t: t.round == 2)
    assert len(tournament.of_round(2)) == 1


async def test_who_has_not_come_after_half_of_the_time_is_told_once_more(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    (meeting,) = tournament.open_meetings
    await evening.sit(meeting, [person(2), person(3)])
    await evening.later(149)
    assert not evening.called
    await evening.later(1)
    await evening.later(10)
    (told,) = evening.called
    assert told.people == (1, 4)
    assert told.table.table_id == meeting.table_id
    assert told.until == meeting.opened_at + 300


async def test_nobody_is_told_when_it_is_too_late_or_all_are_there(evening: Evening) -> None:
    tournament = await with_tables(evening, 4, rounds=1)
    first, _ = tournament.open_meetings
    await evening.sit(first)
    await evening.later(400)
    assert not evening.called


async def test_who_comes_a_little_late_plays_after_all_if_a_host_wants_it(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    (meeting,) = tournament.open_meetings
    tournament = await evening.later(300)
    assert [each.gone for each in tournament.entries.values()] == ["absent", "absent"]
    await evening.do(partial(commands.replay, by=HOST, meeting=1))
    (again,) = (await evening.later(30)).open_meetings
    assert again.table_id not in (None, meeting.table_id)
    await evening.sit(again)
    await evening.play(again)
    result = (await evening.later()).meetings[1].result
    assert result is not None
    assert result.is_played
    with pytest.raises(Refused):
        await evening.do(partial(commands.replay, by=HOST, meeting=1))
    await finished(evening)


async def test_where_nobody_comes_nobody_wins(evening: Evening) -> None:
    await with_tables(evening, 2, rounds=1)
    tournament = await evening.to_the_end()
    assert tournament.meetings[1].winner == ()
    assert tournament.phase is Phase.FINISHED
    assert tournament.places == (), "a podium is not for staying away"
    assert await evening.store.read(lambda c: honours.winners(c, GUILD)) == []


async def test_a_bot_that_comes_back_gives_people_time_to_come(evening: Evening) -> None:
    await with_tables(evening, 2, rounds=1)
    evening.clock.time += 10_000
    again = Evening(evening.store, evening.clock, seed=2)
    again.number = evening.number
    assert (await again.later(59)).open_meetings
    assert not (await again.later(6)).open_meetings


async def test_where_there_is_no_courtesy_all_are_seated_at_once_and_the_busy_ones_later(
    evening: Evening,
) -> None:
    elsewhere = await evening.tables.open(person(3), GUILD, 5, clock=60)
    tournament = await with_tables(evening, 2, rounds=1, courtesy=0, clock=60)
    (meeting,) = tournament.open_meetings
    table = await evening.tables.get(meeting.table_id or 0)
    assert sorted(table.people.values()) == [1, 2, 4]
    await evening.tables.leave(elsewhere.table_id, person(3))
    await evening.sit(meeting, [person(3)])
    assert (await evening.later(1000)).meetings[1].begun


async def test_an_ai_player_is_the_partner_of_who_would_be_left(evening: Evening) -> None:
    await evening.announce(rounds=1, singles=True)
    await evening.enter_ai(1)
    await evening.do(partial(commands.enter, person=person(1)))
    await evening.do(partial(commands.enter_ai, by=HOST, names=["Nerea"], level="novice"))
    tournament = await evening.until(lambda t: any(each.table_id for each in t.meetings.values()))
    (meeting,) = tournament.open_meetings
    await evening.sit(meeting)
    assert len((await evening.tables.get(meeting.table_id or 0)).ai_seats) == 3
    await evening.play(meeting)
    await finished(evening)


# What people and hosts do meanwhile


async def test_who_withdraws_in_the_middle_of_a_match_has_lost_it(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    (meeting,) = tournament.open_meetings
    await evening.sit(meeting)
    await evening.do(partial(commands.withdraw, person=person(1)))
    tournament = await evening.later()
    assert tournament.meetings[1].result == Result(0 if 1 not in meeting.one else 1, forfeit=True)
    assert (await evening.tables.get(meeting.table_id or 0)).closed_why == "decided"


async def test_a_result_is_corrected_before_the_next_round_is_paired(evening: Evening) -> None:
    tournament = await with_tables(evening, 4, rounds=2)
    first = tournament.open_meetings[0]
    tournament = await evening.play_round()
    was = tournament.meetings[first.number].result
    assert was is not None
    assert (await evening.later(59)).round == 1
    other = Result(1 - (was.winner or 0), stones=was.stones[::-1])
    await evening.do(partial(commands.correct, by=HOST, meeting=first.number, outcome=other))
    assert (await evening.later(59)).round == 1, "there is time for another correction"
    tournament = await evening.later(1)
    assert tournament.round == 2
    assert tournament.meetings[first.number].result == other


async def test_a_host_does_not_have_to_wait_for_the_next_round(evening: Evening) -> None:
    await with_tables(evening, 4, rounds=2)
    await evening.play_round()
    change = await evening.do(partial(commands.pair_next, by=HOST, rng=evening.desk.rng()))
    assert change.after.round == 2


async def test_a_host_sets_a_result_and_the_table_is_played_no_more(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    (meeting,) = tournament.open_meetings
    await evening.sit(meeting)
    await evening.do(partial(commands.correct, by=HOST, meeting=1, outcome=Result(0)))
    await evening.later()
    assert await evening.store.live_tables() == []
    await finished(evening)


async def test_a_substitute_comes_to_the_table(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    (meeting,) = tournament.open_meetings
    await evening.do(partial(commands.substitute, by=person(2), out=1, newcomer=person(50)))
    await evening.do(partial(commands.substitute, by=HOST, out=1, newcomer=person(50)))
    tournament = await evening.later()
    table = await evening.tables.get(meeting.table_id or 0)
    assert {2, 3, 4, 50} == set(table.reserved)
    await evening.sit(tournament.meetings[1])
    assert (await evening.later()).meetings[1].begun


async def test_a_substitute_takes_over_in_the_middle_of_a_match(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    (meeting,) = tournament.open_meetings
    await evening.sit(meeting)
    await evening.do(partial(commands.substitute, by=HOST, out=1, newcomer=person(50)))
    await evening.do(partial(commands.substitute, by=person(2), out=1, newcomer=person(50)))
    await evening.later()
    assert 1 not in (await evening.tables.get(meeting.table_id or 0)).people.values()
    await evening.sit(meeting, [person(50)])
    await evening.play(meeting)
    result = (await evening.later()).meetings[1].result
    assert result is not None
    assert result.is_played, "who was replaced has not left the others alone"


async def test_who_comes_late_plays_from_the_next_round_and_who_was_removed_no_more(evening: Evening) -> None:
    await with_tables(evening, 4, rounds=4)
    late = await evening.enter_pair(101, 102)
    await evening.play_round()
    await evening.do(partial(commands.remove, by=HOST, entry=1))
    tournament = await evening.until(lambda t: t.round == 2)
    playing = {entry for each in tournament.of_round(2) for entry in each.entries}
    assert playing == {2, 3, 4, late}


async def test_a_paused_tournament_waits_and_then_gives_everybody_the_time_they_had(evening: Evening) -> None:
    await with_tables(evening, 4, rounds=2)
    await evening.later(100)
    await evening.do(partial(commands.pause, by=HOST))
    assert len((await evening.later(5000)).open_meetings) == 2
    await evening.do(partial(commands.resume, by=HOST))
    assert len((await evening.later(199)).open_meetings) == 2
    assert len((await evening.later(1)).open_meetings) == 0


async def test_a_paused_tournament_takes_in_what_is_played_and_pairs_nobody(evening: Evening) -> None:
    await with_tables(evening, 4, rounds=2)
    await evening.do(partial(commands.pause, by=HOST))
    tournament = await evening.play_round()
    assert not tournament.open_meetings
    assert (await evening.later(5000)).round == 1
    await evening.do(partial(commands.resume, by=HOST))
    assert (await evening.later()).round == 2


async def test_a_pairing_is_taken_back_before_its_tables_open(evening: Evening) -> None:
    await evening.announce(rounds=2)
    for number in (1, 3, 5, 7):
        await evening.enter_pair(number, number + 1)
    tournament = await evening.until(lambda t: t.round == 1)
    assert not any(each.table_id for each in tournament.meetings.values())
    await evening.do(partial(commands.re_pair, by=HOST))
    await evening.do(partial(commands.remove, by=HOST, entry=4))
    assert (await evening.later(30)).round == 0
    tournament = await evening.later(30)
    assert {entry for each in tournament.of_round(1) for entry in each.entries} == {1, 2, 3}


async def test_a_tournament_that_is_called_off_closes_its_tables_and_none_follows(evening: Evening) -> None:
    tournament = await with_tables(evening, 4, every=7 * 86_400)
    await evening.sit(tournament.open_meetings[0])
    await evening.do(partial(commands.cancel, by=HOST))
    await evening.later()
    assert await evening.store.live_tables() == []
    assert await evening.desk.live() == []
    assert not await evening.next_thing()


# What tables do


async def test_a_table_that_a_moderator_closes_is_opened_again_once(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    first = tournament.meetings[1].table_id
    await evening.tables.close(first or 0, MODERATOR)
    tournament = await evening.later()
    again = tournament.meetings[1].table_id
    assert again not in (None, first)
    await evening.sit(tournament.meetings[1])
    await evening.tables.abandon(again or 0)
    tournament = await evening.later()
    assert tournament.meetings[1].result == Result(None, forfeit=True)
    await finished(evening)


async def test_a_pair_that_leaves_a_match_has_lost_it(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    (meeting,) = tournament.open_meetings
    await evening.sit(meeting)
    leaver = tournament.people_of(meeting.one)[0]
    await evening.tables.leave(meeting.table_id or 0, person(leaver.person))
    await evening.play(meeting)
    result = (await evening.later()).meetings[1].result
    assert result is not None
    assert result.winner == 1


async def test_a_match_that_all_have_left_is_over(evening: Evening) -> None:
    tournament = await with_tables(evening, 2, rounds=1)
    (meeting,) = tournament.open_meetings
    await evening.sit(meeting)
    for each in tournament.people_of(meeting.entries):
        await evening.tables.leave(meeting.table_id or 0, person(each.person))
    assert (await evening.later()).meetings[1].result == Result(None, forfeit=True)


async def test_a_damaged_table_does_not_hold_up_the_others(evening: Evening) -> None:
    tournament = await with_tables(evening, 4, rounds=1)
    damaged, sound = tournament.open_meetings
    evening.tables.desk._held.clear()
    odd = update(schema.events).where(schema.events.c.table_id == damaged.table_id).values(kind="odd")
    await evening.store.write(lambda c: c.execute(odd))
    await evening.sit(sound)
    await evening.play(sound)
    await evening.do(partial(commands.correct, by=HOST, meeting=damaged.number, outcome=Result(0)))
    await evening.later()
    assert await evening.store.live_tables() == []
    await finished(evening)


async def test_a_round_of_weeks_ends_for_who_leads_and_for_who_is_there(evening: Evening) -> None:
    week = 7 * 86_400
    tournament = await with_tables(evening, 6, rounds=1, round_time=week, courtesy=week, clock=86_400)
    played, begun, waited = tournament.open_meetings
    await evening.sit(played)
    await evening.play(played)
    await evening.sit(begun)
    there = tournament.people_of(waited.one)
    await evening.sit(waited, [person(each.person) for each in there])
    table = await evening.tables.get(begun.table_id or 0)
    on_move = {(seat - 1) % 2 for seat in table.people_to_act}
    assert len((await evening.later(week - 1)).open_meetings) == 2
    tournament = await evening.later(1)
    assert tournament.meetings[begun.number].result == Result(1 - on_move.pop(), forfeit=True)
    assert tournament.meetings[waited.number].winner == waited.one
    await finished(evening)


async def test_a_tournament_whose_server_is_lost_comes_to_rest(evening: Evening) -> None:
    tournament = await with_tables(evening, 4)
    for meeting in tournament.open_meetings:
        await evening.tables.abandon(meeting.table_id or 0)
    await evening.store.forget_guild(GUILD)
    await evening.later(600)
    assert await evening.store.live_tables() == []
    assert not await evening.next_thing()


# The start, and the row


async def test_where_too_few_come_it_is_put_off_twice_and_then_called_off(evening: Evening) -> None:
    await evening.announce(every=86_400)
    await evening.enter_pair(1, 2)
    await evening.later(60)
    await evening.later(900)
    tournament = await evening.later(900)
    own = [each for change in evening.changes if change.number == evening.number for each in change.events]
    assert [each for each in own if isinstance(each, PutOff | Cancelled)] == [
        PutOff(NOON + 960),
        PutOff(NOON + 1860),
        Cancelled(None, "too_few"),
    ]
    assert tournament.phase is Phase.CANCELLED
    (coming,) = await evening.desk.live()
    assert coming.tournament.plan.starts_at == NOON + 60 + 86_400, "at the hour at which it was to begin"


async def test_who_comes_meanwhile_lets_it_begin(evening: Evening) -> None:
    await evening.announce()
    await evening.enter_pair(1, 2)
    await evening.later(60)
    await evening.enter_pair(3, 4)
    assert (await evening.later(900)).is_playing


async def test_a_row_of_tournaments_goes_on_by_itself_and_keeps_its_hosts(evening: Evening) -> None:
    first = await evening.announce(Format.SINGLE, every=7 * 86_400, league="Winter")
    await evening.do(partial(commands.cohost, by=HOST, person=60))
    await evening.enter_ai(2)
    await evening.until(lambda t: t.is_over and t.next is not None)
    (coming,) = await evening.desk.live()
    assert coming.number == (await evening.now()).next != first
    assert coming.tournament.plan.starts_at == NOON + 60 + 7 * 86_400
    assert coming.tournament.may_run(60)
    assert evening.changes[-1].number == coming.number
    evening.number = coming.number
    await evening.enter_ai(2)
    await evening.until(lambda t: t.is_over and t.next is not None)


# Processes that die, and several at once


@pytest.mark.parametrize(("format", "lives"), [(Format.SWISS, 2), (Format.ARENA, 2), (Format.SINGLE, 3)])
async def test_a_process_dies_after_every_write_and_it_still_ends(
    database: str, format: Format, lives: int
) -> None:
    """With two lives it claims the tournament, and does one thing."""
    clock = Clock()
    async with await Store.open(database) as store:
        evening = Evening(store, clock)
        number = await evening.announce(format, bell=900, rounds=2, third=False, every=86_400)
        await evening.enter_ai(5 if format is Format.ARENA else 4)
    died = 0
    for seed in count():
        async with await Mortal.with_lives(database, lives) as store:
            evening = Evening(store, clock, seed)
            evening.number = number
            try:
                await evening.until(lambda t: t.next is not None)
                break
            except Died:
                died += 1
                assert died < 200
                # Nobody waits for the claim of the dead in a test.
                clock.time += 61
    assert died > 10
    async with await Store.open(database) as store:
        evening = Evening(store, clock)
        evening.number = number
        await check(store, number)
        tournament = await evening.now()
        assert tournament.phase is Phase.FINISHED
        assert len(await evening.desk.live()) == 1, "one follows, and one alone"
        statuses = await store.read(lambda c: rows.statuses(c, number))
        assert set(statuses.values()) == {TableStatus.FINISHED}


async def test_two_processes_run_one_tournament_and_do_nothing_twice(database: str) -> None:
    clock = Clock()
    async with await Store.open(database) as first, await Store.open(database) as other:
        evenings = [Evening(first, clock, 1), Evening(other, clock, 2)]
        number = await evenings[0].announce(Format.DOUBLE, every=86_400)
        await evenings[0].enter_ai(6)
        evenings[1].number = number
        for _ in range(400):
            await asyncio.gather(*(each.runner.sweep() for each in evenings))
            tournament = await evenings[0].now()
            if tournament.next is not None:
                break
            wake_at = await first.read(rows.next_wake)
            assert wake_at is not None
            clock.time = max(clock.time, wake_at)
        assert tournament.phase is Phase.FINISHED
        await check(first, number)
        events = [each for evening in evenings for change in evening.changes for each in change.events]
        results = [each.meeting for each in events if isinstance(each, Resulted)]
        assert (
            len(results)
            == len(set(results))
            == sum(1 for each in tournament.meetings.values() if each.result)
        )
        assert len(await evenings[0].desk.live()) == 1
