"""Records that are damaged: exit status 2 and one line that says where, never a traceback."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.game import Match, Options, replay
from musbot.game.record import RecordError, read_record, write_record

from .playing import options, played, seeds

# Two deals, the first with mus, the second unfinished.
RECORD = '''mus = 1
rules = "classic"
players = ["Ane", "Beñat", "Carla", "Dani"]

[options]
target = 30

[[deal]]
scores = [0, 0]
mano = 1
actions = """
deal 1 Ro 7o 6o 4o
deal 2 Co 7c 6c 5c
deal 3 So 6e 5e 1e
deal 4 Sc 7b 5b 4b
1 mus
2 mus
3 mus
4 mus
1 drop 4o
2 drop 5c 6c
3 drop 5e 1e
4 drop 4b
deal 1 Rc
deal 2 Cc Cb
deal 3 Re Rb
deal 4 3o
1 mus
2 cut
1 bet 2
2 fold
4 fold
1 hold
2 hold
3 hold
4 hold
1 hold
2 bet 2
3 bet 5
2 call
1 hold
2 hold
3 hold
4 hold
"""

[[deal]]
actions = """
deal 2 Ro Co 7e 1b
deal 3 Cc 6o 5o 4o
deal 4 Re Rb Sc 1o
deal 1 7o 7c Sb 2e
2 cut
2 bet 2
"""
'''
LINES = RECORD.splitlines()
IN_ACTIONS = [
    place
    for place, line in enumerate(LINES)
    if re.match(r"(deal )?[1-4] ", line) and not line.startswith("mus")
]


def replayed(path: Path, text: str | bytes) -> tuple[int, str, str]:
    """Exit status, output and error of replaying a file that holds this text."""
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    out, err = io.StringIO(), io.StringIO()
    status = replay.main([str(path)], True, out, err)
    return status, out.getvalue(), err.getvalue()


def where(place: int) -> tuple[int, int]:
    """Deal and line in its actions of a line of the record."""
    deal = sum(line == "[[deal]]" for line in LINES[:place])
    opening = max(i for i in range(place) if LINES[i] == 'actions = """')
    return deal, place - opening


def refused(path: Path, text: str | bytes, reason: str = "") -> str:
    """Check that a file is refused in one line, and return what the line says of it."""
    status, out, err = replayed(path, text)
    assert status == 2
    assert out == ""
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    assert err.startswith(f"{path}: ")
    told = err.removeprefix(f"{path}: ").strip()
    assert re.search(reason, told), told
    return told


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.mus"


def test_the_record_itself_is_whole(path: Path) -> None:
    status, out, err = replayed(path, RECORD)
    assert (status, err) == (0, "")
    assert json.loads(out)["scores"] == [1, 12]
    assert json.loads(out)["to_act"] == 3


def doubled(place: int) -> list[str]:
    return [*LINES[: place + 1], *LINES[place:]]


def deleted(place: int) -> list[str]:
    return LINES[:place] + LINES[place + 1 :]


def exchanged(place: int) -> list[str]:
    return [*LINES[:place], LINES[place + 1], LINES[place], *LINES[place + 2 :]]


def last_of_its_deal(place: int) -> bool:
    return LINES[place + 1] == '"""'


@pytest.mark.parametrize("change", [deleted, doubled, exchanged])
@pytest.mark.parametrize("place", IN_ACTIONS)
def test_a_line_too_many_too_few_or_out_of_turn(
    path: Path, place: int, change: Callable[[int], list[str]]
) -> None:
    if change is exchanged and last_of_its_deal(place):
        return
    text = "\n".join(change(place)) + "\n"
    pair = LINES[place], LINES[place + 1]
    drops = change is exchanged and all(" drop " in line for line in pair)
    if drops or (change is deleted and place == IN_ACTIONS[-1]):
        # Drops are simultaneous, and a record may stop anywhere.
        assert replayed(path, text)[0] == 0
        return
    told = refused(path, text)
    deal, line = where(place)
    if change is deleted and last_of_its_deal(place):
        # Only the deal after shows that this one was not over.
        assert told == "deal 2: no new deal: this one is not over"
        return
    said = re.match(r"deal (\d+), line (\d+): .+", told)
    assert said, told
    # A line that is missed is noticed at it or after it, since the drops may come in any order.
    assert int(said[1]) == deal
    if change is doubled:
        assert int(said[2]) == line + 1
    elif change is exchanged:
        assert int(said[2]) == line or "drop" in pair[0]
    else:
        assert line <= int(said[2]) <= line + 4


