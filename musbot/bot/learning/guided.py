"""The deal that is played at the end of the lesson: scripted, with the real rules and the real buttons.

What the others say is written down here; what the learner may say, the rules tell at each moment. One word is what the
teacher waits for, and any other gets the reason why not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from musbot.bot.ids import NO_TABLE
from musbot.bot.words import N_
from musbot.game import Action, Match, Options, Word
from musbot.game.seats import SEATS
from musbot.game.views import SeatView, public_view, seat_view
from musbot.table import Access, PublicTable, Sitter

LEARNER = 1
PARTNER = 3
OTHERS = {2: "Koldo", 3: "Maritxu", 4: "Nerea"}
OPTIONS = Options()
SIGN = "sign"
"""Stands for any face that tells of cards, where the teacher waits for one."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A moment at which the learner is to say something."""

    expected: str
    """The action, as in a record without its seat; `SIGN` for any signal of cards."""
    guide: str
    """What the teacher says before; to be translated."""
    wrong: str
    """What the teacher says to anything else."""
    wrongs: Mapping[str, str] = field(default_factory=dict)
    """What the teacher says to some words in particular, by the word."""
    then: tuple[str, ...] = ()
    """What the others say and are dealt afterwards."""

    def takes(self, action: Action) -> bool:
        """Return whether an action is what the teacher waits for."""
        if self.expected == SIGN:
            return action.word is Word.SIGN and action.name not in ("cut", "bet")
        if action.word is Word.DROP:
            wanted = Action.parse(f"{LEARNER} {self.expected}")
            return wanted.word is Word.DROP and set(action.cards) == set(wanted.cards)
        return str(action) == f"{LEARNER} {self.expected}"

    def why_not(self, action: Action) -> str:
        """Return what the teacher says to an action that they do not wait for; to be translated."""
        if action.word is Word.SIGN and self.expected != SIGN:
            return SIGNED
        return self.wrongs.get(action.word, self.wrong)


SIGNED = N_("You may always make a face, and nobody loses by it. But now the table waits for your word.")

OPENING = (
    "deal 1 Ro 3c 5e 4b",
    "deal 2 So 1e 6c 4o",
    "deal 3 Co Ce 7o 5b",
    "deal 4 Rc Cb 6o 2o",
)
AMOUNT = N_(
    "That bet is allowed. For this lesson, please bet what I said: then you see what I want to show you."
)

