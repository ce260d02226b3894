"""What was said in a deal, told so that a telephone shows it at a glance.

The lance that is being played is told word by word, one that is settled in a short line: the last bet, and what
came of it. The last lance that was settled keeps its last word until somebody speaks in the next one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from musbot.bot import phrases
from musbot.bot.lobby import PAIR_MARKS, seat_name
from musbot.bot.words import Words
from musbot.game import Lance, Outcome, Phase, Word
from musbot.game.count import Settled, pair_index
from musbot.game.views import Declaration, PublicView, Spoken
from musbot.table import PublicTable

MOST_SAID = (12, 6, 4, 2)
"""How many words of a lance are told, the last ones: fewer where a long talk would leave no room for the rest."""

_BETS = (Word.BET, Word.ORDAGO)


def talk(table: PublicTable, deal: PublicView, words: Words, most: int = MOST_SAID[0]) -> str:
    """Return what was said in a deal, a line for the mus and one for each lance.

    When the deal is over, the count tells of the lances, so they are told here only where the clock spoke in one.

    :param most: how many words of one lance are told.
    """
    lines = _mus_talk(table, deal, words, most)
    if deal.is_over and not any(each.by_clock for each in deal.spoken if each.lance):
        return "\n".join(lines)
    for settled in deal.settled:
        latest = settled is deal.settled[-1] and not _spoken_in(deal, deal.lance)
        lines.append(_settled(table, deal, settled, words, latest=latest))
    if deal.lance is not None:
        declared = _declared(deal, deal.lance)
        if declared is not None:
            asked = words(phrases.LANCES[declared.lance])
            lines.append(f"**{asked}?** {_holders(table, declared, words)}")
        said = _said(table, _spoken_in(deal, deal.lance), words, most)
        if said:
            lines.append(f"**{words(phrases.LANCES[deal.lance])}** {said}")
    return "\n".join(lines)


def _mus_talk(table: PublicTable, deal: PublicView, words: Words, most: int) -> list[str]:
    """Return what came of the mus: how many cards each dropped last, and who cut or is being waited for.

    That four said mus before a drop goes without saying.
    """
    rounds = [
        (dropped, tuple(each))
        for dropped, each in groupby(_spoken_in(deal, None), key=lambda line: line.word is Word.DROP)
    ]
    drops = [each for dropped, each in rounds if dropped]
    lines = []
    if len(drops) > 1:
        earlier = words.n("{count} earlier round of mus", "{count} earlier rounds of mus", len(drops) - 1)
        lines.append(f"-# {earlier}")
    if drops:
        cards = [
            f"{seat_name(table, each.seat, words)}\u00a0{each.amount}{_clock(each)}" for each in drops[-1]
        ]
        lines.append(f"**{words('Drops')}** " + " · ".join(cards))
    if rounds and not rounds[-1][0] and deal.phase is not Phase.DISCARD:
        spoken = rounds[-1][1]
        cut = spoken[-1].word is Word.CUT
        lines.append(f"**{words('Mus')}** " + _said(table, spoken[-1:] if cut else spoken, words, most))
    return lines


def _settled(table: PublicTable, deal: PublicView, settled: Settled, words: Words, *, latest: bool) -> str:
    spoken = _spoken_in(deal, settled.lance)
    bets = [each for each in spoken if each.word in _BETS]
    told = [bets[-1]] if bets else []
    if latest and spoken and spoken[-1] not in told:
        # Whoever agrees to pass is not to be taken for one who agrees to the bet: what was proposed is told.
        agreed = spoken[-1].word is Word.AGREE and len(spoken) > 1
        told.append(spoken[-2] if agreed else spoken[-1])
    # What was proposed and agreed to has become the pair's.
    said = " · ".join(_line(table, spoken, each, words, asked=False) for each in told)
    declared = _declared(deal, settled.lance)
    title = f"**{words(phrases.LANCES[settled.lance])}**"
    if declared is not None and settled.outcome not in (Outcome.UNOPPOSED, Outcome.SKIPPED):
        others = [seat for seat in declared.order if seat not in declared.holders]
        if others and settled.lance is declared.lance:
            title += " " + words("(not {names})", names=_names(table, others, words))
    ending = _ending(table, settled, declared, words)
    if not latest and settled.outcome is Outcome.ACCEPTED:
        # What was bet is what is at stake.
        ending = f"→ {words(phrases.OUTCOMES[settled.outcome])}"
    # What the clock has said is marked for good, also where the word itself is told no more.
    late = [each.seat for each in spoken if each.by_clock and each not in told]
    clock = f" · ⏱ {_names(table, sorted(set(late)), words)}" if late else ""
    return " ".join(part for part in (title, said, ending) if part) + clock


def _ending(table: PublicTable, settled: Settled, declared: Declaration | None, words: Words) -> str:
    match settled.outcome:
        case Outcome.HELD:
            return words("→ held")
        case Outcome.ACCEPTED:
            return words("→ **{stones}** at stake", stones=settled.stake)
        case Outcome.REFUSED if settled.pair:
            mark = PAIR_MARKS[pair_index(settled.pair)]
            return words.n("→ {mark} **+{count}**", "→ {mark} **+{count}**", settled.stake, mark=mark)
        case Outcome.ORDAGO:
            return words("→ **the game is at stake**")
        case Outcome.UNOPPOSED if settled.pair:
            mark = PAIR_MARKS[pair_index(settled.pair)]
            names = _names(table, declared.holders if declared else (), words)
            return words("→ only {pair} have it", pair=f"{mark} {names}".rstrip())
        case _:
            return words("→ nobody has it")


def _declared(deal: PublicView, lance: Lance) -> Declaration | None:
    """Return what the seats declared before a lance; the punto is played since nobody has juego."""
    wanted = Lance.JUEGO if lance is Lance.PUNTO else lance
    return next((each for each in deal.declarations if each.lance is wanted), None)


def _holders(table: PublicTable, declared: Declaration, words: Words) -> str:
    holders = [seat for seat in declared.order if seat in declared.holders]
    others = [seat for seat in declared.order if seat not in declared.holders]
    if not holders:
        return words("nobody has it")
    if not others:
        return words("all four have it")
    if len(others) == 1:
        return words("all but {name} have it", name=_names(table, others, words))
    return _names(table, holders, words)


def _spoken_in(deal: PublicView, lance: Lance | None) -> tuple[Spoken, ...]:
    return tuple(each for each in deal.spoken if each.lance is lance)


def _said(table: PublicTable, spoken: tuple[Spoken, ...], words: Words, most: int) -> str:
    parts = [_line(table, spoken, each, words) for each in spoken[-most:]]
    return " · ".join(parts if len(spoken) <= most else ["…", *parts])


def _line(
    table: PublicTable, spoken: tuple[Spoken, ...], said: Spoken, words: Words, *, asked: bool = True
) -> str:
    """Return one word of a lance: who said what. What is asked of the partner ends with a question mark."""
    place = next(index for index, each in enumerate(spoken) if each is said)
    raised = any(earlier.word is Word.BET for earlier in spoken[:place])
    word = phrases.spoken_words(words, said, raised)
    return (
        f"{seat_name(table, said.seat, words)}: {word}{'?' if said.proposed and asked else ''}{_clock(said)}"
    )


def _names(table: PublicTable, seats: Iterable[int], words: Words) -> str:
    return ", ".join(seat_name(table, seat, words) for seat in seats)


def _clock(said: Spoken) -> str:
    return " ⏱" if said.by_clock else ""
