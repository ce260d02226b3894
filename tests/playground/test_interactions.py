"""Commands, buttons, selects, forms and their answers, through a real discord.py."""

from __future__ import annotations

import asyncio

import discord
import pytest

from musbot.playground import CannotDo, NotAnswered, Person, Playground, buttons_of, selects_of, text_of

from .small_bot import PNG, SmallBot


async def test_a_slash_command_and_a_button_that_edits_its_message(ane: Person, benat: Person) -> None:
    answer = await ane.slash("mus count")
    assert answer.callback_type == 4
    assert answer.text == "Counted 0"
    assert not answer.ephemeral
    clicked = await benat.click(label="Count 0")
    assert clicked.callback_type == 7
    assert clicked.message is answer.message
    assert answer.text == "Counted 1"
    assert [b.custom_id for b in buttons_of(ane.last())] == ["count:1"]
    assert 0 < clicked.latency < 1


async def test_options_of_every_type_are_resolved(pg: Playground, ane: Person, benat: Person) -> None:
    role = pg.add_role("Masters")
    answer = await ane.slash(
        "/mus options",
        target=30,
        text="hello",
        who=benat,
        where=pg.channel("mus"),
        role=role,
        really=True,
        share=0.5,
        file=("a.txt", b"four"),
    )
    assert answer.text == "30 hello Beñat mus Masters True 0.5 4"


@pytest.mark.parametrize(
    ("command", "options", "why"),
    [
        ("mus nothing", {}, "no subcommand 'nothing'"),
        ("poker", {}, "no command 'poker'"),
        ("mus", {}, "needs a subcommand"),
        ("mus options", {}, "'target' is required"),
        ("mus options", {"target": 41}, "takes 1 to 40"),
        ("mus options", {"target": 4, "stake": 2}, "no option 'stake'"),
    ],
)
async def test_the_client_refuses_what_is_not_offered(
    ane: Person, command: str, options: dict[str, int], why: str
) -> None:
    with pytest.raises(CannotDo, match=why):
        await ane.slash(command, **options)


async def test_autocomplete_and_locale(ane: Person) -> None:
    ane.locale = "es-ES"
    suggested = await ane.autocomplete("mus card", "card", "k")
    assert [c["name"] for c in suggested.choices] == ["king", "knight"]
    assert (await ane.slash("mus card", card="king")).text == "es-ES: king"


async def test_context_menus(ane: Person, benat: Person) -> None:
    assert (await ane.user_command("Profile", benat)).text == "Beñat"
    said = benat.say("Órdago!")
    assert (await ane.message_command("Quote", said)).text == "> Órdago!"


async def test_a_form_is_opened_filled_in_and_answered(ane: Person) -> None:
    await ane.slash("mus controls")
    opened = await ane.click(label="Amount")
    assert opened.modal is ane.modal
    assert opened.modal is not None
    assert opened.modal.title == "How many?"
    with pytest.raises(CannotDo, match="must be filled in"):
        await ane.submit(values={"suit": ["Cups"]})
    with pytest.raises(CannotDo, match="takes 1 to 2 characters"):
        await ane.submit(values={"amount": "100", "suit": ["Cups"]})
    answer = await ane.submit(values={"amount": "5", "suit": ["Cups"]})
    assert answer.text == "5 of Cups"
    assert answer.ephemeral
    assert ane.modal is None


async def test_a_user_select(ane: Person, benat: Person) -> None:
    shown = await ane.slash("mus controls")
    assert shown.message is not None
    assert [s.placeholder for s in selects_of(shown.message)] == ["Partner"]
    answer = await ane.select(shown.message, "partner", [benat, ane])
    assert answer.text == "With Beñat, Ane"


async def test_an_ephemeral_answer_is_seen_by_one_person(ane: Person, benat: Person) -> None:
    answer = await ane.slash("mus options", target=1)
    assert answer.message in ane.sees()
    assert answer.message not in benat.sees()
    assert answer.message is not None
    ane.dismiss(answer.message)
    assert answer.message not in ane.sees()


async def test_a_deferral_a_dm_with_a_picture_and_a_follow_up(pg: Playground, ane: Person) -> None:
    answer = await ane.slash("mus dm")
    assert answer.callback_type == 5
    assert answer.thinking
    await answer.finished()
    assert answer.text == "sent"
    assert answer.ephemeral
    assert answer.followups == []  # the first follow-up fills in the deferred message
    hand = ane.dms()[-1]
    attachment = hand.data["attachments"][0]
    assert (attachment["width"], attachment["height"]) == (3, 2)
    assert pg.file(attachment["id"]).content == PNG
    assert text_of(hand) == "Your hand\nYour four cards"


