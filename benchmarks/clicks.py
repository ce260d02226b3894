"""From click to answer: the real bot against a trivial one, on the same rig, in the same run.

Each bot is a process of its own; the offline Discord and the people who click are this one, so that on two
cores neither waits for the other. The trivial bot answers a click on one of five buttons by editing an embed
that has five buttons: the least that a bot can do. The real one plays Mus at several tables, deals and hands
included. The figure to watch is the ratio of processor time per click.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from musbot.playground import Channel, Person, Playground, Rate, RateLimits, buttons_of, selects_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

CLICKS = 1_500
UNLIMITED = RateLimits(default=Rate(1_000_000, 1.0), overall=1_000_000)
"""The processor is measured here, not Discord's patience: at this pace deals would meet its 50 calls a second."""
WARM_UP = 10
"""Rounds of clicks that are not counted."""
SETTLE = 0.02
"""Seconds after a round in which the bot finishes what it does behind its answers."""
TABLES = 12
"""Tables at which somebody clicks at the same time; with the trivial bot, messages."""
PATIENT = {"Hold": 6, "Call": 2, "Pass": 2, "Agree": 8, "No mus": 3, "Mus": 3}


Clicker = Callable[[], Awaitable[float | None]]
"""Clicks once; returns how long the answer took in seconds, or None where nothing was to be clicked."""


@dataclass
class Figures:
    """What clicks cost: processor time of the bot's process and waiting time of the person, in seconds."""

    name: str
    clicks: int
    cpu: float
    waits: list[float]

    @property
    def cpu_each(self) -> float:
        return self.cpu / self.clicks


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used, all its threads together, to the nanosecond."""
    return (
        sum(int(path.read_text().split()[0]) for path in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9
    )


@asynccontextmanager
async def bot(playground: Playground, *arguments: str, **environment: str) -> AsyncIterator[int]:
    """Run a bot in a process of its own; yields its number."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, env=clean | environment, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        await playground.bot_ready(within=30)
        await playground.settled()
        yield process.pid
    finally:
        process.terminate()
        await process.wait()


async def measure(
    name: str, pid: int, clicks: int, clickers: Sequence[Clicker], sent: Callable[[], list[int]]
) -> tuple[Figures, list[float]]:
    """Let somebody click at every table at the same time, again and again, and return what it cost.

    :param sent: how many table pictures and hands the bot has sent.
    :returns: the figures of all clicks, and the seconds of processor time that a click, a table picture and a hand
        cost each, by least squares over the rounds of clicks.
    """
    everything = Figures(name, 0, 0.0, [])
    rounds: list[list[float]] = []
    before, sent_before = cpu_seconds(pid), sent()
    warm = 0
    while everything.clicks < clicks:
        waits = [wait for wait in await asyncio.gather(*(click() for click in clickers)) if wait is not None]
        await asyncio.sleep(SETTLE)
        after, sent_now = cpu_seconds(pid), sent()
        warm += 1
        if warm > WARM_UP:
            everything.clicks += len(waits)
            everything.cpu += after - before
            everything.waits += waits
            counts = [now - then for now, then in zip(sent_now, sent_before, strict=True)]
            rounds.append([after - before, len(waits), *counts])
        before, sent_before = after, sent_now
    return everything, least_squares(rounds)


