"""The messages of a table, at any point of any game: within Discord's limits, legal, and without secrets."""

from __future__ import annotations

import random
import re

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.bot.board import board
from musbot.bot.ending import ending
from musbot.bot.hands import hand_letter
from musbot.bot.ids import ClickId
from musbot.bot.layout import LONGEST_TEXT, Letter, box, text
from musbot.bot.lobby import lobby
from musbot.bot.readers import Looks
from musbot.bot.rules import PAGES, rules_letter
from musbot.bot.words import ENGLISH
from musbot.game import Lance, Match, Options, Phase, Word, card_name
from musbot.game.actions import SHUFFLE, drop, say
from musbot.game.actions import deal as dealt
from musbot.game.hands import ranks_text
from musbot.game.record import read_record
from musbot.game.views import seat_view
from musbot.table import Access, Status, Table
from tests.bot.reading import (
    HOSTILE,
    ORDINARY,
    buttons_of,
    components,
    custom_ids,
    fits_discord,
    labels,
    pinged_by,
    table_of,
    tables_in_play,
    text_of,
)
from tests.game.playing import deal_of, hands, options, played, seeds
from tests.table.players import with_other_cards

HANDS = hands("Ro Co 7o 1o", "Rc Cc 7c 1c", "Re Ce 7e 1e", "Rb Cb 7b 1b")


def after(said: str, rules: Options | None = None, **more: object) -> Table:
    """A table after the words of a text, the mano being Ane."""
    rules = rules or Options()
    match = Match(rules, 1)
    match.deals[0] = deal_of(HANDS + said, rules)
    return table_of(match, **more)  # type: ignore[arg-type]


def offered(letter: Letter) -> set[str]:
    """The actions of the buttons."""
    clicks = [ClickId.parse(each) for each in custom_ids(letter)]
    assert None not in clicks
    return {click.action for click in clicks if click}


# The table in play


@given(tables_in_play())
def test_a_board_fits_discord(table: Table) -> None:
    fits_discord(board(table.public(), ENGLISH))


@given(tables_in_play())
def test_a_board_offers_the_legal_words_and_no_others(table: Table) -> None:
    deal, letter = table.playing.deal, board(table.public(), ENGLISH)

    own = {"hand", "tips"} if table.options.signals == "off" else {"hand", "signal", "tips"}
    if deal.is_over:
        assert buttons_of(letter) == []
    elif deal.phase is Phase.DISCARD:
        assert offered(letter) == {"discard"} | own
    else:
        assert offered(letter) == {word.value for word in deal.legal().words} | own
    words = {each for each in custom_ids(letter) if not each.endswith((":hand", ":signal", ":tips"))}
    assert all(each.split(":")[2] == str(table.revision) for each in words)


@given(tables_in_play())
def test_a_board_of_a_closed_table_has_no_buttons(table: Table) -> None:
    table.status = Status.CLOSED
    letter = board(table.public(), ENGLISH)

    assert buttons_of(letter) == []
    assert ("was closed" in text_of(letter)) is (not table.playing.deal.is_over)


@given(tables_in_play(), st.integers(0))
def test_boards_of_earlier_deals_stay_as_they_ended(table: Table, number: int) -> None:
    index = number % table.deal_count
    letter = board(table.public(index), ENGLISH)

    assert f"deal {index + 1}\n" in text_of(letter)
    if index < table.deal_count - 1:
        assert buttons_of(letter) == []


def test_before_the_first_deal_there_is_no_board() -> None:
    with pytest.raises(ValueError, match="has no deal"):
        board(table_of(None).public(), ENGLISH)


