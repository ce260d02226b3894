"""The command ``musbot``. Exit status 0 is success, 1 a no, 2 something to mend (one line says what)."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import musbot
from musbot.hosting.commands import Commands, add_to, confirmed

if TYPE_CHECKING:
    from musbot.store.address import Address

# What a command needs is imported when it is run: `musbot replay` starts without Discord or SQL.


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in ``argv`` (those of the process by default) and return its exit status."""
    arguments = parser().parse_args(argv)
    try:
        status: int = arguments.command(arguments)
        # What is still to be written may fail as well, and should do so here.
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # The reader has seen enough (`musbot replay ... | head`). Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    return status


def parser() -> argparse.ArgumentParser:
    """The commands and what they take."""
    top = argparse.ArgumentParser(prog="musbot", description="Mus, the card game, on Discord.")
    top.add_argument("--version", action="version", version=f"musbot {musbot.__version__}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")

    _add_games(commands)
    _add_ai(commands)
    _add_data(commands)
    add_to(commands)
    return top


def _add_games(commands: Commands) -> None:
    """What plays games, and looks at their records."""
    command = commands.add_parser("run", help="run the bot (without a token: with the playground)")
    command.add_argument(
        "--playground", action="store_true", help="use the playground though there is a token"
    )
    command.set_defaults(command=run)

    command = commands.add_parser("replay", help="check and score records of games (.mus)")
    command.add_argument("files", nargs="+", metavar="FILE", help="a record")
    command.add_argument("--json", action="store_true", help="print one JSON object a record")
    command.set_defaults(command=replay)

    command = commands.add_parser("fair", help="prove from records that every deal was shuffled fairly")
    command.add_argument("files", nargs="+", metavar="RECORD", help="a record, as attached to a game's end")
    command.add_argument("--json", action="store_true", help="print one JSON object a record")
    command.set_defaults(command=fair)


def _add_ai(commands: Commands) -> None:
    """What asks the AI players."""
    command = commands.add_parser("arena", help="let two levels of AI players play, and say which is better")
    command.add_argument(
        "one", metavar="LEVEL", help="a level, or tight, the yardstick; the figures are of its view"
    )
    command.add_argument("other", metavar="LEVEL", help="the level it plays against")
    command.add_argument("--games", type=int, default=1000, help="games, in mirrored pairs (1000)")
    command.add_argument("--seed", type=int, default=1, help="the same seed gives the same games (1)")
    command.add_argument("--preset", default="stargames", help="rules: stargames (the default) or classic")
    command.add_argument("--target", type=int, default=40, help="stones that win a game (40)")
    command.add_argument("--kings", type=int, default=8, help="kings in the deck: 8 (the default) or 4")
    command.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one a core)")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(command=arena)

    command = commands.add_parser(
        "train", help="solve Mus anew: make the tables that the strong levels play from"
    )
    command.add_argument("--seed", type=int, default=1, help="the same seed gives the same tables (1)")
    command.add_argument(
        "--work", default="data/train", help="folder for what is done: a broken run goes on there"
    )
    command.add_argument("--to", default="assets/ai", help="folder for the tables (assets/ai)")
    command.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one a core)")
    command.add_argument("--quick", action="store_true", help="in a minute or two, and badly: to try the way")
    command.add_argument("--kings", type=int, choices=(8, 4), help="for one deck alone (both)")
    command.add_argument(
        "--keep-cuts",
        action="store_true",
        help="keep cuts and discards of the present book: solve the lances alone",
    )
    command.set_defaults(command=train)

    command = commands.add_parser("odds", help="the exact chances of a hand, and the best cards to keep")
    command.add_argument("hand", metavar="HAND", help='four ranks of R C S 7 6 5 4 3 2 1, such as "R R 7 1"')
    command.add_argument(
        "--seat",
        type=int,
        choices=(1, 2, 3, 4),
        default=1,
        help="counted from the mano, who is 1 (the default)",
    )
    command.add_argument(
        "--preset",
        choices=("stargames", "classic"),
        default="stargames",
        help="the rules, stargames by default",
    )
    command.add_argument("--kings", type=int, choices=(8, 4), default=8, help="8 kings (the default) or 4")
    command.add_argument("--json", action="store_true", help="print a JSON object")
    command.set_defaults(command=odds)

    command = commands.add_parser("review", help="look at a game again: where the points went, and why")
    command.add_argument("file", metavar="FILE", help="a record, as attached to a game's end")
    command.add_argument(
        "--seat", type=int, choices=(1, 2, 3, 4), help="one seat alone (all of them by default)"
    )
    command.add_argument(
        "--worlds",
        type=_worlds,
        default=1500,
        metavar="N",
        help="deals imagined for each word, 1500 by default",
    )
    command.add_argument("--json", action="store_true", help="print a JSON object with every decision")
    command.set_defaults(command=review)


