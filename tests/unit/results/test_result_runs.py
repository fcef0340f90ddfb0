"""What runs with stops, layers, bushings and films hand to their results, against closed forms
and relations that must hold.
"""

from math import pi, sin, sqrt

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.contact_modes import DRY, FULL, MIXED

INERTIA = 1 / 3  # of a rod of 1 kg and 1 m about its end [kg m^2]
STOP = gd.LankaraniNikravesh(stiffness=1e5, restitution=0.8)  # [N m/rad^1.5]


def rod(**stop) -> gd.Mechanism:
    """A rod released from horizontal that falls onto a stop after 60 degrees."""
    falling = gd.Revolute(
        "A",
        between=("ground", "rod"),
        point=(0, 0),
        stops=gd.Stop(lower=-pi / 3, contact=STOP, **stop),
    )
    body = gd.Body("rod", mass=1, inertia=1 / 12, position=(0.5, 0))
    return gd.Mechanism(
        name="rod on a stop", plane="xz", gravity=(0, -9.81), bodies=[body], joints=[falling]
    )


def ledger(run: gd.Result, joint: str) -> float:
    """Return what a joint has lost and stores at the end of a run."""
    return sum(
        run.energy[entry][-1]
        for entry in run.energy.entries
        if entry.split(":")[:2] in (["lost", joint], ["stored", joint])
    )


# -- stops -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stopped() -> gd.Result:
    return gd.simulate(rod(), 2.0)


def test_a_rod_meets_its_stop_when_and_as_fast_as_the_closed_form_says(stopped) -> None:
    """Rod pendulum: contact at 0.3844985215 s with sqrt(3 g/L sin 60) = 5.0484777541 rad/s; rtol
    1e-8 of the run.
    """
    first = stopped.impacts[0]
    assert (first.joint, first.contact) == ("A", "stop angle lower")
    assert first.start == pytest.approx(0.3844985215, abs=1e-7)
    assert first.approach_speed == pytest.approx(sqrt(3 * 9.81 * sin(pi / 3)), rel=1e-7)
    assert stopped.joint("A").stops == ("A.stop angle lower",)


def test_a_stop_loses_what_the_rod_misses_afterwards(stopped) -> None:
    """It parts where it touched, so that the weight has done no work between: the loss is that
    of the speeds.
    """
    for impact in stopped.impacts[np.isfinite(stopped.impacts["end"])]:
        assert impact.energy_lost == pytest.approx(
            INERTIA / 2 * (impact.approach_speed**2 - impact.departure_speed**2), rel=1e-6
        )
    assert len(stopped.impacts) > 2
    assert stopped.impacts["energy_lost"].sum() == pytest.approx(ledger(stopped, "A"), rel=1e-9)


def test_the_depth_of_a_stop_is_how_far_its_coordinate_is_beyond(stopped) -> None:
    contact, joint = stopped.contact("A.stop angle lower"), stopped.joint("A")
    assert np.allclose(contact.penetration, -pi / 3 - joint.angle, rtol=0, atol=1e-14)
    assert np.allclose(contact.rate, -joint.angle_rate, rtol=0, atol=1e-13)
    # rows at begin and end stand where the penetration is zero but for rounding
    clear = np.abs(contact.penetration) > 1e-14
    assert np.array_equal(contact.normal_force[clear] > 0, contact.penetration[clear] > 0)
    assert np.allclose(
        np.abs(joint.torque[:, 1]),
        contact.normal_force,
        rtol=0,
        atol=1e-10 * contact.normal_force.max(),
    )


def test_a_layer_takes_its_spring_energy_before_the_stop_gets_hard() -> None:
    """Without damping I/2 (v1^2 - v2^2) = k d^2/2 - m g L/2 (sin(60 deg + d) - sin 60 deg)
    between touching and hard contact.
    """
    k, d = 200.0, 0.1
    run = gd.simulate(rod(bushing=k, thickness=d, blend=0.02), 0.45)
    soft, hard = run.impacts
    assert (soft.contact, hard.contact) == ("stop angle lower", "stop angle lower hard")
    assert soft.start < hard.start < hard.turn < hard.end < soft.end
    weight = 9.81 / 2 * (sin(pi / 3 + d) - sin(pi / 3))
    left = sqrt(soft.approach_speed**2 - 2 / INERTIA * (k * d**2 / 2 - weight))
    assert hard.approach_speed == pytest.approx(left, rel=1e-7)
    # both from the same cubic through the steps
    assert hard.penetration == pytest.approx(soft.penetration - d, abs=1e-9)
    assert hard.energy_lost == 0
    both = [run.contact(f"A.{impact.contact}") for impact in run.impacts]
    assert np.allclose(both[1].penetration, both[0].penetration - d, rtol=0, atol=1e-14)


