"""The commands of ``musbot`` for those who host it. What a command needs is imported when it is run."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import SecretStr

    from musbot.settings import Settings
    from musbot.store.address import Address

Commands = Any
"""What `argparse` returns for sub-commands; it has no public name."""

ENV = Path(".env")


class Problem(Exception):
    """A command cannot be done. The text is one line; the status is 2."""


def add_to(commands: Commands) -> None:
    """Add the commands to those of `musbot`."""
    command = commands.add_parser("setup", help="ask what the bot needs, look whether it works, write .env")
    command.set_defaults(command=_told(setup))

    command = commands.add_parser(
        "invite", help="print the link that adds the bot to a server, and why each right"
    )
    command.add_argument(
        "application",
        nargs="?",
        type=_number,
        help="the application's number; by default Discord is asked for it",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(command=_told(invite))

    command = commands.add_parser("doctor", help="look at all that a bot needs on this machine")
    command.add_argument("--offline", action="store_true", help="do not ask Discord")
    command.add_argument("--json", action="store_true", help="print one JSON object a finding")
    command.set_defaults(command=_told(doctor))

    command = commands.add_parser("status", help="tell in a few lines how the bot of this folder is doing")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(command=_told(status))

    command = commands.add_parser(
        "backup", help="copy the database, also while the bot runs, and check the copy"
    )
    command.add_argument(
        "--to", type=Path, metavar="FOLDER", help="where copies are kept (backups in the data folder)"
    )
    command.add_argument(
        "--keep", type=_count, default=0, metavar="N", help="delete all but the newest N (keep all)"
    )
    command.set_defaults(command=_told(backup))

    command = commands.add_parser(
        "restore", help="put a copy in the database's place; the bot must be stopped"
    )
    command.add_argument("copy", type=Path, metavar="COPY", help="a file that backup made")
    command.add_argument("--yes", action="store_true", help="do not ask first")
    command.set_defaults(command=_told(restore))

    command = commands.add_parser(
        "migrate-to", help="copy the database into an empty one, such as PostgreSQL; the bot must be stopped"
    )
    command.add_argument("target", metavar="DATABASE", help="a path, or postgresql://user@host/name")
    command.set_defaults(command=_told(migrate_to))

    command = commands.add_parser("export", help="write every record and result as files")
    command.add_argument("folder", type=Path, metavar="FOLDER", help="an empty folder, or one to be made")
    command.set_defaults(command=_told(export))


def setup(_: argparse.Namespace) -> int:
    """``musbot setup``."""
    from rich.console import Console

    from musbot.hosting import setup
    from musbot.hosting.asking import DISCORD, ask_now
    from musbot.hosting.env_file import explained
    from musbot.settings import SettingsError, load_settings

    base = DISCORD
    if os.environ.get("MUSBOT_PLAYGROUND"):
        from musbot.hosting.asking import base_of

        base = base_of(load_settings(env_file=None))
    example = Path(".env.example")
    text = example.read_text("utf-8") if example.is_file() else explained()
    try:
        setup.set_up(ENV, text, lambda token: ask_now(token, base), Console())
        load_settings()
    except setup.GaveUp as error:
        print(f"musbot: {error}", file=sys.stderr)
        return 1
    except EOFError:
        raise Problem("nothing was written: there is nobody to ask") from None
    except SettingsError as error:
        raise Problem(f"{ENV} is written, but {error}") from None
    return 0


def invite(arguments: argparse.Namespace) -> int:
    """``musbot invite``."""
    from musbot.hosting.asking import NoAnswer, ask_now, base_of
    from musbot.hosting.invitation import print_invitation
    from musbot.settings import load_settings

    number = arguments.application
    if number is None:
        settings = load_settings(ENV)
        try:
            number = ask_now(_token(settings), base_of(settings)).application_id
        except NoAnswer as error:
            raise Problem(f"{error}; or name the application: musbot invite APPLICATION_ID") from None
    print_invitation(number, sys.stdout, as_json=arguments.json)
    return 0


def doctor(arguments: argparse.Namespace) -> int:
    """``musbot doctor``: status 1 where something is ill."""
    from rich.console import Console

    from musbot.hosting.checks import Verdict, examine

    settings = _settings()
    console = Console(highlight=False)
    looks = {
        Verdict.WELL: "[green]✓[/green]",
        Verdict.SO_SO: "[yellow]![/yellow]",
        Verdict.ILL: "[red]✗[/red]",
    }
    ill = False
    for found in examine(settings, ENV, ask_discord=not arguments.offline):
        ill |= found.verdict is Verdict.ILL
        if arguments.json:
            print(json.dumps(asdict(found), ensure_ascii=False), flush=True)
        else:
            text = found.text.replace("[", r"\[")
            console.print(f"{looks[found.verdict]} {found.subject}: {text}", soft_wrap=True)
    return int(ill)


def status(arguments: argparse.Namespace) -> int:
    """``musbot status``."""
    import asyncio

    from musbot.hosting.status import status_of

    settings = _settings()
    _require_current(settings)
    found = asyncio.run(status_of(settings))
    print(json.dumps(asdict(found)) if arguments.json else "\n".join(found.told()))
    return 0


def backup(arguments: argparse.Namespace) -> int:
    """``musbot backup``."""
    from musbot.hosting import copies, dumps
    from musbot.hosting.places import backups_of

    settings = _settings()
    address, folder = _address(settings), arguments.to or backups_of(settings)
    if address.server is not None:
        looked, gone = dumps.make_dump(address, folder, arguments.keep)
    else:
        looked, gone = copies.make_copy(_file(address), folder, arguments.keep)
    print(f"copied to {looked.told()}")
    for path in gone:
        print(f"deleted {path}")
    return 0


def restore(arguments: argparse.Namespace) -> int:
    """``musbot restore``."""
    from musbot.hosting import copies, dumps
    from musbot.hosting.places import backups_of

    settings = _settings()
    address = _address(settings)
    look_at = dumps.look_at if address.server is not None else copies.look_at
    place = address if address.server is not None else _file(address)
    print(f"the copy: {look_at(arguments.copy).told()}", flush=True)
    if not arguments.yes and not confirmed(f"Put it in the place of {place}? [y/N] "):
        print("musbot: nothing was restored", file=sys.stderr)
        return 1
    aside: Path | None
    if address.server is not None:
        looked, aside = dumps.put_back(arguments.copy, address, backups_of(settings))
    else:
        looked, aside = copies.put_back(arguments.copy, _file(address))
    print(f"restored {looked.told()}")
    if aside is not None:
        print(f"as it was before: {aside}")
    print("Whoever had themselves erased since that copy is in it again: musbot erase NUMBER")
    return 0


def migrate_to(arguments: argparse.Namespace) -> int:
    """``musbot migrate-to``."""
    import asyncio

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from musbot.hosting.moving import Told, move
    from musbot.store.address import Address

    source, target = _address(_settings()), Address.parse(arguments.target)
    if source.is_memory or target.is_memory or (source.path is not None and not source.path.exists()):
        raise Problem(f"there is no database to move: {source} to {target}")
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=Console(stderr=True)) as progress:

        def teller(what: str) -> Told:
            tasks: dict[str, Any] = {}

            def told(table: str, done: int, total: int) -> None:
                if table not in tasks:
                    tasks[table] = progress.add_task(f"{what} {table}", total=total)
                progress.update(tasks[table], completed=done)

            return told

        counts = asyncio.run(move(source, target, teller("copying"), teller("comparing")))
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
    print(f"moved {told or 'nothing, for there was nothing'}; every row was compared")
    print(f"from now on: MUSBOT_DATABASE={arguments.target}")
    return 0


def export(arguments: argparse.Namespace) -> int:
    """``musbot export``."""
    import asyncio

    from musbot.hosting.export import NotEmpty, export
    from musbot.store import Store

    settings = _settings()
    _require_current(settings)

    async def work() -> dict[str, int]:
        async with await Store.open(settings.database_address) as store:
            return await export(store, arguments.folder)

    try:
        counts = asyncio.run(work())
    except NotEmpty as error:
        raise Problem(str(error)) from None
    except OSError as error:
        raise Problem(f"cannot write to {arguments.folder}: {error.strerror}") from None
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    print(f"wrote {told} to {arguments.folder}")
    return 0


def _told(command: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Let a command that cannot be done say so in one line."""

    def run(arguments: argparse.Namespace) -> int:
        from musbot.settings import SettingsError
        from musbot.store.errors import UnusableDatabase

        try:
            return command(arguments)
        except (Problem, SettingsError, UnusableDatabase) as error:
            print(f"musbot: {error}", file=sys.stderr)
            return 2

    return run


