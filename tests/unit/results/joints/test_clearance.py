"""Results of joints with clearance: the table of impacts, modes, orbits, scenarios, contacts."""

import sys
import types

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.output_layout import IMPACT_COLUMNS, layout
from gudgeon.results import contact_modes
from gudgeon.results.impacts import Impacts
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support.clearance_results import END, GAP, HINGE, PLAY, STEEL, mechanism, orbit, period, periods, plan, result, tilt
from tests.support.synthetic_results import result as ideal

EXACT = {"rtol": 0, "atol": 1e-15}  # roundings of lengths of a millimetre


# -- the table of impacts --------------------------------------------------------------------------------------


def test_impacts_come_in_the_order_of_their_beginning() -> None:
    impacts = result().impacts
    assert impacts["start"].tolist() == [1.0, 1.0, 1.5, 2.0, 4.0, 4.8]
    assert impacts["joint"].tolist() == ["C", "A", "A", "C", "C", "C"]
    assert impacts["contact"].tolist() == ["ball", "strip 2", "strip 1", "ball", "ball", "ball"]
    assert len(impacts) == 6


def test_a_row_has_names_and_a_duration() -> None:
    first = result().impacts[0]
    assert (first.joint, first.contact, first.start, first.end) == ("C", "ball", 1.0, 1.2)
    assert first.duration == pytest.approx(0.2)
    assert np.isnan(result().impacts[-1].end) and np.isnan(result().impacts[-1].departure_speed)
    assert [one.approach_speed for one in result().impacts] == result().impacts["approach_speed"].tolist()


def test_every_column_is_what_the_kernel_wrote() -> None:
    rows = np.arange(2 * len(IMPACT_COLUMNS), dtype=float).reshape(2, -1)
    rows[:, 0] = (3, 1)
    impacts = Impacts(rows, ("A.x", "A.y", "A.z", "B.w"))
    for k, name in enumerate(IMPACT_COLUMNS[1:], start=1):
        assert np.array_equal(impacts[name], rows[:, k])
    assert impacts["joint"].tolist() == ["B", "A"]


