"""What holds in every game that can be played, under all rules that can be chosen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from musbot.game import Action, Deal, IllegalAction, Lance, Match, Options, Outcome, Phase, Word
from musbot.game.actions import SHUFFLE, deal, drop, say, sign
from musbot.game.cards import CARDS
from musbot.game.record import read_record, write_record
from musbot.game.signals import SIGNALS
from musbot.game.views import public_view, seat_view

from .playing import SEATS, everything, lengths, options, play, played, seeds, start, whole

PAIRS = {1: "A", 2: "B", 3: "A", 4: "B"}


def moments(rules: Options, seed: int, signals: bool = True) -> Iterator[Match]:
    """Every moment of a random match."""
    rng = random.Random(seed)
    return play(start(rules, rng), rng, signals)


class Cards:
    """Where the forty cards lie, by the text of the rules: hands, stock, this round's drops, earlier ones."""

    def __init__(self) -> None:
        self.hands: dict[int, list[int]] = {seat: [] for seat in SEATS}
        self.stock, self.now, self.earlier = set(CARDS), set[int](), set[int]()
        self.dropped: dict[int, tuple[int, ...]] = {}

    def follow(self, action: Action) -> None:
        match action.word:
            case Word.DEAL:
                self.stock -= set(action.cards)
                self.hands[action.seat] += action.cards
            case Word.DROP:
                self.dropped[action.seat] = action.cards
                if len(self.dropped) == 4:
                    for seat, cards in self.dropped.items():
                        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
                        self.now |= set(cards)
                    self.dropped = {}
            case Word.SHUFFLE:
                self.stock, self.earlier = self.earlier, set()
            case Word.MUS | Word.CUT:
                self.earlier, self.now = self.earlier | self.now, set()


@given(options(), seeds)
def test_there_are_always_forty_cards(rules: Options, seed: int) -> None:
    """Nobody draws back a card dropped in the same round, and none is lost or doubled."""
    deals = followed = 0
    cards = Cards()
    for match in moments(rules, seed):
        current = match.deal
        if len(match.deals) != deals:
            cards, deals, followed = Cards(), len(match.deals), 0
        for action in current.actions[followed:]:
            cards.follow(action)
        followed = len(current.actions)
        for seat in SEATS:
            assert list(current.hands[seat]) == cards.hands[seat]
        assert current.stock() == sorted(cards.stock)
        held = [card for seat in SEATS for card in current.hands[seat]]
        assert sorted([*held, *cards.stock, *cards.now, *cards.earlier]) == list(CARDS)


@given(options(), seeds)
def test_a_lance_has_one_winner_and_scores_never_fall(rules: Options, seed: int) -> None:
    before, deals = (0, 0), 0
    for match in moments(rules, seed):
        scores = match.scores
        if len(match.deals) == deals:
            assert scores[0] >= before[0]
            assert scores[1] >= before[1]
        before, deals = scores, len(match.deals)
        assert max(scores) <= rules.target
        if not match.deal.is_over:
            assert match.deal.results == ()
            continue
        results = match.deal.results
        for result in results:
            able = match.deal.holders(result.lance)
            if result.outcome is Outcome.SKIPPED:
                assert able == ()
                assert (result.winner, result.seat, result.points) == (None, None, 0)
                continue
            assert result.seat in able
            assert result.seat is not None
            assert PAIRS[result.seat] == result.winner
            rivals = [s for s in able if result.outcome is not Outcome.REFUSED or PAIRS[s] == result.winner]
            best = max(match.deal.facts(seat).strength(result.lance) for seat in rivals)
            assert match.deal.facts(result.seat).strength(result.lance) == best
            # Of equals the first from the mano.
            assert result.seat == next(
                s for s in rivals if match.deal.facts(s).strength(result.lance) == best
            )
        won = {"A": 0, "B": 0}
        for result in results:
            if result.winner:
                won[result.winner] += result.points
        start_scores = match.deal.scores_before
        assert match.deal.scores == (start_scores[0] + won["A"], start_scores[1] + won["B"])


def spoken_actions(hands: list[tuple[int, ...]]) -> Iterator[Action]:
    """Every word of every seat with every amount, every drop, and words with fields that are not theirs."""
    for seat in (0, *SEATS, 5):
        for word in Word:
            if word in (Word.DEAL, Word.SIGN, Word.SHUFFLE, Word.DROP):
                continue
            for amount in range(62) if word is Word.BET else (0, 1):
                yield Action(word, seat, amount)
            yield Action(word, seat, 2, cards=(hands[1] or (0,))[:1])
            yield Action(word, seat, 2, name="duples")
        held = hands[seat] if seat in SEATS else hands[1]
        for size in range(5):
            for cards in combinations(held, size):
                yield drop(seat, cards)
                yield drop(seat, cards[::-1])
        yield drop(seat, (*held[:1], *held[:1]))
        yield drop(seat, hands[2][:1])
        yield drop(seat, (40,))
        yield drop(seat, (-1,))
        yield drop(seat, (*held, *hands[2]))
        yield Action(Word.DROP, seat, 1, cards=held[:1])
        yield Action(Word.DROP, seat, cards=held[:1], name="x")