@gd.law
class Shattering(gd.NormalLaw):
    """A stop that is infinitely hard beyond 0.01 rad; ordinary inputs do not show it."""

    stiffness: float = gd.param("K", "N/m", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K):
        """F_N = K δ"""
        return K * delta if delta < 1e-2 else np.inf


def test_a_stop_whose_law_breaks_is_named_with_its_depth() -> None:
    model = rod().with_stops("A", gd.Stop(lower=-pi / 3, contact=Shattering(10.0)))
    run = gd.simulate(model, 1.0, strict=False)
    assert run.status is gd.Status.NOT_FINITE
    (sentence,) = [note for note in run.notes if "Shattering" in note]
    assert sentence.startswith(
        "joint 'A': Shattering returns inf for a penetration of 0.0"
    ) and sentence.endswith("rad at stop angle lower")


def test_the_stops_of_the_triple_pendulum_are_in_the_table_with_their_energies() -> None:
    run = gd.simulate(gd.library("triple-pendulum", B="stops", C="stops"))
    for name in "BC":
        assert run.impacts.for_joint(name)["energy_lost"].sum() == pytest.approx(
            ledger(run, name), rel=1e-9
        )
        for label in run.joint(name).stops:
            stop = gd.library("triple-pendulum", B="stops", C="stops").joint(name).stops[0]
            value = getattr(run.joint(name), stop.coordinate)
            beyond = value - stop.upper if label.endswith("upper") else stop.lower - value
            assert np.allclose(run.contact(label).penetration, beyond, rtol=0, atol=1e-13)
    assert {impact.contact for impact in run.impacts} >= {
        "stop displacement lower",
        "stop displacement upper",
        "stop angle upper",
    }
    assert np.max(np.abs(run.energy.balance)) < 1e-7 * np.max(run.energy.kinetic)


# -- bushings --------------------------------------------------------------------------------------


STIFFNESS = {"radial": 1e3, "axial": 2e3, "misalignment": 3.0, "torsion": 2.0}


@pytest.fixture(scope="module")
def rubber() -> gd.Result:
    """A body that hangs in a soft bushing by a point far from its centre of mass, so that all
    four motions are large.
    """
    body = gd.Body(
        "b",
        mass=1,
        inertia=(0.01, 0.02, 0.03),
        position=(0.1, 0.05, 0.02),
        angular_velocity=(2, 1, -1),
    )
    joint = gd.Revolute(
        "A",
        between=("ground", "b"),
        point=(0, 0, 0),
        axis=(1, 2, 2),
        fit=gd.Bushing(**STIFFNESS, start="as-described"),
    )
    return gd.simulate(gd.Mechanism(gravity=(1, 2, -9.81), bodies=[body], joints=[joint]), 1.0)


def test_the_motions_of_a_bushing_carry_its_force(rubber) -> None:
    """Springs alone: across and along the axis the force is k times the displacement, to
    rounding.
    """
    joint, b = rubber.joint("A"), np.array([1, 2, 2]) / 3
    along = joint.force @ b
    assert np.allclose(-along, STIFFNESS["axial"] * joint.axial, rtol=0, atol=1e-9)
    across = np.linalg.norm(joint.force - along[:, None] * b, axis=1)
    assert np.allclose(across, STIFFNESS["radial"] * joint.radial, rtol=0, atol=1e-9)
    assert joint.radial.max() > 5e-3 and np.abs(joint.axial).max() > 1e-3


def test_the_rotations_of_a_bushing_carry_its_torque(rubber) -> None:
    """Tilting acts about b_i x b_j, twisting along (b_i + b_j)/(1 + b_i.b_j), whose length is
    1/cos(theta/2): they are normal.
    """
    joint = rubber.joint("A")
    twist = STIFFNESS["torsion"] * joint.torsion / np.cos(joint.misalignment / 2)
    expected = np.hypot(STIFFNESS["misalignment"] * joint.misalignment, twist)
    assert np.allclose(np.linalg.norm(joint.torque, axis=1), expected, rtol=0, atol=1e-12)
    assert joint.misalignment.max() > 0.2 and np.abs(joint.torsion).max() > 0.2


def test_a_bushing_stores_the_energy_of_its_four_springs(rubber) -> None:
    joint = rubber.joint("A")
    springs = sum(k / 2 * getattr(joint, motion) ** 2 for motion, k in STIFFNESS.items())
    assert np.allclose(rubber.energy["stored:A"], springs, rtol=0, atol=1e-12)
    assert "lost:A:damping" not in rubber.energy.entries


# -- films -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def oiled() -> gd.Result:
    """The slider-crank at 5000 rpm with an oil film that hands over to steel; two turns."""
    model = gd.library("planar-slider-crank")
    steel = gd.LankaraniNikravesh.from_materials(
        E=207e9, nu=0.3, bearing_radius=0.01, journal_radius=0.0095, restitution=0.9
    )
    return gd.simulate(
        model.with_fit("C", gd.Lubricated(film=gd.SqueezeFilm(0.4), contact=steel)),
        0.024,
        output_step=2e-6,
    )


