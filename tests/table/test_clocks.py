"""Clocks, with a time that the test moves: what runs out, who is reminded, who comes back.

The letters are the rows of reports about other bots that each test answers.
"""

from __future__ import annotations

import asyncio
import random

import pytest

from musbot.game import Action, Phase, Word
from musbot.game.actions import drop, say
from musbot.store import Store
from musbot.table import (
    CLOCKS,
    Access,
    Acted,
    Change,
    Person,
    Refusal,
    Refused,
    Reminder,
    Status,
    Sweeper,
    Table,
    Tables,
    is_rated,
)
from tests.table.players import (
    ANE,
    BEÑAT,
    CARLA,
    CHANNEL,
    DANI,
    FRIENDS,
    GUILD,
    SHORT,
    STRANGER,
    all_say,
    chance,
    play_to_the_end,
    say_for,
    sitting,
    whose_turn,
)

HOUR = 3_600
DAY = 24 * HOUR


class Time:
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


class Club:
    """Tables, a sweeper, and what the sweeper said."""

    def __init__(self, store: Store, time: Time) -> None:
        self.store = store
        self.time = time
        self.tables = Tables(store, chance(), time)
        self.reminders: list[Reminder] = []
        self.changes: list[Change] = []
        self.paused: set[int] = set()
        self.sweeper = Sweeper(self.tables, self._remind, self._changed, self.paused.__contains__)

    async def _remind(self, reminder: Reminder) -> None:
        self.reminders.append(reminder)

    async def _changed(self, change: Change) -> None:
        self.changes.append(change)

    async def friends(self, clock: int = 30, people: int = 4) -> Table:
        """A table with a clock, at which so many friends play, the others being AI players."""
        change = await self.tables.open(ANE, GUILD, CHANNEL, SHORT, clock=clock)
        for person in FRIENDS[1:people]:
            change = await self.tables.join(change.table_id, person)
        if people < 4:
            change = await self.tables.fill(change.table_id, ANE)
        return change.after

    async def run_out(self, table: Table, seconds: float | None = None) -> Table:
        """Let the time of a table run out, and sweep."""
        self.time.pass_by(table.clock if seconds is None else seconds)
        await self.sweeper.sweep()
        return await self.tables.get(table.table_id)

    async def miss(self, table: Table, person: Person, times: int) -> Table:
        """Let a person miss so many decisions; the others speak in time."""
        missed = 0
        while missed < times:
            seats = table.people_to_act
            if len(seats) == 1 and sitting(table, seats[0]) == person:
                table = await self.run_out(table)
                missed += 1
            else:
                table = await self.go_on(table, person)
        return table

    async def go_on(self, table: Table, but_for: Person | None = None) -> Table:
        """Somebody who is to act does the least."""
        seat = next(seat for seat in table.people_to_act if sitting(table, seat) != but_for)
        deal = table.playing.deal
        action = drop(0, deal.hands[seat][:1]) if deal.phase is Phase.DISCARD else least(table)
        return (await self.tables.act(table.table_id, sitting(table, seat), action, table.revision)).after


def least(table: Table) -> Action:
    """What commits the seat to act to least, cutting the mus."""
    words = table.playing.deal.legal(table.people_to_act[0]).words
    return say(0, next(word for word in (Word.AGREE, Word.CUT, Word.HOLD, Word.FOLD) if word in words))


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def club(store: Store, time: Time) -> Club:
    return Club(store, time)


def by_clock(change: Change) -> list[Action]:
    """What the clock said."""
    return [event.action for event in change.events if isinstance(event, Acted) and event.by_clock]


# What happens when time runs out: D1, D7


async def test_d7_in_the_mus_talk_the_clock_cuts(club: Club) -> None:
    table = await club.friends()
    seat = table.playing.to_act[0]

    after = await club.run_out(table)

    assert by_clock(club.changes[0]) == [say(seat, Word.CUT)]
    (said,) = after.public().deal.spoken  # type: ignore[union-attr]
    assert (said.word, said.by_clock) == (Word.CUT, True), "everyone sees who said it"


