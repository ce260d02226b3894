"""Whatever goes wrong in a command is answered in words. J10, A17."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from discord import app_commands

from musbot.bot.calls import Barred, Gone, wire
from musbot.bot.tree import Tree
from musbot.table import Refusal, Refused


def failed(cause: Exception) -> Exception:
    """As discord.py wraps what a command raises."""
    command = MagicMock(spec=app_commands.Command)
    command.name = "score"
    return app_commands.CommandInvokeError(command, cause)


MISMATCH = app_commands.CommandSignatureMismatch.__new__(app_commands.CommandSignatureMismatch)


@pytest.mark.parametrize(
    ("error", "said", "logged"),
    [
        (MISMATCH, "updated a moment ago", False),
        (app_commands.CommandNotFound("gone", []), "updated a moment ago", False),
        (failed(Refused(Refusal.FULL)), "All four seats are taken", False),
        (failed(Barred("403")), "may not write", False),
        (failed(Gone("404")), "may not write", False),
        (failed(KeyError("surprise")), "Something went wrong on my side", True),
    ],
    ids=["mismatch", "unknown", "refused", "barred", "gone", "surprise"],
)
@pytest.mark.parametrize("answered", [False, True])
async def test_whatever_goes_wrong_is_answered_for_that_person_alone(
    error: Any,
    said: str,
    logged: bool,
    answered: bool,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tree = Tree(discord.Client(intents=discord.Intents.none()))
    interaction = MagicMock()
    interaction.locale.value = "en-GB"
    interaction.response.is_done.return_value = answered
    answer = AsyncMock(return_value=None)
    monkeypatch.setattr(wire, "follow" if answered else "answer", answer)

    await tree.on_error(interaction, error)

    answer.assert_awaited_once()
    assert answer.await_args is not None
    assert answer.await_args.kwargs["private"] is True
    view = answer.await_args.args[1].view()
    texts = [item.content for item in view.walk_children() if hasattr(item, "content")]
    assert said in " ".join(texts)
    assert bool([record for record in caplog.records if record.levelname == "ERROR"]) is logged