async def test_a_post_an_edit_of_the_original_and_a_second_follow_up(pg: Playground, ane: Person) -> None:
    answer = await ane.slash("mus post", text="to all")
    await answer.followed_up()
    assert answer.text == "posted"
    assert [text_of(m) for m in answer.followups] == ["and this"]
    assert [text_of(m) for m in ane.sees()][-2:] == ["to all", "and this"]
    assert pg.transcript.counts["POST /channels/{channel_id}/messages"] == 1


async def test_a_deferred_click_edits_its_message(pg: Playground, ane: Person) -> None:
    await ane.slash("mus controls")
    answer = await ane.click(label="Later")
    assert answer.callback_type == 6
    await pg.settled()
    assert answer.text == "It is later now"
    assert answer.message is not None
    assert answer.message.data["edited_timestamp"]


async def test_silence_is_noticed(ane: Person) -> None:
    await ane.slash("mus controls")
    ane.patience = 0.1
    with pytest.raises(NotAnswered, match="the bot sent no answer"):
        await ane.click(label="Silent")


async def test_what_is_disabled_or_not_there_cannot_be_clicked(ane: Person, benat: Person) -> None:
    await ane.slash("mus controls")
    with pytest.raises(CannotDo, match="disabled"):
        await ane.click(label="Closed")
    with pytest.raises(CannotDo, match="no message with a button 'Join'"):
        await ane.click(label="Join")
    answer = await ane.slash("mus options", target=1)
    with pytest.raises(CannotDo, match="does not see"):
        await benat.select(answer.message, "partner", [ane])


async def test_a_hostile_client_may_send_what_is_not_there(ane: Person, bot: SmallBot) -> None:
    pressed: list[object] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction[SmallBot]) -> None:
        if interaction.type is discord.InteractionType.component:
            pressed.append(interaction.data and interaction.data.get("custom_id"))
            await interaction.response.send_message("No such button", ephemeral=True)

    await ane.slash("mus count")
    answer = await ane.click(custom_id="mus:1:99:cheat", hostile=True)
    assert answer.text == "No such button"
    assert pressed == ["mus:1:99:cheat"]


async def test_an_answer_after_three_seconds_is_too_late(ane: Person, bot: SmallBot, pg: Playground) -> None:
    late = 0.0
    pg.realm.clock = lambda: pg.world.clock() + late
    await ane.slash("mus controls")
    pg.faults.add(route="/interactions/*/callback", delay=0.05)
    ane.patience = 0.2
    click = asyncio.create_task(ane.click(label="Amount"))
    await asyncio.sleep(0.02)
    late = 3.1
    with pytest.raises(NotAnswered, match="10062"):
        await click


async def test_a_second_acknowledgement_is_refused(ane: Person, bot: SmallBot, pg: Playground) -> None:
    answer = await ane.slash("mus twice")
    await pg.settled()
    assert answer.text == "once"
    assert [getattr(e, "code", None) for e in bot.errors] == [40060]


async def test_a_token_dies_after_fifteen_minutes(ane: Person, bot: SmallBot, pg: Playground) -> None:
    answer = await ane.slash("mus count")
    late = 15 * 60 + 1.0
    pg.realm.clock = lambda: pg.world.clock() + late
    webhook = discord.Webhook.partial(
        pg.world.application_id,
        answer.interaction.token,
        session=bot.http._HTTPClient__session,  # type: ignore[attr-defined]
    )
    with pytest.raises(discord.HTTPException) as caught:
        await webhook.send("too late")
    assert (caught.value.status, caught.value.code) == (401, 50027)


async def test_two_people_click_at_the_same_moment_and_one_twice(ane: Person, benat: Person) -> None:
    shown = await ane.slash("mus count")
    answers = await asyncio.gather(
        ane.click(shown.message, label="Count 0"),
        ane.click(shown.message, label="Count 0"),
        benat.click(shown.message, label="Count 0"),
    )
    assert [a.callback_type for a in answers] == [7, 7, 7]
    assert shown.text == "Counted 1"
    assert len({a.interaction_id for a in answers}) == 3


async def test_a_click_in_a_dm(ane: Person, bot: SmallBot) -> None:
    from .small_bot import counting

    await (await bot.fetch_user(ane.id)).send(view=counting(7))
    answer = await ane.click(ane.dms()[-1], label="Count 7")
    assert answer.text == "Counted 8"