async def test_d7_where_no_bet_is_open_the_clock_holds(club: Club) -> None:
    table = await say_for(club.tables, await club.friends(), Word.CUT)
    seat = table.playing.to_act[0]

    await club.run_out(table)

    assert by_clock(club.changes[0]) == [say(seat, Word.HOLD)]


async def test_d7_where_a_bet_is_open_the_clock_passes(club: Club) -> None:
    table = await all_say(club.tables, await club.friends(), Word.CUT)
    table = await say_for(club.tables, table, Word.BET, 5)
    table = await say_for(club.tables, table, Word.AGREE)
    seat = table.playing.to_act[0]

    await club.run_out(table)

    assert by_clock(club.changes[0]) == [say(seat, Word.FOLD)]


async def test_d7_to_a_partners_proposal_the_clock_agrees(club: Club) -> None:
    table = await all_say(club.tables, await club.friends(), Word.CUT)
    table = await say_for(club.tables, table, Word.BET, 5)
    seat = table.playing.to_act[0]

    after = await club.run_out(table)

    assert by_clock(club.changes[0]) == [say(seat, Word.AGREE)]
    assert after.playing.deal.betting is not None
    assert after.playing.deal.betting.bet == 5


async def test_d7_in_a_discard_the_clock_drops_for_all_who_have_not_chosen(club: Club) -> None:
    table = await all_say(club.tables, await club.friends(), *[Word.MUS] * 4)
    chosen = await club.go_on(table)
    late = set(chosen.people_to_act)
    assert len(late) == 3
    club.time.pass_by(29)
    await club.sweeper.sweep()
    assert not club.changes

    after = await club.run_out(chosen, 1)

    assert {action.seat for action in by_clock(club.changes[0])} == late
    assert all(action.word is Word.DROP for action in by_clock(club.changes[0]))
    assert after.playing.deal.phase is Phase.MUS
    marks = [(line.seat in late) == line.by_clock for line in after.public().deal.spoken[-4:]]  # type: ignore[union-attr]
    assert all(marks)


async def test_d1_time_runs_out_again_and_again_until_the_table_is_over(club: Club) -> None:
    """Of four people who all went away none is left to be waited for, and the table is closed."""
    table = await club.friends()
    for _ in range(40):
        table = await club.run_out(table, DAY)
        if not table.is_live:
            break

    assert (table.status, table.closed_why) == (Status.CLOSED, "deserted")
    assert await club.store.due(club.time.now + 10 * DAY) == []


@pytest.mark.parametrize("clock", [seconds for seconds in CLOCKS if seconds])
async def test_d1_nothing_runs_out_before_its_time(club: Club, clock: int) -> None:
    table = await club.friends(clock)
    assert table.due_at == club.time.now + clock

    assert await club.run_out(table, clock - 0.5) == table
    assert (await club.run_out(table, 0.5)).seq > table.seq


async def test_a_table_without_a_clock_hurries_nobody_and_is_closed_when_all_have_forgotten_it(
    club: Club,
) -> None:
    table = await club.friends(0)

    assert table.public().due_at is None, "nothing is counted down"
    assert await club.run_out(table, 29 * DAY) == table
    after = await club.run_out(table, DAY)
    assert (after.status, after.closed_why) == (Status.CLOSED, "deserted")
    assert not await club.tables.store.tables_of(ANE.person_id)


@pytest.mark.parametrize(("clock", "given"), [(30, 120), (60, 120), (300, 300), (DAY, DAY)])
async def test_to_answer_an_ordago_there_are_two_minutes_at_least(club: Club, clock: int, given: int) -> None:
    table = await all_say(club.tables, await club.friends(clock), Word.CUT, Word.ORDAGO, Word.AGREE)
    assert table.due_at == club.time.now + given

    assert (await club.run_out(table, given - 1)).seq == table.seq
    after = await club.run_out(table, 1)

    assert by_clock(club.changes[0])[0].word is Word.FOLD
    assert after.due_at == club.time.now + given, "the partner has as long"


