"""What may be seen of a deal: by everybody, and by one seat.

The two are different types. A `PublicView` cannot hold a card before the showdown; a `SeatView` holds its own
seat's cards only. Whoever writes public text is given the former and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from musbot.game.actions import Word
from musbot.game.cards import Card, sorted_cards
from musbot.game.count import LanceResult, PairName, Settled
from musbot.game.deal import Deal, Phase, Scores
from musbot.game.hands import Hand, Lance
from musbot.game.options import Options
from musbot.game.seats import SEATS, Seat, partner_of, place_of


@dataclass(frozen=True, slots=True)
class Spoken:
    """A public word: what a seat said, in which lance (None in the mus talk)."""

    seat: Seat
    word: Word
    amount: int
    """Stones of a bet; cards of a drop."""
    lance: Lance | None
    proposed: bool
    """It was only proposed to the partner, whose word follows: it counts if that is ``agree``."""
    by_clock: bool = False
    """The seat was out of time, so the table said it. A deal knows no time: whoever keeps the clock marks it."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What the table is told before pares or juego: who has it, from the mano round."""

    lance: Lance
    order: tuple[Seat, ...]
    holders: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PublicView:
    """All that everybody at a table knows of a deal."""

    options: Options
    mano: Seat
    phase: Phase
    scores_before: Scores
    scores: Scores
    to_act: tuple[Seat, ...]
    words: tuple[Word, ...]
    """What the seat to act may say (empty while cards are chosen or dealt)."""
    bets: tuple[int, int] | None
    """Lowest and highest bet it may name."""
    lance: Lance | None
    bet: int
    """Stones of the open bet; 0 without one."""
    ordago: bool
    bettor: Seat
    refusal: int
    """Stones that refusing the open bet would give."""
    proposal: Spoken | None
    """What the partner of the seat to act proposes."""
    spoken: tuple[Spoken, ...]
    settled: tuple[Settled, ...]
    declarations: tuple[Declaration, ...]
    mus_rounds: int
    results: tuple[LanceResult, ...]
    showdown: tuple[tuple[Card, ...], ...] | None
    """The four hands, seat 1 first, once the deal is over."""
    signals: tuple[tuple[Seat, str], ...]
    """The signals sent for the hands they tell of, at a table where they are public; otherwise none."""
    faces: tuple[str, ...]
    """The face beside each seat, seat 1 first: its last public signal of this lance, "" where there is none."""
    corrido: bool
    """Mus corrido is on, so nobody signals: whoever cuts becomes the mano."""

    @property
    def is_over(self) -> bool:
        """Whether the deal has been counted."""
        return self.phase is Phase.OVER

    @property
    def game_winner(self) -> PairName | None:
        """The pair that has reached the target."""
        target = self.options.target
        return "A" if self.scores[0] >= target else "B" if self.scores[1] >= target else None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat knows: the public view, its own cards, and its partner's signals."""

    public: PublicView
    seat: Seat
    cards: tuple[Card, ...]
    """Sorted from the highest; three or fewer while a discard is being replaced."""
    new: frozenset[Card]
    """The cards of the last exchange; empty before the first one."""
    facts: Hand | None
    """What the hand is worth; None while it has not got four cards."""
    dropped: tuple[Card, ...]
    """What the seat has put down in the discard that is going on."""
    partner_signals: tuple[str, ...]
    """What the partner has signalled of the hand it holds now."""
    own_signals: tuple[str, ...]
    """What the seat has signalled of the hand it holds now."""
    may_sign: tuple[str, ...]

    @property
    def is_to_act(self) -> bool:
        """Whether the seat may act."""
        return self.seat in self.public.to_act


def public_view(deal: Deal) -> PublicView:
    """Return what everybody knows of a deal."""
    return _public_view(deal, _signals(deal))


