"""What is logged is for people or for machines, and the token is in neither."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Literal

import pytest

from musbot.logs import note, noted, set_up_logging

TOKEN = "not-really.a-token.but-as-long-as-one"
log = logging.getLogger("musbot.test")


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(False)


@pytest.mark.parametrize("style", ["text", "json"])
def test_the_token_is_blotted_out_wherever_it_occurs(style: Literal["text", "json"]) -> None:
    stream = io.StringIO()
    set_up_logging("INFO", style, secrets=[TOKEN, ""], stream=stream)

    log.info(f"token {TOKEN}")
    log.info("token %s", TOKEN)
    logging.getLogger("aiohttp").warning("header: %r", {"Authorization": f"Bot {TOKEN}"}, stack_info=True)
    log.info("POST https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEy/messages")
    log.info("cannot connect to postgresql+asyncpg://musbot:op%20en@db:5432/musbot")
    try:
        raise ValueError(f"token {TOKEN}")
    except ValueError:
        log.exception("failed")

    written = stream.getvalue()
    assert "op%20en" not in written
    assert "postgresql+asyncpg://musbot:[redacted]@db:5432/musbot" in written
    assert TOKEN not in written
    assert "aW50ZXJhY3" not in written
    assert "/webhooks/123/[redacted]/messages" in written
    assert written.count("[redacted]") >= 5
    assert "ValueError" in written


def test_json_is_one_object_a_line() -> None:
    stream = io.StringIO()
    set_up_logging("INFO", "json", stream=stream)
    log.debug("unheard")
    log.info("Beñat said %s\nand left", "órdago")
    try:
        raise ValueError("why")
    except ValueError:
        log.exception("failed")

    said, failed = map(json.loads, stream.getvalue().splitlines())
    assert said.keys() == {"time", "level", "logger", "message"}
    assert (said["level"], said["logger"], said["message"]) == (
        "INFO",
        "musbot.test",
        "Beñat said órdago\nand left",
    )
    assert said["time"].endswith("Z")
    assert failed["exception"].endswith("ValueError: why")


async def test_json_says_what_a_line_is_about() -> None:
    stream = io.StringIO()
    set_up_logging("INFO", "json", stream=stream)

    async def click(interaction: int, table: int) -> None:
        note(interaction=interaction)
        note(table=table)
        await asyncio.sleep(0)
        log.info("said")
        await asyncio.create_task(delivery())

    async def delivery() -> None:
        log.info("sent")

    await asyncio.gather(click(11, 1), click(12, 2))
    with noted(table=3):
        log.info("restored")
    log.info("idle")

    told = [json.loads(line) for line in stream.getvalue().splitlines()]
    found = [(each["message"], each.get("interaction"), each.get("table")) for each in told]
    assert sorted(found[:4]) == [("said", 11, 1), ("said", 12, 2), ("sent", 11, 1), ("sent", 12, 2)]
    assert found[4:] == [("restored", None, 3), ("idle", None, None)]


def test_libraries_do_not_log_every_query(caplog: pytest.LogCaptureFixture) -> None:
    stream = io.StringIO()
    set_up_logging("DEBUG", stream=stream)
    logging.getLogger("aiosqlite").debug("executing")
    logging.getLogger("sqlalchemy.engine").info("SELECT")
    log.debug("heard")
    assert stream.getvalue().count("\n") == 1
    assert stream.getvalue().endswith("DEBUG musbot.test: heard\n")
