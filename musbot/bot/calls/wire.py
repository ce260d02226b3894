"""Letters on their way to Discord, as bytes.

discord.py would make a view of a letter, and a form of its files, and then a message with all its parts of what Discord
answers, which nobody looks at: that is more work than all of a word in the game. Here a letter becomes its bytes at
once, and of an answer only the number of the message is read. What paces the calls is discord.py's: its rate limits of
channels, and its turns for each token.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from typing import Any

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context
from yarl import URL

from musbot.bot.layout import Letter

try:
    import orjson
except ImportError:
    orjson = None  # type: ignore[assignment]

_TRIES = 5
_PASSING = frozenset({500, 502, 504, 524})
"""Troubles of Discord's after which a call is made again."""
_BOUNDARY = secrets.token_hex(16)
_FORM = f"multipart/form-data; boundary={_BOUNDARY}"
_CALLBACK = "/callback"
_ACKNOWLEDGED = discord.InteractionResponseType.message_update
_ANSWERED = discord.InteractionResponseType.channel_message


async def edit_clicked(interaction: discord.Interaction, letter: Letter) -> None:
    """Answer a click, for the first time, by editing the message it was on."""
    body = Body({"type": _ACKNOWLEDGED.value, "data": letter.payload(edit=True)}, letter)
    await _call_by_token(interaction, "POST", _CALLBACK, body)
    interaction.response._response_type = _ACKNOWLEDGED


async def answer(interaction: discord.Interaction, letter: Letter, *, private: bool) -> int | None:
    """Answer an interaction, for the first time, with a message; return its number, if Discord tells it."""
    body = Body({"type": _ANSWERED.value, "data": letter.payload(private=private)}, letter)
    told = await _call_by_token(interaction, "POST", _CALLBACK + "?with_response=true", body)
    interaction.response._response_type = _ANSWERED
    message = (told.get("resource") or {}).get("message") if isinstance(told, dict) else None
    return int(message["id"]) if message else None


async def follow(interaction: discord.Interaction, letter: Letter, *, private: bool) -> int:
    """Post one more message in answer to an interaction and return its number."""
    body = Body(letter.payload(private=private), letter)
    made = await _call_by_token(interaction, "POST", "?wait=true", body)
    return int(made["id"])


async def edit_answered(interaction: discord.Interaction, message_id: int | None, letter: Letter) -> None:
    """Edit a message that answers an interaction; without a number, the first one."""
    place = f"/messages/{message_id or '@original'}"
    body = Body(letter.payload(edit=True), letter)
    await _call_by_token(interaction, "PATCH", place, body)


async def send(client: discord.Client, channel_id: int, letter: Letter, nonce: int) -> int:
    """Post a message and return its number."""
    payload = letter.payload() | {"nonce": str(nonce), "enforce_nonce": True}
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel_id)
    made = await _call(client, route, Body(payload, letter))
    return int(made["id"])


async def edit(client: discord.Client, channel_id: int, message_id: int, letter: Letter) -> None:
    """Edit one of the bot's messages."""
    path = "/channels/{channel_id}/messages/{message_id}"
    route = Route("PATCH", path, channel_id=channel_id, message_id=message_id)
    await _call(client, route, Body(letter.payload(edit=True), letter))


class Body:
    """What is sent: JSON, or a form of JSON and files."""

    def __init__(self, payload: Mapping[str, Any], letter: Letter) -> None:
        self.payload, self.files = payload, letter.files
        self.content = to_json(payload)

    @property
    def content_type(self) -> str:
        """Of which type its bytes are."""
        return _FORM if self.files else "application/json"

    def sent(self) -> bytes:
        """Return it as it is sent."""
        return form_of(self.content, self.files) if self.files else self.content

    def as_payload(self) -> aiohttp.BytesPayload:
        """Return it as a value that carries its own type, since discord.py writes the headers."""
        return aiohttp.BytesPayload(self.sent(), content_type=self.content_type)


def to_json(payload: Mapping[str, Any]) -> bytes:
    """Return a payload as JSON."""
    if orjson is not None:
        return orjson.dumps(payload)
    return json.dumps(payload, separators=(",", ":")).encode()


def form_of(payload: bytes, files: tuple[tuple[str, bytes], ...]) -> bytes:
    """Return a form as Discord takes it (RFC 7578): the message, and its files in the order of its attachments."""
    parts = [
        f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="payload_json"\r\n'
        "Content-Type: application/json\r\n\r\n".encode(),
        payload,
    ]
    for number, (name, content) in enumerate(files):
        quoted = name.replace("%", "%25").replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        disposition = f'form-data; name="files[{number}]"; filename="{quoted}"'
        parts.append(
            f"\r\n--{_BOUNDARY}\r\nContent-Disposition: {disposition}\r\n"
            "Content-Type: application/octet-stream\r\n\r\n".encode()
        )
        parts.append(content)
    parts.append(f"\r\n--{_BOUNDARY}--\r\n".encode())
    return b"".join(parts)


async def _call(client: discord.Client, route: Route, body: Body) -> Any:
    """Make a call of the bot's own; discord.py paces it, and tries it again."""
    return await client.http.request(route, data=body.as_payload())


async def _call_by_token(interaction: discord.Interaction, method: str, place: str, body: Body) -> Any:
    """Make a call with the token of an interaction, again where Discord asks for that, and return what it tells.

    :param place: what follows the token in the address: that of the callback, or of the messages that answer.
    :raises discord.HTTPException: as discord.py does.
    """
    first = place.startswith(_CALLBACK)
    owner = (interaction.id if first else interaction.application_id, interaction.token)
    root = "interactions" if first else "webhooks"
    locks = async_context.get()._locks
    lock = locks.get(owner)
    if lock is None:
        lock = locks[owner] = asyncio.Lock()
    url = URL(f"{Route.BASE}/{root}/{owner[0]}/{owner[1]}{place}", encoded=True)
    headers, data = {"Content-Type": body.content_type}, body.sent()
    rest = 0.0
    await lock.acquire()
    try:
        for attempt in range(_TRIES):
            last = attempt == _TRIES - 1
            async with interaction._session.request(method, url, data=data, headers=headers) as response:
                told = await _told(response)
                if response.headers.get("X-Ratelimit-Remaining") == "0":
                    rest = float(response.headers.get("X-Ratelimit-Reset-After", 0))
            if response.status < 300:
                return told
            if response.status == 429 and "Via" in response.headers and isinstance(told, dict) and not last:
                await asyncio.sleep(float(told["retry_after"]))
            elif response.status in _PASSING and not last:
                await asyncio.sleep(1 + 2 * attempt)
            else:
                raise _refusal(response, told)
        raise AssertionError("the last try returns or raises")
    finally:
        if rest:
            # The next call with this token waits; who made this one does not.
            asyncio.get_running_loop().call_later(rest, lock.release)
        else:
            lock.release()


async def _told(response: aiohttp.ClientResponse) -> Any:
    """Return what Discord answers: JSON, or a text where it was not Discord who answered; None for nothing."""
    if response.status == 204:
        return None
    told = await response.read()
    if response.content_type != "application/json":
        return told.decode(errors="replace")
    return json.loads(told) if orjson is None else orjson.loads(told)


def _refusal(response: aiohttp.ClientResponse, told: Any) -> discord.HTTPException:
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    usual = discord.DiscordServerError if response.status >= 500 else discord.HTTPException
    return kinds.get(response.status, usual)(response, told)
