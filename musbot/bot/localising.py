"""The commands in the languages of Discord: what each command, option and choice is described as.

Names of commands stay as they are, since messages name them, and a message is read by people whose Discord speaks
different languages. Options are named in each (`option_names`), and so is what stands in the menu on a person.
"""

from __future__ import annotations

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Place

from musbot.bot.option_names import option_name
from musbot.bot.words import LANGUAGES, language_of, words_for

_NAMES = (Place.command_name, Place.group_name)
LONGEST = 100
"""Characters of a description, and of a choice."""


class CommandTexts(app_commands.Translator):
    """Tells Discord what the catalogues say."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a description, a choice or the name of an option in a language; None where it stays as it is."""
        if context.location is Place.parameter_name:
            return option_name(string.message, language_of(locale.value))
        if context.location is Place.command_name and isinstance(context.data, app_commands.ContextMenu):
            return localised(string.message, locale)
        if context.location in _NAMES:
            return None
        parts = [localised(part, locale) for part in string.extras.get("parts", (string.message,))]
        return ": ".join(part for part in parts if part)[:LONGEST] if all(parts) else None


def localised(text: str, locale: Locale) -> str | None:
    """Return a text in the language of a Discord; None where that has no catalogue, or the text none there."""
    language = language_of(locale.value)
    if language == "en" or language not in LANGUAGES:
        return None
    translated = words_for(language)(text)
    return translated[:LONGEST] if translated != text else None
