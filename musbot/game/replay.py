"""``musbot replay``: check records and print their score sheets."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, TextIO

from musbot.game.deal import Deal
from musbot.game.files import read_file, shown_name
from musbot.game.record import Record


def main(files: Sequence[str], as_json: bool, out: TextIO | None = None, err: TextIO | None = None) -> int:
    """Replay files in order; return the exit status, 2 where one of them is unreadable or illegal.

    The files before a bad one are printed; what is wrong with it is one line on `err`.
    """
    out, err = out or sys.stdout, err or sys.stderr
    for number, name in enumerate(files):
        shown = shown_name(name)
        try:
            record = read_file(name)
        except ValueError as error:
            print(error, file=err)
            return 2
        if as_json:
            sheet = score_sheet(record)
            print(
                json.dumps({"file": shown} | sheet if len(files) > 1 else sheet, ensure_ascii=False), file=out
            )
        else:
            if len(files) > 1:
                print(f"{'' if number == 0 else chr(10)}== {shown}", file=out)
            print(sheet_text(record), file=out)
    return 0


def score_sheet(record: Record) -> dict[str, Any]:
    """Return the score sheet of a record, as ``musbot replay --json`` prints it."""
    match = record.match
    legal = match.legal()
    return {
        "complete": match.is_over,
        "winner": match.winner,
        "games": {"A": match.games[0], "B": match.games[1]},
        "scores": list(match.scores),
        "deals": [_deal_sheet(deal) for deal in match.deals],
        "to_act": match.to_act[0] if match.to_act else None,
        "legal": legal.texts(),
    }


def _deal_sheet(deal: Deal) -> dict[str, Any]:
    return {
        "mano": deal.mano,
        "scores_before": list(deal.scores_before),
        "scores_after": list(deal.scores),
        "lances": [
            {
                "lance": result.lance.value,
                "outcome": result.outcome.value,
                "stake": result.stake,
                "bonus": result.bonus,
                "winner": result.winner,
                "seat": result.seat,
                "points": result.points,
            }
            for result in deal.results
        ],
    }


def sheet_text(record: Record) -> str:
    """Return the score sheet of a record as text, deal by deal."""
    match, names = record.match, record.players or ("seat 1", "seat 2", "seat 3", "seat 4")
    pairs = {"A": f"{names[0]} and {names[2]}", "B": f"{names[1]} and {names[3]}"}
    options = match.options
    changes = ", ".join(f"{name} {value}" for name, value in options.changes().items())
    lines = [
        f"{pairs['A']} (A) against {pairs['B']} (B)",
        f"rules {options.preset}{', ' + changes if changes else ''}, to {options.target}",
    ]
    for number, deal in enumerate(match.deals, 1):
        before, after = deal.scores_before, deal.scores
        mano = f"mano {names[deal.mano - 1]}"
        lines += ["", f"Deal {number}, {mano}: {before[0]}-{before[1]} -> {after[0]}-{after[1]}"]
        for r in deal.results:
            won = f"{r.winner} ({names[r.seat - 1]})" if r.seat else "-"
            lines.append(
                f"  {r.lance:7} {r.outcome:10} stake {r.stake:2}  bonus {r.bonus}  +{r.points:<2} {won}"
            )
        if not deal.is_over:
            lines += [f"  {s.lance:7} {s.outcome:10} stake {s.stake:2}" for s in deal.settled]
        if deal.game_winner:
            lines.append(f"  Game won by {deal.game_winner}: {pairs[deal.game_winner]}")
    lines.append("")
    if match.winner:
        games = f" by {max(match.games)} games to {min(match.games)}" if options.games > 1 else ""
        lines.append(f"Won by {match.winner}{games}: {pairs[match.winner]}")
    elif match.to_act:
        legal = match.legal()
        lines.append(f"Unfinished. To act: {names[legal.seat - 1]}, who may {', '.join(legal.texts())}")
    else:
        lines.append("Unfinished.")
    return "\n".join(lines)
