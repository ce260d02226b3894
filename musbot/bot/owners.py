"""Those who host the bot: the owners of its application. ``/status`` is for them, and errors are told to them."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

import musbot
from musbot.bot import calls
from musbot.bot.calls import Barred, DmClosed, Gone
from musbot.bot.layout import Letter, box, text
from musbot.bot.mail import Mail
from musbot.bot.metrics import Metrics
from musbot.bot.readers import by_mail, words_of
from musbot.bot.refusals import sentence
from musbot.bot.reports import Report
from musbot.bot.weather import Breaker
from musbot.bot.words import N_, Words
from musbot.store import Store, census

log = logging.getLogger(__name__)

KINDS_SHOWN = 5


def owners_of(client: discord.Client) -> frozenset[int]:
    """Return whose application it is: one person's, or those of a team who have accepted."""
    application = client.application
    if application is None:
        return frozenset()
    if application.team is None:
        return frozenset({application.owner.id})
    accepted = discord.TeamMembershipState.accepted
    return frozenset(member.id for member in application.team.members if member.membership_state is accepted)


class Owners:
    """Tells the owners how the bot is doing, when they ask, and what went wrong, when it does."""

    def __init__(
        self, client: discord.AutoShardedClient, store: Store, mail: Mail, breaker: Breaker, metrics: Metrics
    ) -> None:
        self._client = client
        self._store = store
        self._mail = mail
        self._breaker = breaker
        self._metrics = metrics

    async def look(self) -> None:
        """Bring those figures up to date that are only known when somebody asks."""
        for status, count in (await self._store.read(census.live)).items():
            self._metrics.tables.labels(status).set(count)
        self._metrics.servers.set(len(self._client.guilds))
        self._metrics.messages_waiting.set(self._mail.waiting)
        for shard, seconds in self._client.latencies:
            self._metrics.latency.labels(str(shard)).set(seconds)

    async def answer(self, interaction: discord.Interaction) -> None:
        """Answer ``/status``."""
        words = words_of(interaction)
        if interaction.user.id not in owners_of(self._client):
            await calls.answer_by_message(
                interaction,
                sentence(words, N_("That is for those who host me. How I am here, `/mus doctor` tells.")),
                private=True,
            )
            return
        live = await self._store.read(census.live)
        letter = Letter((box(text("\n".join(self._lines(live, words)))),))
        await calls.answer_by_message(interaction, letter, private=True)

    def _lines(self, live: dict[str, int], words: Words) -> list[str]:
        figures = self._metrics
        median, slowest = figures.quantile(0.5), figures.quantile(0.99)
        lines = [
            words("### How I am doing"),
            words(
                "**Up** since <t:{since}:R>; servers: {servers}; shards: {shards}",
                since=int(figures.started_at),
                servers=len(self._client.guilds),
                shards=len(self._client.shards),
            ),
            words(
                "**Tables**: {playing} in play, {open} waiting for players",
                playing=live.get("playing", 0),
                open=live.get("open", 0),
            ),
        ]
        if median is not None and slowest is not None:
            lines.append(
                words(
                    "**Clicks**: {count}; half of the last were answered in {median} ms, 99 of 100 in {slowest} ms",
                    count=figures.clicks,
                    median=round(median * 1000),
                    slowest=round(slowest * 1000),
                )
            )
        lines += [
            words("**Event loop**: {late} ms late at worst", late=round(figures.latest * 1000)),
            words(
                "**Discord**: calls refused in ten minutes: {refused}, put off: {limited}; waiting messages: {waiting}",
                refused=self._breaker.count,
                limited=figures.limited,
                waiting=self._mail.waiting,
            ),
        ]
        kinds = ", ".join(f"`{kind}` {count}" for kind, count in figures.kinds.most_common(KINDS_SHOWN))
        lines.append(words("**Errors**: {kinds}", kinds=kinds) if kinds else words("**Errors**: none"))
        lines.append(
            words(
                "-# musbot {version} · discord.py {library}",
                version=musbot.__version__,
                library=discord.__version__,
            )
        )
        return lines

    async def report(self, report: Report) -> None:
        """Tell the owners of an error, each in their language, if they take direct messages."""
        for person_id in sorted(owners_of(self._client)):
            try:
                words, _ = await by_mail(self._store, person_id, "en")
                await self._mail.post(person_id, report_letter(report, words), urgent=False)
            except (DmClosed, Gone, Barred, discord.HTTPException) as error:
                log.info("owner %s was not told of an error: %s", person_id, error)
            except Exception:  # a report must not make errors of its own
                log.exception("owner %s was not told of an error", person_id)


def report_letter(report: Report, words: Words) -> Letter:
    """Return what an owner is told of an error."""
    lines = [
        words("### Something went wrong"),
        words("`{kind}` in `{place}`", kind=report.kind, place=report.place),
    ]
    if "table" in report.numbers:
        lines.append(words("At table {table}.", table=report.numbers["table"]))
    if report.repeated:
        told = words.n(
            "It happened {count} more time since I last told you.",
            "It happened {count} more times since I last told you.",
            report.repeated,
        )
        lines.append(told)
    lines.append(words("-# My log has all of it. I tell you of each kind of error once an hour at most."))
    return Letter((box(text("\n".join(lines))),))


def status_command(owners: Owners) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return the command, which stands alone. In servers Discord shows it to administrators only."""

    @app_commands.command(name="status", description="How I am doing, for those who host me")
    @app_commands.default_permissions(administrator=True)
    async def command(interaction: discord.Interaction) -> None:
        await owners.answer(interaction)

    return command