def _add_data(commands: Commands) -> None:
    """What looks after a running bot and its database."""
    command = commands.add_parser("healthcheck", help="say whether the running bot is alive (status 0 or 1)")
    command.set_defaults(command=healthcheck)

    command = commands.add_parser("erase", help="erase a person, by their Discord number, for good")
    command.add_argument("person", type=_person, metavar="PERSON", help="their Discord number (user ID)")
    command.add_argument("--yes", action="store_true", help="do not ask first")
    command.set_defaults(command=erase)

    command = commands.add_parser("migrate", help="bring the database up to date, as run does by itself")
    command.set_defaults(command=migrate)

    command = commands.add_parser("ratings", help="make all ratings again from the results of the games")
    command.add_argument("what", choices=["recompute"], help="the same games give the same numbers")
    command.set_defaults(command=ratings)


def run(arguments: argparse.Namespace) -> int:
    """``musbot run``: serve until told to stop."""
    from musbot.settings import SettingsError, load_settings
    from musbot.store.errors import UnusableDatabase

    try:
        settings = load_settings()
        if arguments.playground:
            settings = settings.without_token()
        settings.require_data_folder()
        settings.require_free_ports()

        with _loading():
            from musbot.bot import app
        from musbot.hosting.places import copy_before_migration
        from musbot.logs import set_up_logging

        token = settings.discord_token.get_secret_value() if settings.discord_token else ""
        set_up_logging(settings.log_level, settings.log_format, secrets=[token])
        copy_before_migration(settings)
        return app.main(settings)
    except (SettingsError, UnusableDatabase) as error:
        return complain(str(error), 2)