TURNS = (
    Turn(
        "mus",
        N_(
            "You are the mano, so you speak first. Two kings (the three is one) are a start, the 5 and the 4 are "
            "good for nothing. Say **Mus**, and see whether the others want new cards too."
        ),
        N_(
            "With *No mus* you would keep the 5 and the 4: no juego, and a par alone. Better cards may come: say mus."
        ),
        then=("2 mus", "3 mus", "4 mus"),
    ),
    Turn(
        "drop 5e 4b",
        N_("All four want new cards. Choose in the menu what you **drop**: the 5 and the 4."),
        N_(
            "Your two kings are worth keeping, and the two low cards are not. Drop the 5 and the 4, and nothing else."
        ),
        then=(
            "2 drop 6c",
            "3 drop 5b",
            "4 drop 6o 2o",
            "deal 1 3e 1b",
            "deal 2 Se",
            "deal 3 7c",
            "deal 4 7b 5o",
        ),
    ),
    Turn(
        "cut",
        N_(
            "What luck: three kings and an ace are medias, and 31 points. You are asked again. It can hardly "
            "become better, and the others want to improve: end it with **No mus**."
        ),
        N_(
            "Mus would let your opponents improve, and you would have to drop one of these fine cards. Say *No mus*."
        ),
        then=("3 sign duples",),
    ),
    Turn(
        SIGN,
        N_(
            "Below your hand you see your partner's face: Maritxu has duples! Tell her something too: press "
            "**Signal**, and choose a face that tells of your cards."
        ),
        N_(
            "First tell your partner what you hold: press *Signal*, and choose a face that tells of your cards."
        ),
    ),
    Turn(
        "bet 2",
        N_(
            "**Grande**: the highest cards. You hold three kings, and few hands are better. Press **Raise**, and "
            "bet 2 stones."
        ),
        N_("Three kings are strong in grande: they should bring more than a stone. Raise by 2."),
        {
            Word.BET: AMOUNT,
            Word.ORDAGO: N_("An órdago in grande is the whole game on one lance. Two stones will do."),
        },
        then=("3 agree", "2 call", "4 agree"),
    ),
    Turn(
        "hold",
        N_(
            "Your partner agreed, and they called: those 2 stones are decided at the end. Now **chica**, the "
            "lowest cards. With three kings you have no hope here, so bet nothing: **Hold**."
        ),
        N_("You hold one ace and three kings: almost any hand is lower. A bet would be a present. Hold."),
        then=("2 bet 5", "4 agree", "3 fold"),
    ),
    Turn(
        "agree",
        N_(
            "Koldo bets 5, and Maritxu is asked first: she wants to pass. The last word is yours. You cannot win "
            "chica either, and passing gives them 1 stone alone: press **Agree**."
        ),
        N_(
            "Neither of you has low cards: you would lose five stones in place of one. Agree to your partner's pass."
        ),
    ),
    Turn(
        "bet 5",
        N_(
            "**Pares**: you have medias, your partner has duples, as her face told you. Koldo has some, Nerea has "
            "none. **Raise**: bet 5."
        ),
        N_("Your partner has duples, and nothing beats duples but higher ones. Bet on it: raise by 5."),
        {Word.BET: AMOUNT},
        then=("3 agree", "2 fold"),
    ),
    Turn(
        "bet 5",
        N_(
            "Koldo passed: 1 stone for you at once, and the bonus at the end. Now **juego**. You have 31, and you "
            "are the mano: nobody can beat you. **Raise** by 5."
        ),
        N_("With 31 as the mano you cannot lose this lance. Let them pay for it: raise by 5."),
        {
            Word.BET: AMOUNT,
            Word.ORDAGO: N_(
                "They would pass, and it would bring 1 stone. A small bet may be called: raise by 5."
            ),
        },
        then=("3 agree", "4 bet 10"),
    ),
    Turn(
        "call",
        N_("Nerea raises to 10! She does not know what you hold. You cannot lose, so take it: **Call**."),
        N_(
            "You have 31 and you are the mano: nobody can have more. To pass would give away ten stones. Call."
        ),
        {
            Word.BET: N_(
                "To raise once more is not wrong. But Nerea would pass now, and you want her ten stones: call."
            ),
            Word.ORDAGO: N_(
                "Nerea would pass an órdago, and you get no more than with a call. Call, and see the count."
            ),
        },
        then=("3 agree",),
    ),
)
END = N_(
    "All hands are shown, and each lance is counted. Your juego brought 10 stones and a bonus of 5, your partner's "
    "duples a bonus of 5 with your medias, and grande 2. Chica cost you 1 stone, because you passed."
)


@lru_cache(maxsize=len(TURNS) + 1)
def match_at(place: int) -> Match:
    """Return the deal after so many turns of the learner; to be read only."""
    match = Match(OPTIONS, mano=LEARNER)
    for line in OPENING:
        match.push(Action.parse(line))
    for turn in TURNS[:place]:
        expected = "sign three-kings" if turn.expected == SIGN else turn.expected
        for line in (f"{LEARNER} {expected}", *turn.then):
            match.push(Action.parse(line))
    return match


def turn_at(place: int) -> Turn | None:
    """Return what the teacher waits for, None where the deal is over."""
    return TURNS[place] if 0 <= place < len(TURNS) else None


def view_at(place: int) -> SeatView:
    """Return what the learner sees."""
    return seat_view(match_at(place).deal, LEARNER)


def table_at(place: int, name: str, person_id: int) -> PublicTable:
    """Return the table as its message would show it.

    :param name: what the learner is called.
    """
    sitters = {LEARNER: Sitter(name, person_id)} | {
        seat: Sitter(other, None, "novice") for seat, other in OTHERS.items()
    }
    deal = public_view(match_at(place).deal)
    return PublicTable(
        table_id=NO_TABLE,
        revision=place,
        status="playing",
        host=person_id,
        options=OPTIONS,
        access=Access(),
        level="novice",
        seats=tuple(sitters[seat] for seat in SEATS),
        deal_number=1,
        deal=deal,
        games=(0, 0),
        winner=None,
        fair=(),
        coming=None,
    )


def is_legal(place: int, action: Action) -> bool:
    """Return whether the learner may say something at a moment, by the rules."""
    deal = match_at(place).deal
    if action.word is Word.SIGN:
        return action.name in deal.legal_signals(LEARNER)
    return action in deal.legal(LEARNER)
