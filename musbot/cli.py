"""The command ``musbot``. Exit status 0 is success, 1 a no, 2 something to mend (one line says what)."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence

import musbot

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

    command = commands.add_parser("arena", help="let two levels of AI players play, and say which is better")
    command.add_argument("one", metavar="LEVEL", help="a level; the figures are of its view")
    command.add_argument("other", metavar="LEVEL", help="the level it plays against")
    command.add_argument("--games", type=int, default=1000, help="games, in mirrored pairs (1000)")
    command.add_argument("--seed", type=int, default=1, help="the same seed gives the same games (1)")
    command.add_argument("--preset", default="stargames", help="rules: stargames (the default) or classic")
    command.add_argument("--target", type=int, default=40, help="stones that win a game (40)")
    command.add_argument("--kings", type=int, default=8, help="kings in the deck: 8 (the default) or 4")
    command.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one a core)")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(command=arena)

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

    command = commands.add_parser("healthcheck", help="say whether the running bot is alive (status 0 or 1)")
    command.set_defaults(command=healthcheck)

    command = commands.add_parser("migrate", help="bring the database up to date, as run does by itself")
    command.set_defaults(command=migrate)

    command = commands.add_parser("ratings", help="make all ratings again from the results of the games")
    command.add_argument("what", choices=["recompute"], help="the same games give the same numbers")
    command.set_defaults(command=ratings)
    return top


def run(arguments: argparse.Namespace) -> int:
    """``musbot run``: serve until told to stop."""
    from musbot.settings import SettingsError, load_settings
    from musbot.store.errors import UnusableDatabase

    try:
        settings = load_settings()
        if arguments.playground:
            settings = settings.without_token()
        settings.require_data_folder()
        settings.require_free_port()

        from musbot.bot import app
        from musbot.logs import set_up_logging

        token = settings.discord_token.get_secret_value() if settings.discord_token else ""
        set_up_logging(settings.log_level, settings.log_format, secrets=[token])
        return app.main(settings)
    except (SettingsError, UnusableDatabase) as error:
        return complain(str(error), 2)


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


def odds(arguments: argparse.Namespace) -> int:
    """``musbot odds``: count what a hand is worth."""
    from musbot.ai import odds_sheet
    from musbot.game.options import Options

    options = Options.of(arguments.preset, kings=arguments.kings)
    return odds_sheet.main(arguments.hand, arguments.seat, options, arguments.json)


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
    place = address.path or "the database in memory"
    if had is None:
        print(f"made {place} at revision {has}")
    elif had == has:
        print(f"{place} is up to date at revision {has}")
    else:
        print(f"migrated {place} from revision {had} to {has}; as it was: {place}.before-{has}")
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


def complain(message: str, status: int) -> int:
    """Say what is wrong on standard error, in one line, and return the exit status."""
    print(f"musbot: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
