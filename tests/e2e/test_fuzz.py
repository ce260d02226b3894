"""Whatever a client sends, the dispatcher answers, and nothing surprises it.

Time stands still in the offline Discord here, and what was sent is judged when the bot is done with it: so a busy
machine changes nothing, and an example that fails does so at once. ``HYPOTHESIS_PROFILE=long`` sends twenty times
as much.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from musbot.bot.table_clicks import HANDLERS
from musbot.playground import Answer, Playground
from musbot.playground.interactions import InteractionType
from musbot.store import Store
from tests.conftest import KINDS, Databases
from tests.e2e.conftest import LONG, NAMES, Rig, running_bot
from tests.e2e.players import table_message

ACTIONS = [*HANDLERS, "erase-me", "keep-me", "explode", "vote-1", ""]
CARDS = ["Ro", "Cc", "1b", "7e", "Sb", "Rx", "10o", "", "🂡"]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
NUMBERS = st.sampled_from(
    ["{table}", "{table}", "{table}", "1", "0", "-1", "999", "9" * 14, "9" * 30, "١", ""]
)
REVISIONS = st.sampled_from(
    ["{revision}", "{revision}", "{revision}", "0", "1", "99", "-1", "9" * 20, "", "x"]
)
IDS = st.one_of(
    st.builds("mus:{}:{}:{}".format, NUMBERS, REVISIONS, st.sampled_from(ACTIONS)),
    st.builds("mus:{}:{}:{}".format, NUMBERS, REVISIONS, st.text("abcdefghijklmnopqrstuvwxyz-", max_size=34)),
    st.text(max_size=100),
)
VALUES = st.lists(st.sampled_from(CARDS) | st.text(max_size=100), max_size=6)
FIELD = st.fixed_dictionaries(
    {"custom_id": st.sampled_from(["amount", "other", "text", "cut", "x"]) | st.text(max_size=20)},
    optional={
        "type": st.integers(-1, 30),
        "value": st.sampled_from(["2", "5", "-3", "1e9", "kaixo"]) | JSON,
        "values": VALUES | JSON,
    },
)
ROW = st.one_of(
    st.fixed_dictionaries({"type": st.just(1), "components": st.lists(FIELD, max_size=2)}),
    st.fixed_dictionaries({"type": st.just(18), "component": FIELD}),
    JSON,
)
COMPONENT = st.fixed_dictionaries(
    {"custom_id": IDS, "component_type": st.integers(2, 8)}, optional={"values": VALUES}
)
FORM = st.fixed_dictionaries({"custom_id": IDS, "components": st.lists(ROW, max_size=3)})


class Errors(logging.Handler):
    """Keeps whatever is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


class Bench:
    """A bot and a table that stay from one example to the next."""

    def __init__(self, runner: asyncio.Runner, rig: Rig, errors: Errors) -> None:
        self.runner = runner
        self.rig = rig
        self.errors = errors
        self.stranger = rig.playground.add_person("Eneko")
        self._handle = rig.bot.clicks.handle
        self._handled: dict[int, asyncio.Event] = {}
        rig.bot.clicks.handle = self.handle  # type: ignore[method-assign]

    async def handle(self, interaction: discord.Interaction) -> None:
        """Let the bot handle a click, and note when it is done with it."""
        try:
            await self._handle(interaction)
        finally:
            self._handled.setdefault(interaction.id, asyncio.Event()).set()

    def send(self, kind: int, data: dict[str, Any], who: int) -> tuple[Answer, list[str]]:
        """Let somebody's client send a payload, about the table that is live.

        Returns what was answered when the bot was done with it, and what the log calls an error.
        """
        self.errors.found.clear()
        return self.runner.run(self._send(kind, dict(data), who)), list(self.errors.found)

    async def _send(self, kind: int, data: dict[str, Any], who: int) -> Answer:
        rows = await self.rig.store.live_tables()
        playing = [row for row in rows if row.status.value == "playing"]
        if not playing:
            for row in rows:
                await self.rig.bot.tables.abandon(row.table_id)
            await self.rig.open_and_fill(target=20)
            playing = await self.rig.store.live_tables()
        table = await self.rig.bot.tables.get(playing[0].table_id)
        data["custom_id"] = (
            data["custom_id"]
            .replace("{table}", str(table.table_id))
            .replace("{revision}", str(table.revision))
        )
        person = [*self.rig.people, self.stranger][who]
        message = table_message(person)
        assert message is not None
        playground = self.rig.playground
        interaction = playground.desk.create(kind, person.id, playground.channel(), data, message=message)
        async with asyncio.timeout(60):
            await self._handled.setdefault(interaction.id, asyncio.Event()).wait()
        await self.rig.bot.quiet()
        del self._handled[interaction.id]
        return Answer(person, interaction)


@pytest.fixture(scope="module", params=KINDS)
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    errors = Errors()
    logging.getLogger().addHandler(errors)
    databases = Databases(request.param, tmp_path_factory.mktemp("fuzz"), request)
    with asyncio.Runner() as runner:
        stack = contextlib.AsyncExitStack()

        async def start() -> Rig:
            now = time.time()
            playground = await stack.enter_async_context(Playground(clock=lambda: now))
            database = await stack.enter_async_context(databases())
            store = await stack.enter_async_context(await Store.open(database))
            bot = await stack.enter_async_context(running_bot(playground, store))
            bot.arrivals._clock = lambda: now
            rig = Rig(playground, bot, store, *(playground.person(name) for name in NAMES))
            for person in rig.people:
                person.patience = LONG
            return rig

        rig = runner.run(start())
        yield Bench(runner, rig, errors)
        runner.run(stack.aclose())
    logging.getLogger().removeHandler(errors)


QUIETLY = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@QUIETLY
@given(data=COMPONENT, who=st.integers(0, 4))
def test_any_click_is_answered(bench: Bench, data: dict[str, Any], who: int) -> None:
    answer, errors = bench.send(InteractionType.COMPONENT, data, who)
    assert errors == []
    assert answer.acknowledged


@QUIETLY
@given(data=FORM, who=st.integers(0, 4))
def test_any_form_is_answered(bench: Bench, data: dict[str, Any], who: int) -> None:
    answer, errors = bench.send(InteractionType.MODAL_SUBMIT, data, who)
    assert errors == []
    assert answer.acknowledged
