"""People who play Mus by what they see: they read their screen, press a button that is there, and so on."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence

from musbot.playground import Answer, Channel, Message, Person, Playground, buttons_of, selects_of, text_of

WORDS = ("Mus", "No mus", "Hold", "Raise", "Call", "Pass", "Órdago", "Agree")
RECORDED = {
    "Mus": "mus",
    "No mus": "cut",
    "Hold": "hold",
    "Call": "call",
    "Pass": "fold",
    "Órdago": "ordago",
    "Agree": "agree",
    "Raise": "bet",
}
"""The words of a record, by the buttons that say them."""
EDITED = 7
"""How a click is answered that changes the message it was on."""
_LIKELY = {"Mus": 9, "No mus": 1, "Hold": 5, "Raise": 2, "Call": 3, "Pass": 3, "Órdago": 0.02, "Agree": 6}


def table_message(person: Person, channel: object = None) -> Message | None:
    """Return the newest message with the buttons of a game."""
    for message in reversed(person.sees(channel)):
        if any(button.label == "My hand" for button in buttons_of(message)):
            return message
    return None


def is_over(person: Person, channel: object = None) -> bool:
    """Return whether the end of a match has been announced in a channel."""
    return any("🏆" in text_of(message) for message in person.sees(channel))


def mentioned(message: Message, people: Sequence[Person]) -> list[Person]:
    """Return the people that the line with the arrow names: those whose turn it is."""
    lines = [line for line in text_of(message).splitlines() if line.startswith("▶")]
    return [person for person in people if any(person.mention in line for line in lines)]


class Players:
    """Some of the people at a table, played by a seeded generator."""

    def __init__(
        self,
        playground: Playground,
        people: Sequence[Person],
        rng: random.Random,
        channel: Channel | None = None,
    ) -> None:
        self.playground = playground
        self.channel = channel or playground.channel()
        self.people = list(people)
        self.rng = rng
        self.answers: list[Answer] = []
        self.answered: list[tuple[Person, str]] = []
        """Who was answered, and to which word of a record: what the table may not forget any more."""
        self.words = 0
        self.mus_left = 4
        self.calm = False
        """No raises and no órdago: every deal is played through all its lances."""

    async def play(self, most_turns: int = 5_000) -> None:
        """Play until the match is over."""
        for _ in range(most_turns):
            if is_over(self.people[0], self.channel):
                return
            await self.turn()
        raise AssertionError(f"no end after {most_turns} turns: {text_of(self.people[0].last())}")

    async def turn(self) -> None:
        """Let somebody whose turn it is do something that their screen offers."""
        message = await self.message()
        if message is None:
            return
        waiting = mentioned(message, self.people)
        if not waiting:
            await self.pause()
            return
        person = self.rng.choice(waiting)
        labels = [button.label for button in buttons_of(message)]
        if "Discard" in labels:
            await self.discard(person, message)
            return
        words = [label for label in labels if label in WORDS]
        if self.calm:
            words = [word for word in words if word not in ("Raise", "Órdago")]
        weights = [_LIKELY[word] for word in words]
        if self.mus_left <= 0 and "No mus" in words:
            weights = [1.0 if word == "No mus" else 0.0 for word in words]
        word = self.rng.choices(words, weights)[0]
        if word == "Mus":
            self.mus_left -= 1
        elif word == "No mus":
            self.mus_left = self.rng.choice((0, 1, 4, 8))
        self.words += 1
        said = text_of(message)
        answer = await person.click(message, label=word)
        self.answers.append(answer)
        if answer.modal is None:
            # A bot that took too long to open the form has only taken note of the click.
            if word != "Raise":
                self.heard(answer, person, RECORDED[word])
            if answer.callback_type != EDITED:
                # The table is further than what they saw, which is shown within a second.
                await self.other_words(message, said, patience=1.5)
            return
        amount = self.rng.choice(("2", "5", "10"))
        sent = await person.submit(answer.modal, {"other": amount})
        self.heard(sent, person, f"bet {amount}")

    async def other_words(self, message: Message, said: str, patience: float = 5.0) -> None:
        """Wait until the table's message says something else than what was read there, if it does so soon."""
        until = time.monotonic() + patience
        while time.monotonic() < until and table_message(self.people[0], self.channel) is message:
            if text_of(message) != said:
                return
            await asyncio.sleep(0.02)

    async def pause(self) -> None:
        """Wait for something to happen, where nobody is to speak."""
        await self.playground.settled()

    def heard(self, answer: Answer, person: Person, word: str) -> None:
        """Note that a word was taken: the table's message was edited. A refusal is told to the person alone, maybe
        after the click was acknowledged."""
        if answer.callback_type == EDITED:
            self.answered.append((person, word))

    async def message(self, patience: float = 60.0) -> Message | None:
        """Return the table message, for which a bot that draws its first picture may take a moment."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            message = table_message(self.people[0], self.channel)
            if message is not None or is_over(self.people[0], self.channel):
                return message
            await asyncio.sleep(0.02)
        seen = "\n".join(text_of(message) for message in self.people[0].sees(self.channel))
        raise AssertionError(f"no table message to be seen in {patience} s, but: {seen}")

    async def discard(self, person: Person, message: Message) -> None:
        """Drop cards, in the direct message if there is one to drop in, else in one's own message."""
        said = text_of(message)
        place = next((each for each in reversed(person.dms()) if selects_of(each)), None)
        if place is None or self.rng.random() < 0.5:
            answer = await person.click(message, label="Discard")
            self.answers.append(answer)
            place = answer.message
        assert place is not None
        select = selects_of(place)[0] if selects_of(place) else None
        if select is None:
            # They have dropped already, and the table tells so within a second: more clicks would be too many.
            await self.other_words(message, said)
            return
        values = [value for _, value in select.options]
        chosen = self.rng.sample(values, self.rng.randint(1, len(values)))
        self.answers.append(await person.select(place, select.custom_id, chosen))
