"""Warnings and summaries: what a specialist would say about a run, with joint and number, and
nothing without cause.
"""

import dataclasses
import types

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.description import description
from gudgeon.results import summary
from gudgeon.simulation import check_summary
from gudgeon.simulation.diagnostics import static_warnings, warnings_for
from tests.support.clearance_results import END, GAP, PLAY, mechanism, period, plan, result
from tests.support.synthetic_results import mechanism as ideal_mechanism
from tests.support.synthetic_results import plan as ideal_plan
from tests.support.synthetic_results import result as ideal

LIMIT = 1e-5 * 5100  # [m/s], of steel
FINE = np.linspace(0, END, 100_001)  # output every 5e-5 s


def warned(
    *rows: list[float], times: np.ndarray = FINE, settings: dict | None = None, **fit
) -> tuple[str, ...]:
    block = np.array(rows).reshape(-1, 10)
    return warnings_for(
        mechanism(**fit),
        plan(),
        block,
        {"output_step": None} if settings is None else settings,
        times,
    )


def harmless(contact: str = "C.ball", **changes: float) -> list[float]:
    """A contact about which there is nothing to say."""
    return period(
        contact,
        **{"start": 1.0, "turn": 1.1, "end": 1.2, "speed": 0.01, "penetration": 1e-7, **changes},
    )


def test_nothing_is_said_without_cause() -> None:
    assert warned() == warned(harmless(), harmless("A.end A"), harmless("A.strip 1")) == ()
    assert warnings_for(ideal_mechanism(), ideal_plan(), np.zeros((0, 10)), {}, FINE) == ()


def test_fast_impacts_are_counted_and_the_fastest_is_named() -> None:
    (sentence,) = warned(
        harmless(speed=0.99 * LIMIT), harmless(speed=1.01 * LIMIT), harmless(speed=0.73)
    )
    assert sentence.startswith("joint 'C': 2 of 3 contacts begin faster than 0.051 m/s")
    assert "the fastest with 0.73 m/s at t = 1 s" in sentence


def test_the_speed_that_counts_as_fast_belongs_to_the_material() -> None:
    assert len(warned(harmless(speed=0.04))) == 0
    assert "faster than 0.02 m/s" in warned(harmless(speed=0.04), sound_speed=2000.0)[0]


@pytest.mark.parametrize(
    ("contact", "gap"), [("C.ball", 0.2e-3), ("A.strip 3", GAP), ("A.end B", PLAY)]
)
def test_a_penetration_is_compared_with_its_own_clearance(contact, gap) -> None:
    assert warned(harmless(contact, penetration=0.099 * gap)) == ()
    (sentence,) = warned(
        harmless(contact, penetration=0.09 * gap),
        harmless(contact, penetration=0.25 * gap, start=1.05),
    )
    assert sentence.startswith(
        f"joint '{contact[0]}': {contact[2:]} is {0.25 * gap:.3g} m deep after touching at t = "
        "1.05 s, 25 % of the clearance"
    )


def test_a_part_that_comes_back_beside_its_wall_is_told_of_once() -> None:
    """Deeper than the clearance where it begins, without an approach: not so at t = 0, nor where it
    is less deep, nor where it approached.
    """
    beside = {"speed": 0.0, "turn": np.nan, "penetration": 1.5 * GAP}
    rows = harmless("A.strip 2", **beside, start=1.1), harmless("A.strip 3", **beside)
    told = [sentence for sentence in warned(*rows) if "left the other" in sentence]
    assert told == [
        "joint 'A': strip 3 is 0.00075 m deep where it begins to touch at t = 1 s: one part left "
        "the other and came back beside its wall; what follows means nothing: give the joint "
        "stops, or end the run before"
    ]
    for change in ({"start": 0.0}, {"penetration": 0.9 * GAP}, {"speed": 0.01, "turn": 1.1}):
        others = warned(harmless("A.strip 3", **{**beside, **change}))
        assert not any("left the other" in sentence for sentence in others)


