"""The club: four friends play rated games, and see, keep, judge and forget what came of them."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from musbot.game.record import read_record
from musbot.playground import (
    Answer,
    Message,
    Permission,
    Person,
    Playground,
    buttons_of,
    selects_of,
    text_of,
)
from musbot.store import Store
from tests.e2e.conftest import NAMES, Rig, running_bot
from tests.e2e.players import Players
from tests.e2e.test_company import moderator

DAY = 86_400.0


@dataclass
class Clock:
    """A clock that can be set on."""

    ahead: float = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@dataclass
class ClubRig(Rig):
    """A server whose clock can be set on."""

    clock: Clock = field(default_factory=Clock)

    async def game(self, number: int) -> None:
        """Let the four play a short rated game, in a channel of its own."""
        channel = self.playground.add_channel(f"table-{number}")
        await self.ane.slash("mus open", channel, target=20)
        for person in self.people[1:]:
            await person.click(label="Join", channel=channel)
        await self.settled()
        await Players(self.playground, self.people, random.Random(number), channel).play()
        await self.settled()


@pytest.fixture
async def club(database: str) -> AsyncIterator[ClubRig]:
    clock = Clock()
    async with contextlib.AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground())
        store = await stack.enter_async_context(await Store.open(database))
        bot = await stack.enter_async_context(running_bot(playground, store, clock=clock))
        ane, benat, carla, dani = (playground.person(name) for name in NAMES)
        yield ClubRig(playground, bot, store, ane, benat, carla, dani, clock)


async def finished(answer: Answer) -> Message:
    """The message of an answer that may take a moment."""
    await answer.finished()
    assert answer.message is not None
    return answer.message


async def press(person: Person, message: Message, label: str) -> Message:
    """Press a button of a message for one's own eyes; return the message as it is then."""
    answer = await person.click(message, label=label)
    await answer.finished()
    return answer.message or message


async def test_an_evening_and_what_is_kept_of_it(club: ClubRig) -> None:
    for number in range(4):
        await club.game(number)
    ane, benat, carla, dani = club.people

    # The leaderboard, with one's own place.
    message = await finished(await ane.slash("leaderboard"))
    board = text_of(message)
    for person in club.people:
        assert person.name in board
    assert "Your place" in board
    assert "season" in board
    assert message.data["attachments"][0]["filename"] == "leaderboard.png"
    message = await press(ane, message, "Pairs")
    assert "Ane + Carla" in text_of(message) or "Carla + Ane" in text_of(message)
    message = await press(ane, message, "All time")
    assert "All time" in text_of(message)
    menu = selects_of(message)[0]
    stones = next(value for label, value in menu.options if "tones" in label)
    answer = await ane.select(message, menu.custom_id, [stones])
    await answer.finished()
    assert "Stones" in text_of(answer.message or message)

    # A profile: one's own, and that of somebody else.
    own = await finished(await ane.slash("profile"))
    assert "4 games" in text_of(own)
    assert "Partners" in text_of(own)
    assert "Carla" in text_of(own)
    theirs = await finished(await benat.slash("profile", player=ane))
    assert "±" in text_of(theirs)

    # Games: a score sheet, the record, and each deal again.
    games = await finished(await benat.slash("games"))
    assert text_of(games).count("Ane + Carla") == 4
    menu = selects_of(games)[0]
    answer = await benat.select(games, menu.custom_id, [menu.options[0][1]])
    await answer.finished()
    sheet = answer.message or games
    names = [each["filename"] for each in sheet.data["attachments"]]
    assert "score-sheet.png" in names
    attachment = next(each for each in sheet.data["attachments"] if each["filename"].endswith(".mus"))
    content = club.playground.file(attachment["id"]).content.decode()
    assert read_record(content).match.is_over
    assert " sign " not in content, "what partners told each other is theirs"
    replay = await press(benat, sheet, "Replay")
    first = text_of(replay)
    assert "deal 1 of" in first
    replay = await press(benat, replay, "▶ Next")
    assert text_of(replay) != first
    replay = await press(benat, replay, "◀ Back")
    assert text_of(replay) == first
    while not next(button for button in buttons_of(replay) if button.label == "Next deal").disabled:
        replay = await press(benat, replay, "Next deal")
    replay = await press(benat, replay, "⏭ Last")
    assert next(button for button in buttons_of(replay) if button.label == "▶ Next").disabled

    # Friends: each adds the other, and hears of a table.
    await press(benat, theirs, "Add friend")
    added = await ane.user_command("Add Mus friend", benat)
    assert "is your friend now" in added.text
    await ane.slash("mus open", friends=True)
    await club.settled()
    assert any("Ane" in text_of(each) and "has opened table" in text_of(each) for each in benat.dms())
    refused = await carla.click(label="Join")
    assert "friends" in refused.text
    await benat.click(label="Join")
    assert len(await club.store.seats_of(5)) == 2

    # Blocked: whoever is, cannot sit; and is not told why.
    blocked = await benat.user_command("Block in Mus", dani)
    assert "cannot sit" in blocked.text
    await ane.slash("mus invite", person=dani)
    refused = await dani.click(label="Join")
    assert "You cannot sit at this table" in refused.text
    assert "Beñat" not in refused.text
    for person in (ane, benat):
        await person.slash("mus leave")

    # A private profile is nobody else's.
    own = await press(ane, own, "Make private")
    assert "keeps their profile" in (await carla.slash("profile", player=ane)).text
    assert "4 games" in text_of(await finished(await ane.slash("profile")))

    # Who has left the server is still in the list by the name they had, and nobody is asked for.
    dani.leave()
    asked = len(club.playground.transcript)
    board = text_of(await finished(await ane.slash("leaderboard")))
    assert "Dani" in board
    assert str(dani.id) not in board
    calls = list(club.playground.transcript)[asked:]
    assert not [call for call in calls if "/members/" in call.route or call.route.startswith("GET /users")]