def _public_view(deal: Deal, sent: list[tuple[Seat, str, bool]]) -> PublicView:
    betting = deal.betting
    legal = deal.legal() if deal.phase in (Phase.MUS, Phase.LANCE) else None
    spoken = _spoken(deal)
    # A lance of declarations is known once it has been reached: it is settled, or it is being played.
    reached = [settled.lance for settled in deal.settled] + ([deal.lance] if deal.lance else [])
    declared = [Lance.PARES] if Lance.PARES in reached else []
    if Lance.JUEGO in reached or Lance.PUNTO in reached:
        declared.append(Lance.JUEGO)
    over = deal.phase is Phase.OVER
    public = deal.options.signals == "public"
    return PublicView(
        options=deal.options,
        mano=deal.mano,
        phase=deal.phase,
        scores_before=deal.scores_before,
        scores=deal.scores,
        to_act=deal.to_act,
        words=legal.words if legal else (),
        bets=(legal.min_bet, legal.max_bet) if legal and legal.max_bet >= 0 else None,
        lance=deal.lance,
        bet=betting.bet if betting else 0,
        ordago=betting.ordago if betting else False,
        bettor=betting.bettor if betting else 0,
        refusal=betting.refusal if betting else 0,
        proposal=spoken[-1] if betting and betting.proposal else None,
        spoken=spoken,
        settled=tuple(deal.settled),
        declarations=tuple(
            Declaration(lance, deal.speaking_order, deal.holders(lance)) for lance in declared
        ),
        mus_rounds=deal.mus_rounds,
        results=deal.results,
        showdown=tuple(_sorted(deal, seat) for seat in (1, 2, 3, 4)) if over else None,
        signals=tuple((seat, name) for seat, name, _ in sent) if public else (),
        faces=_faces(sent) if public else ("",) * 4,
        corrido=deal.corrido,
    )


def seat_view(deal: Deal, seat: Seat) -> SeatView:
    """Return what a seat knows of a deal."""
    partner = partner_of(seat)
    full = len(deal.hands[seat]) == 4
    signals = _signals(deal)
    return SeatView(
        public=_public_view(deal, signals),
        seat=seat,
        cards=_sorted(deal, seat),
        new=frozenset(deal.dealt[seat] if deal.exchanged else ()),
        facts=deal.facts(seat) if full else None,
        dropped=deal.drops.get(seat, ()),
        partner_signals=tuple(name for sender, name, _ in signals if sender == partner),
        own_signals=tuple(name for sender, name, _ in signals if sender == seat),
        may_sign=deal.legal_signals(seat),
    )


def _sorted(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    return sorted_cards(deal.hands[seat], deal.options.kings)


def _signals(deal: Deal) -> list[tuple[Seat, str, bool]]:
    """Return the signals that tell of the hands as they are now, and whether each was sent in this lance."""
    if not deal.signals:
        return []
    told: list[tuple[Seat, str, bool]] = []
    older: set[Seat] = set()
    said = iter(reversed(deal.spoken_in))
    this_lance = not deal.is_over
    for action in reversed(deal.actions):
        if action.word is Word.SIGN:
            if action.seat not in older:
                told.append((action.seat, action.name, this_lance))
        elif action.word is Word.DEAL:
            older.add(action.seat)
        elif action.word not in (Word.DROP, Word.SHUFFLE):
            lance, _ = next(said)
            this_lance = this_lance and lance is deal.lance
    return told[::-1]


def _faces(sent: list[tuple[Seat, str, bool]]) -> tuple[str, ...]:
    last = {seat: name for seat, name, this_lance in sent if this_lance}
    return tuple(last.get(seat, "") for seat in SEATS)


def _spoken(deal: Deal) -> tuple[Spoken, ...]:
    """Return the public words of a deal. How many cards a seat drops is told once all have chosen."""
    lines: list[Spoken] = []
    place = iter(deal.spoken_in)
    drops: list[Spoken] = []
    for action in deal.actions:
        if action.word is Word.DROP:
            drops.append(Spoken(action.seat, Word.DROP, len(action.cards), None, False))
            if len(drops) == 4:
                lines += sorted(drops, key=lambda line: place_of(line.seat, deal.actions[0].seat))
                drops = []
        elif action.word not in (Word.DEAL, Word.SHUFFLE, Word.SIGN):
            lance, proposed = next(place)
            lines.append(Spoken(action.seat, action.word, action.amount, lance, proposed))
    return tuple(lines)
