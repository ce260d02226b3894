"""The lesson as data: steps of about a minute, in chapters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from musbot.bot.faces import NAMES
from musbot.bot.learning import texts
from musbot.bot.learning.questions import (
    Bonus,
    Compare,
    Drop,
    Hands,
    MaySign,
    MusOrNot,
    Picture,
    Plain,
    Question,
    ReadFace,
    SameRank,
    Total,
    Worth,
    cards_of,
)
from musbot.bot.words import N_, Words
from musbot.game import Lance
from musbot.game.signals import INTENTIONS, SIGNALS
from musbot.pictures import faces_picture


@dataclass(frozen=True, slots=True)
class Step:
    """One screen of the lesson: something to read, something to look at, and perhaps a question."""

    name: str
    """In the ids of buttons and in the store, so it is never changed."""
    text: str = ""
    picture: Picture | None = None
    question: Question | None = None

    @property
    def shown(self) -> Picture | None:
        """What is looked at."""
        return self.picture or (self.question.picture() if self.question else None)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some steps about one subject."""

    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Faces:
    """All faces that tell of cards, with their names."""

    def draw(self, words: Words, *, told: bool = False, contrast: bool = False) -> bytes:
        """Return it as a PNG."""
        return faces_picture(
            [(name, words(NAMES[name])) for name in SIGNALS if name not in INTENTIONS], contrast=contrast
        )

    def alt(self, words: Words) -> str:
        """Return what they are called; the table of docs/players.md tells what each looks like."""
        return ", ".join(words(NAMES[name]) for name in SIGNALS if name not in INTENTIONS)


RANKS_SHOWN = Plain(cards_of("Ro 3c Ce Sb 7o 6c 5e 4b 2o 1c"))
KINDS_SHOWN = Hands(
    (N_("duples"), N_("medias"), N_("a par")),
    (cards_of("Co Ce 7c 7b"), cards_of("Ro 3e Rb 5c"), cards_of("Se Sb 6o 1c")),
    notes=(N_("bonus 3"), N_("bonus 2"), N_("bonus 1")),
)
JUEGO_SHOWN = Hands(
    ("31", "32", "40", "37"),
    (cards_of("Ro 3e Sb 1c"), cards_of("Rc Ce 7b 5o"), cards_of("3o Cc Sb Re"), cards_of("Co Sc Rb 7e")),
    notes=(N_("the best · bonus 3"), N_("second · bonus 2"), N_("third · bonus 2"), N_("fourth · bonus 2")),
)
DEAL = "deal"
"""The step that is a deal: see `guided`."""

