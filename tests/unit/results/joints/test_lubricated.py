"""The results of a lubricated joint: thickness, modes, Sommerfeld number, power."""

import dataclasses
from dataclasses import replace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.laws.film import FilmLaw
from tests.support.compliant_results import (
    CLEARANCE,
    E_0,
    END,
    ETA,
    INFOS,
    LENGTH,
    RADIUS,
    REACH,
    middle,
    result,
    tilt,
)


def farthest(t: np.ndarray) -> np.ndarray:
    """Along z the middle of the shaft moves away while its axis tilts about y: one end is
    farther than the middle.
    """
    return middle(t) + REACH * np.sin(tilt(t))


def test_the_film_is_thinnest_at_one_end_of_a_tilted_shaft() -> None:
    run = result()
    joint, expected = run.joint("F"), farthest(run.t)
    # orientations know the tilt of 1e-3 to 1e-16
    assert np.allclose(joint.eccentricity_ratio, expected / CLEARANCE, rtol=1e-11)
    assert np.allclose(
        joint.film_thickness, np.maximum(CLEARANCE - expected, 0), rtol=0, atol=1e-17
    )
    assert joint.film_thickness.min() == 0 < joint.film_thickness[0]


def test_full_film_mixed_and_dry_follow_the_eccentricity() -> None:
    """By the functions of the shaft e/c = 0.275 t: touching at 3.636 s, through the hand-over of
    0.1 c at 4 s.
    """
    assert (
        farthest(np.array([3.6]))[0]
        < CLEARANCE
        < farthest(np.array([3.65]))[0]
        < CLEARANCE + E_0
        < farthest(np.array([4.01]))[0]
    )
    joint = result([0.0, 3.6, 3.65, 3.99, 4.01]).joint("F")
    assert joint.mode.tolist() == [0, 0, 1, 1, 2]
    assert joint.modes == ("full film", "mixed", "dry")


def test_touching_joins_what_overlaps_and_ends_with_the_run() -> None:
    """Strip 1 from 2 to 2.5 s, strip 2 from 2.4 to 2.6 s, strip 1 from 3.5 s on; the end plane
    has no film.
    """
    assert result().joint("F").touching.tolist() == [[2.0, 2.6], [3.5, END]]
    assert result(impacts=None).joint("F").touching.shape == (0, 2)


def test_touching_is_exact_and_rows_show_how_much_of_it_is_dry() -> None:
    """Contacts last 0.6 + 0.5 s of 4 s. The rows, five up to 8 s, stand for 1, 2, 2, 2 and 1 s:
    the last two, dry, for 3/8.
    """
    joint = result([0.0, 2.0, 4.0, 6.0, 8.0]).joint("F")
    assert joint.mode.tolist() == [0, 0, 1, 2, 2]
    # dry is no more than touching
    assert joint.mode_fractions == pytest.approx({"full film": 2.9 / 4, "mixed": 0, "dry": 1.1 / 4})
    assert result().joint("F").mode_fractions == pytest.approx(
        {"full film": 2.9 / 4, "mixed": 1.1 / 4, "dry": 0}, abs=0.002
    )


def test_without_dry_contact_rows_show_the_modes() -> None:
    run = result([0.0, 2.0, 4.0, 6.0, 8.0])
    dry = tuple(
        replace(contact, joint="X") if contact.joint == "F" else contact for contact in INFOS
    )
    run.layout = replace(run.layout, contacts=dry)
    joint = run.joint("F")
    assert joint.contacts == () and "penetration" not in joint.quantities
    assert (
        joint.penetration.tolist()
        == joint.normal_force.tolist()
        == joint.friction_force.tolist()
        == [0] * 5
    )
    assert joint.mode_fractions == pytest.approx({"full film": 3 / 8, "mixed": 2 / 8, "dry": 3 / 8})


def test_the_sommerfeld_number_is_that_of_force_clearance_and_speed() -> None:
    """So = F psi^2/(B D eta omega) with F = 5 N; the shaft starts from rest. The tilt takes
    cos(tilt) of nothing: it turns about x.
    """
    joint = result([0.0, 1.0, 2.0]).joint("F")
    assert np.isnan(joint.sommerfeld[0])
    for k, omega in ((1, 10), (2, 20)):
        expected = 5 * (CLEARANCE / RADIUS) ** 2 / (LENGTH * 2 * RADIUS * ETA * omega)
        assert joint.sommerfeld[k] == pytest.approx(expected, rel=1e-12)


def test_film_power_is_the_slope_of_what_the_film_has_lost() -> None:
    """6 t^2 J are lost, 12 t W: central differences of a parabola are exact."""
    run = result(101)
    assert np.allclose(run.joint("F").film_power[1:-1], 12 * run.t[1:-1], rtol=1e-12)
    assert np.isnan(result([1.0]).joint("F").film_power).all()


def test_film_quantities_have_units_and_frames() -> None:
    joint = result().joint("F")
    wanted = {
        "film_force": "N",
        "film_thickness": "m",
        "eccentricity_ratio": "1",
        "sommerfeld": "1",
        "film_power": "W",
        "mode": "1",
    }
    assert wanted.items() <= joint.quantities.items()
    assert joint.components("film_force") == ("x", "y", "z")
    assert not hasattr(result().joint("C"), "film_thickness")


def test_a_film_without_a_viscosity_has_no_sommerfeld_number() -> None:
    @dataclasses.dataclass(frozen=True)
    class Own(FilmLaw):
        """A film of the user's own, whose oil has no viscosity by that name."""

    fit = dataclasses.replace(result().mechanism.joint("F").fit, film=Own())
    run = result(3, mechanism=result().mechanism.with_fit("F", fit))
    assert "sommerfeld" not in run.joint("F").quantities
    with pytest.raises(gd.InputError, match="joint 'F' has no 'sommerfeld'"):
        run.joint("F").sommerfeld
