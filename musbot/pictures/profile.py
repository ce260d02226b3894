"""A player: rating over time, record with partners and against opponents, bets, badges, the best hand."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.pictures.canvas import Box, Canvas
from musbot.pictures.curve import CurveScene, draw_curve
from musbot.pictures.lettering import width_of
from musbot.pictures.names import shown
from musbot.pictures.plates import (
    BELOW_HEADING,
    FOOT,
    GAP,
    HALF,
    LEFT,
    MIDDLE,
    RIGHT,
    SMALL,
    bar,
    fitting,
    heading,
    lay_cards,
    panel,
    sheet_canvas,
    triangle,
)
from musbot.pictures.sprites import atlases, sprite, sprite_mask

FACTS, RECORDS, LANCES, BADGES = 4, 3, 4, 7
"""How many of each fit at most."""
CURVE_HEIGHT = 316
FACT_WIDTH = 262
HEAD, LINE = 56, 52
"""Height of a panel's head and of each of its lines, in pixels."""
BADGE = 100


@dataclass(frozen=True, slots=True)
class FactScene:
    """One number about a player with its name: ``FactScene("Streak", "5", rise=1)``.

    ``rise`` above zero draws a triangle up before the value, under zero one down.
    """

    label: str
    value: str
    rise: int = 0


@dataclass(frozen=True, slots=True)
class ShareScene:
    """A share of something, as a bar: games won with a partner, bets won in a lance.

    ``share`` is from 0.0 to 1.0, None where there is nothing to count; ``words`` is what is said of it ("12–5").
    """

    name: str
    share: float | None
    words: str


@dataclass(frozen=True, slots=True)
class ShareList:
    """A panel of shares under a title; ``empty_word`` stands there where there are none."""

    title: str
    shares: tuple[ShareScene, ...]
    empty_word: str = ""


@dataclass(frozen=True, slots=True)
class BadgeScene:
    """A badge: a name of `badge_names`, and the words under it."""

    emblem: str
    words: str


@dataclass(frozen=True, slots=True)
class ProfileScene:
    """What is known of a player.

    ``rating`` ("1767 ±48") stands beside the name; ``facts`` are at most four, ``partners`` and ``opponents``
    at most three, ``lances`` at most four. ``best_hand`` are cards as in `musbot.game.cards`, or none, with
    ``best_title`` over and ``best_words`` under them. ``badges`` are at most seven: a caller with more shows
    the dearest.
    """

    name: str
    rating: str
    curve: CurveScene
    facts: tuple[FactScene, ...]
    partners: ShareList
    opponents: ShareList
    lances: ShareList
    best_title: str
    best_hand: tuple[int, ...] = ()
    best_words: str = ""
    badges_title: str = ""
    badges: tuple[BadgeScene, ...] = ()
    name_otherwise: str = "?"


def badge_names() -> tuple[str, ...]:
    """Return the names of all emblems, such as ``"txapela"``."""
    return atlases()["badges"].names


def profile_picture(scene: ProfileScene, *, contrast: bool = False) -> bytes:
    """Return a PNG, 1200 pixels wide, of a player; `ValueError` for an unknown badge or what is no card."""
    for badge in scene.badges:
        if badge.emblem not in badge_names():
            raise ValueError(f"no badge is called {badge.emblem!r}: there are {', '.join(badge_names())}")
    for card in scene.best_hand:
        if not 0 <= card < 40:
            raise ValueError(f"{card!r} is not a card: they are 0 to 39")
    records = HEAD + RECORDS * LINE + 10
    lances = HEAD + LANCES * LINE + 10
    badges = HEAD + BADGE + 70 if scene.badges else 0
    below = BELOW_HEADING + CURVE_HEIGHT + GAP
    height = below + records + GAP + lances + FOOT + (badges + GAP if badges else 0)
    canvas = sheet_canvas(height, contrast=contrast)
    _title(canvas, scene)
    draw_curve(
        canvas,
        (LEFT, BELOW_HEADING, RIGHT - FACT_WIDTH - GAP, BELOW_HEADING + CURVE_HEIGHT),
        scene.curve,
    )
    _facts(canvas, scene.facts)
    draw_shares(canvas, (LEFT, below, LEFT + HALF, below + records), scene.partners, RECORDS)
    draw_shares(canvas, (MIDDLE, below, RIGHT, below + records), scene.opponents, RECORDS)
    below += records + GAP
    draw_shares(canvas, (LEFT, below, LEFT + HALF, below + lances), scene.lances, LANCES)
    _best(canvas, (MIDDLE, below, RIGHT, below + lances), scene)
    if badges:
        below += lances + GAP
        _badges(canvas, (LEFT, below, RIGHT, below + badges), scene)
    return canvas.png()