@contextlib.contextmanager
def _loading() -> Iterator[None]:
    """Load what stays until the end: looking for garbage in it meanwhile is a third of the time that this takes."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def replay(arguments: argparse.Namespace) -> int:
    """``musbot replay``: check and score records."""
    from musbot.game import replay

    return replay.main(arguments.files, arguments.json)


def fair(arguments: argparse.Namespace) -> int:
    """``musbot fair``: prove that the deals of records were shuffled as had been promised."""
    from musbot.game import audit

    return audit.main(arguments.files, arguments.json)


def arena(arguments: argparse.Namespace) -> int:
    """``musbot arena``: measure two levels of AI players against each other."""
    from musbot.ai.arena import Pairing, main
    from musbot.game import Options

    try:
        options = Options.of(arguments.preset, target=arguments.target, kings=arguments.kings)
        pairing = Pairing(arguments.one, arguments.other, options, arguments.seed)
        return main(pairing, arguments.games, arguments.workers, arguments.json)
    except ValueError as error:
        return complain(str(error), 2)


def train(arguments: argparse.Namespace) -> int:
    """``musbot train``: make the tables of the strong levels."""
    try:
        import musbot.ai.solver.train  # noqa: F401 - looked at only: is what solving needs here?
    except ModuleNotFoundError as error:
        return complain(f"solving needs {error.name}: pip install 'musbot[train]'", 2)
    try:
        return _train(arguments)
    except OSError as error:
        return complain(f"the tables cannot be made: {error}", 2)


def _train(arguments: argparse.Namespace) -> int:
    from musbot.ai.exchange import make_tables
    from musbot.ai.solver.train import KINGS, QUICK, Effort, train

    effort = QUICK if arguments.quick else Effort()
    for path, size in train(
        Path(arguments.work),
        Path(arguments.to),
        arguments.seed,
        effort,
        arguments.workers,
        decks=[arguments.kings] if arguments.kings else KINGS,
        keep_cuts=arguments.keep_cuts,
    ):
        print(f"{path}: {size / 1e6:.2f} MB")
    if not (arguments.quick or arguments.keep_cuts):
        # The exact tables, which need no strategy: kept like every other step.
        made = Path(arguments.work) / "equities.npz"
        if not made.exists():
            make_tables(Path(arguments.work), print)
        shutil.copyfile(made, Path(arguments.to) / made.name)
        print(f"{Path(arguments.to) / made.name}: {made.stat().st_size / 1e6:.2f} MB")
    return 0


def odds(arguments: argparse.Namespace) -> int:
    """``musbot odds``: count what a hand is worth."""
    from musbot.ai import odds_sheet
    from musbot.game.options import Options

    options = Options.of(arguments.preset, kings=arguments.kings)
    return odds_sheet.main(arguments.hand, arguments.seat, options, arguments.json)


def review(arguments: argparse.Namespace) -> int:
    """``musbot review``: look at the decisions of a game again."""
    from musbot.bot import review_sheet

    seats = (arguments.seat,) if arguments.seat else (1, 2, 3, 4)
    return review_sheet.main(arguments.file, seats, arguments.json, arguments.worlds)


def healthcheck(_: argparse.Namespace) -> int:
    """``musbot healthcheck``: whether the bot whose data folder this is has given a sign of life lately."""
    from musbot.heartbeat import STILL_AFTER, seconds_since_beat
    from musbot.settings import SettingsError, load_settings

    try:
        data = load_settings().data
    except SettingsError as error:
        return complain(str(error), 1)
    age = seconds_since_beat(data)
    if age is None:
        return complain(f"no bot runs on the data folder {data}", 1)
    if age > STILL_AFTER:
        return complain(f"the bot's last sign of life is {age:.0f} s old", 1)
    print(f"alive {age:.0f} s ago")
    return 0


def migrate(_: argparse.Namespace) -> int:
    """``musbot migrate``: bring the database up to date without starting the bot."""
    from musbot.settings import SettingsError, load_settings
    from musbot.store.address import Address
    from musbot.store.errors import UnusableDatabase
    from musbot.store.migrate import migrate

    try:
        address = Address.parse(load_settings().database_address)
        had, has = migrate(address)
    except (SettingsError, UnusableDatabase) as error:
        return complain(str(error), 2)
    place = "the database in memory" if address.is_memory else address
    if had is None:
        print(f"made {place} at revision {has}")
    elif had == has:
        print(f"{place} is up to date at revision {has}")
    else:
        copy = f"; as it was: {place}.before-{has}" if address.path is not None else ""
        print(f"migrated {place} from revision {had} to {has}{copy}")
    return 0


def ratings(_: argparse.Namespace) -> int:
    """``musbot ratings recompute``: make ratings and leaderboards again; the bot may run meanwhile."""
    import asyncio

    from musbot.club.ratings import Ratings
    from musbot.settings import SettingsError, load_settings
    from musbot.store import Store
    from musbot.store.errors import UnusableDatabase

    async def recompute(address: str, months: int) -> tuple[int, int]:
        async with await Store.open(address) as store:
            found = Ratings(store, months)
            return await found.backfill(), await found.recompute()

    try:
        settings = load_settings()
        filled, counted = asyncio.run(recompute(settings.database_address, settings.season_months))
    except (SettingsError, UnusableDatabase) as error:
        return complain(str(error), 2)
    print(f"counted {counted} results{f', {filled} of them new' if filled else ''}")
    return 0


def erase(arguments: argparse.Namespace) -> int:
    """``musbot erase``: what ``/privacy delete`` does, for somebody who asks without Discord."""
    import asyncio

    from musbot.hosting.places import copies_in
    from musbot.settings import SettingsError, load_settings
    from musbot.store.address import Address
    from musbot.store.errors import UnusableDatabase

    try:
        settings = load_settings()
        address = Address.parse(settings.database_address)
        if address.is_memory or (address.path is not None and not address.path.exists()):
            return complain(f"there is no database {address.path or 'on disk'}", 2)
        copies = copies_in(settings)
        return asyncio.run(_erase(arguments.person, address, copies, asked=arguments.yes))
    except (SettingsError, UnusableDatabase) as error:
        return complain(str(error), 2)


async def _erase(person_id: int, address: Address, copies: list[Path], *, asked: bool) -> int:
    from musbot.club.tournament.desk import Tournaments
    from musbot.club.tournament.erasing import erase as erase_everywhere
    from musbot.store import Store
    from musbot.table import Tables

    async with await Store.open_at(address) as store:
        found = {name: len(rows) for name, rows in (await store.find_person(person_id)).items() if rows}
        if not found:
            print(f"Nothing is kept of {person_id}.")
            return 0
        rows = ", ".join(f"{name} ({count})" for name, count in found.items())
        print(f"{person_id} stands in rows of {rows}.", flush=True)
        if not asked and not confirmed(
            "They leave their tables, and it cannot be undone. Erase them? [y/N] "
        ):
            return complain("nothing was erased", 1)
        if not await erase_everywhere(Tournaments(store, Tables(store)), person_id):
            return complain("they kept taking seats, so nothing was erased; try again", 1)
    print(f"Erased {person_id}.")
    if copies:
        print(f"These copies hold them still: {', '.join(map(str, copies))}")
    return 0


def _person(text: str) -> int:
    """A Discord number from the command line."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 2**63):
        raise argparse.ArgumentTypeError(f"{text!r} is no Discord number (in Discord: Copy User ID)")
    return int(text)


def _worlds(text: str) -> int:
    """A number of deals from the command line."""
    if not (text.isascii() and text.isdecimal() and 2 <= int(text) <= 10_000):
        raise argparse.ArgumentTypeError(f"{text!r}: it must be a number from 2 to 10000")
    return int(text)


def complain(message: str, status: int) -> int:
    """Say what is wrong on standard error, in one line, and return the exit status."""
    print(f"musbot: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
