"""The file ``.env``: read and changed line by line, so that what else it says, and why, stays as it was."""

from __future__ import annotations

import os
import re
import secrets
import textwrap
from collections.abc import Mapping
from pathlib import Path

from musbot.settings import Settings, env_name

_LINE = re.compile(r"#?\s*([A-Z][A-Z0-9_]*)=")


def explained() -> str:
    """Return an ``.env`` that sets nothing and explains every setting, each with what it is if left out."""
    parts = ["# Every setting of musbot. A line that is commented out means the value shown."]
    for field, info in Settings.model_fields.items():
        usual = "" if info.default is None else str(info.default)
        about = "\n".join(f"# {line}" for line in textwrap.wrap(info.description or "", 100))
        parts.append(f"{about}\n#{env_name(field)}={usual}")
    return "\n\n".join(parts) + "\n"


def with_settings(text: str, settings: Mapping[str, str]) -> str:
    """Return the text of an ``.env`` in which settings have these values, each in one line.

    A line that sets one, or that would if it were not commented out, is changed where it stands; those that are
    missing come at the end.
    """
    left = dict(settings)
    lines = []
    for line in text.splitlines():
        found = _LINE.match(line)
        name = found[1] if found else ""
        if name in left:
            lines.append(f"{name}={left.pop(name)}")
        elif name not in settings or line.startswith("#"):
            lines.append(line)
    lines += [f"{name}={value}" for name, value in left.items()]
    return "\n".join(lines) + "\n"


def value_of(text: str, name: str) -> str:
    """Return what the text of an ``.env`` sets something to; "" where it does not."""
    found = [line.partition("=")[2].strip() for line in text.splitlines() if line.startswith(f"{name}=")]
    return found[-1].strip("'\"") if found else ""


def write_private(path: Path, text: str) -> None:
    """Write a file that its owner alone may read, whole or not at all."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
