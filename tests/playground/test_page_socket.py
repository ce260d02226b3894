"""What a browser is told and what it may ask for, as docs/playground.md says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from musbot.playground import Person, Playground
from musbot.playground.things import StoredFile

from .small_bot import SmallBot


class Browser:
    """The page's end of the line."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def wish(self, **wish: Any) -> None:
        await self.socket.send_json(wish)

    async def told(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next event of a kind, with these fields."""
        async with asyncio.timeout(5):
            while True:
                event: dict[str, Any] = await self.socket.receive_json()
                if event["type"] == kind and all(event.get(k) == v for k, v in fields.items()):
                    return event


@pytest.fixture
async def browser(pg: Playground, bot: SmallBot) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{pg.origin}/page/ws") as socket:
        yield Browser(socket)


def command_id(pg: Playground, name: str) -> str:
    return next(str(c["id"]) for c in pg.world.commands.values() if c["name"] == name)


def opening(pg: Playground, person: Person, subcommand: str, *options: dict[str, Any]) -> dict[str, Any]:
    return {
        "user": str(person.id),
        "channel_id": str(pg.channel().id),
        "command_id": command_id(pg, "mus"),
        "options": [{"name": subcommand, "type": 1, "options": list(options)}],
        "nonce": "n1",
    }


async def test_the_whole_state_comes_first(browser: Browser, pg: Playground) -> None:
    state = await browser.told("state")
    assert state["connected"] is True
    assert [u["global_name"] for u in state["users"] if not u["bot"]] == ["Ane", "Beñat", "Carla", "Dani"]
    assert [c["name"] for c in state["channels"]] == ["mus"]
    assert {c["name"] for c in state["commands"]} == {"mus", "Profile", "Quote"}
    assert all(c["guild_id"] is None for c in state["commands"])


async def test_a_command_and_a_click(browser: Browser, pg: Playground, ane: Person) -> None:
    await browser.wish(type="command", **opening(pg, ane, "count"))
    pending = await browser.told("interaction", nonce="n1", status="pending")
    message = (await browser.told("message_create"))["message"]
    assert message["visible_to"] is None
    assert message["interaction_metadata"]["name"] == "mus count"
    await browser.told("interaction", id=pending["id"], status="done")
    click = {"user": str(ane.id), "message_id": message["id"], "custom_id": "count:0", "component_type": 2}
    await browser.wish(type="component", **click, values=[], nonce="n2")
    assert (await browser.told("message_update"))["message"]["id"] == message["id"]
    await browser.told("interaction", nonce="n2", status="done")
    await browser.wish(type="component", **click, values=[], nonce="n3")
    failed = await browser.told("interaction", nonce="n3")
    assert (failed["status"], "count:0" in failed["why"]) == ("failed", True)


async def test_suggestions_a_form_and_an_ephemeral_answer(
    browser: Browser, pg: Playground, ane: Person
) -> None:
    typed = {"name": "card", "type": 3, "value": "a", "focused": True}
    await browser.wish(type="autocomplete", **opening(pg, ane, "card", typed))
    assert (await browser.told("choices", nonce="n1"))["choices"] == [{"name": "ace", "value": "ace"}]
    await ane.slash("mus controls")
    message = (await browser.told("message_create"))["message"]
    await browser.wish(
        type="component",
        user=str(ane.id),
        message_id=message["id"],
        custom_id="amount",
        component_type=2,
        nonce="n2",
    )
    opened = await browser.told("modal", user=str(ane.id))
    assert opened["modal"]["title"] == "How many?"
    amount, suit = (label["component"] for label in opened["modal"]["components"])
    await browser.wish(
        type="modal_submit",
        user=str(ane.id),
        interaction_id=opened["interaction_id"],
        custom_id=opened["modal"]["custom_id"],
        components=[
            {"type": 18, "id": 1, "component": {**amount, "value": "7"}},
            {"type": 18, "id": 3, "component": {**suit, "values": ["Cups"]}},
        ],
        nonce="n3",
    )
    answer = (await browser.told("message_create"))["message"]
    assert (answer["content"], answer["visible_to"]) == ("7 of Cups", str(ane.id))
    await browser.wish(type="dismiss", user=str(ane.id), message_id=answer["id"])
    await browser.told("message_delete", id=answer["id"])


async def test_a_message_and_settings(browser: Browser, pg: Playground, ane: Person) -> None:
    await browser.wish(type="message", user=str(ane.id), channel_id=str(pg.channel().id), content="kaixo")
    assert (await browser.told("message_create"))["message"]["content"] == "kaixo"
    await browser.wish(type="set", user=str(ane.id), dms_open=False)
    assert (await browser.told("user_update"))["user"]["dms_open"] is False
    await browser.wish(type="set", user=str(ane.id), locale="es-ES")
    assert (await browser.told("user_update"))["user"]["locale"] == "es-ES"
    assert (ane.dms_open, ane.locale) == (False, "es-ES")


async def test_the_bot_comes_and_goes_and_opens_a_dm(browser: Browser, pg: Playground, ane: Person) -> None:
    await (await ane.slash("mus dm")).finished()
    channel = (await browser.told("channel_create"))["channel"]
    assert (channel["type"], channel["recipients"][0]) == (1, str(ane.id))
    pg.gateway.drop_connections()
    await browser.told("connected", connected=False)
    await browser.told("connected", connected=True)


async def test_nonsense_is_answered_and_not_fatal(browser: Browser, ane: Person) -> None:
    await browser.socket.send_str("no JSON")
    await browser.wish(type="dance", user=str(ane.id), nonce="n1")
    assert (await browser.told("interaction", nonce="n1"))["status"] == "failed"


async def test_the_page_and_files_are_served(pg: Playground, ane: Person) -> None:
    await (await ane.slash("mus dm")).finished()
    url = ane.dms()[-1].data["attachments"][0]["url"]
    async with aiohttp.ClientSession() as session:
        async with session.get(pg.origin) as response:
            assert (response.status, response.content_type) == (200, "text/html")
        async with session.get(f"{pg.origin}/page/style.css") as response:
            assert response.status == 200
        async with session.get(url) as response:
            assert (response.status, response.content_type) == (200, "image/png")
        async with session.get(f"{pg.origin}/attachments/1/2/x.png") as response:
            assert response.status == 404


async def test_a_page_from_elsewhere_may_not_play(pg: Playground) -> None:
    async with aiohttp.ClientSession(headers={"Origin": "https://example.org"}) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await session.ws_connect(f"{pg.origin}/page/ws")


async def test_an_uploaded_page_is_no_page_of_the_playground(pg: Playground) -> None:
    """It could play in everybody's name."""
    pg.world.files[7] = StoredFile(7, "x.html", "text/html", b"<script>alert(1)</script>")
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{pg.origin}/attachments/1/7/x.html") as response,
    ):
        assert response.status == 200
        assert response.headers["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
        assert response.headers["X-Content-Type-Options"] == "nosniff"
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{pg.origin}/attachments/1/²/x.html") as response,
    ):
        assert response.status == 404
