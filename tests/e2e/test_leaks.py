"""Hidden cards: nothing that the bot sends before a showdown tells a card to anyone but its owner."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from musbot.game import Deal, Match, Word, card_name
from musbot.game.cards import RANKS, SUITS
from musbot.game.deal import Phase
from musbot.game.record import read_record
from musbot.pictures.hand import hand_picture
from musbot.playground import Exchange
from tests.e2e.conftest import Rig
from tests.e2e.players import Players

_RANK_WORDS = ("king", "knight", "jack", "seven", "six", "five", "four", "three", "two", "ace")
_SUIT_WORDS = ("coins", "cups", "swords", "clubs")
_IN_WORDS = re.compile(rf"\b({'|'.join(_RANK_WORDS)}) of ({'|'.join(_SUIT_WORDS)})\b", re.IGNORECASE)
_BY_NAME = re.compile(rf'"([{RANKS}])([{SUITS}])"')
_BY_RANKS = re.compile(r"`((?:[RCS1-7] ){0,3}[RCS1-7])`")
_SHOWDOWN = "**Grande** ·"


def cards_named(body: str) -> set[int]:
    """Return the cards that a payload names, in words or by name."""
    found = {
        _SUIT_WORDS.index(suit.lower()) * 10 + _RANK_WORDS.index(rank.lower())
        for rank, suit in _IN_WORDS.findall(body)
    }
    return found | {SUITS.index(suit) * 10 + RANKS.index(rank) for rank, suit in _BY_NAME.findall(body)}


def hands_of(match: Match, seat: int) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Return every hand that a seat had in a match, with the cards that were new in it."""
    for deal in match.deals:
        twin = Deal(match.options, deal.actions[0].seat, deal.scores_before, first=deal.first)
        for action in deal.actions:
            twin.push(action)
            if action.word is Word.DEAL and twin.phase is not Phase.DEAL:
                new = twin.dealt[seat] if twin.mus_rounds else ()
                yield frozenset(twin.hands[seat]), frozenset(new)


def reader_of(rig: Rig, call: Exchange) -> int | None:
    """Return who alone reads what a call sent: 0 nobody in particular, None everybody in the channel."""
    body = call.sent.decode()
    if call.path.startswith("/channels/"):
        channel = rig.playground.channel(int(call.path.split("/")[2]))
        return next((r for r in channel.recipients if r != rig.playground.world.bot.id), None)
    if call.path.startswith("/interactions/"):
        interaction = rig.playground.desk.by_id[int(call.path.split("/")[2])]
        in_dm = rig.playground.channel(interaction.channel_id).guild_id is None
        private = '"flags":' in body and call.payload["data"].get("flags", 0) & 64
        clicked = rig.playground.world.messages.get(interaction.message_id or 0)
        on_private = call.payload["type"] in (6, 7) and (
            clicked.visible_to is not None
            if clicked is not None
            else was_private(rig, interaction.message_id)
        )
        return interaction.user_id if in_dm or private or on_private or call.payload["type"] == 9 else None
    if call.path.startswith("/webhooks/"):
        interaction = rig.playground.desk.by_token[call.path.split("/")[3]]
        if rig.playground.channel(interaction.channel_id).guild_id is None:
            return interaction.user_id
        if call.method == "POST":
            return interaction.user_id if call.payload.get("flags", 0) & 64 else None
        # The message of an answer that nobody else saw, or the private one that was clicked.
        private = answered_privately(rig, interaction.id) or (call.response or {}).get("flags", 0) & 64
        return interaction.user_id if private else None
    return None


def was_private(rig: Rig, message_id: int | None) -> bool:
    """Return whether a message that has been deleted since was an answer for one person alone."""
    made_by = (each.id for each in rig.playground.desk.by_id.values() if each.original == message_id)
    return any(answered_privately(rig, interaction_id) for interaction_id in made_by)


def answered_privately(rig: Rig, interaction_id: int) -> bool:
    """Return whether the first answer to an interaction, or the place kept for it, was for one person alone."""
    return any(
        call.path.startswith(f"/interactions/{interaction_id}/")
        and call.payload["type"] in (4, 5)
        and bool((call.payload.get("data") or {}).get("flags", 0) & 64)
        for call in rig.playground.transcript
    )


async def test_no_card_reaches_anyone_but_its_owner(rig: Rig) -> None:
    rig.bot.stage.tips.newcomer = 1  # tips name cards, too
    await rig.open_and_fill()
    players = Players(rig.playground, rig.people, random.Random(21))
    await players.play()
    await rig.settled()
    (game,) = await rig.store.games_of_table(1)
    match = read_record(game.record).match
    seat_of = {player["person"]: player["seat"] for player in game.players}
    hands = {seat: set(hands_of(match, seat)) for seat in (1, 2, 3, 4)}

    public, private, pictures = 0, 0, 0
    for call in rig.playground.transcript:
        body = call.sent.decode()
        named = cards_named(body)
        if "/commands" in call.path:
            continue
        reader = reader_of(rig, call)
        if reader is None:
            public += 1
            if _SHOWDOWN in body or "🏆" in body:
                continue
            assert "💡" not in body, f"{call} shows tips to all"
            assert not named, f"{call}: {sorted(map(card_name, named))}"
            assert not _BY_RANKS.search(body), f"{call} shows ranks: {body}"
            assert {file.name for file in call.files} <= {"table.png"}, f"{call} shows a picture"
            continue
        private += 1
        own = hands[seat_of[reader]]
        assert any(named <= cards for cards, _ in own), f"{call} to {reader}: {sorted(map(card_name, named))}"
        for file in call.files:
            assert file.name == "hand.png", "the name of a file tells nothing"
            pictures += 1
            assert any(file.content == picture_of(match, *each) for each in own), f"{call}: another's picture"
    assert public > 20
    assert private > 8
    assert sum("💡" in call.sent.decode() for call in rig.playground.transcript) > 8
    assert pictures > 8


def picture_of(match: Match, cards: frozenset[int], new: frozenset[int]) -> bytes:
    from musbot.game.cards import sorted_cards

    return hand_picture(sorted_cards(cards, match.options.kings), new=new)


async def test_the_scan_finds_a_leak(rig: Rig) -> None:
    """The scan itself must be able to fail: it knows a card however it is written."""
    assert cards_named("Ane has the king of coins") == {0}
    assert cards_named('{"value":"1b"}') == {39}
    assert _BY_RANKS.search("`R R 7 1`")
    await rig.open_and_fill()
    shown = [call for call in rig.playground.transcript for file in call.files if file.name == "hand.png"]
    assert len(shown) == 4
    assert all(cards_named(call.sent.decode()) for call in shown)
