from math import cos, pi, sin

import numpy as np
import pytest

from gudgeon.model.exchange.adams_functions import (
    NotKnownError,
    Scales,
    integral,
    read,
    signal_of,
    value_at_start,
)

TIMES = np.linspace(0.0, 3.0, 31)


def values(text, times=TIMES):
    signal = signal_of(read(text, Scales()))
    return np.array([signal(t) for t in times])


def cubic(t, t_0, h_0, t_1, h_1):
    s = min(max((t - t_0) / (t_1 - t_0), 0.0), 1.0)
    return h_0 + (h_1 - h_0) * s * s * (3 - 2 * s)


def quintic(t, t_0, h_0, t_1, h_1):
    s = min(max((t - t_0) / (t_1 - t_0), 0.0), 1.0)
    return h_0 + (h_1 - h_0) * s**3 * (10 - 15 * s + 6 * s * s)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("3", lambda t: 3),
        ("30D*time", lambda t: pi / 6 * t),
        ("360*DTOR*TIME - 1.5E-1", lambda t: 2 * pi * t - 0.15),
        ("-2**2*time", lambda t: -4 * t),
        ("(1+TIME)*(2-time)/4", lambda t: (1 + t) * (2 - t) / 4),
        ("2*sin(2*pi*time+30d)", lambda t: 2 * sin(2 * pi * t + pi / 6)),
        ("cos(3*time)*time", lambda t: cos(3 * t) * t),
        ("sin(-2*time)", lambda t: sin(-2 * t)),
        ("sin(time)**2", lambda t: sin(t) ** 2),
        ("STEP(time, 0.5, -1, 2, 3)", lambda t: cubic(t, 0.5, -1, 2, 3)),
        ("STEP5(time,\n0.5, -1, 2, 3)*2", lambda t: 2 * quintic(t, 0.5, -1, 2, 3)),
        ("step(2-time, 0, 1, 1, 4)", lambda t: cubic(2 - t, 0, 1, 1, 4)),
        ("POLY(time, 1, 2, 3, 4)", lambda t: 2 + 3 * (t - 1) + 4 * (t - 1) ** 2),
        ("SHF(time, 0.1, 2, 3, 0.2, 5)", lambda t: 2 * sin(3 * (t - 0.1) - 0.2) + 5),
        ("FORCOS(time, 0, 2, 1, 3, 4)", lambda t: 1 + 3 * cos(2 * t) + 4 * cos(4 * t)),
        ("FORSIN(time, 0, 2, 1, 3, 4)", lambda t: 1 + 3 * sin(2 * t) + 4 * sin(4 * t)),
        ("sqrt(4)*abs(-3)*exp(0)*tan(45d)", lambda t: 6),
        ("4**0.5 * 2**-1", lambda t: 1),
    ],
)
def test_functions_of_time_are_those_of_the_manual(text, known):
    """Each is written out here from its definition; sums of a few rounded terms agree to 1e-12."""
    assert np.abs(values(text)[:, 0] - [known(t) for t in TIMES]).max() < 1e-12


def test_a_step_has_level_ends_and_may_drive():
    signal = signal_of(read("STEP(time, 0.5, 0, 2, 3)", Scales()))
    assert not signal.has_corners and not signal.jumps
    assert signal.span()[0] < 0 and signal.span()[1] > 1e8
    for t in (0.0, 0.5, 2.0, 3.0):
        assert abs(signal(t)[1]) < 1e-12


def test_a_law_between_markers_is_parted():
    found = read(" - 100.0*(dm(4,5)-2.0) - 1.0*vr(4,5) + 0.0", Scales())
    assert found == {(("DM", 4, 5),): -100.0, (("VR", 4, 5),): -1.0, (): 200.0}


def test_quantities_are_in_units_of_the_file():
    """Millimetres and milliseconds: 3 mm are 0.003 m, 1 mm/ms is 1 m/s."""
    scales = Scales(length=1e-3, time=1e-3)
    found = read("DM(1,2)+VR(1,2)+TIME+WZ(1,2)", scales)
    assert found[(("DM", 1, 2),)] == pytest.approx(1e3)
    assert found[(("VR", 1, 2),)] == pytest.approx(1.0)
    assert found[(("TIME",),)] == pytest.approx(1e3)
    assert found[(("WZ", 1, 2),)] == pytest.approx(1e-3)


def test_variables_are_put_in():
    texts = {1: "2*VARVAL(2)", 2: "TIME"}
    assert read("VARVAL(1)+1", Scales(), texts.__getitem__) == {(("TIME",),): 2.0, (): 1.0}
    with pytest.raises(NotKnownError, match="circle"):
        read("VARVAL(1)", Scales(), {1: "VARVAL(1)"}.__getitem__)


def test_variables_that_double_each_other_are_read_once():
    """Forty of them would be 10^12 terms."""
    texts = {k: f"VARVAL({k + 1})+VARVAL({k + 1})" for k in range(40)} | {40: "TIME"}
    assert read("VARVAL(0)", Scales(), texts.__getitem__) == {(("TIME",),): 2.0**40}


@pytest.mark.parametrize("text", ["3*time**2+1", "2*cos(3*time)", "sin(2*time+1)-time"])
def test_an_integral_has_the_rate_that_was_integrated(text):
    rate = read(text, Scales())
    found = integral(rate, 7.0)
    assert value_at_start(found) == pytest.approx(7.0)
    signal, known = signal_of(found), signal_of(rate)
    assert [signal(t)[1] for t in TIMES] == pytest.approx([known(t)[0] for t in TIMES])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"), ("2*", "ends too early"), ("(1+2", "ends too early"), ("2 3", "not understood"), ("2 $ 3", "not understood"),
        ("IMPACT(1,2,3,4,5,6)", "IMPACT is not known"), ("MODE", "is not known"), ("1/time", "divides"),
        ("1/0", "divides"), ("sin(time**2)", "straight lines"), ("exp(time)", "of constants only"),
        ("time**0.5", "power"), ("2**time", "not a number"), ("step(time,1,0,1,5)", "range of time"),
        ("DM(1.5,2)", "numbers of statements"), ("1e999", "not finite"), ("2**5000", "not finite"),
        ("(" * 100 + "1" + ")" * 100, "nested"), ("(1+time)**12*(1+sin(time))**12*(1+sin(2*time))**12", "too many"),
        ("+".join(f"sin({k}*time)" for k in range(1, 5000)), "too many"),
        ("sin(1,2)", "2 arguments"), ("sqrt(-1)", "does not exist"), ("*2", "stands where"),
    ],
)  # fmt: skip
def test_what_has_no_counterpart_is_told(text, words):
    with pytest.raises(NotKnownError, match=words):
        signal_of(read(text, Scales()))