async def test_each_word_starts_the_clock_anew(club: Club) -> None:
    table = await club.friends()
    for _ in range(3):
        club.time.pass_by(29)
        await club.sweeper.sweep()
        table = await club.go_on(table)

    assert not club.changes
    assert table.due_at == club.time.now + 30


async def test_a_signal_gives_nobody_more_time(club: Club) -> None:
    table = await club.friends()
    due = table.due_at
    signs = {seat: table.view(seat).may_sign for seat in (1, 2, 3, 4)}
    seat, names = next((seat, names) for seat, names in signs.items() if names)
    club.time.pass_by(10)

    change = await club.tables.act(
        table.table_id, sitting(table, seat), Action(Word.SIGN, seat, name=names[0])
    )

    assert change.after.due_at == due


# Reminders: N2, N3


async def test_n2_who_is_to_act_is_reminded_at_half_time_and_not_before(club: Club) -> None:
    table = await club.friends(60)
    await club.run_out(table, 29)
    assert not club.reminders

    await club.run_out(table, 1)

    (reminder,) = club.reminders
    assert reminder.people == (whose_turn(table).person_id,)
    assert reminder.due_at == club.time.now + 30


async def test_n3_nobody_is_reminded_twice_of_one_moment(club: Club, store: Store, time: Time) -> None:
    """Not by two processes, not by a restart, and not in a discard in which the others choose meanwhile."""
    table = await all_say(club.tables, await club.friends(60), *[Word.MUS] * 4)
    other = Club(store, time)
    time.pass_by(30)
    await asyncio.gather(*(each.sweeper.sweep() for each in (club, other) * 3))
    assert len(club.reminders + other.reminders) == 1

    await club.go_on(table)
    for _ in range(20):
        time.pass_by(1)
        await Club(store, time).sweeper.sweep()
        await club.sweeper.sweep()

    (reminder,) = club.reminders + other.reminders
    assert len(reminder.people) == 4


async def test_n3_a_reminder_of_a_turn_that_has_passed_is_not_sent(club: Club) -> None:
    table = await club.friends(60)
    rows = await club.store.due(club.time.now + 30)
    await club.go_on(table)

    assert not await club.store.claim_reminder(rows[0])


# Two misses, and back: D3, D7, D8, D10


async def test_d7_after_two_misses_in_a_row_an_ai_player_takes_the_seat(club: Club) -> None:
    table = await club.friends()
    person = whose_turn(table)
    cards = table.view(table.seat_of(person.person_id)).cards

    once = await club.miss(table, person, 1)
    assert person.person_id in once.people.values()
    after = await club.miss(once, person, 1)

    seat = table.seat_of(person.person_id)
    assert after.seats[seat].is_ai
    assert after.public().away == ((seat, person.name),)
    assert set(after.playing.deals[0].hands[seat]) == set(cards)


async def test_who_acts_in_between_keeps_the_seat(club: Club) -> None:
    table = await club.friends()
    person = whose_turn(table)
    for _ in range(3):
        table = await club.miss(table, person, 1)
        while person.person_id not in [table.people[seat] for seat in table.people_to_act]:
            table = await club.go_on(table)
        table = await club.go_on(table)

    assert person.person_id in table.people.values()


async def test_d10_nobody_waits_for_who_is_away(club: Club) -> None:
    table = await club.friends()
    person = whose_turn(table)
    seat = table.seat_of(person.person_id)
    table = await club.miss(table, person, 2)

    for _ in range(60):
        assert seat not in table.playing.to_act
        assert table.people_to_act
        assert len(table.people) == 3
        table = await club.go_on(table)
        if not table.is_live:
            break