def check_refusal(current: Deal, action: Action) -> None:
    try:
        current.push(action)
    except IllegalAction as error:
        text = str(error)
        assert text
        assert text == text.strip()
        assert "\n" not in text
        assert len(text.split()) >= 4, text
    else:
        raise AssertionError(f"{action} was accepted")


@given(options(), seeds, lengths)
def test_legal_and_push_agree_on_every_action(rules: Options, seed: int, length: int) -> None:
    current = played(rules, seed, length).deal
    before = everything(current)
    for seat in SEATS:
        legal = current.legal(seat)
        assert bool(legal) == (seat in current.to_act)
        assert list(legal) == [action for action in legal if action in legal]
    offered = {action for seat in SEATS for action in current.legal(seat) if action.word is not Word.DROP}
    accepted = set()
    for action in spoken_actions(current.hands):
        if action in current.legal(action.seat):
            current.copy().push(action)
            accepted.add(action)
        else:
            check_refusal(current, action)
    assert everything(current) == before
    assert offered == {action for action in accepted if action.word is not Word.DROP}
    assert {action.seat for action in accepted} == set(current.to_act)


@given(options(), seeds, lengths)
def test_only_the_cards_that_are_due_can_be_dealt(rules: Options, seed: int, length: int) -> None:
    current = played(rules, seed, length).deal
    before = everything(current)
    stock = current.stock()
    due = current.draw if current.phase is Phase.DEAL else (0, -1)
    for seat in (0, *SEATS):
        for count in range(min(5, len(stock)) + 1):
            action = deal(seat, stock[:count])
            if (seat, count) == due and count:
                current.copy().push(action)
            else:
                check_refusal(current, action)
    taken = [card for card in CARDS if card not in stock]
    seat, count = due
    if count > 0:
        for wrong in (*taken[:3], 40, 99, -1):
            check_refusal(current, deal(seat, (*stock[1:count], wrong)))
        if count > 1:
            check_refusal(current, deal(seat, (*stock[: count - 1], stock[0])))
        check_refusal(current, Action(Word.DEAL, seat, 1, tuple(stock[:count])))
        check_refusal(current, Action(Word.DEAL, seat, 0, tuple(stock[:count]), "x"))
    if count == 0:
        current.copy().push(SHUFFLE)
        check_refusal(current, Action(Word.SHUFFLE, 1))
    else:
        check_refusal(current, SHUFFLE)
    assert everything(current) == before


@given(options(), seeds, lengths)
def test_legal_signals_and_push_agree(rules: Options, seed: int, length: int) -> None:
    current = played(rules, seed, length).deal
    before = everything(current)
    for seat in (0, *SEATS):
        for name in (*SIGNALS, "", "three-sotas", "Duples"):
            if name in current.legal_signals(seat):
                after = current.copy()
                after.push(sign(seat, name))
                assert name not in after.legal_signals(seat), "once per hand"
                assert after.scores == current.scores
            else:
                check_refusal(current, sign(seat, name))
            check_refusal(current, Action(Word.SIGN, seat, 1, name=name))
    assert everything(current) == before


@given(options(), seeds, lengths)
def test_a_record_replays_to_the_same_match(rules: Options, seed: int, length: int) -> None:
    match = played(rules, seed, length)
    players = ("Ane", 'Beñat "B"', "C\\c\n\t", "達\x00")
    text = write_record(match, players, comments=["Aste Nagusia,\n2024"])
    record = read_record(text)
    assert whole(record.match) == whole(match)
    assert record.players == players
    assert record.match.winner == match.winner
    assert write_record(record.match, players, ["Aste Nagusia, 2024"]) == text
    # What comes next is the same too.
    assert record.match.to_act == match.to_act
    assert record.match.legal().texts() == match.legal().texts()


@given(options(), seeds, lengths)
def test_every_line_of_a_record_reads_as_the_action_it_was(rules: Options, seed: int, length: int) -> None:
    for each in played(rules, seed, length).deals:
        for action in each.actions:
            assert Action.parse(str(action)) == action


@given(options(), seeds, lengths, seeds)
def test_a_copy_goes_its_own_way(rules: Options, seed: int, length: int, later: int) -> None:
    match = played(rules, seed, length)
    twin, before = match.copy(), whole(match)
    assert whole(twin) == before
    for _ in play(twin, random.Random(later)):
        pass
    assert whole(match) == before
    ended = whole(twin)
    for _ in play(match, random.Random(later + 1)):
        pass
    assert whole(twin) == ended


# What is hidden


