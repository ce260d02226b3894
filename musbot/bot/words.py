"""Translations: every text that people read goes through here.

Plain gettext catalogues, ``musbot/locale/<language>/LC_MESSAGES/musbot.po``; the source texts are English. The
catalogues are read as translators leave them, once in each process, so that none can be out of date.
"""

from __future__ import annotations

import gettext
import io
from functools import cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).parent.parent / "locale"

LANGUAGES = {
    "en": "English",
    "es": "Español",
    "eu": "Euskara",
    "sv": "Svenska",
    "nb": "Norsk",
    "fil": "Filipino",
    "fr": "Français",
}
"""The languages that there are, by the code of their catalogue, as their own speakers call them."""

_OF_DISCORD = {"no": "nb"}
"""Languages for which Discord has another code."""
_POINT = frozenset({"en", "fil"})
"""Languages that write 2.5; the others write 2,5."""


class Words:
    """The texts of one language. ``words("Hold")`` is the translation; fields in braces are filled in."""

    __slots__ = ("_catalogue", "language")

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __call__(self, text: str, /, **fields: object) -> str:
        translated = self._catalogue.gettext(text)
        return translated.format(**fields) if fields else translated

    def n(self, one: str, many: str, count: int, /, **fields: object) -> str:
        """Return the form of a text that fits a number, which it may show as ``{count}``."""
        return self._catalogue.ngettext(one, many, count).format(count=count, **fields)

    def number(self, written: str) -> str:
        """Return a number, or a chance in percents, that was written as in English as the language writes it.

        >>> [words_for(code).number("96.3 %") for code in ("en", "sv", "eu")]
        ['96.3 %', '96,3 %', '% 96,3']
        """
        number = written if self.language in _POINT else written.replace(".", ",")
        if self.language == "eu" and number.endswith("%"):
            return f"%{number[-2]}{number[:-2]}"
        return number


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a text for translation where it is written, to be translated where it is shown."""
    return text


def language_of(code: str) -> str:
    """Return the language for a code of Discord's or of a catalogue; English for one that there is not.

    >>> language_of("es-419"), language_of("no"), language_of("ja")
    ('es', 'nb', 'en')
    """
    language = code.replace("_", "-").split("-")[0]
    language = _OF_DISCORD.get(language, language)
    return language if language in LANGUAGES else "en"


def words_for(code: str) -> Words:
    """Return the texts of a language, those in English where there are none in it.

    :param code: a code of Discord, such as ``en-GB`` or ``es-ES``, or one of :data:`LANGUAGES`.
    """
    return _words(language_of(code))


@cache
def _words(language: str) -> Words:
    if language == "en":
        return Words(language, gettext.NullTranslations())
    compiled = io.BytesIO()
    with (LOCALE / language / "LC_MESSAGES" / "musbot.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    for message in catalogue:
        if isinstance(message.string, tuple) and not all(message.string):
            message.string = ""  # what is not translated yet is read in English
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Words(language, gettext.GNUTranslations(compiled))


ENGLISH = words_for("en")
