"""The schemes in docs/hosting.md: what is pressed on Discord's pages, drawn plainly.

``python -m tests.pictures.schemes`` draws them anew; it needs ``resvg-py``. They show where things are and not how
Discord looks, which changes.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from PIL import Image

from musbot.assets import asset
from musbot.bot.permissions import WHAT_FOR, titled

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
WIDE = 1200
PAPER, CARD, LINE = "#f3efe6", "#ffffff", "#cfc7b6"
INK, FAINT, FELT, RED, ORANGE = "#22201b", "#7a7364", "#256b4e", "#b3372e", "#c8741a"
SIZE = 34
"""Pixels of the text: a telephone shows a third of them."""


class Sheet:
    """A drawing, of parts that are added from top to bottom."""

    def __init__(self, high: int, address: str, pages: tuple[str, ...] = (), at: str = "") -> None:
        self._high = high
        self._parts: list[str] = []
        self.box(0, 0, WIDE, high, PAPER, radius=0)
        self.box(24, 24, WIDE - 48, high - 48, CARD, line=LINE, radius=18)
        self._parts.append(
            f'<path d="M24 100V42a18 18 0 0 1 18-18h{WIDE - 84}a18 18 0 0 1 18 18v58z" fill="#e7e1d3" '
            f'stroke="{LINE}" stroke-width="2"/>'
        )
        for place in range(3):
            self._parts.append(f'<circle cx="{64 + 34 * place}" cy="62" r="11" fill="{LINE}"/>')
        self.text(180, 62, address, FAINT, size=30)
        for row, page in enumerate(pages):
            y = 132 + 68 * row
            if page == at:
                self.box(44, y, 330, 56, "#dcebe3", radius=10)
            self.text(64, y + 28, page, FELT if page == at else FAINT, size=30)
        if pages:
            self._parts.append(f'<path d="M398 100V{high - 24}" stroke="{LINE}" stroke-width="2"/>')

    def box(
        self, x: int, y: int, wide: int, high: int, fill: str, *, line: str = "none", radius: int = 12
    ) -> None:
        """Add a box."""
        self._parts.append(
            f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{radius}" fill="{fill}" '
            f'stroke="{line}" stroke-width="2"/>'
        )

    def text(
        self, x: int, y: int, words: str, fill: str = INK, *, size: int = SIZE, middle: bool = False
    ) -> None:
        """Add a line of text, centred about a height."""
        anchor = ' text-anchor="middle"' if middle else ""
        self._parts.append(
            f'<text x="{x}" y="{y + size * 0.36:.0f}" font-size="{size}" fill="{fill}"{anchor}>{escape(words)}</text>'
        )

    def button(self, x: int, y: int, wide: int, words: str, fill: str = FELT) -> None:
        """Add a button."""
        self.box(x, y, wide, 68, fill)
        self.text(x + wide // 2, y + 34, words, "#ffffff", middle=True)

    def field(self, x: int, y: int, wide: int, words: str) -> None:
        """Add what is written in a field."""
        self.box(x, y, wide, 68, "#faf8f3", line=LINE)
        self.text(x + 22, y + 34, words)

    def switch(self, x: int, y: int, words: str) -> None:
        """Add a switch that is off."""
        self.box(x, y, 76, 42, LINE, radius=21)
        self._parts.append(f'<circle cx="{x + 21}" cy="{y + 21}" r="16" fill="#ffffff"/>')
        self.text(x + 100, y + 21, words)

    def tick(self, x: int, y: int, words: str) -> None:
        """Add something that is agreed to."""
        self._parts.append(
            f'<path d="M{x} {y + 18}l12 13 24-28" fill="none" stroke="{FELT}" stroke-width="7" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
        self.text(x + 60, y + 18, words)

    def step(self, x: int, y: int, number: int) -> None:
        """Add the number of a step, before what is to be done."""
        self._parts.append(f'<circle cx="{x}" cy="{y}" r="29" fill="{ORANGE}"/>')
        self.text(x, y, str(number), "#ffffff", middle=True)

    def svg(self) -> str:
        """Return the drawing."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{self._high}" '
            f'font-family="Inter" font-weight="700">{"".join(self._parts)}</svg>'
        )


def new_application() -> Sheet:
    """The first page: an application is made."""
    sheet = Sheet(470, "discord.com/developers/applications")
    sheet.text(70, 156, "Applications", size=42)
    sheet.step(780, 156, 1)
    sheet.button(826, 122, 320, "New Application")
    sheet.box(230, 226, 740, 200, "#faf8f3", line=LINE)
    sheet.text(270, 268, "Name", FAINT)
    sheet.step(176, 340, 2)
    sheet.field(270, 306, 400, "musbot")
    sheet.button(700, 306, 230, "Create")
    return sheet


PAGES = ("General Information", "Installation", "OAuth2", "Bot")


def token() -> Sheet:
    """The page on which the token is made."""
    sheet = Sheet(690, "… / applications / musbot", PAGES, "Bot")
    sheet.step(150, 432, 3)
    sheet.text(196, 432, "open Bot", ORANGE)
    sheet.text(440, 148, "Token", size=42)
    sheet.step(470, 228, 4)
    sheet.button(516, 194, 300, "Reset Token", RED)
    sheet.step(470, 322, 5)
    sheet.field(516, 288, 430, "MTIz••••••••••••")
    sheet.button(966, 288, 170, "Copy")
    sheet.text(440, 420, "Privileged Gateway Intents", size=42)
    for row, name in enumerate(("Presence", "Server Members", "Message Content")):
        sheet.switch(516, 466 + 60 * row, f"{name}: off")
    return sheet


def invitation() -> Sheet:
    """What the link opens."""
    sheet = Sheet(690, "discord.com/oauth2/authorize?client_id=…")
    sheet.text(WIDE // 2, 152, "musbot wants to join a server", size=42, middle=True)
    sheet.step(200, 240, 6)
    sheet.field(246, 206, 704, "Your server")
    for place, name in enumerate(WHAT_FOR):
        row, column = divmod(place, 2)
        sheet.tick(130 + 500 * column, 312 + 62 * row, titled(name))
    sheet.step(676, 602, 7)
    sheet.button(722, 568, 300, "Authorize")
    return sheet


SCHEMES = {"host-application": new_application, "host-token": token, "host-invite": invitation}


def main() -> None:
    """Draw all of them."""
    from resvg_py import svg_to_bytes

    for name, drawn in SCHEMES.items():
        path = PICTURES / f"{name}.png"
        path.write_bytes(
            svg_to_bytes(
                svg_string=drawn().svg(),
                skip_system_fonts=True,
                font_files=[str(asset("fonts/Inter-Bold.otf")), str(asset("fonts/NotoSans-Bold.ttf"))],
            )
        )
        with Image.open(path) as image:
            image.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
