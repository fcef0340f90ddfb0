"""Results of stops, layers, films and bushings: units, modes, thickness, Sommerfeld number, how far things give."""

import dataclasses
from dataclasses import replace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.output_layout import layout
from gudgeon.laws.film import FilmLaw
from gudgeon.results import contact_modes
from gudgeon.results.impacts import Impacts
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support.compliant_results import (
    CLEARANCE,
    CONTACTS,
    E_0,
    END,
    ETA,
    INFOS,
    LENGTH,
    RADIUS,
    REACH,
    middle,
    period,
    periods,
    result,
    shift,
    tilt,
)
from tests.support.synthetic_results import result as ideal

POSES = {"rtol": 0, "atol": 1e-14}  # differences of positions of 1 m

# -- stops -------------------------------------------------------------------------------------------------------


def test_a_joint_names_its_stops_whatever_its_fit() -> None:
    run = result()
    assert run.joint("A").stops == CONTACTS[:3]
    assert run.joint("B").stops == ("B.stop displacement upper",)
    assert run.joint("E").stops == ("E.stop displacement lower",)
    assert run.joint("G").stops == ideal().joint("A").stops == ()


def test_stops_are_no_contacts_in_the_gap() -> None:
    assert result().joint("E").contacts == ("E.guide",)
    assert result().joint("C").contacts == ("C.ball", "C.ball hard")
    assert not hasattr(result().joint("A"), "contacts")


def table(*labels: str) -> list[list[str]]:
    rows = np.array([period(label, k, k + 0.1, k + 0.2, 0.5, penetration=0.25, peak_force=7) for k, label in enumerate(labels)])
    return [line.split() for line in repr(Impacts(rows, INFOS)).splitlines()]


def test_a_table_of_lengths_has_their_units_at_its_head() -> None:
    assert table("C.ball", "B.stop displacement upper")[1] == ["[s]", "[s]", "[s]", "[m/s]", "[m/s]", "[m]", "[N]", "[J]"]


def test_a_table_of_angles_has_their_units_at_its_head() -> None:
    lines = table("A.stop angle lower", "A.stop angle upper")
    assert lines[1] == ["[s]", "[s]", "[s]", "[rad/s]", "[rad/s]", "[rad]", "[N", "m]", "[J]"]
    assert lines[2][-4:] == ["0.45", "0.25", "7", "0.001"]


def test_angles_among_lengths_carry_their_own_units() -> None:
    lines = table("C.ball", "A.stop angle lower")
    assert lines[1][3:] == ["[m/s]", "[m/s]", "[m]", "[N]", "[J]"]
    assert lines[2][-4:] == ["0.45", "0.25", "7", "0.001"]
    assert lines[3][-8:] == ["0.45", "rad/s", "0.25", "rad", "7", "N", "m", "0.001"]


# -- layers and modes --------------------------------------------------------------------------------------------


def test_the_force_behind_a_layer_counts_once() -> None:
    joint = result([1.0]).joint("C")
    assert joint.normal_force == 20
    assert joint.penetration == 1.5e-4


def test_neither_stops_nor_hard_contacts_make_the_mode_of_a_gap() -> None:
    """C touches from 1 to 1.2 s; E only from 2 to 2.2 s, whatever its stop does from 1 to 3 s."""
    assert result([0.9, 1.1, 1.3]).joint("C").mode.tolist() == [0, 1, 0]
    assert result([1.5, 2.1, 2.5]).joint("E").mode.tolist() == [0, 1, 0]
    assert result().joint("C").mode_fractions == pytest.approx({"free flight": 3.8 / END, "impact": 0.2 / END, "following": 0})
    assert result().joint("E").mode_fractions == pytest.approx({"free flight": 3.8 / END, "impact": 0.2 / END, "following": 0})
    assert result().joint("E").touching.tolist() == [[2.0, 2.2]]


def test_touching_joins_what_overlaps_and_ends_with_the_run() -> None:
    """Strip 1 from 2 to 2.5 s, strip 2 from 2.4 to 2.6 s, strip 1 from 3.5 s on; the end plane has no film."""
    assert result().joint("F").touching.tolist() == [[2.0, 2.6], [3.5, END]]
    assert result(impacts=None).joint("F").touching.shape == (0, 2)


