"""Questions of the lesson and of the quiz. None of them holds its answer: each asks the rules, or counts.

A `Question` has texts that are marked for translation where they are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Protocol

from musbot.ai.odds import Keep, Odds, odds_of
from musbot.bot import phrases
from musbot.bot.faces import LOOKS, NAMES
from musbot.bot.learning.why import described, facts_of, why, winner_of
from musbot.bot.odds import advice
from musbot.bot.words import Words
from musbot.game import Action, Card, Deal, Lance, Options, parse_card
from musbot.game.actions import Word
from musbot.game.cards import points_of, rank_of, sorted_cards
from musbot.game.hands import ranks_text
from musbot.game.signals import true_signals
from musbot.pictures import ComparedScene, cards_picture, comparison_picture, face_picture, hand_picture

Cards = tuple[Card, ...]
PLAYERS = ("Ane", "Beñat", "Carla", "Dani")
"""Who holds the hands that are compared."""
USUAL = Options()


def cards_of(text: str) -> Cards:
    """Return the cards of names separated by blanks, ``Ro 3c 7e 1b``."""
    return tuple(parse_card(name) for name in text.split())


class Picture(Protocol):
    """Something that can be drawn, and told in words."""

    def draw(self, words: Words, *, told: bool = False, contrast: bool = False) -> bytes:
        """Return it as a PNG; `told` shows the answer too, `contrast` in stronger colours."""
        ...

    def alt(self, words: Words) -> str:
        """Return the text that stands for it."""
        ...


class Question(Protocol):
    """A question with some answers, one of which is right."""

    @property
    def answer(self) -> int:
        """The place of the right answer."""
        ...

    def ask(self, words: Words) -> str:
        """Return the question."""
        ...

    def choices(self, words: Words) -> list[str]:
        """Return the answers, as short as buttons are."""
        ...

    def why(self, words: Words, chosen: int) -> str:
        """Return why the right answer is right, to somebody who chose this one."""
        ...

    def picture(self) -> Picture | None:
        """Return what is looked at meanwhile."""
        ...


# Pictures


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands below each other; with notes, what each is."""

    names: tuple[str, ...]
    hands: tuple[Cards, ...]
    mano: int | None = None
    notes: tuple[str, ...] = ()
    """Texts to be translated; where there are none, what each hand is in `lance` is told with the answer."""
    lance: Lance | None = None
    won: int | None = None

    def draw(self, words: Words, *, told: bool = False, contrast: bool = False) -> bytes:
        """Return it as a PNG."""
        rows = []
        for place, cards in enumerate(self.hands):
            note = words(self.notes[place]) if self.notes else ""
            if told and self.lance is not None:
                note = described(cards, self.lance, USUAL, words)
            rows.append(
                ComparedScene(
                    words(self.names[place]),
                    sorted_cards(cards, USUAL.kings),
                    note,
                    mano=place == self.mano,
                    won=told and place == self.won,
                )
            )
        return comparison_picture(tuple(rows), contrast=contrast)

    def alt(self, words: Words) -> str:
        """Return each name and the cards behind it."""
        lines = []
        for place, cards in enumerate(self.hands):
            name = words(self.names[place])
            if place == self.mano:
                name = f"{name} ({words('Mano')})"
            lines.append(f"{name}: {phrases.cards_words(words, sorted_cards(cards, USUAL.kings))}")
        return "; ".join(lines)


@dataclass(frozen=True, slots=True)
class Plain:
    """Single cards with what they are worth below them."""

    cards: Cards

    def draw(self, words: Words, *, told: bool = False, contrast: bool = False) -> bytes:
        """Return it as a PNG."""
        return cards_picture(
            [(card, str(points_of(card, USUAL.kings))) for card in self.cards], contrast=contrast
        )

    def alt(self, words: Words) -> str:
        """Return each card with its worth."""
        return ", ".join(
            f"{phrases.card_words(words, card)}: {points_of(card, USUAL.kings)}" for card in self.cards
        )


