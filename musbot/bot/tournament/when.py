"""When a tournament starts, as people type it: ``20:00``, ``tomorrow 20:00``, ``thursday 8 pm``, ``in 30 minutes``.

Words of all the languages of the bot are known together, so that nobody has to care in which one they write.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from babel.dates import get_day_names

from musbot.bot.words import LANGUAGES

LONGEST = 366 * 86_400.0
"""Seconds: nobody plans further ahead."""
ZONES = {
    "es": "Europe/Madrid",
    "eu": "Europe/Madrid",
    "sv": "Europe/Stockholm",
    "nb": "Europe/Oslo",
    "fil": "Asia/Manila",
    "fr": "Europe/Paris",
}
"""Where most people live who speak a language; UTC for the others."""

_MARKS = frozenset(("in", "en", "dans", "om", "barru", "loob", "sa"))
"""What makes a length of a number: ``in 2 h``."""
_FILLING = frozenset(
    (
        "ng",
        "at",
        "a",
        "las",
        "la",
        "kl",
        "klockan",
        "klokka",
        "etan",
        "alas",
        "pa",
        "on",
        "el",
        "le",
        "den",
        "the",
    )
)
_TODAY = ("today", "hoy", "gaur", "idag", "i dag", "ngayon", "aujourdhui", "tonight", "esta noche", "ce soir")
_TOMORROW = ("tomorrow", "manana", "bihar", "imorgon", "i morgon", "i morgen", "bukas", "demain")
_UNITS = (
    (60.0, r"m(?:in\w*)?"),
    (3600.0, r"h(?:r|rs|our|ours|ora|oras|eure|eures)?|tim\w*|ordu\w*|oras?"),
    (86_400.0, r"d(?:ay|ays|ia|ias|ag|agar|age|ager)?|jours?|egun\w*|araw"),
    (604_800.0, r"w(?:eek|eeks)?|semanas?|semaines?|veck\w*|uker?|aste\w*|linggo"),
)
_LENGTH = re.compile(r"(\d+(?:[.,]\d+)?)\s*([a-z]+)")
_HALF_DAY = re.compile(r"\b(\d{1,2})(?:[:.](\d\d))?\s*([ap])\.?m\b\.?")
_CLOCK = re.compile(r"\b(\d{1,2})(?:[:.h](\d\d)|h)(?![\d.]|/\d)")
_ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
_DAY_MONTH = re.compile(r"\b(\d{1,2})[./](\d{1,2})(?:[./](\d{4}))?\.?(?=\s|$)")


class NotUnderstood(ValueError):
    """No moment to come is meant by that, as far as can be told."""


def zone_of(name: str | None, language: str = "en") -> tzinfo:
    """Return a time zone by its name; without one, that of a language."""
    name = name or ZONES.get(language)
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@cache
def all_zones() -> frozenset[str]:
    """Return the names of all time zones. They are read from the disk once, since people who type ask many times."""
    return frozenset(available_timezones())


def zones(typed: str, most: int = 25) -> list[str]:
    """Return the names of time zones that fit what was typed so far."""
    wanted = _plain(typed).replace(" ", "_")
    known = sorted(each for each in all_zones() if "/" in each and not each.startswith("Etc/"))
    usual = [*dict.fromkeys(ZONES.values())] if not wanted else []
    return [*usual, *(each for each in known if wanted in each.lower() and each not in usual)][:most]


def read_start(typed: str, now: float, zone: tzinfo) -> float:
    """Return the moment that somebody means, in seconds since 1970; `NotUnderstood` where none can be told.

    >>> read_start("1970-01-02 20:00", 0.0, UTC) / 3600
    44.0
    """
    text = _plain(typed)
    length = _length(text)
    if length is not None:
        return _within(now + length, now, typed)
    today = datetime.fromtimestamp(now, zone)
    day, rest, weekly = _day(text, today.date())
    clock, rest = _clock(rest, bare=day is not None)
    left = [each for each in re.findall(r"[a-z]+|\d+", rest) if each not in _FILLING]
    if clock is None or left:
        raise NotUnderstood(typed)
    at = datetime.combine(day or today.date(), clock, zone).timestamp()
    if at <= now and (day is None or weekly):
        later = timedelta(days=7 if weekly else 1)
        at = datetime.combine((day or today.date()) + later, clock, zone).timestamp()
    return _within(at, now, typed)


def _within(at: float, now: float, typed: str) -> float:
    if not now < at <= now + LONGEST:
        raise NotUnderstood(typed)
    return at


def _plain(typed: str) -> str:
    """Return a text in small letters without accents."""
    parts = unicodedata.normalize("NFD", typed.lower().replace("'", "").replace("’", ""))
    return " ".join("".join(each for each in parts if unicodedata.category(each) != "Mn").split())


def _length(text: str) -> float | None:
    """Return the seconds of ``in 1 h 30``; None where a moment is meant: 20h is one, 2 hours is none."""
    marked = text.startswith("+") or (bool(_MARKS & set(text.split())) and not _HALF_DAY.search(text))
    total, rest = 0.0, text.lstrip("+")
    for number, unit in _LENGTH.findall(text):
        seconds = next((each for each, words in _UNITS if re.fullmatch(words, unit)), None)
        if seconds is None or (unit in ("h", "d") and not marked):
            return None
        total += float(number.replace(",", ".")) * seconds
        rest = rest.replace(number, "", 1).replace(unit, "", 1)
    left = [each for each in re.findall(r"[a-z]+|\d+", rest) if each not in _MARKS | _FILLING]
    if len(left) == 1 and left[0].isdecimal() and total and total % 3600 == 0:
        return total + 60 * int(left[0])
    return total if total and not left else None


def _day(text: str, today: date) -> tuple[date | None, str, bool]:
    """Return the day that is named, what else is said, and whether it is a day of the week."""
    for words, later in ((_TOMORROW, 1), (_TODAY, 0)):
        for word in words:
            if re.search(rf"\b{word}\b", text):
                return today + timedelta(days=later), re.sub(rf"\b{word}\w*", " ", text), False
    for number, name in _weekdays():
        found = re.search(rf"\b{name}\b\.?", text)
        if found:
            ahead = (number - today.weekday()) % 7
            return today + timedelta(days=ahead), text[: found.start()] + " " + text[found.end() :], True
    try:
        iso = _ISO.search(text)
        if iso:
            return date(*map(int, iso.groups())), _ISO.sub(" ", text), False
        short = _DAY_MONTH.search(text)
        if short and len(re.findall(r"\d+", text)) > 2:
            daily, month, year = short.groups()
            day = date(int(year or today.year), int(month), int(daily))
            if not year and day < today:
                day = day.replace(year=today.year + 1)
            return day, text[: short.start()] + " " + text[short.end() :], False
    except ValueError as error:
        raise NotUnderstood(text) from error
    return None, text, False


def _clock(text: str, *, bare: bool) -> tuple[time | None, str]:
    """Return the hour that is said, and what else is.

    :param bare: a number alone may be an hour, since a day was named.
    """
    half = _HALF_DAY.search(text)
    try:
        if half:
            hour = int(half[1]) % 12 + (12 if half[3] == "p" else 0)
            return time(hour, int(half[2] or 0)), _HALF_DAY.sub(" ", text, count=1)
        found = _CLOCK.search(text)
        if found:
            return time(int(found[1]), int(found[2] or 0)), text[: found.start()] + " " + text[found.end() :]
        alone = re.search(r"\b(\d{1,2})\b", text)
        if alone and (bare or re.search(r"\b(kl|klockan|klokka|at|las|alas)\b", text)):
            return time(int(alone[1])), text[: alone.start()] + " " + text[alone.end() :]
    except ValueError as error:
        raise NotUnderstood(text) from error
    return None, text


@cache
def _weekdays() -> tuple[tuple[int, str], ...]:
    """Return the names of the days in all languages, the longest first; 0 is Monday."""

    def names() -> Iterator[tuple[int, str]]:
        for language in LANGUAGES:
            for width in ("wide", "abbreviated"):
                for number, name in get_day_names(width, locale=language).items():
                    plain = _plain(str(name)).rstrip(".")
                    if len(plain) > 2:
                        yield number, re.escape(plain)

    return tuple(sorted(set(names()), key=lambda each: -len(each[1])))
