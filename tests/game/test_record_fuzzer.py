"""The reader of records under atheris: ``pip install atheris`` and MUSBOT_LONG=1 search for two minutes.

Nothing else needs atheris, which is not to be had for every Python; hypothesis searches at every run
(`test_damaged_records`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from musbot.game import Options
from musbot.game.actions import Word
from musbot.game.options import PRESETS
from musbot.game.record import write_record

from .fair_games import NAMES, fair_game
from .test_damaged_records import RECORD

SECONDS = 120

pytestmark = [
    pytest.mark.skipif(not os.environ.get("MUSBOT_LONG"), reason="a long search: MUSBOT_LONG=1 runs it"),
    pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed: pip install atheris"),
    pytest.mark.timeout(SECONDS + 120),
]


def test_whatever_atheris_finds_is_read_or_refused(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "two-deals.mus").write_text(RECORD)
    for seed, rules in enumerate(PRESETS):
        match, deals = fair_game(seed, Options.of(rules, target=20))
        (corpus / f"{rules}.mus").write_text(write_record(match, NAMES, fair=deals))
    words = [word.value for word in Word] + [
        "deal",
        "drop",
        "[[deal]]",
        "[[fair]]",
        "[options]",
        "actions = ",
    ]
    dictionary = tmp_path / "words.dict"
    dictionary.write_text("".join(f'"{word}"\n' for word in words))
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.game.record_fuzzer",
            f"-max_total_time={SECONDS}",
            "-max_len=8192",
            "-timeout=10",
            f"-dict={dictionary}",
            f"-artifact_prefix={tmp_path}/",
            str(corpus),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    (runs,) = re.findall(r"^Done (\d+) runs", done.stderr, re.MULTILINE)
    print(
        f"{runs} texts, {len(list(corpus.iterdir()))} kept since they took a new way, none surprised the reader"
    )
