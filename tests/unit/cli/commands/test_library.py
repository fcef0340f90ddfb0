"""The command ``library``: what it lists, shows and writes."""

import pytest

from gudgeon.model import files
from gudgeon.model.library import NAMES, library, library_fits
from tests.support.command_line import gudgeon


def test_the_library_is_listed_and_shown_as_a_model():
    assert [line.split()[0] for line in gudgeon("library").output.splitlines()] == list(NAMES)
    assert files.loads(gudgeon("library", "four-bar").output) == library("four-bar")


def test_a_mechanism_of_the_library_is_shown_with_the_fits_that_its_joints_have_by_name():
    lines = gudgeon("library", "four-bar").output.splitlines()
    shown = [line.split()[1] for line in lines if line.startswith("#   ")]
    assert shown == [f"joints.C.fit={name}" for name in library_fits("four-bar")["C"]]
    assert not gudgeon("library", "pendulum").output.startswith("#")


def test_a_mechanism_of_the_library_is_shown_as_it_was_set():
    output = gudgeon(
        "library",
        "four-bar",
        "--set",
        "joints.C.fit=clearance-friction",
        "--set",
        "joints.C.fit.friction.mu_k=0.2",
    ).output
    loose = library("four-bar", C="clearance-friction")
    assert files.loads(output) == files.set_values(loose, ["joints.C.fit.friction.mu_k=0.2"])


def test_a_fit_by_name_follows_from_the_sizes_that_were_set():
    """K goes with 1/sqrt(c) for small c, whatever the order of the settings: R_i R_j/(R_i - R_j)
    = 0.01 (0.01 - c)/c.
    """
    settings = ["--set", "joints.C.fit=clearance", "--set", "joints.C.radial_clearance=0.1 mm"]
    thin = files.loads(gudgeon("library", "four-bar", *settings).output).joint("C")
    assert thin.gap() == 1e-4
    wide = library("four-bar", C="clearance").joint("C")
    assert thin.fit.contact.stiffness / wide.fit.contact.stiffness == pytest.approx(
        (99 / 49) ** 0.5, rel=1e-12
    )


def test_a_mechanism_of_the_library_is_written_to_a_new_file_only(tmp_path):
    path = tmp_path / "mine.yaml"
    gudgeon("library", "four-bar", "--write", path)
    assert files.read(path) == library("four-bar")
    path.write_text("my work")
    gudgeon("library", "four-bar", "--write", path, code=2)
    assert path.read_text() == "my work"
