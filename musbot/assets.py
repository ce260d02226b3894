"""Where the art, the fonts and the AI's tables lie on this machine.

A wheel carries them as the package folder ``musbot/_assets``; a checkout has them in ``assets/`` beside the
package.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def assets_folder() -> Path:
    """Return the folder that holds every asset; `FileNotFoundError` where the installation has none."""
    package = Path(__file__).resolve().parent
    places = (package / "_assets", package.parent / "assets")
    for folder in places:
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"musbot's assets are neither in {places[0]} nor in {places[1]}")


def asset(relative: str) -> Path:
    """Return the path of one asset, such as ``"sprites/palette.png"``; it is not checked to exist."""
    return assets_folder() / relative
