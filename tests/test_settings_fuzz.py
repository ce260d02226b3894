"""Settings of any content are read, or refused in one line that holds no token."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from musbot.settings import Settings, SettingsError, env_name, load_settings

SECRET = "S3CR3T" * 4
TOKEN = f"{SECRET}.abcdef.{SECRET}"
NAMES = sorted(env_name(field) for field in Settings.model_fields)
# What the environment of a process can hold.
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
VALUES = st.one_of(
    TEXT,
    st.sampled_from(
        [
            "",
            "0",
            "-1",
            "65536",
            "1e3",
            "true",
            "http://",
            "http://[::1",
            "file:///etc/passwd",
            "/",
            "\\",
            "{}",
            "[1]",
            "null",
            f"{SECRET}.x.y",
            TOKEN,
        ]
    ),
)


@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=len(NAMES)))
@example({"DISCORD_TOKEN": f"{SECRET}.x.y"})
@example({"DISCORD_TOKEN": TOKEN, "MUSBOT_PLAYGROUND_PORT": "x"})
@example({"DISCORD_TOKEN_FILE": "/"})
@example({"DISCORD_TOKEN_FILE": TOKEN})
@example({"DISCORD_TOKEN_FILE": SECRET})
def test_any_environment_is_read_or_refused(environment: dict[str, str]) -> None:
    refusal, settings = reading(environment, None)
    assert "\n" not in refusal.strip()
    # A file that cannot be read is named; a token in its place is not.
    named = environment.get("DISCORD_TOKEN_FILE", "")
    assert SECRET not in refusal.replace(named if named != TOKEN else "", "")
    if settings is not None:
        shown = repr(settings)
        for place in (settings.data, settings.database, settings.discord_token_file):
            shown = shown.replace(str(place), "")
        assert SECRET not in shown
        assert 0 <= settings.playground_port <= 65535


def reading(environment: dict[str, str], env_file: Path | None) -> tuple[str, Settings | None]:
    """Why settings were refused, or the settings."""
    with patch.dict(os.environ, environment, clear=True):
        try:
            return "", load_settings(env_file)
        except SettingsError as refused:
            return str(refused), None


@given(st.binary(max_size=200))
def test_any_file_is_read_or_refused(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ".env"
        path.write_bytes(b"DISCORD_TOKEN=" + content)
        refusal, settings = reading({}, path)
    assert bool(refusal) != (settings is not None)
