"""Every text in every language: complete, of the same fields, within Discord's limits, in the words of the game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest
from discord import Locale

from musbot.bot import catalogues, phrases
from musbot.bot.client import MusBot
from musbot.bot.faces import NAMES
from musbot.bot.layout import LONGEST_TEXT
from musbot.bot.localising import CommandTexts
from musbot.bot.option_names import has_names
from musbot.bot.words import LANGUAGES, language_of, words_for
from tests.bot.test_phones import labels

TRANSLATED = [language for language in LANGUAGES if language != "en"]
TEXTS = catalogues.texts()
GLOSSARY = Path(__file__).parent.parent.parent / "docs" / "glossary.md"
LOCAL_NAME = re.compile(r"[-_'\w]{1,32}")
"""What Discord takes for the name of an option, in lower case; ``\\w`` is any letter or number, and ``_``."""
FIELD = re.compile(r"{[^{}]*}|<[^<>]*>|`[^`]*`")
"""What a translation takes over as it is: fields, mentions and times of Discord's, commands and code."""


def fields(text: str) -> list[str]:
    return sorted(FIELD.findall(text))


def forms_of(language: str) -> dict[str, tuple[str, ...]]:
    """Return the translation of each text: one form, or two."""
    found = {}
    for message in catalogues.read(language):
        if message.id:
            one = message.id if isinstance(message.id, str) else message.id[0]
            found[one] = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return found


