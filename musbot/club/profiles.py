"""Profiles: what a player's games say of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.club.rating import Strength
from musbot.club.ratings import PATIENCE, Ratings
from musbot.club.seasons import ALL_TIME
from musbot.game import Lance
from musbot.game.tally import Bets, Feat
from musbot.store import Store, honours, profiles, standings
from musbot.store.honours import Honour
from musbot.store.profiles import Career, Company, OwnGame
from musbot.store.ratings import EVERYWHERE, Unit
from musbot.store.standings import StandingRow


class Milestone(StrEnum):
    """Badges for many games, beside those for feats."""

    FIRST_WIN = "first-win"
    HUNDRED_WINS = "hundred-wins"
    FIVE_IN_A_ROW = "five-in-a-row"
    OLD_COUPLE = "old-couple"
    """Fifty games with the same partner."""
    TEN_ORDAGOS = "ten-ordagos"
    """Ten called órdagos won."""
    THIRTY_ONES = "thirty-ones"
    """Thirty-one times 31 in one's hand at a showdown."""


@dataclass(frozen=True, slots=True)
class Badge:
    """Something that a player has earned, and when for the first time (0 where that is not known)."""

    what: Feat | Milestone
    at: float


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a player."""

    person_id: int
    name: str
    season: StandingRow | None
    all_time: StandingRow | None
    curve: tuple[tuple[float, int], ...]
    """When the rating changed, and what was shown then."""
    games: int
    won: int
    streak: int
    """Games won in a row, up to now; below 0 those lost. This and the next, the bets and the hands are of the last
    thousand games."""
    longest: int
    """The longest row of games won."""
    bets: dict[Lance, Bets]
    ordagos: tuple[int, int, int]
    """Said, called by oneself, and won of those that were called."""
    hands: tuple[int, int, int, int]
    """Deals, and how often duples, medias and 31 were held at the end of them."""
    best_hand: str
    """Ranks of the best hand shown, ``R R 1 1``; "" where there is none."""
    partners: tuple[Company, ...]
    opponents: tuple[Company, ...]
    badges: tuple[Badge, ...] = field(default=())
    honours: tuple[Honour, ...] = ()
    """Podiums of tournaments, the best first."""


class Profiles:
    """The profiles of a store."""

    def __init__(self, store: Store, ratings: Ratings) -> None:
        self._store = store
        self._ratings = ratings

    async def get(self, person_id: int) -> Profile:
        """Return the profile of somebody; one without games for whoever has played none."""
        await self._ratings.catch_up(patience=PATIENCE)
        season = await self._ratings.season()
        return await self._store.read(lambda connection: _profile(connection, person_id, season.season_id))

    async def is_private(self, person_id: int) -> bool:
        """Return whether somebody's profile is for themselves alone."""
        known = await self._store.people.get(person_id)
        return known is not None and known.private


async def _profile(connection: AsyncConnection, person_id: int, season_id: int) -> Profile:
    games = await profiles.games_of(connection, person_id)
    career = await profiles.career_of(connection, person_id)
    company = await profiles.company_of(connection, person_id)
    unit = Unit(person_id)
    found = [
        (await standings.of_units(connection, each, EVERYWHERE, [unit])).get(unit)
        for each in (season_id, ALL_TIME)
    ]
    curve = await profiles.curve_of(connection, person_id)
    name = await profiles.last_name(connection, person_id)
    won = await honours.of_person(connection, person_id)
    return replace(_of_games(person_id, name, found, curve, games, career, company), honours=tuple(won))


def _of_games(
    person_id: int,
    name: str,
    found: Sequence[StandingRow | None],
    curve: Sequence[tuple[float, float]],
    games: Sequence[OwnGame],
    career: Career,
    company: Sequence[Company],
) -> Profile:
    over = [game for game in games if game.won is not None]
    bets: dict[Lance, Bets] = {}
    ordagos, hands = [0, 0, 0], [0, 0, 0, 0]
    best: tuple[int, int, str] = (0, -1, "")
    for game in games:
        for lance, (made, called, won, calls, calls_won) in game.tally.get("bets", {}).items():
            mine = bets.setdefault(Lance(lance), Bets())
            mine.made += made
            mine.called += called
            mine.won += won
            mine.calls += calls
            mine.calls_won += calls_won
        ordagos = [a + b for a, b in zip(ordagos, game.tally.get("ordagos", (0, 0, 0)), strict=True)]
        hands = [a + b for a, b in zip(hands, game.tally.get("hands", (0, 0, 0, 0)), strict=True)]
        if game.tally.get("best"):
            worth, grande, ranks = game.tally["best"]
            best = max(best, (worth, grande, ranks))
    streak, longest = _streaks([bool(game.won) for game in reversed(over)])
    partners = tuple(each for each in company if each.is_partner)
    return Profile(
        person_id=person_id,
        name=name,
        season=found[0],
        all_time=found[1],
        curve=tuple((at, Strength(mu).shown) for at, mu in curve),
        games=career.games,
        won=career.won,
        streak=streak,
        longest=longest,
        bets={lance: bets[lance] for lance in Lance if lance in bets},
        ordagos=(ordagos[0], ordagos[1], ordagos[2]),
        hands=(hands[0], hands[1], hands[2], hands[3]),
        best_hand=best[2],
        partners=partners,
        opponents=tuple(each for each in company if not each.is_partner),
        badges=tuple(_badges(career, longest, partners, ordagos[2], hands[3])),
    )


def _streaks(won: Sequence[bool]) -> tuple[int, int]:
    """Return the row of games won (or, below 0, lost) at the end, and the longest one won."""
    streak = longest = 0
    for each in won:
        streak = max(streak, 0) + 1 if each else min(streak, 0) - 1
        longest = max(longest, streak)
    return streak, longest


def _badges(
    career: Career, longest: int, partners: Sequence[Company], ordagos_won: int, thirty_ones: int
) -> list[Badge]:
    """Return what was earned, the rarest first."""
    badges = [Badge(feat, career.feats[feat]) for feat in Feat if feat in career.feats]
    if career.won >= 100:
        badges.append(Badge(Milestone.HUNDRED_WINS, career.hundredth_win))
    if ordagos_won >= 10:
        badges.append(Badge(Milestone.TEN_ORDAGOS, 0))
    if longest >= 5:
        badges.append(Badge(Milestone.FIVE_IN_A_ROW, 0))
    if partners and partners[0].games >= 50:
        badges.append(Badge(Milestone.OLD_COUPLE, 0))
    if thirty_ones >= 31:
        badges.append(Badge(Milestone.THIRTY_ONES, 0))
    if career.won:
        badges.append(Badge(Milestone.FIRST_WIN, career.first_win))
    return badges