def _title(canvas: Canvas, scene: ProfileScene) -> None:
    heading(canvas, scene.name if shown(scene.name) else scene.name_otherwise, scene.rating, strong=True)


def _facts(canvas: Canvas, facts: tuple[FactScene, ...]) -> None:
    """Draw the facts under each other at the curve's right side, each a tile as high as their number allows."""
    shown_facts = facts[:FACTS]
    count = max(1, len(shown_facts))
    height = (CURVE_HEIGHT - (count - 1) * GAP) // count
    left, right = RIGHT - FACT_WIDTH, RIGHT
    for place, fact in enumerate(shown_facts):
        top = BELOW_HEADING + place * (height + GAP)
        bottom = BELOW_HEADING + CURVE_HEIGHT if place == count - 1 else top + height
        canvas.rounded((left, top, right, bottom), 22, "night", "felt")
        middle, room = (top + bottom) // 2, right - left - 44
        mark = 36 if fact.rise else 0
        left_over = room - min(round(width_of(shown(fact.label), 26)), room // 2) - mark - 10
        size = fitting(fact.value, 42, 30, left_over)
        value = canvas.text(
            right - 22, middle, fact.value, size, "white", "night", anchor="r", room=left_over
        )
        if fact.rise:
            colour = "green" if fact.rise > 0 else "coral"
            value += triangle(canvas, right - 22 - value - 24, middle, fact.rise, colour, "night") + 12
        space = room - value - 10
        canvas.text(left + 22, middle, fact.label, fitting(fact.label, SMALL, 26, space), "grey", "night",
                    anchor="l", room=space)  # fmt: skip


def draw_shares(canvas: Canvas, box: Box, listed: ShareList, most: int) -> None:
    """Draw a panel of at most ``most`` shares: name, bar, words."""
    left, top, right, bottom = box
    panel(canvas, box, listed.title)
    if not listed.shares:
        middle = (top + HEAD + bottom) // 2 - 8
        canvas.text((left + right) // 2, middle, listed.empty_word, SMALL, "grey", "night", room=HALF - 48)
        return
    for place, share in enumerate(listed.shares[:most]):
        y = top + HEAD + place * LINE + LINE // 2 + 2
        name = share.name if shown(share.name) else f"#{place + 1}"
        canvas.text(left + 24, y, name, SMALL + 2, "white", "night", anchor="l", room=246)
        canvas.text(right - 22, y, share.words, SMALL + 2, "white", "night", anchor="r", room=116)
        if share.share is not None:
            bar(canvas, (left + 286, y - 11, right - 148, y + 11), share.share)


def _best(canvas: Canvas, box: Box, scene: ProfileScene) -> None:
    left, top, right, bottom = box
    cards = scene.best_hand[:4]
    if not cards:
        panel(canvas, box, scene.best_title)
        middle = (left + right) // 2, (top + bottom) // 2 + 10
        canvas.text(*middle, scene.best_words, SMALL, "grey", "night", room=HALF - 48)
        return
    panel(canvas, box, scene.best_title, scene.best_words)
    lay_cards(canvas, (left + right) // 2, top + HEAD + 4, cards, "night")


def _badges(canvas: Canvas, box: Box, scene: ProfileScene) -> None:
    left, top, right, _ = box
    panel(canvas, box, scene.badges_title)
    badges = scene.badges[:BADGES]
    pitch = (right - left - 24) // max(5, len(badges))
    for place, badge in enumerate(badges):
        middle = left + 12 + pitch // 2 + place * pitch
        y = top + HEAD + BADGE // 2 + 2
        canvas.paste(
            sprite("badges", badge.emblem),
            middle - BADGE // 2,
            y - BADGE // 2,
            sprite_mask("badges", badge.emblem),
        )
        room = pitch - 12
        size = fitting(badge.words, SMALL, 26, room)
        canvas.text(middle, y + BADGE // 2 + 32, badge.words, size, "white", "night", room=room)