async def test_d8_who_is_back_has_the_seat_at_once_and_the_cards(club: Club) -> None:
    table = await club.friends()
    person = whose_turn(table)
    seat = table.seat_of(person.person_id)
    away = await club.miss(table, person, 2)

    back = (await club.tables.come_back(table.table_id, person)).after

    assert back.seat_of(person.person_id) == seat
    assert back.playing.deal.hands == away.playing.deal.hands
    assert back.public().away == ()
    assert (await club.tables.come_back(table.table_id, person)).events == (), "twice is no mistake"
    again = await club.miss(back, person, 1)
    assert again.seat_of(person.person_id) == seat, "old misses are forgotten"


async def test_d8_by_the_command_too_and_after_leaving(club: Club) -> None:
    table = await club.friends()
    away = (await club.tables.leave(table.table_id, CARLA)).after
    assert away.seats[3].is_ai

    back = (await club.tables.join(table.table_id, CARLA)).after

    assert back.seat_of(CARLA.person_id) == 3
    assert back.playing.deal.hands[3] == away.playing.deal.hands[3]


async def test_a_stranger_cannot_be_back(club: Club) -> None:
    table = await club.friends()
    await club.tables.leave(table.table_id, CARLA)

    with pytest.raises(Refused, match="not_away"):
        await club.tables.come_back(table.table_id, STRANGER)


async def test_d2_another_person_takes_the_place_with_the_same_cards(club: Club) -> None:
    table = await club.friends()
    away = (await club.tables.leave(table.table_id, CARLA)).after

    after = (await club.tables.join(table.table_id, STRANGER)).after

    assert after.seat_of(STRANGER.person_id) == 3
    assert after.playing.deal.hands == away.playing.deal.hands
    with pytest.raises(Refused, match="seat_taken"):
        await club.tables.come_back(table.table_id, CARLA)


async def test_the_seat_of_who_was_away_is_kept_for_ten_minutes(club: Club) -> None:
    table = await club.friends()
    person = whose_turn(table)
    seat = table.seat_of(person.person_id)
    await club.miss(table, person, 2)

    club.time.pass_by(599)
    with pytest.raises(Refused) as refused:
        await club.tables.join(table.table_id, STRANGER)
    assert (refused.value.reason, refused.value.seat) == (Refusal.SEAT_KEPT, seat)
    club.time.pass_by(1)
    assert (await club.tables.join(table.table_id, STRANGER)).after.seat_of(STRANGER.person_id) == seat


async def test_who_has_seen_the_cards_of_one_seat_takes_no_other(club: Club) -> None:
    table = await club.friends()
    await club.tables.leave(table.table_id, CARLA)
    await club.tables.leave(table.table_id, DANI)

    with pytest.raises(Refused, match="other_seat"):
        await club.tables.join(table.table_id, CARLA, seat=4)
    await club.tables.join(table.table_id, STRANGER, seat=3)
    with pytest.raises(Refused, match="seat_taken"):
        await club.tables.join(table.table_id, CARLA)


async def test_a_closed_circle_stays_one_and_may_invite_a_substitute(club: Club) -> None:
    people = frozenset(person.person_id for person in FRIENDS)
    change = await club.tables.open(ANE, GUILD, CHANNEL, SHORT, Access("people", people), clock=30)
    for person in FRIENDS[1:]:
        await club.tables.join(change.table_id, person)
    await club.tables.leave(change.table_id, DANI)

    with pytest.raises(Refused, match="not_invited"):
        await club.tables.join(change.table_id, STRANGER)
    await club.tables.invite(change.table_id, ANE, STRANGER.person_id)

    assert (await club.tables.join(change.table_id, STRANGER)).after.seat_of(STRANGER.person_id) == 4


async def test_the_seats_of_ai_players_who_took_nobodys_place_are_not_for_taking(club: Club) -> None:
    table = await club.friends(people=2)

    with pytest.raises(Refused, match="full"):
        await club.tables.join(table.table_id, STRANGER)


# Nobody there: D11