def test_other_hidden_cards_make_the_same_board() -> None:
    rng, compared = random.Random(21), 0
    while compared < 40:
        match = played(Options(), rng.randrange(2**32), rng.randrange(5, 60), signals=False)
        if match.deal.is_over or not match.to_act or any(a.word is Word.SHUFFLE for a in match.deal.actions):
            continue
        table = table_of(match)
        for _ in range(30):
            twin = with_other_cards(table, rng)
            if twin is None:
                continue
            ours, theirs = table.public(), twin.public()
            assert ours.deal is not None
            assert theirs.deal is not None
            if ours.deal.declarations == theirs.deal.declarations:
                assert components(board(ours, ENGLISH)) == components(board(theirs, ENGLISH))
                assert table.playing.deal.hands != twin.playing.deal.hands
                compared += 1
                break


@given(tables_in_play())
def test_cards_are_on_the_board_at_the_showdown_and_not_before(table: Table) -> None:
    deal, written = table.playing.deal, text_of(board(table.public(), ENGLISH))
    shown = re.findall(r"`([RCS1-7]) ([RCS1-7]) ([RCS1-7]) ([RCS1-7])`", written)

    assert len(shown) == (4 if deal.is_over else 0)
    for seat in (1, 2, 3, 4):
        view = seat_view(deal, seat)
        assert (f"`{ranks_text(view.cards)}`" in written) is deal.is_over
        assert not any(re.search(rf"\b{card_name(card)}\b", written) for card in view.cards)


@given(tables_in_play())
def test_a_board_pings_nobody(table: Table) -> None:
    assert pinged_by(board(table.public(), ENGLISH)) == {"parse": [], "users": []}


@given(tables_in_play())
def test_a_board_names_whose_turn_it_is(table: Table) -> None:
    deal, written = table.playing.deal, text_of(board(table.public(), ENGLISH))
    turn = [line for line in written.splitlines() if line.startswith("▶")]

    assert len(turn) == (not deal.is_over)
    for seat in deal.to_act:
        person = table.seats[seat].person_id
        if person is not None:
            assert f"<@{person}>" in turn[0]


@pytest.fixture(scope="module")
def long_deal() -> list[Table]:
    """A deal whose talk is as long as the rules allow, by people with hostile names, word by word.

    Everyone says mus five times; then every lance is raised by the least to the most.
    """
    rng, match, moments = random.Random(3), played(Options(target=60), 5, 4), []
    rounds = 0
    while not match.deal.is_over:
        if match.deal.phase is Phase.DEAL:
            seat, count = match.deal.draw
            match.push(dealt(seat, rng.sample(match.deal.stock(), count)) if count else SHUFFLE)
            continue
        if match.deal.actions[-1].word is not Word.DEAL:
            moments.append(table_of(match.copy(), HOSTILE))
        legal = match.legal()
        if legal.hand:
            rounds += match.to_act[0] == match.deal.mano
            match.push(drop(legal.seat, legal.hand))
        elif Word.MUS in legal.words:
            # The hands of the last round are rich in pares and juego: every lance is played.
            match.push(say(legal.seat, Word.CUT if rounds >= 5 and all_have_all(match) else Word.MUS))
        elif Word.AGREE in legal.words:
            match.push(say(legal.seat, Word.AGREE))
        elif Word.BET in legal.words:
            match.push(say(legal.seat, Word.BET, legal.min_bet))
        else:
            match.push(say(legal.seat, Word.CALL))
    moments.append(table_of(match, HOSTILE))
    return moments


def all_have_all(match: Match) -> bool:
    """Whether both pairs may bet in every lance."""
    facts = [match.deal.facts(seat) for seat in (1, 2, 3, 4)]
    return all(
        any(getattr(facts[seat], what) for seat in pair)
        for what in ("pares", "juego")
        for pair in ((0, 2), (1, 3))
    )


