"""Translations: every text that people read goes through here.

Plain gettext catalogues in ``musbot/locale/<language>/LC_MESSAGES/musbot.mo``; the source texts are English.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

_LOCALE = Path(__file__).parent.parent / "locale"


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


def N_(text: str) -> str:  # noqa: N802
    """Mark a text for translation where it is written, to be translated where it is shown."""
    return text


@cache
def words_for(language: str) -> Words:
    """Return the texts of a language, those in English where it has no catalogue.

    :param language: a code of Discord, such as ``en-GB`` or ``es-ES``.
    """
    codes = [language.replace("-", "_"), language.split("-")[0]]
    return Words(language, gettext.translation("musbot", _LOCALE, codes, fallback=True))


ENGLISH = words_for("en")
