"""``musbot fair``: prove from a record that every deal of a game was shuffled as had been promised."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from musbot.game.actions import Action, Word
from musbot.game.cards import card_names
from musbot.game.deal import Deal
from musbot.game.fair import SECRET_BYTES, SHOWN_DIGITS, Cut, FairDeal, commitment_of, first_mano
from musbot.game.files import read_file, shown_name
from musbot.game.record import Record, RecordError
from musbot.game.seats import SEATS
from musbot.game.shuffle import Dealer, SeededShuffle


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a deal was fair."""

    number: int
    """1 for the first deal."""
    deal: FairDeal | None
    """What the record tells of its shuffle."""
    cards: int
    """Cards that were found to be those of the seed, exchanged ones included."""
    fault: str
    """What is not as it should be; empty where the deal was fair."""

    @property
    def is_fair(self) -> bool:
        """Whether nothing is wrong."""
        return not self.fault


def audit(record: Record) -> list[Verdict]:
    """Return the verdict on every deal of a record.

    `RecordError` where it holds nothing under ``fair``, or nothing that can be understood.
    """
    told = read_fair(record)
    if not told:
        raise RecordError("it holds no [[fair]], so there is nothing to check")
    return [_verdict(deal, number, told.get(number)) for number, deal in enumerate(record.match.deals, 1)]


