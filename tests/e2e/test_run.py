"""``musbot run`` without a token, as a newcomer starts it: the playground's page, Ctrl-C, and once more."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

JSON = dict[str, Any]


class Page:
    """What the page knows, and what its people do, over the page's own socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, state: JSON) -> None:
        self.socket = socket
        self.state = state
        self.messages: dict[str, JSON] = {message["id"]: message for message in state["messages"]}
        self.commands: list[JSON] = state["commands"]
        self.ane = next(user["id"] for user in state["users"] if user["global_name"] == "Ane")
        self.channel = next(channel["id"] for channel in state["channels"] if channel["name"] == "mus")

    async def until(self, seen: str) -> JSON:
        """Read on until a message shows a text; return the message."""
        async with asyncio.timeout(20):
            while True:
                for message in reversed(self.messages.values()):
                    if seen in str(message["components"]):
                        return message
                said = await self.socket.receive_json()
                if said["type"] in ("message_create", "message_update"):
                    self.messages[said["message"]["id"]] = said["message"]
                elif said["type"] == "commands":
                    self.commands = said["commands"]

    async def connected(self) -> None:
        """Wait until the bot is there."""
        connected = self.state["connected"]
        async with asyncio.timeout(20):
            while not (connected and self.commands):
                said = await self.socket.receive_json()
                self.commands = said["commands"] if said["type"] == "commands" else self.commands
                connected = said["connected"] if said["type"] == "connected" else connected

    async def open_a_table(self) -> None:
        """Let Ane use /mus open."""
        await self.connected()
        await self.socket.send_json(
            {
                "type": "command",
                "user": self.ane,
                "channel_id": self.channel,
                "command_id": self.commands[0]["id"],
                "options": [{"type": 1, "name": "open", "options": []}],
                "nonce": "1",
            }
        )

    async def click(self, message: JSON, label: str) -> None:
        """Let Ane press a button."""
        found = re.search(rf"'label': '{label}'[^}}]*'custom_id': '([^']+)'", str(message["components"]))
        found = found or re.search(
            rf"'custom_id': '([^']+)'[^}}]*'label': '{label}'", str(message["components"])
        )
        assert found, message["components"]
        await self.socket.send_json(
            {
                "type": "component",
                "user": self.ane,
                "message_id": message["id"],
                "custom_id": found[1],
                "component_type": 2,
                "values": [],
                "nonce": "2",
            }
        )


@asynccontextmanager
async def musbot_run(data: Path) -> AsyncIterator[Page]:
    """Run musbot, open its page, and press Ctrl-C at the end."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("DISCORD", "MUSBOT"))}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "musbot.cli",
        "run",
        cwd=data,
        env=clean | {"MUSBOT_DATA": str(data), "MUSBOT_PLAYGROUND_PORT": "0"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async with asyncio.timeout(30):
        line = (await process.stdout.readline()).decode()
    address = line.rsplit(maxsplit=1)[-1] if line else (await process.communicate())[1].decode()
    assert address.startswith("http://127.0.0.1:"), address
    async with aiohttp.ClientSession() as session:
        async with session.get(address) as answer:
            assert answer.status == 200
            assert "<title>" in await answer.text()
        async with session.ws_connect(f"{address}/page/ws", origin=address) as socket:
            yield Page(socket, await socket.receive_json())
    process.send_signal(signal.SIGINT)
    async with asyncio.timeout(10):
        _, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    assert b"Traceback" not in errors


async def test_a_table_goes_on_after_ctrl_c(tmp_path: Path) -> None:
    async with musbot_run(tmp_path) as page:
        await page.open_a_table()
        lobby = await page.until("Fill with AI")
        await page.click(lobby, "Fill with AI")
        before = await page.until("table 1 · deal 1")
    async with musbot_run(tmp_path) as page:
        again = page.messages[before["id"]]
        assert "table 1 · deal 1" in str(again["components"])
        await page.connected()
        await page.click(again, "My hand")
        hand = await page.until("Your hand")
        assert hand["visible_to"] == page.ane or hand["channel_id"] != page.channel
