"""`musbot fair`: a record proves that its cards came from secrets that were promised beforehand."""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import musbot
from musbot.game import Options, Word
from musbot.game.audit import audit, fair_report, main, report_text
from musbot.game.cards import RANKS
from musbot.game.fair import Cut, FairDeal, commitment_of, first_mano, seed_of
from musbot.game.record import RecordError, read_record, write_record
from tests.game.fair_games import NAMES, changed_card, fair_game, random_shuffle
from tests.game.playing import options, seeds, whole

DOCS = Path(musbot.__file__).parent.parent / "docs" / "fairness.md"
SECRET = bytes(range(32))


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def faults(text: str) -> list[tuple[int, str]]:
    """The deals of a record that are not fair, and why."""
    return [(verdict.number, verdict.fault) for verdict in audit(read_record(text)) if not verdict.is_fair]


@pytest.fixture(scope="module")
def text() -> str:
    """The record of a game in which cards were exchanged, the stock ran out, and some deals were cut."""
    for seed in range(1000):
        match, shuffles = fair_game(seed)
        words = [action.word for deal in match.deals for action in deal.actions]
        if (
            len(match.deals) >= 3
            and Word.SHUFFLE in words
            and {bool(each.cuts) for each in shuffles} == {True, False}
        ):
            return write_record(match, NAMES, fair=shuffles)
    raise AssertionError("no such game")


# The seed


def test_the_seed_of_a_deal_is_fixed_by_secret_and_cuts() -> None:
    """Written down, so that no later version can make other seeds of what was published."""
    assert commitment_of(SECRET) == sha256(SECRET).hex()
    assert seed_of(SECRET, []) == SECRET
    assert seed_of(SECRET, ["kaixo 17"]) == sha256(SECRET + sha256(b"kaixo 17"))
    cuts = ["kaixo 17", "ñandú"]
    assert seed_of(SECRET, cuts) == sha256(SECRET + sha256(b"kaixo 17") + sha256("ñandú".encode()))
    assert first_mano(SECRET) == 1
    assert {first_mano(bytes([byte])) for byte in range(256)} == {1, 2, 3, 4}


@given(st.lists(st.text("ab", min_size=1), max_size=4), st.lists(st.text("ab", min_size=1), max_size=4))
def test_other_cuts_make_another_seed(ours: list[str], theirs: list[str]) -> None:
    """In another order too, or with the same letters split in another way."""
    assume(ours != theirs)
    assert seed_of(SECRET, ours) != seed_of(SECRET, theirs)


def test_a_secret_that_is_not_told_is_nowhere() -> None:
    deal = FairDeal.of(SECRET, [Cut(1, "kaixo 17")])
    assert SECRET.hex() not in repr(deal)
    assert repr(SECRET) not in repr(deal)
    assert deal.hidden() == FairDeal(commitment_of(SECRET), (Cut(1, "kaixo 17"),))
    with pytest.raises(ValueError, match="not told"):
        _ = deal.hidden().seed


# The record


@given(seeds, options(target=20))
def test_every_game_that_was_dealt_fairly_is_found_fair(seed: int, rules: Options) -> None:
    match, shuffles = fair_game(seed, rules, talkative=0.5)
    record = read_record(write_record(match, NAMES, fair=shuffles))

    verdicts = audit(record)

    assert [verdict.fault for verdict in verdicts] == [""] * len(match.deals)
    assert [verdict.deal for verdict in verdicts] == shuffles
    assert [verdict.cards for verdict in verdicts] == [
        sum(len(action.cards) for action in deal.actions if action.word is Word.DEAL) for deal in match.deals
    ]
    assert whole(record.match) == whole(match)


def test_a_secret_that_may_not_be_told_is_not_written() -> None:
    match, shuffles = fair_game(1)
    assert "fair" not in write_record(match, fair=[each.hidden() for each in shuffles])


def test_a_record_may_end_in_the_middle_of_a_deal(text: str) -> None:
    """What has been dealt by then is checked, a hand that stops short included."""
    lines = text.split('\n"""\n')[0].splitlines()
    tail = '"""\n\n[[fair]]' + text.split("[[fair]]")[1]
    start = next(number for number, line in enumerate(lines) if line.startswith("actions")) + 1
    for end in range(start, len(lines) + 1):
        assert faults("\n".join([*lines[:end], tail])) == []


# Tampering: every kind is found, and the deal is named


def changed_digit(text: str, name: str, number: int) -> str:
    """A record in which a hexadecimal digit is another one."""
    found = list(re.finditer(rf'^{name} = "(.)', text, re.MULTILINE))[number - 1]
    digit = "0" if found[1] != "0" else "1"
    return text[: found.start(1)] + digit + text[found.end(1) :]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_card_that_was_changed_is_found(text: str, number: int) -> None:
    ((where, why),) = faults(changed_card(text, number))

    assert where == number
    assert re.fullmatch(r"line \d+: its seed gives seat \d [\w ]+, the record [\w ]+", why)
    assert set(why.split(": its seed")[1]) & set(RANKS)


