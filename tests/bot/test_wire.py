"""Letters as bytes: the same that discord.py would send, and what becomes of what Discord answers."""

from __future__ import annotations

import asyncio
import email
import io
import json
from email.message import Message
from typing import Any

import discord
import pytest
from discord.http import handle_message_parameters

from musbot.bot.board import board
from musbot.bot.calls import wire
from musbot.bot.layout import Letter, text
from musbot.bot.words import words_for

from .test_calls import interaction, tokens_take
from .test_letters import after

PICTURES = (("table.png", b"\x89PNG\r\n--\r\n\x00"), ('no "name".mus', b""))
LETTERS = (
    Letter((text("Kaixo"),)),
    Letter((text("Kaixo"),), PICTURES, pings=frozenset({7, 5})),
    board(after("").public(), words_for("en")),
)


@pytest.fixture(autouse=True)
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Nobody waits; the seconds are noted."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return slept


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("edit", [False, True])
def test_a_letter_is_what_discord_py_would_make_of_it(letter: Letter, edit: bool) -> None:
    files = [discord.File(io.BytesIO(content), name) for name, content in letter.files]
    made = handle_message_parameters(
        view=letter.view(),
        attachments=discord.utils.MISSING if edit and letter.keeps_files else files,
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(5), discord.Object(7)]),
        previous_allowed_mentions=discord.AllowedMentions.none(),
    )
    told: Any = made.payload or json.loads((made.multipart or [])[0]["value"])
    mine = letter.payload(edit=edit)
    assert json.loads(wire.to_json(mine)) == mine
    assert told.pop("tts") is False
    for each in told.get("attachments", []):
        each["filename"] = dict(enumerate(name for name, _ in letter.files))[each["id"]]
    if not letter.pings:
        told["allowed_mentions"]["users"] = []
    assert mine == told


def test_a_form_holds_the_message_and_its_files_byte_for_byte() -> None:
    body = wire.form_of(b'{"content":"\xc3\xb1"}', PICTURES)
    read = email.message_from_bytes(b"Content-Type: " + wire._FORM.encode() + b"\r\n\r\n" + body)
    parts = [part for part in read.get_payload() if isinstance(part, Message)]
    assert [part.get_param("name", header="content-disposition") for part in parts] == [
        "payload_json",
        "files[0]",
        "files[1]",
    ]
    assert b"\r\n\r\n" + PICTURES[0][1] + b"\r\n--" in body
    assert 'filename="no %22name%22.mus"' in body.decode(errors="replace")


async def test_the_first_answer_is_noted_only_once_it_was_taken() -> None:
    click = interaction(ConnectionResetError())
    click.response._response_type = None
    with pytest.raises(ConnectionResetError):
        await wire.edit_clicked(click, LETTERS[0])
    assert click.response._response_type is None
    tokens_take(click, (200, {}))
    await wire.edit_clicked(click, LETTERS[0])
    assert click.response._response_type is discord.InteractionResponseType.message_update


@pytest.mark.parametrize(
    ("told", "number"), [({"resource": {"message": {"id": "12"}}}, 12), ({}, None)], ids=["told", "not"]
)
async def test_an_answer_tells_the_number_of_its_message(told: object, number: int | None) -> None:
    click = interaction(AssertionError())
    tokens_take(click, (200, told))
    assert await wire.answer(click, LETTERS[1], private=True) == number
    assert b'"flags":32832' in click._session.request.call_args.kwargs["data"]


async def test_what_discord_asks_to_wait_for_is_sent_again(in_no_time: list[float]) -> None:
    click = interaction(AssertionError())
    tokens_take(click, (429, {"retry_after": 0.5}), (502, {}), (200, {}))
    await wire.edit_answered(click, 5, LETTERS[0])
    assert in_no_time == [0.5, 3]
    assert len({call.kwargs["data"] for call in click._session.request.call_args_list}) == 1


@pytest.mark.parametrize(
    ("status", "kind", "tries"),
    [
        (403, discord.Forbidden, 1),
        (404, discord.NotFound, 1),
        (400, discord.HTTPException, 1),
        (503, discord.DiscordServerError, 1),
        (500, discord.DiscordServerError, 5),
        (429, discord.HTTPException, 5),
    ],
)
async def test_a_refusal_is_raised_as_discord_py_does(
    status: int, kind: type[discord.HTTPException], tries: int
) -> None:
    click = interaction(AssertionError())
    tokens_take(click, *[(status, {"code": 10008, "message": "no", "retry_after": 0.1})] * tries)
    with pytest.raises(kind) as raised:
        await wire.edit_answered(click, None, LETTERS[0])
    assert (raised.value.status, raised.value.code) == (status, 10008)
    assert click._session.request.call_count == tries


async def test_who_has_no_call_left_does_not_keep_its_answer_waiting() -> None:
    click = interaction(AssertionError())
    limits = {"X_Ratelimit_Remaining": "0", "X_Ratelimit_Reset_After": "0.01"}
    tokens_take(click, (200, {}), (200, {}), **limits)
    await wire.edit_answered(click, 5, LETTERS[0])
    second = asyncio.create_task(wire.edit_answered(click, 5, LETTERS[0]))
    loop = asyncio.get_running_loop()
    turned: asyncio.Future[None] = loop.create_future()
    loop.call_soon(turned.set_result, None)
    await turned
    assert click._session.request.call_count == 1, "the next one waits for its turn"
    await second
    assert click._session.request.call_count == 2