@pytest.mark.parametrize("seed", range(5))
def test_joined_intervals_cover_what_their_parts_cover(seed) -> None:
    rng = np.random.default_rng(seed)
    start = rng.uniform(0, 1, 12)
    stop = np.where(rng.uniform(size=12) < 0.1, np.inf, start + rng.uniform(0, 0.1, 12))
    joined = contact_modes.merged(start, stop, 1.0)
    t = np.linspace(0, 1, 20_001)[:-1]
    inside = ((start[:, None] <= t) & (t < stop[:, None])).any(axis=0)
    assert np.array_equal(inside, ((joined[:, :1] <= t) & (t < joined[:, 1:])).any(axis=0))
    assert np.all(joined[1:, 0] > joined[:-1, 1])


# -- films -------------------------------------------------------------------------------------------------------


def farthest(t: np.ndarray) -> np.ndarray:
    """Along z the middle of the shaft moves away while its axis tilts about y: one end is farther than the middle."""
    return middle(t) + REACH * np.sin(tilt(t))


def test_the_film_is_thinnest_at_one_end_of_a_tilted_shaft() -> None:
    run = result()
    joint, expected = run.joint("F"), farthest(run.t)
    assert np.allclose(joint.eccentricity_ratio, expected / CLEARANCE, rtol=1e-11)  # orientations know the tilt of 1e-3 to 1e-16
    assert np.allclose(joint.film_thickness, np.maximum(CLEARANCE - expected, 0), rtol=0, atol=1e-17)
    assert joint.film_thickness.min() == 0 < joint.film_thickness[0]


def test_full_film_mixed_and_dry_follow_the_eccentricity() -> None:
    """By the functions of the shaft e/c = 0.275 t: touching at 3.636 s, through the hand-over of 0.1 c at 4 s."""
    assert farthest(np.array([3.6]))[0] < CLEARANCE < farthest(np.array([3.65]))[0] < CLEARANCE + E_0 < farthest(np.array([4.01]))[0]
    joint = result([0.0, 3.6, 3.65, 3.99, 4.01]).joint("F")
    assert joint.mode.tolist() == [0, 0, 1, 1, 2]
    assert joint.modes == ("full film", "mixed", "dry")


def test_touching_is_exact_and_rows_show_how_much_of_it_is_dry() -> None:
    """Contacts last 0.6 + 0.5 s of 4 s. The rows, five up to 8 s, stand for 1, 2, 2, 2 and 1 s: the last two, dry, for 3/8."""
    joint = result([0.0, 2.0, 4.0, 6.0, 8.0]).joint("F")
    assert joint.mode.tolist() == [0, 0, 1, 2, 2]
    assert joint.mode_fractions == pytest.approx({"full film": 2.9 / 4, "mixed": 0, "dry": 1.1 / 4})  # dry is no more than touching
    assert result().joint("F").mode_fractions == pytest.approx({"full film": 2.9 / 4, "mixed": 1.1 / 4, "dry": 0}, abs=0.002)


def test_without_dry_contact_rows_show_the_modes() -> None:
    run = result([0.0, 2.0, 4.0, 6.0, 8.0])
    dry = tuple(replace(contact, joint="X") if contact.joint == "F" else contact for contact in INFOS)
    run.layout = replace(run.layout, contacts=dry)
    joint = run.joint("F")
    assert joint.contacts == () and "penetration" not in joint.quantities
    assert joint.penetration.tolist() == joint.normal_force.tolist() == joint.friction_force.tolist() == [0] * 5
    assert joint.mode_fractions == pytest.approx({"full film": 3 / 8, "mixed": 2 / 8, "dry": 3 / 8})


def test_the_sommerfeld_number_is_that_of_force_clearance_and_speed() -> None:
    """So = F psi^2/(B D eta omega) with F = 5 N; the shaft starts from rest. The tilt takes cos(tilt) of nothing: it turns about x."""
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
    wanted = {"film_force": "N", "film_thickness": "m", "eccentricity_ratio": "1", "sommerfeld": "1", "film_power": "W", "mode": "1"}
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


# -- bushings ----------------------------------------------------------------------------------------------------


