"""The worked cases and records that the rules were written down with."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from musbot.game import Deal, Lance, Options, Pares, Word, actions, replay
from musbot.game.actions import say
from musbot.game.cards import CARDS, rank_letter
from musbot.game.hands import best_seat, hand_of_ranks
from musbot.game.record import read_record

VECTORS = Path(__file__).parents[1] / "vectors"
CASES = json.loads((VECTORS / "rules.json").read_text())["cases"]
RECORDS = sorted((VECTORS / "records").glob("*.mus"))


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def rules_of(case: dict[str, Any]) -> tuple[int, bool]:
    return case["options"]["kings"], case["options"].get("real31", False)


@pytest.mark.parametrize("case", of_kind("compare"))
def test_which_of_two_hands_wins_a_lance(case: dict[str, Any]) -> None:
    kings, real31 = rules_of(case)
    first, second = (
        hand_of_ranks(ranks, kings, real31).strength(Lance(case["lance"])) for ranks in case["hands"]
    )
    told = "first" if first > second else "second" if second > first else "tie"
    assert told == case["winner"], case["rule"]


@pytest.mark.parametrize("case", of_kind("winner"))
def test_which_seat_wins_a_lance(case: dict[str, Any]) -> None:
    kings, real31 = rules_of(case)
    facts = [None, *(hand_of_ranks(ranks, kings, real31) for ranks in case["hands"])]
    order = [(case["mano"] - 1 + step) % 4 + 1 for step in range(4)]
    assert best_seat(facts, order, Lance(case["lance"])) == case["seat"], case["rule"]


@pytest.mark.parametrize("case", of_kind("classify"))
def test_what_a_hand_is(case: dict[str, Any]) -> None:
    facts = hand_of_ranks(case["hand"], *rules_of(case))
    assert facts.total == case["total"]
    assert facts.may_bet(Lance.JUEGO) == case["juego"]
    assert facts.kind is Pares[(case["pares"] or "none").upper()]
    assert facts.pares_bonus == case["pares_bonus"]
    assert facts.juego_bonus == case["juego_bonus"]


@pytest.mark.parametrize("case", of_kind("eligibility"))
def test_who_may_speak(case: dict[str, Any]) -> None:
    """The four hands are dealt, grande and chica (and pares) go by, and then we look who speaks."""
    lance = Lance(case["lance"])
    deal = Deal(Options(**case["options"]), case["mano"])
    left = list(CARDS)
    dealt = {}
    for seat, ranks in enumerate(case["hands"], 1):
        cards = []
        for letter in ranks.split():
            card = next(card for card in left if rank_letter(card) == letter)
            left.remove(card)
            cards.append(card)
        dealt[seat] = tuple(cards)
    for seat in deal.speaking_order:
        deal.push(actions.deal(seat, dealt[seat]))
    deal.push(say(case["mano"], Word.CUT))
    speakers: list[int] = []
    while not deal.is_over:
        seat = deal.to_act[0]
        if deal.lance is lance:
            speakers.append(seat)
        deal.push(say(seat, Word.HOLD))
    assert speakers == case["speakers"], case["rule"]
    assert list(deal.holders(lance)) == sorted(case["have"], key=deal.speaking_order.index)
    result = next(each for each in deal.results if each.lance is lance) if case["have"] else None
    outcome = result.outcome.value if result else "skipped"
    assert outcome == {"betting": "held", "uncontested": "unopposed", "nobody": "skipped"}[case["status"]]
    if case["team"]:
        assert result is not None
        assert result.winner == case["team"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_gives_its_score_sheet(path: Path) -> None:
    expected = {"to_act": None, "legal": []} | json.loads(path.with_suffix(".json").read_text())
    assert replay.score_sheet(read_record(path.read_text("utf-8"))) == expected


def test_one_record_prints_one_object() -> None:
    out, err = io.StringIO(), io.StringIO()
    assert replay.main([str(RECORDS[0])], True, out, err) == 0
    sheet = json.loads(out.getvalue())
    assert "file" not in sheet
    assert sheet["winner"] == json.loads(RECORDS[0].with_suffix(".json").read_text())["winner"]
    assert err.getvalue() == ""


def test_several_records_print_an_object_a_line_in_the_order_named() -> None:
    out, names = io.StringIO(), [str(path) for path in reversed(RECORDS)]
    assert replay.main(names, True, out, io.StringIO()) == 0
    sheets = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [sheet.pop("file") for sheet in sheets] == names
    for sheet, name in zip(sheets, names, strict=True):
        expected = json.loads(Path(name).with_suffix(".json").read_text())
        assert sheet == {"to_act": None, "legal": []} | expected


def test_the_console_command_does_the_same() -> None:
    names = [str(path) for path in RECORDS[:3]]
    command = [sys.executable, "-c", "import sys; from musbot.cli import main; sys.exit(main())", "replay"]
    done = subprocess.run([*command, "--json", *names], capture_output=True, text=True, check=False)
    out = io.StringIO()
    assert replay.main(names, True, out, io.StringIO()) == done.returncode == 0, done.stderr
    assert done.stdout == out.getvalue()
    bad = subprocess.run([*command, __file__], capture_output=True, text=True, check=False)
    assert bad.returncode == 2
    assert bad.stdout == ""
    assert len(bad.stderr.splitlines()) == 1
    assert bad.stderr.startswith(f"{__file__}: ")


@pytest.mark.parametrize("path", RECORDS[:6], ids=lambda path: path.stem)
def test_the_sheet_in_words_names_every_lance_and_the_winner(path: Path) -> None:
    out = io.StringIO()
    assert replay.main([str(path)], False, out, io.StringIO()) == 0
    text, sheet = out.getvalue(), json.loads(path.with_suffix(".json").read_text())
    for deal in sheet["deals"]:
        before, after = deal["scores_before"], deal["scores_after"]
        assert f"{before[0]}-{before[1]} -> {after[0]}-{after[1]}" in text
        assert sum(map(text.count, [lance["outcome"] for lance in deal["lances"]])) > 0
    assert f"Won by {sheet['winner']}" in text


def test_an_unfinished_record_says_who_may_do_what(tmp_path: Path) -> None:
    path = tmp_path / "game.mus"
    path.write_text(
        'mus = 1\nrules = "stargames"\nplayers = ["Ane", "Beñat", "Carla", "Dani"]\n[[deal]]\n'
        'actions = """\ndeal 1 Ro Co 7e 1b\ndeal 2 Cc 6o 5o 4o\ndeal 3 Re Rb Sc 1o\ndeal 4 7o 7c Sb 2e\n'
        '1 cut\n1 bet 5\n"""\n',
        "utf-8",
    )
    out = io.StringIO()
    assert replay.main([str(path)], True, out, io.StringIO()) == 0
    sheet = json.loads(out.getvalue())
    assert not sheet["complete"]
    assert sheet["winner"] is None
    # Seat 1 proposes five; seat 3, its partner, may agree, raise it, or bet the game.
    assert (sheet["to_act"], sheet["legal"]) == (3, ["agree", "bet 6..40", "ordago"])
    words = io.StringIO()
    replay.main([str(path)], False, words, io.StringIO())
    assert "To act: Carla, who may agree, bet 6..40, ordago" in words.getvalue()