def test_a_pin_that_comes_back_beside_its_sleeve_is_told_of() -> None:
    """It flies out of its sleeve, is lifted by 3 mm outside, and is pushed back: of a clearance of
    0.1 mm nothing is left.
    """
    sleeve = gd.Cylindrical(
        "J", between=("ground", "pin"), point=(0, 0, 0), axis=(1, 0, 0), bearing_radius=0.0101,
        journal_radius=0.01, bearing_length=0.02, journal_length=0.02,
        fit=gd.Clearance(contact=gd.Hertz(1e6), start="as-described"),
    )  # fmt: skip
    pin = gd.Body("pin", mass=1.0, inertia=(1e-3,) * 3, velocity=(1.5, 0, 0))
    forces = [
        gd.Force("back", body="pin", force=(-40.0, 0.0, 0.0)),
        gd.Force("lift", body="pin", force=(0.0, 0.0, 2.0)),
    ]
    run = gd.simulate(
        gd.Mechanism(bodies=[pin], joints=[sleeve], forces=forces), 0.064, strict=False
    )
    (told,) = [note for note in run.notes if "left the other and came back" in note]
    assert told.startswith("joint 'J': strip 8 is 0.003")


def test_contacts_that_the_tolerance_cannot_tell_are_doubted() -> None:
    """A step may be wrong by 1 mm/s: contacts are doubted if there are many and a quarter begin
    with less than three times that.
    """
    slow, quick = harmless(speed=2.9e-3), harmless(speed=5e-3)

    def doubts(*rows: list[float], errors: tuple[float, float] = (1e-3, 0.0)) -> tuple[str, ...]:
        return warnings_for(
            mechanism(), plan(), np.array(rows), {"output_step": None, "rtol": 1e-3}, FINE, errors
        )

    (sentence,) = doubts(*[slow] * 4, *[quick] * 8)
    assert sentence.startswith(
        "joint 'C': a quarter of 12 contacts begin slower than 0.00"
    ) and sentence.endswith("try rtol=1e-05")
    assert (
        doubts(*[slow] * 2, *[quick] * 10)
        == doubts(*[slow] * 4)
        == doubts(*[slow] * 12, errors=(9e-4, 1.0))
        == ()
    )


def test_a_run_with_a_loose_tolerance_says_so_and_one_with_a_tight_one_does_not() -> None:
    """A ball that follows its wall: with the loose one this motion breaks up, into several times
    the contacts.
    """
    said = {}
    for rtol in (1e-3, 1e-7):
        run = gd.simulate(
            gd.library("four-bar", C="clearance-friction"), 0.5, rtol=rtol, output_times=[0, 0.5]
        )
        said[rtol] = len(run.impacts), any("may not exist" in note for note in run.notes)
    assert said[1e-3][1] and not said[1e-7][1]
    assert said[1e-3][0] > 3 * said[1e-7][0]


def test_a_joint_without_clearance_has_no_share_of_it() -> None:
    (joint,) = [known for known in mechanism().joints if known.name == "C"]
    tight = dataclasses.replace(
        mechanism(),
        joints=(mechanism().joints[0], dataclasses.replace(joint, radial_clearance=0.0)),
    )
    assert warnings_for(tight, plan(), np.array([harmless(penetration=1e-3)]), {}, FINE) == ()


def test_a_law_beyond_its_depth_is_named() -> None:
    @description
    class Shallow(gd.Hertz):
        @property
        def max_penetration(self) -> float:
            return 2e-6

    rows = (harmless("A.end A", penetration=3e-6), harmless("A.strip 1", penetration=3e-6))
    assert warned(*rows, axial_contact=None) == ()
    fit = dataclasses.replace(mechanism().joint("A").fit, axial_contact=Shallow(stiffness=1e9))
    (sentence,) = warnings_for(mechanism().with_fit("A", fit), plan(), np.array(rows), {}, FINE)
    assert (
        sentence
        == "joint 'A': end A is 3e-06 m deep after touching at t = 1 s; shallow holds up to 2e-06 m"
    )


