"""``musbot setup``: asks what the bot needs, looks whether Discord agrees, and writes ``.env``.

The token is typed unseen and is printed nowhere.
"""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable
from pathlib import Path

from pydantic import SecretStr
from rich.console import Console
from rich.prompt import Confirm, Prompt

from musbot.bot.permissions import invitation, lacking_of, titled
from musbot.hosting.asking import Application, BadToken, NoAnswer
from musbot.hosting.env_file import value_of, with_settings, write_private
from musbot.settings import is_token

PORTAL = "https://discord.com/developers/applications"
TRIES = 3

Ask = Callable[[SecretStr], Application]


class GaveUp(Exception):
    """Nothing was written. The text is one line that says why."""


def set_up(env_file: Path, example: str, ask: Ask, console: Console) -> Application | None:
    """Ask, look, and write the file; return the application, or None where Discord could not be asked.

    :param example: the text to begin from where there is no file yet.
    :param ask: asks Discord whose token it is.
    :raises GaveUp: if the person wants it so, or there is no token that Discord knows.
    """
    before = _what_is_there(env_file, console)
    console.print(
        f"\nThe bot needs a [b]token[/b]. On {PORTAL}\n"
        "press [i]New Application[/i]; then, on the page [i]Bot[/i], [i]Reset Token[/i],\n"
        "and copy it. Leave all [i]Privileged Gateway Intents[/i] off."
    )
    token, found = _token(ask, console)
    usual = value_of(before or "", "MUSBOT_DATA") or "data"
    data = Prompt.ask("Folder for its data", console=console, default=usual).strip() or usual
    if any(character in data for character in "\n\r'\"#"):
        raise GaveUp(f"{data!r} is no good name for a folder")
    text = with_settings(
        example if before is None else before,
        {"DISCORD_TOKEN": token.get_secret_value(), "MUSBOT_DATA": data},
    )
    try:
        write_private(env_file, text)
    except OSError as error:
        raise GaveUp(f"cannot write {env_file}: {error.strerror}") from None
    console.print(f"\n[green]✓[/green] wrote {env_file}, which nobody but you may read")
    if found is not None:
        _what_next(found, console)
    return found


def _what_is_there(env_file: Path, console: Console) -> str | None:
    """Return the file's text if there is one that may be changed."""
    if not env_file.exists():
        return None
    console.print(
        f"There is a file {env_file} already. Its token and data folder would be replaced; the rest stays."
    )
    if not _confirmed("Change it?", console):
        raise GaveUp(f"{env_file} was left as it is")
    try:
        return env_file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GaveUp(
            f"cannot read {env_file}: {getattr(error, 'strerror', None) or 'it is not text'}"
        ) from None


def _token(ask: Ask, console: Console) -> tuple[SecretStr, Application | None]:
    for _ in range(TRIES):
        token = SecretStr(_typed_unseen("Token (it is not shown): ", console))
        if not is_token(token.get_secret_value()):
            console.print("[red]✗[/red] That is no token: it has three parts with dots between them.")
            continue
        try:
            found = ask(token)
        except BadToken:
            console.print("[red]✗[/red] Discord does not know this token. Resetting it makes a new one.")
            continue
        except NoAnswer as error:
            console.print(f"[yellow]![/yellow] {error}, so the token could not be tried.")
            if _confirmed("Write it all the same?", console):
                return token, None
            raise GaveUp("nothing was written") from None
        console.print(f"[green]✓[/green] It is the token of [b]{_plain(found.name)}[/b].", highlight=False)
        return token, found
    raise GaveUp("nothing was written: there was no token that Discord knows")


def _what_next(found: Application, console: Console) -> None:
    if found.privileged:
        console.print(
            f"[yellow]![/yellow] Its intents {', '.join(found.privileged)} are on, and musbot uses none of them: "
            "turn them off on the page [i]Bot[/i]."
        )
    for server in found.servers:
        lacking = lacking_of(server.permissions)
        if lacking:
            names = ", ".join(map(titled, lacking))
            console.print(f"[yellow]![/yellow] On {_plain(server.name)} it lacks {names}: invite it again.")
        else:
            console.print(f"[green]✓[/green] On {_plain(server.name)} it has all that it needs.")
    if not found.servers:
        console.print("It is in no server yet.")
    console.print("\nInvite it with this link:")
    # In one piece, however narrow the window is: it is to be copied.
    console.print(invitation(found.application_id), soft_wrap=True, highlight=False)
    console.print("\nThen start it: [b]musbot run[/b]")


def _confirmed(question: str, console: Console) -> bool:
    return Confirm.ask(question, console=console, default=False)


def _typed_unseen(question: str, console: Console) -> str:
    """Return what is typed, which no terminal shows; where there is none, the next line of input."""
    if sys.stdin.isatty():
        return getpass.getpass(question).strip()
    console.print(question, end="", markup=False)
    line = sys.stdin.readline()
    console.print()
    if not line:
        raise GaveUp("nothing was written: there is nobody to ask")
    return line.strip()


def _plain(name: str) -> str:
    """Return a name as it is, whatever of it looks like markup."""
    return name.replace("[", r"\[")