def test_a_bushing_tells_how_far_it_gives() -> None:
    """The joint point moves by (3, 4, 1) mm/s, the axis tilts by 0.01 rad/s; the joint's own angle counts turns."""
    run = result()
    joint = run.joint("G")
    assert np.allclose(joint.radial, np.hypot(*shift(run.t)[:, :2].T), **POSES)
    assert np.allclose(joint.axial, shift(run.t)[:, 2], **POSES)
    assert np.allclose(joint.misalignment, 0.01 * run.t, **POSES)
    assert np.array_equal(joint.torsion, 7 * run.t)
    assert {"radial": "m", "axial": "m", "misalignment": "rad", "torsion": "rad"}.items() <= joint.quantities.items()


def test_torsion_of_a_joint_without_an_angle_is_seen_in_the_bodies() -> None:
    """Swing of 0.01 t after a twist of 0.5 t: the twist is what remains, whatever the swing."""
    run = result()
    assert np.allclose(run.joint("H").torsion, 0.5 * run.t, **POSES)


def test_a_bushing_has_the_motions_of_its_fit_alone() -> None:
    assert not hasattr(result().joint("H"), "radial")
    with pytest.raises(gd.InputError, match=r"joint 'H' has no 'radial'\. Allowed: 'force', 'torque', 'torsion'"):
        result().joint("H").radial
    assert not hasattr(result().joint("A"), "torsion")


@pytest.mark.parametrize(
    ("joint", "motion", "expected"),
    [
        (gd.Revolute("J", between=("ground", "a"), point=(0, 0), fit=gd.Bushing(radial=1.0)), "radial", 5.0),
        (gd.PointOnLine("J", between=("ground", "a"), point=(0, 0), axis=(1, 0), fit=gd.Bushing(radial=1.0)), "radial", 4.0),
        (gd.Translational("J", between=("ground", "a"), point=(0, 0), axis=(1, 0), fit=gd.Bushing(axial=1.0)), "axial", 3.0),
        (gd.Translational("J", between=("ground", "a"), point=(0, 0), axis=(1, 0), fit=gd.Bushing(misalignment=1.0)), "misalignment", 0.3),
        (gd.Distance("J", between=("ground", "a"), points=((0, -8), (0, 0)), fit=gd.Bushing(axial=1.0)), "axial", np.hypot(3, 12) - 8),
    ],
    ids=["pin", "slot", "guide", "tilt of a slider", "rod"],
)
def test_bushings_in_a_plane_measure_what_they_hold(joint, motion, expected) -> None:
    """A body that has moved by (3, 4) m and turned by 0.3 rad."""
    flat = gd.Mechanism(plane="xy", bodies=[gd.Body("a", mass=1, inertia=1.0)], joints=[joint])
    here = layout({"body": ("a",), "joint": ("J",), "coordinate": (), "driver": (), "entry": ("kinetic",)})
    block = {one.name: np.zeros((1, *one.shape)) for one in here.variables}
    block["position"][0, 0], block["orientation"][0, 0] = (3, 4, 0), (np.cos(0.15), 0, 0, np.sin(0.15))
    found = getattr(Result(flat, here, block, Status.COMPLETE).joint("J"), motion)
    assert found == pytest.approx([expected], abs=1e-14)


# -- everything together -----------------------------------------------------------------------------------------


def test_every_channel_that_is_listed_can_be_read() -> None:
    for run in (result(3), result(3, mechanism=None), result([])):
        names = run.channels()
        assert len(set(names)) == len(names)
        for name in names:
            assert len(run.channel(name).values) == run.rows
    assert {"A.stop angle upper.penetration", "F.sommerfeld", "G.torsion", "F.film_force.magnitude"} <= set(result(3).channels())
    assert "F.sommerfeld" not in result(3, mechanism=None).channels()


def test_a_file_gives_everything_back(tmp_path) -> None:
    run = result(11)
    again = gd.load(run.save(tmp_path / "run.h5"))
    assert again.channels() == run.channels()
    for name in run.channels():
        assert np.array_equal(again.channel(name).values, run.channel(name).values, equal_nan=True), name
    assert again.impacts.rows.tobytes() == run.impacts.rows.tobytes()
    assert again.joint("F").mode_fractions == run.joint("F").mode_fractions


def test_a_result_counts_the_joints_that_can_touch() -> None:
    assert "contacts: 9 periods in 5 joints" in repr(result())


def test_periods_keep_their_order_and_number() -> None:
    assert len(result().impacts) == len(periods())
    assert result().impacts.at(("C.ball", "E.guide"))["contact"].tolist() == ["ball", "guide"]
    assert len(result().impacts.at(())) == 0
