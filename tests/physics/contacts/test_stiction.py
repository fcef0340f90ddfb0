"""A body on a slope: elasto-plastic bristles hold it without creep or drift, and let it slide as
the slope says.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd

G, K, GAP = 9.81, 1e7, 1e-3
MU = 0.3
STICKY = gd.ElastoPlastic(MU, mu_s=0.35, v_s=1e-3, sigma_0=1e7, sigma_1=3e3)


def slope(tangent, friction, *forces):
    """Return a mass of 1 kg that lies in a loose guide, whose axis x points down a slope; its
    own contact bears it from the start.
    """
    cosine = 1 / np.hypot(1, tangent)
    pressed = G * cosine
    height = -GAP - (pressed / K) ** (2 / 3)
    fit = gd.Clearance(
        contact=gd.LankaraniNikravesh(K, restitution=0.9), friction=friction, start="as-described"
    )
    return gd.Mechanism(
        gravity=(pressed * tangent, 0, -pressed),
        bodies=[gd.Body("mass", mass=1, inertia=(1e-3, 1e-3, 1e-3), position=(0, 0, height))],
        joints=[
            gd.Translational(
                "track", between=("ground", "mass"), local_points=((0, 0, 0), (0, 0, 0)), axis=(1, 0, 0),
                bearing_radius=0.01 + GAP, journal_radius=0.01, fit=fit,
            )
        ],
        forces=forces,
    )  # fmt: skip


def way(result):
    return result.body("mass").position[:, 0]


@pytest.mark.parametrize("method", ["auto", "radau", "adams"])
def test_a_body_on_a_slope_sticks(method):
    """Bent by its weight along the slope over sigma_0, 0.15 um, and not a nanometre more from 1
    s to 2 s.
    """
    result = gd.simulate(slope(0.15, STICKY), 2.0, rtol=1e-8, method=method, output_step=0.01)
    x = way(result)
    bent = 0.15 * G / np.hypot(1, 0.15) / STICKY.sigma_0
    assert np.max(np.abs(x)) < 1e-6
    late = x[result.t >= 1]
    np.testing.assert_allclose(late, bent, rtol=0, atol=1e-3 * bent)
    assert np.ptp(late) < 1e-12
    np.testing.assert_allclose(result.energy.balance, 0, rtol=0, atol=1e-12)


def test_coulomb_friction_creeps_down_the_same_slope():
    """Half of the friction at half of v_1: 1 mm in 2 s."""
    assert way(gd.simulate(slope(0.15, gd.Coulomb(MU, v_1=1e-3)), 2.0, rtol=1e-8))[
        -1
    ] == pytest.approx(1e-3, rel=1e-2)


@pytest.mark.parametrize("share", [0.3, 0.85])
def test_a_load_that_shakes_leaves_no_trace(share):
    """A push along the slope, 50 times from nothing to just below the break-away force and back;
    LuGre's bristles drift all the while.
    """
    most = (share - 0.15 / MU) * MU * G / np.hypot(1, 0.15) if share > 0.5 else share * MU * G
    signal = gd.Harmonic(most / 2, frequency=50.0, phase=-np.pi / 2, mean=most / 2)
    push = gd.Force("push", body="mass", force=(1, 0, 0), magnitude=signal)
    sticky = gd.simulate(
        slope(0.15 if share > 0.5 else 0.0, STICKY, push), 1.0, rtol=1e-8, output_step=0.02
    )
    # once in each period of the push, when it is nothing, and after the start has died out
    x = way(sticky)[5:]
    assert np.ptp(x) < 1e-10
    lugre = gd.LuGre(MU, mu_s=0.35, v_s=1e-3, sigma_0=1e7, sigma_1=3e3)
    drift = way(
        gd.simulate(
            slope(0.15 if share > 0.5 else 0.0, lugre, push), 1.0, rtol=1e-8, output_step=0.02
        )
    )[5:]
    assert np.ptp(drift) > 1e-8


@pytest.mark.parametrize("tangent", [0.4, 1.0])
def test_a_body_slides_with_what_the_slope_leaves(tangent):
    """x'' = g (sin - mu_k cos) when it has come loose, less than a millisecond late or early:
    bristles hold little before they are bent.
    """
    result = gd.simulate(slope(tangent, STICKY), 0.5, rtol=1e-9, output_step=0.01)
    a = G * (tangent - MU) / np.hypot(1, tangent)
    v = result.body("mass").velocity[:, 0]
    late = result.t > 0.1
    np.testing.assert_allclose(np.diff(v[late]) / 0.01, a, rtol=1e-6)
    assert v[-1] == pytest.approx(0.5 * a, rel=1e-3)
    balance = np.max(np.abs(result.energy.balance))
    assert balance < 1e-7 * np.max(result.energy.kinetic)
    assert result.energy["lost:track:friction"][-1] == pytest.approx(
        MU * G / np.hypot(1, tangent) * way(result)[-1], rel=1e-2
    )


def test_it_breaks_away_at_static_friction_and_not_before():
    """Pulled more and more slowly: loose at mu_s F_N, here 0.35 of it, within the rounding of
    the Stribeck curve at v_s/100.
    """
    ramp = gd.SmoothStep(0.0, 0.4 * G, duration=2.0)
    pull = gd.Force("pull", body="mass", force=(1, 0, 0), magnitude=ramp)
    result = gd.simulate(slope(0.0, STICKY, pull), 2.0, rtol=1e-8, output_step=1e-3)
    v = result.body("mass").velocity[:, 0]
    loose = result.t[np.argmax(v > 10 * STICKY.v_s)]
    at = [ramp(t)[0] for t in (loose - 0.02, loose)]
    assert 0.345 * G < at[0] and at[1] < 0.36 * G


def test_it_reads_back_from_a_file(tmp_path):
    law = dataclasses.replace(STICKY, breakaway=0.8)
    gd.write(slope(0.15, law), tmp_path / "slope.yaml")
    assert "law: elasto-plastic" in (tmp_path / "slope.yaml").read_text()
    assert gd.read(tmp_path / "slope.yaml").joint("track").fit.friction == law