CHAPTERS = (
    Chapter(N_("Welcome"), (Step("welcome", texts.WELCOME),)),
    Chapter(
        N_("The cards"),
        (
            Step("cards", texts.CARDS, RANKS_SHOWN, SameRank(cards_of("Ro")[0], cards_of("2c 3e Cb"))),
            Step("points", texts.POINTS, question=Total(cards_of("Co 3e 7b 2c"))),
        ),
    ),
    Chapter(
        N_("Grande"),
        (
            Step("grande", texts.GRANDE, question=Compare.of(Lance.GRANDE, "Ro Cc Ce Cb", "Rc 3e 5b 4o")),
            Step(
                "grande-three",
                question=Compare.of(Lance.GRANDE, "Re Co 7b 6c", "3c Sb Se So", "Rb Cc 7o 7e"),
            ),
        ),
    ),
    Chapter(
        N_("Chica"),
        (
            Step("chica", texts.CHICA, question=Compare.of(Lance.CHICA, "1o 4c 4e 5b", "Ro Cc 2e 1b")),
            Step(
                "chica-three",
                question=Compare.of(Lance.CHICA, "4o 5c 6e 7b", "1e 7o Cc Rb", "2b 6o Se Sc"),
            ),
        ),
    ),
    Chapter(
        N_("Pares"),
        (
            Step("pares", texts.PARES, KINDS_SHOWN),
            Step("pares-two", question=Compare.of(Lance.PARES, "Ro 3c 7e 5b", "4o 4c 4b 1e")),
            Step(
                "pares-three",
                question=Compare.of(Lance.PARES, "Re 3o Rb 7c", "5o 5e 4c 4b", "Co Cc Ce Cb"),
            ),
        ),
    ),
    Chapter(
        N_("Juego"),
        (
            Step("juego", texts.JUEGO, JUEGO_SHOWN),
            Step("juego-two", question=Compare.of(Lance.JUEGO, "Ro 3c Ce Sb", "Co So 7c 4e")),
            Step(
                "juego-three",
                question=Compare.of(Lance.JUEGO, "Ro Sc 7e 6b", "Rb Ce Sb 7o", "3o 3c 7b 7c"),
            ),
        ),
    ),
    Chapter(
        N_("Punto"),
        (
            Step(
                "punto",
                texts.PUNTO,
                question=Compare.of(Lance.PUNTO, "7o 7c 6e 6b", "Co 7e 7b 5c", "Ro Sc 4e 1b"),
            ),
            Step("punto-two", question=Compare.of(Lance.PUNTO, "3o 2c Re 6b", "Rc 5o 5e 5b")),
        ),
    ),
    Chapter(
        N_("Mano"),
        (
            Step(
                "mano",
                texts.MANO,
                question=Compare.of(Lance.JUEGO, "Ro Cc 7e 4b", "So 3c Re 1b", "Co Ce Sb Rb", mano=1),
            ),
            Step(
                "mano-four",
                question=Compare.of(
                    Lance.GRANDE, "Ro Re 7e 7b", "Co Cc 6e 4b", "Rc Cb Se 1c", "3e 3b 7o 7c", mano=2
                ),
            ),
        ),
    ),
    Chapter(
        N_("Bets"),
        (
            Step(
                "bets",
                texts.BETS,
                question=Worth(
                    N_(
                        "Ane opens with 5, and both opponents pass. How many stones does her pair get at once?"
                    ),
                    ("1 bet 5", "2 fold", "4 fold"),
                    (1, 2, 5),
                ),
            ),
            Step(
                "passing",
                texts.PASSING,
                question=Worth(
                    N_(
                        "Ane opens with 5, Beñat raises to 20, and Ane's pair passes. What does Beñat's pair get?"
                    ),
                    ("1 bet 5", "2 bet 20", "3 fold", "1 fold"),
                    (1, 5, 15, 20),
                ),
            ),
            Step(
                "ordago",
                question=Worth(
                    N_("Nobody has bet yet. Ane says *órdago*, and both opponents pass. What does it bring?"),
                    ("1 ordago", "2 fold", "4 fold"),
                    (1, 5, 40),
                ),
            ),
        ),
    ),
    Chapter(
        N_("The count"),
        (
            Step(
                "count",
                texts.COUNT,
                question=Bonus(Lance.PARES, (cards_of("Ro 3c 3e 1b"), cards_of("Co Ce 7o 7c")), (2, 3, 5)),
            ),
            Step(
                "count-juego",
                question=Bonus(Lance.JUEGO, (cards_of("Ro 3c 3e 1b"), cards_of("Co Ce 7o 7c")), (3, 4, 5, 6)),
            ),
        ),
    ),
    Chapter(
        N_("Mus"),
        (
            Step("mus", texts.MUS, question=Drop(cards_of("Ro 3c 5e 4b"), ("5 4", "R 3", "4", "R 3 5 4"))),
            Step("no-mus", question=MusOrNot(cards_of("Ro 3c 3e 1b"))),
        ),
    ),
    Chapter(
        N_("Signals"),
        (
            Step("signals", texts.SIGNALS, Faces()),
            Step(
                "read-face",
                question=ReadFace("two-kings", ("two-kings", "two-aces", "duples", "thirty-one")),
            ),
            Step(
                "may-sign",
                question=MaySign(cards_of("Ro 3c 1e 2b"), ("two-kings", "two-aces", "duples", "juego")),
            ),
        ),
    ),
    Chapter(N_("A whole deal"), (Step(DEAL),)),
    Chapter(N_("The end"), (Step("end", texts.END),)),
)
"""The whole lesson."""

FIRST = "welcome"


def steps() -> Iterator[Step]:
    """Return every step, in order."""
    for chapter in CHAPTERS:
        yield from chapter.steps


_STEPS = {step.name: step for step in steps()}
NAMES_OF_STEPS = tuple(_STEPS)


def step_named(name: str) -> Step:
    """Return a step, the first one where there is none of that name (any more)."""
    return _STEPS.get(name) or _STEPS[FIRST]


def chapter_of(step: Step) -> int:
    """Return the place of the chapter that a step is in."""
    return next(place for place, chapter in enumerate(CHAPTERS) if step in chapter.steps)


def beside(step: Step, by: int) -> Step | None:
    """Return the step that comes so many steps later (or before, where that is less than 0); None past the ends."""
    place = NAMES_OF_STEPS.index(step.name) + by
    return _STEPS[NAMES_OF_STEPS[place]] if 0 <= place < len(NAMES_OF_STEPS) else None