def test_the_longest_deal_still_tells_whose_turn_it_is_and_how_it_ended(long_deal: list[Table]) -> None:
    boards = [board(table.public(), ENGLISH) for table in long_deal]

    for letter in boards[:-1]:
        fits_discord(letter)
        assert "\n▶ " in text_of(letter)
    fits_discord(boards[-1])
    written = text_of(boards[-1])
    assert len(re.findall(r"`. . . .`", written)) == 4
    assert len(re.findall(r"\*\*(Grande|Chica|Pares|Juego)\*\* · ", written)) == 4
    assert not written.endswith("…")
    assert any("**Grande** … · " in text_of(letter) for letter in boards), (
        "of a long talk the last words are told"
    )


def test_an_ordinary_deal_is_told_word_by_word() -> None:
    table = after("1 cut; 1 hold; 2 hold; 3 hold; 4 bet 2; 2 agree; 1 bet 4; 3 agree; 2 bet 6; 4 agree")

    assert text_of(board(table.public(), ENGLISH)).count(" · ") >= 9
    assert "…" not in text_of(board(table.public(), ENGLISH))


def lines_of(table: Table) -> list[str]:
    """The lines of a board that tell what was said."""
    written = text_of(board(table.public(), ENGLISH))
    return [
        line
        for line in written.splitlines()
        if re.match(r"\*\*(Mus|Drops|Grande|Chica|Pares|Juego|Punto)", line)
    ]


def test_a_settled_lance_is_one_short_line() -> None:
    """The last bet and what came of it; who said what before is of no use any more."""
    talk = "1 cut; 1 hold; 2 bet 3; 4 agree; 3 bet 8; 1 agree; 4 call; 2 agree; 1 hold"

    assert lines_of(after(talk)) == [
        "**Mus** Ane: no mus!",
        "**Grande** Carla: raises to 8 → accepted",
        "**Chica** Ane: hold",
    ]


def test_whoever_spoke_last_is_told_until_somebody_speaks_in_the_next_lance() -> None:
    held = "1 cut; 1 hold; 2 hold; 3 hold; 4 hold"

    assert lines_of(after(held))[-1] == "**Grande** Dani: hold → held"
    assert lines_of(after(held + "; 1 hold"))[-2:] == ["**Grande** → held", "**Chica** Ane: hold"]


def test_a_refused_bet_tells_who_bet_and_what_it_gave() -> None:
    talk = "1 cut; 1 hold; 2 bet 5; 4 agree; 3 fold; 1 agree"

    # Ane has agreed to pass, not to the bet.
    assert lines_of(after(talk))[-1] == "**Grande** Beñat: bets 5 · Carla: pass → ◆ **+1**"
    assert lines_of(after(talk + "; 1 hold"))[-2] == "**Grande** Beñat: bets 5 → ◆ **+1**"


def test_a_lance_that_is_not_played_says_who_has_it() -> None:
    """Grande and chica are held; of pares, the four hands have what they have."""
    held = "1 cut; " + "; ".join(f"{seat} hold" for _ in range(2) for seat in (1, 2, 3, 4))

    assert "**Pares** → nobody has it" in lines_of(after(held))


def test_what_is_settled_fits_the_width_of_a_telephone() -> None:
    """At 400 px some 40 characters stand in a line; only what was said last, and a refused raise, may be longer."""
    seen = 0
    for seed in range(400):
        match = played(Options(), seed, 25 + seed % 50)
        deal = match.deal
        if deal.lance is None or not deal.settled or not match.to_act:
            continue
        titles = [f"**{each.lance.value.capitalize()}** " for each in deal.settled[:-1]]
        for line in lines_of(table_of(match)):
            if line.startswith(tuple(titles)):
                seen += 1
                assert len(line.replace("*", "")) <= 46, line
    assert seen > 20