def test_the_film_is_as_thick_as_the_eccentricity_leaves_room(oiled) -> None:
    joint, gap = oiled.joint("C"), 0.5e-3
    size = np.linalg.norm(joint.eccentricity, axis=1)
    assert np.allclose(joint.film_thickness, np.maximum(gap - size, 0), rtol=0, atol=1e-17)
    assert np.allclose(joint.eccentricity_ratio, size / gap, rtol=1e-13)
    assert np.array_equal(joint.film_thickness == 0, joint.mode != FULL)


def test_modes_of_a_film_agree_with_its_contacts(oiled) -> None:
    """It touches while it is mixed or dry; dry is deeper than 0.05 of the clearance, and no film
    acts there.
    """
    joint = oiled.joint("C")
    assert np.array_equal(joint.mode != FULL, joint.penetration > 0)
    assert np.array_equal(joint.mode == DRY, joint.penetration >= 0.05 * 0.5e-3)
    force = np.linalg.norm(joint.film_force, axis=1)
    assert np.all(force[joint.mode == DRY] == 0) and np.any(force[joint.mode == MIXED] > 0)
    edges = 2 * len(oiled.impacts)  # each moves the count by a row at most
    for k, share in enumerate(joint.mode_fractions.values()):
        assert np.mean(joint.mode == k) == pytest.approx(share, abs=edges / oiled.rows)
        assert share > 1e-3
    assert np.sum(np.diff(joint.touching, axis=1)) == pytest.approx(
        oiled.end * (1 - joint.mode_fractions["full film"])
    )


def test_the_power_of_a_squeeze_film_is_its_force_times_the_speed_of_the_journal(oiled) -> None:
    """The relative velocity of the bodies at the journal, from their motion. Where the film ends
    (300 W fall to zero within 2 rows) central differences of the energy smear the edge over two
    rows: 1 % of the largest power.
    """
    joint, rod_, slider = oiled.joint("C"), oiled.body("rod"), oiled.body("slider")
    velocity = (
        slider.velocity
        - rod_.velocity
        - np.cross(rod_.angular_velocity, slider.position - rod_.position)
    )
    expected = -np.einsum("ni,ni->n", joint.film_force, velocity)
    assert np.abs(joint.film_power - expected).max() < 0.02 * expected.max()
    assert np.trapezoid(expected, oiled.t) == pytest.approx(
        oiled.energy["lost:C:film"][-1], rel=1e-4
    )


def test_a_film_gives_the_same_through_memory_and_file(tmp_path, oiled) -> None:
    again = gd.load(oiled.save(tmp_path / "oiled.h5"))
    for name in ("film_force", "film_thickness", "sommerfeld", "film_power", "mode"):
        assert np.array_equal(
            getattr(again.joint("C"), name), getattr(oiled.joint("C"), name), equal_nan=True
        )
    assert again.joint("C").mode_fractions == oiled.joint("C").mode_fractions
    assert again.notes == oiled.notes


def test_a_loaded_journal_settles_at_the_sommerfeld_number_of_its_eccentricity() -> None:
    """Ocvirk: So = (L/D)^2/2 eps/(1 - eps^2)^2 sqrt(pi^2 (1 - eps^2) + 16 eps^2); F is the
    weight when it has settled.
    """
    mass, omega, R, L, c, eta = 20.0, 100.0, 0.02, 0.02, 1e-4, 0.05
    bearing = gd.Revolute(
        "A", between=("ground", "rotor"), point=(0, 0), journal_radius=R, radial_clearance=c, bearing_length=L, journal_length=L,
        fit=gd.Lubricated(film=gd.ShortBearing(eta), e_1=1e-6 * c),
    )  # fmt: skip
    model = gd.Mechanism(
        plane="xy", gravity=(0, -9.81), bodies=[gd.Body("rotor", mass=mass, inertia=0.01, position=(0, 0), angular_velocity=omega)],
        joints=[bearing], drivers=[gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(omega))],
    )  # fmt: skip
    joint = gd.simulate(model, 3.0).joint("A")
    eps = joint.eccentricity_ratio[-1]
    expected = (
        (L / (2 * R)) ** 2 / 2 * eps / (1 - eps**2) ** 2 * sqrt(pi**2 * (1 - eps**2) + 16 * eps**2)
    )
    assert joint.sommerfeld[-1] == pytest.approx(
        mass * 9.81 * (c / R) ** 2 / (L * 2 * R * eta * omega), rel=1e-6
    )
    # the film is computed with 1e-6 more clearance
    assert joint.sommerfeld[-1] == pytest.approx(expected, rel=1e-5)
    assert joint.film_force[-1] == pytest.approx([0, mass * 9.81, 0], abs=1e-6 * mass * 9.81)
    assert joint.mode_fractions == {"full film": 1.0, "mixed": 0.0, "dry": 0.0}
