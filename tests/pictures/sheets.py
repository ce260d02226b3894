"""Sheets to look at: ``python -m tests.pictures.sheets`` writes them into ``tests/out``.

Every picture at its own size and as a telephone shows it (400 pixels wide), on Discord's dark and light grounds.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from musbot.pictures import face_names, face_picture, hand_picture, showdown_picture, table_picture

from .looks import seen
from .samples import SAMPLES
from .test_table_picture import COUNTED, PARES, crowded

OUT = Path(__file__).parents[1] / "out"
PHONE = 400
THEMES = ("#313338", "#FFFFFF")


def phone(data: bytes, theme: str) -> Image.Image:
    """Return a picture as a telephone shows it."""
    image = seen(data, theme)
    return image.resize((PHONE, PHONE * image.height // image.width), Image.Resampling.LANCZOS)


def sheet(rows: list[list[Image.Image]]) -> Image.Image:
    """Return pictures in rows, the first half of each row on the dark ground and the second on the light."""
    width = max(sum(image.width + 20 for image in row) for row in rows)
    height = sum(max(image.height for image in row) + 20 for row in rows)
    out = Image.new("RGB", (width, height), THEMES[0])
    out.paste(THEMES[1], (width // 2, 0, width, height))
    y = 10
    for row in rows:
        x = 10
        for image in row:
            out.paste(image, (x, y))
            x += image.width + 20
        y += max(image.height for image in row) + 20
    return out


def main() -> None:
    """Write every sheet and say where."""
    OUT.mkdir(exist_ok=True)
    pictures = {
        "hand": [hand_picture((0, 17, 21, 39)), hand_picture((23, 34, 5, 12), new=(5, 12))],
        "table": [table_picture(PARES), table_picture(crowded())],
        "showdown": [showdown_picture(COUNTED)],
        "faces": [face_picture(name) for name in face_names()],
        **{name: [draw()] for name, draw in SAMPLES.items()},
    }
    for name, drawn in pictures.items():
        full = sheet([[seen(data, theme) for theme in THEMES] for data in drawn[:2]])
        full.save(OUT / f"{name}.png")
        sheet([[phone(data, theme) for theme in THEMES] for data in drawn]).save(OUT / f"{name}_phone.png")
    print(f"look at {OUT}")


if __name__ == "__main__":
    main()
