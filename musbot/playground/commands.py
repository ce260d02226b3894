"""What Discord accepts as an application command (D:interactions/application-commands)."""

from __future__ import annotations

import unicodedata
from typing import Any

from .refusals import Form
from .wire import Json

__all__ = ["LOCALES", "OptionType", "check_commands", "complete_command"]

_LOCALES = """
    id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR
    ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko
"""
LOCALES = frozenset(_LOCALES.split())
"""The languages of Discord's client, and so the only ones a command can be translated to."""

CHAT_INPUT, USER, MESSAGE = 1, 2, 3

Path = tuple[str | int, ...]


class OptionType:
    """The option types of slash commands."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


def _is_name(text: str) -> bool:
    r"""Whether a text matches `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$` and is in lower case."""
    if not 1 <= len(text) <= 32 or text != text.lower():
        return False
    return all(
        c in "-_'"
        or unicodedata.category(c)[0] in "LN"
        or "\u0900" <= c <= "\u097f"
        or "\u0e00" <= c <= "\u0e7f"
        for c in text
    )


class _Checker:
    """One pass over one command."""

    def __init__(self, form: Form) -> None:
        self.form = form

    def name(self, path: Path, name: Any, *, slash: bool) -> None:
        """A command or option name."""
        text = self.form.text(path, name, 1, 32)
        if text and slash and not _is_name(text):
            self.form.wrong(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")

    def translated(self, path: Path, node: Json, *, slash: bool) -> None:
        """A node's name and description in every language."""
        self.name((*path, "name"), node.get("name"), slash=slash)
        for field in ("name", "description"):
            texts = node.get(f"{field}_localizations") or {}
            for locale, text in texts.items():
                here = (*path, f"{field}_localizations", locale)
                if locale not in LOCALES:
                    self.form.wrong(
                        (*path, f"{field}_localizations"),
                        "ENUM_TYPE_COERCE",
                        f'Value "{locale}" is no locale.',
                    )
                elif field == "name":
                    self.name(here, text, slash=slash)
                else:
                    self.form.text(here, text, 1, 100)
        if slash:
            self.form.text((*path, "description"), node.get("description"), 1, 100)
        elif node.get("description"):
            self.form.wrong(
                (*path, "description"),
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_ALLOWED",
                "Context menu commands cannot have description",
            )

    def choices(self, path: Path, option: Json) -> None:
        """The fixed choices of an option."""
        for index, choice in enumerate(self.form.items((*path, "choices"), option.get("choices"), 0, 25)):
            here = (*path, "choices", index)
            self.form.text((*here, "name"), choice.get("name"), 1, 100)
            for locale, text in (choice.get("name_localizations") or {}).items():
                self.form.text((*here, "name_localizations", locale), text, 1, 100)
            value = choice.get("value")
            if option["type"] == OptionType.STRING:
                self.form.text((*here, "value"), value, 1, 100)
            elif isinstance(value, bool) or not isinstance(value, int | float):
                self.form.wrong((*here, "value"), "NUMBER_TYPE_COERCE", f'Value "{value!r:.80}" is not int.')
        if option.get("choices") and option.get("autocomplete"):
            self.form.wrong(
                path,
                "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_MUTUALLY_EXCLUSIVE",
                "Autocomplete and choices are mutually exclusive",
            )

    def options(self, path: Path, node: Json, depth: int) -> None:
        """The options below a command (depth 0), a group (1) or a subcommand (2)."""
        options = self.form.items((*path, "options"), node.get("options"), 0, 25)
        names: set[str] = set()
        optional_seen = False
        kinds: set[bool] = set()
        for index, option in enumerate(options):
            here = (*path, "options", index)
            kind = option.get("type") if isinstance(option, dict) else None
            allowed = range(1, 12) if depth == 0 else (OptionType.SUBCOMMAND,) if depth == 1 else range(3, 12)
            if kind not in allowed:
                self.form.wrong(
                    (*here, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {tuple(allowed)}."
                )
                continue
            self.translated(here, option, slash=True)
            name = str(option.get("name"))
            if name in names:
                self.form.wrong(
                    (*path, "options"),
                    "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                    "Option name must be unique",
                )
            names.add(name)
            nested = kind in (OptionType.SUBCOMMAND, OptionType.GROUP)
            kinds.add(nested)
            if nested:
                self.options(here, option, 2 if kind == OptionType.SUBCOMMAND else 1)
                continue
            if option.get("required") and optional_seen:
                self.form.wrong(
                    here,
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
            optional_seen = optional_seen or not option.get("required")
            self.choices(here, option)
        if len(kinds) > 1:
            self.form.wrong(
                (*path, "options"),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Sub-command and sub-command group option types are mutually exclusive to all other types",
            )


def _characters(node: Json) -> int:
    """What counts towards the 8000 characters of a command: of each text, its longest translation."""
    total = 0
    for field in ("name", "description"):
        texts = [node.get(field) or "", *(node.get(f"{field}_localizations") or {}).values()]
        total += max(len(str(text)) for text in texts)
    for choice in node.get("choices") or []:
        names = [choice.get("name") or "", *(choice.get("name_localizations") or {}).values()]
        total += max(len(str(name)) for name in names) + len(str(choice.get("value")))
    return total + sum(_characters(option) for option in node.get("options") or [])


def check_commands(commands: list[Any]) -> None:
    """Check a whole set of commands, as a bulk update sends it.

    Raises:
        Refusal: 50035 with every fault; fields are under the index of their command.
    """
    form = Form()
    checker = _Checker(form)
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        path: Path = (index,)
        kind = command.get("type", CHAT_INPUT) or CHAT_INPUT
        if kind not in (CHAT_INPUT, USER, MESSAGE):
            form.wrong((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
            continue
        checker.translated(path, command, slash=kind == CHAT_INPUT)
        if kind == CHAT_INPUT:
            checker.options(path, command, 0)
        elif command.get("options"):
            form.wrong(
                (*path, "options"),
                "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_NOT_ALLOWED",
                "Context menu commands cannot have options",
            )
        if _characters(command) > 8000:
            form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
        key = (kind, str(command.get("name")))
        if key in seen:
            form.wrong(
                (*path, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(key)
    for kind, limit in ((CHAT_INPUT, 100), (USER, 15), (MESSAGE, 15)):
        if sum(1 for k, _ in seen if k == kind) > limit:
            form.wrong((), "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")
    form.check()


def complete_command(command: Json, *, id: int, application_id: int, guild_id: int | None) -> Json:
    """The command as Discord gives it back."""
    permissions = command.get("default_member_permissions")
    whole: Json = {
        "id": str(id),
        "application_id": str(application_id),
        "version": str(id),
        "type": command.get("type") or CHAT_INPUT,
        "name": command["name"],
        "name_localizations": command.get("name_localizations"),
        "description": command.get("description") or "",
        "description_localizations": command.get("description_localizations"),
        "options": command.get("options") or [],
        "default_member_permissions": None if permissions is None else str(permissions),
        "dm_permission": command.get("dm_permission", True),
        "contexts": command.get("contexts"),
        "integration_types": command.get("integration_types") or [0],
        "nsfw": command.get("nsfw", False),
    }
    if guild_id is not None:
        whole["guild_id"] = str(guild_id)
    return whole
