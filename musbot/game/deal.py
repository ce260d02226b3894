"""One deal of Mus, from the first card to the count.

`Deal` is a value that actions are pushed onto: `Deal.legal` says what may be done, `Deal.push` does it or
raises `IllegalAction` with the reason. Betting itself is in `musbot.game.betting`, the count in
`musbot.game.count`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TypeAlias

from musbot.game import count as counting
from musbot.game.actions import NOTHING, SHUFFLE, Action, IllegalAction, Legal, Word, legal
from musbot.game.betting import Betting
from musbot.game.cards import ALL_CARDS, CARDS, Card, card_name, cards_in, mask_of
from musbot.game.count import LanceResult, Outcome, PairName, Settled, pair_index
from musbot.game.hands import HANDS, WEIGHTS, Hand, Lance
from musbot.game.options import Options
from musbot.game.seats import SEATS, Seat, seat_after, seats_from
from musbot.game.signals import SIGNALS, true_signals

__all__ = ["Deal", "Lance", "LanceResult", "Outcome", "Phase", "Scores"]

Scores: TypeAlias = tuple[int, int]
"""Stones of pair A (seats 1 and 3) and pair B (seats 2 and 4)."""


class Phase(IntEnum):
    """What a deal is waiting for."""

    DEAL = 0
    """Cards, dealt by a `Dealer` or read from a record."""
    MUS = 1
    DISCARD = 2
    LANCE = 3
    OVER = 4


def _name(card: Card) -> str:
    return card_name(card) if card in CARDS else f"card {card}"


# _FROM[seat] are the four seats in speaking order from that seat, _ORDER[seat][mask] those in a set of bits.
_FROM = tuple(seats_from(seat) for seat in range(5))
_ORDER = tuple(
    tuple(tuple(s for s in _FROM[seat] if mask >> s & 1) for mask in range(32)) for seat in range(5)
)
_EVERYONE = 0b11110
_PAIR_A, _PAIR_B = 0b01010, 0b10100

_MUS_TALK = tuple(legal(seat, (Word.MUS, Word.CUT)) if seat else NOTHING for seat in range(5))


class Deal:
    """A deal in progress, or over.

    :param options: the rules of the table.
    :param mano: the seat that speaks first; `ValueError` unless 1 to 4.
    :param scores: stones of the pairs when the deal begins; `ValueError` unless below the target.
    :param first: whether it is the first deal of a match, where mus corrido may be played.
    """

    __slots__ = (
        "_discarded",
        "_dropped_now",
        "_facts",
        "_legal",
        "_requests",
        "_stock",
        "actions",
        "betting",
        "corrido",
        "dealt",
        "first",
        "hands",
        "lance",
        "mano",
        "mus_rounds",
        "options",
        "phase",
        "points",
        "results",
        "scores_before",
        "settled",
        "signals",
        "spoken_in",
        "turn",
    )

    def __init__(
        self, options: Options, mano: Seat, scores: Sequence[int] = (0, 0), first: bool = False
    ) -> None:
        if mano not in SEATS:
            raise ValueError(f"mano = {mano}: it must be a seat, 1 to 4")
        if len(scores) != 2 or not all(0 <= score < options.target for score in scores):
            raise ValueError(
                f"scores = {list(scores)}: they must be two numbers from 0 to {options.target - 1}"
            )
        self.options = options
        self.mano = mano
        self.first = first
        self.corrido = first and options.corrido
        """Mus corrido is on: whoever cuts becomes the mano. False again once it is cut."""
        self.scores_before: Scores = (scores[0], scores[1])
        self.points = [scores[0], scores[1]]
        """Stones of pair A and B as they stand now."""
        self.phase = Phase.DEAL
        self.hands: list[tuple[Card, ...]] = [(), (), (), (), ()]
        """Cards by seat (index 0 is unused), in the order in which they came."""
        self.dealt: list[tuple[Card, ...]] = [(), (), (), (), ()]
        """The cards that came to each seat in the last dealing."""
        self.actions: list[Action] = []
        """All that was done, dealing included: the lines of the record."""
        self.spoken_in: list[tuple[Lance | None, bool]] = []
        """For each spoken word, the lance it was said in, and whether it was a proposal to the partner."""
        self.signals: list[tuple[Seat, str]] = []
        self.mus_rounds = 0
        """How often everyone said mus."""
        self.turn: Seat = 0
        self.lance: Lance | None = None
        self.betting: Betting | None = None
        self.settled: list[Settled] = []
        """The lances that are decided, in order, without what the hidden cards will say."""
        self.results: tuple[LanceResult, ...] = ()
        """The count, once the deal is over."""
        self._stock = ALL_CARDS
        self._discarded = 0
        self._dropped_now: dict[Seat, tuple[Card, ...]] = {}
        self._requests: list[tuple[Seat, int]] = [(seat, 4) for seat in reversed(_FROM[mano])]
        self._facts: list[Hand | None] = []
        self._legal: Legal = NOTHING

    # What may be asked

    @property
    def scores(self) -> Scores:
        """Stones of pair A and pair B as they stand now."""
        return self.points[0], self.points[1]

    @property
    def is_over(self) -> bool:
        """Whether the deal has been counted."""
        return self.phase is Phase.OVER

    @property
    def game_winner(self) -> PairName | None:
        """The pair that has reached the target, which ends the game."""
        target = self.options.target
        return "A" if self.points[0] >= target else "B" if self.points[1] >= target else None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act: one, or in a discard all that have not chosen, from the mano round."""
        if self.phase is Phase.DISCARD:
            return tuple(seat for seat in _FROM[self.mano] if seat not in self._dropped_now)
        return (self.turn,) if self.turn else ()

    @property
    def speaking_order(self) -> tuple[Seat, ...]:
        """The four seats from the mano round."""
        return _FROM[self.mano]

    @property
    def exchanged(self) -> bool:
        """Whether the seats hold, or are being dealt, cards for some that they dropped."""
        return self.mus_rounds > (1 if self.phase is Phase.DISCARD else 0)

    @property
    def drops(self) -> dict[Seat, tuple[Card, ...]]:
        """What each seat has put down in the discard that is going on (private to each seat)."""
        return dict(self._dropped_now)

    @property
    def draw(self) -> tuple[Seat, int]:
        """The seat that gets cards next and how many; 0 cards mean that the discards are shuffled first.

        `ValueError` unless the phase is `Phase.DEAL`.
        """
        if self.phase is not Phase.DEAL:
            raise ValueError("no cards are to be dealt")
        seat, need = self._requests[-1]
        if self._stock.bit_count() < need:
            need = self._stock.bit_count()
        return seat, need

    def stock(self) -> list[Card]:
        """Return the cards still to be dealt, in ascending order (nobody knows the real one)."""
        return cards_in(self._stock)

    def facts(self, seat: Seat) -> Hand:
        """Return the facts of a seat's hand; `ValueError` while it has not got four cards."""
        cards = self.hands[seat]
        if len(cards) != 4:
            raise ValueError(f"seat {seat} has {len(cards)} cards")
        options = self.options
        weights = WEIGHTS[options.kings]
        a, b, c, d = cards
        return HANDS[options.kings, options.real31][weights[a] + weights[b] + weights[c] + weights[d]]

    def holders(self, lance: Lance) -> tuple[Seat, ...]:
        """Return the seats that have pares (or juego), from the mano round, as they are declared.

        `ValueError` before the mus is cut.
        """
        if not self._facts:
            raise ValueError("the mus is not cut")
        return _ORDER[self.mano][self._having(lance)]

    def legal(self, seat: Seat | None = None) -> Legal:
        """Return the legal actions of a seat; by default, of the first that is to act."""
        if self.phase is Phase.DISCARD:
            waiting = self.to_act
            if seat is None:
                seat = waiting[0]
            return Legal(seat, (Word.DROP,), hand=self.hands[seat]) if seat in waiting else NOTHING
        if seat is None or seat == self._legal.seat:
            return self._legal
        return NOTHING

    def legal_signals(self, seat: Seat) -> tuple[str, ...]:
        """Return the signals that a seat may send now."""
        if self._why_no_signs(seat):
            return ()
        possible = true_signals(self.facts(seat)) if self.options.honest else SIGNALS
        sent = self._signalled(seat)
        return tuple(name for name in SIGNALS if name in possible and name not in sent)

    # Pushing

    def push(self, action: Action) -> None:
        """Do an action, or raise `IllegalAction` and leave everything as it was."""
        phase = self.phase
        if action.word is Word.SIGN:
            self._sign(action)
        elif phase is Phase.LANCE or phase is Phase.MUS:
            legal_now = self._legal
            if action not in legal_now.plain_set and action not in legal_now:
                raise self._illegal(action)
            self.actions.append(action)
            if phase is Phase.MUS:
                self._talk(action)
            else:
                self._bet(action)
            return
        elif phase is Phase.DEAL:
            self._receive(action)
        elif phase is Phase.DISCARD:
            self._drop(action)
        else:
            raise self._illegal(action)
        self.actions.append(action)

    def copy(self) -> Deal:
        """Return an independent copy."""
        twin = Deal.__new__(Deal)
        for name in Deal.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, (list, dict, Betting)) else value)
        return twin

    # Cards

    def _receive(self, action: Action) -> None:
        seat, need = self._requests[-1]
        stock = self._stock
        left = stock.bit_count()
        if action == SHUFFLE:
            if left:
                raise IllegalAction(f"no shuffle yet: {left} cards are left in the stock")
            self._stock, self._discarded = self._discarded, 0
            return
        if action.word is not Word.DEAL or action.amount or action.name:
            raise self._illegal(action)
        cards = action.cards
        if left == 0:
            raise IllegalAction("no deal: the stock is empty, so the discards are shuffled first")
        if action.seat != seat:
            raise IllegalAction(f"seat {action.seat} may not be dealt cards: seat {seat} is next")
        if len(cards) != (need if need < left else left):
            raise IllegalAction(f"seat {seat} gets {min(need, left)} cards here, not {len(cards)}")
        for card in cards:
            bit = 1 << card if card >= 0 else 0
            if not stock & bit:
                raise IllegalAction(f"{_name(card)} cannot be dealt: it is {self._where(card, cards)}")
            stock ^= bit
        self._stock = stock
        self.dealt[seat] += cards
        self.hands[seat] += cards
        if need > left:
            self._requests[-1] = (seat, need - left)
            return
        self._requests.pop()
        if not self._requests:
            if self._dropped_now:
                for dropped in self._dropped_now.values():
                    self._discarded |= mask_of(dropped)
                self._dropped_now = {}
            self.phase = Phase.MUS
            self._ask_mus(self.mano)

    def _where(self, card: Card, cards: Sequence[Card]) -> str:
        if card not in CARDS:
            return "not in the deck"
        for seat in SEATS:
            if card in self.hands[seat]:
                return f"in seat {seat}'s hand"
        return "named twice" if cards.count(card) > 1 and self._stock >> card & 1 else "among the discards"

    def _drop(self, action: Action) -> None:
        seat = action.seat
        if action.word is not Word.DROP or seat not in SEATS or action.amount or action.name:
            raise self._illegal(action)
        if seat in self._dropped_now:
            raise IllegalAction(f"seat {seat} may not drop: it has chosen already")
        cards, hand = action.cards, self.hands[seat]
        if not 1 <= len(cards) <= 4:
            raise IllegalAction(f"seat {seat} may not drop {len(cards)} cards: it must be one to four")
        for card in cards:
            if card not in hand:
                raise IllegalAction(f"seat {seat} may not drop {_name(card)}: it does not hold it")
        if len(set(cards)) != len(cards):
            raise IllegalAction(f"seat {seat} may not drop a card twice")
        self._dropped_now[seat] = cards
        if len(self._dropped_now) < 4:
            return
        for each, dropped in self._dropped_now.items():
            self.hands[each] = tuple(card for card in self.hands[each] if card not in dropped)
            self.dealt[each] = ()
        self._requests = [(each, len(self._dropped_now[each])) for each in reversed(_FROM[self.mano])]
        self.phase = Phase.DEAL

    # Mus

    def _ask_mus(self, seat: Seat) -> None:
        self.turn = seat
        self._legal = _MUS_TALK[seat]

    def _talk(self, action: Action) -> None:
        seat = action.seat
        self.spoken_in.append((None, False))
        if action.word is Word.MUS:
            following = seat_after(seat)
            if following != self.mano:
                self._ask_mus(following)
                return
            self.mus_rounds += 1
            self.phase = Phase.DISCARD
            self.turn = 0
            self._legal = NOTHING
            return
        if self.corrido:
            self.mano = seat
            self.corrido = False
        self.phase = Phase.LANCE
        self._facts = [None, self.facts(1), self.facts(2), self.facts(3), self.facts(4)]
        self._open(Lance.GRANDE)

    # Lances

    def _having(self, lance: Lance) -> int:
        if lance is not Lance.PARES and lance is not Lance.JUEGO:
            return _EVERYONE
        mask = 0
        for seat in SEATS:
            facts = self._facts[seat]
            assert facts is not None
            if facts.pares if lance is Lance.PARES else facts.juego:
                mask |= 1 << seat
        return mask

    def _open(self, lance: Lance) -> None:
        """Open a lance; where nobody may bet in it, decide it and go on to the next."""
        mask = self._having(lance)
        if lance is Lance.JUEGO and not mask:
            lance, mask = Lance.PUNTO, _EVERYONE
        self.lance = lance
        if mask & _PAIR_A and mask & _PAIR_B:
            self.betting = betting = Betting(self.options, _ORDER[self.mano][mask], mask)
            self.turn, self._legal = betting.turn, betting.legal
        elif mask:
            self._settle(Settled(lance, Outcome.UNOPPOSED, 0, "A" if mask & _PAIR_A else "B"))
        else:
            self._settle(Settled(lance, Outcome.SKIPPED, 0, None))

    def _bet(self, action: Action) -> None:
        betting = self.betting
        assert betting is not None
        assert self.lance is not None
        end = betting.push(action)
        self.spoken_in.append((self.lance, betting.proposal is not None))
        if end is None:
            self.turn, self._legal = betting.turn, betting.legal
            return
        outcome, stake, pair = end
        if outcome is Outcome.HELD:
            stake = 1 if self.options.held_stone == "all" or self.lance in ("grande", "chica") else 0
        elif outcome is Outcome.REFUSED:
            assert pair is not None
            points, target, place = self.points, self.options.target, pair_index(pair)
            points[place] = min(points[place] + stake, target)
        self._settle(Settled(self.lance, outcome, stake, pair))

    def _settle(self, settled: Settled) -> None:
        self.settled.append(settled)
        self.betting = None
        if settled.outcome is Outcome.ORDAGO or self.game_winner:
            self._count()
            return
        match settled.lance:
            case Lance.GRANDE:
                self._open(Lance.CHICA)
            case Lance.CHICA:
                self._open(Lance.PARES)
            case Lance.PARES:
                self._open(Lance.JUEGO)
            case _:
                self._count()

    def _count(self) -> None:
        self.phase = Phase.OVER
        self.turn = 0
        self.lance = None
        self._legal = NOTHING
        self.results, points = counting.count(self)
        self.points = points

    # Signals

    def _sign(self, action: Action) -> None:
        reason = self._why_no_sign(action.seat, action.name)
        if action.amount or action.cards:
            reason = "a signal is a name alone"
        if reason:
            raise IllegalAction(f"seat {action.seat} may not sign {action.name}: {reason}")
        self.signals.append((action.seat, action.name))

    def _why_no_sign(self, seat: Seat, name: str) -> str | None:
        if name not in SIGNALS:
            return "there is no such signal"
        if reason := self._why_no_signs(seat):
            return reason
        if name in self._signalled(seat):
            return "it has sent that for this hand"
        if self.options.honest and name not in true_signals(self.facts(seat)):
            return "it is not true of the hand"
        return None

    def _why_no_signs(self, seat: Seat) -> str | None:
        """Return why a seat may send no signal at all now."""
        if self.options.signals == "off":
            return "signals are off at this table"
        if seat not in SEATS or self.phase is Phase.OVER or len(self.hands[seat]) != 4:
            return "it has no hand to sign"
        if self.corrido and self.phase is not Phase.LANCE:
            return "in mus corrido nobody signs before the cut"
        return None

    def _signalled(self, seat: Seat) -> set[str]:
        """Return the signals that a seat has sent since it got the last card of its hand."""
        sent = set()
        for action in reversed(self.actions):
            if action.seat == seat:
                if action.word is Word.DEAL:
                    break
                if action.word is Word.SIGN:
                    sent.add(action.name)
        return sent

    # Reasons

    def _illegal(self, action: Action) -> IllegalAction:
        if action.word is Word.DEAL or action.word is Word.SHUFFLE:
            if self.phase is Phase.DEAL:
                return IllegalAction(f"{action.word} has a word too many: it names a seat and cards at most")
            return IllegalAction(f"no {action.word} now: no cards are to be dealt")
        head = f"seat {action.seat} may not {action.word}"
        if action.word is Word.BET:
            head += f" {action.amount}"
        return IllegalAction(f"{head}: {self._why_not(action)}")

    def _why_not(self, action: Action) -> str:
        word = action.word
        if self.phase is Phase.OVER:
            return "the deal is over"
        if self.phase is Phase.DEAL:
            seat, _ = self._requests[-1]
            return f"seat {seat} is to be dealt cards"
        if self.phase is Phase.DISCARD:
            if word is Word.DROP and action.seat in SEATS:
                return "it must name one to four of its cards"
            return "everyone is choosing cards to drop"
        if action.seat != self.turn:
            return f"it is seat {self.turn}'s turn"
        if self.phase is Phase.MUS:
            return (
                "mus is being talked about"
                if word is not Word.MUS and word is not Word.CUT
                else "say it alone"
            )
        if word is Word.MUS or word is Word.CUT or word is Word.DROP:
            return "the mus is cut"
        assert self.betting is not None
        return self.betting.why_not(action)