def least_squares(rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the weights of the other columns that fit the first one best."""
    width = len(rows[0]) - 1
    # The normal equations, solved by elimination.
    system = [
        [sum(row[i] * row[j] for row in rows) for j in (*range(1, width + 1), 0)] for i in range(1, width + 1)
    ]
    for i in range(width):
        system[i] = [value / system[i][i] for value in system[i]]
        for k in range(width):
            if k != i:
                system[k] = [a - system[k][i] * b for a, b in zip(system[k], system[i], strict=True)]
    return [row[-1] for row in system]


async def measure_trivial(clicks: int, tables: int = TABLES) -> Figures:
    """Measure the trivial bot."""
    async with (
        Playground(limits=UNLIMITED) as playground,
        bot(playground, __file__, "--trivial", playground.origin) as pid,
    ):
        ane = playground.person("Ane")

        async def clicker() -> Clicker:
            message = (await ane.slash("trivial")).message
            labels = itertools.cycle(f"Word {number}" for number in range(5))

            async def click() -> float:
                return (await ane.click(message, label=next(labels))).latency

            return click

        clickers = [await clicker() for _ in range(tables)]
        return (await measure("trivial bot", pid, clicks, clickers, list))[0]


async def measure_musbot(clicks: int, tables: int = TABLES) -> tuple[Figures, list[float]]:
    """Measure the real bot: whole games, deals and hands included."""
    with tempfile.TemporaryDirectory() as data:
        async with Playground(limits=UNLIMITED) as playground:
            environment = {
                "MUSBOT_PLAYGROUND": playground.origin,
                "MUSBOT_DATA": data,
                "MUSBOT_LOG_LEVEL": "ERROR",
                "MUSBOT_TABLES_PER_PERSON": "0",
            }
            async with bot(playground, "-m", "musbot.cli", "run", **environment) as pid:
                people = [playground.person(name) for name in ("Ane", "Beñat", "Carla", "Dani")]
                rng = random.Random(1)

                channels = [playground.add_channel(f"mus-{number}") for number in range(tables)]
                await playground.settled()
                # They are no newcomers, whom tips would come to.
                for person in people:
                    await person.slash("settings me", tips=False)

                async def clicker(channel: Channel) -> Clicker:
                    await open_table(people, channel)
                    return lambda: one_word(people, channel, rng)

                def sent() -> list[int]:
                    counts = [0, 0]
                    for call in playground.transcript:
                        for file in call.files:
                            counts[0] += file.name in ("table.png", "showdown.png")
                            counts[1] += file.name == "hand.png"
                    totals[0] += counts[0]
                    totals[1] += counts[1]
                    playground.transcript.clear()
                    return list(totals)

                totals = [0, 0]
                clickers = [await clicker(channel) for channel in channels]
                return await measure("musbot, whole games", pid, clicks, clickers, sent)


async def open_table(people: list[Person], channel: object) -> None:
    """Seat the four people at a new table of a channel, without a clock: else they may sit at one alone."""
    answer = await people[0].slash("mus open", channel, clock="off")
    for person in people[1:]:
        await person.click(answer.message, label="Join")


async def one_word(people: list[Person], channel: object, rng: random.Random) -> float | None:
    """Say one word at a table, by its newest message; return how long the answer took."""
    # Not one's own hand, shown in answer to a click.
    message = next(each for each in reversed(people[0].sees(channel)) if each.visible_to is None)
    shown = str(message.data["components"])
    if "🏆" in shown:
        await open_table(people, channel)
        return None
    labels = [button.label for button in buttons_of(message)]
    words = [label for label in labels if label in PATIENT]
    waiting = [person for person in people if f"<@{person.id}>" in shown.rpartition("▶")[2]]
    if not waiting or not (words or "Discard" in labels):
        await asyncio.sleep(0.002)  # the next deal is on its way
        return None
    person = waiting[0]
    if "Discard" in labels:
        hand = (await person.click(message, label="Discard")).message
        assert hand is not None
        if not (menus := selects_of(hand)):
            return None  # they have dropped a card already, and the table is about to say so
        return (await person.select(hand, None, [menus[0].options[0][1]])).latency
    word = rng.choices(words, [PATIENT[label] for label in words])[0]
    return (await person.click(message, label=word)).latency


def serve_trivial(origin: str) -> None:
    """Be the trivial bot."""
    import discord
    from discord import app_commands

    from musbot.bot.app import event_loop_factory
    from musbot.playground import point_discord_py_here

    point_discord_py_here(origin)

    class Word(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"word:(?P<n>[0-4])"):
        def __init__(self, number: int) -> None:
            super().__init__(discord.ui.Button(label=f"Word {number}", custom_id=f"word:{number}"))
            self.number = number

        @classmethod
        async def from_custom_id(cls, interaction, item, match, /):  # type: ignore[no-untyped-def]
            return cls(int(match["n"]))

        async def callback(self, interaction: discord.Interaction[discord.Client]) -> None:
            await interaction.response.edit_message(embed=table(self.number), view=words())

    def table(number: int) -> discord.Embed:
        embed = discord.Embed(title="Table 1", description=f"Somebody said word {number}.")
        embed.add_field(name="Score", value="12 : 8")
        return embed

    def words() -> discord.ui.View:
        view = discord.ui.View(timeout=None)
        for number in range(5):
            view.add_item(Word(number))
        return view

    class Trivial(discord.Client):
        async def setup_hook(self) -> None:
            self.add_dynamic_items(Word)
            tree = app_commands.CommandTree(self)

            @tree.command(name="trivial", description="The least that a bot can do")
            async def trivial(interaction: discord.Interaction[discord.Client]) -> None:
                await interaction.response.send_message(embed=table(0), view=words())

            await tree.sync()

    with asyncio.Runner(loop_factory=event_loop_factory()) as runner:
        runner.run(Trivial(intents=discord.Intents(guilds=True)).start("token"))


async def compare(clicks: int, tables: int) -> None:
    """Print a table of figures."""
    base = await measure_trivial(clicks, tables)
    games, parts = await measure_musbot(clicks, tables)
    together = f"{tables} at once" if tables > 1 else "one at a time"
    print(f"{together:36} {'clicks':>7} {'median ms':>10} {'p99 ms':>8} {'CPU ms each':>12} {'ratio':>6}")
    for row in (base, games):
        p99 = statistics.quantiles(row.waits, n=100)[98]
        print(
            f"{row.name:36} {row.clicks:7,} {statistics.median(row.waits) * 1e3:10.1f} {p99 * 1e3:8.1f} "
            f"{row.cpu_each * 1e3:12.2f} {row.cpu_each / base.cpu_each:6.2f}"
        )
    for name, cpu in zip(("  of which a spoken word", "  a table picture", "  a hand"), parts, strict=True):
        print(f"{name:36} {'':7} {'':10} {'':8} {cpu * 1e3:12.2f} {cpu / base.cpu_each:6.2f}")


def main() -> None:
    """Compare the bots, or be the trivial one."""
    if sys.argv[1:2] == ["--trivial"]:
        serve_trivial(sys.argv[2])
        return
    start = time.perf_counter()
    for tables in (TABLES, 1):
        asyncio.run(compare(int(sys.argv[1]) if len(sys.argv) > 1 else CLICKS, tables))
    print(f"({time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()