async def test_seasons_moderators_and_the_erased(club: ClubRig) -> None:
    for number in range(3):
        await club.game(number + 10)
    ane, benat, _, dani = club.people
    rights = Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD
    judge = moderator(club, club.playground.add_person("Maider"), rights)
    before = text_of(await finished(await ane.slash("leaderboard")))

    void = await finished(await judge.slash("musmod void", table=1))
    assert "out of the ratings" in text_of(void)
    assert "2 games" in text_of(await finished(await ane.slash("leaderboard", by="w")))
    assert "void" in text_of(await finished(await ane.slash("games")))
    await finished(await judge.slash("musmod restore", table=1))
    assert text_of(await finished(await ane.slash("leaderboard"))) == before

    # The weekly leaderboard, and the end of a season.
    told = await judge.slash("musmod leaderboard", channel=club.playground.channel())
    assert "each Monday" in told.text
    club.clock.ahead += 8 * DAY
    await club.bot.club.look()
    await club.settled()
    posted = [message for message in benat.sees() if "Rating ·" in text_of(message)]
    assert len(posted) == 1
    await club.bot.club.look()
    assert len([message for message in benat.sees() if "Rating ·" in text_of(message)]) == 1, "once a week"

    club.clock.ahead += 92 * DAY
    await club.bot.club.look()
    await club.settled()
    message = await finished(await ane.slash("leaderboard"))
    assert "Nobody is placed yet" in text_of(message)
    hall = text_of(await press(ane, message, "Past seasons"))
    assert "🥇" in hall
    assert sum(person.name in hall for person in club.people) == 3

    # Who is erased is on no leaderboard; others keep what they have.
    question = await dani.slash("privacy delete")
    assert question.message is not None
    await dani.click(question.message, label="Erase me")
    await club.settled()
    message = await finished(await ane.slash("leaderboard"))
    hall = text_of(await press(ane, message, "Past seasons"))
    assert [person.name in hall for person in club.people] == [True, True, True, False]
    assert "Deleted player" in text_of(await finished(await ane.slash("games")))
