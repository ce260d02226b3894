"""``musbot doctor``: everything a bot needs on its machine, looked at one by one, with the way to mend it.

What can only be seen on Discord, in a channel, `/mus doctor` looks at.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from musbot.bot.permissions import lacking_of, titled
from musbot.heartbeat import STILL_AFTER, seconds_since_beat
from musbot.hosting.asking import BadToken, NoAnswer, ask_now, base_of
from musbot.hosting.copies import look_at
from musbot.hosting.places import BACKUPS, copies_in
from musbot.settings import Settings
from musbot.store.address import Address
from musbot.store.errors import StoreError, UnusableDatabase
from musbot.store.migrate import known_revisions
from musbot.store.postgres import version_of

LITTLE_ROOM, ROOM = 50_000_000, 500_000_000
"""Bytes on the disk: with less than the first the bot will soon stand still, with less than the second it is tight."""
DRIFT = 5.0
"""Seconds by which a clock may be wrong before people see it: Discord counts deadlines down by its own."""
STALE = 7 * 86_400.0
"""Seconds after which a copy is an old one."""
NAMED = 5
"""Servers that are named where something is wrong with them."""


class Verdict(StrEnum):
    """How something is."""

    WELL = "well"
    SO_SO = "so-so"
    ILL = "ill"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was looked at."""

    subject: str
    verdict: Verdict
    text: str


def examine(settings: Settings, env_file: Path, *, ask_discord: bool = True) -> Iterator[Finding]:
    """Look at everything, and tell of each as soon as it is known."""
    yield _env(env_file)
    yield _data(settings)
    yield from _database(settings)
    yield _drawn("pictures", _pictures, "fonts and art are here, and a table was drawn with them")
    yield _drawn("AI players", _tables_of_ai, "their tables are here")
    yield _speed()
    yield _alive(settings)
    yield _copies(settings)
    if ask_discord:
        yield from _discord(settings)


def _env(path: Path) -> Finding:
    subject = "settings"
    if not path.exists():
        return Finding(subject, Verdict.WELL, "they are in order (from the environment alone)")
    if path.stat().st_mode & 0o077 and "DISCORD_TOKEN" in path.read_text("utf-8", errors="replace"):
        return Finding(subject, Verdict.SO_SO, f"others on this machine may read {path}: chmod 600 {path}")
    return Finding(subject, Verdict.WELL, f"they are in order, and {path} is for your eyes alone")


def _data(settings: Settings) -> Finding:
    free = shutil.disk_usage(settings.data).free
    verdict = Verdict.ILL if free < LITTLE_ROOM else Verdict.SO_SO if free < ROOM else Verdict.WELL
    more = "" if verdict is Verdict.WELL else "; make room"
    return Finding("data folder", verdict, f"{settings.data}: {free / 1e9:.1f} GB are free{more}")


def _on_server(address: Address) -> Finding:
    started = time.perf_counter()
    version = asyncio.run(version_of(address))
    took = time.perf_counter() - started
    return Finding(
        "database", Verdict.WELL, f"{address}: PostgreSQL {version}, reached in {took * 1000:.0f} ms"
    )


def _database(settings: Settings) -> Iterator[Finding]:
    subject = "database"
    try:
        address = Address.parse(settings.database_address)
        if address.server is not None:
            yield _on_server(address)
            return
        if address.path is None:
            yield Finding(subject, Verdict.SO_SO, "it is in memory: nothing is kept")
            return
        address.require_writable()
        if not address.path.exists():
            yield Finding(subject, Verdict.WELL, f"{address.path} is made when the bot starts")
            return
        started = time.perf_counter()
        looked = look_at(address.path)
        took = time.perf_counter() - started
    except (UnusableDatabase, StoreError) as error:
        yield Finding(subject, Verdict.ILL, str(error))
        return
    yield Finding(subject, Verdict.WELL, f"it is whole: {looked.told()}, read in {took:.1f} s")
    if looked.revision != known_revisions()[0]:
        yield Finding(
            subject, Verdict.WELL, f"it is brought up to revision {known_revisions()[0]} when the bot starts"
        )


