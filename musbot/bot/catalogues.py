"""The catalogues of translations, kept equal to the sources: ``python -m musbot.bot.catalogues``.

It reads the texts out of the sources of this room, adds to each catalogue those that are new, with an empty
translation, and takes out those that are gone. Translators fill in the ``.po`` files with the tools they know; the
bot reads these files as they are, so there is nothing to compile.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from musbot.bot.words import LANGUAGES, LOCALE

ROOM = Path(__file__).parent
_ASKING = frozenset({"words", "_words", "ENGLISH", "N_"})
"""What texts are translated by, as the sources call it."""

Texts = dict[str, str | None]
"""The English texts, each with its plural, None where it has none."""


def texts() -> Texts:
    """Return every text of the bot, in the order of the sources."""
    found: Texts = {}
    for path in sorted(ROOM.rglob("*.py")):
        for one, many in texts_of(ast.parse(path.read_text(encoding="utf-8"))):
            found[one] = many or found.get(one)
    return found


def texts_of(source: ast.Module) -> Iterator[tuple[str, str | None]]:
    """Return the texts of a source: what is asked for or marked, and what commands and their options are described as.

    >>> list(texts_of(ast.parse("words('Hold'); words.n('{count} card', '{count} cards', 3)")))
    [('Hold', None), ('{count} card', '{count} cards')]
    """
    calls = [node for node in ast.walk(source) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset)):
        name = _name(call.func)
        if name in _ASKING and call.args:
            yield from ((each, None) for each in _written(call.args[0]))
        elif isinstance(call.func, ast.Attribute) and name == "n" and _name(call.func.value) in _ASKING:
            (one,), (many,) = _written(call.args[0]), _written(call.args[1])
            yield one, many
        elif name in ("command", "context_menu", "describe", "__init__", "Group"):
            described = [
                word.value for word in call.keywords if name == "describe" or word.arg == "description"
            ]
            yield from ((each, None) for value in described for each in _written(value))


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return node.attr
        case _:
            return ""


def _written(node: ast.expr) -> list[str]:
    """Return the texts that an expression may be: one, or one of two."""
    match node:
        case ast.Constant(value=str(written)) if written:
            return [written]
        case ast.IfExp():
            return _written(node.body) + _written(node.orelse)
        case _:
            return []


def path_of(language: str) -> Path:
    """Return where the catalogue of a language is."""
    return LOCALE / language / "LC_MESSAGES" / "musbot.po"


def read(language: str) -> Catalog:
    """Return the catalogue of a language, an empty one where there is none."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, project="musbot", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(
    language: str, wanted: Texts, added: Mapping[str, str | tuple[str, ...]] | None = None
) -> Catalog:
    """Return the catalogue of a language with these texts and no others.

    :param added: translations that go before those which it has, by the English text.
    """
    old = read(language)
    new = Catalog(
        locale=language, project="musbot", fuzzy=False, header_comment=_HEADER.format(LANGUAGES[language])
    )
    vars(new).update(_num_plurals=2, _plural_expr=_PLURALS.get(language, "(n != 1)"))
    for one, many in wanted.items():
        known = old.get(one)
        translation = (added or {}).get(one) or (known.string if known is not None else "")
        if many is None:
            new.add(one, translation if isinstance(translation, str) else translation[0])
        else:
            forms = translation if isinstance(translation, tuple) else (translation,) * new.num_plurals
            new.add((one, many), forms)
    return new


_PLURALS = {"fr": "(n > 1)", "fil": "(n > 1)"}
"""When the second form is used, where that is not for every number but 1. Babel would have a third form for
millions in Spanish and French, and nothing here is counted in millions."""
_HEADER = "# musbot in the language {}."


def write(language: str, catalogue: Catalog) -> None:
    """Write the catalogue of a language, without anything that changes from day to day."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=0, omit_header=False, sort_output=False)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "-Date: " not in line), encoding="utf-8")


def main() -> int:
    """Bring every catalogue up to date, and tell how much is still to be translated."""
    wanted = texts()
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = updated(language, wanted)
        write(language, catalogue)
        missing = sum(not all(_forms(message.string)) for message in catalogue if message.id)
        print(f"{language}: {len(wanted)} texts, {missing} to be translated")
    return 0


def _forms(string: object) -> tuple[str, ...]:
    return tuple(string) if isinstance(string, (list, tuple)) else (str(string or ""),)


if __name__ == "__main__":
    sys.exit(main())