async def test_d11_a_game_whose_people_are_all_away_waits_a_day_and_is_closed(club: Club) -> None:
    """No AI players play for nobody."""
    table = await club.friends(people=1)
    table = await club.run_out(await club.run_out(table))
    assert table.is_deserted
    assert table.people == {1: ANE.person_id}, "nobody has taken the seat of the only person"
    assert table.due_at == club.time.now + DAY

    words = len(table.playing.deal.actions)
    table = await club.run_out(table, DAY - 1)
    assert (table.is_live, len(table.playing.deal.actions)) == (True, words)
    table = await club.run_out(table, 1)

    assert (table.status, table.closed_why) == (Status.CLOSED, "deserted")
    assert await club.store.games_of_table(table.table_id) == []


async def test_d11_who_comes_back_within_the_day_goes_on(club: Club) -> None:
    table = await club.friends(people=1)
    table = await club.run_out(await club.run_out(table))
    club.time.pass_by(DAY / 2)

    table = await club.go_on(table)

    assert not table.is_deserted
    assert table.due_at == club.time.now + 30


async def test_d11_all_four_away_in_one_discard(club: Club) -> None:
    table = await club.friends()
    for _ in range(2):
        while table.playing.deal.phase is not Phase.DISCARD:
            table = await say_for(club.tables, table, Word.MUS)
        # Whoever says mus is there, but nobody drops.
        table = await club.run_out(table)
        assert len(by_clock(club.changes[-1])) == 4

    assert len(table.people) == 4, "mus was said in between, so nobody has missed two in a row"


# Votes: D3


async def test_d3_the_three_others_remove_a_player_together(club: Club) -> None:
    table = await club.friends(0)
    for voter in (ANE, BEÑAT):
        table = (await club.tables.vote(table.table_id, voter, DANI.person_id)).after
        assert table.seats[4].person_id == DANI.person_id

    after = (await club.tables.vote(table.table_id, CARLA, DANI.person_id)).after

    assert after.seats[4].is_ai
    assert after.playing.deal.hands[4] == table.playing.deal.hands[4]
    for again in (club.tables.join, club.tables.come_back):
        with pytest.raises(Refused, match="removed"):
            await again(table.table_id, DANI)
    assert (await club.tables.join(table.table_id, STRANGER)).after.seat_of(STRANGER.person_id) == 4


async def test_d3_the_host_is_no_exception(club: Club) -> None:
    table = await club.friends(0)
    for voter in (DANI, BEÑAT, CARLA):
        table = (await club.tables.vote(table.table_id, voter, ANE.person_id)).after

    assert table.seats[1].is_ai


@pytest.mark.parametrize(("people", "needed"), [(4, 3), (3, 2), (2, 1)])
async def test_d3_all_other_people_must_agree_and_ai_players_have_no_vote(
    club: Club, people: int, needed: int
) -> None:
    table = await club.friends(0, people)
    target = FRIENDS[people - 1]
    for voter in FRIENDS[: needed - 1]:
        for _ in range(2):
            table = (await club.tables.vote(table.table_id, voter, target.person_id)).after
        assert target.person_id in table.people.values(), (
            "a second vote of the same person counts for nothing"
        )

    table = (await club.tables.vote(table.table_id, FRIENDS[needed - 1], target.person_id)).after

    assert target.person_id not in table.people.values()


async def test_a_vote_ends_with_the_deal_and_with_the_seat(club: Club) -> None:
    table = await club.friends(0)
    await club.tables.vote(table.table_id, ANE, DANI.person_id)
    assert (await club.tables.second(table.table_id, BEÑAT, 4)).events
    deal = table.deal_count
    while table.deal_count == deal:
        table = await club.go_on(await club.tables.get(table.table_id))

    with pytest.raises(Refused, match="stale"):
        await club.tables.second(table.table_id, CARLA, 4)
    await club.tables.vote(table.table_id, ANE, DANI.person_id)
    await club.tables.leave(table.table_id, DANI)
    await club.tables.join(table.table_id, STRANGER)
    with pytest.raises(Refused, match="stale"):
        await club.tables.second(table.table_id, CARLA, 4)


