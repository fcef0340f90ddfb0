"""Output variables that are declared outside the package."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.settings import DISABLED
from gudgeon.kernels.output_variables import REGISTERED, OutputVariable
from gudgeon.kernels.output_writers import output_variable, writer_entry
from gudgeon.kernels.records import V


@pytest.fixture
def momentum():
    """Declare the momentum of every body, for one test."""

    @output_variable("momentum", "kg*m/s", ("body", "xyz"), "momentum, global")
    def momentum(system, work, t, y, out):
        for k in range(system.bodies.shape[0] - 1):
            for c in range(3):
                out[3 * k + c] = system.bodies[k + 1].mass * work.bodies[k + 1, V + c]

    yield
    del REGISTERED["momentum"]


def thrown() -> gd.Mechanism:
    bodies = [
        gd.Body(name, mass=m, inertia=(1, 1, 1), velocity=(m, 0, 0))
        for name, m in (("light", 1.0), ("heavy", 4.0))
    ]
    touch = [gd.Force(body.name, body=body.name, force=(0, 0, 0)) for body in bodies]
    return gd.Mechanism(bodies=bodies, forces=touch, gravity=(0, 0, -10))


def test_a_variable_from_outside_is_a_quantity_of_its_part(momentum, tmp_path) -> None:
    run = gd.simulate(thrown(), duration=0.5, output_step=0.1)
    heavy = run.body("heavy")
    np.testing.assert_allclose(heavy.momentum[:, 0], 16.0, rtol=1e-14)
    np.testing.assert_allclose(heavy.momentum, 4.0 * heavy.velocity, rtol=1e-14)
    assert run.body("light").quantities["momentum"] == "kg*m/s"
    np.testing.assert_allclose(run.channel("heavy.momentum.z").values, -40 * run.t, atol=1e-9)
    stored = gd.load(run.save(tmp_path / "run.h5"))
    np.testing.assert_array_equal(stored.body("heavy").momentum, heavy.momentum)


def test_the_rest_of_a_row_is_as_without_it(momentum) -> None:
    run = gd.simulate(thrown(), duration=0.5, output_step=0.1)
    del REGISTERED["momentum"]
    try:
        plain = gd.simulate(thrown(), duration=0.5, output_step=0.1)
    finally:
        REGISTERED["momentum"] = run.layout["momentum"]
    assert "momentum" not in plain.body("heavy").quantities
    for variable in plain.layout.variables:
        np.testing.assert_array_equal(run.data[variable.name], plain.data[variable.name])


def test_a_dimension_that_no_result_has_is_refused(monkeypatch) -> None:
    monkeypatch.setitem(REGISTERED, "wear", OutputVariable("wear", "m", ("bodies",), "depth"))
    with pytest.raises(gd.InputError, match=r"'wear': there is no dimension 'bodies'.*'body'"):
        gd.check_model(thrown())


def test_the_name_of_a_variable_of_elements_is_refused(monkeypatch) -> None:
    monkeypatch.setitem(
        REGISTERED, "film_force", OutputVariable("film_force", "N", ("joint",), "again")
    )
    with pytest.raises(gd.InputError, match="two output variables 'film_force'"):
        gd.check_model(thrown())


def test_the_name_of_a_variable_of_the_package_is_refused() -> None:
    with pytest.raises(gd.InputError, match="'position' already"):
        output_variable("position", "m", ("body", "xyz"), "again")


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_a_writer_that_cannot_be_compiled_is_refused_with_place_and_reason() -> None:
    def wrong(system, work, t, y, out):
        out[0] = unheard_of(t)  # noqa: F821

    place = rf"wrong \(.*test_output_writers\.py, line {wrong.__code__.co_firstlineno}\)"
    with pytest.raises(gd.InputError, match=f"Numba cannot compile .*{place}: .*unheard_of"):
        _ = writer_entry(wrong).address