def read_fair(record: Record) -> dict[int, FairDeal]:
    """Return what a record tells of the shuffles, by deal (1 is the first); `RecordError` where it is unreadable."""
    tables = record.extra.get("fair", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise RecordError("fair must be tables, [[fair]]")
    told: dict[int, FairDeal] = {}
    for place, table in enumerate(tables, 1):
        try:
            number, deal = _read_table(table)
        except ValueError as error:
            raise RecordError(f"fair {place}: {error}") from None
        if not 1 <= number <= len(record.match.deals):
            raise RecordError(f"fair {place}: there is no deal {number}")
        if number in told:
            raise RecordError(f"fair {place}: deal {number} was told already")
        told[number] = deal
    return told


def _read_table(table: dict[str, Any]) -> tuple[int, FairDeal]:
    unknown = sorted(set(table) - {"deal", "commitment", "secret", "cuts"})
    if unknown:
        raise ValueError(f"there is no key {unknown[0]!r}")
    number = table.get("deal")
    if type(number) is not int:
        raise ValueError("deal must be a number")
    commitment, secret = (_read_hex(table, name) for name in ("commitment", "secret"))
    return number, FairDeal(commitment.hex(), _read_cuts(table), secret)


def _read_hex(table: dict[str, Any], name: str) -> bytes:
    digits = 2 * SECRET_BYTES
    text = table.get(name)
    if not isinstance(text, str) or len(text) != digits or set(text.lower()) - set("0123456789abcdef"):
        raise ValueError(f"{name} must be {digits} hexadecimal digits")
    return bytes.fromhex(text)


def _read_cuts(table: dict[str, Any]) -> tuple[Cut, ...]:
    cuts = table.get("cuts", [])
    if not isinstance(cuts, list) or not all(map(_is_cut, cuts)):
        raise ValueError("cuts must be a list of { seat = 1, text = ... }, the seat of who left being 0")
    return tuple(Cut(cut["seat"], cut["text"]) for cut in cuts)


def _is_cut(cut: object) -> bool:
    if not isinstance(cut, dict) or set(cut) != {"seat", "text"}:
        return False
    seat, text = cut["seat"], cut["text"]
    return type(seat) is int and seat in (0, *SEATS) and isinstance(text, str)


def _verdict(deal: Deal, number: int, told: FairDeal | None) -> Verdict:
    if told is None or told.secret is None:
        return Verdict(number, None, 0, "the record does not tell its secret")
    digest = commitment_of(told.secret)
    if digest != told.commitment:
        fault = f"SHA-256 of its secret is {digest}, but {told.commitment} was committed to"
        return Verdict(number, told, 0, fault)
    mano = deal.actions[0].seat if deal.actions else deal.mano
    if number == 1 and mano != first_mano(told.seed):
        return Verdict(
            number, told, 0, f"its seed makes seat {first_mano(told.seed)} the mano, not seat {mano}"
        )
    cards, fault = _deal_again(deal, mano, told.seed)
    return Verdict(number, told, cards, fault)


def _deal_again(deal: Deal, mano: int, seed: bytes) -> tuple[int, str]:
    """Return how many cards of a deal are those of a seed, and where the first other one is."""
    twin = Deal(deal.options, mano, deal.scores_before, first=deal.first)
    dealer = Dealer(twin, SeededShuffle(seed).below)
    due, cards = dealer.serve(), 0
    for line, action in enumerate(deal.actions, 1):
        if action.word is Word.DEAL or action.word is Word.SHUFFLE:
            # The record is legal, so it deals to the same seats, and as many cards.
            expected = due.pop(0)
            if not _same(expected, action):
                return cards, (
                    f"line {line}: its seed gives seat {expected.seat} {card_names(expected.cards)}, "
                    f"the record {card_names(action.cards)}"
                )
            cards += len(action.cards)
        else:
            twin.push(action)
            due += dealer.serve()
    return cards, ""


def _same(one: Action, other: Action) -> bool:
    return one.word is other.word and one.seat == other.seat and set(one.cards) == set(other.cards)


# The command


def main(files: Sequence[str], as_json: bool, out: TextIO | None = None, err: TextIO | None = None) -> int:
    """Check files in order and print a line for each deal.

    Returns the exit status: 0 where every deal was fair, 1 where one was not, 2 where a file cannot be checked.
    What is wrong with such a file is one line on `err`; the files after it are checked all the same.
    """
    out, err = out or sys.stdout, err or sys.stderr
    status = 0
    for number, name in enumerate(files):
        shown = shown_name(name)
        try:
            record = read_file(name)
            try:
                verdicts = audit(record)
            except RecordError as error:
                raise ValueError(f"{shown}: {error}") from None
        except ValueError as error:
            print(error, file=err)
            status = 2
            continue
        if as_json:
            report = fair_report(verdicts)
            print(
                json.dumps({"file": shown} | report if len(files) > 1 else report, ensure_ascii=False),
                file=out,
            )
        else:
            if len(files) > 1:
                print(f"{'' if number == 0 else chr(10)}== {shown}", file=out)
            print(report_text(record, verdicts), file=out)
        if not all(verdict.is_fair for verdict in verdicts):
            status = max(status, 1)
    return status


def fair_report(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return verdicts as ``musbot fair --json`` prints them."""
    return {
        "fair": all(verdict.is_fair for verdict in verdicts),
        "deals": [
            {
                "deal": verdict.number,
                "fair": verdict.is_fair,
                "commitment": verdict.deal.commitment if verdict.deal else None,
                "secret": verdict.deal.secret.hex() if verdict.deal and verdict.deal.secret else None,
                "seed": verdict.deal.seed.hex() if verdict.deal else None,
                "cuts": [cut._asdict() for cut in verdict.deal.cuts] if verdict.deal else [],
                "cards": verdict.cards,
                "fault": verdict.fault or None,
            }
            for verdict in verdicts
        ],
    }


def report_text(record: Record, verdicts: Sequence[Verdict]) -> str:
    """Return verdicts as text, a line for each deal, and what they come to."""
    lines = []
    for verdict in verdicts:
        if verdict.fault:
            lines.append(f"deal {verdict.number} is NOT FAIR: {verdict.fault}")
            continue
        assert verdict.deal is not None
        cuts = ", ".join(_cutter(record, cut) for cut in verdict.deal.cuts)
        lines.append(
            f"deal {verdict.number} is fair: committed to {verdict.deal.commitment[:SHOWN_DIGITS]}…, "
            f"{f'cut by {cuts}' if cuts else 'not cut'}, {verdict.cards} cards as its seed deals them"
        )
    bad = sum(not verdict.is_fair for verdict in verdicts)
    if bad:
        lines.append(f"{bad} of {len(verdicts)} deals {'is' if bad == 1 else 'are'} not fair.")
    else:
        lines.append(
            "Every deal is fair, if the game's messages showed these commitments and cuts beforehand."
        )
    return "\n".join(lines)


def _cutter(record: Record, cut: Cut) -> str:
    if cut.seat == 0:
        name = "someone who left"
    else:
        name = record.players[cut.seat - 1] if record.players else f"seat {cut.seat}"
    # Whoever wrote the record must not write on the terminal of whoever checks it.
    return "".join(char if char.isprintable() else "?" for char in f"{name} ({cut.text})")
