"""The message of a table in play: one for each deal, edited with every word and left behind at its end.

It is written from the public view alone, so it cannot tell a card before the showdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ButtonStyle, ui

from musbot.bot import phrases
from musbot.bot.faces import faces_line
from musbot.bot.fairness import cut_buttons, promise
from musbot.bot.ids import ClickId
from musbot.bot.layout import (
    BLUE,
    BUTTONS_IN_ROW,
    FELT,
    LONGEST_TEXT,
    ORANGE,
    Item,
    Letter,
    box,
    button,
    picture,
    rows,
    text,
)
from musbot.bot.lobby import PAIR_MARKS, pair_names, pair_with_levels, seat_name
from musbot.bot.names import shown as shown_name
from musbot.bot.reasons import reason
from musbot.bot.talk import MOST_SAID, talk
from musbot.bot.timing import away_words, back_buttons, countdown
from musbot.bot.words import Words
from musbot.game import Outcome, Phase, Word
from musbot.game.count import LanceResult, pair_index
from musbot.game.hands import ranks_text
from musbot.game.views import PublicView
from musbot.table import PublicTable

_STYLES = {
    Word.MUS: ButtonStyle.success,
    Word.CUT: ButtonStyle.primary,
    Word.HOLD: ButtonStyle.secondary,
    Word.CALL: ButtonStyle.success,
    Word.FOLD: ButtonStyle.secondary,
    Word.BET: ButtonStyle.primary,
    Word.ORDAGO: ButtonStyle.danger,
    Word.AGREE: ButtonStyle.success,
}

_SAID = frozenset({*map(str, _STYLES), "discard"})
_OWN = frozenset({"hand", "signal", "tips"})

Moment = tuple[object, ...]
"""A moment at which the picture of a table is drawn anew."""


def moment_of(table: PublicTable) -> Moment:
    """Return what makes a new picture: the deal, its mus rounds, its lances, its end, and who sits there."""
    deal = table.deal
    if deal is None:
        raise ValueError(f"table {table.table_id} has no deal")
    return table.deal_number, deal.mus_rounds, deal.phase, deal.lance, table.seats, deal.signals


def picture_name(table: PublicTable) -> str:
    """Return the file name of the picture."""
    return "showdown.png" if table.deal is not None and table.deal.is_over else "table.png"


def board(
    table: PublicTable, words: Words, *, live: bool = True, notice: str = "", title: str = ""
) -> Letter:
    """Return the table message of a deal, in play or over, without its picture's bytes.

    :param live: with the picture's place and the buttons; without them it is a copy for one reader.
    :param notice: a sentence that stands in place of the buttons while nothing can be pressed.
    :param title: what the table is called, where it is more than a number.

    `ValueError` before the first deal.
    """
    above, buttons, colour = parts(table, words, live=live, notice=notice, title=title)
    return Letter((box(*above, *in_rows(buttons), colour=colour),), keeps_files=live)


def in_rows(buttons: Sequence[ui.Button[Any]]) -> list[Item]:
    """Return the buttons of a board: what may be said in rows of its own, so that a thumb finds each in its place."""
    said = [each for each in buttons if _action_of(each) in _SAID]
    own = [each for each in buttons if _action_of(each) in _OWN]
    other = [each for each in buttons if each not in said and each not in own]
    return [*rows(said, 2 if len(said) == 4 else BUTTONS_IN_ROW), *rows(own), *rows(other)]


def _action_of(offered: ui.Button[Any]) -> str:
    click = ClickId.parse(offered.custom_id or "")
    return click.action if click is not None else ""


def parts(
    table: PublicTable, words: Words, *, live: bool = True, notice: str = "", title: str = ""
) -> tuple[list[Item], list[ui.Button[Any]], int]:
    """Return what `board` is made of: the texts and the picture, the buttons below them, and the colour."""
    deal = table.deal
    if deal is None:
        raise ValueError(f"table {table.table_id} has no deal")
    closed = table.status == "closed" and not deal.is_over
    header = _header(table, deal, words, title)
    if deal.is_over:
        below = [_showdown(table, deal, words), _outcome(table, deal, words), promise(table, words)]
    elif closed:
        below = [words("**This table was closed.** The game does not count.")]
        if table.closed_why == "deserted":
            below = [words("**This table was closed:** everybody was away. The game does not count.")]
        if table.tournament:
            below = [words("**This table was closed:** its meeting is decided.")]
    else:
        turn = _turn(table, deal, words) + countdown(table)
        below = [faces_line(table, deal, words), turn, away_words(table, words), notice]
    written = ""
    for most in MOST_SAID:
        parts = [talk(table, deal, words, most), *below]
        written = "\n\n".join(part for part in parts if part)
        if len(header) + len(written) <= LONGEST_TEXT:
            break
    colour = FELT if not deal.to_act else BLUE if deal.to_act[0] % 2 else ORANGE
    offered = _buttons(table, deal, words) if live and not deal.is_over and not closed else []
    if notice:
        offered = []
    image = [picture(picture_name(table), _described(table, deal, words))] if live else []
    return [text(header), *image, text(written)], offered, colour


def _described(table: PublicTable, deal: PublicView, words: Words) -> str:
    """Return the text that stands for the picture; the message tells the same in full."""
    scores = f"{deal.scores[0]}–{deal.scores[1]}"
    names = f"{table.name(1)} + {table.name(3)}", f"{table.name(2)} + {table.name(4)}"
    if deal.is_over:
        return words(
            "The showdown: {first} against {second}, {scores}", first=names[0], second=names[1], scores=scores
        )
    lance = words(phrases.LANCES[deal.lance]) if deal.lance else words("Mus")
    return words(
        "The table: {first} against {second}, {scores}, {lance}, mano {mano}",
        first=names[0],
        second=names[1],
        scores=scores,
        lance=lance,
        mano=table.name(deal.mano),
    )


def _header(table: PublicTable, deal: PublicView, words: Words, title: str) -> str:
    before, after = deal.scores_before, deal.scores
    head = words("### Mus · table {table} · deal {deal}", table=table.table_id, deal=table.deal_number)
    if title:
        head = words("### {title} · deal {deal}", title=title, deal=table.deal_number)
    lines = [head]
    for pair in (0, 1):
        score = f"**{after[pair]}**"
        if deal.is_over and before[pair] != after[pair]:
            score = f"{before[pair]} → {score}"
        games = words(" · games won: {games}", games=table.games[pair]) if table.options.games > 1 else ""
        lines.append(f"{PAIR_MARKS[pair]} {score} · {pair_with_levels(table, pair, words)}{games}")
    mano = seat_name(table, deal.mano, words)
    lines.append(words("-# 🍃 mano: {name} · to {target}", name=mano, target=table.options.target))
    if not deal.is_over:
        lines.append(promise(table, words))
    return "\n".join(lines).rstrip()


def _turn(table: PublicTable, deal: PublicView, words: Words) -> str:
    if deal.phase is Phase.DISCARD:
        waiting = ", ".join(_who(table, seat) for seat in deal.to_act)
        return words("▶ Everyone drops one to four cards. Still choosing: {people}", people=waiting)
    seat = deal.to_act[0]
    who = _who(table, seat)
    if deal.phase is Phase.MUS or deal.lance is None:
        return words("▶ {who}: mus, or no mus?", who=who)
    lance = words(phrases.LANCES[deal.lance])
    if deal.bet or deal.ordago:
        asked = words("▶ {who} answers · {stakes}", who=who, stakes=_stakes(table, deal, lance, words))
    else:
        asked = words("▶ {who} speaks · **{lance}**, no bet yet", who=who, lance=lance)
    if deal.proposal is None:
        return asked
    question = words(
        "Your partner {partner} {would}. Agree, or do otherwise?",
        partner=seat_name(table, deal.proposal.seat, words),
        would=phrases.proposed_words(words, deal.proposal, bool(deal.bet)),
    )
    return asked + (" " if asked.endswith(".") else ". ") + question


def _stakes(table: PublicTable, deal: PublicView, lance: str, words: Words) -> str:
    """Return what is open: whose bet, and what it brings them if it is not called."""
    bettor = deal.bettor
    name = seat_name(table, bettor, words)
    if deal.ordago:
        bet = words("**{lance}**: {name} says **órdago**, for the whole game.", lance=lance, name=name)
    else:
        bet = words("**{lance}**: {name} bets **{stones}**.", lance=lance, name=name, stones=deal.bet)
    refusing = words.n(
        "Passing gives {pair} {count} stone.",
        "Passing gives {pair} {count} stones.",
        deal.refusal,
        pair=PAIR_MARKS[(bettor - 1) % 2],
    )
    return f"{bet} {refusing}"


def _who(table: PublicTable, seat: int) -> str:
    sitter = table.sitter(seat)
    return f"<@{sitter.person_id}>" if sitter.person_id is not None else f"**{shown_name(sitter.name)}**"


def _showdown(table: PublicTable, deal: PublicView, words: Words) -> str:
    assert deal.showdown is not None
    hands = [
        f"{PAIR_MARKS[(seat - 1) % 2]} `{ranks_text(deal.showdown[seat - 1])}` {seat_name(table, seat, words)}"
        for seat in (1, 2, 3, 4)
    ]
    lines = [_result(table, deal, result, words) for result in deal.results]
    return "\n".join([*hands, "", *lines])


def _result(table: PublicTable, deal: PublicView, result: LanceResult, words: Words) -> str:
    """Return how a lance was counted, ``Pares · 4 + 4 bonus · ▲ Ane + Carla``, and why in small print below."""
    name = f"**{words(phrases.LANCES[result.lance])}**"
    if result.winner is None or result.seat is None or result.outcome is Outcome.UNSCORED:
        return f"{name} · " + words(phrases.OUTCOMES[result.outcome])
    pair = pair_index(result.winner)
    worth = phrases.result_worth(words, result)
    why = reason(words, deal, result)
    return f"{name} · **{worth}** · {PAIR_MARKS[pair]} {pair_names(table, pair, words)}\n-# {why}"


def _outcome(table: PublicTable, deal: PublicView, words: Words) -> str:
    """Return who has won the game, where another follows: of the last one the message below tells."""
    if deal.game_winner is None or table.winner is not None:
        return ""
    pair = pair_index(deal.game_winner)
    return words("**{names} win the game.**", names=f"{PAIR_MARKS[pair]} {pair_names(table, pair, words)}")


def _style(word: Word, deal: PublicView) -> ButtonStyle:
    """Return how a word looks: what the partner proposes is green alone, lest *Call* be taken for agreeing to pass."""
    if word is Word.CALL and Word.AGREE in deal.words:
        return ButtonStyle.secondary
    return _STYLES[word]


def _buttons(table: PublicTable, deal: PublicView, words: Words) -> list[ui.Button[Any]]:
    here = table.revision
    buttons = [
        button(ClickId(table.table_id, here, str(word)), words(phrases.LABELS[word]), _style(word, deal))
        for word in deal.words
    ]
    if deal.phase is Phase.DISCARD:
        buttons.append(
            button(ClickId(table.table_id, here, "discard"), words("Discard"), ButtonStyle.primary)
        )
    buttons.append(button(ClickId(table.table_id, 0, "hand"), words("My hand")))
    if table.options.signals != "off":
        buttons.append(button(ClickId(table.table_id, 0, "signal"), words("Signal")))
    buttons.append(button(ClickId(table.table_id, 0, "tips"), words("? Tips")))
    return [*buttons, *cut_buttons(table, words), *back_buttons(table, words)]
