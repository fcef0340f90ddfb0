"""Times, turns and cycles that key figures leave out."""

from math import pi

import pytest

import gudgeon as gd
from gudgeon._base.errors import InputError
from gudgeon.model.transients import Transient, parse_transient, period_of


def turning(*motions, **more):
    """Wheels, each turned by a driver."""
    bodies = [gd.Body(f"w{k}", mass=1, inertia=1, position=(k, 0)) for k in range(len(motions))]
    joints = [
        gd.Revolute(f"J{k}", between=("ground", f"w{k}"), point=(k, 0)) for k in range(len(motions))
    ]
    drivers = [gd.Driver(f"m{k}", joint=f"J{k}", motion=m) for k, m in enumerate(motions)]
    return gd.Mechanism(plane="xy", bodies=bodies, joints=joints, drivers=drivers, **more)


def sliding(motion):
    body = gd.Body("s", mass=1, inertia=1, position=(0, 0))
    guide = gd.Translational("G", between=("ground", "s"), point=(0, 0), axis=(1, 0))
    driver = gd.Driver("push", joint="G", motion=motion)
    return gd.Mechanism(plane="xy", bodies=[body], joints=[guide], drivers=[driver])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (0.5, Transient(0.5)),
        ("20 ms", Transient(0.02)),
        ("0.5", Transient(0.5)),
        ("1 turn", Transient(1.0, "turn")),
        ("2.5 turns of motor", Transient(2.5, "turn", "motor")),
        ("3rev", Transient(3.0, "turn")),
        ("4 cycles", Transient(4.0, "cycle")),
    ],
)
def test_what_is_said_is_read(text, expected):
    assert parse_transient(text) == expected


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("soon", "expected a number"),
        (-1.0, ">= 0"),
        ("-1 turn", ">= 0"),
        ("nan turns", "expected a number"),
        ("1e999 turns", ">= 0"),
        ("3 mm", "wrong kind of unit"),
        (None, "expected"),
        ([1], "expected"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_examples(wrong, said):
    with pytest.raises(InputError, match=r"transient: .*'20 ms', '1 turn'") as error:
        parse_transient(wrong)
    assert said in str(error.value)


def test_turns_at_constant_speed_are_the_closed_form():
    wheel = turning(gd.ConstantSpeed(-4 * pi))
    assert parse_transient("1 turn").seconds(wheel, 10.0) == 0.5
    assert parse_transient("3 cycles").seconds(wheel, 10.0) == 1.5
    assert parse_transient("0 turns").seconds(wheel, 10.0) == 0.0


def test_turns_of_a_ramp_are_counted_along_it():
    """From rest with an acceleration a: 2 pi = a t^2 / 2."""
    wheel = turning(gd.SpeedRamp(0.0, 30.0, duration=10.0))
    assert parse_transient("1 turn").seconds(wheel, 9.0) == pytest.approx(
        (4 * pi / 3) ** 0.5, rel=1e-9
    )


def test_of_several_drivers_the_slowest_counts_unless_one_is_named():
    wheels = turning(gd.ConstantSpeed(2 * pi), gd.ConstantSpeed(4 * pi))
    assert parse_transient("1 turn").seconds(wheels, 10.0) == pytest.approx(1.0)
    assert parse_transient("1 turn of m1").seconds(wheels, 10.0) == pytest.approx(0.5)
    with pytest.raises(InputError, match=r"there is no driver 'm2'\. Allowed: 'm0', 'm1'"):
        parse_transient("1 turn of m2").seconds(wheels, 10.0)


def test_cycles_are_periods_of_what_comes_again():
    assert (
        period_of(sliding(gd.Harmonic(0.1, 5.0)).drivers[0], sliding(gd.Harmonic(0.1, 5.0))) == 0.2
    )
    assert parse_transient("2 cycles").seconds(sliding(gd.Harmonic(0.1, 5.0)), 1.0) == 0.4
    steady = sliding(gd.ConstantSpeed(1.0))
    assert period_of(steady.drivers[0], steady) == 0.0


@pytest.mark.parametrize("text", ["1 turn", "1 cycle"])
def test_without_a_driver_that_turns_or_comes_again_nothing_is_counted(text):
    word = "turns" if "turn" in text else "comes back"
    with pytest.raises(InputError, match=rf"transient: .*no driver that {word}.*as a time"):
        parse_transient(text).check(sliding(gd.ConstantSpeed(1.0)))


def test_a_transient_longer_than_the_run_is_refused():
    wheel = turning(gd.ConstantSpeed(2 * pi))
    for text in ("2 s", "2 turns", 2.0):
        with pytest.raises(InputError, match="nothing would be left of the run: 2 s is not within"):
            parse_transient(text).seconds(wheel, 2.0)
    slow = turning(gd.SmoothStep(0.0, 1.0, 1.0))
    with pytest.raises(InputError, match="the first turn take longer than"):
        parse_transient("1 turn").seconds(slow, 2.0)


def test_a_mechanism_has_one_in_its_file(tmp_path):
    wheel = turning(gd.ConstantSpeed(1.0), transient="1 turn", start="settled")
    gd.write(wheel, tmp_path / "wheel.yaml")
    again = gd.read(tmp_path / "wheel.yaml")
    assert (again.transient, again.start) == ("1 turn", "settled") and again == wheel
    assert turning(gd.ConstantSpeed(1.0), transient=0.25).transient == 0.25
    with pytest.raises(InputError, match="transient"):
        turning(gd.SmoothStep(0.0, 1.0, 1.0), transient="1 cycle")
    with pytest.raises(InputError, match="start: unknown choice 'centred'"):
        turning(gd.ConstantSpeed(1.0), start="centred")
