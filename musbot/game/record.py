"""The Mus record, version 1: a game as a TOML text that can be replayed to the last point."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from musbot.game.actions import Action, IllegalAction, Word
from musbot.game.fair import FairDeal
from musbot.game.match import Match
from musbot.game.options import Options

VERSION = 1


class RecordError(ValueError):
    """A text that is not a legal record; it names the deal and the line, where there is one.

    Lines are those of the deal's ``actions``, counted from 1.
    """


@dataclass(slots=True)
class Record:
    """A record that was read: the match as it stands after its last line, and who played it."""

    match: Match
    players: tuple[str, ...] = ()
    """Names of seats 1 to 4; empty where the record does not tell them."""
    extra: dict[str, Any] = field(default_factory=dict)
    """Other keys of the text, such as what proves the deals under ``fair``."""


def read_record(text: str) -> Record:
    """Return the record of a text; `RecordError` where it is unreadable or illegal."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not TOML: {error}") from None
    if type(data.get("mus")) is not int or data["mus"] != VERSION:
        raise RecordError(f"it must begin with mus = {VERSION}, the version of the format")
    options = _read_options(data)
    players = _read_players(data)
    deals = data.get("deal")
    if not isinstance(deals, list) or not deals:
        raise RecordError("it holds no [[deal]]")
    match: Match | None = None
    for number, table in enumerate(deals, 1):
        try:
            mano, scores, actions = _read_deal(table)
            if match is None:
                match = Match(options, 1 if mano is None else mano, (0, 0) if scores is None else scores)
            else:
                match.next_deal(mano, scores)
        except ValueError as error:
            raise RecordError(f"deal {number}: {error}") from None
        _replay(match, actions, number)
    assert match is not None
    extra = {
        key: value for key, value in data.items() if key not in ("mus", "rules", "players", "options", "deal")
    }
    return Record(match, players, extra)


def write_record(
    match: Match,
    players: Sequence[str] = (),
    comments: Iterable[str] = (),
    fair: Iterable[FairDeal] = (),
    *,
    signals: bool = True,
) -> str:
    """Return the record of a match; reading it gives the same match again.

    `comments` are written at the top, a line each; `fair` tells how the deals were shuffled, the first one first.
    Nothing is written of a deal whose secret is not told. Without `signals` it tells of none: they change nothing
    else of a match, and what partners told each other need not be for everybody.
    """
    lines = [f"# {' '.join(comment.split())}" for comment in comments]
    lines += [f"mus = {VERSION}", f"rules = {_toml(match.options.preset)}"]
    if players:
        lines.append(f"players = [{', '.join(map(_toml, players))}]")
    changes = match.options.changes()
    if changes:
        lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in changes.items())]
    for number, deal in enumerate(match.deals):
        lines += ["", "[[deal]]"]
        if number == 0:
            if deal.scores_before != (0, 0):
                lines.append(f"scores = [{deal.scores_before[0]}, {deal.scores_before[1]}]")
            lines.append(f"mano = {deal.actions[0].seat if deal.actions else deal.mano}")
        told = (action for action in deal.actions if signals or action.word is not Word.SIGN)
        lines += ['actions = """', *map(str, told), '"""']
    for number, shuffled in enumerate(fair, 1):
        if shuffled.secret is not None:
            lines += _fair_table(number, shuffled, shuffled.secret)
    return "\n".join(lines) + "\n"


def _fair_table(number: int, deal: FairDeal, secret: bytes) -> list[str]:
    lines = ["", "[[fair]]", f"deal = {number}"]
    lines += [f'commitment = "{deal.commitment}"', f'secret = "{secret.hex()}"']
    if deal.cuts:
        cuts = ", ".join(f"{{ seat = {cut.seat}, text = {_toml(cut.text)} }}" for cut in deal.cuts)
        lines.append(f"cuts = [{cuts}]")
    return lines


def _read_options(data: dict[str, Any]) -> Options:
    changes = data.get("options", {})
    if not isinstance(changes, dict):
        raise RecordError("[options] must be a table")
    if not isinstance(data.get("rules"), str):
        raise RecordError('it must name its rules: rules = "stargames" or "classic"')
    try:
        return Options.of(data["rules"], **changes)
    except ValueError as error:
        raise RecordError(str(error)) from None


def _read_players(data: dict[str, Any]) -> tuple[str, ...]:
    players = data.get("players", [])
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise RecordError("players must be a list of names")
    if len(players) not in (0, 4):
        raise RecordError(f"players must be four names, not {len(players)}")
    return tuple(players)


def _read_deal(table: object) -> tuple[int | None, list[int] | None, str]:
    if not isinstance(table, dict):
        raise RecordError("it must be a table, [[deal]]")
    unknown = sorted(set(table) - {"scores", "mano", "actions"})
    if unknown:
        raise ValueError(f"there is no key {unknown[0]!r} in a deal")
    mano, scores, actions = table.get("mano"), table.get("scores"), table.get("actions", "")
    if mano is not None and type(mano) is not int:
        raise ValueError("mano must be a seat, 1 to 4")
    if scores is not None and not (
        isinstance(scores, list) and len(scores) == 2 and all(type(score) is int for score in scores)
    ):
        raise ValueError("scores must be two numbers")
    if not isinstance(actions, str):
        raise RecordError("actions must be a text of lines")
    return mano, scores, actions


def _replay(match: Match, actions: str, number: int) -> None:
    deal = match.deal
    for place, line in enumerate(actions.split("\n"), 1):
        text = line.split("#", 1)[0].strip()
        if not text:
            continue
        try:
            action = Action.parse(text)
            if deal.is_over:
                raise IllegalAction(f"{text!r} comes after the end of the deal")
            match.push(action)
        except ValueError as error:
            raise RecordError(f"deal {number}, line {place}: {error}") from None


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in text) + '"'
