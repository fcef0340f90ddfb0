"""Controllers as laws: what they return, and how they are declared."""

import pytest

import gudgeon as gd
from gudgeon._base.function_pointers import STATES


def test_pd_is_a_spring_and_a_damper_with_a_limit() -> None:
    assert gd.PD(2.0, 0.5)(0.0, 1.0, 0.5, 0.25, 0.1) == 2.0 * 0.75 + 0.5 * 0.4
    assert gd.PD(2.0, 0.0, 1.0)(0.0, 5.0, 0.0, 0.0, 0.0) == 1.0
    assert gd.PD(2.0, 0.0, 1.0)(0.0, -5.0, 0.0, 0.0, 0.0) == -1.0


def test_beyond_its_limit_the_integral_follows_what_acts() -> None:
    force, rate = gd.PID(2.0, 1.0, 0.0, 1.0)(0.0, 5.0, 0.0, 0.0, 0.0, 3.0)
    assert force == 1.0
    assert rate == 5.0 + (1.0 - 13.0) / 2.0  # e + (u - v)/K_P


def test_a_motor_pushes_less_the_faster_it_turns() -> None:
    law = gd.Servo(100.0, 0.0, 0.0, 2.0, 0.1, no_load_speed=10.0)
    rates = [law(0.0, 1.0, 0.0, 0.0, speed, 0.0, 0.0)[2] for speed in (-5.0, 0.0, 5.0, 10.0, 15.0)]
    assert rates == pytest.approx([20.0, 20.0, 10.0, 0.0, 0.0])


def test_a_dc_motor_stalls_at_voltage_over_resistance() -> None:
    law = gd.DCMotor(0.1, 2.0, 1e-3, 5.0)
    force, rate = law(0.0, 12.0, 0.0, 0.0, 0.0, 6.0)
    assert (force, rate) == (pytest.approx(5.0 * 0.1 * 6.0), 0.0)
    assert gd.DCMotor("0.1 N*m/A", "2 ohm", "1 mH", 5.0) == law


def test_arguments_follow_from_what_is_measured_and_from_the_states() -> None:
    with pytest.raises(gd.LawError, match=r"must take \(t, r, r_dot, q, q_dot, level, K\)"):

        @gd.law
        class Wrong(gd.Controller):
            """Without its state."""

            gain: float = gd.param("K", "1")
            states = {"level": "1"}  # noqa: RUF012

            @staticmethod
            def control(t, r, r_dot, q, q_dot, K):
                """u = K"""
                return K, 0.0


def test_there_is_a_place_for_so_many_states_and_no_more() -> None:
    with pytest.raises(gd.LawError, match=f"more than {STATES} states"):
        type("Many", (gd.Controller,), {"states": {f"z{k}": "1" for k in range(STATES + 1)}})
    with pytest.raises(gd.LawError, match="1 to 4 coordinates"):
        type("Many", (gd.Controller,), {"measures": 5})


def test_what_is_compiled_has_places_for_all() -> None:
    names, rest = gd.PID.padded("control", ["t", "r", "r_dot", "q", "q_dot", "z"], 2)
    assert names[:4] == ["t", "r", "r_dot", "q"] and names[7] == "q_dot" and names[11] == "z"
    assert len(names) == 3 + 2 * 4 + STATES and rest.count("= 0.0") == STATES - 1