async def test_votes_that_make_no_sense_are_refused(club: Club) -> None:
    table = await club.friends(0)
    for by, against, reason in (
        (ANE, ANE, "own_vote"),
        (ANE, STRANGER, "not_at_table"),
        (STRANGER, ANE, "not_seated"),
    ):
        with pytest.raises(Refused, match=reason):
            await club.tables.vote(table.table_id, by, against.person_id)


# Lobbies: D14


async def test_d14_a_lobby_at_which_nothing_happens_for_a_day_is_closed(club: Club) -> None:
    change = await club.tables.open(ANE, GUILD, CHANNEL)
    club.time.pass_by(DAY - 1)
    await club.tables.join(change.table_id, BEÑAT)
    table = await club.run_out(change.after, DAY - 1)
    assert table.is_open

    table = await club.run_out(table, 1)

    assert (table.status, table.closed_why) == (Status.CLOSED, "waited")
    assert await club.store.tables_of(ANE.person_id) == []
    assert not club.reminders


async def test_a_lobby_that_became_a_game_without_a_clock_is_no_lobby_any_more(club: Club) -> None:
    table = await club.friends(0)

    assert (await club.run_out(table, 2 * DAY)).is_playing


# One live table a person: D12


async def test_d12_nobody_sits_at_two_live_tables(club: Club) -> None:
    first = await club.tables.open(ANE, GUILD, CHANNEL, clock=300)
    second = await club.tables.open(BEÑAT, GUILD, CHANNEL, clock=30)

    with pytest.raises(Refused) as refused:
        await club.tables.join(second.table_id, ANE)
    assert refused.value.reason is Refusal.BUSY
    assert refused.value.elsewhere is not None
    assert refused.value.elsewhere.table_id == first.table_id
    with pytest.raises(Refused, match="busy"):
        await club.tables.open(ANE, GUILD, CHANNEL, clock=60)

    await club.tables.leave(first.table_id, ANE)
    await club.tables.join(second.table_id, ANE)


@pytest.mark.parametrize("clock", [0, DAY])
async def test_d12_at_slow_tables_one_may_sit_besides(club: Club, clock: int) -> None:
    await club.tables.open(ANE, GUILD, CHANNEL, clock=300)
    for _ in range(2):
        change = await club.tables.open(BEÑAT, GUILD, CHANNEL, clock=clock)
        assert (await club.tables.join(change.table_id, ANE)).events


async def test_d12_of_twenty_tables_joined_at_once_through_two_processes_one_has_the_person(
    club: Club, store: Store, time: Time
) -> None:
    hosts = [Person(1000 + number, f"Host {number}") for number in range(20)]
    tables = [(await club.tables.open(host, GUILD, CHANNEL, clock=30)).table_id for host in hosts]
    other = Club(store, time).tables

    answers = await asyncio.gather(
        *((club.tables, other)[n % 2].join(table_id, ANE) for n, table_id in enumerate(tables)),
        return_exceptions=True,
    )

    assert sum(isinstance(answer, Change) for answer in answers) == 1
    refused = [answer.reason for answer in answers if isinstance(answer, Refused)]
    assert refused == [Refusal.BUSY] * 19
    assert len(await store.tables_of(ANE.person_id)) == 1


async def test_d12_a_finished_game_keeps_nobody(club: Club) -> None:
    table = await club.friends()
    await play_to_the_end(club.tables, table, random.Random(4))

    for person in FRIENDS:
        assert (await club.tables.open(person, GUILD, CHANNEL, clock=30)).events


async def test_d12_who_was_away_may_play_elsewhere_but_then_not_come_back(club: Club) -> None:
    table = await club.friends()
    person = whose_turn(table)
    await club.miss(table, person, 2)
    elsewhere = await club.tables.open(person, GUILD, CHANNEL, clock=30)

    with pytest.raises(Refused, match="busy"):
        await club.tables.come_back(table.table_id, person)
    await club.tables.leave(elsewhere.table_id, person)
    await club.tables.come_back(table.table_id, person)


# The archive


