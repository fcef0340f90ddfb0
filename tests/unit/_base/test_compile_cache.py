"""The disk cache of compiled code: it heals itself, is private, bounded, and works without a
folder.
"""

import os
import random
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gudgeon._base import compile_cache

KEY, CONTENT = "unit x86-64-v2 stamp", bytes(range(256)) * 4


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GUDGEON_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def files_of(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def damage(content: bytes, rng: random.Random) -> bytes:
    """Return what a bad disk, an incomplete copy or another program may leave."""
    place = rng.randrange(len(content))
    return rng.choice(
        [
            content[:place],
            b"",
            bytes(len(content)),
            content[:place]
            + bytes([content[place] ^ (1 << rng.randrange(8))])
            + content[place + 1 :],
            content[:place] + rng.randbytes(rng.randint(1, 200)) + content[place:],
            rng.randbytes(len(content)),
            content + content[:place],
        ]
    )


def test_what_was_written_is_found_again(folder: Path) -> None:
    assert compile_cache.read(KEY) is None
    compile_cache.write(KEY, CONTENT)
    assert compile_cache.read(KEY) == CONTENT
    assert compile_cache.read(KEY + "x") is None


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_file_is_passed_over_and_replaced(seed: int, folder: Path) -> None:
    compile_cache.write(KEY, CONTENT)
    (path,) = files_of(folder)
    whole = path.read_bytes()
    damaged = damage(whole, random.Random(seed))
    path.write_bytes(damaged)
    assert compile_cache.read(KEY) == (CONTENT if damaged == whole else None)
    compile_cache.write(KEY, CONTENT)
    assert compile_cache.read(KEY) == CONTENT


def test_a_file_of_other_sources_is_not_taken_even_in_its_place(folder: Path) -> None:
    compile_cache.write(KEY, CONTENT)
    (path,) = files_of(folder)
    compile_cache.write("unit x86-64-v2 other", b"other code")
    (other,) = set(files_of(folder)) - {path}
    os.replace(other, path)
    assert compile_cache.read(KEY) is None


ODD = [
    Path.mkdir,
    os.mkfifo,
    lambda path: path.symlink_to("/nowhere/x"),
    lambda path: path.symlink_to(path.name),
]


@pytest.mark.parametrize("make", ODD, ids=["folder", "pipe", "link to nowhere", "link to itself"])
def test_what_is_no_file_is_not_waited_for(make, folder: Path) -> None:
    compile_cache.write(KEY, CONTENT)
    (path,) = files_of(folder)
    path.unlink()
    make(path)
    assert compile_cache.read(KEY) is None


def test_code_that_cannot_be_written_is_announced(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog
) -> None:
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    compile_cache.write(KEY, CONTENT)
    assert "No space left on device" in caplog.text
    assert not files_of(folder)


# -- private ---------------------------------------------------------------------------------------


def test_folder_and_files_are_private(folder: Path) -> None:
    compile_cache.write(KEY, CONTENT)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in files_of(folder)} == {0o600}


@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_a_folder_that_others_can_write_is_not_used(mode: int, folder: Path) -> None:
    compile_cache.write(KEY, CONTENT)
    folder.chmod(mode)
    assert compile_cache.folder() is None
    assert compile_cache.read(KEY) is None
    compile_cache.write("other x86-64-v2 stamp", CONTENT)
    assert len(files_of(folder)) == 1


def test_a_file_that_others_can_write_is_not_read(folder: Path) -> None:
    compile_cache.write(KEY, CONTENT)
    (path,) = files_of(folder)
    path.chmod(0o666)
    assert compile_cache.read(KEY) is None


def test_what_belongs_to_somebody_else_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_cache.write(KEY, CONTENT)
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert compile_cache.folder() is None
    assert compile_cache.read(KEY) is None


@pytest.mark.parametrize("home", ["/dev/null/x", "/proc/nowhere"])
def test_without_a_folder_nothing_is_kept_and_nothing_fails(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUDGEON_CACHE_DIR", home)
    compile_cache.write(KEY, CONTENT)
    assert compile_cache.read(KEY) is None
    with compile_cache.lock(KEY):
        pass


# -- bounded ---------------------------------------------------------------------------------------


def test_the_files_that_were_not_used_for_longest_make_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile_cache, "ROOM", 3 * (len(CONTENT) + compile_cache.DIGEST_BYTES))
    for k in range(3):
        compile_cache.write(f"unit {k}", CONTENT)
        os.utime(compile_cache._path(f"unit {k}"), (k, k))  # type: ignore[arg-type]
    assert compile_cache.read("unit 0") == CONTENT  # used just now
    compile_cache.write("unit 3", CONTENT)
    assert [compile_cache.read(f"unit {k}") is not None for k in range(4)] == [
        True,
        False,
        True,
        True,
    ]


def test_what_killed_processes_left_is_removed(folder: Path) -> None:
    compile_cache.write(KEY, CONTENT)
    left = [folder / "unit.tmp", folder / "unit.lock"]
    for path in left:
        path.touch()
        os.utime(path, (0, 0))
    new = folder / "new.tmp"
    new.touch()
    compile_cache.write(KEY, CONTENT)
    assert new.exists() and not any(path.exists() for path in left)


# -- locks -----------------------------------------------------------------------------------------

COMPILE = """
import sys, time
from gudgeon._base import compile_cache

with compile_cache.lock("unit stamp"):
    if compile_cache.read("unit stamp") is None:
        time.sleep(1.0)
        compile_cache.write("unit stamp", b"code")
        print("compiled")
"""


def test_of_several_processes_one_compiles_and_the_others_wait(folder: Path) -> None:
    environment, pipe = {**os.environ, "GUDGEON_CACHE_DIR": str(folder)}, subprocess.PIPE
    started = [
        subprocess.Popen(
            [sys.executable, "-c", COMPILE], env=environment, stdout=pipe, stderr=pipe, text=True
        )
        for _ in range(4)
    ]
    outcomes = [(process.communicate(timeout=300), process.returncode) for process in started]
    assert all(code == 0 for _, code in outcomes), outcomes
    assert sorted(out for (out, _), _ in outcomes) == ["", "", "", "compiled\n"]
    assert {err for (_, err), _ in outcomes} <= {
        "",
        "waiting for another process that compiles the same, once...\n",
    }
    assert not list(folder.rglob("*.lock"))


def test_a_process_waits_with_a_word_and_not_forever(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog
) -> None:
    monkeypatch.setattr(compile_cache, "PATIENCE", 0.5)
    monkeypatch.setattr(compile_cache, "_told", set())
    compile_cache.write(KEY, CONTENT)
    held = compile_cache._locked(compile_cache._path(KEY).with_suffix(".lock"))  # type: ignore[union-attr]  # as another process would
    for _ in ("once", "once more"):
        begin = time.monotonic()
        with compile_cache.lock(KEY):
            assert time.monotonic() - begin > 0.5
    assert caplog.text.count("waiting for another process") == 1
    monkeypatch.setattr(compile_cache, "PATIENCE", 600.0)
    begin = time.monotonic()
    with compile_cache.lock(KEY, lambda: True):
        assert time.monotonic() - begin < 60
    os.close(held)


def test_without_a_home_no_code_is_read_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user without a home and without an entry in the list of users, as in a container: "~"
    stays what it is.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GUDGEON_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert compile_cache.folder() is None
    assert not any(tmp_path.iterdir())


def test_a_general_cache_folder_must_be_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GUDGEON_CACHE_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert compile_cache.folder() == tmp_path / "home" / ".cache" / "gudgeon"