def _drawn(subject: str, work: Callable[[], object], well: str) -> Finding:
    try:
        work()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the doctor looks for
        return Finding(subject, Verdict.ILL, f"{error}: install musbot again")
    return Finding(subject, Verdict.WELL, well)


def _pictures() -> None:
    from musbot.pictures import warm

    warm()


def _tables_of_ai() -> None:
    from musbot.ai.book import book
    from musbot.ai.equities import shipped

    for kings in (8, 4):
        book(kings)
        shipped(kings)


def _speed() -> Finding:
    missing = []
    for module in ("uvloop", "orjson"):
        try:
            __import__(module)
        except ImportError:
            missing.append(module)
    if missing:
        return Finding(
            "speed",
            Verdict.SO_SO,
            f"{' and '.join(missing)} would make it faster: pip install 'musbot[fast]'",
        )
    return Finding("speed", Verdict.WELL, "uvloop and orjson are here")


def _alive(settings: Settings) -> Finding:
    age = seconds_since_beat(settings.data)
    if age is None:
        return Finding("bot", Verdict.SO_SO, "it is not running: musbot run")
    if age > STILL_AFTER:
        return Finding("bot", Verdict.ILL, f"its last sign of life is {age:.0f} s old: look at its log")
    return Finding("bot", Verdict.WELL, f"it was alive {age:.0f} s ago")


def _copies(settings: Settings) -> Finding:
    found = copies_in(settings)
    if not found:
        return Finding("copies", Verdict.SO_SO, f"there is none in {settings.data / BACKUPS}: musbot backup")
    age = time.time() - max(path.stat().st_mtime for path in found)
    told = f"{len(found)} are kept, the newest {age / 3600:.0f} hours old"
    if age > STALE:
        return Finding("copies", Verdict.SO_SO, f"{told}: musbot backup, each day")
    return Finding("copies", Verdict.WELL, told)


def _discord(settings: Settings) -> Iterator[Finding]:
    subject = "Discord"
    if settings.discord_token is None:
        yield Finding(subject, Verdict.SO_SO, "there is no token, so the playground opens: musbot setup")
        return
    try:
        found = ask_now(settings.discord_token, base_of(settings))
    except BadToken as error:
        yield Finding(subject, Verdict.ILL, str(error))
        return
    except NoAnswer as error:
        yield Finding(subject, Verdict.SO_SO, str(error))
        return
    yield Finding(
        subject, Verdict.WELL, f"the token is {found.name}'s, which is in {len(found.servers)} servers"
    )
    if abs(found.drift) > DRIFT:
        way = "ahead of" if found.drift > 0 else "behind"
        yield Finding(
            "clock",
            Verdict.ILL,
            f"this machine is {abs(found.drift):.0f} s {way} Discord: let it keep time (timedatectl set-ntp true)",
        )
    else:
        yield Finding("clock", Verdict.WELL, "it is that of Discord, to some seconds")
    if found.privileged:
        told = f"the intents {', '.join(found.privileged)} are on, and not used: turn them off"
        yield Finding("intents", Verdict.SO_SO, told)
    short = [(each, lacking_of(each.permissions)) for each in found.servers]
    short = [(server, names) for server, names in short if names]
    for server, names in short[:NAMED]:
        told = f"in {server.name} it lacks {', '.join(map(titled, names))}: invite it again (musbot invite)"
        yield Finding("permissions", Verdict.SO_SO, told)
    if len(short) > NAMED:
        yield Finding("permissions", Verdict.SO_SO, f"the same in {len(short) - NAMED} servers more")
    if found.servers and not short:
        yield Finding(
            "permissions", Verdict.WELL, "its roles give it all that a table needs, on every server"
        )