def test_the_count_is_a_short_line_for_each_lance() -> None:
    """Each lance is told once, with stake, bonus and winners: what was said of it is not told again."""
    match = played(Options(consult=False), 5, 4)
    while not match.deal.is_over:
        legal = match.legal()
        words = legal.words
        if Word.BET in words and match.deal.betting and not match.deal.betting.bet:
            match.push(say(legal.seat, Word.BET, 5))
        elif match.deal.lance is Lance.GRANDE:
            match.push(say(legal.seat, Word.FOLD))
        else:
            match.push(say(legal.seat, Word.CALL if Word.CALL in words else Word.CUT))
    table = table_of(match)
    written = text_of(board(table.public(), ENGLISH))

    for result in match.deal.results:
        name = f"**{result.lance.value.capitalize()}**"
        assert written.count(name) == 1
        (line,) = [each for each in written.splitlines() if each.startswith(name)]
        assert len(line.replace("*", "")) <= 46
    assert "**Grande** · **1** · ▲ Ane + Carla\n-# the bet was passed\n" in written
    assert written.count("passed") == 1
    paid = next(each for each in match.deal.results if each.bonus and each.stake)
    assert f"**{paid.stake} + {paid.bonus} bonus** · " in written


def test_a_long_mus_talk_is_told_by_its_last_round() -> None:
    rng, match = random.Random(3), played(Options(), 5, 4)
    for _ in range(3):
        for _ in range(4):
            match.push(say(match.to_act[0], Word.MUS))
        for seat in match.to_act:
            match.push(drop(seat, match.deal.hands[seat][:1]))
        while match.deal.phase is Phase.DEAL:
            seat, count = match.deal.draw
            match.push(dealt(seat, rng.sample(match.deal.stock(), count)))
    match.push(say(match.to_act[0], Word.MUS))
    written = text_of(board(table_of(match).public(), ENGLISH))

    assert "2 earlier rounds of mus" in written
    assert written.count("**Drops**") == 1


def test_a_board_reads_like_the_game() -> None:
    table = after("1 cut; 1 bet 5; 3 agree")

    written = text_of(board(table.public(), ENGLISH))

    assert "**Mus** Ane: no mus!" in written
    assert "**Grande** Ane: bets 5? · Carla: agreed" in written
    assert "▶ <@102> answers · **Grande**: Ane bets **5**. Passing gives ▲ 1 stone." in written


def test_a_proposal_asks_the_partner() -> None:
    table = after("1 cut; 1 bet 5")

    letter = board(table.public(), ENGLISH)

    assert (
        "▶ <@103> speaks · **Grande**, no bet yet. Your partner Ane would **bet 5**. Agree, or do otherwise?"
        in text_of(letter)
    )
    assert labels(letter) == ["Agree", "Raise", "Órdago", "My hand", "Signal", "? Tips"]


def test_an_open_ordago_and_what_the_partner_would_say_are_told_in_words() -> None:
    asked = text_of(board(after("1 cut; 1 bet 2; 3 agree; 2 ordago; 4 agree; 3 fold").public(), ENGLISH))

    assert "**Grande**: Beñat says **órdago**, for the whole game. Passing gives ◆ 2 stones." in asked
    assert "Your partner Carla would **pass**. Agree, or do otherwise?" in asked


def test_agreeing_to_pass_is_not_mistaken_for_a_call() -> None:
    asked = board(after("1 cut; 1 bet 2; 3 agree; 2 ordago; 4 agree; 3 fold").public(), ENGLISH)
    styles = {button["label"]: button["style"] for button in buttons_of(asked)}
    assert styles["Agree"] == discord.ButtonStyle.success.value
    assert styles["Call"] == discord.ButtonStyle.secondary.value


def test_the_first_question_is_mus() -> None:
    letter = board(after("").public(), ENGLISH)

    assert "▶ <@101>: mus, or no mus?" in text_of(letter)
    assert labels(letter) == ["Mus", "No mus", "My hand", "Signal", "? Tips"]


def test_an_ai_player_is_told_apart() -> None:
    assert "Beñat 🤖" in text_of(board(after("", ais=(2,)).public(), ENGLISH))


# Hands