@pytest.mark.parametrize("place", range(len(LINES)))
def test_any_line_of_the_file_deleted_or_doubled_gives_a_sheet_or_one_line(path: Path, place: int) -> None:
    for change in (deleted, doubled):
        text = "\n".join(change(place)) + "\n"
        status, out, err = replayed(path, text)
        assert status in (0, 2)
        assert len((out + err).splitlines()) == 1
        assert (out == "") == (status == 2)


HEADER = "mus = 1\nrules = 'stargames'\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", r"^it must begin with mus = 1"),
        ("# nothing\n", r"^it must begin with mus = 1"),
        ("mus = 2", r"^it must begin with mus = 1"),
        ("mus = true", r"^it must begin with mus = 1"),
        ("mus = 1.0", r"^it must begin with mus = 1"),
        ("mus = '1'", r"^it must begin with mus = 1"),
        ("mus = 1", r"^it must name its rules"),
        ("mus = 1\nrules = 3", r"^it must name its rules"),
        ("mus = 1\nrules = 'navarra'", r"^rules = 'navarra': choose stargames or classic"),
        (HEADER, r"^it holds no \[\[deal\]\]"),
        (HEADER + "deal = 3", r"^it holds no \[\[deal\]\]"),
        (HEADER + "deal = []", r"^it holds no \[\[deal\]\]"),
        (HEADER + "deal = [3]", r"^deal 1: it must be a table"),
        (HEADER + "[deal]", r"^it holds no \[\[deal\]\]"),
        (HEADER + "players = 4", r"^players must be a list of names"),
        (HEADER + "players = [1, 2, 3, 4]", r"^players must be a list of names"),
        (HEADER + "players = ['a', 'b']", r"^players must be four names, not 2"),
        (HEADER + "options = 3", r"^\[options\] must be a table"),
        (HEADER + "[options]\ntarget = 19", r"^target = 19: it must be 20 to 60"),
        (HEADER + "[options]\ntarget = 61", r"^target = 61: it must be 20 to 60"),
        (HEADER + "[options]\ntarget = 40.0", r"^target = 40.0: it must be 20 to 60"),
        (HEADER + "[options]\ntarget = '40'", r"^target = 40: it must be 20 to 60"),
        (HEADER + "[options]\nkings = true", r"^kings = true: it must be 8 or 4"),
        (HEADER + "[options]\ngames = 2", r"^games = 2: it must be 1 or 3 or 5"),
        (HEADER + "[options]\nconsult = 1", r"^consult = 1: it must be true or false"),
        (HEADER + "[options]\nraises = 'three'", r"^raises = three: it must be free or two"),
        (HEADER + "[options]\nheld_stone = []", r"^held_stone = \[\]: it must be all or open"),
        (HEADER + "[options]\npunto_bonus = true", r"^punto_bonus = true: it must be 0 or 1"),
        (HEADER + "[options]\nreal31 = 'no'", r"^real31 = no: it must be false or true"),
        (HEADER + "[options]\ncorrido = 1979-05-27", r"^corrido = 1979-05-27: it must be false or true"),
        (HEADER + "[options]\nsignals = false", r"^signals = false: it must be private or public or off"),
        (HEADER + "[options]\nhonest = {}", r"^honest = \{\}: it must be true or false"),
        (HEADER + "[options]\nstones = 4", r"^there is no option 'stones'"),
        (HEADER + "[options]\npreset = 'classic'", r"^there is no option 'preset'"),
        (HEADER + "[options]\ncls = 1", r"^there is no option 'cls'"),
        (HEADER + '[options]\n"a\\nb" = 1', r"^there is no option 'a\\nb'"),
        (HEADER + "[[deal]]\nmano = 0", r"^deal 1: mano = 0: it must be a seat, 1 to 4"),
        (HEADER + "[[deal]]\nmano = 5", r"^deal 1: mano = 5: it must be a seat, 1 to 4"),
        (HEADER + "[[deal]]\nmano = '1'", r"^deal 1: mano must be a seat, 1 to 4"),
        (HEADER + "[[deal]]\nmano = true", r"^deal 1: mano must be a seat, 1 to 4"),
        (HEADER + "[[deal]]\nmano = 1.0", r"^deal 1: mano must be a seat, 1 to 4"),
        (HEADER + "[[deal]]\nscores = 3", r"^deal 1: scores must be two numbers"),
        (HEADER + "[[deal]]\nscores = [1]", r"^deal 1: scores must be two numbers"),
        (HEADER + "[[deal]]\nscores = [true, 0]", r"^deal 1: scores must be two numbers"),
        (HEADER + "[[deal]]\nscores = [-1, 0]", r"^deal 1: scores = \[-1, 0\]: they must be .* 0 to 39"),
        (HEADER + "[[deal]]\nscores = [0, 40]", r"^deal 1: scores = \[0, 40\]: they must be .* 0 to 39"),
        (HEADER + "[[deal]]\nactions = ['1 mus']", r"^deal 1: actions must be a text of lines"),
        (HEADER + "[[deal]]\nhands = 3", r"^deal 1: there is no key 'hands' in a deal"),
        (HEADER + "[[deal]]\n[[deal]]", r"^deal 2: no new deal: this one is not over"),
        ("mus 1", r"^this is not TOML: "),
        ("mus = 1\nmus = 1", r"^this is not TOML: "),
        (HEADER + '[[deal]]\nactions = """\ndeal 1 Ro', r"^this is not TOML: "),
        ("mus = " + "9" * 5000, r"^this is not TOML: "),
        ("mus = 0x" + "f" * 5000, r"^it must begin with mus = 1"),
        ("a = " + "[" * 100_000, r"^this is not TOML: "),
        (HEADER + f"[[deal]]\nmano = {10**30}", r"^deal 1: mano = 10+: it must be a seat"),
        (HEADER + f"[[deal]]\nmano = 0x{'f' * 5000}", r"^deal 1: "),
        (HEADER + f"[[deal]]\nscores = [0, 0x{'f' * 5000}]", r"^deal 1: "),
        (HEADER + f"[options]\ntarget = 0x{'f' * 5000}", r"."),
        (b"mus = 1\nrules = 'stargames' # \xe9\xff", r"can't decode byte 0xe9"),
        (b"\xff\xfem\x00u\x00s\x00", r"can't decode byte 0xff"),
        (b"\x00\x01\x02", r"^this is not TOML: "),
        (b"\x89PNG\r\n\x1a\n", r"can't decode byte 0x89"),
    ],
)
def test_a_header_that_is_wrong(path: Path, text: str | bytes, reason: str) -> None:
    refused(path, text, reason)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("deal 1 Ro Rc Re Ro", "Ro cannot be dealt: it is named twice"),
        ("deal 1 Ro Rc Re", "seat 1 gets 4 cards here, not 3"),
        ("deal 1 Ro Rc Re Rb Co", "seat 1 gets 4 cards here, not 5"),
        ("deal 1 Ro Rc Re 8b", "'8b' is not a card"),
        ("deal 1 Ro Rc Re RB", "'RB' is not a card"),
        ("deal 1 Ro Rc Re Rbb", "'Rbb' is not a card"),
        ("deal 1", "deal needs a seat and cards"),
        ("deal 5 Ro Rc Re Rb", "'5' is not a seat"),
        ("deal 2 Ro Rc Re Rb", "seat 2 may not be dealt cards: seat 1 is next"),
        ("deal x", "deal needs a seat and cards"),
        ("shuffle", "no shuffle yet: 40 cards are left in the stock"),
        ("shuffle 1", "'shuffle' is not a seat"),
        ("1 mus", "seat 1 may not mus: seat 1 is to be dealt cards"),
        ("1 drop", "seat 1 may not drop: seat 1 is to be dealt cards"),
        ("1 drop Ro", "seat 1 may not drop: seat 1 is to be dealt cards"),
        ("1 bet", "bet needs one amount"),
        ("1 bet 2 3", "bet needs one amount"),
        ("1 bet -2", "'-2' is not a number of stones"),
        ("1 bet 2.5", "'2.5' is not a number of stones"),
        ("1 bet ٣", "'٣' is not a number of stones"),
        ("1 bet 99999999999999999999", "is not a number of stones"),
        ("1 bet 999999", "seat 1 may not bet 999999"),
        ("1 sign", "sign needs one signal"),
        ("1 sign two kings", "sign needs one signal"),
        ("1 sign wink", "seat 1 may not sign wink: there is no such signal"),
        ("1 sign duples", "seat 1 may not sign duples: it has no hand to sign"),
        ("1 call 5", "'1 call 5' is not an action"),
        ("1 paso", "'1 paso' is not an action"),
        ("1", "'1' is not an action"),
        ("mus", "'mus' is not an action"),
        ("0 mus", "'0' is not a seat"),
        ("1 deal Ro", "'1 deal Ro' is not an action"),
        ("\t1\tbet\tx", "'x' is not a number of stones"),
        ("deal " + "1 " * 10_000, "is not a card"),
    ],
)
def test_a_line_that_is_wrong(path: Path, line: str, reason: str) -> None:
    text = HEADER + f'[[deal]]\nmano = 1\nactions = """\n\n# a comment\n{line} # {reason}\n"""\n'
    told = refused(path, text)
    assert told.startswith("deal 1, line 3: "), told
    assert reason in told