@pytest.mark.parametrize("name", ["secret", "commitment"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_secret_or_a_commitment_that_was_changed_is_found(text: str, name: str, number: int) -> None:
    ((where, why),) = faults(changed_digit(text, name, number))

    assert where == number
    assert "was committed to" in why


def test_a_secret_that_was_changed_with_its_commitment_is_found_by_the_cards(text: str) -> None:
    record = read_record(text)
    table = record.extra["fair"][1]
    table["secret"] = "11" * 32
    table["commitment"] = commitment_of(b"\x11" * 32)

    (bad,) = (verdict for verdict in audit(record) if not verdict.is_fair)

    assert (bad.number, bad.cards) == (2, 0)
    assert "line 1: its seed gives seat" in bad.fault


@pytest.mark.parametrize(
    "change",
    [
        lambda cuts: cuts.reverse(),
        lambda cuts: cuts.pop(),
        lambda cuts: cuts.append({"seat": 1, "text": "one more"}),
        lambda cuts: cuts[0].update(text=cuts[0]["text"] + "!"),
    ],
    ids=["another order", "one left out", "one made up", "another text"],
)
def test_cuts_that_were_changed_are_found(change: Callable[[list[dict[str, Any]]], None]) -> None:
    for seed in range(100):
        match, shuffles = fair_game(seed)
        number = next(
            (n for n, each in enumerate(shuffles) if n and len({cut.text for cut in each.cuts}) > 1), None
        )
        if number is not None:
            break
    assert number is not None
    record = read_record(write_record(match, fair=shuffles))
    change(record.extra["fair"][number]["cuts"])

    assert [verdict.number for verdict in audit(record) if not verdict.is_fair] == [number + 1]


def test_the_first_mano_is_not_the_bots_to_choose() -> None:
    """Who is mano decides who gets which of the four hands."""
    text = """mus = 1\nrules = "stargames"\n[[deal]]\nmano = {}\n[[fair]]\ndeal = 1
commitment = "{}"\nsecret = "{}"\n""".format
    mine, other = first_mano(SECRET), first_mano(SECRET) % 4 + 1

    assert faults(text(mine, commitment_of(SECRET), SECRET.hex())) == []
    ((where, why),) = faults(text(other, commitment_of(SECRET), SECRET.hex()))

    assert (where, why) == (1, f"its seed makes seat {mine} the mano, not seat {other}")


def test_a_deal_that_tells_nothing_is_not_fair(text: str) -> None:
    start = text.rindex("\n[[fair]]")
    last = len(read_record(text).match.deals)

    assert faults(text[:start] + "\n") == [(last, "the record does not tell its secret")]


@given(st.integers(0, 40), seeds)
def test_of_two_games_each_proves_its_own_alone(number: int, seed: int) -> None:
    (match, _), (_, others) = fair_game(number), fair_game(number + 1)
    others = (others * len(match.deals))[: len(match.deals)]
    record = read_record(write_record(match, fair=others))

    assert not any(verdict.is_fair for verdict in audit(record))


# What cannot be checked


@pytest.mark.parametrize(
    ("tables", "complaint"),
    [
        ("", "it holds no [[fair]], so there is nothing to check"),
        ("fair = 3", "fair must be tables, [[fair]]"),
        ("fair = [3]", "fair must be tables, [[fair]]"),
        ("[[fair]]\ndeal = 1", "fair 1: commitment must be 64 hexadecimal digits"),
        ("[[fair]]\ndeal = true", "fair 1: deal must be a number"),
        ("[[fair]]\nseed = 1", "fair 1: there is no key 'seed'"),
        (
            '[[fair]]\ndeal = 1\ncommitment = "{c}"\nsecret = "00"',
            "fair 1: secret must be 64 hexadecimal digits",
        ),
        (
            '[[fair]]\ndeal = 1\ncommitment = "{c}"\nsecret = "{u}"',
            "fair 1: secret must be 64 hexadecimal digits",
        ),
        ('[[fair]]\ndeal = 9\ncommitment = "{c}"\nsecret = "{s}"', "fair 1: there is no deal 9"),
        ('[[fair]]\ndeal = 1\ncommitment = "{c}"\nsecret = "{s}"\ncuts = 3', "fair 1: cuts must be a list"),
        (
            '[[fair]]\ndeal = 1\ncommitment = "{c}"\nsecret = "{s}"\ncuts = [{{ seat = 5, text = "x" }}]',
            "fair 1: cuts must be a list",
        ),
        ('[[fair]]\ndeal = 1\ncommitment = "{c}"\nsecret = "{s}"\n' * 2, "fair 2: deal 1 was told already"),
    ],
)
def test_what_cannot_be_understood_is_named(tables: str, complaint: str) -> None:
    filled = tables.format(c=commitment_of(SECRET), s=SECRET.hex(), u="٣" * 64)
    before = f"{filled}\n" if filled.startswith("fair") else ""
    after = "" if before else filled
    record = read_record(f'mus = 1\nrules = "stargames"\n{before}[[deal]]\nmano = 1\n{after}\n')

    with pytest.raises(RecordError) as caught:
        audit(record)

    assert str(caught.value).startswith(complaint)


# The command


def run(*files: Path | str, as_json: bool = False) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return main([str(file) for file in files], as_json, out, err), out.getvalue(), err.getvalue()


def test_the_command_prints_a_line_for_each_deal(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.mus"
    file.write_text(text)
    deals = len(read_record(text).match.deals)

    status, out, err = run(file)

    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert len(lines) == deals + 1
    line = re.compile(
        r"deal \d+ is fair: committed to [0-9a-f]{32}…, (not cut|cut by .+), \d+ cards as its seed deals them"
    )
    assert all(map(line.fullmatch, lines[:-1]))
    assert any(f"cut by {name} (" in out for name in NAMES)
    assert lines[-1].startswith("Every deal is fair, if the game's messages showed")
    example = re.search(r"\$ musbot fair.*?\n```", DOCS.read_text("utf-8"), re.DOTALL)
    assert example is not None
    assert all(map(line.fullmatch, example[0].splitlines()[1:-2])), "the example in the documentation"
    assert example[0].splitlines()[-2] == lines[-1]


def test_the_command_says_no_with_status_1(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.mus"
    file.write_text(changed_card(text, 2))
    deals = len(read_record(text).match.deals)

    status, out, err = run(file)

    assert (status, err) == (1, "")
    assert "deal 2 is NOT FAIR: line " in out
    assert out.splitlines()[-1] == f"1 of {deals} deals is not fair."


def test_the_command_prints_json(text: str, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.mus", tmp_path / "bad.mus"
    good.write_text(text)
    bad.write_text(changed_digit(text, "secret", 1))

    status, out, _ = run(good, as_json=True)
    report = json.loads(out)
    assert (status, report["fair"], "file" in report) == (0, True, False)
    assert report == fair_report(audit(read_record(text)))
    deal = report["deals"][0]
    assert sha256(bytes.fromhex(deal["secret"])).hex() == deal["commitment"]
    assert seed_of(bytes.fromhex(deal["secret"]), [cut["text"] for cut in deal["cuts"]]).hex() == deal["seed"]

    status, out, _ = run(good, bad, as_json=True)
    reports = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [(each["file"], each["fair"]) for each in reports] == [(str(good), True), (str(bad), False)]
    assert "was committed to" in reports[1]["deals"][0]["fault"]


def test_one_bad_file_does_not_keep_the_others_from_being_checked(text: str, tmp_path: Path) -> None:
    good, illegal = tmp_path / "good.mus", tmp_path / "illegal.mus"
    good.write_text(text)
    illegal.write_text(text.replace("deal 1 ", "deal 2 ", 1))
    bare = tmp_path / "bare.mus"
    bare.write_text(text[: text.index("[[fair]]")])

    status, out, err = run(tmp_path / "none.mus", illegal, bare, good)

    assert status == 2
    assert f"== {good}\ndeal 1 is fair" in out
    missing, wrong, empty = err.splitlines()
    assert missing == f"{tmp_path / 'none.mus'}: No such file or directory"
    assert wrong.startswith(f"{illegal}: deal 1, line ")
    assert empty == f"{bare}: it holds no [[fair]], so there is nothing to check"


def test_a_record_cannot_write_on_the_terminal() -> None:
    match, _ = fair_game(3)
    rng = random.Random(3)
    shuffles = [random_shuffle(rng) for _ in match.deals]
    record = read_record(write_record(match, ("\x1b[31mAne",) * 4, fair=shuffles))

    assert "\x1b" not in report_text(record, audit(record))


# The documentation


def test_the_lines_in_the_documentation_deal_the_same_cards(text: str) -> None:
    """What docs/fairness.md tells anyone to run, run on a game of ours and on one that was tampered with."""
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE))
    assert len(re.findall("^    .", code.split("def check")[0], re.MULTILINE)) <= 10, "ten lines of Python"
    known: dict[str, Any] = {}
    exec(code, known)

    known["check"](text)
    for bad in (
        changed_card(text, 1),
        changed_digit(text, "secret", 2),
        changed_digit(text, "commitment", 3),
    ):
        with pytest.raises(AssertionError):
            known["check"](bad)


def test_the_table_in_the_documentation_is_one_of_ours() -> None:
    (table,) = re.findall(r"^```toml\n(.*?)^```", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    match, _ = fair_game(1)
    cuts = [Cut(1, "kaixo 17"), Cut(4, "zz top!")]

    assert f"\n{table}" in write_record(match, fair=[FairDeal.of(SECRET, cuts)])
