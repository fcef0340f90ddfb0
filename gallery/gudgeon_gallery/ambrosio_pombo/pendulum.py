"""Figures 15 to 18 of [AmbrosioPombo] and what it says of them: the triple pendulum with stops
of two laws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from gudgeon.plotting.figure import COLOURS
from gudgeon.results.result import Result

from ..curves import Data, dress, history
from ..description import Claim, Evidence, Figure, Verdict
from ..spikes import key
from ..statistics import over, verdict, words
from .runs import NULL, PENDULUM

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

LN, KV = PENDULUM["stops"], PENDULUM["stops-kelvin-voigt"]
TIME = "time [s]"
HANGING = np.pi / 2  # [rad] of joint A, which is counted from the horizontal
SNAPSHOT = 0.05  # [s] between two pictures of the pendulum
ASSUMED = (
    "restitution and speed of transition of the rotational stops are those of the translational "
    "ones; last link drawn 0.3 m long"
)
STOPS = {"B": ("displacement", "translation of link 2\nalong link 1 [m]", "force of the stop [N]"),
         "C": ("angle", "rotation of link 3\non link 2 [rad]", "moment of the stop [N m]")}  # fmt: skip


# -- figures ---------------------------------------------------------------------------------------


def swings(result: Result) -> np.ndarray:
    """Return the instants between which link 1 swings to one side [s]: the beginning and every
    reversal.
    """
    t, rate = result.t, result.channel("A.angle_rate").values
    rows = np.flatnonzero(rate[1:-1] * rate[2:] < 0) + 1
    return np.concatenate(
        [[0.0], t[rows] - rate[rows] * (t[rows + 1] - t[rows]) / (rate[rows + 1] - rate[rows])]
    )


def _snapshots(axes: Axes, result: Result, begin: float, end: float) -> Data:
    """Draw the links, seen along the axis of the first joint, from one time to another; the
    later, the darker.
    """
    times = np.arange(begin, end + 1e-9, SNAPSHOT)
    bodies = [result.body(name) for name in ("link1", "link2", "link3")]
    ends = [
        bodies[0].at((-0.3, 0, 0)),
        bodies[0].at((0.3, 0, 0)),
        bodies[1].at((-0.3, 0, 0)),
        bodies[1].at((0.3, 0, 0)),
        bodies[2].position,
    ]
    rows = np.searchsorted(result.t, times - 1e-9)
    points = np.array([[end[row, [0, 2]] for end in ends] for row in rows])  # time, point, (x, z)
    for k, line in enumerate(points):
        shade = 0.15 + 0.85 * (k + 1) / len(points)
        for j, colour in zip((0, 2, 3), COLOURS[:3], strict=True):
            axes.plot(*line[j : j + 2].T, color=colour, alpha=shade, linewidth=1.0)
        # along the guide from link 1 to link 2
        axes.plot(*line[1:3].T, color="0.6", alpha=shade, linewidth=0.6)
    axes.set_aspect("equal")
    columns = {"time [s]": times}
    for j, place in enumerate(("ground", "link 1, end", "link 2, begin", "link 2, end", "link 3")):
        columns |= {f"{place}: {letter} [m]": points[:, j, k] for k, letter in enumerate("xz")}
    return columns


def _draw_snapshots(sheet: Sheet, evidence: Mapping[str, Evidence]) -> Data:
    result = evidence[LN].result
    data: Data = {}
    first, forward, backward = (*swings(result), result.end, result.end)[:3]
    parts = {
        "a": ("sequence", 0.0, result.end),
        "b": ("first forward swing", first, forward),
        "c": ("first backward swing", forward, backward),
    }
    for axes, (letter, (text, begin, end)) in zip(
        sheet.subplots(1, 3, sharey=True), parts.items(), strict=True
    ):
        found = _snapshots(axes, result, begin, end)
        dress(
            axes,
            "x [m]",
            "z [m]" if letter == "a" else "",
            f"({letter}) {text}, {begin:.3g} to {end:.3g} s",
            legend=False,
        )
        data |= {f"({letter}) {name}": values for name, values in found.items()}
    for colour, name in zip(COLOURS[:3], ("link 1", "link 2", "link 3"), strict=True):
        axes.plot([], [], color=colour, label=name)
    axes.plot([], [], color="0.6", linewidth=0.6, label="guide")
    key(axes)
    return data


def _histories(name: str) -> Callable[[Sheet, Mapping[str, Evidence]], Data]:
    """Return what draws the coordinates of both joints with stops, and beside them what the
    stops do.
    """

    def draw(sheet: Sheet, evidence: Mapping[str, Evidence]) -> Data:
        data: Data = {}
        grid = sheet.subplots(2, 2, sharex=True)
        for row, (joint, (coordinate, text, force)) in zip(grid, STOPS.items(), strict=True):
            history(row[0], data, name, evidence[name], f"{joint}.{coordinate}")
            limits(row[0], joint)
            dress(row[0], TIME, text, legend=False)
            for style, side in ((1, "lower"), (2, "upper")):
                panel: Data = {}
                history(
                    row[1],
                    panel,
                    f"{side} stop",
                    evidence[name],
                    f"{joint}.stop {coordinate} {side}.normal_force",
                    style=style,
                )
                data |= {f"{joint}, {column}": values for column, values in panel.items()}
            dress(row[1], TIME, force)
            for axes in row:
                axes.margins(x=0)
        return data

    return draw


def limits(axes: Axes, joint: str) -> None:
    """Draw where the stops of a joint are."""
    for sign in (-1, 1):
        axes.axhline(
            sign * {"B": 0.25, "C": np.pi / 4}[joint], color="0.6", linewidth=0.9, zorder=1.5
        )


def _draw_long(sheet: Sheet, evidence: Mapping[str, Evidence]) -> Data:
    data: Data = {}
    panels = {
        "link1.angular_velocity.y": "angular velocity\nof link 1 [rad/s]",
        "B.displacement": STOPS["B"][1],
        "C.angle": STOPS["C"][1],
    }
    for axes, (channel, text) in zip(
        sheet.subplots(3, 1, sharex=True), panels.items(), strict=True
    ):
        panel: Data = {}
        history(axes, panel, NULL, evidence[NULL], channel)
        data |= {f"{channel}, {column}": values for column, values in panel.items()}
        if channel[0] in STOPS:
            limits(axes, channel[0])
        dress(axes, TIME if channel == "C.angle" else "", text, legend=False)
        axes.margins(x=0)
    return data


FIGURES = (
    Figure(
        "fig15",
        f"motion of the triple pendulum, {LN}, a picture every {SNAPSHOT:g} s",
        (LN,),
        _draw_snapshots,
        size=(12, 3),
    ),
    Figure("fig16", f"joints with stops, {LN}", (LN,), _histories(LN)),
    Figure("fig17", f"joints with stops, {KV}, restitution 0.01", (KV,), _histories(KV)),
    Figure("fig18", f"joints with stops, {NULL}, long run", (NULL,), _draw_long, size=(9, 7)),
)


# -- claims ----------------------------------------------------------------------------------------

# [s]: contacts with rebound are shorter, those with a residual deformation longer
BRIEF, LASTING = 0.05, 0.25
SOON = 1.0  # [s] from one stop to the opposite one
LASTING_SWINGS = 10  # swings without contact after which none is expected any more


def durations(result: Result, joint: str) -> np.ndarray:
    """Return how long the contacts at the stops of a joint last [s]; one that has not ended
    counts until the end of the run.
    """
    mine = result.impacts.for_joint(joint)
    return np.where(np.isnan(mine["end"]), result.end, mine["end"]) - mine["start"]


def amplitudes(result: Result) -> np.ndarray:
    """Return how far link 1 swings from where it hangs, at the beginning and at every reversal
    [rad].
    """
    return np.abs(np.interp(swings(result), result.t, result.channel("A.angle").values) - HANGING)


def _lost(evidence: Mapping[str, Evidence]) -> Verdict:
    gone = {name: float(evidence[name].result.energy.lost[-1]) for name in (LN, KV)}
    share = gone[LN] / gone[KV]
    end = evidence[LN].result.end
    return verdict(
        share < 0.5,
        share < 1,
        f"lost in {end:g} s: {gone[LN]:.3g} J with {LN}, {gone[KV]:.3g} J with {KV} (ratio "
        f"{share:.2f})",
    )


def _no_residue(evidence: Mapping[str, Evidence]) -> Verdict:
    result = evidence[LN].result
    longest = max(durations(result, joint).max() for joint in "BC")
    ended = bool(np.isfinite(result.impacts["end"]).all())
    text = (
        f"{len(result.impacts)} contacts, the longest {1000 * longest:.3g} ms; "
        f"{'all end' if ended else 'one has not ended'}"
    )
    return verdict(longest < BRIEF and ended, longest < BRIEF, text)


def _to_and_fro(evidence: Mapping[str, Evidence]) -> Verdict:
    counts, text = [], []
    for joint in "BC":
        mine = evidence[LN].result.impacts.for_joint(joint)
        other = np.array(
            [a != b for a, b in zip(mine["contact"][:-1], mine["contact"][1:], strict=True)], bool
        )
        soon = other & (np.diff(mine["start"]) < SOON)
        counts.append(int(soon.sum()))
        text.append(f"{joint}: {soon.sum()} of {len(soon)}")
    found = f"next contact at the opposite stop within {SOON:g} s: {', '.join(text)}"
    return verdict(all(counts), any(counts), found)


def _permanent(evidence: Mapping[str, Evidence]) -> Verdict:
    """The deformation is permanent if a contact goes on at the end; it lasts if the parts stay
    together for a quarter of a second.
    """
    text, going, longest = [], {}, {}
    for name in (KV, NULL):
        result = evidence[name].result
        mine = result.impacts.for_joint("B")
        going[name], longest[name] = (
            bool(np.isnan(mine["end"]).any()),
            float(durations(result, "B").max()),
        )
        text.append(
            f"{name}: longest contact {longest[name]:.3g} s, "
            f"{'goes on at' if going[name] else 'ended by'} {result.end:g} s"
        )
    return verdict(going[KV], longest[KV] > LASTING or going[NULL], "; ".join(text))


def _turns_out(evidence: Mapping[str, Evidence]) -> Verdict:
    soft, hard = (durations(evidence[name].result, "C") for name in (KV, LN))
    ended = bool(np.isfinite(evidence[KV].result.impacts.for_joint("C")["end"]).all())
    found = (
        f"contacts of the rotation last {1000 * soft.mean():.3g} ms with {KV}, "
        f"{1000 * hard.mean():.3g} ms with {LN}; "
    )
    found += "all end" if ended else "one has not ended"
    return verdict(soft.mean() > 2 * hard.mean() and ended, soft.mean() > hard.mean(), found)


def _swing(evidence: Mapping[str, Evidence]) -> Verdict:
    """Compare the fall per period (two swings); whether slightly or quickly is judged against a
    tenth.
    """
    size = {name: amplitudes(evidence[name].result) for name in (LN, KV)}
    fall = {
        name: 1 - (value[-1] / value[0]) ** (2 / (len(value) - 1)) for name, value in size.items()
    }
    listed = {
        name: ", ".join(f"{np.degrees(value):.0f}" for value in values)
        for name, values in size.items()
    }
    found = "; ".join(
        f"{name}: {listed[name]}° ({100 * fall[name]:.0f} % per period)" for name in (LN, KV)
    )
    return verdict(fall[LN] < 0.1 < fall[KV], fall[LN] < fall[KV], f"swings of link 1, {found}")


def _comes_to_rest(evidence: Mapping[str, Evidence]) -> Verdict:
    """No stop is reached any more if many swings follow the last contact; in part if the swing
    of link 1 no longer changes.
    """
    end = evidence[NULL].result.end
    last = over(evidence[NULL], lambda run: float(run.impacts["start"].max()))
    after = over(
        evidence[NULL],
        lambda run: float(np.count_nonzero(swings(run) > run.impacts["start"].max())),
    )
    fall = over(
        evidence[NULL],
        lambda run: float(1 - amplitudes(run)[-1] / amplitudes(run)[-1 - LASTING_SWINGS :].max()),
    )
    found = f"last contact at {words(last, 's')} of {end:g} s, {words(after)} swings follow; "
    found += f"the last {LASTING_SWINGS} swings shrink by {words(100 * fall, '%')}"
    return verdict(bool((after >= LASTING_SWINGS).all()), bool((fall < 0.01).all()), found)


_IMPACTS = "Section 3.2, Figs 16 and 17"
CLAIMS = (
    Claim(
        "stops: lower loss",
        _IMPACTS,
        "energy lost at the stops",
        "With the Lankarani-Nikravesh law contacts with the stops take less energy than with "
        "Kelvin-Voigt.",
        (LN, KV),
        _lost,
        ASSUMED,
    ),
    Claim(
        "stops: no residual deformation",
        "Section 3.2, Fig. 16",
        "duration of contacts",
        "With the Lankarani-Nikravesh law no deformation remains: the bodies rebound.",
        (LN,),
        _no_residue,
        ASSUMED,
    ),
    Claim(
        "stops: from side to side",
        "Section 3.2, Fig. 16",
        "order of contacts",
        "The rebound leads to contact with the stop on the other side soon after.",
        (LN,),
        _to_and_fro,
        ASSUMED,
    ),
    Claim(
        "stops: permanent deformation",
        "Section 3.2, Fig. 17",
        "duration of contacts of the translation",
        "With Kelvin-Voigt the deformation at the translational stops becomes permanent.",
        (KV, NULL),
        _permanent,
        ASSUMED,
    ),
    Claim(
        "stops: gravity frees the rotation",
        "Section 3.2, Fig. 17",
        "duration of contacts of the rotation",
        "The rotational stops tend to a permanent deformation too; only gravity brings the joint "
        "out of contact.",
        (LN, KV),
        _turns_out,
        ASSUMED,
    ),
    Claim(
        "stops: decay of the swing",
        "Section 3.2, Figs 16 to 18",
        "amplitude of link 1",
        "With Lankarani-Nikravesh the swing decreases slightly in each period, with Kelvin-Voigt "
        "very quickly.",
        (LN, KV),
        _swing,
        ASSUMED,
    ),
    Claim(
        "stops: no more contacts",
        "Section 3.2, Fig. 18",
        "swings after the last contact of a long run",
        "With no restitution the swing decreases until no stop is reached any more and stays "
        "constant afterwards.",
        (NULL,),
        _comes_to_rest,
        "restitution exactly 0 (the data say 0.01, the caption null); 40 s, the paper does not say "
        "how long",
    ),
)