@given(tables_in_play(), st.integers(1, 4))
def test_a_hand_fits_discord(table: Table, seat: int) -> None:
    view = table.view(seat)

    fits_discord(
        hand_letter(7, table.revision, view, ENGLISH, url="https://discord.com/channels/1/2/3", note="-# x")
    )


@given(tables_in_play(), st.integers(1, 4))
def test_a_hand_shows_its_own_cards_and_a_menu_while_they_are_to_be_chosen(table: Table, seat: int) -> None:
    view = table.view(seat)
    letter = hand_letter(7, table.revision, view, ENGLISH)

    assert f"`{ranks_text(view.cards)}`" in text_of(letter)
    menus = [each for each in components(letter) if each["type"] == 3]
    if view.public.phase is Phase.DISCARD and not view.dropped:
        (menu,) = menus
        assert [option["value"] for option in menu["options"]] == [card_name(card) for card in view.cards]
        assert (menu["min_values"], menu["max_values"]) == (1, 4)
        assert menu["custom_id"] == f"mus:7:{table.revision}:drop"
    else:
        assert menus == []


def test_a_hand_that_has_dropped_says_so() -> None:
    table = after("1 mus; 2 mus; 3 mus; 4 mus; 1 drop Ro 7o")

    letter = hand_letter(7, 5, table.view(1), ENGLISH)

    assert "You drop: king of coins, seven of coins. The others are still choosing." in text_of(letter)


def test_new_cards_are_told_in_words_too() -> None:
    """The picture marks them with a star, which nobody hears."""
    drops = "1 drop Ro; 2 drop Rc; 3 drop Re; 4 drop Rb"
    table = after(f"1 mus; 2 mus; 3 mus; 4 mus; {drops}; deal 1 6c; deal 2 6o; deal 3 6e; deal 4 6b")
    view = table.view(1)
    (gallery,) = [each for each in components(hand_letter(7, 5, view, ENGLISH)) if each["type"] == 12]

    assert gallery["items"][0]["description"].count("(new)") == len(view.new) == 1
    assert "six of cups (new)" in gallery["items"][0]["description"]
    assert "six of cups (new)" in text_of(hand_letter(7, 5, view, ENGLISH, Looks(text_only=True)))


def test_the_picture_of_a_hand_is_described_in_words() -> None:
    letter = hand_letter(7, 5, after("").view(1), ENGLISH)

    (gallery,) = (each for each in components(letter) if each["type"] == 12)
    assert (
        gallery["items"][0]["description"] == "king of coins, knight of coins, seven of coins, ace of coins"
    )
    assert letter.files[0][1].startswith((b"\x89PNG", b"RIFF"))


# The lobby, and the end


@given(
    options(),
    st.lists(st.none() | st.sampled_from(HOSTILE + ORDINARY), min_size=4, max_size=4),
    st.sampled_from(list(Status)),
    st.frozensets(st.integers(2**62, 2**63), max_size=60),
    st.sampled_from(["anyone", "people", "role"]),
)
def test_a_lobby_fits_discord(
    rules: Options, names: list[str | None], status: Status, people: frozenset[int], kind: str
) -> None:
    table = table_of(None, names, status=status)
    table.options = rules
    table.access = Access(kind, people, 2**63 - 1)  # type: ignore[arg-type]
    letter = lobby(table.public(), ENGLISH)

    fits_discord(letter)
    assert offered(letter) == ({"join", "fill", "leave", "move"} if status is Status.OPEN else set())
    assert pinged_by(letter) == {"parse": [], "users": []}


def test_a_lobby_tells_who_sits_where_and_how_many_seats_are_free() -> None:
    written = text_of(lobby(table_of(None, ["Ane", None, "Carla", None]).public(), ENGLISH))

    assert "▲ Ane + Carla" in written
    assert "◆ *free* + *free*" in written
    assert "**2 seats** are free." in written