def test_a_table_can_be_cut_and_filtered() -> None:
    impacts = result().impacts
    assert impacts.of("A")["contact"].tolist() == ["strip 2", "strip 1"]
    assert impacts.of("A.strip 1")["start"].tolist() == [1.5]
    assert len(impacts.of("A.end B")) == 0
    assert impacts[impacts["approach_speed"] > 0.25]["start"].tolist() == [1.0, 2.0]
    assert impacts[1:3]["joint"].tolist() == ["A", "A"]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda impacts: impacts["aproach_speed"], "no column 'aproach_speed'.*Did you mean 'approach_speed'"),
        (lambda impacts: impacts.of("B"), "no joint with contacts, and no contact, 'B'. Allowed: 'A', 'C'"),
        (lambda impacts: impacts.of("A.strip 9"), "Did you mean 'A.strip"),
    ],
)
def test_a_column_or_joint_that_is_not_there_is_named(ask, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        ask(result().impacts)


def test_a_table_prints_heads_units_and_numbers() -> None:
    lines = repr(result().impacts).splitlines()
    assert lines[0].split() == list(Impacts.columns)
    assert lines[1].split() == ["[s]", "[s]", "[s]", "[m/s]", "[m/s]", "[m]", "[N]", "[J]"]
    assert lines[2].split()[:4] == ["C", "ball", "1", "1.1"]
    assert lines[-1] == "6 contact periods"
    assert "<td>strip 2</td>" in result().impacts._repr_html_()


def test_a_long_table_prints_its_beginning_and_its_end() -> None:
    rows = np.array([period("C.ball", k, k + 0.1, k + 0.2, 1) for k in range(1000)])
    lines = repr(Impacts(rows, plan().labels["contact"])).splitlines()
    assert len(lines) < 20
    assert lines[2].split()[2] == "0" and lines[-2].split()[2] == "999" and lines[-1] == "1000 contact periods"


def test_names_in_a_table_are_text_not_markup() -> None:
    table = Impacts(np.array([period("C.ball", 0, 1, 2, 1)]), ("<b>.<i>",) * 7)
    assert "&lt;b&gt;" in table._repr_html_() and "<b>" not in table._repr_html_()


def test_a_result_without_clearance_has_an_empty_table() -> None:
    assert len(ideal().impacts) == 0 and repr(ideal().impacts) == "no impacts"
    assert ideal().impacts["joint"].shape == ideal().impacts["start"].shape == (0,)
    assert ideal().peaks == {}


def test_a_table_of_another_width_is_refused() -> None:
    with pytest.raises(ValueError, match="table of impacts has the shape"):
        Impacts(np.zeros((2, 3)), ())


def test_pandas_gets_the_same_columns(monkeypatch) -> None:
    stand_in = types.SimpleNamespace(DataFrame=lambda columns: columns)
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    frame = result().impacts.to_pandas()
    assert tuple(frame) == Impacts.columns
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(gd.InputError, match="needs the package pandas"):
        result().impacts.to_pandas()


# -- modes -----------------------------------------------------------------------------------------------------


def test_the_mode_follows_the_contact_periods() -> None:
    """By hand, for the ball: impact 1 to 1.2; 2 to 2.3 and following until 3; following 4 to 4.2; impact 4.8 to 4.95, then following."""
    times = [0.5, 1.0, 1.15, 1.25, 2.0, 2.29, 2.31, 2.99, 3.01, 4.0, 4.19, 4.21, 4.81, 4.94, 4.96, 5.0]
    assert result(times).joint("C").mode.tolist() == [0, 1, 1, 0, 1, 1, 2, 2, 0, 2, 2, 0, 1, 1, 2, 2]


def test_a_joint_follows_if_any_of_its_contacts_does() -> None:
    """Strip 2 is an impact from 1 to 1.3 and follows until 3.5; the impact of strip 1 at 1.5 changes nothing."""
    assert result([0.9, 1.1, 1.29, 1.31, 1.55, 3.4, 3.6]).joint("A").mode.tolist() == [0, 1, 1, 2, 2, 2, 0]


def test_the_fractions_of_the_modes_are_exact_whatever_the_output() -> None:
    for times in ([0.0, 5.0], 501, []):
        fractions = result(times).joint("C").mode_fractions
        assert list(fractions) == list(contact_modes.MODES)
        assert fractions["impact"] == pytest.approx((0.2 + 0.3 + 0.15) / END, abs=1e-15)
        assert fractions["following"] == pytest.approx((0.7 + 0.2 + 0.05) / END, abs=1e-15)
        assert sum(fractions.values()) == pytest.approx(1, abs=1e-15)
        assert result(times).joint("A").mode_fractions == pytest.approx({"free flight": 0.5, "impact": 0.06, "following": 0.44})


def test_overlapping_contacts_are_not_counted_twice() -> None:
    """Two impacts, 1 to 1.4 and 1.2 to 1.6; a third inside the second."""
    rows = [period("C.ball", 1.0, 1.2, 1.4, 1), period("C.ball", 1.2, 1.4, 1.6, 1), period("C.ball", 1.45, 1.5, 1.55, 1)]
    fractions = result(impacts=np.array(rows)).joint("C").mode_fractions
    assert fractions["impact"] == pytest.approx(0.6 / END)
    assert fractions["following"] == 0


def test_random_periods_agree_with_counting_many_samples() -> None:
    rng = np.random.default_rng(1)
    start = rng.uniform(0, END, 60)
    rows = np.array(
        [
            period("C.ball", s, s + turn, s + turn * rng.uniform(1, 6), rng.choice([1e-4, 1.0]))
            for s, turn in zip(start, rng.uniform(0, 0.05, 60), strict=True)
        ]
    )
    rows[::7, IMPACT_COLUMNS.index("end")] = np.nan
    rows[rows[:, 1] < 4.5, 3] = np.fmin(rows[rows[:, 1] < 4.5, 3], rows[rows[:, 1] < 4.5, 1] + 0.2)  # what began early has ended
    run = result(200_001, impacts=rows)
    fractions = run.joint("C").mode_fractions
    for k, name in enumerate(contact_modes.MODES):
        sampled = np.mean(run.joint("C").mode == k)
        assert fractions[name] == pytest.approx(sampled, abs=120 / 200_000)  # each of 120 edges moves the count by a row at most
    assert min(fractions.values()) > 0.02


def test_a_contact_that_has_not_turned_yet_is_an_impact() -> None:
    run = result([4.7, 4.9, 5.0], impacts=np.array([period("C.ball", 4.8, np.nan, np.nan, 1)]))
    assert run.joint("C").mode.tolist() == [0, 1, 1]


def test_without_impacts_a_joint_flies() -> None:
    run = result(impacts=None)
    assert run.joint("C").mode_fractions == {"free flight": 1.0, "impact": 0.0, "following": 0.0}
    assert not run.joint("C").mode.any()


@pytest.mark.parametrize("status", [Status.STOPPED, Status.RUNNING, Status.NOT_FINITE])
def test_a_run_that_ended_early_is_as_long_as_what_is_known_of_it(status) -> None:
    run = result([0.0, 1.0, 2.0], status=status, impacts=periods()[:2])
    assert run.end == 2.0
    assert run.joint("C").mode_fractions["impact"] == pytest.approx(0.2 / 2)
    assert result([0.0], status=status, impacts=periods()[:2]).end == 1.6


# -- quantities of a joint -------------------------------------------------------------------------------------


def test_the_orbit_is_seen_from_the_bearing() -> None:
    """The carrier turns about z; the spiral in its own axes does not."""
    run = result()
    assert np.allclose(run.joint("A").orbit, orbit(run.t), **EXACT)
    assert not np.allclose(run.joint("A").eccentricity, orbit(run.t)[:, [2, 0, 1]], atol=0.1 * GAP)
    assert np.allclose(run.joint("C").orbit, run.joint("C").eccentricity, **EXACT)  # the ground does not turn


@pytest.mark.parametrize(
    ("kind", "axis", "letters", "expected"),
    [
        (gd.Revolute, {}, "ht", (2, 3)),
        (gd.Spherical, {}, "ht", (2, 3)),
        (gd.PointOnLine, {"axis": (1, 0)}, "hb", (3, 2)),  # across the line, then along it
    ],
    ids=["pin", "ball", "slot"],
)
def test_in_a_plane_the_orbit_has_two_components(kind, axis, letters, expected) -> None:
    joint = kind("J", between=("ground", "a"), point=(0, 0), radial_clearance=1e-3, fit=gd.Clearance(contact=STEEL), **axis)
    flat = gd.Mechanism(plane="xy", bodies=[gd.Body("a", mass=1, inertia=1.0)], joints=[joint])
    here = layout(
        {"body": ("a",), "joint": ("J",), "coordinate": (), "driver": (), "entry": ("kinetic",), "clearance": ("J",), "contact": ("J.x",)}
    )
    block = {one.name: np.zeros((1, *one.shape)) for one in here.variables}
    block["eccentricity"][:] = (2, 3, 0)
    loose = Result(flat, here, block, Status.COMPLETE).joint("J")
    assert loose.orbit.tolist() == [list(expected)]
    assert loose.components("orbit") == tuple(letters)


def test_forces_and_penetrations_of_a_joint_gather_its_contacts() -> None:
    joint = result([1.0, 4.0]).joint("A")
    assert joint.penetration == pytest.approx([1e-6 * np.sin(1), 0])  # the deepest; at 4 s none touches
    assert joint.normal_force.tolist() == [40, 40]
    assert joint.friction_force.tolist() == [10, 10]  # two of 5 N, which cancel as vectors
    assert joint.contacts == tuple(f"A.{one}" for one in HINGE)


def test_a_contact_gives_its_own_history() -> None:
    run = result([1.0, 2.0])
    assert run.contact("A.strip 2").penetration == pytest.approx(0.5e-6 * np.sin(run.t))
    assert run.contact("A.strip 1").friction.tolist() == [[3, 4, 0]] * 2
    assert run.contact("C.ball").point.tolist() == [[1, 2, 3]] * 2
    assert set(run.contact("C.ball").quantities) == {"penetration", "rate", "normal_force", "friction", "point"}
    with pytest.raises(gd.InputError, match=r"no contact 'C\.bal'\. Did you mean 'C.ball'"):
        run.contact("C.bal")


def test_peaks_carry_the_names_of_what_they_belong_to() -> None:
    assert result().peaks == {"joint:A": (400, 1.5), "joint:C": (900, 2.05), "body:carrier": (33, 2.06), "body:pin": (44, 2.07)}
    assert result().peaks["joint:C"].time == 2.05


def test_an_ideal_joint_has_none_of_this() -> None:
    for quantity in ("penetration", "mode", "orbit", "contacts", "scenario"):
        assert not hasattr(ideal().joint("A"), quantity)
    with pytest.raises(gd.InputError, match=r"no contact 'A\.wall'\. There is none"):
        ideal().contact("A.wall")


def test_without_the_description_there_are_numbers_but_no_frames() -> None:
    joint = result(mechanism=None).joint("A")
    assert "penetration" in joint.quantities and "orbit" not in joint.quantities
    with pytest.raises(gd.InputError, match="description of the mechanism"):
        joint.orbit
    for name in result(3, mechanism=None).channels():
        result(3, mechanism=None).channel(name)


# -- scenarios -------------------------------------------------------------------------------------------------


def test_the_misalignment_is_the_angle_between_the_axes() -> None:
    run = result()
    assert np.allclose(run.joint("A").misalignment, tilt(run.t), rtol=0, atol=1e-15)


def test_there_are_thirteen_scenarios_each_with_a_name_of_its_own() -> None:
    assert len(set(contact_modes.SCENARIOS)) == 13
    assert sum(name.startswith("aligned") for name in contact_modes.SCENARIOS) == 3
    assert sum(name.startswith("tilted") for name in contact_modes.SCENARIOS) == 9


@pytest.mark.parametrize("swap", [False, True], ids=["as listed", "ends swapped"])
@pytest.mark.parametrize("contacts", [("wall A", "wall B", "end A", "end B"), HINGE], ids=["ends", "strips"])
def test_every_pair_of_end_states_has_its_scenario(contacts, swap) -> None:
    """All 16 states of (wall A, wall B, end A, end B), tilted and aligned; names are written out here once more."""
    word = {(False, False): "0", (True, False): "r", (False, True): "a", (True, True): "ra"}
    order = ["0", "r", "a", "ra"]
    for bits in range(16):
        wall_a, wall_b, end_a, end_b = state = [bool(bits & 1 << k) for k in range(4)]
        if swap:
            wall_a, wall_b, end_a, end_b = wall_b, wall_a, end_b, end_a
        touching = (
            [state[0], state[1], state[2], state[3]] if len(contacts) == 4 else [state[0], False, False, state[1], state[2], state[3]]
        )
        pair = sorted((word[wall_a, end_a], word[wall_b, end_b]), key=order.index)
        tilted, aligned = contact_modes.scenarios(np.array([touching] * 2), contacts, np.array([True, False]))
        assert contact_modes.SCENARIOS[tilted] == ("no contact" if bits == 0 else f"tilted {pair[0]}-{pair[1]}")
        both = word[wall_a or wall_b, end_a or end_b]
        assert contact_modes.SCENARIOS[aligned] == ("no contact" if bits == 0 else f"aligned {both}")


def test_strips_belong_to_the_end_on_whose_side_they_stand() -> None:
    names = [f"strip {k}" for k in range(1, 6)]
    assert contact_modes.sides([*names, "end A", "end B"]) == ([0, 1], [3, 4], [5], [6])
    assert contact_modes.sides(["strip 1"]) == ([0], [0], [], [])
    assert contact_modes.sides(["wall A", "wall A opposite", "wall B"]) == ([0, 1], [2], [], [])
    assert contact_modes.sides(["strip 1", "strip 1 opposite", "strip 2", "strip 2 opposite"]) == ([0, 1], [2, 3], [], [])


def test_the_scenario_of_a_hinge_over_time() -> None:
    """Strips 1 and 2 touch for the first half turn of the sine, aligned until the tilt of 1e-3 rad at 2.5 s."""
    joint = result([1.0, 2.4, 2.6, 3.1, 3.2, 5.0], mechanism=mechanism(tilt=1e-3)).joint("A")
    assert [contact_modes.SCENARIOS[k] for k in joint.scenario] == [
        "aligned r",
        "aligned r",
        "tilted 0-r",
        "tilted 0-r",
        "no contact",
        "no contact",
    ]


def test_without_a_tilt_axes_count_as_aligned_up_to_a_ten_thousandth() -> None:
    """The tilt is 1e-4 rad at 0.25 s."""
    joint = result([0.1, 0.24, 0.26, 1.0]).joint("A")
    assert [contact_modes.SCENARIOS[k] for k in joint.scenario] == ["aligned r", "aligned r", "tilted 0-r", "tilted 0-r"]


def test_shares_of_the_scenarios_are_weighted_by_time() -> None:
    times = np.concatenate([np.linspace(0, 1, 1001), np.linspace(1.01, 5, 400)])
    shares = result(times, mechanism=mechanism(tilt=1e-3)).joint("A").scenario_fractions
    assert list(shares) == list(contact_modes.SCENARIOS)
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["aligned r"] == pytest.approx(0.5, abs=0.003)  # of 5 s, an edge within a step of 0.01 s
    assert shares["tilted 0-r"] == pytest.approx((np.pi - 2.5) / 5, abs=0.003)


def test_only_a_hinge_in_space_has_scenarios() -> None:
    with pytest.raises(gd.InputError, match="no 'scenario'"):
        result().joint("C").scenario
    assert "scenario" not in result().joint("C").quantities


# -- channels --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "unit", "last"),
    [
        ("A.penetration", "m", 0),
        ("A.normal_force", "N", 40),
        ("A.friction_force", "N", 10),
        ("A.orbit.b", "m", 0.5 * PLAY * np.cos(5)),
        ("A.eccentricity.magnitude", "m", np.hypot(0.5 * GAP, 0.5 * PLAY * np.cos(5))),
        ("A.misalignment", "rad", 2e-3),
        ("A.scenario", "1", 0),
        ("C.mode", "1", 2),
        ("joints.C.mode", "1", 2),
        ("contacts.A.strip 1.penetration", "m", 1e-6 * np.sin(5)),
        ("A.strip 1.normal_force", "N", 30),
        ("A.strip 1.friction.magnitude", "N", 5),
        ("C.ball.point.z", "m", 3),
        ("energy.lost:A:hysteresis", "J", 5),
    ],
)
def test_a_text_finds_its_numbers_in_a_clearance(name, unit, last) -> None:
    channel = result().channel(name)
    assert channel.unit == unit
    assert channel.values[-1] == pytest.approx(last, abs=1e-15)


def test_every_channel_of_a_clearance_that_is_listed_can_be_read() -> None:
    run = result(3)
    names = run.channels()
    assert len(set(names)) == len(names)
    assert {"A.orbit.h", "C.mode", "A.end B.rate", "A.strip 4.friction.x"} <= set(names)
    for name in names:
        assert len(run.channel(name).values) == 3


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A.strip 1", "say which quantity of 'A.strip 1'"),
        ("A.strip 1.penetraton", "'A.strip 1' has no 'penetraton'. Did you mean 'penetration'"),
        ("contacts.A.strip 9.rate", "cannot find the channel"),
        ("A.orbit.x", "no component 'x'. Allowed: 'h', 't', 'b'"),
    ],
)
def test_an_unknown_channel_of_a_clearance_says_what_is_wrong_with_it(name, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        result().channel(name)


def test_a_result_tells_how_many_contacts_it_saw() -> None:
    assert "contacts: 6 periods in 2 joints" in repr(result())
