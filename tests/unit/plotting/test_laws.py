"""Pictures of laws and of joints before a run: what the curves are, and what is said about wrong
names.
"""

from math import pi

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.laws import REGISTRY, file_name
from gudgeon.laws.response import free_impact
from gudgeon.plotting.laws import TYPICAL, plot_fit, plot_law, typical

# other tests write laws of their own
OURS = [key for key, cls in REGISTRY.items() if cls.__module__.startswith("gudgeon.")]


def curves(figure, panel: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return x and y of the curves of a panel, outlines left out."""
    return [
        (line.get_xdata(), line.get_ydata())
        for line in figure.axes[panel].lines
        if line.get_color() != "0.6"
    ]


# -- a free impact ---------------------------------------------------------------------------------


def test_impacts_without_speed_or_mass_are_refused():
    with pytest.raises(gd.InputError, match="speed: must be > 0"):
        free_impact(gd.Hertz(1e9), 0.0)
    wrong = {
        -1.0: "mass: must be > 0",
        "a lot": "mass: expected a number",
        float("nan"): "mass: must be a finite number",
    }
    for mass, message in wrong.items():
        with pytest.raises(gd.InputError, match=message):
            plot_law(gd.Hertz(1e9), mass=mass)
    with pytest.raises(gd.InputError, match="speeds: give at least one"):
        plot_law(gd.Hertz(1e9), speeds=())
    with pytest.raises(gd.InputError, match="amplitude: must be > 0"):
        plot_fit(gd.library("four-bar", C="clearance"), "C", amplitude=-1.0)


# -- families --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("family", "name"), OURS, ids=lambda name: name)
def test_every_law_has_a_picture_with_units_and_parameters(family, name):
    law, _ = typical(f"{family}.{name}", {})
    figure = plot_law(law)
    assert figure.get_suptitle().startswith(name)
    for field in law._fields():
        assert field.name in figure.get_suptitle()
    for axes in figure.axes:
        assert axes.get_ylabel() and axes.lines
        assert all(np.isfinite(line.get_ydata()).any() for line in axes.lines)
    labels = [axes.get_xlabel() for axes in figure.axes if axes.get_xlabel()]
    assert labels and all("[" in label for label in labels)


def test_friction_is_drawn_as_the_law_gives_it_in_both_directions():
    law = gd.Stribeck(0.1, mu_s=0.15, v_s=1e-3)
    ((v, F),) = curves(plot_law(law, normal_force=50.0, span=4e-3))
    assert (v[0], v[-1]) == (-4e-3, 4e-3)
    assert F == pytest.approx(-F[::-1], abs=0)
    assert F[v > 0] == pytest.approx([law(float(speed), 50.0) for speed in v[v > 0]], rel=1e-14)


def test_bristles_in_steady_sliding_give_g_and_the_viscous_term():
    law = gd.LuGre(0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_2=3.0)
    (v, F), *cycles = curves(plot_law(law))
    inside = v > 0
    g = 100 * (0.1 + 0.1 * np.exp(-((v[inside] / 1e-3) ** 2)))
    assert F[inside] == pytest.approx(g + 3.0 * v[inside], rel=1e-12)
    assert len(cycles) == 2


def test_a_characteristic_is_drawn_beyond_its_table():
    law = gd.Table(deflections=(-0.1, 0.0, 0.3), forces=(-1.0, 0.0, 9.0))
    ((x, F),) = curves(plot_law(law))
    assert (x[0], x[-1]) == pytest.approx((-0.36, 0.36))
    assert F == pytest.approx([law(float(value))[0] for value in x], rel=1e-14)
    ((x, _),) = curves(plot_law(law, span=0.2))
    assert (x[0], x[-1]) == (-0.2, 0.2)


def test_a_signal_is_drawn_with_its_derivatives():
    figure = plot_law(gd.Harmonic(2.0, frequency=5.0))
    (t, value), (_, rate), (_, acceleration) = (curves(figure, k)[0] for k in range(3))
    assert t[-1] == pytest.approx(0.4)  # two periods
    assert value == pytest.approx(2 * np.sin(10 * pi * t), abs=1e-12)
    assert rate == pytest.approx(20 * pi * np.cos(10 * pi * t), abs=1e-10)
    assert acceleration == pytest.approx(-200 * pi**2 * np.sin(10 * pi * t), abs=1e-9)


def test_a_full_squeeze_film_is_drawn_as_its_closed_form():
    """f = 12 pi eta L (R/c)^3 v/(1 - eps^2)^1.5, approaching and parting alike."""
    film = gd.laws.film.SqueezeFilm(0.4, film="full")
    approaching, parting = curves(
        plot_law(film, speed=0.02, clearance=5e-4, radius=0.01, length=0.04)
    )
    eps, force = approaching
    assert force == pytest.approx(
        12 * pi * 0.4 * 0.04 * 20**3 * 0.02 / (1 - eps**2) ** 1.5, rel=1e-12
    )
    assert np.array_equal(force, parting[1])


@gd.law
class Twist(gd.Interaction):
    """A force across the motion."""

    strength: float = gd.param("k", "N*s/m")

    @staticmethod
    def force(t, r, v, p, w, k):
        """F = k (−v_y, v_x, 0)"""
        return -k * v[1], k * v[0], 0.0, 0.0, 0.0, 0.0


def test_a_force_of_ones_own_is_drawn_over_displacement_and_velocity():
    figure = plot_law(Twist(3.0), span=2.0)
    assert all(not y.any() for _, y in curves(figure, 0))
    x, y, z = curves(figure, 1)
    assert not x[1].any() and not z[1].any()
    assert y[1] == pytest.approx(3.0 * y[0])


# -- by name ---------------------------------------------------------------------------------------


def test_parameters_that_are_not_given_are_assumed_and_told():
    law, assumed = typical("lankarani-nikravesh", {"stiffness": 2e9})
    assert law == gd.LankaraniNikravesh(stiffness=2e9, restitution=TYPICAL["restitution"])
    assert assumed == {"restitution": TYPICAL["restitution"]}
    assert typical("Hertz", {})[0] == typical("contact.hertz", {})[0]


def test_a_parameter_that_nobody_can_guess_is_asked_for():
    with pytest.raises(gd.InputError, match="strength: is missing"):
        typical(file_name(Twist), {})


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("herz", {}, "Did you mean 'hertz'"),
        ("hertz", {"stifness": 1e9}, "Did you mean 'stiffness'"),
        ("hertz", {"stiffness": -1.0}, "must be > 0"),
    ],
)
def test_wrong_names_and_values_of_laws_are_told(name, given, message):
    with pytest.raises(gd.InputError, match=message):
        typical(name, given)


def test_options_that_a_picture_does_not_have_are_told():
    with pytest.raises(gd.InputError, match=r"^spin: .* contact law .* but on speeds and mass\.$"):
        plot_law(gd.Hertz(1e9), spin=1.0)
    with pytest.raises(gd.InputError, match="expected a law"):
        plot_law("hertz")


# -- a joint on the test rig --------------------------------------------------------------------------


def test_the_picture_of_a_joint_shows_the_whole_gap_and_what_lies_behind(tmp_path):
    mechanism = gd.library("four-bar", C="clearance")
    figure = plot_fit(mechanism, "C", tmp_path / "C.png")
    whole, closer = figure.axes
    assert whole.get_xlim()[0] < -2e-4 < 2e-4 < whole.get_xlim()[1]
    assert 1.9e-4 < closer.get_xlim()[0] < 2e-4
    assert "clearance" in figure.get_suptitle()
    assert (tmp_path / "C.png").exists()
