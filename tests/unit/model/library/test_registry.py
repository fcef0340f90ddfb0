"""The register: names, durations, and how joints are made otherwise by name."""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.model.library import NAMES, registry
from gudgeon.model.library.registry import NamedFit, fits, listed, refitted


def test_every_name_has_a_line_of_description_and_its_duration():
    assert set(NAMES) == set(DURATIONS)
    for name, duration in DURATIONS.items():
        assert NAMES[name] and "\n" not in NAMES[name]
        assert gd.library(name).duration == duration


DURATIONS = {
    "spatial-slider-crank": 5, "triple-pendulum": 4, "planar-slider-crank": 0.12, "four-bar": 2, "revolute-slider-crank": 1, "pendulum": 10,
    "four-bar-windows": 10, "andrews-squeezer": 0.05, "bricard": 10, "governor": 10,
    "translational-slider-crank": 0.2,
}  # fmt: skip


def test_joint_can_be_made_ideal_by_name_or_by_object():
    assert gd.library("four-bar", C="ideal", D=gd.Ideal()) == gd.library("four-bar")


def test_unknown_mechanism_names_the_nearest_spelling():
    with pytest.raises(gd.InputError, match="Did you mean 'four-bar'"):
        gd.library("fourbar")


def test_unknown_joint_of_a_fit_is_refused():
    with pytest.raises(
        gd.InputError, match=r"joints\.X: 'four-bar' has no joint 'X'.*'A', 'B', 'C', 'D'"
    ):
        gd.library("four-bar", X="ideal")


def test_unknown_fit_names_the_nearest_spelling():
    with pytest.raises(
        gd.InputError,
        match=r"joints\.C\.fit: unknown fit 'idael' of joint 'C'. Did you mean 'ideal'",
    ):
        gd.library("four-bar", C="idael")


def test_a_fit_that_another_joint_has_is_refused_with_that_joint():
    with pytest.raises(
        gd.InputError,
        match=r"joints\.B\.fit: unknown fit 'clearance' of joint 'B'. Joint 'C' has it.",
    ):
        gd.library("four-bar", B="clearance")


def test_sizes_of_a_named_fit_follow_the_clearance_that_is_set():
    from gudgeon.cli.common import Model

    model = Model(
        "planar-slider-crank",
        settings=("joints.C.fit=lubricated", "joints.C.radial_clearance=0.1 mm"),
    )
    assert model.mechanism.joint("C").fit.e_1 == pytest.approx(5e-6, rel=1e-12)


# -- a register of one's own -----------------------------------------------------------------------


@pytest.fixture
def swing(monkeypatch):
    """A mechanism that the library does not know, listed for one test."""
    for table in ("NAMES", "BUILDERS", "_FITS"):
        monkeypatch.setattr(registry, table, dict(getattr(registry, table)))

    def build():
        """A swing on a ball.

        And more about it.
        """
        joint = gd.Spherical(
            "A", between=("ground", "seat"), point=(0, 0, 0), radial_clearance=2e-4
        )
        return gd.Mechanism(bodies=[gd.Body("seat", mass=1, inertia=(1, 1, 1))], joints=[joint])

    soft = NamedFit("soft rubber", lambda joint: gd.Bushing(radial=1e3 * joint.gap()))
    return listed("swing", A={"soft": soft})(build)


def test_a_builder_is_listed_by_the_first_line_of_its_docstring_and_stays_itself(swing):
    assert registry.NAMES["swing"] == "A swing on a ball"
    assert registry.BUILDERS["swing"] is swing
    assert fits("swing") == {"A": {"soft": "soft rubber"}}


def test_a_named_fit_takes_the_sizes_that_the_joint_has_now(swing):
    made = swing()
    wide = dataclasses.replace(
        made, joints=(dataclasses.replace(made.joints[0], radial_clearance=1e-3),)
    )
    found = [
        refitted("swing", mechanism, {"A": "soft"}).joint("A").fit for mechanism in (made, wide)
    ]
    assert found == [gd.Bushing(radial=0.2), gd.Bushing(radial=1.0)]
    assert made.joint("A").fit == gd.Ideal()