def swapped(actions: list[Action], swap: dict[int, int]) -> list[Action]:
    return [action._replace(cards=tuple(swap.get(card, card) for card in action.cards)) for action in actions]


def replayed(original: Deal, actions: list[Action]) -> Iterator[tuple[Deal, Deal]]:
    """The same deal twice, side by side, with different cards; each moment before the showdown."""
    mano = original.actions[0].seat if original.actions else original.mano
    ours, theirs = (Deal(original.options, mano, original.scores_before, original.first) for _ in range(2))
    for action, other in zip(original.actions, actions, strict=True):
        ours.push(action)
        theirs.push(other)
        if ours.is_over:
            return
        yield ours, theirs


def other_cards(original: Deal, free: list[int], rng: random.Random) -> list[Action]:
    """The actions of a deal with hidden cards exchanged.

    The same seats have pares, and juego, if the deal has come so far that the table was told.
    """
    lances = [settled.lance for settled in original.settled] + [original.lance]
    pares = Lance.PARES in lances
    juego = Lance.JUEGO in lances or Lance.PUNTO in lances
    swap = {card: card for card in CARDS}
    for _ in range(30):
        if len(free) < 2:
            break
        one, two = rng.sample(free, 2)
        trial = swap | {one: swap[two], two: swap[one]}
        if pares:
            other = Deal(original.options, original.mano)
            other.hands = [tuple(trial[card] for card in cards) for cards in original.hands]
            pairs = [(original.facts(seat), other.facts(seat)) for seat in SEATS]
            if any((ours.pares > 0) != (theirs.pares > 0) for ours, theirs in pairs):
                continue
            if juego and any((ours.juego > 0) != (theirs.juego > 0) for ours, theirs in pairs):
                continue
        swap = trial
    return swapped(original.actions, swap)


@given(options(), seeds, st.integers(0, 60), seeds)
def test_the_public_view_tells_nothing_of_hidden_cards(
    rules: Options, seed: int, length: int, other: int
) -> None:
    # An honest signal tells of the hand, as it should: those games are played without.
    original = played(rules, seed, length, signals=not rules.honest).deal
    actions = other_cards(original, list(CARDS), random.Random(other))
    for ours, theirs in replayed(original, actions):
        view = public_view(ours)
        assert view == public_view(theirs)
        assert view.showdown is None
        assert view.results == ()


@given(options(), seeds, st.integers(0, 60), seeds)
def test_a_seat_sees_nothing_of_the_cards_of_others(
    rules: Options, seed: int, length: int, other: int
) -> None:
    original = played(rules, seed, length, signals=not rules.honest).deal
    for seat in SEATS:
        own = {card for action in original.actions if action.seat == seat for card in action.cards}
        free = [card for card in CARDS if card not in own]
        actions = other_cards(original, free, random.Random(other + seat))
        for ours, theirs in replayed(original, actions):
            assert seat_view(ours, seat) == seat_view(theirs, seat)


@given(options(), seeds)
def test_views_hold_what_the_deal_says(rules: Options, seed: int) -> None:
    for match in moments(rules, seed):
        current = match.deal
        view = public_view(current)
        assert (view.scores, view.phase, view.to_act) == (current.scores, current.phase, current.to_act)
        assert view.is_over == current.is_over
        assert view.game_winner == current.game_winner
        assert list(view.words) == ([] if current.phase is Phase.DISCARD else list(current.legal().words))
        assert (view.showdown is not None) == current.is_over
        if view.showdown:
            for seat, cards in enumerate(view.showdown, 1):
                assert sorted(cards) == sorted(current.hands[seat])
        for seat in SEATS:
            mine = seat_view(current, seat)
            assert sorted(mine.cards) == sorted(current.hands[seat])
            assert mine.is_to_act == (seat in current.to_act)
            assert mine.new <= {card for action in current.actions for card in action.cards}
            assert not mine.new or any(action.word is Word.DROP for action in current.actions)
            if rules.signals == "off":
                assert mine.partner_signals == mine.own_signals == mine.may_sign == ()
        if rules.signals != "public":
            assert view.signals == ()


def test_any_order_of_drops_is_one_discard() -> None:
    """Seats drop when they like; the table is told how many in speaking order, once all have chosen."""
    rng = random.Random(5)
    match = Match(Options(), 2)
    for _ in play(match, rng):
        if match.deal.phase is Phase.MUS:
            break
    current = match.deal
    for seat in (2, 3, 4, 1):
        current.push(say(seat, Word.MUS))
    for count, seat in enumerate((4, 1, 3), 1):
        current.push(drop(seat, current.hands[seat][:count]))
        assert Word.DROP not in {line.word for line in public_view(current).spoken}
    current.push(drop(2, current.hands[2]))
    told = [(line.seat, line.amount) for line in public_view(current).spoken if line.word is Word.DROP]
    assert told == [(2, 4), (3, 3), (4, 1), (1, 2)]