def test_a_lobby_names_its_rules_and_its_ai_players_in_words() -> None:
    table = table_of(None, [None] * 4)

    usual = text_of(lobby(table.public(), ENGLISH))
    table.options = Options.of("classic", kings=4, games=3, raises="two")
    classic = text_of(lobby(table.public(), ENGLISH))

    assert "-# 8 kings · to 40 · partners ask" in usual
    assert "stargames" not in usual
    assert "AI players: club (plays every week: careful, minds the score, bluffs now and then)" in usual
    assert "-# 4 kings · to 40 · best of 3 games · partners do not ask · raises by two" in classic
    assert " · a stone for held grande and chica · punto bonus 1" in classic


@given(options(target=20), seeds)
def test_the_end_announces_the_winners_and_carries_the_record(rules: Options, seed: int) -> None:
    match = played(rules, seed, 10**6)
    table = table_of(match, HOSTILE)
    letter = ending(table.public(), match, table.names(), ENGLISH)

    fits_discord(letter)
    assert "🏆" in text_of(letter)
    ((name, content),) = letter.files
    assert name == "table-7.mus"
    record = read_record(content.decode())
    assert record.match.scores == match.scores
    assert record.players == HOSTILE
    winner, loser = max(match.scores), min(match.scores)
    assert f"{winner}–{loser}" in text_of(letter)


@pytest.mark.parametrize("games", [1, 3, 5])
def test_the_winners_of_a_match_are_told_by_its_end_alone(games: int) -> None:
    match = played(Options.of("stargames", target=20, games=games), 1, 10**6)
    table = table_of(match)

    boards = [text_of(board(table.public(number), ENGLISH)) for number in range(len(match.deals))]

    assert text_of(ending(table.public(), match, table.names(), ENGLISH)).count(" win!") == 1
    assert "win the game" not in boards[-1], "it tells the deal, and the new score"
    assert sum(" win the game.**" in each for each in boards) == sum(match.games) - 1


def test_a_match_in_play_has_no_end() -> None:
    table = after("")
    with pytest.raises(ValueError, match="not over"):
        ending(table.public(), table.playing, table.names(), ENGLISH)


def test_the_rules_fit_on_one_page() -> None:
    for page in PAGES:
        fits_discord(rules_letter(ENGLISH, page.name))


# Letters themselves


def test_a_letter_can_be_sent_as_often_as_need_be() -> None:
    letter = hand_letter(7, 5, after("").view(1), ENGLISH)

    assert components(letter) == components(letter)
    assert letter.payload() == letter.payload()
    assert [each["filename"] for each in letter.payload()["attachments"]] == [letter.files[0][0]]


async def test_a_view_is_stopped_so_that_discord_py_keeps_no_trace_of_it() -> None:
    view = board(after("").public(), ENGLISH).view()

    assert view.is_finished()
    assert view.timeout is None


def test_a_letter_pings_whom_it_names_and_nobody_else() -> None:
    letter = Letter((text("<@5> @everyone"),), pings=frozenset({5}))

    assert pinged_by(letter) == {"parse": [], "users": [5]}


def test_a_text_too_long_is_cut() -> None:
    letter = Letter((box(text("x" * 5000)),))

    assert len(text_of(letter)) == LONGEST_TEXT
    fits_discord(letter)


def test_discord_py_agrees_about_the_length(long_deal: list[Table]) -> None:
    for table in long_deal:
        letter = board(table.public(), ENGLISH)
        texts = [each["content"] for each in components(letter) if "content" in each]
        assert letter.view().content_length() == sum(map(len, texts)) <= 4000
    assert discord.version_info[:2] == (2, 7)


def test_random_positions_reach_every_phase_and_lance() -> None:
    """What the properties above were told about: a check that they see the whole game."""
    seen = set()
    for seed in range(60):
        match = played(Options(target=20), seed, 10 + seed)
        seen |= {match.deal.phase.name, str(match.deal.lance)}
    assert seen >= {"MUS", "DISCARD", "LANCE", "OVER", "grande", "chica", "pares", "juego", "None"}
