"""Copies of the database: whole, checked, as many as are wanted, and put back without losing what was there."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from musbot.hosting import copies
from musbot.hosting.copies import BadCopy, all_copies, copies_of, look_at, make_copy, put_back
from musbot.store.errors import NewerDatabase, UnusableDatabase
from musbot.store.holding import InUse, held
from tests.hosting.conftest import run

pytestmark = pytest.mark.sqlite("copies of files; dumps are in test_dumps.py")


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(statement)
        connection.commit()


def rows(database: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(database)) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in sorted(names)}


def test_a_copy_is_one_private_file_with_every_row(database: Path, folder: Path) -> None:
    looked, gone = make_copy(database, folder / "copies")
    assert rows(looked.path) == rows(database)
    assert looked.rows["games"] == 1
    assert looked.rows["tables"] == 2
    assert gone == []
    assert list((folder / "copies").iterdir()) == [looked.path]
    assert stat.S_IMODE(looked.path.stat().st_mode) == 0o600


def test_what_is_written_but_not_yet_in_the_file_is_copied_too(database: Path, folder: Path) -> None:
    with closing(sqlite3.connect(database)) as bot:
        bot.execute("PRAGMA wal_autocheckpoint = 0")
        bot.execute("INSERT INTO people (person_id, name) VALUES (77, 'Newest')")
        bot.commit()
        looked, _ = make_copy(database, folder)
        assert database.with_name("musbot.db-wal").stat().st_size > 0, "it is in no file but that"
    assert (77, "Newest") in [row[:2] for row in rows(looked.path)["people"]]


def test_a_copy_of_a_copy_with_its_log_beside_it_is_whole(database: Path, folder: Path) -> None:
    """What `restore` put aside can be restored: it may be three files."""
    looked, _ = make_copy(database, folder)
    with closing(sqlite3.connect(looked.path)) as open_copy:
        open_copy.execute("PRAGMA journal_mode = WAL")
        open_copy.execute("INSERT INTO people (person_id, name) VALUES (77, 'Newest')")
        open_copy.commit()
        put_back(looked.path, database)
    assert (77, "Newest") in [row[:2] for row in rows(database)["people"]]


def test_only_the_newest_copies_stay_and_nothing_else_is_touched(database: Path, folder: Path) -> None:
    place = folder / "copies"
    place.mkdir()
    others = [
        place / "musbot-notes.db",
        place / "other-20200101T000000Z.db",
        place / "musbot-20200101T000000Z.txt",
    ]
    for other in others:
        other.touch()
    old = place / "musbot-20200101T000000Z.db"
    old.touch()
    made = [make_copy(database, place, keep=2) for _ in range(3)]
    assert made[0][1] == []
    assert made[1][1] == [old]
    assert made[2][1] == [made[0][0].path]
    assert copies_of(database, place) == [made[1][0].path, made[2][0].path]
    assert all(other.exists() for other in others)


def test_a_failed_copy_deletes_nothing(database: Path, folder: Path) -> None:
    looked, _ = make_copy(database, folder)
    damage(database)
    with pytest.raises(UnusableDatabase):
        make_copy(database, folder, keep=1)
    assert copies_of(database, folder) == [looked.path]
    assert not list(folder.glob("*.part"))


def damage(database: Path) -> None:
    """Overwrite pages in the middle of a database, as a dying disk does."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(database.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 40_000] = b"\xa5" * 40_000
    database.write_bytes(content)


