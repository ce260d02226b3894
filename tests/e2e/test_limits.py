"""Whole games in every language, and every payload of them looked over: Discord's limits, and ours for telephones and
screen readers."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from musbot.bot.words import LANGUAGES
from musbot.playground import Exchange, Message, Playground, buttons_of, selects_of, text_of
from musbot.store import Store
from musbot.table import Chance
from tests.e2e.conftest import NAMES, Rig, running_bot
from tests.e2e.players import mentioned
from tests.e2e.screenshots import secrets

ROW, BUTTON, SELECT, TEXT, GALLERY, LABEL = 1, 2, 3, 10, 12, 18
LIKELY = {"mus": 4, "cut": 4, "hold": 5, "bet": 3, "call": 3, "fold": 3, "agree": 6, "ordago": 0.1}
LOOKED_AT = ("hand", "signal", "tips")
"""What is pressed between the words."""
COMMANDS = (
    "mus score",
    "mus tables",
    "mus rules",
    "mus fair",
    "help",
    "settings me",
    "privacy show",
    "games",
)
LONGEST_LABEL = 14


def walk(thing: Any) -> Iterator[dict[str, Any]]:
    """Every object in a payload."""
    if isinstance(thing, dict):
        yield thing
        for value in thing.values():
            yield from walk(value)
    elif isinstance(thing, list):
        for each in thing:
            yield from walk(each)


def faults(payload: Any) -> list[str]:
    """What Discord, a telephone or a screen reader would not take in a message or a form."""
    found: list[str] = []

    def must(holds: bool, what: str) -> None:
        if not holds:
            found.append(what)

    data = payload.get("data", payload) if isinstance(payload, dict) else {}
    must(len(data.get("content") or "") <= 2000, "content")
    for embed in data.get("embeds") or ():
        must(len(json.dumps(embed)) <= 6000, "embed")
    must(len(data.get("title") or "") <= 45, "title")
    every = [each for each in walk(data.get("components") or []) if "type" in each]
    must(len(every) <= 40, f"{len(every)} components")
    must(sum(len(each.get("content", "")) for each in every) <= 4000, "text")
    ids = [each["custom_id"] for each in every if "custom_id" in each]
    must(len(set(ids)) == len(ids) and all(1 <= len(each) <= 100 for each in ids), f"custom ids {ids}")
    for each in every:
        match each["type"]:
            case 1:
                must(1 <= len(each["components"]) <= 5, "row")
            case 2:
                label = each.get("label") or ""
                must(1 <= len(label) <= LONGEST_LABEL, f"label {label!r}")
                must(re.search(r"\w", label) is not None, f"{label!r} is a symbol without a word")
            case 3:
                must(1 <= len(each["options"]) <= 25, "options")
                must(1 <= len(each.get("placeholder") or "") <= 150, "placeholder")
                for option in each["options"]:
                    lengths = [len(str(option.get(key) or "")) for key in ("label", "value", "description")]
                    must(max(lengths) <= 100 and min(lengths[:2]) > 0, f"option {option}")
            case 10:
                must(bool(each["content"].strip()), "an empty text")
            case 12:
                for item in each["items"]:
                    must(10 <= len(item.get("description") or "") <= 1024, f"alt text {item}")
            case 18:
                must(1 <= len(each["label"]) <= 45, f"label of a field {each['label']!r}")
                must(len(each.get("description") or "") <= 100, "description of a field")
    return found


def sent(call: Exchange) -> bool:
    return call.method in ("POST", "PATCH") and "/commands" not in call.path and bool(call.sent)


def action_of(custom_id: object) -> str:
    return str(custom_id).rsplit(":", 1)[-1]


def board(rig: Rig) -> Message | None:
    """The newest message of the table, in whatever language."""
    for message in reversed(rig.ane.sees()):
        if any(action_of(each.custom_id) == "hand" for each in buttons_of(message)):
            return message
    return None


async def turn(rig: Rig, rng: random.Random) -> None:
    """Let somebody whose turn it is look at something, and then say or drop something."""
    message = board(rig)
    assert message is not None
    person = rng.choice(mentioned(message, rig.people))
    offered = {action_of(each.custom_id): each.custom_id for each in buttons_of(message)}
    look = rng.choice((*LOOKED_AT, "", "", ""))
    if look:
        shown = await person.click(message, custom_id=offered[look])
        menus = selects_of(shown.message) if look == "signal" and shown.message is not None else []
        if menus and shown.message is not None:
            await person.select(shown.message, None, [rng.choice(menus[0].options)[1]])
    if "discard" in offered:
        hand = (await person.click(message, custom_id=offered["discard"])).message
        assert hand is not None
        if menus := selects_of(hand):
            values = [value for _, value in menus[0].options]
            await person.select(hand, None, rng.sample(values, rng.randint(1, 4)))
    else:
        words = [word for word in LIKELY if word in offered]
        word = rng.choices(words, [LIKELY[word] for word in words])[0]
        answer = await person.click(message, custom_id=offered[word])
        if answer.modal is not None:
            await person.submit(answer.modal, {"other": "2" if rng.random() < 0.5 else "many"})
    await rig.settled()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_payload_of_a_game_fits(database: str, language: str) -> None:
    secret = secrets()
    chance = Chance(secret=lambda: next(secret), ai=lambda: random.Random(1))
    async with (
        Playground() as playground,
        await Store.open(database) as store,
        running_bot(playground, store, chance, newcomer=3) as bot,
    ):
        rig = Rig(playground, bot, store, *(playground.person(name) for name in NAMES))
        for person in rig.people:
            await person.slash("settings me", language=language)
        await rig.ane.slash("mus open", language=language, target=20)
        lobby = rig.ane.last()
        join = next(each.custom_id for each in buttons_of(lobby) if action_of(each.custom_id) == "join")
        for person in rig.people[1:]:
            await person.click(lobby, custom_id=join)
        await rig.settled()
        for command in COMMANDS:
            await rig.benat.slash(command)
        rng = random.Random(language)
        for _ in range(400):
            if "🏆" in text_of(rig.ane.sees()[-1]) or board(rig) is None:
                break
            await turn(rig, rng)
        assert "🏆" in "".join(text_of(message) for message in rig.ane.sees())
        await rig.settled()

        payloads = [call.payload for call in playground.transcript if sent(call)]
        assert {
            str(call): found
            for call in playground.transcript
            if sent(call) and (found := faults(call.payload))
        } == {}
        seen = Counter(
            each["type"]
            for payload in payloads
            for each in walk(payload)
            if "components" not in each and isinstance(each.get("type"), int)
        )
        assert len(payloads) > 40
        assert min(seen[BUTTON], seen[TEXT], seen[GALLERY], seen[SELECT]) > 5, seen


def test_the_look_over_can_fail() -> None:
    """Each rule finds what breaks it."""
    thing: dict[str, Any] = {"type": BUTTON, "label": "Hold", "custom_id": "a"}
    for broken, what in (
        ([thing, thing], "custom ids"),
        ([{**thing, "label": "Hold this lance, please"}], "label"),
        ([{**thing, "label": "▶"}], "without a word"),
        ([{"type": GALLERY, "items": [{"media": {}}]}], "alt text"),
        ([{"type": TEXT, "content": "x" * 4001}], "text"),
        ([{"type": SELECT, "custom_id": "a", "placeholder": "x", "options": []}], "options"),
        ([{"type": LABEL, "label": "x" * 46}], "label of a field"),
        ([{"type": ROW, "components": []}], "row"),
    ):
        assert any(what in fault for fault in faults({"components": broken})), what
    assert faults({"components": [thing]}) == []
    assert faults({"content": "x" * 2001}) == ["content"]
