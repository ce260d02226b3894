"""*Review*: after a game, each player is shown privately what their own decisions were worth."""

from __future__ import annotations

import asyncio
import logging

import discord

from musbot.ai.review import Decision, SeatReview
from musbot.ai.reviewer import NoReview, review_apart
from musbot.bot import calls, phrases, review_words
from musbot.bot.answering import Answerer
from musbot.bot.drawing import draw
from musbot.bot.ids import ClickId
from musbot.bot.layout import Letter, box, picture, text
from musbot.bot.readers import words_of
from musbot.bot.refusals import sentence
from musbot.bot.words import N_, Words
from musbot.game.hands import ranks_text
from musbot.game.seats import Seat
from musbot.pictures.curve import CurveScene
from musbot.pictures.review import SwingScene, SwingsScene, swings_picture
from musbot.table import Refusal, Refused, Status, Table, Tables

log = logging.getLogger(__name__)

PICTURE = "review.png"
MOST_KEPT = 200
"""Reviews that are kept in memory; one that has gone is made again, and is the same."""


class Reviews:
    """Makes reviews, one at a time, and keeps them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept: dict[tuple[int, Seat], SeatReview] = {}
        self._room = asyncio.Semaphore(1)

    def answers(self) -> dict[str, Answerer]:
        """Return what the button does, by the action of its id."""
        return {"review": self.answer}

    async def answer(self, interaction: discord.Interaction, click: ClickId) -> None:
        """Show whoever clicked their own review."""
        words = words_of(interaction)
        table = await self._tables.get(click.table_id)
        seat = table.seat_of(interaction.user.id)
        if table.status is not Status.FINISHED:
            raise Refused(Refusal.CLOSED if table.status is Status.CLOSED else Refusal.NOT_OVER)
        await calls.think(interaction, private=True)
        try:
            found = await self._found(table, seat, interaction.user.id)
            letter = await draw(review_letter, found, table, words)
        except NoReview as error:
            log.warning("no review of seat %s at table %s: %s", seat, table.table_id, error)
            letter = sentence(words, N_("I could not look at the game now. Please try again later."))
        await calls.conclude(interaction, letter, private=True)

    async def _found(self, table: Table, seat: Seat, person_id: int) -> SeatReview:
        key = table.table_id, seat
        async with self._room:
            if key not in self._kept:
                self._kept[key] = await review_apart(
                    table.playing, seat, others_words(table, seat, person_id)
                )
                while len(self._kept) > MOST_KEPT:
                    del self._kept[next(iter(self._kept))]
            return self._kept[key]


def others_words(table: Table, seat: Seat, person_id: int) -> set[tuple[int, Seat, int]]:
    """Return the words of a seat that are not the person's own: said by the clock, by another person who had the seat,
    or by the AI player that kept it. Of a deal in which it changed hands none count."""
    words = {mark for mark in table.presence.by_clock if mark[1] == seat}
    strange: set[int] = set()
    last = table.deal_count
    for gone in table.presence.gone:
        if gone.seat != seat:
            continue
        if gone.person_id == person_id:
            strange.update(range(gone.deal, (last if gone.back is None else gone.back) + 1))
        else:
            strange.update(range(1, gone.deal + 1))
    for number in strange:
        if 1 <= number <= last:
            words |= {(number, seat, place) for place in range(len(table.playing.deals[number - 1].actions))}
    return words


def review_letter(found: SeatReview, table: Table, words: Words) -> Letter:
    """Return a review: how well the seat played, and the decisions that cost most, with the reason of each."""
    lines = [words("### Your game"), review_words.summary(found, words)]
    for number, decision in enumerate(found.swings, 1):
        lines += ["", *_swing_words(number, decision, words)]
    if not found.swings:
        lines += ["", words("No decision cost you more than half a game in a hundred.")]
    lines += ["", f"-# {words(review_words.BASIS)}"]
    if found.left_out:
        lines.append(
            words.n(
                "-# There was no time for the last decision.",
                "-# There was no time for the last {count} decisions.",
                found.left_out,
            )
        )
    items = (text("\n".join(lines)), picture(PICTURE, _described(found, words)))
    return Letter((box(*items),), files=((PICTURE, swings_picture(swings_scene(found, table, words))),))


def _swing_words(number: int, decision: Decision, words: Words) -> list[str]:
    cost = words(
        "**{number}. {where}** · {score} · `{cards}` · **{loss}**",
        number=number,
        where=review_words.where(decision, words),
        score=_score(decision),
        cards=ranks_text(decision.cards),
        loss=review_words.loss_words(decision),
    )
    choice = words(
        "You: {done} ({chance} %). Better: **{best}** ({best_chance} %).",
        done=review_words.action_words(decision, decision.done, words),
        chance=f"{100 * decision.chance:.0f}",
        best=review_words.action_words(decision, decision.best, words),
        best_chance=f"{100 * decision.choices[0][1]:.0f}",
    )
    return [line for line in (cost, choice, review_words.why(decision, words)) if line]


def _score(decision: Decision) -> str:
    """Return the stones at a decision, the own pair's first."""
    ours = 0 if decision.seat % 2 else 1
    return f"{decision.scores[ours]}–{decision.scores[1 - ours]}"


def _described(found: SeatReview, words: Words) -> str:
    hands = "; ".join(
        f"{review_words.where(each, words)}: {phrases.cards_words(words, each.cards)}"
        for each in found.swings
    )
    return words("Your winning chances through the game, and your biggest swings") + (
        f". {hands}" if hands else ""
    )


def swings_scene(found: SeatReview, table: Table, words: Words) -> SwingsScene:
    """Return the picture of a review: the chances to win as the seat could know them, and the swings."""
    points = [(float(place), 100 * each.chance) for place, each in enumerate(found.decisions)]
    match = table.playing
    if match.winner is not None and not found.left_out:
        ours = "A" if found.seat % 2 else "B"
        points.append((float(len(points)), 100.0 if match.winner == ours else 0.0))
    marks = []
    for number, swing in enumerate(found.swings, 1):
        place = found.decisions.index(swing)
        marks.append((float(place), 100 * swing.chance, str(number)))
    accuracy = "" if found.accuracy is None else words.number(f"{100 * found.accuracy:.0f} %")
    return SwingsScene(
        title=words("Your biggest swings"),
        detail=words("accuracy {accuracy}", accuracy=accuracy) if accuracy else "",
        curve=CurveScene(
            tuple(points),
            words("Deal {number}", number=1),
            words("Deal {number}", number=len(match.deals)),
            empty_word=words("Too short for a curve"),
            low=0,
            high=100,
            marks=tuple(marks),
        ),
        swings=tuple(
            SwingScene(
                title=review_words.where(each, words),
                hand=each.cards,
                done=words("You: {action}", action=review_words.action_words(each, each.done, words)),
                better=words("Better: {action}", action=review_words.action_words(each, each.best, words)),
                loss=review_words.loss_words(each),
            )
            for each in found.swings
        ),
        empty_word=words("No decision cost you more than half a game in a hundred."),
    )