def test_a_card_that_is_in_two_places_at_once(path: Path) -> None:
    """Dealt to two seats, drawn while another holds it, dropped by one who does not hold it."""
    refused(path, RECORD.replace("deal 4 Sc", "deal 4 So"), "^deal 1, line 4: So cannot be dealt: it is in")
    refused(path, RECORD.replace("deal 1 Rc", "deal 1 Co"), "^deal 1, line 13: Co cannot be dealt: it is in")
    refused(path, RECORD.replace("deal 1 Rc", "deal 1 4o"), "line 13: 4o cannot be dealt: it is among the d")
    refused(path, RECORD.replace("1 drop 4o", "1 drop 4b"), "line 9: seat 1 may not drop 4b: it does not h")
    refused(path, RECORD.replace("2 drop 5c 6c", "2 drop 5c 5c"), "line 10: seat 2 may not drop a card twice")


def test_what_a_deal_carries_on_is_checked(path: Path) -> None:
    second = RECORD.rindex("[[deal]]\n") + len("[[deal]]\n")
    status, out, _ = replayed(path, RECORD)
    assert status == 0
    after = json.loads(out)["deals"][0]["scores_after"]
    good = RECORD[:second] + f"scores = {after}\nmano = 2\n" + RECORD[second:]
    assert replayed(path, good)[0] == 0
    wrong = RECORD[:second] + "mano = 3\n" + RECORD[second:]
    refused(path, wrong, "^deal 2: mano = 3, but after the deal before it is seat 2$")
    wrong = RECORD[:second] + "scores = [0, 0]\n" + RECORD[second:]
    refused(path, wrong, rf"^deal 2: scores = \[0, 0\], but the deal before left {re.escape(str(after))}$")


