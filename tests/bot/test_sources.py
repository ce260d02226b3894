"""What the sources must look like: Discord is known in one room, and spoken to in one corner of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import musbot
from musbot.bot.layout import Letter

ROOT = Path(musbot.__file__).parent
SOURCES = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text()) for path in ROOT.rglob("*.py")}
BOT = {name: tree for name, tree in SOURCES.items() if name.startswith("bot/")}
CALLS = {name: tree for name, tree in BOT.items() if name.startswith("bot/calls/")}

SENDING = {
    "send",
    "send_message",
    "edit",
    "edit_message",
    "edit_original_response",
    "reply",
    "publish",
}
ANSWERING = {
    "defer",
    "send_modal",
    "create_dm",
    "delete",
    "delete_original_response",
    "add_reaction",
    "pin",
    "create_thread",
}


def imports(tree: ast.Module) -> Iterator[str]:
    """The modules that a source imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def method_calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """The calls of methods, functions of the package `calls` and of its module `wire` apart."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if not (isinstance(owner, ast.Name) and owner.id in ("calls", "wire")):
                yield node.func.attr, node


def test_the_bot_alone_knows_discord_and_one_module_of_the_playground() -> None:
    knowing = {
        name for name, tree in SOURCES.items() if any(m.split(".")[0] == "discord" for m in imports(tree))
    }

    assert {name for name in knowing if not name.startswith("bot/")} == {"playground/pointing.py"}
    assert set(CALLS) - {"bot/calls/__init__.py"} <= knowing


def test_clicks_arrive_in_one_place() -> None:
    routes = [
        name
        for name, tree in BOT.items()
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == "on_interaction"
    ]
    assert routes == ["bot/client.py"]

    other_routes = {"add_view", "add_dynamic_items", "wait_for", "DynamicItem"}
    for name, tree in BOT.items():
        assert not other_routes & {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}, (
            name
        )
        defined = {
            node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        }
        checks_commands = {"interaction_check"} if name in ("bot/commands.py", "bot/tree.py") else set()
        assert not ({"callback", "interaction_check", "on_submit"} - checks_commands) & defined, name


def test_only_calls_speaks_to_discord() -> None:
    for name, tree in BOT.items():
        if name not in CALLS:
            spoken = [(attr, call.lineno) for attr, call in method_calls(tree) if attr in SENDING | ANSWERING]
            assert spoken == [], name


def test_whatever_is_sent_says_whom_it_may_ping() -> None:
    # A letter says it itself, and nothing else is sent.
    assert Letter(()).payload()["allowed_mentions"] == {"parse": [], "users": []}
    sent = [call for tree in CALLS.values() for call in method_calls(tree) if call[0] in SENDING]
    assert sent == []
    bodies = [
        call
        for node in ast.walk(CALLS["bot/calls/wire.py"])
        if isinstance(call := node, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Body"
    ]
    assert len(bodies) == 6
    for body in bodies:
        assert "payload" in ast.unparse(body), f"line {body.lineno}"


def test_the_client_itself_pings_nobody_by_default() -> None:
    source = (ROOT / "bot" / "client.py").read_text()

    assert "allowed_mentions=discord.AllowedMentions.none()" in source


def test_no_view_is_made_but_for_one_sending() -> None:
    makers = [
        name for name, tree in BOT.items() for attr, _ in method_calls(tree) if attr in ("LayoutView", "View")
    ]

    assert makers == ["bot/layout.py"]


def test_no_message_vanishes_by_itself() -> None:
    """B11: a hand that is gone before it was read helps nobody."""
    for name, tree in BOT.items():
        named = {
            keyword.arg for node in ast.walk(tree) if isinstance(node, ast.Call) for keyword in node.keywords
        }
        assert not {"delete_after", "timeout_delete"} & named, name


def test_no_emoji_of_one_server_is_shown() -> None:
    """G9: custom emoji are those of one application; whoever hosts another one would see their names."""
    for name, tree in BOT.items():
        texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        assert not [text for text in texts if re.search(r"<a?:\w+:\d+>", text)], name


def test_no_view_waits_for_an_end() -> None:
    """A10, A12: a view that times out leaves buttons that do nothing."""
    for name, tree in BOT.items():
        assert "on_timeout" not in {getattr(node, "name", "") for node in ast.walk(tree)}, name
        for attr, call in method_calls(tree):
            if attr in ("LayoutView", "View", "Modal"):
                (timeout,) = [keyword.value for keyword in call.keywords if keyword.arg == "timeout"]
                assert isinstance(timeout, ast.Constant), name
                assert timeout.value is None, name