def _settings() -> Settings:
    from musbot.settings import load_settings

    settings = load_settings(ENV)
    settings.require_data_folder()
    return settings


def _token(settings: Settings) -> SecretStr:
    if settings.discord_token is None:
        raise Problem("there is no token yet: musbot setup")
    return settings.discord_token


def _address(settings: Settings) -> Address:
    from musbot.store.address import Address

    return Address.parse(settings.database_address)


def _file(address: Address) -> Path:
    if address.path is None:
        raise Problem("the database is in memory: there is nothing to copy")
    return address.path


def _require_current(settings: Settings) -> None:
    """Refuse to read a database that would be changed by that: it is a bot's start, or `migrate`, that does it."""
    import asyncio

    from musbot.hosting.copies import is_current
    from musbot.hosting.dumps import revision_of
    from musbot.store.migrate import known_revisions

    address = _address(settings)
    if address.server is not None:
        current = asyncio.run(revision_of(address)) not in [None, *known_revisions()[1:]]
    elif address.path is None:
        return
    elif not address.path.exists():
        raise Problem(f"there is no database {address}: start the bot first")
    else:
        current = is_current(address.path)
    if not current:
        raise Problem(f"the database {address} is an older musbot's: start the bot, or musbot migrate")


def confirmed(question: str) -> bool:
    """Whether somebody who is there says yes. Nobody is where there is no input."""
    try:
        return input(question).strip().casefold() in ("y", "yes")
    except EOFError:
        print()
        return False


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 2**63):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of an application")
    return int(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r}: how many are to be kept, 1 or more")
    return int(text)
