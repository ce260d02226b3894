"""``musbot odds``: the odds of a hand on the terminal, or as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table

from musbot.ai.odds import Keep, NoHand, Odds, odds_of, percent, read_hand
from musbot.game.cards import RANKS
from musbot.game.hands import Lance, ranks_text
from musbot.game.options import Options

PLACES = ("the mano", "second", "third", "last")
MOST_KEEPS = 5
KINDS = ("no pares", "par", "medias", "duples")


def main(text: str, seat: int, options: Options, as_json: bool, out: TextIO | None = None) -> int:
    """Print the odds of a hand, the seat being 1 to 4 from the mano; return the exit status.

    It is 2 where the text is no hand, which one line on standard error says.
    """
    out = out or sys.stdout
    try:
        odds = odds_of(read_hand(text), seat - 1, options)
    except NoHand as error:
        print(f"musbot: {why_no_hand(error)}", file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps(odds_report(odds), ensure_ascii=False), file=out)
    else:
        print_odds(odds, Console(file=out, highlight=False))
    return 0


def why_no_hand(error: NoHand) -> str:
    """Return in a sentence what is wrong with a hand."""
    match error.why:
        case "rank" if error.rank.isprintable():
            return f"{error.rank!r} is no card: write four ranks of {' '.join(RANKS)}, such as R R 7 1"
        case _:
            return f"a hand has four cards: write four ranks of {' '.join(RANKS)}, such as R R 7 1"


def odds_report(odds: Odds) -> dict[str, Any]:
    """Return odds as ``musbot odds --json`` prints them; chances are 0 to 1."""
    return {
        "hand": ranks_text(odds.cards),
        "seat": odds.place + 1,
        "rules": {"preset": odds.options.preset} | odds.options.changes(),
        "pares": KINDS[odds.hand.kind],
        "juego": bool(odds.hand.juego),
        "total": odds.hand.total,
        "lances": {
            each.lance.value: {
                "win": each.win,
                "lose": each.lose,
                "both": each.both,
                "win_if_both": each.win_if_both,
                "stones": each.ours,
                "stones_against": each.theirs,
            }
            for each in odds.lances
        },
        "worth": odds.stones,
        "keep": [
            {
                "keep": ranks_text(odds.kept_cards(keep)),
                "worth": keep.stones,
                "pares": keep.pares,
                "medias_or_duples": keep.strong,
                "juego": keep.juego,
                "thirty_one": keep.thirty_one,
            }
            for keep in odds.keeps
        ],
    }


def print_odds(odds: Odds, console: Console) -> None:
    """Print odds as two tables, and what follows from them."""
    facts = odds.hand
    juego = f"juego {facts.total}" if facts.juego else f"{facts.total}, no juego"
    console.print(
        f"[bold]{ranks_text(odds.cards)}[/] · {KINDS[facts.kind]} · {juego} · seat {odds.place + 1}, "
        f"{PLACES[odds.place]} · {odds.options.kings} kings\n"
    )
    table = Table(title="As it is dealt, over all deals of the other cards", title_justify="left")
    table.add_column("lance")
    for name in ("we win", "they win", "contested", "we win then", "stones for us", "for them"):
        table.add_column(name, justify="right")
    for each in odds.lances:
        if each.lance is Lance.PUNTO and not each.both:
            continue
        plain = each.lance in (Lance.GRANDE, Lance.CHICA)
        table.add_row(
            each.lance.value,
            percent(each.win),
            percent(each.lose),
            "" if plain else percent(each.both),
            "" if plain else percent(each.win_if_both),
            f"{each.ours:.2f}",
            f"{each.theirs:.2f}",
        )
    console.print(table)
    console.print(
        "Contested: both pairs may bet. Stones: if nobody bets. Punto: given that nobody has juego.\n",
        style="dim",
    )

    table = Table(title="Which cards to keep", title_justify="left")
    for name in ("keep", "drop"):
        table.add_column(name)
    for name in ("pares", "medias, duples", "juego", "31", "worth"):
        table.add_column(name, justify="right")
    for keep in odds.keeps[:MOST_KEEPS]:
        kept = odds.kept_cards(keep)
        table.add_row(
            ranks_text(kept) or "nothing",
            ranks_text(card for card in odds.cards if card not in kept),
            percent(keep.pares),
            percent(keep.strong),
            percent(keep.juego),
            percent(keep.thirty_one),
            f"{keep.stones:+.2f}",
        )
    table.add_row("[dim]as it is[/]", "", *[""] * 4, f"{odds.stones:+.2f}")
    console.print(table)
    console.print(
        "Worth: stones more than the other pair, every lance at a stone and a half, the others having exchanged too.\n",
        style="dim",
    )
    console.print(reasons(odds))


def reasons(odds: Odds) -> str:
    """Return what to keep and why, in two sentences."""
    best = odds.keeps[0]
    second = odds.keeps[1] if len(odds.keeps) > 1 else None
    lines = [f"Keep {_kept(odds, best)}: pares {percent(best.pares)}, juego {percent(best.juego)}."]
    if second is not None:
        lance, gain = max(
            ((lance, best.by_lance[i] - second.by_lance[i]) for i, lance in enumerate(Lance)),
            key=lambda pair: pair[1],
        )
        lines.append(
            f"That is {best.stones - second.stones:.2f} stones better than keeping {_kept(odds, second)}, "
            f"most of it in {lance.value} ({gain:+.2f})."
        )
    if odds.gain > 0:
        lines.append(f"An exchange is worth {odds.gain:.2f} stones more than the hand as it is.")
    else:
        lines.append(
            f"But the hand as it is is worth {-odds.gain:.2f} stones more than an exchange: cut the mus."
        )
    return " ".join(lines)


def _kept(odds: Odds, keep: Keep) -> str:
    return ranks_text(odds.kept_cards(keep)) or "nothing"
