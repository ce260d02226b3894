"""The slash commands, ``/tournament ...``."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from musbot.bot import calls
from musbot.bot.answering import show
from musbot.bot.choosing import may_open, places_of, settings_of, why_nobody
from musbot.bot.layout import Letter, box, text
from musbot.bot.names import shown
from musbot.bot.people import person_of
from musbot.bot.permissions import explained_permissions
from musbot.bot.readers import language_to, words_of
from musbot.bot.refusals import sentence
from musbot.bot.timing import CLOCK_NAMES
from musbot.bot.tournament import hall
from musbot.bot.tournament.announcing import HOST, Wishes, plan_of
from musbot.bot.tournament.hosting import may_announce
from musbot.bot.tournament.place import member_of
from musbot.bot.tournament.room import TournamentRoom
from musbot.bot.tournament.when import NotUnderstood, read_start, zone_of, zones
from musbot.bot.words import N_, Words
from musbot.club.tournament import Plan
from musbot.store import Store, honours
from musbot.store.servers import ServerSettings

_CLOCKS = {name: seconds for seconds, name in CLOCK_NAMES.items()}
MOST_LIVE = 5
"""Tournaments that are announced or played on a server at a time."""

Number = app_commands.Range[int, 1]


class TournamentCommands(app_commands.Group):
    """All of ``/tournament``."""

    def __init__(self, store: Store, room: TournamentRoom) -> None:
        super().__init__(
            name="tournament",
            description="Tournaments: enter, look, run one",
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._store = store
        self._room = room

    async def _numbers(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        found = await self._room.register.choices(interaction.guild_id, typed)
        return [app_commands.Choice(name=name[:100], value=number) for name, number in found]

    # Running one

    @app_commands.command(name="create", description="Announce a tournament in this channel")
    @app_commands.describe(
        name="What it is called",
        format="How the winner is found",
        start="When: 20:00, tomorrow 20:00, thursday 8 pm, in 30 minutes",
        entry="Pairs enter together, or everybody alone and partners are drawn",
        rules="The rules to start from",
        target="Points that win a game",
        games="Best of how many games",
        clock="Time for each decision",
        size="The most pairs, in an arena players; whoever comes later waits",
        role="Only members of this role may enter",
        lowest="The least rating to enter with",
        highest="The greatest rating to enter with",
        check_in="Minutes before the start in which everybody says that they are there; 0: not asked",
        rounds="Rounds of a Swiss; by default as many as its size needs",
        minutes="How long an arena lasts",
        courtesy="Minutes to come to one's table before it is lost",
        round_days="Days for each round, to play by correspondence",
        repeat="Whether the next one is announced by itself",
        league="A league to which its points are added",
        zone="The time zone of the start, if it is not the server's",
    )
    @app_commands.choices(
        format=[
            app_commands.Choice(name=N_("Swiss"), value="swiss"),
            app_commands.Choice(name=N_("knock-out"), value="single"),
            app_commands.Choice(name=N_("double knock-out"), value="double"),
            app_commands.Choice(name=N_("round robin"), value="robin"),
            app_commands.Choice(name=N_("groups, then knock-out"), value="groups"),
            app_commands.Choice(name=N_("arena"), value="arena"),
        ],
        entry=[
            app_commands.Choice(name=N_("pairs"), value="pairs"),
            app_commands.Choice(name=N_("partners are drawn"), value="singles"),
        ],
        repeat=[
            app_commands.Choice(name=N_("never"), value="never"),
            app_commands.Choice(name=N_("every day"), value="day"),
            app_commands.Choice(name=N_("every week"), value="week"),
        ],
    )
    async def create(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 60],
        format: str = "swiss",
        start: app_commands.Range[str, 1, 40] | None = None,
        entry: str = "pairs",
        rules: Literal["stargames", "classic"] | None = None,
        target: app_commands.Range[int, 20, 60] | None = None,
        games: Literal[1, 3, 5] | None = None,
        clock: Literal["off", "30 s", "1 min", "2 min", "5 min", "1 day"] = "1 min",
        size: app_commands.Range[int, 2, 512] | None = None,
        role: discord.Role | None = None,
        lowest: app_commands.Range[int, 0, 3000] | None = None,
        highest: app_commands.Range[int, 0, 3000] | None = None,
        check_in: app_commands.Range[int, 0, 120] | None = None,
        rounds: app_commands.Range[int, 1, 20] | None = None,
        minutes: app_commands.Range[int, 10, 300] | None = None,
        courtesy: app_commands.Range[int, 1, 60] = 5,
        round_days: app_commands.Range[int, 1, 30] | None = None,
        repeat: str = "never",
        league: app_commands.Range[str, 1, 40] | None = None,
        zone: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        """Announce a tournament, for those who may."""
        words, guild_id = words_of(interaction), interaction.guild_id
        if guild_id is None or interaction.channel_id is None:
            return
        settings = await settings_of(self._store, guild_id)
        impossible = why_nobody(role, lowest, highest)
        refusal = words(impossible) if impossible else await self._why_not(interaction, settings, words)
        if refusal:
            await show(interaction, Letter((text(refusal),)))
            return
        wishes = Wishes(
            name,
            format,
            start,
            rules,
            target,
            games,
            _CLOCKS[clock],
            size,
            role.id if role is not None and not role.is_default() else None,
            lowest,
            highest,
            entry == "singles",
            check_in,
            rounds,
            minutes,
            courtesy,
            round_days,
            repeat,
            league or "",
        )
        language = settings.language or language_to(interaction)
        place = zone_of(zone or settings.zone, _spoken(interaction, settings))
        permissions = interaction.app_permissions
        threads = (
            not isinstance(interaction.channel, discord.Thread)
            and permissions.create_public_threads
            and permissions.send_messages_in_threads
        )
        try:
            plan = plan_of(wishes, self._room.desk.now(), place, settings.rules, language, threads=threads)
        except NotUnderstood:
            told = N_("I did not understand when. Try *20:00*, *tomorrow 20:00* or *in 30 minutes*.")
            await show(interaction, sentence(words, told))
            return
        await calls.think(interaction, private=True)
        number = await self._room.desk.create(person_of(interaction), plan, guild_id, interaction.channel_id)
        await self._room.live.show(number)
        letter = await self._announced(interaction, number, plan, settings, words)
        await calls.edit_answer(interaction, letter)

    async def _why_not(self, interaction: discord.Interaction, settings: ServerSettings, words: Words) -> str:
        """Return why somebody may not announce a tournament here; "" where they may."""
        if not may_announce(interaction, settings.tournament_role):
            return words(
                "On this server tournaments are for members of <@&{role}>.", role=settings.tournament_role
            )
        missing = explained_permissions(interaction, words)
        if missing:
            return words("I lack permissions in this channel: {names}", names=", ".join(missing))
        if not may_open(settings, interaction.channel):
            places = ", ".join(f"<#{channel}>" for channel in places_of(settings, interaction.guild))
            return words("On this server tables are opened in {channels}.", channels=places)
        live = await self._room.desk.live(settings.guild_id)
        if len(live) >= MOST_LIVE:
            return words.n(
                "{count} tournament is announced or played here: there may be no more.",
                "{count} tournaments are announced or played here: there may be no more.",
                len(live),
            )
        return ""

    async def _announced(
        self,
        interaction: discord.Interaction,
        number: int,
        plan: Plan,
        settings: ServerSettings,
        words: Words,
    ) -> Letter:
        found = await self._room.desk.load(number)
        row = found.row
        name = shown(plan.name)
        url = f"https://discord.com/channels/{row.guild_id}/{row.channel_id}/{row.message_id or ''}"
        lines = [words("**{name}** is [announced]({url}).", name=name, url=url)]
        if plan.starts_at is not None:
            at = round(plan.starts_at)
            lines.append(
                words("It begins <t:{at}:F>, <t:{at}:R>. Read by the clock of {zone}.", at=at, zone=plan.zone)
            )
        if settings.zone is None:
            lines.append(words("-# `/settings server zone:` says by whose clock hours are meant here."))
        if not self._room.live.is_pinned(number):
            lines.append(words("-# I may not pin messages here: with *Pin Messages* I would pin it."))
        if row.event_id is None and plan.starts_at is not None:
            lines.append(words("-# With *Create Events* I would put it into the server's calendar."))
        lines.append(words("-# `/tournament host` or its button *Host* lets you run it."))
        return Letter((box(text("\n".join(lines))),))

    @create.autocomplete("start")
    async def _starts(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        words = words_of(interaction)
        usual = ["in 30 minutes", "in 1 hour", "20:00", "21:00", "tomorrow 20:00"]
        if typed:
            try:
                read_start(typed, self._room.desk.now(), zone_of(None))
            except NotUnderstood:
                usual = [each for each in usual if typed.lower() in each]
            else:
                usual = [typed[:40]]
        choices = [app_commands.Choice(name=each, value=each) for each in usual]
        by_hand = words("when I press *Begin now*").replace("*", "")
        return [*choices, app_commands.Choice(name=by_hand[:100], value=HOST)]

    @create.autocomplete("zone")
    async def _zones(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return zone_choices(typed)

    @app_commands.command(name="host", description="Run a tournament: begin, pause, correct, cancel")
    @app_commands.describe(tournament="Which one")
    @app_commands.autocomplete(tournament=_numbers)
    async def host(self, interaction: discord.Interaction, tournament: Number | None = None) -> None:
        """Show the panel."""
        found = await self._room.register.meant(interaction, tournament, over=True)
        await self._room.hosting.panel(interaction, found)
        self._room.live.look(found.number, anew=True)

    @app_commands.command(name="substitute", description="Let somebody play in another's place")
    @app_commands.describe(out="Who is replaced", newcomer="Who plays instead", tournament="Which one")
    @app_commands.autocomplete(tournament=_numbers)
    async def substitute(
        self,
        interaction: discord.Interaction,
        out: discord.User,
        newcomer: discord.User,
        tournament: Number | None = None,
    ) -> None:
        """Replace somebody, or ask for it."""
        found = await self._room.register.meant(interaction, tournament)
        person = member_of(interaction.data, newcomer.id)
        if person is None:
            told = N_("Bots do not play in tournaments. Choose a person.")
            await show(interaction, sentence(words_of(interaction), told))
            return
        await self._room.hosting.substitute(interaction, found, out.id, person)

    # Playing

    @app_commands.command(name="enter", description="Enter a tournament, with a partner or alone")
    @app_commands.describe(partner="Your partner, who is asked", tournament="Which one")
    @app_commands.autocomplete(tournament=_numbers)
    async def enter(
        self,
        interaction: discord.Interaction,
        partner: discord.User | None = None,
        tournament: Number | None = None,
    ) -> None:
        """Enter."""
        found = await self._room.register.meant(interaction, tournament)
        if partner is None:
            await self._room.entering.enter(interaction, found)
        else:
            await self._room.entering.ask(interaction, found, None if partner.bot else partner.id)

    @app_commands.command(name="withdraw", description="Withdraw from a tournament")
    @app_commands.describe(tournament="Which one")
    @app_commands.autocomplete(tournament=_numbers)
    async def withdraw(self, interaction: discord.Interaction, tournament: Number | None = None) -> None:
        """Leave."""
        found = await self._room.register.meant(interaction, tournament)
        await self._room.entering.withdraw(interaction, found)

    @app_commands.command(name="me", description="Your next opponents, and the way to your table")
    @app_commands.describe(tournament="Which one")
    @app_commands.autocomplete(tournament=_numbers)
    async def me(self, interaction: discord.Interaction, tournament: Number | None = None) -> None:
        """Show what comes next for whoever asks."""
        found = await self._room.register.meant(interaction, tournament, over=True)
        await self._room.entering.mine(interaction, found)
        self._room.live.look(found.number, anew=not found.tournament.is_over)

    # Looking

    @app_commands.command(name="standings", description="See how a tournament stands")
    @app_commands.describe(tournament="Which one")
    @app_commands.autocomplete(tournament=_numbers)
    async def standings(self, interaction: discord.Interaction, tournament: Number | None = None) -> None:
        """Show the standings."""
        await self._look(interaction, "standings", tournament)

    @app_commands.command(name="bracket", description="See the bracket of a tournament")
    @app_commands.describe(tournament="Which one")
    @app_commands.autocomplete(tournament=_numbers)
    async def bracket(self, interaction: discord.Interaction, tournament: Number | None = None) -> None:
        """Show the bracket; the standings, where there is none."""
        await self._look(interaction, "bracket", tournament)

    @app_commands.command(name="schedule", description="See who plays whom in this round, and where")
    @app_commands.describe(tournament="Which one")
    @app_commands.autocomplete(tournament=_numbers)
    async def schedule(self, interaction: discord.Interaction, tournament: Number | None = None) -> None:
        """Show the round."""
        await self._look(interaction, "schedule", tournament)

    async def _look(self, interaction: discord.Interaction, view: str, number: int | None) -> None:
        found = await self._room.register.meant(interaction, number, over=True)
        await self._room.entering.look(interaction, found, view)
        self._room.live.look(found.number, anew=not found.tournament.is_over)

    @app_commands.command(name="archive", description="Get all records of a tournament in one file")
    @app_commands.describe(tournament="Which one")
    @app_commands.autocomplete(tournament=_numbers)
    async def archive(self, interaction: discord.Interaction, tournament: Number | None = None) -> None:
        """Give the records."""
        found = await self._room.register.meant(interaction, tournament, over=True)
        await calls.think(interaction, private=True)
        await self._room.entering.records(interaction, found)

    @app_commands.command(name="hall", description="See who has won the tournaments of this server")
    async def hall(self, interaction: discord.Interaction) -> None:
        """Show the winners."""
        guild_id = interaction.guild_id or 0
        won = await self._store.read(lambda c: honours.winners(c, guild_id))
        await show(interaction, hall.hall_letter(won, words_of(interaction)))

    @app_commands.command(name="league", description="See the table of a league of tournaments")
    @app_commands.describe(name="Which league; by default the one that was played last")
    async def league(self, interaction: discord.Interaction, name: str | None = None) -> None:
        """Show the table of a league."""
        guild_id, words = interaction.guild_id or 0, words_of(interaction)
        known = await self._store.read(lambda c: honours.leagues(c, guild_id))
        chosen = next((each for each in known if name is None or each.lower() == name.lower()), None)
        if chosen is None:
            told = N_("There is no such league yet. `/tournament create league:` begins one.")
            await show(interaction, sentence(words, told))
            return
        found = await self._store.read(lambda c: honours.table(c, guild_id, chosen))
        await show(interaction, await hall.league_letter(chosen, found, interaction.user.id, words))

    @league.autocomplete("name")
    async def _leagues(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        guild_id = interaction.guild_id or 0
        known = await self._store.read(lambda c: honours.leagues(c, guild_id))
        return [app_commands.Choice(name=each, value=each) for each in known if typed.lower() in each.lower()]


def zone_choices(typed: str) -> list[app_commands.Choice[str]]:
    """Return the time zones that fit what was typed."""
    return [app_commands.Choice(name=each, value=each) for each in zones(typed)]


def _spoken(interaction: discord.Interaction, settings: ServerSettings) -> str:
    """Return the language by which a time zone is guessed: the server's, or else that of whoever asks."""
    return settings.language or language_to(interaction)
