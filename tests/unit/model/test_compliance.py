"""What gives: stiffness and damping of one motion, where they may have a direction, and soft
layers.
"""

import math

import pytest

import gudgeon as gd
from gudgeon.model.compliance import check_units

HERTZ = gd.Hertz(1e10)


def test_a_number_stands_for_a_linear_law_of_force_and_of_damping():
    made = gd.Compliance("2 kN/mm", "20 N*s/m")
    assert (made.force(1e-3)[0], made.damping(0.5)[0]) == pytest.approx((2e3, 10.0), rel=1e-15)
    assert gd.Compliance(2e6).damping is None


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: gd.Compliance(-1), r"^force: must be >= 0 \[N/m\|N\*m/rad\]"),
        (
            lambda: gd.Compliance(HERTZ),
            r"^force: expected a number or a characteristic such as Polynomial\(...\), got Hertz",
        ),
        (lambda: gd.Compliance(1, HERTZ), r"^damping: expected a number or a characteristic"),
        (lambda: gd.Compliance(None), r"^force: expected a number"),
        (
            lambda: gd.Compliance(1, unilateral="yes"),
            r"^unilateral: expected true or false, got 'yes'",
        ),
        (lambda: gd.Compliance(1, preload=math.inf), r"^preload: must be a finite number"),
        (
            lambda: gd.Compliance(gd.Table((0, 2, 1), (0, 1, 2))),
            r"^deflections: must increase from point to point; point 3 is 1 after 2",
        ),
    ],
)
def test_a_compliance_that_cannot_be_is_refused(make, says):
    with pytest.raises(gd.InputError, match=says):
        make()


def test_a_layer_is_a_stiffness_and_a_thickness():
    fit = gd.Clearance(contact=HERTZ, bushing="1 kN/mm", thickness="0.1 mm")
    assert (fit.bushing, fit.thickness, fit.blend) == (gd.Compliance(1e6), 1e-4, 0.0)


@pytest.mark.parametrize(
    ("given", "path", "says"),
    [
        (
            {"bushing": 1e6},
            "thickness",
            "is missing: the compression of the layer at which hard contact begins",
        ),
        ({"thickness": 1e-4}, "thickness", "belongs to a soft layer; give its bushing too"),
        ({"blend": 1e-6}, "blend", "belongs to a soft layer; give its bushing too"),
        ({"bushing": 1e6, "thickness": 0.0}, "thickness", "must be > 0"),
        ({"bushing": 1e6, "thickness": 1e-4, "blend": -1e-6}, "blend", "must be >= 0"),
        (
            {"bushing": 1e6, "thickness": "1 deg"},
            "thickness",
            r"wrong kind of unit; expected \[m\]",
        ),
        (
            {"bushing": "1 N*m/rad", "thickness": 1e-4},
            "bushing",
            r"wrong kind of unit; expected \[N/m\]",
        ),
        (
            {"bushing": gd.Compliance("1 N*m/rad"), "thickness": 1e-4},
            r"bushing\.force",
            r"wrong kind of unit; expected \[N/m\]",
        ),
        (
            {"bushing": gd.Compliance(1e6, preload=1.0), "thickness": 1e-4},
            r"bushing\.preload",
            "a layer is only compressed",
        ),
        (
            {"bushing": HERTZ, "thickness": 1e-4},
            "bushing",
            r"expected a stiffness or Compliance\(...\), got Hertz",
        ),
    ],
)
def test_half_a_layer_is_refused(given, path, says):
    with pytest.raises(gd.InputError, match=f"^{path}: .*{says}"):
        gd.Clearance(contact=HERTZ, **given)
    # the same holds for the layer of a stop, whose unit is known when its joint is
    if "wrong kind" not in says:
        with pytest.raises(gd.InputError, match=f"^{path}: .*{says}"):
            gd.Stop(upper=1.0, contact=HERTZ, **given)


# -- directions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (
            gd.Compliance(5, preload=1),
            "preload: has no meaning here: it has no sign. Only axial and torsional motion take it",
        ),
        (gd.Compliance(5, offset=1e-9), "offset: has no meaning here: it has no sign"),
        (
            gd.Compliance(gd.Table((0, 1), (3, 4))),
            "force: must be zero at zero, got 3: it has no sign",
        ),
        (
            gd.Compliance(5, gd.Table((-1, 1), (0, 4))),
            "damping: must be zero at zero, got 2: it has no sign",
        ),
    ],
)
def test_what_needs_a_sign_is_refused_where_there_is_none(given, says):
    with pytest.raises(gd.InputError, match=f"^{says}"):
        given.check_unsigned("it has no sign")


def test_what_vanishes_at_zero_needs_no_sign():
    gd.Compliance(gd.Polynomial((1e3, 0, 1e9)), gd.Linear(5.0), unilateral=True).check_unsigned(
        "it has no sign"
    )


def test_a_law_of_the_users_own_that_fails_is_left_to_its_compilation():
    class Broken(gd.Characteristic):
        def __call__(self, x):
            raise ZeroDivisionError

    gd.Compliance(object.__new__(Broken)).check_unsigned("it has no sign")


@pytest.mark.parametrize(
    ("unit", "right", "wrong"),
    [
        (
            "m",
            gd.Compliance("5 N/m", "1 N*s/m", preload="1 N", offset="1 mm"),
            gd.Compliance("5 N*m/rad"),
        ),
        (
            "rad",
            gd.Compliance("5 N*m/rad", "1 N*m*s/rad", preload="1 N*m", offset="1 deg"),
            gd.Compliance("5 N/m"),
        ),
    ],
)
def test_units_are_those_of_the_motion(unit, right, wrong):
    class Part(gd.Bushing):
        def check(self):
            check_units(self, "radial", unit)

    Part(radial=right)
    with pytest.raises(gd.InputError, match=r"^radial\.force: .* has the wrong kind of unit"):
        Part(radial=wrong)
