"""A second opinion on the rules, written from their text alone and in another way than musbot.game.

Hands are strings of ranks, a lance is replayed from its first word whenever it is asked about, and the count
goes through the table of the rules line by line. Slow, and meant to be read beside the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import combinations_with_replacement

ORDER = {8: "RCS76541", 4: "RCS7654321"}
JUEGO = [31, 32, 40, 37, 36, 35, 34, 33]


def read(cards: str, kings: int) -> str:
    """Ranks as the game reads them, highest first: with 8 kings a three is a king and a two an ace."""
    ranks = cards.replace(" ", "")
    if kings == 8:
        ranks = ranks.replace("3", "R").replace("2", "1")
    return "".join(sorted(ranks, key=ORDER[kings].index))


def total(ranks: str) -> int:
    return sum(10 if rank in "RCS" else int(rank) for rank in ranks)


def has_pares(ranks: str) -> str:
    pairs = [rank for rank in set(ranks) if ranks.count(rank) >= 2]
    if len(pairs) == 2 or len(set(ranks)) == 1:
        return "duples"
    if pairs and ranks.count(pairs[0]) == 3:
        return "medias"
    return "par" if pairs else ""


def _first_difference(a: Sequence[int], b: Sequence[int]) -> int:
    for x, y in zip(a, b, strict=True):
        if x != y:
            return 1 if x < y else -1
    return 0


def compare(lance: str, a: str, b: str, kings: int, real31: bool = False) -> int:
    """1 where hand a is better than b, -1 where it is worse, 0 where only the mano can tell."""
    place = ORDER[kings].index
    high_a, high_b = [place(rank) for rank in a], [place(rank) for rank in b]
    if lance == "grande":
        return _first_difference(high_a, high_b)
    if lance == "chica":
        return -_first_difference(high_a[::-1], high_b[::-1])
    if lance == "punto":
        return (total(a) > total(b)) - (total(a) < total(b))
    if lance == "juego":
        real_a, real_b = (real31 and total(h) == 31 and h.count("7") == 3 for h in (a, b))
        if real_a != real_b:
            return 1 if real_a else -1
        x, y = JUEGO.index(total(a)), JUEGO.index(total(b))
        return (x < y) - (x > y)
    kinds = ["duples", "medias", "par"]
    x, y = kinds.index(has_pares(a)), kinds.index(has_pares(b))
    if x != y:
        return 1 if x < y else -1
    # Duples by the higher pair, then the lower: the second and the fourth card tell which they are.
    if has_pares(a) == "duples":
        return _first_difference((high_a[1], high_a[3]), (high_b[1], high_b[3]))
    return _first_difference([_paired(a, place)], [_paired(b, place)])


def _paired(ranks: str, place: Callable[[str], int]) -> int:
    return next(place(rank) for rank in ranks if ranks.count(rank) >= 2)


def bonus(lance: str, ranks: str) -> int:
    if lance == "pares":
        return {"duples": 3, "medias": 2, "par": 1, "": 0}[has_pares(ranks)]
    return 0 if total(ranks) < 31 else 3 if total(ranks) == 31 else 2


def all_hands(kings: int) -> list[str]:
    return ["".join(ranks) for ranks in combinations_with_replacement(ORDER[kings], 4)]


def ranked(lance: str, kings: int, real31: bool) -> list[list[str]]:
    """The hands that may play a lance, from the worst to the best; equal ones stand together."""
    able = [
        ranks
        for ranks in all_hands(kings)
        if not (lance == "pares" and not has_pares(ranks)) and not (lance == "juego" and total(ranks) < 31)
    ]
    order: list[list[str]] = []

    def difference(a: str, b: str) -> int:
        return compare(lance, a, b, kings, real31)

    for ranks in sorted(able, key=cmp_to_key(difference)):
        if order and compare(lance, order[-1][0], ranks, kings, real31) == 0:
            order[-1].append(ranks)
        else:
            order.append([ranks])
    return order


# Betting


@dataclass(frozen=True)
class Rules:
    target: int
    consult: bool
    two: bool


class Waiting(Exception):
    """The words end here: `seat` may say one of `may`."""

    def __init__(self, seat: int, may: set[str]) -> None:
        super().__init__(seat, may)
        self.seat, self.may = seat, may


Said = tuple[int, str]


def listen(words: Sequence[Said], able: Sequence[int], rules: Rules) -> tuple[str, int, str]:
    """Replay one lance; return its outcome, the stones it is for and who won it by a refusal.

    `able` are the seats that may bet, from the mano. Raises `Waiting` where the words do not end it.
    """
    rest = list(words)

    def hear(seat: int, may: set[str]) -> str:
        if not rest:
            raise Waiting(seat, may)
        who, word = rest.pop(0)
        assert who == seat
        assert word in may, (word, may)
        return word

    def partner(seat: int) -> int:
        return {1: 3, 2: 4, 3: 1, 4: 2}[seat]

    def bets(least: int) -> set[str]:
        if rules.two:
            return {f"bet {least}"} if least <= rules.target else set()
        return {f"bet {stones}" for stones in range(least, rules.target + 1)}

    def settled(seat: int, word: str, least: int, closed: bool) -> Said:
        """What the pair of a seat says in the end, once the partner has been asked."""
        if not rules.consult or word == "hold" or partner(seat) not in able:
            return seat, word
        if word == "ordago":
            may = set()
        elif word.startswith("bet"):
            # A higher bet, by one or more.
            may = (set() if rules.two else bets(int(word[4:]) + 1)) | {"ordago"}
        else:
            may = {"call", "fold"} - {word}
            if not closed:
                may |= bets(least) | {"ordago"}
        answer = hear(partner(seat), may | {"agree"})
        return (seat, word) if answer == "agree" else (partner(seat), answer)

    for seat in able:
        bettor, word = settled(seat, hear(seat, {"hold", "ordago"} | bets(2)), 2, False)
        if word != "hold":
            break
    else:
        return "held", 0, ""

    ladder = [word]
    while True:
        stones = [int(word[4:]) for word in ladder if word != "ordago"]
        closed = ladder[-1] == "ordago"
        least = stones[-1] + 2 if stones else 2
        may = {"call", "fold"} if closed else {"call", "fold", "ordago"} | bets(least)
        following = [(bettor - 1 + step) % 4 + 1 for step in (1, 3)]
        final: Said = (0, "fold")
        for seat in [seat for seat in following if seat in able]:
            final = settled(seat, hear(seat, may), least, closed)
            if final[1] != "fold" or rules.consult:
                break
        if final[1] == "call":
            return ("ordago", 0, "") if closed else ("accepted", stones[-1], "")
        if final[1] == "fold":
            before = stones if closed else stones[:-1]
            return "refused", before[-1] if before else 1, "A" if bettor in (1, 3) else "B"
        bettor = final[0]
        ladder.append(final[1])


# The count


@dataclass(frozen=True)
class Table:
    kings: int
    real31: bool
    held_all: bool
    punto_bonus: int
    rules: Rules


def speakers(lance: str, hands: dict[int, str], order: Sequence[int]) -> list[int]:
    if lance == "pares":
        return [seat for seat in order if has_pares(hands[seat])]
    if lance == "juego":
        return [seat for seat in order if total(hands[seat]) >= 31]
    return list(order)


def score(
    table: Table, hands: dict[int, str], mano: int, before: Sequence[int], said: dict[str, list[Said]]
) -> tuple[list[dict[str, object]], list[int]]:
    """The score sheet of a finished deal: its lances and the pairs' stones after it."""
    order = [(mano - 1 + step) % 4 + 1 for step in range(4)]
    target = table.rules.target
    points = {"A": before[0], "B": before[1]}
    decided: list[tuple[str, str, int, str, list[int]]] = []
    at_once: Counter[str] = Counter()

    def add(pair: str, stones: int) -> int:
        gained = min(stones, target - points[pair])
        points[pair] += gained
        return gained

    for lance in ("grande", "chica", "pares", "juego", "punto"):
        able = speakers(lance, hands, order)
        if lance == "juego" and not able:
            continue
        if lance == "punto" and speakers("juego", hands, order):
            continue
        pairs = {"A" if seat in (1, 3) else "B" for seat in able}
        if len(pairs) < 2:
            decided.append((lance, "unopposed" if able else "skipped", 0, "".join(pairs), able))
            continue
        outcome, stake, pair = listen(said.get(lance, []), able, table.rules)
        if outcome == "held":
            stake = 1 if table.held_all or lance in ("grande", "chica") else 0
        decided.append((lance, outcome, stake, pair, able))
        if outcome == "refused":
            at_once[lance] = add(pair, stake)
        if outcome == "ordago" or max(points.values()) == target:
            break

    ordago = decided[-1][1] == "ordago"
    over = ordago or max(points.values()) == target
    sheet: list[dict[str, object]] = []
    for lance, outcome, stake, pair, able in decided:
        line: dict[str, object] = {"lance": lance, "outcome": outcome, "stake": stake}
        if outcome == "skipped":
            sheet.append(line | {"bonus": 0, "winner": None, "seat": None, "points": 0})
            continue
        best = 0
        for seat in able:
            if pair and (seat in (1, 3)) != (pair == "A"):
                continue
            if not best or compare(lance, hands[seat], hands[best], table.kings, table.real31) > 0:
                best = seat
        winner = "A" if best in (1, 3) else "B"
        cards = 0
        if lance in ("pares", "juego"):
            cards = sum(bonus(lance, hands[seat]) for seat in ((1, 3) if winner == "A" else (2, 4)))
        elif lance == "punto":
            cards = table.punto_bonus
        if outcome == "ordago":
            cards, gained = 0, add(winner, target)
        elif over:
            gained = 0
            if outcome != "refused":
                line["outcome"] = "unscored"
        else:
            gained = add(winner, cards + (0 if outcome == "refused" else stake))
            over = points[winner] == target
        sheet.append(
            line | {"bonus": cards, "winner": winner, "seat": best, "points": at_once[lance] + gained}
        )
    return sheet, [points["A"], points["B"]]