def test_what_is_no_whole_database_is_no_copy(database: Path, folder: Path) -> None:
    good, _ = make_copy(database, folder)
    whole = good.path.read_bytes()
    path = folder / "candidate.db"
    with pytest.raises(BadCopy, match="no file"):
        look_at(path)
    path.write_text("not a database at all, but longer than a header of one would be: " * 20)
    with pytest.raises(BadCopy, match="no whole database"):
        look_at(path)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadCopy):
        look_at(path)
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE something (a)")
    with pytest.raises(BadCopy, match="no database of musbot's"):
        look_at(path)
    path.write_bytes(whole)
    change(path, "DELETE FROM events WHERE table_id = 1 AND seq = 3")
    with pytest.raises(BadCopy, match="a row of events belongs to one of events that is not there"):
        look_at(path)
    path.write_bytes(whole)
    change(path, "DELETE FROM tables WHERE table_id = 2")
    with pytest.raises(BadCopy, match="not there"):
        look_at(path)
    path.write_bytes(whole)
    change(path, "UPDATE alembic_version SET version_num = '0999'")
    with pytest.raises(NewerDatabase, match="0999"):
        look_at(path)


def test_a_copy_is_put_back_and_what_was_there_is_kept(database: Path, folder: Path) -> None:
    looked, _ = make_copy(database, folder / "data" / "backups")
    before = rows(database)
    change(database, "INSERT INTO people (person_id, name) VALUES (77, 'Later')")
    later = rows(database)
    restored, aside = put_back(looked.path, database)
    assert rows(database) == before
    assert restored.rows == looked.rows
    assert aside is not None
    assert rows(aside) == later
    assert set(all_copies(database, folder / "data" / "backups")) == {looked.path, aside}


def test_a_damaged_copy_changes_nothing(database: Path, folder: Path) -> None:
    looked, _ = make_copy(database, folder)
    damage(looked.path)
    before = rows(database)
    with pytest.raises(BadCopy):
        put_back(looked.path, database)
    assert rows(database) == before
    assert not list(database.parent.glob("*.replaced-*"))


def test_no_copy_takes_the_place_of_a_database_in_use(database: Path, folder: Path) -> None:
    looked, _ = make_copy(database, folder)
    before = rows(database)
    with held(database), held(database), pytest.raises(InUse, match="stop it first"):
        put_back(looked.path, database)
    assert rows(database) == before
    with held(database, alone=True), pytest.raises(InUse, match="being restored"), held(database):
        pass
    put_back(looked.path, database)


def test_the_commands(database: Path, folder: Path) -> None:
    made = run("backup", "--keep", "1")
    assert (made.returncode, made.stderr) == (0, "")
    (copy,) = copies_of(database, folder / "data" / "backups")
    assert f"copied to {copy.relative_to(folder)}" in made.stdout
    assert "2 tables" in made.stdout
    assert "1 games" in made.stdout

    change(database, "INSERT INTO people (person_id, name) VALUES (77, 'Later')")
    refused = run("restore", copy, stdin="n\n")
    assert (refused.returncode, refused.stderr) == (1, "musbot: nothing was restored\n")
    assert (77, "Later") in [row[:2] for row in rows(database)["people"]]
    with held(database):
        busy = run("restore", copy, "--yes")
    assert busy.returncode == 2
    assert busy.stderr.count("\n") == 1
    assert "a bot runs on the database" in busy.stderr

    done = run("restore", copy, "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert "as it was before: " in done.stdout
    assert (77, "Later") not in [row[:2] for row in rows(database)["people"]]


def test_erasing_names_every_copy(database: Path, folder: Path) -> None:
    looked, _ = make_copy(database, folder / "data" / "backups")
    result = run("erase", "1", "--yes")
    assert result.returncode == 0, result
    assert str(looked.path.relative_to(folder)) in result.stdout


def test_there_is_nothing_to_copy(folder: Path) -> None:
    result = run("backup")
    assert (result.returncode, result.stderr) == (2, "musbot: there is no database data/musbot.db\n")
    assert run("backup", MUSBOT_DATABASE=":memory:").returncode == 2
    assert run("backup", "--keep", "0").returncode == 2


def test_a_name_is_given_once(database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "_now", lambda: "20261130T120000Z")
    made = [make_copy(database, folder)[0].path for _ in range(3)]
    assert len(set(made)) == 3
    assert copies_of(database, folder) == made
