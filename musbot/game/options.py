"""The rules a table plays by: a preset and what was changed of it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

PresetName = Literal["stargames", "classic"]
PRESETS: tuple[PresetName, ...] = get_args(PresetName)

_CHOICES: dict[str, tuple[object, ...]] = {
    "kings": (8, 4),
    "target": tuple(range(20, 61)),
    "games": (1, 3, 5),
    "consult": (True, False),
    "raises": ("free", "two"),
    "held_stone": ("all", "open"),
    "punto_bonus": (0, 1),
    "real31": (False, True),
    "corrido": (False, True),
    "signals": ("private", "public", "off"),
    "honest": (True, False),
}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table; the defaults are the preset ``stargames``. `ValueError` names a bad value."""

    preset: PresetName = "stargames"
    kings: int = 8
    """8: threes are kings and twos are aces. 4: every card is what it shows."""
    target: int = 40
    """Points that win a game, 20 to 60."""
    games: int = 1
    """Best of 1, 3 or 5 games."""
    consult: bool = True
    """The partner confirms a pair's bet, raise, call or fold."""
    raises: Literal["free", "two"] = "free"
    """``free``: any raise of at least 2. ``two``: every bet is 2, every raise exactly 2 more."""
    held_stone: Literal["all", "open"] = "all"
    """A lance that everyone holds gives a stone in ``all`` lances, or in the ``open`` ones: grande, chica."""
    punto_bonus: int = 0
    real31: bool = False
    """Three sevens with a ten-card beat every other 31."""
    corrido: bool = False
    """Mus corrido in the first deal of a match: whoever cuts becomes the mano."""
    signals: Literal["private", "public", "off"] = "private"
    honest: bool = True
    """Only a signal that is wholly true of the hand can be sent."""

    def __post_init__(self) -> None:
        if self.preset not in PRESETS:
            raise ValueError(f"rules = {self.preset!r}: choose {' or '.join(PRESETS)}")
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                allowed = "20 to 60" if name == "target" else " or ".join(map(_written, choices))
                raise ValueError(f"{name} = {_written(value)}: it must be {allowed}")

    @classmethod
    def of(cls, preset: str, /, **changes: Any) -> Options:
        """Return a preset with some options changed; `ValueError` for an unknown preset, option or value."""
        if preset not in PRESETS:
            raise ValueError(f"rules = {preset!r}: choose {' or '.join(PRESETS)}")
        for name in changes:
            if name not in _CHOICES:
                raise ValueError(f"there is no option {name!r}")
        values: dict[str, Any] = {"preset": preset}
        if preset == "classic":
            values |= {"consult": False, "held_stone": "open", "punto_bonus": 1}
        return cls(**(values | changes))

    def changes(self) -> dict[str, Any]:
        """Return what differs from the preset."""
        base = Options.of(self.preset)
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != getattr(base, field.name)
        }

    @property
    def games_to_win(self) -> int:
        """Games that win the match: 1, 2 or 3."""
        return self.games // 2 + 1


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
