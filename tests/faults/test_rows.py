"""Every fault of the list has tests that exist, or a reason why it needs none."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.faults.rows import ROWS

TESTS = Path(__file__).parents[1]

IDS = """
A1 A2 A3 A4 A5 A6 A8 A9 A10 A12 A14 A15 A17
B1 B2 B3 B6 B9 B11 B12
C1 C2
D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D14 D15 D16
E1 E2 E3 E5 E6 E7 E8 E9
F2 F3 F4 F6
G1 G2 G4 G7 G9 G10
H2 H4 H6
I1 I2 I3 I4 I5
J1 J2 J3 J4 J5 J7 J8 J9 J10
K1 K2 K5 K6 K7 K8
L1 L2 L3 L4 L5 L8 L9
M1 M3 M4 M6 M7 M8 M9
N2 N3 N4
O1 O2 O3
P1 P3
""".split()  # noqa: SIM905 - a letter a line


@cache
def names_of(module: str) -> frozenset[str]:
    """The tests of a module, as it is written."""
    tree = ast.parse((TESTS / f"{module}.py").read_text())
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_")
    )


def test_every_row_is_there() -> None:
    assert list(ROWS) == IDS


@pytest.mark.parametrize("row_id", IDS)
def test_a_row_names_tests_that_exist_or_says_why_there_is_none(row_id: str) -> None:
    row = ROWS[row_id]
    assert row.fault
    assert bool(row.tests) != bool(row.why_not)
    for each in row.tests:
        module, name = each.split("::")
        assert name in names_of(module), f"{row_id}: there is no {each}"


def test_no_test_that_names_a_row_is_left_out() -> None:
    """A test called ``test_d7_...`` is about row D7, which exists."""
    for path in TESTS.rglob("test_*.py"):
        for name in names_of(path.relative_to(TESTS).with_suffix("").as_posix()):
            first = name.removeprefix("test_").split("_")[0]
            if first[:1] in "abcdefghijklmnop" and first[1:].isdigit():
                assert first.upper() in IDS, f"{path.name}: {name}"
