"""``musbot review``: a record looked at on the terminal, or as JSON. It needs nothing of Discord."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from musbot.ai.advice import SolvedAdviser
from musbot.ai.review import Adviser, Decision, SeatReview, review
from musbot.bot import review_words
from musbot.bot.words import ENGLISH
from musbot.game.files import read_file, shown_name
from musbot.game.hands import ranks_text
from musbot.game.record import Record
from musbot.game.seats import Seat


def main(
    name: str,
    seats: Sequence[Seat],
    as_json: bool,
    worlds: int,
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    """Look at the game in a file and print what was found; return the exit status, 2 where it is no record."""
    out, err = out or sys.stdout, err or sys.stderr
    try:
        record = read_file(name)
    except ValueError as error:
        print(error, file=err)
        return 2
    found = _looked_at(record, SolvedAdviser(worlds), seats, err)
    if as_json:
        print(json.dumps({"file": shown_name(name)} | review_report(found), ensure_ascii=False), file=out)
    else:
        print_review(record, found, Console(file=out, highlight=False))
    return 0


def _looked_at(
    record: Record, adviser: Adviser, seats: Sequence[Seat], err: TextIO
) -> tuple[SeatReview, ...]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=err), transient=True) as progress:
        task = progress.add_task("decisions", total=None)
        return review(
            record.match,
            adviser,
            seats,
            progress=lambda done, whole: progress.update(task, completed=done, total=whole),
        )


def review_report(found: Sequence[SeatReview]) -> dict[str, Any]:
    """Return a review as ``musbot review --json`` prints it; chances are 0 to 1."""
    return {
        "basis": "what each seat could know at that time",
        "seats": [
            {
                "seat": each.seat,
                "accuracy": each.accuracy,
                "loss": each.loss,
                "decisions": [_decision_report(decision) for decision in each.decisions],
            }
            for each in found
        ],
    }


def _decision_report(decision: Decision) -> dict[str, Any]:
    return {
        "deal": decision.deal,
        "part": review_words.part_of(decision, ENGLISH).lower(),
        "scores": list(decision.scores),
        "hand": ranks_text(decision.cards),
        "done": str(decision.done),
        "best": str(decision.best),
        "chance": decision.chance,
        "loss": decision.loss,
        "why": review_words.why(decision, ENGLISH),
        "choices": {str(action): chance for action, chance in decision.choices},
    }


def print_review(record: Record, found: Sequence[SeatReview], console: Console) -> None:
    """Print a review: a table of the seats, then the biggest swings of each."""
    table = Table(title="What each seat made of what it could know", title_justify="left")
    table.add_column("seat")
    for name in ("decisions", "that mattered", "accuracy", "games lost in 100"):
        table.add_column(name, justify="right")
    for each in found:
        table.add_row(
            _name(record, each.seat),
            str(len(each.decisions)),
            str(sum(decision.matters for decision in each.decisions)),
            "-" if each.accuracy is None else f"{100 * each.accuracy:.0f} %",
            f"{100 * each.loss:.1f}",
        )
    console.print(table)
    for each in found:
        if each.swings:
            console.print(f"\n[bold]{_name(record, each.seat)}[/]")
        for decision in each.swings:
            console.print(
                f"  {review_words.loss_words(decision):>6}  {review_words.where(decision, ENGLISH)}, "
                f"{decision.scores[0]}-{decision.scores[1]}, with {ranks_text(decision.cards)}: "
                f"{review_words.action_words(decision, decision.done, ENGLISH)} "
                f"({100 * decision.chance:.0f} %); better: "
                f"{review_words.action_words(decision, decision.best, ENGLISH)} "
                f"({100 * decision.choices[0][1]:.0f} %)"
            )
            if sentence := review_words.why(decision, ENGLISH):
                console.print(f"          {sentence}", style="dim")


def _name(record: Record, seat: Seat) -> str:
    """Return a player's name, such that it can be printed and says nothing to the terminal."""
    name = record.players[seat - 1] if record.players else f"seat {seat}"
    return "".join(char if char.isprintable() else "?" for char in name).replace("[", r"\[")