def test_the_remarks_of_a_law_name_the_joint_before_and_after_the_run() -> None:
    poor = gd.LankaraniNikravesh(stiffness=6e10, restitution=0.3)
    model = mechanism().with_fit("C", gd.Clearance(contact=poor))
    expected = tuple(f"joint 'C': {remark}" for remark in poor.validity_warnings(0.2e-3))
    assert len(expected) == 1 and "0.3" in expected[0]
    assert static_warnings(model) == expected
    assert warnings_for(model, plan(), np.zeros((0, 10)), {}, FINE) == expected
    assert static_warnings(mechanism()) == ()


def test_a_law_that_serves_wall_and_ends_is_remarked_upon_once() -> None:
    poor = gd.LankaraniNikravesh(stiffness=6e10, restitution=0.3)
    assert (
        len(
            static_warnings(
                mechanism().with_fit("A", gd.Clearance(contact=poor, axial_contact=poor))
            )
        )
        == 1
    )


ROUND = {"bearing_radius": 0.01, "journal_radius": 0.0095}
LINE = gd.Esdu78035(modulus=1.14e11, length=0.02, **ROUND, restitution=0.9)
POINT = gd.Hertz(stiffness=1e10)
PLACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
LONG = {"bearing_length": 0.021, "journal_length": 0.02}


def loose(kind, *, sizes=None, plane=None, **fit) -> gd.Mechanism:
    given = {"contact": LINE, **fit}
    place = PLACE if plane is None else {**PLACE, "point": (0, 0)}
    axis = {} if kind is gd.Spherical or plane else {"axis": (1, 0, 0)}
    joint = kind("J", **place, **axis, **ROUND, **(sizes or {}), fit=gd.Clearance(**given))
    return gd.Mechanism(
        bodies=[gd.Body("a", mass=1, inertia=1.0 if plane else (1.0, 1.0, 1.0))],
        joints=[joint],
        plane=plane,
    )


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (loose(gd.Spherical), ["a ball touches its socket in a point"]),
        (loose(gd.Translational), ["this joint has flat walls"]),
        (
            loose(gd.Revolute, sizes={**LONG, "journal_length": 0.015}, axial_contact=POINT),
            ["0.02 m long, the parts overlap along 0.015 m"],
        ),
        (
            loose(gd.Revolute, sizes={**LONG, "journal_length": 0.015}, plane="xy"),
            ["0.02 m long, the parts overlap along 0.015 m"],
        ),
        (
            loose(gd.Revolute, sizes=LONG, axial_contact=POINT, support="ends"),
            ["twice the force; take support 'strips'"],
        ),
        (
            loose(gd.Revolute, sizes=LONG),
            ["the ends of a hinge are flat faces; give axial_contact"],
        ),
        (loose(gd.Revolute, sizes=LONG, axial_contact=POINT), []),
        (loose(gd.Revolute, sizes=LONG, plane="xy"), []),
        (loose(gd.Cylindrical, sizes=LONG), []),
        (loose(gd.Spherical, contact=POINT), []),
    ],
)
def test_a_law_of_cylinders_is_told_where_nothing_touches_along_its_line(made, words) -> None:
    found = static_warnings(made)
    assert len(found) == len(words)
    assert all(
        sentence.startswith("joint 'J': ") and word in sentence
        for sentence, word in zip(found, words, strict=True)
    )


def test_an_output_step_is_compared_with_the_shortest_impact() -> None:
    rows = (
        period("C.ball", 1.0, 1.01, 1.02, 0.01, penetration=1e-7),
        period("A.end A", 1.0, 1.001, 1.002, 0.01, penetration=1e-7),
    )
    # a little more than four rows in 0.002 s
    assert warned(*rows, times=np.linspace(0, END, 10_011)) == ()
    (sentence,) = warned(*rows, times=np.linspace(0, END, 5001))
    assert sentence.startswith(
        "joint 'A': the shortest impact lasts 0.002 s, the output step 0.001 s"
    )
    assert "choose output_step below 0.0005 s" in sentence
    followed = warned(*rows, times=np.linspace(0, END, 5001), settings={"output": "motion"})
    assert followed == ()


