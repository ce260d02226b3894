"""The messages of the lesson."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ButtonStyle

from musbot.bot import phrases
from musbot.bot.board import parts, picture_name
from musbot.bot.faces import LOOKS, NAMES, PICKER, face_words, signalled
from musbot.bot.hands import hand_files
from musbot.bot.ids import ClickId, ClubId
from musbot.bot.layout import BUTTONS_IN_ROW, Item, Letter, box, button, menu, picture, rows, text
from musbot.bot.learning import course, guided
from musbot.bot.learning.course import Step
from musbot.bot.learning.questions import Picture
from musbot.bot.readers import USUAL_LOOKS, Looks
from musbot.bot.scenes import drawn, scene_of
from musbot.bot.words import N_, Words
from musbot.game import Phase, card_name
from musbot.game.views import SeatView
from musbot.pictures import faces_picture
from musbot.pictures.hand import hand_name

LESSON = "lesson.png"
_SAID = frozenset({str(word) for word in phrases.LABELS} | {"signal"})
"""The buttons of a table that the deal has: what is said there. The hand is in the message, and so is the teacher."""
TRY_AGAIN = N_("❌ **Not quite.** {why} Try again.")
RIGHT = N_("✅ **Right.** {why}")


def learn(what: str, *arguments: object) -> ClubId:
    """Return the id of something to press in the lesson."""
    return ClubId.of("learn", what, *arguments)


def looked_at(
    shown: Picture, name: str, words: Words, looks: Looks, *, told: bool = False
) -> tuple[Item, tuple[tuple[str, bytes], ...]]:
    """Return something to look at as its reader wants to see it, and its file, if it is a picture."""
    if looks.text_only:
        return text(shown.alt(words)), ()
    image = shown.draw(words, told=told, contrast=looks.contrast)
    return picture(name, shown.alt(words)), ((name, image),)


def step_letter(step: Step, words: Words, chosen: int | None = None, looks: Looks = USUAL_LOOKS) -> Letter:
    """Return a step, or what is said to an answer. It draws: call it outside the event loop.

    :param chosen: the place of the answer that was given.
    """
    question = step.question
    solved = question is not None and chosen == question.answer
    lines = [heading(step, words)]
    if step.text and chosen is None:
        lines.append(words(step.text))
    items: list[Item] = [text("\n".join(lines))]
    files: tuple[tuple[str, bytes], ...] = ()
    shown = step.shown if chosen is None or not step.question else step.question.picture() or step.picture
    if shown is not None:
        item, files = looked_at(shown, LESSON, words, looks, told=solved)
        items.append(item)
    if question is not None:
        asked = [f"❓ {question.ask(words)}"]
        if chosen is not None:
            asked.append(words(RIGHT if solved else TRY_AGAIN, why=question.why(words, chosen)))
        items.append(text("\n".join(asked)))
    if question is not None and not solved:
        answers = [
            button(learn("say", step.name, place), label, ButtonStyle.primary, disabled=place == chosen)
            for place, label in enumerate(question.choices(words))
        ]
        items += rows(answers, width=2 if len(answers) == 4 else 3)
    items += ways_on(step, words, waiting=question is not None and not solved)
    return Letter((box(*items),), files)


def heading(step: Step, words: Words) -> str:
    """Return the title of the chapter, and how far one is."""
    place = course.NAMES_OF_STEPS.index(step.name) + 1
    chapter = course.CHAPTERS[course.chapter_of(step)]
    count = len(course.NAMES_OF_STEPS)
    return f"### {words(chapter.title)}\n" + words("-# step {place} of {count}", place=place, count=count)


def ways_on(step: Step, words: Words, *, waiting: bool) -> list[Item]:
    """Return the buttons that lead back and on, and the menu of chapters.

    :param waiting: an answer is waited for, so that to go on is to skip it.
    """
    before, after = course.beside(step, -1), course.beside(step, 1)
    buttons = []
    if before is not None:
        buttons.append(button(learn("go", before.name), words("Back")))
    if after is not None:
        label, style = (
            (words("Skip"), ButtonStyle.secondary) if waiting else (words("Next"), ButtonStyle.success)
        )
        buttons.append(button(learn("go", after.name, "on"), label, style))
        buttons.append(button(learn("stop"), words("Stop")))
    else:
        buttons += [
            button(learn("play"), words("Practise"), ButtonStyle.success),
            button(ClubId.of("quiz"), words("Quiz")),
        ]
    here = course.chapter_of(step)
    options = [
        discord.SelectOption(
            label=words(chapter.title)[:100], value=chapter.steps[0].name, default=place == here
        )
        for place, chapter in enumerate(course.CHAPTERS)
    ]
    return [*rows(buttons), menu(learn("jump"), words("To another chapter"), options)]


def stopped_letter(step: Step, words: Words) -> Letter:
    """Return what is said to somebody who stops."""
    told = words("Your place in the lesson is kept: `/mus learn` goes on from here.")
    return Letter((box(text(told), *rows([button(learn("go", step.name), words("Go on"))])),))


# The deal


def guided_letter(
    place: int,
    name: str,
    person_id: int,
    words: Words,
    looks: Looks = USUAL_LOOKS,
    *,
    note: str = "",
    choosing_face: bool = False,
) -> Letter:
    """Return the deal after so many turns of the learner, as its table would show it, with the teacher's words above.

    It draws: call it outside the event loop.

    :param note: what the teacher says to a word that they did not wait for.
    :param choosing_face: with the faces that may be made now.
    """
    step = course.step_named(course.DEAL)
    table = guided.table_at(place, name, person_id)
    turn = guided.turn_at(place)
    told = words(turn.guide) if turn is not None else words(guided.END)
    (_, image, written), buttons, colour = parts(table, words)
    items: list[Item] = [text(f"{heading(step, words)}\n{told}"), image, written]
    files = [(picture_name(table), drawn(scene_of(table, words)))]
    offered = []
    if turn is not None:
        view = guided.view_at(place)
        items += _hand(place, view, words, looks)
        files += hand_files(view, looks)
        if choosing_face:
            faces = list(view.may_sign)
            items += _faces(place, faces, words)
            files.append((PICKER, faces_picture([(each, words(NAMES[each])) for each in faces])))
        for each in buttons:
            click = ClickId.parse(each.custom_id or "")
            if click is not None and click.action in _SAID:
                each.custom_id = str(learn("deal", place, click.action))
                offered.append(each)
    if note:
        items.append(text(note))
    items += rows(offered, 2 if len(offered) == 4 else BUTTONS_IN_ROW)
    items += ways_on(step, words, waiting=turn is not None)
    return Letter((box(*items, colour=colour),), tuple(files))


def _hand(place: int, view: SeatView, words: Words, looks: Looks) -> list[Item]:
    lines = [f"**{words('Your hand')}**", phrases.hand_words(words, view.cards, view.facts)]
    if looks.text_only:
        lines.append(phrases.cards_words(words, view.cards))
    lines += signalled(view, words)
    items: list[Item] = [text("\n".join(lines))]
    if not looks.text_only:
        items.append(picture(hand_name(view.cards), phrases.cards_words(words, view.cards)))
    if view.public.phase is Phase.DISCARD:
        options = [
            discord.SelectOption(label=phrases.card_words(words, card)[:100], value=card_name(card))
            for card in view.cards
        ]
        items.append(menu(learn("deal", place, "drop"), words("Cards to drop"), options, most=len(options)))
    return items


def _faces(place: int, names: Sequence[str], words: Words) -> list[Item]:
    options = [
        discord.SelectOption(label=words(NAMES[name])[:100], value=name, description=words(LOOKS[name])[:100])
        for name in names
    ]
    return [
        picture(PICKER, "; ".join(face_words(words, name) for name in names)),
        menu(learn("deal", place, "signed"), words("Make a face"), options),
    ]
