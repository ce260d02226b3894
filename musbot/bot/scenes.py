"""What the pictures of a table show, in words of its language. Built from the public view alone."""

from __future__ import annotations

from functools import lru_cache

from musbot.bot import phrases
from musbot.bot.reasons import described, facts, reason, shown_cards, winning_cards
from musbot.bot.words import Words
from musbot.game import Lance, LanceResult, Outcome, Phase, Word
from musbot.game.count import Settled, pair_index
from musbot.game.views import PublicView
from musbot.pictures import (
    CountScene,
    HandScene,
    LanceScene,
    SeatScene,
    ShowdownScene,
    TableScene,
    showdown_picture,
    table_picture,
)
from musbot.table import PublicTable

_FIRST = (Lance.GRANDE, Lance.CHICA, Lance.PARES)


@lru_cache(maxsize=64)
def drawn(scene: TableScene | ShowdownScene) -> bytes:
    """Return the picture of a scene. It takes some milliseconds: call it outside the event loop."""
    return table_picture(scene) if isinstance(scene, TableScene) else showdown_picture(scene)


def scene_of(table: PublicTable, words: Words) -> TableScene | ShowdownScene:
    """Return what the picture of a deal shows: the table, or the showdown once it is over.

    A table is drawn at the start of a lance and seldom in its course, so whoever opens it is told to *start*; who
    speaks later is told by the text. `ValueError` before the first deal.
    """
    deal = table.deal
    if deal is None:
        raise ValueError(f"table {table.table_id} has no deal")
    return showdown_scene(table, deal, words) if deal.is_over else table_scene(table, deal, words)


def table_scene(table: PublicTable, deal: PublicView, words: Words) -> TableScene:
    """Return the table as it stands in the middle of a deal."""
    title, detail = _board(table, deal, words)
    first, second, third, fourth = (_seat(table, deal, seat, words) for seat in (1, 2, 3, 4))
    return TableScene(
        seats=(first, second, third, fourth),
        pair_names=_pairs(table),
        scores=deal.scores,
        target=table.options.target,
        target_words=words("to {target}", target=table.options.target),
        games_words=_games(table, words),
        mano=deal.mano,
        mano_word=words("Mano"),
        turn=_opener(deal),
        turn_word=words("Starts"),
        title=title,
        detail=detail,
        lances=tuple(_chips(deal, words)),
    )


def showdown_scene(table: PublicTable, deal: PublicView, words: Words) -> ShowdownScene:
    """Return the four hands and the count."""
    first, second, third, fourth = (_hand(table, deal, seat, words) for seat in (1, 2, 3, 4))
    return ShowdownScene(
        hands=(first, second, third, fourth),
        pair_names=_pairs(table),
        scores=deal.scores,
        target=table.options.target,
        target_words=words("to {target}", target=table.options.target),
        games_words=_games(table, words),
        counts=tuple(_count(deal, result, words) for result in deal.results),
        mano=deal.mano,
    )


def _pairs(table: PublicTable) -> tuple[str, str]:
    return f"{table.name(1)} + {table.name(3)}", f"{table.name(2)} + {table.name(4)}"


def _games(table: PublicTable, words: Words) -> str:
    if table.options.games == 1:
        return ""
    return words("Games {first}–{second}", first=table.games[0], second=table.games[1])


def _seat(table: PublicTable, deal: PublicView, seat: int, words: Words) -> SeatScene:
    said = ""
    if deal.lance in (Lance.PARES, Lance.JUEGO, Lance.PUNTO) and deal.declarations:
        declared = deal.declarations[-1]
        name = words(phrases.LANCES[declared.lance])
        said = (
            words("{lance}: yes", lance=name)
            if seat in declared.holders
            else words("{lance}: no", lance=name)
        )
    elif spoken := next((each for each in reversed(deal.spoken) if each.seat == seat), None):
        raised = spoken.word is Word.BET and spoken.proposed is False and deal.bet != spoken.amount
        said = phrases.spoken_words(words, spoken, raised).replace("*", "")
    face = deal.faces[seat - 1]
    return SeatScene(name=table.name(seat), said=said, face=face or "neutral", signal=bool(face))


def _opener(deal: PublicView) -> int | None:
    """Return who speaks first in the part of the deal that is played; AI players may have spoken since. Cards are
    dropped by all at once."""
    if deal.phase is Phase.DISCARD:
        return None
    if deal.lance is None:
        return deal.mano
    spoken = (each.seat for each in deal.spoken if each.lance is deal.lance)
    return next(spoken, deal.to_act[0] if deal.to_act else None)


def _board(table: PublicTable, deal: PublicView, words: Words) -> tuple[str, str]:
    if deal.phase is Phase.DISCARD:
        return words("Discard"), words("one to four cards")
    if deal.lance is None:
        return words("Mus?"), words("{name} speaks first", name=table.name(deal.mano))
    # The picture stands for the whole lance: what is bet in it, the text below tells.
    opener = _opener(deal)
    title = words(phrases.LANCES[deal.lance])
    return title, words("{name} speaks first", name=table.name(opener)) if opener is not None else ""


def _chips(deal: PublicView, words: Words) -> list[LanceScene]:
    settled = {each.lance: each for each in deal.settled}
    last = Lance.PUNTO if deal.lance is Lance.PUNTO or Lance.PUNTO in settled else Lance.JUEGO
    chips = []
    for lance in (*_FIRST, last):
        each = settled.get(lance)
        note = _chip_note(each, words) if each else ""
        winner = pair_index(each.pair) if each and each.pair else None
        name = words(phrases.LANCES[lance])
        chips.append(LanceScene(name=name, note=note, winner=winner, current=lance is deal.lance))
    return chips


def _chip_note(settled: Settled, words: Words) -> str:
    match settled.outcome:
        case Outcome.ACCEPTED:
            return str(settled.stake)
        case Outcome.REFUSED:
            return f"+{settled.stake}"
        case Outcome.UNOPPOSED:
            return words("alone")
        case Outcome.SKIPPED:
            return words("nobody")
        case _:
            return words(phrases.OUTCOMES[settled.outcome])


def _hand(table: PublicTable, deal: PublicView, seat: int, words: Words) -> HandScene:
    own = facts(deal, seat)
    notes = [phrases.pares_words(words, own.kind)] if own.pares else []
    notes.append(str(own.total))
    return HandScene(name=table.name(seat), cards=shown_cards(deal, seat), note=" · ".join(notes))


def _count(deal: PublicView, result: LanceResult, words: Words) -> CountScene:
    name = words(phrases.LANCES[result.lance])
    if result.winner is None or result.seat is None:
        return CountScene(name, "", words(phrases.OUTCOMES[result.outcome]), None)
    if result.outcome is Outcome.ORDAGO:
        points = words("the game")
    elif result.outcome is Outcome.UNSCORED:
        points = words("not counted")
    elif result.points == result.stake + result.bonus and result.stake and result.bonus:
        points = f"{result.stake} + {result.bonus}"
    else:
        points = str(result.points)
    why = reason(words, deal, result)
    if result.outcome is not Outcome.REFUSED and len(why) > 30:
        why = described(words, deal, result.seat, result.lance)
    return CountScene(name, points, why, pair_index(result.winner), winning_cards(deal, result))
