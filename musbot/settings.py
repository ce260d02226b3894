"""Every setting of musbot: its name, what it means and what it is if left out.

Settings come from the environment, and from a file ``.env`` in the working folder for what the
environment does not say. ``.env.example`` explains the same list to those who host the bot; a test
keeps the two alike.
"""

import re
import socket
import tempfile
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import (
    AnyHttpUrl,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from musbot.shards import Shards

PLAYGROUND_PORT = 8137
LAST_PORT = 65535

# Discord documents no more than this about its tokens; whether one is valid, Discord says itself.
_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII)


class SettingsError(Exception):
    """A setting that musbot cannot start with. The text is one line that says how to mend it."""


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


class Settings(BaseSettings):
    """What the person who hosts the bot has decided. Read with :func:`load_settings`."""

    model_config = SettingsConfigDict(
        env_prefix="MUSBOT_",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        populate_by_name=True,
        hide_input_in_errors=True,
        validate_default=False,
    )

    discord_token: SecretStr | None = Field(
        default=None,
        validation_alias="DISCORD_TOKEN",
        description="The bot's token. Without one, musbot opens the playground in place of Discord.",
    )
    discord_token_file: Path | None = Field(
        default=None,
        validation_alias="DISCORD_TOKEN_FILE",
        description="A file that holds the token, instead of DISCORD_TOKEN (Docker and systemd secrets).",
    )
    data: Path = Field(
        default=Path("data"),
        description="The folder in which musbot keeps what it writes: its database, its heartbeat.",
    )
    database: str | None = Field(
        default=None,
        description="The database, as a path or an SQLAlchemy URL. By default musbot.db in the data folder.",
    )
    playground: AnyHttpUrl | None = Field(
        default=None,
        description="The address of a running playground that the bot shall talk to in place of Discord.",
    )
    playground_port: int = Field(
        default=PLAYGROUND_PORT,
        ge=0,
        le=LAST_PORT,
        description="The port on 127.0.0.1 where musbot opens the playground; 0 takes any that is free.",
    )
    tables_per_channel: int = Field(
        default=20, ge=0, description="How many tables may be live in one channel; 0 for any number."
    )
    tables_per_server: int = Field(
        default=200, ge=0, description="How many tables may be live in one server; 0 for any number."
    )
    tables_per_person: int = Field(
        default=10, ge=0, description="At how many live tables one person may sit; 0 for any number."
    )
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = Field(
        default="INFO", description="How much is logged: DEBUG, INFO, WARNING or ERROR."
    )
    log_format: Annotated[Literal["text", "json"], BeforeValidator(_lower)] = Field(
        default="text", description="How it is logged: text for people, json (an object a line) for machines."
    )
    metrics_port: int | None = Field(
        default=None,
        ge=1,
        le=LAST_PORT,
        description="The port on 127.0.0.1 where Prometheus finds figures of the bot, under /metrics; with "
        "MUSBOT_SHARDS, the number of the first shard is added.",
    )
    error_reports: bool = Field(
        default=True,
        description="Whether errors are told to the application's owners, each kind once an hour at most.",
    )
    season_months: Literal[1, 2, 3, 4, 6, 12] = Field(
        default=3,
        description="How many months a season of the ratings has: 1, 2, 3, 4, 6 or 12.",
    )
    ai_pause: float = Field(
        default=1.0,
        ge=0,
        le=10,
        description="Seconds that an AI player takes to speak, three times as many at an órdago; 0 for none.",
    )
    shards: str | None = Field(
        default=None,
        description="The shards of this process, as 0-3/16, if several share a PostgreSQL; by default all.",
    )
    dev_guild: int | None = Field(
        default=None,
        gt=0,
        description="The number of a server that gets commands at once, for those who work on the bot.",
    )

    @model_validator(mode="after")
    def _share_a_server(self) -> Self:
        shards, on_server = self.own_shards, (self.database or "").startswith("postgres")
        if shards is not None and not shards.is_all and not on_server:
            raise ValueError(
                "MUSBOT_SHARDS is for several processes, which share a PostgreSQL: set MUSBOT_DATABASE"
            )
        if (self.own_metrics_port or 0) > LAST_PORT:
            raise ValueError(
                f"MUSBOT_METRICS_PORT and the first shard make {self.own_metrics_port}, which is no port: "
                "take a lower one"
            )
        return self

    @model_validator(mode="after")
    def _take_token(self) -> Self:
        if self.discord_token_file is not None:
            if _TOKEN.fullmatch(str(self.discord_token_file)):
                raise ValueError("DISCORD_TOKEN_FILE names a file; a token itself goes into DISCORD_TOKEN")
            if self.discord_token is not None:
                raise ValueError("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; keep one of them")
            self.discord_token = SecretStr(_read_token(self.discord_token_file))
        if self.discord_token is not None and not _TOKEN.fullmatch(self.discord_token.get_secret_value()):
            raise ValueError(
                "the Discord token is malformed: it has three parts with dots between them; copy it again "
                'from the page "Bot" of your application on https://discord.com/developers/applications'
            )
        return self

    @property
    def own_shards(self) -> Shards | None:
        """The shards of this process; None for all that Discord asks for."""
        return None if self.shards is None else Shards.parse(self.shards)

    @property
    def own_metrics_port(self) -> int | None:
        """The port for this process's figures: of several that share their settings, each has one of its own."""
        if self.metrics_port is None or self.own_shards is None:
            return self.metrics_port
        return self.metrics_port + self.own_shards.ids[0]

    @property
    def database_address(self) -> str:
        """Where the store is: what :meth:`musbot.store.Store.open` takes."""
        return self.database if self.database is not None else str(self.data / "musbot.db")

    @property
    def opens_playground(self) -> bool:
        """Whether the bot has neither Discord nor a running playground to talk to, and opens one."""
        return self.discord_token is None and self.playground is None

    def without_token(self) -> Self:
        """The same settings for someone who wants the playground though there is a token."""
        return self.model_copy(update={"discord_token": None, "discord_token_file": None})

    def require_data_folder(self) -> None:
        """Make the data folder if need be, for the eyes of whoever hosts the bot alone.

        :raises SettingsError: if musbot may not write there.
        """
        try:
            self.data.mkdir(0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.data):
                pass
        except OSError as error:
            raise SettingsError(
                f"cannot write in the data folder {self.data}: {error.strerror} (MUSBOT_DATA)"
            ) from None

    def require_free_ports(self) -> None:
        """Make sure that the playground can be opened and metrics be shown, if they are to be.

        :raises SettingsError: if a port is taken.
        """
        if self.own_metrics_port is not None:
            _require_port(self.own_metrics_port, "show metrics", "MUSBOT_METRICS_PORT")
        if self.opens_playground:
            _require_port(self.playground_port, "open the playground", "MUSBOT_PLAYGROUND_PORT")


