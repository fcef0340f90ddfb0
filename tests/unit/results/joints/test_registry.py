"""The class that reads a joint is found by what its fit declares, or by the layout where the
description is not known.
"""

from collections.abc import Iterator

import pytest

import gudgeon as gd
from gudgeon._base.description import description
from gudgeon.results import joint_summary, metrics
from gudgeon.results.joints import (
    REGISTRY,
    BushingJointResult,
    ClearanceJointResult,
    JointResult,
    LubricatedJointResult,
    class_of,
    joint_modes,
    listing_dimensions,
)
from gudgeon.results.joints.base import register
from gudgeon.results.result import Result
from tests.support import compliant_results, synthetic_results

STEEL = gd.Hertz(stiffness=1e9)


@pytest.mark.parametrize(
    ("fit", "kind"),
    [
        (gd.Ideal(), JointResult),
        (gd.Clearance(contact=STEEL), ClearanceJointResult),
        (gd.Bushing(radial=1e6), BushingJointResult),
        (gd.Lubricated(film=gd.SqueezeFilm(viscosity=0.1)), LubricatedJointResult),
    ],
    ids=lambda given: getattr(given, "__name__", type(given).__name__),
)
def test_a_fit_declares_what_reads_its_results(fit, kind) -> None:
    assert REGISTRY.get(fit.result_kind(), JointResult) is kind


def test_radial_play_of_a_mixed_joint_is_read_as_a_clearance() -> None:
    radial, axial = (
        gd.Mixed(**{motion: gd.Play(contact=STEEL, clearance=1e-3)})
        for motion in ("radial", "axial")
    )
    assert issubclass(REGISTRY[radial.result_kind()], ClearanceJointResult)
    assert not issubclass(REGISTRY[axial.result_kind()], ClearanceJointResult)


def test_without_a_description_the_layout_tells_gaps_and_films_apart() -> None:
    known = compliant_results.result()
    lost = Result(None, known.layout, known.data, known.outcome, impacts=known.impacts.rows)
    films, gaps = (set(known.layout.labels[dim]) for dim in ("film", "clearance"))
    for name in known.layout.labels["joint"]:
        expected = (
            LubricatedJointResult
            if name in films
            else ClearanceJointResult
            if name in gaps
            else JointResult
        )
        assert class_of(lost, name) is expected


def test_the_layout_lists_joints_along_the_dimensions_of_their_classes() -> None:
    assert listing_dimensions() == ("clearance", "film", "joint_friction")
    assert joint_modes() == (*ClearanceJointResult.modes, *LubricatedJointResult.modes)


def test_a_fit_from_elsewhere_brings_its_own_class(monkeypatch) -> None:
    """Nothing but its registration makes it appear in the summary and among the metrics."""
    monkeypatch.setitem(REGISTRY, "glued", JointResult)

    @description
    class Glued(gd.Ideal):
        """An ideal joint with another name."""

        def result_kind(self) -> str:
            return "glued"

    @register("glued")
    class GluedJointResult(JointResult):
        """Reads glue."""

        modes = ("sticking",)
        summary_title = "glue"

        @property
        def mode_fractions(self) -> dict[str, float]:
            return {"sticking": 1.0}

        def summary_lines(self) -> Iterator[str]:
            yield f"{self.name}: sticks"

    plain = synthetic_results.result(5)
    name = plain.layout.labels["joint"][0]
    glued = Result(plain.mechanism.with_fit(name, Glued()), plain.layout, plain.data, plain.outcome)
    assert type(glued.joint(name)) is GluedJointResult
    assert joint_summary.of_joints(glued)["glue"] == [f"{name}: sticks"]
    assert metrics.standard(glued)[f"sticking of {name}"].value == 1.0