def test_nothing_may_follow_the_end(path: Path) -> None:
    ordago = HEADER + '[[deal]]\nactions = """\n' + "\n".join(LINES[11:15])
    ordago += "\n1 cut\n1 ordago\n3 agree\n2 call\n4 agree\n"
    assert replayed(path, ordago + '"""\n')[0] == 0
    refused(path, ordago + '1 hold\n"""\n', "^deal 1, line 10: '1 hold' comes after the end of the deal$")
    refused(path, ordago + '"""\n[[deal]]\n', "^deal 2: no new deal: the match is over$")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.mus", tmp_path, tmp_path / "game.mus" / "x"):
        out, err = io.StringIO(), io.StringIO()
        assert replay.main([str(path)], False, out, err) == 2
        assert out.getvalue() == ""
        assert re.fullmatch(rf"{re.escape(str(path))}: [A-Z][a-z ]+\n", err.getvalue())


def test_the_files_before_a_bad_one_are_printed(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.mus", tmp_path / "bad.mus"
    good.write_text(RECORD, "utf-8")
    bad.write_text("mus = 3", "utf-8")
    out, err = io.StringIO(), io.StringIO()
    assert replay.main([str(good), str(bad), str(good)], True, out, err) == 2
    assert [json.loads(line)["file"] for line in out.getvalue().splitlines()] == [str(good)]
    assert err.getvalue().startswith(f"{bad}: ")


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "caf\udce9.mus"
    try:
        path.write_text(RECORD, "utf-8")
    except OSError:
        pytest.skip("this file system wants names in UTF-8")
    out = io.StringIO()
    assert replay.main([str(path), str(path)], True, out, io.StringIO()) == 0
    assert json.loads(out.getvalue().splitlines()[0])["file"].endswith("caf\\xe9.mus")
    out.getvalue().encode("utf-8")


def test_windows_files_and_byte_order_marks_are_read(path: Path) -> None:
    text = RECORD.replace("\n", "\r\n")
    assert replayed(path, b"\xef\xbb\xbf" + text.encode()) == replayed(path, RECORD)


def test_other_keys_are_kept_for_those_who_know_them() -> None:
    record = read_record(HEADER + "[fair]\nseeds = ['00']\n[[deal]]\n")
    assert record.extra == {"fair": {"seeds": ["00"]}}
    assert record.match.deal.mano == 1


@given(options(), seeds, st.integers(0, 80), st.data())
def test_a_damaged_record_is_read_or_refused_in_one_line(
    rules: Options, seed: int, length: int, data: st.DataObject
) -> None:
    """A character or a run of them cut out, doubled or changed, anywhere in the record of any game."""
    text = write_record(played(rules, seed, length))
    start = data.draw(st.integers(0, len(text) - 1))
    stop = data.draw(st.integers(start, min(len(text), start + 30)))
    put = data.draw(
        st.sampled_from(["", "1", " ", "\n", '"', "[[deal]]\n", text[start:stop] * 2, "\x00", "R"])
    )
    damaged = text[:start] + put + text[stop:]
    told = ""
    try:
        record = read_record(damaged)
    except RecordError as error:
        told = str(error)
    else:
        assert isinstance(record.match, Match)
    assert len(told) > 10 or not told
    assert "\n" not in told