@pytest.mark.parametrize(
    "row",
    [period("C.ball", 1, 1, 1 + 1e-9, 1e-4), period("C.ball", 1, 1.1, np.nan, 0.01)],
    ids=["slow", "open"],
)
def test_contacts_that_hardly_begin_or_have_not_ended_set_no_output_step(row) -> None:
    row[6] = 1e-7
    assert warned(row, times=np.linspace(0, END, 11)) == ()


@pytest.mark.parametrize("times", [np.zeros(0), np.zeros(1)])
def test_without_output_there_is_nothing_to_miss(times) -> None:
    assert warned(harmless(), times=times) == ()


def test_many_slow_starts_are_told() -> None:
    slow, other = harmless(speed=0.5e-3), harmless()
    assert warned(slow, *[other] * 30) == ()  # one contact at rest at t = 0 is no reason
    assert warned(*[slow] * 3, *[other] * 30) == ()
    (sentence,) = warned(*[slow] * 4, *[other] * 30)
    assert sentence.startswith(
        "joint 'C': 4 of 34 contacts begin slower than min_approach_speed = 0.001 m/s"
    )
    assert warned(*[slow] * 4, *[other] * 30, min_approach_speed=1e-4) == ()


def test_every_warning_comes_once_however_many_contacts_cause_it() -> None:
    many = [harmless(speed=speed, penetration=1e-4) for speed in np.linspace(1, 2, 500)]
    assert len(warned(*many, times=np.linspace(0, END, 11))) == 3  # fast, deep, missed


# -- summaries -------------------------------------------------------------------------------------


def test_the_least_approach_speed_and_how_many_contacts_it_concerns_are_told(tmp_path) -> None:
    """Also where they are few, and also from a file."""
    slow, other = harmless(speed=0.5e-3), harmless()
    run = result(impacts=np.array([slow, *[other] * 30]))
    for outcome in (run, gd.load(run.save(tmp_path / "run.h5"))):
        assert outcome.slow_contacts["C"] == (1, 31, 1e-3) and outcome.slow_contacts["A"] == (
            0,
            0,
            1e-3,
        )
        assert (
            "1 of them slower than min_approach_speed = 0.001 m/s at the first touch"
            in summary.of_result(outcome)
        )
    fast = result(impacts=np.array([other]))
    assert "none of them slower than min_approach_speed = 0.001 m/s" in summary.of_result(fast)
    assert result(mechanism=None).slow_contacts == {}


def test_the_summary_tells_contacts_losses_and_modes_of_every_clearance() -> None:
    text = summary.of_result(result())
    assert "A: 2 contacts" in text and "C: 4 contacts" in text
    assert "hardest 900 N, ball at t = 2 s with 0.3 m/s" in text
    assert "lost 10 J by hysteresis, 2.5 J by friction" in text
    assert "free flight 68 %, impact 13 %, following 19 %" in text
    assert "C: 900 N at t = 2.05 s" in text  # the peak over all steps, not the largest row


def test_the_summary_of_a_run_without_contacts_or_description_is_short() -> None:
    assert "C: 0 contacts\n" in summary.of_result(result(impacts=None))
    assert "free flight" not in summary.of_result(result(mechanism=None))
    assert "clearances" not in summary.of_result(ideal())


def test_the_warnings_of_a_description_are_told_before_the_run() -> None:
    found = {
        "bodies": 2,
        "dof_gruebler": 0,
        "dof": 0,
        "singular": "",
        "locked": False,
        "redundant": (),
        "moved": (),
        "coordinates": (),
    }
    found |= {"position_residual": 0.0, "velocity_residual": 0.0}
    poor = mechanism().with_fit(
        "C", gd.Clearance(contact=gd.LankaraniNikravesh(stiffness=6e10, restitution=0.3))
    )
    assert (
        "warnings"
        in (text := check_summary.of_model_check(types.SimpleNamespace(mechanism=poor, **found)))
        and "joint 'C'" in text
    )
    assert "warnings" not in check_summary.of_model_check(
        types.SimpleNamespace(mechanism=mechanism(), **found)
    )
