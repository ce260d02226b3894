"""Settings are read or refused in one line, which never holds the token."""

import os
import socket
import stat
from pathlib import Path

import pytest

from musbot.settings import Settings, SettingsError, load_settings

# Put together here so that no scanner takes it for a token that leaked.
TOKEN = ".".join(("MTIzNDU2Nzg5MDEyMzQ1Njc4", "GhIjKl", "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"))


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in os.environ:
        if name.startswith(("MUSBOT_", "DISCORD_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def test_nothing_need_be_set() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.opens_playground
    assert settings.playground_port == 8137
    assert settings.database_address == str(Path("data/musbot.db"))


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        f"# mine\nDISCORD_TOKEN={TOKEN}\nMUSBOT_DATA=/srv/mus\nMUSBOT_LOG_LEVEL=debug\nMUSBOT_DEV_GUILD=\n"
    )
    monkeypatch.setenv("MUSBOT_LOG_LEVEL", "Warning")
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.database_address == "/srv/mus/musbot.db"
    assert settings.log_level == "WARNING"
    assert settings.dev_guild is None
    assert not settings.opens_playground
    assert settings.without_token().opens_playground
    assert TOKEN not in repr(settings)


def test_the_database_may_be_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSBOT_DATABASE", "sqlite:////srv/mus.db")
    assert load_settings().database_address == "sqlite:////srv/mus.db"


def test_a_running_playground_takes_the_place_of_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSBOT_PLAYGROUND", "http://127.0.0.1:9000")
    settings = load_settings()
    assert str(settings.playground) == "http://127.0.0.1:9000/"
    assert not settings.opens_playground


def test_the_token_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text(f"{TOKEN}\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(secret))
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"DISCORD_TOKEN": TOKEN.replace(".", "")}, "token is malformed"),
        ({"DISCORD_TOKEN": f"Bot {TOKEN}"}, "token is malformed"),
        ({"DISCORD_TOKEN": f"{TOKEN}\nx"}, "token is malformed"),
        ({"DISCORD_TOKEN": TOKEN, "DISCORD_TOKEN_FILE": "token"}, "both set"),
        ({"DISCORD_TOKEN_FILE": "nowhere"}, "cannot read DISCORD_TOKEN_FILE nowhere: No such file"),
        ({"MUSBOT_PLAYGROUND_PORT": "eighty"}, "MUSBOT_PLAYGROUND_PORT: input should be a valid integer"),
        (
            {"MUSBOT_PLAYGROUND_PORT": "65536"},
            "MUSBOT_PLAYGROUND_PORT: input should be less than or equal to 65535",
        ),
        ({"MUSBOT_PLAYGROUND": "127.0.0.1"}, "MUSBOT_PLAYGROUND: input should be a valid URL"),
        ({"MUSBOT_LOG_LEVEL": "LOUD"}, "MUSBOT_LOG_LEVEL: input should be 'DEBUG', 'INFO'"),
        ({"MUSBOT_LOG_FORMAT": "xml"}, "MUSBOT_LOG_FORMAT: input should be 'text' or 'json'"),
        ({"MUSBOT_DEV_GUILD": "-1"}, "MUSBOT_DEV_GUILD: input should be greater than 0"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_without_the_token(
    environment: dict[str, str], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        load_settings()
    text = str(refused.value)
    assert complaint in text
    assert "\n" not in text
    assert TOKEN[-20:] not in text


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"MUSBOT_DATA=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"cannot read \.env"):
        load_settings()


def test_the_data_folder_is_made_or_refused(tmp_path: Path) -> None:
    Settings(data=tmp_path / "new" / "data").require_data_folder()
    assert list((tmp_path / "new" / "data").iterdir()) == []
    assert stat.S_IMODE((tmp_path / "new" / "data").stat().st_mode) == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match=r"cannot write in the data folder .*MUSBOT_DATA"):
        Settings(data=tmp_path / "file").require_data_folder()


def test_processes_that_share_their_settings_show_figures_at_ports_of_their_own() -> None:
    server = "postgresql://db.example/musbot"
    assert Settings(metrics_port=9137).own_metrics_port == 9137
    assert Settings(shards="0-3/12", database=server).own_metrics_port is None
    for shards, port in (("0-3/12", 9137), ("4-7/12", 9141), ("8-11/12", 9145)):
        assert Settings(metrics_port=9137, shards=shards, database=server).own_metrics_port == port


def test_a_port_beyond_the_last_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSBOT_METRICS_PORT", "65530")
    monkeypatch.setenv("MUSBOT_SHARDS", "8-11/12")
    monkeypatch.setenv("MUSBOT_DATABASE", "postgresql://db.example/musbot")
    with pytest.raises(SettingsError, match=r"MUSBOT_METRICS_PORT .* 65538"):
        load_settings()


def test_a_port_in_use_is_noticed_only_where_it_is_needed() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(
            SettingsError, match=rf"port {port}: Address already in use.*MUSBOT_PLAYGROUND_PORT"
        ):
            Settings(playground_port=port).require_free_ports()
        Settings(playground_port=port, discord_token=TOKEN).require_free_ports()
    Settings(playground_port=0).require_free_ports()
