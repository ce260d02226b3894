"""Payloads that Discord refuses, and the words it refuses them with."""

from __future__ import annotations

from typing import Any

import pytest

from musbot.playground import Refusal
from musbot.playground.commands import check_commands
from musbot.playground.components import check_modal
from musbot.playground.forms import Upload, check_message
from musbot.playground.refusals import Form

V2 = 1 << 15


def button(**fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Mus", "custom_id": "mus"} | fields


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def select(**fields: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]} | fields


def buttons(count: int) -> dict[str, Any]:
    return row(*(button(custom_id=str(n)) for n in range(count)))


def gallery(**fields: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": "attachment://hand.png"}} | fields]}


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "long content": ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    "content is no text": ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    "long title": ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    "long description": (
        {"embeds": [{"description": "x" * 4097}]},
        "embeds.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "long field": (
        {"embeds": [{"fields": [{"name": "n", "value": "x" * 1025}]}]},
        "embeds.0.fields.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "empty field": (
        {"embeds": [{"fields": [{"name": "n", "value": ""}]}]},
        "embeds.0.fields.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "big embeds": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
    "six rows": (
        {"components": [row(button(custom_id=str(n))) for n in range(6)]},
        "components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "six buttons": ({"components": [buttons(6)]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "an empty row": ({"components": [row()]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "a button beside a select": (
        {"components": [row(button(), select())]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "long label": (
        {"components": [row(button(label="x" * 81))]},
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "no label": (
        {"components": [row(button(label=None))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_MISSING_LABEL_EMOJI",
    ),
    "no custom id": (
        {"components": [row(button(custom_id=None))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    "empty custom id": (
        {"components": [row(button(custom_id=""))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "long custom id": (
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "the same custom id twice": (
        {"components": [row(button()), row(button())]},
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "unknown style": (
        {"components": [row(button(style=9))]},
        "components.0.components.0.style",
        "BASE_TYPE_CHOICES",
    ),
    "a link with a custom id": (
        {"components": [row(button(style=5, url="https://x.org"))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "unknown component": ({"components": [{"type": 99}]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "a button without a row": ({"components": [button()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "text without the flag": ({"components": [text("x")]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "26 options": (
        {"components": [row(select(options=[{"label": str(n), "value": str(n)} for n in range(26)]))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no options": (
        {"components": [row(select(options=[]))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "the same value twice": (
        {"components": [row(select(options=[{"label": "a", "value": "v"}] * 2))]},
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "more values than options": (
        {"components": [row(select(max_values=4))]},
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
    ),
    "a role in a select of channels": (
        {"components": [row(select(type=8, default_values=[{"id": "1", "type": "role"}]))]},
        "components.0.components.0.default_values.0.type",
        "BASE_TYPE_CHOICES",
    ),
    "less beforehand than must be chosen": (
        {
            "components": [
                row(select(type=6, min_values=2, max_values=3, default_values=[{"id": "1", "type": "role"}]))
            ]
        },
        "components.0.components.0.default_values",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "what is beforehand has no number": (
        {"components": [row(select(type=6, default_values=[{"type": "role"}]))]},
        "components.0.components.0.default_values.0.id",
        "NUMBER_TYPE_COERCE",
    ),
    "more beforehand than may be chosen": (
        {"components": [row(select(type=6, default_values=[{"id": "1", "type": "role"}] * 2))]},
        "components.0.components.0.default_values",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "long placeholder": (
        {"components": [row(select(placeholder="x" * 151))]},
        "components.0.components.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "content with the flag": (
        {"flags": V2, "content": "x", "components": [text("y")]},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "an embed with the flag": (
        {"flags": V2, "embeds": [{"title": "x"}], "components": [text("y")]},
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "4001 characters of text": (
        {"flags": V2, "components": [text("x" * 4000), text("y")]},
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "41 components": (
        {"flags": V2, "components": [{"type": 17, "components": [text("x")] * 40}]},
        "components",
        "COMPONENT_MAX_COUNT",
    ),
    "a section without accessory": (
        {"flags": V2, "components": [{"type": 9, "components": [text("x")]}]},
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    "four texts in a section": (
        {
            "flags": V2,
            "components": [{"type": 9, "components": [text("x")] * 4, "accessory": button()}],
        },
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a container in a container": (
        {"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": [text("x")]}]}]},
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "a picture that was not sent": (
        {"flags": V2, "components": [gallery()]},
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a long picture description": (
        {"flags": V2, "components": [gallery(description="x" * 1025)]},
        "components.0.items.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "an attachment that is not there": (
        {"content": "x", "attachments": [{"id": 3}]},
        "attachments.0.id",
        "ATTACHMENT_NOT_FOUND",
    ),
    "mentions that exclude each other": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
}


def fault(errors: dict[str, Any], path: str) -> str:
    node: Any = errors
    for step in path.split("."):
        assert step in node, f"no fault at {path}: {errors}"
        node = node[step]
    return str(node["_errors"][0]["code"])


@pytest.mark.parametrize("case", REFUSED)
def test_a_message_that_is_refused(case: str) -> None:
    payload, path, code = REFUSED[case]
    with pytest.raises(Refusal) as caught:
        check_message(payload, [])
    assert (caught.value.status, caught.value.code) == (400, 50035)
    assert fault(caught.value.body()["errors"], path) == code


def test_messages_at_the_limits_are_accepted() -> None:
    check_message({"content": "x" * 2000, "components": [buttons(5)] * 0 + [buttons(5)]}, [])
    check_message({"flags": V2, "components": [{"type": 17, "components": [text("x" * 100)] * 39}]}, [])
    png = Upload(0, "hand.png", "image/png", b"x")
    check_message({"flags": V2, "components": [gallery(description="x" * 1024)]}, [png])


def test_an_empty_message_and_files_that_are_too_big() -> None:
    with pytest.raises(Refusal, match="50006"):
        check_message({"content": ""}, [])
    with pytest.raises(Refusal, match="40005"):
        check_message({}, [Upload(0, "x", "x/y", bytes(10 * 1024 * 1024 + 1))])
    with pytest.raises(Refusal, match="40005"):
        check_message({}, [Upload(n, "x", "x/y", bytes(9 * 1024 * 1024)) for n in range(3)])


MODALS: dict[str, tuple[dict[str, Any], str, str]] = {
    "long title": ({"title": "x" * 46}, "data.title", "BASE_TYPE_BAD_LENGTH"),
    "no fields": ({"components": []}, "data.components", "BASE_TYPE_BAD_LENGTH"),
    "six fields": ({"components": [text("x")] * 6}, "data.components", "BASE_TYPE_BAD_LENGTH"),
    "a button": (
        {"components": [row(button())]},
        "data.components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "a long label": (
        {
            "components": [
                {"type": 18, "label": "x" * 46, "component": {"type": 4, "style": 1, "custom_id": "a"}}
            ]
        },
        "data.components.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a radio group of one": (
        {
            "components": [
                {
                    "type": 18,
                    "label": "x",
                    "component": {
                        "type": 21,
                        "custom_id": "a",
                        "options": [{"label": "a", "value": "a"}],
                    },
                }
            ]
        },
        "data.components.0.component.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
}


@pytest.mark.parametrize("case", MODALS)
def test_a_form_that_is_refused(case: str) -> None:
    fields, path, code = MODALS[case]
    form = Form()
    check_modal({"custom_id": "f", "title": "t", "components": [text("x")]} | fields, form)
    assert fault(form.errors, path) == code


def command(**fields: Any) -> dict[str, Any]:
    return {"name": "mus", "description": "Play", "type": 1} | fields


def option(**fields: Any) -> dict[str, Any]:
    return {"type": 3, "name": "o", "description": "d"} | fields


COMMANDS: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "capitals": ([command(name="Mus")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a blank": ([command(name="mus open")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a long name": ([command(name="x" * 33)], "0.name", "BASE_TYPE_BAD_LENGTH"),
    "a long description": ([command(description="x" * 101)], "0.description", "BASE_TYPE_BAD_LENGTH"),
    "a long translation": (
        [command(description_localizations={"es-ES": "x" * 101})],
        "0.description_localizations.es-ES",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a language that Discord has not": (
        [command(name_localizations={"eu": "mus"})],
        "0.name_localizations",
        "ENUM_TYPE_COERCE",
    ),
    "26 options": (
        [command(options=[option(name=f"o{n}") for n in range(26)])],
        "0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "26 choices": (
        [command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
        "0.options.0.choices",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a required option after an optional one": (
        [command(options=[option(), option(name="p", required=True)])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "the same name twice": ([command(), command()], "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "a menu with a description": (
        [command(type=2)],
        "0.description",
        "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_ALLOWED",
    ),
    "more than 8000 characters": (
        [
            command(
                options=[
                    option(
                        name=f"o{n}",
                        choices=[{"name": f"{k}" * 40, "value": f"{k}"} for k in range(10, 35)],
                    )
                    for n in range(5)
                ]
            )
        ],
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
}


@pytest.mark.parametrize("case", COMMANDS)
def test_a_command_that_is_refused(case: str) -> None:
    commands, path, code = COMMANDS[case]
    with pytest.raises(Refusal) as caught:
        check_commands(commands)
    assert fault(caught.value.body()["errors"], path) == code


@pytest.mark.parametrize("name", ["mus", "órdago", "mesa-2", "टेबल", "ตาราง", "don't_raise"])
def test_a_command_name_that_is_accepted(name: str) -> None:
    check_commands([command(name=name)])