def test_the_sources_are_read_for_texts() -> None:
    assert len(TEXTS) > 400
    assert TEXTS["{count} stone"] == "{count} stones"
    assert TEXTS["Open a table in this channel"] is None


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_is_missing_and_none_is_left_over(language: str) -> None:
    """Mend it with ``python -m musbot.bot.catalogues``, and fill in what it adds."""
    forms = forms_of(language)

    assert [one for one in TEXTS if one not in forms] == []
    assert [one for one in forms if one not in TEXTS] == []
    assert [one for one, each in forms.items() if not all(each)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_have_both_forms_and_others_have_one(language: str) -> None:
    for one, each in forms_of(language).items():
        assert len(each) == (1 if TEXTS[one] is None else 2), one


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_number_finds_a_form(language: str) -> None:
    words = words_for(language)

    for one, many in TEXTS.items():
        if many is not None:
            others = dict.fromkeys(re.findall(r"{(\w+)}", one + many), "x")
            others.pop("count", None)
            for count in (0, 1, 2, 5, 1_000_000):
                assert words.n(one, many, count, **others)


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_fields_of_the_source_and_its_marks(language: str) -> None:
    for one, each in forms_of(language).items():
        sources = [one, *([many] if (many := TEXTS[one]) else [])]
        for form in each:
            assert fields(form) in [fields(source) for source in sources], form
            assert form.count("**") in [source.count("**") for source in sources], form
            assert form.count("`") == one.count("`"), form
            for mark in ("-# ", "### ", "## ", "- "):
                assert form.startswith(mark) == one.startswith(mark), form
            assert (form != form.lstrip()) == (one != one.lstrip()), form
            assert form == form.rstrip(), form


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_fit_where_the_source_does(language: str) -> None:
    for one, each in forms_of(language).items():
        for form in each:
            assert len(form) <= LONGEST_TEXT, form
            # A line that became much longer than it was meant to be is a mistake more often than not.
            assert len(form) <= 2 * len(one) + 20, form


@pytest.fixture
async def commands() -> list[dict[str, Any]]:
    """All commands as they are sent to Discord, with their translations."""
    nothing = cast(Any, None)
    bot = MusBot(nothing, nothing)
    return [await each.get_translated_payload(bot.tree, CommandTexts()) for each in bot.tree.get_commands()]


def named(each: dict[str, Any]) -> list[dict[str, Any]]:
    """A command or option and everything in it that has a name."""
    return [
        each,
        *(inner for option in each.get("options") or () for inner in named(option)),
        *(each.get("choices") or ()),
    ]


async def test_commands_are_described_in_the_languages_of_discord(commands: list[dict[str, Any]]) -> None:
    wanted = {locale.value for locale in Locale if language_of(locale.value) != "en"}
    assert wanted == {"es-ES", "es-419", "sv-SE", "no", "fr"}

    for command in commands:
        for each in named(command):
            if each.get("description"):
                told = each["description_localizations"]
                assert set(told) == wanted, each["name"]
                assert all(1 <= len(text) <= 100 for text in told.values()), told
            for text in (each.get("name_localizations") or {}).values():
                assert 1 <= len(text) <= 100


SUBCOMMAND, GROUP, SLASH = 1, 2, 1
"""Kinds of what has a name in a command, and of a command."""


async def test_options_are_named_in_the_languages_of_discord_and_commands_are_not(
    commands: list[dict[str, Any]],
) -> None:
    for command in commands:
        if command.get("type", SLASH) != SLASH:
            names = command["name_localizations"]
            assert len(names) == 5, command["name"]
            assert all(1 <= len(name) <= 32 for name in names.values()), names
            continue
        for each in named(command):
            if "value" in each:
                continue
            told = each.get("name_localizations") or {}
            if each is command or each.get("type") in (SUBCOMMAND, GROUP):
                assert not told, f"{each['name']} is named in messages"
                continue
            assert has_names(each["name"]), f"name the option {each['name']} in musbot/bot/option_names.py"
            assert all(LOCAL_NAME.fullmatch(name) and name == name.lower() for name in told.values()), told


async def test_no_two_options_of_a_command_have_one_name(commands: list[dict[str, Any]]) -> None:
    for command in commands:
        for each in named(command):
            options = [
                option for option in each.get("options") or () if option["type"] not in (SUBCOMMAND, GROUP)
            ]
            for locale in ("", "es-ES", "es-419", "sv-SE", "no", "fr"):
                names = [
                    (option.get("name_localizations") or {}).get(locale, option["name"]) for option in options
                ]
                assert len(set(names)) == len(names), (each["name"], locale, names)


async def test_no_command_is_too_long_in_its_longest_words(commands: list[dict[str, Any]]) -> None:
    def longest(each: dict[str, Any], key: str) -> int:
        told = (each.get(f"{key}_localizations") or {}).values()
        return max(len(text) for text in (str(each.get(key, "")), *told))

    for command in commands:
        length = sum(
            longest(each, "name") + longest(each, "description") + len(str(each.get("value", "")))
            for each in named(command)
        )
        assert length <= 8_000, (command["name"], length)


def test_each_code_of_discord_has_its_language() -> None:
    assert [language_of(code) for code in ("es-ES", "es-419", "sv-SE", "no", "fr", "en-GB", "de")] == [
        *("es", "es", "sv", "nb", "fr", "en", "en")
    ]


def glossary() -> list[dict[str, str]]:
    """Return the rows of the glossary, by language; ``en`` is the text of the source."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in GLOSSARY.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
    ]
    (head, _, *body) = rows
    return [dict(zip([*LANGUAGES], row, strict=True)) for row in body if len(row) == len(head)]


def test_the_glossary_has_every_language() -> None:
    assert len(glossary()) >= 40
    assert all(cell for row in glossary() for cell in row.values())


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_words_of_the_game_are_those_of_the_glossary(language: str) -> None:
    words = words_for(language)

    different = [row for row in glossary() if words(row["en"]) != row[language]]
    assert [(row["en"], words(row["en"]), row[language]) for row in different] == []


def test_the_glossary_names_whatever_is_said_at_a_table() -> None:
    said = [*phrases.LABELS.values(), *phrases.LANCES.values(), *phrases.RANKS, *phrases.OUTCOMES.values()]
    said += [name for name in NAMES.values() if not name.isdecimal()]
    rows = {row["en"].lower() for row in glossary()}
    known = {"órdago", "unopposed", "skipped", "not counted"}

    assert [word for word in said if word.lower() not in rows | known] == []


QUOTED = re.compile(r"(?<!\*)\*{1,2}([^*{}]+)\*{1,2}(?!\*)")
"""What is set in bold or in italics."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_sentences_name_buttons_and_lances_as_they_are_called(language: str) -> None:
    words = words_for(language)
    names = labels() | set(phrases.LABELS.values())
    lances = {name.lower() for name in phrases.LANCES.values()}
    looked_at, wrong = 0, []
    for one, each in forms_of(language).items():
        quoted = QUOTED.findall(one)
        for form in each:
            there = [text.strip(" .:") for text in QUOTED.findall(form)]
            lower = [text.lower() for text in there]
            for name in quoted:
                if name in names:
                    looked_at += 1
                    wrong += [(name, form)] if words(name) not in there else []
                elif name.lower() in lances:
                    looked_at += 1
                    wrong += [(name, form)] if words(name.capitalize()).lower() not in lower else []
    assert looked_at > 40
    assert wrong == []


def test_basque_sentences_have_no_spanish_lances() -> None:
    spanish = re.compile(r"\b(grande|chica|pares|juego|punto|envido|mano)\b", re.IGNORECASE)
    forms = forms_of("eu").values()

    assert [form for each in forms for form in each if spanish.search(FIELD.sub("", form))] == []


def test_mus_words_stay_mus_words() -> None:
    basque, spanish = words_for("eu"), words_for("es")

    assert [
        basque(each).lower()
        for each in ("Grande", "Chica", "Pares", "Juego", "Punto", "Mano", "Raise", "Órdago")
    ] == [*("handia", "txikia", "pareak", "jokoa", "puntua", "esku", "imido", "hordago")]
    assert [
        spanish(each).lower()
        for each in ("Grande", "Chica", "Pares", "Juego", "Punto", "Mano", "Raise", "Órdago")
    ] == [*("grande", "chica", "pares", "juego", "punto", "mano", "envido", "órdago")]


def test_nobody_but_the_readers_asks_for_the_locale() -> None:
    """The language that somebody has chosen goes before that of their Discord."""
    asking = [
        path.name
        for path in sorted(catalogues.ROOM.rglob("*.py"))
        if "interaction.locale" in path.read_text(encoding="utf-8")
    ]

    assert asking == ["readers.py"]
