"""The playground's page in a real browser: what people see, and what their clicks say to the server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from . import club
from .club import ANE, BENAT, CHANNEL, DANI, DMS, button, message, row

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import Page

    from .conftest import Open
    from .fake import FakeServer

    Shot = Callable[[Page, str], Awaitable[None]]

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def expect(page: Page, script: str, value: Any = True) -> None:
    """Wait until a JavaScript expression has a value."""
    await page.wait_for_function(f"JSON.stringify({script}) === {_quoted(value)}")


def _quoted(value: Any) -> str:
    return json.dumps(json.dumps(value, separators=(",", ":"), ensure_ascii=False))


def pane(page: Page, person: str) -> Any:
    return page.locator(f'[data-person="{person}"]')


def shown(page: Page, id: int | str) -> Any:
    return page.locator(f'[data-message-id="{id}"]')


# ------------------------------------------------------------------------------------------ rendering


async def test_a_channel_shows_markdown_embeds_components_and_pictures(look: Open, shot: Shot) -> None:
    page = await look()
    await shot(page, "one-dark")
    assert await shown(page, 1000).locator("strong").inner_text() == "a game"
    assert await shown(page, 1000).locator("s").inner_text() == "chess"
    assert (
        await shown(page, 1001).locator("a").get_attribute("href") == "https://example.org/mus_rules_(short)"
    )
    assert await shown(page, 1002).locator(".mention").all_inner_texts() == [
        "@Beñat",
        "#Table 1: Thursday evening",
    ]
    assert await shown(page, 1003).locator("ol > li > ul > li").inner_text() == "duples win"
    assert await shown(page, 1003).get_attribute("class") == "msg grouped   "
    assert await shown(page, 1006).locator(".above").inner_text() == "A\nAne\nused\n/mus open"
    assert await shown(page, 1006).locator(".embed-field.inline").count() == 2
    table = shown(page, 1010)
    assert await table.get_by_role("heading").inner_text() == "Table 1 · Grande"
    assert await table.get_by_role("button", name="Órdago").count() == 1
    picture = table.locator("img[alt^='Last hand']")
    await expect(page, "document.querySelector('[data-message-id=\"1010\"] .picture img').naturalWidth", 900)
    box = await picture.bounding_box()
    assert box is not None
    assert box["width"] > 500
    assert box["width"] / box["height"] == pytest.approx(900 / 330, rel=0.02)
    await page.locator(".scroll").evaluate("(e) => e.scrollTo(0, 0)")
    await shot(page, "one-dark-top")


async def test_hostile_markup_stays_text(look: Open, server: FakeServer) -> None:
    server.state["users"][1]["global_name"] = "<b onclick=alert(1)>Beñat</b>"
    server.state["messages"].append(
        message(
            1040,
            CHANNEL,
            club.BOT,
            components=[row(button(club.HOSTILE[:80], "x"))],
            content="**<u>" * 200 + "*_~|`[(<" * 200,
        )
    )
    page = await look()
    await page.wait_for_timeout(100)
    assert await page.evaluate("window.hacked") is None
    assert "<script>" in await shown(page, 1004).inner_text()
    assert await shown(page, 1004).locator("a").count() == 0
    assert await page.locator(".messages script, .messages b, .messages [onerror]").count() == 0
    assert await shown(page, 1040).get_by_role("button", name="<img src=x").count() == 1
    assert await page.get_by_role("tab", name="<b onclick=alert(1)>Beñat</b>").count() == 1


MARKDOWN = [
    ("***x***", "<strong><em>x</em></strong>"),
    ("__*a* b__", "<u><em>a</em> b</u>"),
    ("snake_case_name and 2*3*4", "snake_case_name and 2<em>3</em>4"),
    (r"\*not\* \_it\_", "*not* _it_"),
    ("`**raw**` ``a`b``", "<code>**raw**</code> <code>a`b</code>"),
    ("```py\nx < 1\n```", '<pre><code data-language="py">x &lt; 1</code></pre>'),
    ("> one\n> **two**\nthree", "<blockquote>one\n<strong>two</strong></blockquote>three"),
    (">>> all\nof it", "<blockquote>all\nof it</blockquote>"),
    ("-# small", '<div class="subtext">small</div>'),
    ("- a\n- b\n  - c", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
    ("3. c\n4. d", '<ol start="3"><li>c</li><li>d</li></ol>'),
    ("1 * 2 * 3", "1 * 2 * 3"),
    (
        "<@999> <#999> <:x:12",
        '<span class="mention" data-user-id="999">@unknown-user</span> '
        '<span class="mention">#unknown</span> &lt;:x:12',
    ),
    ("unclosed **bold and `code", "unclosed **bold and `code"),
]


async def test_markdown(look: Open) -> None:
    page = await look()
    made = await page.evaluate(
        """async (sources) => {
            const { markdown } = await import("/page/markdown.js");
            return sources.map((source) => {
                const box = document.createElement("div");
                box.append(markdown(source, { locale: "en-US", userName: () => null }));
                return box.innerHTML;
            });
        }""",
        [source for source, _ in MARKDOWN],
    )
    assert made == [html for _, html in MARKDOWN]


async def test_relative_times_count_on(look: Open, server: FakeServer) -> None:
    page = await look()
    now = await page.evaluate("Math.floor(Date.now() / 1000)")
    await server.tell(type="message_create", message=message(1050, CHANNEL, ANE, f"Dealt <t:{now + 30}:R>"))
    first = await shown(page, 1050).locator("time[data-relative]").inner_text()
    assert first.startswith("in ")
    await page.wait_for_function(
        "(t) => document.querySelector('[data-message-id=\"1050\"] time[data-relative]').textContent !== t",
        arg=first,
    )


# ------------------------------------------------------------------------------------- who sees what


async def test_four_people_see_four_hands_and_only_their_own(
    look: Open, server: FakeServer, shot: Shot
) -> None:
    page = await look("?grid=1")
    assert await page.locator(".pane").count() == 4
    await shot(page, "four-dark")
    assert await pane(page, "Dani").get_by_text("Dani's hand, for Dani alone").count() == 1
    assert await pane(page, "Ane").get_by_text("Dani's hand, for Dani alone").count() == 0
    assert "pinged" in (
        await pane(page, "Beñat").locator('[data-message-id="1010"]').get_attribute("class") or ""
    )
    assert "pinged" not in (
        await pane(page, "Carla").locator('[data-message-id="1010"]').get_attribute("class") or ""
    )
    for person in ("Ane", "Beñat", "Carla", "Dani"):
        await pane(page, person).get_by_role("tab", name="DM").click()
    await shot(page, "four-dm-dark")
    assert await pane(page, "Beñat").get_by_alt_text("Seven of coins").count() == 1
    assert await pane(page, "Ane").get_by_alt_text("Seven of coins").count() == 0
    assert "does not accept DMs" in await pane(page, "Carla").locator(".pane-banner").inner_text()
    await page.locator('[data-layout="table"]').last.click()
    await page.wait_for_timeout(150)
    await shot(page, "table-dark")
    assert await page.locator('.pane[data-view="dm"]').count() == 4


async def test_unread_marks_come_and_go(look: Open, server: FakeServer) -> None:
    page = await look("?as=Ane")
    await server.tell(type="message_create", message=club.hand_message(1060, ANE, "ane.svg", "four kings"))
    await server.tell(type="message_create", message=message(1061, DMS[BENAT], club.BOT, "your turn"))
    await expect(page, "document.querySelector('[data-switch-to=\"Ane\"] .badge').textContent", "1")
    await expect(page, "document.querySelector('[data-switch-to=\"Beñat\"] .badge').textContent", "1")
    await page.locator('.entry[data-channel-id="211"]').click()
    await shown(page, 1060).wait_for()
    assert await page.locator(".new-mark").count() == 1
    assert await page.locator('[data-switch-to="Ane"] .badge').count() == 0
    await page.locator('[data-switch-to="Beñat"]').click()
    await shown(page, 1061).wait_for()  # the same kind of view, now Beñat's
    assert await shown(page, 1060).count() == 0
    assert "as=Be" in page.url
    assert "view=dm" in page.url


async def test_an_ephemeral_message_can_be_dismissed(look: Open, server: FakeServer) -> None:
    page = await look("?as=Dani")
    await shown(page, 1011).get_by_role("button", name="Dismiss message").click()
    assert await server.wish() == {"type": "dismiss", "user": DANI, "message_id": "1011"}
    assert await shown(page, 1011).count() == 0


# ------------------------------------------------------------------------------------------ components


async def test_a_click_waits_is_answered_and_may_fail(look: Open, server: FakeServer, shot: Shot) -> None:
    page = await look("?as=Beñat")
    see = shown(page, 1010).get_by_role("button", name="See it")
    await see.click()
    wish = await server.wish()
    assert {k: v for k, v in wish.items() if k != "nonce"} == {
        "type": "component",
        "user": BENAT,
        "message_id": "1010",
        "custom_id": "accept",
        "component_type": 2,
        "values": [],
    }
    assert await page.locator('[data-custom-id="accept"]').get_attribute("aria-busy") == "true"
    await server.tell(type="message_update", message=club.table_message(line="**See it!** Pares now"))
    await server.tell(
        type="interaction", id="1", user=BENAT, message_id="1010", status="done", nonce=wish["nonce"]
    )
    await shown(page, 1010).get_by_text("Pares now").wait_for()
    await expect(page, "document.querySelector('[data-custom-id=\"accept\"]').ariaBusy", None)
    await shown(page, 1010).get_by_role("button", name="Órdago").click()
    wish = await server.wish()
    await server.tell(
        type="interaction", id="2", user=BENAT, message_id="1010", status="failed", nonce=wish["nonce"]
    )
    await shown(page, 1010).get_by_text("This interaction failed").wait_for()
    await shot(page, "failed")
    # an edit keeps the keyboard where it was
    await expect(page, "document.activeElement.dataset.customId", "ordago")


async def test_selects_by_mouse_and_keyboard(look: Open, server: FakeServer, shot: Shot) -> None:
    page = await look()
    box = shown(page, 1006).get_by_role("combobox", name="Cards to throw away")
    await box.click()
    await page.get_by_role("option", name="King of coins").click()
    await page.get_by_role("option", name="Horse of swords").click()
    await shot(page, "select")
    await page.get_by_role("button", name="Done").click()
    wish = await server.wish()
    assert (wish["component_type"], wish["values"]) == (3, ["12,o", "11e"])
    await server.tell(
        type="interaction", id="3", user=ANE, message_id="1006", status="done", nonce=wish["nonce"]
    )
    partner = shown(page, 1006).get_by_role("combobox", name="Choose a partner")
    await partner.focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.type("c")
    await page.keyboard.press("Enter")
    wish = await server.wish()
    assert (wish["component_type"], wish["values"]) == (5, [club.CARLA])


async def test_a_modal_is_filled_in_and_sent(look: Open, server: FakeServer, shot: Shot) -> None:
    page = await look("?grid=1")
    how = [{"label": "Aloud", "value": "a"}, {"label": "With a face", "value": "f"}]
    to = [{"label": "Both", "value": "b"}, {"label": "Next", "value": "n"}]
    stones = {"type": 4, "custom_id": "stones", "style": 1, "label": "Stones", "max_length": 2}
    why = {"type": 4, "custom_id": "why", "style": 2, "required": False}
    modal = {
        "custom_id": "offer",
        "title": "Your bet",
        "components": [
            {"type": 10, "content": "How much do you **dare**?"},
            {"type": 1, "components": [stones]},
            {"type": 18, "label": "Why", "description": "for the log", "component": why},
            {"type": 18, "label": "Say it", "component": {"type": 21, "custom_id": "how", "options": how}},
            {"type": 18, "label": "To", "component": {"type": 3, "custom_id": "to", "options": to}},
        ],
    }
    await server.tell(type="modal", user=BENAT, interaction_id="77", modal=modal)
    form = pane(page, "Beñat").get_by_role("dialog", name="Your bet")
    await form.wait_for()
    assert await page.get_by_role("dialog").count() == 1
    await form.get_by_role("button", name="Submit").click()
    assert await form.get_by_label("Stones").get_attribute("aria-invalid") == "true"
    await form.get_by_label("Stones").fill("25")
    await form.get_by_label("Why").fill("Because")
    await form.get_by_label("With a face").check()
    await form.get_by_role("combobox", name="To").click()
    await page.get_by_role("option", name="Next").click()
    await shot(page, "modal")
    frame, box = await pane(page, "Beñat").bounding_box(), await form.bounding_box()
    assert frame is not None
    assert box is not None
    assert box["x"] >= frame["x"]
    assert box["x"] + box["width"] <= frame["x"] + frame["width"]
    await form.get_by_role("button", name="Submit").click()
    wish = await server.wish()
    assert (wish["type"], wish["user"], wish["interaction_id"], wish["custom_id"]) == (
        "modal_submit",
        BENAT,
        "77",
        "offer",
    )
    inner = [c.get("component") or (c.get("components") or [None])[0] for c in wish["components"]]
    assert [c and (c.get("value") or c.get("values")) for c in inner] == [None, "25", "Because", "f", ["n"]]
    await server.tell(
        type="interaction", id="78", user=BENAT, message_id=None, status="failed", nonce=wish["nonce"]
    )
    await form.get_by_text("Something went wrong").wait_for()
    await form.get_by_role("button", name="Submit").click()
    wish = await server.wish()
    await server.tell(
        type="interaction", id="79", user=BENAT, message_id=None, status="done", nonce=wish["nonce"]
    )
    await form.wait_for(state="detached")


# ------------------------------------------------------------------------------------------ composer


async def test_a_command_is_found_filled_in_and_run(look: Open, server: FakeServer, shot: Shot) -> None:
    page = await look()
    line = page.get_by_test_id("composer")
    await line.click()
    await page.keyboard.type("/op")
    await page.get_by_role("option", name="/mus open").wait_for()
    await shot(page, "palette")
    await page.keyboard.press("Enter")
    await page.keyboard.type("target:400")
    await page.keyboard.press("Enter")
    assert "At most 100" in await page.locator(".composer-note").inner_text()
    await page.keyboard.press("Control+A")
    await page.keyboard.type("40 private:tr")
    await shot(page, "options")
    await page.keyboard.press("Enter")  # takes "True"
    await page.keyboard.press("Enter")
    wish = await server.wish()
    assert {k: v for k, v in wish.items() if k != "nonce"} == {
        "type": "command",
        "user": ANE,
        "channel_id": CHANNEL,
        "command_id": "301",
        "options": [
            {
                "name": "open",
                "type": 1,
                "options": [
                    {"name": "target", "type": 4, "value": 40},
                    {"name": "private", "type": 5, "value": True},
                ],
            }
        ],
    }
    await page.get_by_text("Sending command…").wait_for()
    await server.tell(
        type="interaction", id="901", user=ANE, message_id=None, status="thinking", nonce=wish["nonce"]
    )
    await page.get_by_text("musbot is thinking…").wait_for()
    await server.tell(
        type="message_create",
        message=message(1070, CHANNEL, club.BOT, "Table 2 is open", **club.used(ANE, "mus open", "901")),
    )
    await server.tell(
        type="interaction", id="901", user=ANE, message_id="1070", status="done", nonce=wish["nonce"]
    )
    await shown(page, 1070).wait_for()
    assert await page.locator(".waiting").count() == 0


async def test_a_whole_line_can_be_pasted_and_a_person_chosen(look: Open, server: FakeServer) -> None:
    page = await look()
    line = page.get_by_test_id("composer")
    await line.fill("/mus open kings:Four kings target:25")
    await line.press("Enter")
    wish = await server.wish()
    assert wish["options"][0]["options"] == [
        {"name": "kings", "type": 3, "value": "4"},
        {"name": "target", "type": 4, "value": 25},
    ]
    await line.fill("/rules")
    await line.press("Enter")
    assert (await server.wish())["options"] == []
    await line.fill("/mus invite")
    await line.press("Enter")
    await page.keyboard.type("be")
    await page.keyboard.press("Enter")
    await page.keyboard.type("seat:no")
    wish = await server.wish()
    while wish["options"][0]["options"][-1]["value"] != "no":  # a slow page asks before all is typed
        wish = await server.wish()
    assert wish["type"] == "autocomplete"
    assert wish["options"][0]["options"] == [
        {"name": "who", "type": 6, "value": BENAT},
        {"name": "seat", "type": 3, "value": "no", "focused": True},
    ]
    await server.tell(
        type="choices", nonce=wish["nonce"], choices=[{"name": "North, beside Ane", "value": "N"}]
    )
    await page.get_by_role("option", name="North").click()
    await page.keyboard.press("Enter")
    while (wish := await server.wish())["type"] == "autocomplete":
        pass
    assert wish["options"][0]["options"] == [
        {"name": "who", "type": 6, "value": BENAT},
        {"name": "seat", "type": 3, "value": "N"},
    ]
    await server.tell(
        type="interaction", id="5", user=ANE, message_id=None, status="failed", nonce=wish["nonce"]
    )
    await page.get_by_text("The application did not respond").wait_for()


async def test_plain_words_are_sent_and_commands_speak_the_readers_language(
    look: Open, server: FakeServer
) -> None:
    page = await look()
    line = page.get_by_test_id("composer")
    await line.fill("hello **all**")
    await line.press("Enter")
    assert await server.wish() == {
        "type": "message",
        "user": ANE,
        "channel_id": CHANNEL,
        "content": "hello **all**",
    }
    await page.get_by_test_id("locale").select_option("es-ES")
    assert await server.wish() == {"type": "set", "user": ANE, "locale": "es-ES"}
    await server.tell(type="user_update", user={**server.state["users"][0], "locale": "es-ES"})
    await line.fill("/mus")
    await page.get_by_role("option", name="/mus abrir").wait_for()
    await page.keyboard.press("Escape")
    await page.get_by_test_id("dms-open").click()
    assert await server.wish() == {"type": "set", "user": ANE, "dms_open": False}


async def test_context_menus_run_commands_on_people_and_messages(look: Open, server: FakeServer) -> None:
    page = await look()
    await shown(page, 1002).hover()
    await shown(page, 1002).get_by_role("button", name="More").click()
    await page.get_by_role("menuitem", name="Report a table").click()
    wish = await server.wish()
    assert (wish["command_id"], wish["target_id"], wish["options"]) == ("304", "1002", [])
    await shown(page, 1004).get_by_role("button", name="Beñat", exact=True).click()
    await page.get_by_role("menuitem", name="Seat at my table").click()
    wish = await server.wish()
    assert (wish["command_id"], wish["target_id"]) == ("303", BENAT)


# ------------------------------------------------------------------------- phones, lines, long channels


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_a_phone_shows_everything_without_sideways_scrolling(
    look: Open, shot: Shot, theme: str
) -> None:
    page = await look(f"?as=Ane&theme={theme}", width=400, height=800, has_touch=True, is_mobile=True)
    for view in ("mus", "DM"):
        await page.locator(".tab", has_text=view).tap()
        await shot(page, f"phone-{view.lower()}-{theme}")
        assert await page.evaluate("document.documentElement.scrollWidth") == 400
        wide = "[...document.querySelectorAll('.scroll *')].filter(e => e.getBoundingClientRect().right > 401).length"
        assert await page.evaluate(wide) == 0
    await page.locator(".tab", has_text="mus").tap()
    await shown(page, 1006).get_by_role("combobox", name="Choose a partner").tap()
    await page.wait_for_timeout(50)
    await shot(page, f"phone-sheet-{theme}")
    await page.get_by_role("option", name="Dani").tap()
    await page.locator('[data-switch-to="Dani"]').tap()
    await pane(page, "Dani").wait_for()


async def test_the_line_breaks_and_comes_back(look: Open, server: FakeServer, shot: Shot) -> None:
    page = await look("?as=Ane&theme=light")
    await shot(page, "one-light")
    await server.tell(type="connected", connected=False)
    await page.get_by_text("musbot is offline").wait_for()
    await shot(page, "bot-offline")
    server.state["messages"].append(message(1080, CHANNEL, club.BOT, "I am back"))
    await server.hang_up()
    await page.get_by_text("Reconnecting").wait_for()
    await shown(page, 1080).wait_for()
    await page.locator(".notice").wait_for(state="hidden")


async def test_thousands_of_messages_are_drawn_a_window_at_a_time(look: Open, server: FakeServer) -> None:
    server.state["messages"] += [message(10_000 + n, CHANNEL, DANI, f"line {n}") for n in range(5000)]
    page = await look(height=700)
    await shown(page, 14_999).wait_for()
    assert await page.locator(".msg").count() < 100
    for n in range(200):
        await server.tell(type="message_create", message=message(20_000 + n, CHANNEL, DANI, f"more {n}"))
    await shown(page, 20_199).wait_for()
    assert await page.locator(".msg").count() < 200
    near = "(e => e.scrollHeight - e.scrollTop - e.clientHeight < 5)(document.querySelector('.scroll'))"
    assert await page.evaluate(near)
    # a reader who scrolled up stays there, and is told of what came
    await page.locator(".scroll").evaluate("(e) => e.scrollBy(0, -900)")
    await page.get_by_role("button", name="Jump to present").wait_for()
    before = await page.locator(".scroll").evaluate("(e) => e.scrollTop")
    await server.tell(type="message_create", message=message(30_000, CHANNEL, DANI, "new"))
    await shown(page, 30_000).wait_for()
    assert await page.locator(".scroll").evaluate("(e) => e.scrollTop") == before
    await page.get_by_role("button", name="Jump to present").click()
    assert await page.evaluate(near)
    # and scrolling to the top brings earlier lines
    await page.locator(".scroll").evaluate("(e) => e.scrollTo(0, 0)")
    await page.wait_for_function("document.querySelectorAll('.msg').length > 100")
