import pytest

import gudgeon as gd
from gudgeon.model.exchange import MAX_BYTES
from gudgeon.model.exchange.imported import Imported, Note, Report


def test_a_report_says_what_is_there_and_what_is_not():
    report = Report("robot.urdf")
    report.lost(3, "the gear is left out")
    report.unused(9, "a colour is not read")
    mechanism = gd.library("pendulum")
    text = str(Imported(mechanism, tuple(report.notes)))
    assert text.splitlines() == [
        "1 body, 1 joint",
        "left out, and the motion may depend on it:",
        "  robot.urdf:3: the gear is left out",
        "left out, without effect on the motion:",
        "  robot.urdf:9: a colour is not read",
    ]


def test_a_note_without_a_place_is_its_text():
    assert str(Note("", "something")) == "something"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("none.adm", None, "there is no such file"),
        ("model.sldasm", b"", "cannot be imported by its ending"),
        ("large.adm", b" " * (MAX_BYTES + 1), "is larger than 32 MB"),
    ],
)
def test_files_that_cannot_be_read_are_refused(tmp_path, name, content, words):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(gd.InputError, match=words) as caught:
        gd.import_model(path)
    assert caught.value.location == str(path)


def test_a_folder_is_refused(tmp_path):
    (tmp_path / "own.adm").mkdir()
    with pytest.raises(gd.InputError, match="cannot be read"):
        gd.import_model(tmp_path / "own.adm")


def test_letters_of_other_encodings_are_read(tmp_path):
    from tests.support.adams_datasets import written

    path = written(tmp_path, "JOINT/1, REV, I=11, J=22 ! Gelenk für Ü")
    path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
    assert gd.import_model(path).mechanism.joints[0].name == "joint1"
