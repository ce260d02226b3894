"""What a game that is over, or was abandoned, says of those who had seats in it.

It is made of the match and of the archive's list of players alone, so it can be made again of any game there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from musbot.game.count import pair_name
from musbot.game.match import Match
from musbot.game.tally import Tally, tally
from musbot.store.results import FIRST_GONE, Kind, NewResult, NewSeat

LOST_BY = ("left", "away", "closed")
"""Why somebody has given up a seat, where that is abandoning. Whoever was removed or outvoted has not left."""


def result_of(match: Match, players: Sequence[Mapping[str, Any]], closed_by: int | None = None) -> NewResult:
    """Return the result of a match.

    :param players: as the archive has them: an object a seat, with all who have given it up (``gone``).
    :param closed_by: the person who closed the table in the middle of the match.
    """
    tallies = tally(match)
    sitting = {player["person"] for player in players}
    if not sitting - {None, closed_by}:
        # The others had gone before, so nobody was left in the lurch; to leave as the last one is no loss either.
        closed_by = None
    people: list[NewSeat] = []
    gone: list[NewSeat] = []
    for player in players:
        seat, left = player["seat"], player.get("gone") or []
        won = None if match.winner is None else pair_name(seat) == match.winner
        first = left[0]["person"] if left else player["person"]
        original = first is not None and first == player["person"]
        people.append(_seat(player, tallies[seat], won, original, closed_by))
        for each in {each["person"]: each for each in left}.values():
            if each["person"] not in sitting:
                place = FIRST_GONE + len(gone)
                person, name, why = each["person"], each["name"], each["why"]
                lost = None if won is None else False
                gone.append(NewSeat(place, seat, person, name, None, person == first, why, lost))
    options = match.options
    return NewResult(
        kind=_kind(match, players, people, gone),
        winner=match.winner,
        games=(match.games[0], match.games[1]),
        scores=match.scores,
        deals=len(match.deals),
        preset=options.preset,
        target=options.target,
        best_of=options.games,
        options=options.changes(),
        people=(*people, *gone),
    )


def _seat(
    player: Mapping[str, Any], tally: Tally, won: bool | None, original: bool, closed_by: int | None
) -> NewSeat:
    # A seat that had several owners says nothing of any of them.
    mine = tally if original and not player.get("gone") else Tally()
    closed = closed_by is not None and player["person"] == closed_by
    return NewSeat(
        place=player["seat"],
        seat=player["seat"],
        person_id=player["person"],
        name=player["name"],
        level=player["level"],
        original=original,
        gone="closed" if closed else "",
        won=won,
        stones=mine.stones,
        ordagos=mine.ordagos_won,
        tally=json.dumps(mine.to_data(), separators=(",", ":")),
    )


def _kind(
    match: Match, players: Sequence[Mapping[str, Any]], people: Sequence[NewSeat], gone: Sequence[NewSeat]
) -> Kind:
    """Return whether a match says how good its players are; see `musbot.store.results.Kind`."""
    began = [each for each in (*people, *gone) if each.original]
    if len(began) < 4:
        return "unrated"
    if any(each.gone in LOST_BY for each in began):
        return "abandoned"
    had_ai = any(player.get("gone") for player in players)
    return "unrated" if match.winner is None or had_ai else "rated"
