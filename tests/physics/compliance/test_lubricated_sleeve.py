"""Oil in a sleeve: the film of a journal bearing as long as the parts cover each other, and its
drag along the axis.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.model import describe, files
from gudgeon.results import joint_summary

ETA, RADIUS, LENGTH, GAP, MASS = 0.02, 0.02, 0.03, 1e-4, 0.5
REACH = 1.1 * GAP  # the film is computed for the clearance c + e_1, by default a tenth wider
DRY = gd.LankaraniNikravesh(6e10, 0.9)
FINITE = gd.FiniteBearing(ETA)
DRAG = 2 * np.pi * ETA * RADIUS / REACH  # of a concentric film, times length and speed [Pa s]


def sleeve(film=FINITE, *, joint=gd.Cylindrical, bearing=0.2, journal=LENGTH, fit=None, **body):
    """Return a shaft in a lubricated sleeve of the ground, both along z."""
    shaft = gd.Body("shaft", mass=MASS, inertia=(2e-4, 2e-4, 1e-4), **body)
    made = joint(
        "J", between=("ground", "shaft"), local_points=((0, 0, 0),) * 2, local_axes=((0, 0, 1),) * 2, journal_radius=RADIUS,
        radial_clearance=GAP, journal_length=journal, bearing_length=bearing,
        fit=gd.Lubricated(film=film, start="as-described", **(fit or {})),
    )  # fmt: skip
    return gd.Mechanism(gravity=(0, -9.81, 0), bodies=[shaft], joints=[made])


def run(mechanism, duration, **options):
    return gd.simulate(
        mechanism,
        duration,
        **{"rtol": 1e-9, "atol": 1e-13, "output_step": duration / 200, **options},
    )


@pytest.mark.parametrize(
    "film",
    [FINITE, gd.ShortBearing(ETA), gd.SqueezeFilm(ETA)],
    ids=lambda film: type(film).__name__,
)
def test_sleeve_that_does_not_slide_is_the_bearing_of_a_hinge(film):
    """Tilting, turning and falling, within the tolerance; the ends of the hinge do not touch."""
    start = {
        "position": (2e-5, 3e-5, 0),
        "velocity": (0.01, 0, 0),
        "angular_velocity": (0.1, -0.05, 100.0),
    }
    lengths = {"bearing": LENGTH + 2e-3, "fit": {"contact": DRY, "strips": 4}}
    first, second = (
        run(sleeve(film, joint=joint, **lengths, **start), 5e-3)
        for joint in (gd.Cylindrical, gd.Revolute)
    )
    scale = np.abs(second.joint("J").film_force).max()
    assert scale > 0.5 * MASS * 9.81
    np.testing.assert_allclose(
        first.body("shaft").position[:, :2],
        second.body("shaft").position[:, :2],
        rtol=0,
        atol=1e-6 * GAP,
    )
    np.testing.assert_allclose(
        first.joint("J").film_force[:, :2],
        second.joint("J").film_force[:, :2],
        rtol=0,
        atol=1e-5 * scale,
    )
    np.testing.assert_allclose(
        first.joint("J").film_thickness, second.joint("J").film_thickness, rtol=0, atol=1e-6 * GAP
    )
    np.testing.assert_allclose(first.joint("J").sommerfeld, second.joint("J").sommerfeld, rtol=1e-4)


@pytest.mark.parametrize(
    ("bearing", "journal"), [(0.2, LENGTH), (LENGTH, 0.2)], ids=["short journal", "short bearing"]
)
def test_drag_along_the_axis_slows_a_concentric_shaft_exponentially(bearing, journal):
    """Petroff: m dv/dt = -2 pi eta R L v/(c + e_1), with the shorter length; nothing acts across
    without weight.
    """
    speed = 0.3
    model = dataclasses.replace(
        sleeve(bearing=bearing, journal=journal, velocity=(0, 0, speed)), gravity=(0, 0, 0)
    )
    decay = DRAG * LENGTH / MASS
    result = run(model, 0.2)
    np.testing.assert_allclose(
        result.body("shaft").velocity[:, 2], speed * np.exp(-decay * result.t), rtol=1e-8
    )
    assert decay * 0.2 > 0.1
    lost = 0.5 * MASS * (speed**2 - result.body("shaft").velocity[-1, 2] ** 2)
    assert result.energy["lost:J:film"][-1] == pytest.approx(lost, rel=1e-8)


def test_drag_goes_with_the_length_that_is_covered():
    """Sliding out: m v dv/dx = -k (l - x) v, so that v = v_0 - k/m (l x - x^2/2); outside it
    goes on freely.
    """
    speed, k = 0.3, DRAG
    start = (0, 0, 0.1 - LENGTH / 2)  # level with the end
    model = dataclasses.replace(sleeve(position=start, velocity=(0, 0, speed)), gravity=(0, 0, 0))
    result = run(model, 0.12, rtol=1e-10)
    x = result.body("shaft").position[:, 2] - start[2]
    inside = np.minimum(x, LENGTH)
    assert x[-1] > LENGTH
    np.testing.assert_allclose(
        result.body("shaft").velocity[:, 2],
        speed - k / MASS * (LENGTH * inside - inside**2 / 2),
        rtol=1e-8,
    )


def test_axis_of_a_squeeze_film_is_free():
    """A law without torque has no drag either."""
    result = run(sleeve(gd.SqueezeFilm(ETA), velocity=(0, 0, 0.3)), 0.01)
    np.testing.assert_allclose(result.body("shaft").velocity[:, 2], 0.3, rtol=1e-12)


def test_energy_is_kept_account_of_with_film_and_dry_contact():
    """A tilting shaft falls, slides and turns, and touches: what is lost is in the film, in the
    contact and in friction.
    """
    fit = {"contact": DRY, "friction": gd.Threlfall(0.1, v_1=1e-2), "strips": 4}
    start = {"velocity": (0.1, -0.4, 0.5), "angular_velocity": (1.0, 0, 50.0)}
    result = run(sleeve(gd.FiniteBearing(2e-5), fit=fit, **start), 0.01, rtol=1e-10)
    assert len(result.impacts) > 0
    np.testing.assert_allclose(
        result.energy.balance, 0, rtol=0, atol=1e-8 * result.energy.kinetic[0]
    )
    assert result.energy["lost:J:film"][-1] > 0


def wedge(along, across):
    """Return the film force across a journal that is tilted by 3 mrad and moves along an axis
    between those of bearing and journal.

    ``along`` is the speed, at 0 along the bearing's axis and at 1 along its own, ``across`` a
    further speed to the side.
    """
    tilt = 3e-3
    speed, share = along
    # about y: the journal's axis is (sin, 0, cos)
    turn = (np.cos(tilt / 2), 0, np.sin(tilt / 2), 0)
    velocity = (speed * np.sin(share * tilt) + across, 0, speed * np.cos(share * tilt))
    made = sleeve(
        gd.SqueezeFilm(ETA, film="full"), fit={"strips": 8}, orientation=turn, velocity=velocity
    )
    made = dataclasses.replace(made, gravity=(0, 0, 0))
    return run(made, 1e-7, output_step=1e-7).joint("J").film_force[0, 0]


def test_tilted_journal_that_slides_squeezes_its_film_by_half_of_its_wedge():
    """Reynolds: 12 eta (dh/dt + U/2 dh/dx). Along the bearing's axis the wedge alone acts, along
    the journal's own the squeeze is twice as large and opposite; along the mean of both they
    cancel. Up to the square of the tilt, 1e-5.
    """
    half = wedge((0.0, 0.0), 1.0 * 3e-3 / 2)
    assert abs(half) > 0.1
    np.testing.assert_allclose(
        [wedge((1.0, share), 0.0) for share in (0.0, 1.0)], [-half, half], rtol=1e-4
    )
    assert abs(wedge((1.0, 0.5), 0.0)) < 1e-4 * abs(half)


def test_a_film_alone_that_is_passed_through_is_told():
    """A load that no film can carry for long: 1000 N on a short bearing of thin oil, with
    nothing behind it.
    """
    made = dataclasses.replace(
        sleeve(gd.ShortBearing(1e-5), velocity=(0, -0.5, 0)), gravity=(0, -2000.0, 0)
    )
    result = run(made, 1e-3, rtol=1e-6, strict=False)
    assert result.joint("J").eccentricity_ratio.max() > 1
    told = " ".join(joint_summary.of_joints(result)["films"])
    assert "nothing but the film holds them apart; give the fit a contact" in told


def test_lubricated_sleeve_in_file_words_result_and_page(tmp_path):
    model = sleeve(fit={"contact": DRY}, velocity=(0, 0, 0.3))
    assert files.loads(files.dumps(model)) == model
    assert "lubricated, film finite-bearing" in next(iter(describe.of_joints(model)))
    result = run(model, 1e-3)
    result.save(tmp_path / "run.h5")
    again = gd.load(tmp_path / "run.h5")
    np.testing.assert_array_equal(again.joint("J").film_thickness, result.joint("J").film_thickness)
    assert again.joint("J").displacement[-1] > 0
    assert "thinnest film" in " ".join(joint_summary.of_joints(again)["films"])
    again.report(tmp_path / "run.html")
    assert len(gd.plot_fit(model, "J").axes) >= 1
