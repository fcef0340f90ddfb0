"""The checkpoint beside the file of a run: when it is written, and that it goes."""

import time

from gudgeon.simulation import safety_copy
from gudgeon.simulation.safety_copy import SafetyCopy, read_safety_copy, safety_copy_of


class Bytes:
    """A checkpoint that takes some time to be told."""

    def __init__(self, content: bytes, seconds: float = 0.0) -> None:
        self.content, self.seconds = content, seconds

    def to_bytes(self) -> bytes:
        time.sleep(self.seconds)
        return self.content


def test_one_takes_the_place_of_the_other_and_goes_at_the_end(tmp_path) -> None:
    path = tmp_path / "run.h5"
    safety_copy_of(path).write_bytes(b"of a run before")
    copy = SafetyCopy(path)
    assert read_safety_copy(path) is None
    for content in (b"first", b"second"):
        copy.write(Bytes(content))
        assert read_safety_copy(path) == content
    copy.remove()
    copy.remove()
    assert not list(tmp_path.iterdir())


def test_they_take_a_small_share_of_the_time(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(safety_copy, "INTERVAL", 0.0)
    copy = SafetyCopy(tmp_path / "run.h5")
    assert copy.due
    copy.write(Bytes(b"long", seconds=0.05))
    assert not copy.due
    assert copy._next - time.monotonic() > 0.05 / safety_copy.SHARE - 1.0


def test_where_it_cannot_be_written_the_run_goes_on(tmp_path) -> None:
    copy = SafetyCopy(tmp_path / "run.h5")
    copy.path.mkdir()  # in its way
    (copy.path / "content").touch()
    copy.write(Bytes(b"content"))
    copy.remove()
    assert read_safety_copy(tmp_path / "run.h5") is None