async def test_a_game_that_somebody_left_says_so_in_the_archive(club: Club) -> None:
    table = await club.friends()
    person = whose_turn(table)
    seat = table.seat_of(person.person_id)
    await club.miss(table, person, 2)
    at = club.time.now
    table = (await club.tables.come_back(table.table_id, person)).after
    await play_to_the_end(club.tables, table, random.Random(4))

    (game,) = await club.store.games_of_table(table.table_id)
    assert not is_rated(game.players)
    assert [player["gone"] for player in game.players if player["seat"] != seat] == [[]] * 3
    assert game.players[seat - 1]["gone"] == [
        {"person": person.person_id, "name": person.name, "why": "away", "at": at, "deal": 1, "back": 1}
    ]


@pytest.mark.parametrize(("people", "rated"), [(4, True), (2, False)])
async def test_a_game_of_four_people_counts(club: Club, people: int, rated: bool) -> None:
    table = await club.friends(people=people)
    await play_to_the_end(club.tables, table, random.Random(4))

    (game,) = await club.store.games_of_table(table.table_id)
    assert is_rated(game.players) is rated


# Two at the same instant, restarts, failures: E9, F4


@pytest.mark.parametrize("discard", [False, True], ids=["a word", "a discard"])
async def test_f4_act_and_time_out_at_the_same_instant_have_one_outcome(
    store: Store, time: Time, discard: bool
) -> None:
    """A hundred interleavings of a click, a double click and the sweepers of two processes."""
    both = {True: 0, False: 0}
    for seed in range(100):
        rng = random.Random(seed)
        here, there = Club(store, time), Club(store, time)
        table = await here.friends(60 if seed % 2 else 30)
        if discard:
            table = await all_say(here.tables, table, *[Word.MUS] * 4)
        seat = rng.choice(table.people_to_act)
        person = sitting(table, seat)
        action = drop(0, table.playing.deal.hands[seat][:2]) if discard else say(0, Word.MUS)
        time.pass_by(table.clock)

        async def click(club: Club, table: Table, person: Person, action: Action, hops: int) -> object:
            for _ in range(hops):
                # As long as a sweeper takes for one of its steps.
                await store.claim_due(0.0, 0.0)
            return await club.tables.act(table.table_id, person, action, table.revision)

        async def sweep(club: Club, hops: int) -> None:
            for _ in range(hops):
                await asyncio.sleep(0)
            await club.sweeper.sweep()

        work = [
            click(rng.choice((here, there)), table, person, action, rng.randrange(12)),
            click(rng.choice((here, there)), table, person, action, rng.randrange(12)),
            sweep(here, rng.randrange(30)),
            sweep(there, rng.randrange(30)),
        ]
        rng.shuffle(work)
        answers = await asyncio.gather(*work, return_exceptions=True)

        acted = [answer for answer in answers if isinstance(answer, Change)]
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert len(acted) + len(refused) == 2, answers
        assert len(acted) <= 1
        _, rows = await store.load(table.table_id)
        said = [row for row in rows[table.seq :] if row.data.get("line", "").startswith(f"{seat} ")]
        assert len(said) == 1, "the seat acted once"
        assert (said[0].data.get("by") == "clock") is not bool(acted)
        if not discard:
            assert len([row for row in rows[table.seq :] if row.kind == "acted"]) == 1
        both[bool(acted)] += 1
        for person in FRIENDS:
            await here.tables.leave(table.table_id, person)
    assert both[True] > 5, both
    assert both[False] > 5, both


async def test_two_processes_let_time_run_out_once(store: Store, time: Time) -> None:
    clubs = [Club(store, time) for _ in range(2)]
    table = await clubs[0].friends()
    await clubs[1].tables.get(table.table_id)
    time.pass_by(30)

    await asyncio.gather(*(club.sweeper.sweep() for club in clubs * 4))

    changes = clubs[0].changes + clubs[1].changes
    assert [len(by_clock(change)) for change in changes] == [1]


