"""Faces in a real browser: the picker, the framed face in the partner's messages, and both on a telephone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.conftest import Rig
from tests.e2e.test_browser import page, pane, shot
from tests.e2e.test_signals import pick

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

__all__ = ["page"]
PICTURE_IS_DRAWN = "(picture) => picture.decode().then(() => picture.naturalWidth)"


async def test_a_face_is_chosen_and_arrives_in_its_frame(rig: Rig, page: Page) -> None:
    await rig.open_and_fill(signals="public", honest=False)
    ane = pane(page, "Ane")
    await ane.get_by_role("button", name="Signal", exact=True).last.click()
    sheet = ane.locator("img[alt*='the chin up']").last
    await sheet.wait_for()
    assert await sheet.evaluate(PICTURE_IS_DRAWN) >= 1200
    await shot(page, "faces")
    await choose(page, ane, "duples")
    await ane.get_by_text("The whole table sees: duples").last.wait_for()
    await rig.settled()
    await shot(page, "face-sent")

    await page.set_viewport_size({"width": 400, "height": 860})
    await page.goto(rig.playground.origin + "/?as=Carla&view=dm")
    face = page.locator("img[alt*='the eyebrows raised']").last
    await face.wait_for()
    assert await face.evaluate(PICTURE_IS_DRAWN) == 600
    await shot(page, "phone-face")
    await page.goto(rig.playground.origin + "/?as=Carla&view=channel")
    await page.get_by_text("Faces").last.wait_for()
    await pick(rig.carla)
    await page.locator("img[alt*='the chin up']").last.wait_for()
    await shot(page, "phone-faces")
    assert await page.evaluate("document.documentElement.scrollWidth") <= 400


async def choose(page: Page, place: Locator, label: str) -> None:
    """Open the menu of a message and choose from it."""
    await place.get_by_text("Make a face").last.click()
    await page.get_by_role("option", name=label).first.click()