def _require_port(port: int, purpose: str, name: str) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise SettingsError(
                f"cannot {purpose} on port {port}: {error.strerror}; set {name} to another port"
            ) from None


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings from the environment and from ``env_file``.

    :raises SettingsError: naming the first setting that cannot be used. The token is never in the text.
    """
    try:
        return Settings(_env_file=env_file)
    except ValidationError as invalid:
        error = invalid.errors(include_url=False, include_context=False)[0]
        message = error["msg"].removeprefix("Value error, ")
        if not error["loc"]:
            raise SettingsError(message) from None
        name = env_name(str(error["loc"][0]))
        if message[1:2].islower():  # no abbreviation
            message = f"{message[:1].lower()}{message[1:]}"
        raise SettingsError(f"{name}: {message}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"cannot read {env_file}: {getattr(error, 'strerror', None) or error}") from None


def env_name(field: str) -> str:
    """The name of a setting in the environment."""
    if field.startswith(("MUSBOT_", "DISCORD_")):
        return field
    alias = Settings.model_fields[field].validation_alias if field in Settings.model_fields else None
    return str(alias) if alias is not None else f"MUSBOT_{field.upper()}"


def is_token(text: str) -> bool:
    """Whether a text has the form of a token; whether it is one, Discord says."""
    return _TOKEN.fullmatch(text) is not None


def _read_token(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise ValueError(f"cannot read DISCORD_TOKEN_FILE {path}: {reason}") from None