async def test_f4_a_deadline_of_an_earlier_moment_does_nothing(club: Club) -> None:
    table = await club.friends()
    later = await club.go_on(table)
    club.time.pass_by(30)

    change = await club.tables.time_out(table.table_id, table.revision)

    assert change.events == ()
    assert change.after.seq == later.seq


async def test_e9_a_restart_keeps_the_deadlines(database: str, time: Time) -> None:
    async with await Store.open(database) as store:
        table = await Club(store, time).friends(300)
    time.pass_by(200)
    async with await Store.open(database) as store:
        club = Club(store, time)
        await club.sweeper.start()
        again = await club.tables.get(table.table_id)
        assert again.due_at == table.due_at
        await club.run_out(again, 99)
        assert not club.changes
        await club.run_out(again, 1)
        assert len(club.changes) == 1


async def test_whose_time_ran_out_while_the_bot_was_away_has_another_minute(
    database: str, time: Time
) -> None:
    """Nobody could press a button then."""
    async with await Store.open(database) as store:
        table = await Club(store, time).friends(30)
    time.pass_by(HOUR)
    async with await Store.open(database) as store:
        club = Club(store, time)
        await club.sweeper.start()
        await club.run_out(table, 59)
        assert not club.changes
        await club.run_out(table, 1)
        assert len(club.changes) == 1


async def test_the_clock_of_a_paused_table_stands_still(club: Club) -> None:
    table = await club.friends()
    club.paused.add(table.table_id)
    for _ in range(10):
        await club.run_out(table, 30)
    assert not club.changes
    assert not club.reminders
    club.paused.clear()

    await club.run_out(table, 10)
    assert not club.changes, "there is time to see that it goes on"
    await club.run_out(table, 60)
    assert len(club.changes) == 1


async def test_a_table_that_cannot_be_read_stops_no_other_clock(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad = await club.friends()
    hosts = [Person(2000 + number, f"Guest {number}") for number in range(4)]
    good = await club.tables.open(hosts[0], GUILD, CHANNEL, clock=60)
    for person in hosts[1:]:
        await club.tables.join(good.table_id, person)
    time_out = club.tables.time_out

    async def failing(table_id: int, revision: int) -> Change:
        if table_id == bad.table_id:
            raise RuntimeError("unreadable")
        return await time_out(table_id, revision)

    monkeypatch.setattr(club.tables, "time_out", failing)
    club.time.pass_by(60)
    await club.sweeper.sweep()

    assert [change.table_id for change in club.changes] == [good.table_id]
    assert "unreadable" in caplog.text
    assert bad.table_id not in [row.table_id for row in await club.store.due(club.time.now)], (
        "not at once again"
    )
    monkeypatch.undo()
    await club.run_out(bad, 60)
    assert bad.table_id in [change.table_id for change in club.changes]


async def test_whole_games_by_the_clock_alone_keep_all_invariants(club: Club) -> None:
    """D9: turns go by seat, whoever leaves; forty cards stay forty."""
    rng = random.Random(9)
    table = await club.friends()
    for _ in range(600):
        if not table.is_live:
            break
        here = [person for person in FRIENDS if person.person_id in table.people.values()]
        choice = rng.random()
        if choice < 0.05 and len(here) > 1:
            table = (await club.tables.leave(table.table_id, rng.choice(here))).after
        elif choice < 0.15 and len(here) < 4:
            absent = next(person for person in FRIENDS if person not in here)
            table = (await club.tables.join(table.table_id, absent)).after
        elif choice < 0.5:
            table = await club.run_out(table)
        else:
            table = await club.go_on(table)
        if table.is_live:
            deal = table.playing.deal
            assert all(not table.seats[seat].is_ai for seat in table.playing.to_act)
            cards = [card for hand in deal.hands[1:] for card in hand] if len(deal.hands) == 5 else []
            assert len(set(cards)) == len(cards)
    again = await Tables(club.store, chance(), club.time).get(table.table_id)
    assert (again.seq, again.presence, again.since) == (table.seq, table.presence, table.since)