@dataclass(frozen=True, slots=True)
class Own:
    """One's own hand, as it is seen at a table."""

    cards: Cards

    def draw(self, words: Words, *, told: bool = False, contrast: bool = False) -> bytes:
        """Return it as a PNG."""
        return hand_picture(sorted_cards(self.cards, USUAL.kings), contrast=contrast)

    def alt(self, words: Words) -> str:
        """Return the cards."""
        return phrases.cards_words(words, sorted_cards(self.cards, USUAL.kings))


@dataclass(frozen=True, slots=True)
class Made:
    """A face that the partner makes."""

    name: str

    def draw(self, words: Words, *, told: bool = False, contrast: bool = False) -> bytes:
        """Return it as a PNG, in its red frame."""
        return face_picture(self.name, framed=True, contrast=contrast)

    def alt(self, words: Words) -> str:
        """Return what it looks like, and not what it means."""
        return words(LOOKS[self.name])


# Questions


@dataclass(frozen=True, slots=True)
class Compare:
    """Who wins a lance?"""

    lance: Lance
    hands: tuple[Cards, ...]
    mano: int = 0
    options: Options = USUAL
    marks_mano: bool = True
    """The mano is marked; where nothing is even, it only draws the eye away."""

    @classmethod
    def of(cls, lance: Lance, *hands: str, mano: int | None = None) -> Compare:
        """Return the question of hands that are written as names of cards."""
        return cls(lance, tuple(map(cards_of, hands)), mano or 0, marks_mano=mano is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """Who holds the hands."""
        return PLAYERS[: len(self.hands)]

    @property
    def answer(self) -> int:
        """The place of the winner, by the rules."""
        return winner_of(self.hands, self.mano, self.lance, self.options)

    def ask(self, words: Words) -> str:
        """Return the question."""
        return words("Who wins {lance}?", lance=f"**{words(phrases.LANCES[self.lance]).lower()}**")

    def choices(self, words: Words) -> list[str]:
        """Return the names."""
        return list(self.names)

    def why(self, words: Words, chosen: int) -> str:
        """Return what the winner has, and what the one that was chosen."""
        return why(self.names, self.hands, self.mano, self.lance, self.options, words, chosen)

    def picture(self) -> Picture:
        """Return the hands."""
        mano = self.mano if self.marks_mano else None
        return Hands(self.names, self.hands, mano, lance=self.lance, won=self.answer)


@dataclass(frozen=True, slots=True)
class SameRank:
    """Which of these cards ranks as another one does?"""

    card: Card
    cards: Cards

    @property
    def answer(self) -> int:
        """The first card of the same rank, by the rules."""
        wanted = rank_of(self.card, USUAL.kings)
        return next(place for place, card in enumerate(self.cards) if rank_of(card, USUAL.kings) == wanted)

    def ask(self, words: Words) -> str:
        """Return the question."""
        return words("Which of these is worth as much as a king?")

    def choices(self, words: Words) -> list[str]:
        """Return what the cards are called."""
        return [words(phrases.RANKS[card % 10]) for card in self.cards]

    def why(self, words: Words, chosen: int) -> str:
        """Return the one thing to be remembered."""
        return words("A three is a king, and a two is an ace; every other card is what it shows.")

    def picture(self) -> Picture | None:
        """Return nothing: the cards are in the picture above."""
        return None


@dataclass(frozen=True, slots=True)
class Total:
    """How many points has a hand?"""

    cards: Cards

    @property
    def numbers(self) -> list[int]:
        """The total, and those of common mistakes: threes and twos taken for what they show, figures too."""
        right = facts_of(self.cards, USUAL).total
        shown = sum(points_of(card, 4) for card in self.cards)
        return sorted({right, shown, right + 9, right - 1 if shown == right else shown + 1})

    @property
    def answer(self) -> int:
        """The place of the total."""
        return self.numbers.index(facts_of(self.cards, USUAL).total)

    def ask(self, words: Words) -> str:
        """Return the question."""
        return words("How many points has this hand?")

    def choices(self, words: Words) -> list[str]:
        """Return the numbers."""
        return [str(number) for number in self.numbers]

    def why(self, words: Words, chosen: int) -> str:
        """Return the sum."""
        ordered = sorted_cards(self.cards, USUAL.kings)
        parts = " + ".join(str(points_of(card, USUAL.kings)) for card in ordered)
        return words(
            "{sum} = {total}. Threes count ten, as kings do, and twos one.",
            sum=parts,
            total=facts_of(self.cards, USUAL).total,
        )

    def picture(self) -> Picture:
        """Return the hand."""
        return Own(self.cards)


@dataclass(frozen=True, slots=True)
class Worth:
    """What does a lance give that ends like this?"""

    text: str
    """The question; to be translated."""
    said: tuple[str, ...]
    """What is said in grande, as a record has it, without partners asking each other."""
    offered: tuple[int, ...]

    @property
    def stones(self) -> int:
        """What the lance gives, by the rules."""
        deal = Deal(Options.of("stargames", consult=False), 1)
        for line in (*DEALT, "1 cut", *self.said):
            deal.push(Action.parse(line))
        return deal.settled[0].stake

    @property
    def answer(self) -> int:
        """The place of the number."""
        return self.offered.index(self.stones)

    def ask(self, words: Words) -> str:
        """Return the question."""
        return words(self.text)

    def choices(self, words: Words) -> list[str]:
        """Return the numbers."""
        return [str(number) for number in self.offered]

    def why(self, words: Words, chosen: int) -> str:
        """Return what was on the table before."""
        bets = [Action.parse(line) for line in self.said]
        if len([each for each in bets if each.word in (Word.BET, Word.ORDAGO)]) > 1:
            return words(
                "{stones} were on the table before the raise that was passed, so {stones} it is.",
                stones=self.stones,
            )
        return words(
            "Nothing was on the table before it, and the least is one: a passed opening gives one stone, however big."
        )

    def picture(self) -> Picture | None:
        """Return nothing: the cards do not matter."""
        return None


DEALT = ("deal 1 Ro Co 7e 1b", "deal 2 Cc 6o 5o 4o", "deal 3 Re Rb Sc 1o", "deal 4 7o 7c Sb 2e")
"""Some cards, for talk that does not depend on them."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """What bonus do the hands of two partners give in a lance that they win?"""

    lance: Lance
    hands: tuple[Cards, Cards]
    offered: tuple[int, ...]

    @property
    def parts(self) -> tuple[int, int]:
        """What each hand gives, by the rules."""
        first, second = (facts_of(cards, USUAL) for cards in self.hands)
        if self.lance is Lance.PARES:
            return first.pares_bonus, second.pares_bonus
        return first.juego_bonus, second.juego_bonus

    @property
    def answer(self) -> int:
        """The place of the sum."""
        return self.offered.index(sum(self.parts))

    def ask(self, words: Words) -> str:
        """Return the question."""
        lance = words(phrases.LANCES[self.lance]).lower()
        return words(
            "{first} and {second} are partners and win **{lance}**. What is their bonus?",
            first=PLAYERS[0],
            second=PLAYERS[2],
            lance=lance,
        )

    def choices(self, words: Words) -> list[str]:
        """Return the numbers."""
        return [str(number) for number in self.offered]

    def why(self, words: Words, chosen: int) -> str:
        """Return what each partner brings."""
        first, second = self.parts
        return words(
            "Both partners count: {hand} gives {first}, {other_hand} gives {second}, together {sum}.",
            hand=described(self.hands[0], self.lance, USUAL, words),
            other_hand=described(self.hands[1], self.lance, USUAL, words),
            first=first,
            second=second,
            sum=first + second,
        )

    def picture(self) -> Picture:
        """Return the hands."""
        return Hands((PLAYERS[0], PLAYERS[2]), self.hands, lance=self.lance)


@cache
def _odds(cards: Cards) -> Odds:
    return odds_of(cards, 0, USUAL)


@dataclass(frozen=True, slots=True)
class Drop:
    """Which cards are dropped? Best is what the exact odds say."""

    cards: Cards
    offered: tuple[str, ...]
    """Ranks to drop, as they are printed: ``"5 4"``."""

    def _keep(self, place: int) -> Keep:
        dropped = self.offered[place].split()
        kept = list(self.cards)
        for rank in dropped:
            kept.remove(next(card for card in kept if ranks_text([card]) == rank))
        ranks = tuple(sorted(rank_of(card, USUAL.kings) for card in kept))
        return next(keep for keep in _odds(self.cards).keeps if keep.kept == ranks)

    @property
    def answer(self) -> int:
        """The place of the drop after which the hand is worth most."""
        return max(range(len(self.offered)), key=lambda place: self._keep(place).stones)

    def ask(self, words: Words) -> str:
        """Return the question."""
        return words("Everybody has said mus. What do you drop?")

    def choices(self, words: Words) -> list[str]:
        """Return the cards."""
        return list(self.offered)

    def why(self, words: Words, chosen: int) -> str:
        """Return what each is worth."""
        best = self._keep(self.answer)
        told = words(
            "Two kings are good in grande, and pares are yours already; what comes may make medias, duples or juego."
        )
        if chosen == self.answer:
            return told
        counted = words(
            "Over all cards that may come, that would be worth {stones} stones, and dropping {cards} is worth {best}.",
            stones=words.number(f"{self._keep(chosen).stones:+.1f}"),
            cards=f"`{self.offered[self.answer]}`",
            best=words.number(f"{best.stones:+.1f}"),
        )
        return f"{told} {counted}"

    def picture(self) -> Picture:
        """Return the hand."""
        return Own(self.cards)


@dataclass(frozen=True, slots=True)
class MusOrNot:
    """Mus, or no mus? Best is what the exact odds say."""

    cards: Cards

    @property
    def answer(self) -> int:
        """0 for mus, 1 for no mus."""
        return 0 if _odds(self.cards).gain > 0 else 1

    def ask(self, words: Words) -> str:
        """Return the question."""
        return words("It is your turn: mus, or no mus?")

    def choices(self, words: Words) -> list[str]:
        """Return the two words."""
        return [words(phrases.LABELS[Word.MUS]), words(phrases.LABELS[Word.CUT])]

    def why(self, words: Words, chosen: int) -> str:
        """Return what the hand is, and what an exchange would do to it."""
        facts = facts_of(self.cards, USUAL)
        return f"{phrases.hand_words(words, self.cards, facts)}. {advice(_odds(self.cards), words)}"

    def picture(self) -> Picture:
        """Return the hand."""
        return Own(self.cards)


@dataclass(frozen=True, slots=True)
class ReadFace:
    """What does the partner's face say?"""

    name: str
    offered: tuple[str, ...]

    @property
    def answer(self) -> int:
        """The place of the face's own name."""
        return self.offered.index(self.name)

    def ask(self, words: Words) -> str:
        """Return the question."""
        return words("Your partner makes this face. What does it say?")

    def choices(self, words: Words) -> list[str]:
        """Return the names."""
        return [words(NAMES[name]) for name in self.offered]

    def why(self, words: Words, chosen: int) -> str:
        """Return what the face looks like, and the one that was taken for it."""
        told = words("**{name}**: {look}.", name=words(NAMES[self.name]), look=words(LOOKS[self.name]))
        if chosen == self.answer:
            return told
        other = self.offered[chosen]
        return told + " " + words("**{name}**: {look}.", name=words(NAMES[other]), look=words(LOOKS[other]))

    def picture(self) -> Picture:
        """Return the face."""
        return Made(self.name)


@dataclass(frozen=True, slots=True)
class MaySign:
    """Which of these signals is true of a hand?"""

    cards: Cards
    offered: tuple[str, ...]

    @property
    def answer(self) -> int:
        """The place of the one that may be sent, by the rules."""
        true = true_signals(facts_of(self.cards, USUAL))
        return next(place for place, name in enumerate(self.offered) if name in true)

    def ask(self, words: Words) -> str:
        """Return the question."""
        return words("This is your hand. Which of these may you signal?")

    def choices(self, words: Words) -> list[str]:
        """Return the names."""
        return [words(NAMES[name]) for name in self.offered]

    def why(self, words: Words, chosen: int) -> str:
        """Return the whole truth of the hand."""
        facts = facts_of(self.cards, USUAL)
        return words(
            "A signal tells the whole truth. You hold {hand}: that is **{name}**.",
            hand=phrases.hand_words(words, sorted_cards(self.cards, USUAL.kings), facts),
            name=words(NAMES[self.offered[self.answer]]),
        )

    def picture(self) -> Picture:
        """Return the hand."""
        return Own(self.cards)
