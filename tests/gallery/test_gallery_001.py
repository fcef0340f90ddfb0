"""The gallery's planar slider-crank of [Flores2004]: its runs agree between integrators, its
judges follow the numbers.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon_gallery import Evidence, Verdict, make, paper, write
from gudgeon_gallery.flores2004 import (
    DEEP,
    DRY,
    FLIGHT,
    FOUND,
    FRICTION,
    HALF,
    HYBRID,
    IDEAL,
    TURN,
    hybrid_forces,
    last_turns,
    slider_crank,
)
from gudgeon_gallery.pages import judge
from gudgeon_gallery.runs import Made
from gudgeon_gallery.statistics import members

PAPER = paper("flores2004")
CLAIMS = {claim.name: claim for claim in PAPER.claims}


@pytest.fixture(scope="module")
def made() -> Made:
    return make(PAPER, quick=True)


def judged(name: str, made: Made, instead: Mapping[str, str] | None = None) -> Verdict:
    """Return the verdict on a claim, some runs taking the place of others."""
    runs: dict[str, Evidence] = {
        run: made.evidence[(instead or {}).get(run, run)] for run in CLAIMS[name].runs
    }
    return CLAIMS[name].judge(runs)


def test_all_claims_are_judged_and_all_figures_drawn(made: Made, tmp_path: Path) -> None:
    assert not made.failures
    assert [row.claim.name for row in judge(made)] == list(CLAIMS)
    assert {row.outcome for row in judge(made)} == {"not judged", "not counted"}
    pictures = [path for path in write(made, tmp_path) if path.suffix == ".png"]
    assert [path.stem for path in pictures] == [
        "fig10",
        "fig12",
        "fig13",
        "fig14",
        "fig15",
        "fig16",
        "fig17",
    ]
    assert all(
        path.with_suffix(ending).stat().st_size > 10_000
        for path in pictures
        for ending in (".png", ".svg", ".csv")
    )


def test_the_ideal_slider_moves_as_the_closed_form_says(made: Made) -> None:
    """x = r cos θ + sqrt(l² - r² sin² θ) with θ = ω t; the window must begin after whole turns,
    at dead centre.
    """
    result = made.evidence[IDEAL].result
    begin, end = last_turns(result)
    assert (begin / TURN, end / TURN) == pytest.approx((1, 3))
    theta = 2 * np.pi * result.t / TURN
    x = 0.05 * np.cos(theta) + np.sqrt(0.12**2 - (0.05 * np.sin(theta)) ** 2)
    np.testing.assert_allclose(result.body("slider").position[:, 0], x, atol=1e-10)


def test_hybrid_forces_are_those_of_film_and_contact_and_hand_over_between() -> None:
    """[Flores2004, eq. 35]: the film up to c, dry contact from c + e_0 on, halfway the mean of
    both.
    """
    joint = slider_crank("lubricated-full")().joint("C")
    gap = joint.gap()
    e_0, _ = joint.fit.hand_over(gap)
    e, film, dry, hybrid = hybrid_forces(joint, 0.1)
    np.testing.assert_array_equal(hybrid[e <= gap], film[e <= gap])
    np.testing.assert_allclose(hybrid[e > gap + e_0], dry[e > gap + e_0], rtol=1e-12)
    middle = int(np.abs(e - gap - e_0 / 2).argmin())
    share = (e[middle] - gap) / e_0
    assert hybrid[middle] == pytest.approx(
        (1 - share) * film[middle] + share * dry[middle], rel=1e-12
    )
    law = joint.fit.contact
    depth = e[-1] - gap
    assert dry[-1] == pytest.approx(
        law.stiffness * depth**1.5 * (1 + 0.75 * (1 - law.restitution**2)), rel=1e-9
    )


@pytest.mark.parametrize("name", [DRY, FRICTION])
def test_contacts_within_the_horizon_begin_at_the_same_time_with_another_integrator(
    made: Made, name: str
) -> None:
    """The least that a figure may promise: 1e-6 s, whatever method is used."""
    horizon = made.evidence[name].horizon
    assert horizon is not None
    run = next(run for run in PAPER.runs if run.name == name)
    starts = [
        gd.simulate(run.mechanism(), horizon.time, rtol=1e-11, method=method).impacts["start"]
        for method in ("adams", "dop853")
    ]
    assert len(starts[0]) == len(starts[1]) > 10
    np.testing.assert_allclose(starts[0], starts[1], atol=1e-6)


def test_twins_of_the_dry_joint_differ_and_those_with_friction_do_not_yet(made: Made) -> None:
    """Dry, the motion is lost after about two turns (two programs agreed on that); with friction
    three turns are predictable.
    """

    def spread(name: str) -> float:
        last = [result.body("slider").velocity[-1, 0] for result in members(made.evidence[name])]
        return float(np.ptp(last))

    dry, friction = (made.evidence[name].horizon for name in (DRY, FRICTION))
    assert dry is not None and friction is not None
    assert dry.lost and dry.time < 2.5 * TURN and friction.time == pytest.approx(3 * TURN)
    assert spread(FRICTION) < 0.01 * spread(DRY)


def test_judges_follow_the_numbers_not_the_names(made: Made) -> None:
    """With the dry run in the place of the one with friction and the other way round, what held
    does not hold any more.
    """
    swapped = {DRY: FRICTION, FRICTION: DRY}
    assert judged("friction lowers the peaks", made).outcome == "holds"
    assert judged("friction lowers the peaks", made, swapped).outcome == "does not hold"
    assert judged("friction keeps contact", made).outcome == "holds in part"
    assert judged("friction keeps contact", made, swapped).outcome == "does not hold"
    assert judged("film as a damper", made).outcome == "holds"
    assert (
        judged("film as a damper", made, {DRY: HYBRID, HYBRID: DRY, HALF: DRY}).outcome
        == "does not hold"
    )
    assert (
        judged("forces are reduced", made, {FRICTION: DRY, HYBRID: DRY, HALF: DRY}).outcome
        == "does not hold"
    )
    assert judged("film like friction", made, {HYBRID: DRY}).outcome == "does not hold"
    assert judged("predictable response", made).outcome == "holds in part"
    assert (
        judged(
            "predictable response", made, {DRY: FRICTION, HYBRID: FRICTION, HALF: FRICTION}
        ).outcome
        == "holds"
    )
    assert judged("size of steps", made).outcome == "holds"
    # with contacts in it, it is no flight
    assert judged("size of steps", made, {FLIGHT: FOUND}).outcome != "holds"


def test_the_late_found_contact_is_stronger(made: Made) -> None:
    """A journal that is noticed 0.1 mm deep meets a stiffer spring; that all contacts are found
    in time changes nothing.
    """
    assert judged("detection of contact", made).outcome == "holds"
    assert judged("detection of contact", made, {DEEP: FOUND}).outcome == "does not hold"


def test_the_same_command_twice_gives_the_same_files(tmp_path: Path) -> None:
    """Whatever the number of threads: data, pictures and claims, bit for bit."""
    for folder, workers in (("one", "1"), ("two", "2")):
        arguments = [
            "gallery",
            "flores2004",
            "fig12",
            "fig13",
            "--quick",
            "--quiet",
            "--workers",
            workers,
            "--out",
            str(tmp_path / folder),
        ]
        outcome = CliRunner().invoke(main, arguments)
        assert outcome.exit_code == 0, outcome.output
    names = sorted(path.name for path in (tmp_path / "one" / "flores2004").iterdir())
    assert len(names) == 8  # two figures in three files, claims in two
    for name in names:
        assert (tmp_path / "one" / "flores2004" / name).read_bytes() == (
            tmp_path / "two" / "flores2004" / name
        ).read_bytes(), name
