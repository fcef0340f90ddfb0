"""Warnings about stops, layers, films and bushings: with the numbers that belong to each, and
nothing without cause.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.description import description
from gudgeon.results.contact_specs import contact_spec
from gudgeon.simulation.diagnostics import static_warnings, warnings_for
from tests.support.compliant_results import (
    CLEARANCE,
    CONTACTS,
    END,
    INFOS,
    LENGTH,
    PLAY,
    RADIUS,
    RUBBER,
    STEEL,
    THICKNESS,
    mechanism,
    period,
    plan,
)

LIMIT = 1e-5 * 5100  # [m/s], of steel
FINE = np.linspace(0, END, 100_001)
POOR = gd.LankaraniNikravesh(stiffness=6e10, restitution=0.3)


def model(**changes) -> gd.Mechanism:
    """The mechanism with a film that suits its length, so that there is nothing to say, and
    other stops or fits by joint.
    """
    quiet = dataclasses.replace(mechanism().joint("F").fit, film=gd.SqueezeFilm(0.05))
    found = dataclasses.replace(
        mechanism(),
        joints=tuple(
            dataclasses.replace(joint, **changes.get(joint.name, {}))
            for joint in mechanism().joints
        ),
    )
    longer = dataclasses.replace(
        found.joint("F"), journal_length=4 * RADIUS, bearing_length=4 * RADIUS + 1e-3
    )
    found = dataclasses.replace(
        found, joints=tuple(longer if joint.name == "F" else joint for joint in found.joints)
    )
    return found if "F" in changes else found.with_fit("F", quiet)


def warned(
    *rows: list[float], times: np.ndarray = FINE, mechanism: gd.Mechanism | None = None
) -> tuple[str, ...]:
    return warnings_for(
        mechanism or model(), plan(), np.array(rows).reshape(-1, 10), {"output_step": None}, times
    )


def harmless(contact: str, **changes: float) -> list[float]:
    """A contact about which there is nothing to say."""
    return period(
        contact,
        **{"start": 1.0, "turn": 1.1, "end": 1.2, "speed": 0.03, "penetration": 1e-7, **changes},
    )


def test_nothing_is_said_without_cause() -> None:
    assert static_warnings(model()) == ()
    assert warned(*(harmless(label) for label in CONTACTS)) == ()


# -- stops -----------------------------------------------------------------------------------------


def test_a_fast_stop_on_a_displacement_is_told_with_its_side() -> None:
    (sentence,) = warned(
        harmless("B.stop displacement upper", speed=0.73),
        harmless("B.stop displacement upper", speed=0.9 * LIMIT),
    )
    assert sentence.startswith(
        "joint 'B', stop displacement upper: 1 of 2 contacts begin faster than 0.051 m/s"
    )
    assert "speed of sound in steel" in sentence and "with 0.73 m/s at t = 1 s" in sentence


def test_angles_have_no_limit_of_speed_and_no_clearance() -> None:
    assert warned(harmless("A.stop angle lower", speed=20.0, penetration=0.4)) == ()


def test_stops_have_no_clearance_to_compare_with() -> None:
    assert (
        warned(
            harmless("B.stop displacement upper", penetration=0.05),
            harmless("E.stop displacement lower", penetration=0.05),
        )
        == ()
    )


def test_the_stops_of_a_loose_joint_are_counted_apart_from_its_gap() -> None:
    gap, stop = warned(
        harmless("E.guide", speed=0.2), harmless("E.stop displacement lower", speed=0.3)
    )
    assert gap.startswith("joint 'E': 1 of 1 contacts begin faster") and "in steel" not in gap
    assert stop.startswith("joint 'E', stop displacement lower: 1 of 1 contacts begin faster")


def test_slow_starts_are_compared_with_the_stop_itself() -> None:
    """The lower stop of A counts less than 0.02 rad/s as that, whatever the fit of the joint
    says.
    """
    slow = [harmless("A.stop angle lower", speed=0.019)] * 2
    (sentence,) = warned(*slow)
    assert sentence.startswith(
        "joint 'A', stop angle lower: 2 of 2 contacts begin slower than min_approach_speed = 0.02 "
        "rad/s"
    )
    assert warned(*[harmless("A.stop angle lower", speed=0.021)] * 2) == ()


def test_slow_starts_set_no_output_step_at_a_stop() -> None:
    short = {"start": 1.0, "turn": 1.0, "end": 1.0 + 1e-9}
    assert warned(harmless("A.stop angle lower", speed=0.019, **short)) == ()
    (sentence,) = warned(harmless("A.stop angle lower", speed=0.021, **short))
    assert sentence.startswith("joint 'A': the shortest impact lasts 1e-09 s")


def test_a_law_beyond_its_depth_is_named_at_a_stop() -> None:
    @description
    class Shallow(gd.Hertz):
        @property
        def max_penetration(self) -> float:
            return 0.1

    stops = {"A": {"stops": gd.Stop(lower=-0.5, upper=1.0, contact=Shallow(stiffness=1e3))}}
    (sentence,) = warned(harmless("A.stop angle lower", penetration=0.2), mechanism=model(**stops))
    assert (
        sentence
        == "joint 'A': stop angle lower is 0.2 rad deep after touching at t = 1 s; shallow holds "
        "up to 0.1 rad"
    )


def test_laws_of_stops_are_remarked_upon_before_the_run() -> None:
    poor = model(B={"stops": gd.Stop("displacement", upper=0.3, contact=POOR)})
    assert static_warnings(poor) == tuple(
        f"joint 'B': stop on displacement: {remark}" for remark in POOR.validity_warnings(None)
    )
    assert len(static_warnings(poor)) == 1


# -- layers ----------------------------------------------------------------------------------------


def test_a_layer_may_be_pressed_fast_deep_and_slowly() -> None:
    """Its law asks for no approach speed, and it is made to give."""
    assert (
        warned(
            *[harmless("C.ball", speed=0.5, penetration=THICKNESS)] * 2,
            *[harmless("C.ball", speed=1e-5)] * 2,
        )
        == ()
    )
    assert warned(*[harmless("A.stop angle upper", speed=1e-5, penetration=0.1)] * 2) == ()


def test_the_hard_contact_behind_a_layer_is_watched() -> None:
    fast, deep = warned(harmless("C.ball hard", speed=0.5, penetration=0.2 * (PLAY + THICKNESS)))
    assert fast.startswith("joint 'C': 1 of 1 contacts begin faster")
    # the gap and what the layer gives
    assert "ball hard is 6e-05 m deep" in deep and "20 % of the clearance of 0.0003 m" in deep
    (slow,) = warned(*[harmless("A.stop angle upper hard", speed=0.009)] * 2)
    assert slow.startswith(
        "joint 'A', stop angle upper hard: 2 of 2 contacts begin slower than min_approach_speed = "
        "0.01 rad/s"
    )


def test_a_hard_contact_that_carries_less_than_its_layer_is_told() -> None:
    """The layer carries 1e6 N/m * 1 mm = 1 kN when it is through; K = 1e7 N/m^1.5 reaches that
    at (1e3/1e7)^(2/3) = 2.15 mm.
    """
    contact = gd.LankaraniNikravesh(stiffness=1e7, restitution=0.9)
    fit = gd.Clearance(contact=contact, bushing=1e6, thickness=1e-3, blend=1e-4)
    (sentence,) = static_warnings(model(C={"fit": fit}))
    assert sentence.startswith(
        "joint 'C': the hard contact behind the layer carries less than the layer did (1e+03 N)"
    )
    assert "until the contact is 0.0022 m deep" in sentence
    assert static_warnings(model(C={"fit": dataclasses.replace(fit, blend=2.2e-3)})) == ()
    # a tenth of the thickness is enough
    stiff = gd.LankaraniNikravesh(stiffness=1e3 / 1e-4**1.5 * 1.01, restitution=0.9)
    assert static_warnings(model(C={"fit": dataclasses.replace(fit, contact=stiff)})) == ()


@pytest.mark.parametrize("place", ["gap", "stop", "play"])
def test_a_blend_longer_than_its_layer_is_told(place) -> None:
    """The stiff contact carries what the layer did, 10 N or N m, long before it has come through
    once more.
    """
    layer = {
        "contact": gd.LankaraniNikravesh(stiffness=1e9, restitution=0.9),
        "bushing": 1e4,
        "thickness": 1e-3,
    }
    made = {
        "gap": lambda blend: model(C={"fit": gd.Clearance(**layer, blend=blend)}),
        "stop": lambda blend: model(A={"stops": gd.Stop(upper=1.0, **layer, blend=blend)}),
        "play": lambda blend: model(
            A={"fit": gd.Mixed(torsion=gd.Play(0.5, **layer, blend=blend)), "stops": ()}
        ),
    }[place]
    (sentence,) = [warning for warning in static_warnings(made(1.1e-3)) if "blend" in warning]
    assert (
        f"the blend of 0.0011 {'m' if place == 'gap' else 'rad'} is longer than the layer is "
        "thick, 0.001" in sentence
    )
    assert sentence.startswith(
        {
            "gap": "joint 'C': the",
            "stop": "joint 'A': stop on angle: the",
            "play": "joint 'A': torsion play: the",
        }[place]
    )
    assert not [warning for warning in static_warnings(made(9e-4)) if "blend" in warning]


@pytest.mark.parametrize(
    ("fit", "held"),
    [
        (gd.Bushing(radial=1e6), "Bushing, which holds misalignment and torsion"),
        (gd.Bushing(radial=1e6, misalignment=10.0), "Bushing, which holds torsion"),
        (gd.Mixed(radial=1e6, misalignment="free"), "Mixed, which holds torsion"),
        (gd.Bushing(radial=1e6, misalignment=10.0, torsion=10.0), ""),
        (gd.Ideal(), ""),
    ],
    ids=["nothing", "tilt", "mixed", "both", "ideal"],
)
def test_a_guide_that_means_nothing_to_the_fit_is_told(fit, held) -> None:
    """A slider that may turn in its guide does so with Clearance; a bushing gives only where it
    is said to.
    """
    joint = gd.Translational(
        "D", between=("ground", "a"), point=(0, 0, 0), axis=(1, 0, 0), guide="round", bearing_radius=0.01, radial_clearance=1e-4,
        rotational_clearance=0.01, fit=fit,
    )  # fmt: skip
    found = static_warnings(
        gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))], joints=[joint])
    )
    assert len(found) == bool(held)
    if held:
        assert (
            found[0].startswith("joint 'D': guide 'round' lets a slider turn") and held in found[0]
        )


def test_a_hard_contact_that_never_carries_as_much_is_told_in_the_units_of_the_stop() -> None:
    soft = gd.Stop(
        upper=1.0,
        contact=gd.LankaraniNikravesh(stiffness=1e-3, restitution=0.9),
        bushing=10.0,
        thickness=0.2,
    )
    (sentence,) = static_warnings(model(A={"stops": soft}))
    assert sentence.startswith(
        "joint 'A': stop on angle: the hard contact behind the layer carries less than the layer "
        "did (2 N m)"
    )
    assert "from there on" in sentence


# -- films -----------------------------------------------------------------------------------------


def test_a_film_outside_its_range_is_told_with_the_ratio_of_the_joint() -> None:
    ratio = LENGTH / (2 * RADIUS)
    assert ratio > 0.5
    expected = tuple(
        f"joint 'F': {remark}" for remark in gd.ShortBearing(0.05).validity_warnings(ratio)
    )
    assert len(expected) == 1 and f"{ratio:.3g}" in expected[0]
    assert static_warnings(mechanism()) == expected


def test_the_dry_contact_of_a_film_is_remarked_upon_and_watched() -> None:
    fit = gd.Lubricated(film=gd.SqueezeFilm(0.05), contact=POOR)
    poor = model(F={"fit": fit})
    assert static_warnings(poor) == tuple(
        f"joint 'F': {remark}" for remark in POOR.validity_warnings(CLEARANCE)
    )
    deep = warned(
        harmless("F.strip 1", penetration=0.2 * CLEARANCE),
        harmless("F.end A", penetration=0.2 * 0.5e-3),
    )
    assert [
        "20 % of the clearance of 0.0001 m" in deep[0],
        "20 % of the clearance of 0.0005 m" in deep[1],
    ] == [True, True]


def test_a_ball_and_a_film_without_contact_have_their_say() -> None:
    sizes = {"bearing_radius": 0.01, "radial_clearance": PLAY}
    assert (
        static_warnings(model(C={**sizes, "fit": gd.Lubricated(film=gd.SphericalSqueeze(0.05))}))
        == ()
    )


def test_bushings_alone_are_nothing_to_warn_of() -> None:
    assert static_warnings(mechanism().with_fit("F", gd.Ideal())) == ()


@pytest.mark.parametrize("contact", INFOS)
def test_every_contact_finds_its_law(contact) -> None:
    touch = contact_spec(mechanism().joint(contact.joint), contact)
    assert touch.law == (RUBBER if contact.joint == "A" else STEEL)
    assert touch.layer == (contact.label in ("A.stop angle upper", "C.ball"))
    assert (touch.gap > 0) == (not contact.limits)
