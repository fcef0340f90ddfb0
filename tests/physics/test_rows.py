"""Rows that follow the motion: nothing that happens between equal intervals is missing from them, in
numbers, pictures and pages, and asking for them changes nothing.
"""

from functools import cache

import numpy as np
import pytest

import gudgeon as gd
from gudgeon import plotting
from gudgeon.kernels.stepping.peaks import LEAST_RISE
from gudgeon.report.encoding import Blocks
from gudgeon.report.run_data import run_of
from tests.unit.report.test_encoding import unpacked

STEPS = 3000  # of a run: some contacts of every mechanism
INSIDE = 200  # rows in each contact of the run that is looked at closely
CLOSELY = 60  # contacts that are
# A crest that is sampled 200 times in a contact lacks at most (pi / 200)^2 / 8 = 3e-5 of its height.
# A peak is taken where a polynomial of the fourth degree has its top; measured: 9e-5 of a joint,
# body, driver or sum, 9e-4 of one contact, of a soft layer whose force has a corner inside a step.
TRUE = 1e-3
NOISE = 1e-9  # of the largest of its kind: the rest is rounding
# passes positions in which its constraints depend on each other: its reactions have no bound there
SINGULAR = ("four-bar-windows",)

CASES = [
    *((name, ()) for name in gd.library_names() if name not in SINGULAR),
    *(
        (name, ((joint, fit),))
        for name in gd.library_names()
        for joint, named in gd.library_fits(name).items()
        for fit in named
    ),
]
every_case = pytest.mark.parametrize(("name", "fits"), CASES, ids=str)


@cache
def followed(name: str, fits: tuple[tuple[str, str], ...]) -> gd.Result:
    """Run a mechanism of the library as it comes, for some thousand steps."""
    mechanism = gd.library(name, **dict(fits))
    short = gd.simulate(mechanism, output="grid", max_steps=STEPS, strict=False)
    return gd.simulate(mechanism, short.end)


def sampled(run: gd.Result) -> gd.Result:
    """The same run with rows that know nothing of peaks: very many in each contact, and a grid."""
    table = run.impacts[:CLOSELY]
    ends = np.where(np.isnan(table["end"]), run.end, table["end"])
    spans = zip(table["start"], ends, strict=True)
    inside = [np.linspace(start, end, INSIDE) for start, end in spans]
    times = np.unique(np.concatenate([*inside, np.linspace(0, run.end, 20 * INSIDE)]))
    return gd.simulate(run.mechanism, run.end, output_times=times[times <= run.end])


def magnitudes(run: gd.Result) -> dict[str, np.ndarray]:
    """Everything whose greatest value is shown, by kind and name."""
    labels = run.layout.labels
    found = {f"joint:{name}": size(run.joint(name).force) for name in labels["joint"]}
    found |= {f"body:{name}": size(run.body(name).acceleration) for name in labels["body"]}
    found |= {f"driver:{name}": np.abs(run.driver(name).force) for name in labels["driver"]}
    for joint in map(run.joint, labels["joint"]):
        if "normal_force" in joint.quantities:
            found[f"sum:{joint.name}"] = joint.normal_force
    for contact in run.layout.contacts:
        found[f"contact:{contact.label}"] = run.contact(contact.label).normal_force
    return found


def size(vectors: np.ndarray) -> np.ndarray:
    return np.linalg.norm(vectors, axis=1)


def above_noise(found: dict[str, np.ndarray], noise: float = NOISE) -> dict[str, float]:
    """Return the greatest values that are more than rounding."""
    tops = {label: float(values.max()) for label, values in found.items()}
    kind = {label: label.partition(":")[0] for label in tops}
    largest = {
        own: max(top for label, top in tops.items() if kind[label] == own) for own in kind.values()
    }
    return {label: top for label, top in tops.items() if top > noise * largest[kind[label]]}


@every_case
def test_the_greatest_value_of_rows_is_the_true_peak(name, fits):
    run = followed(name, fits)
    mine = magnitudes(run)
    for label, top in above_noise(magnitudes(sampled(run))).items():
        assert mine[label].max() >= (1 - TRUE) * top, label
    # rounding is magnified by stiff springs: it differs from row to row
    kept = [run.peaks, *([run.start_peaks] if run.transient else [])]
    for label in above_noise(mine, 1e-7).keys() & run.peaks.keys():
        top = max(peaks[label].value for peaks in kept)
        assert mine[label].max() == pytest.approx(top, rel=LEAST_RISE), label
        rest = mine[label][run.t >= run.transient]
        assert rest.max() == pytest.approx(run.peaks[label].value, rel=LEAST_RISE), label
        assert all(peaks[label].time in run.t for peaks in kept), label


@every_case
def test_every_contact_has_rows_and_its_peak_is_one_of_them(name, fits):
    run = followed(name, fits)
    for impact in run.impacts:
        end = impact.end if np.isfinite(impact.end) else run.end
        inside = (run.t >= impact.start) & (run.t <= end)
        force = run.contact(f"{impact.joint}.{impact.contact}").normal_force[inside]
        assert len(force)
        assert force.max() == pytest.approx(impact.peak_force, rel=LEAST_RISE, abs=1e-300)
        if impact.peak_force > 0:
            assert impact.peak_time in run.t


@every_case
def test_rows_at_contacts_and_peaks_change_nothing(name, fits):
    run = followed(name, fits)
    even = gd.simulate(run.mechanism, run.end, output="grid")
    for variable in run.layout.variables:
        np.testing.assert_array_equal(run.on_grid.data[variable.name][:], even.data[variable.name])
    assert even.statistics["steps"] == run.statistics["steps"]
    np.testing.assert_array_equal(even.impacts.rows, run.impacts.rows)
    assert even.peaks == run.peaks


@every_case
def test_pictures_and_pages_show_the_greatest_values(name, fits):
    """Those of a page are to 2^-20 of their range, components each for itself, but no finer than
    2^-30 of the largest of all parts.
    """
    run = followed(name, fits)
    tops = above_noise(magnitudes(run), 1e-5)
    forces = [top for label, top in tops.items() if label.startswith("joint:")]
    lines = plotting.reactions(run).axes[0].lines
    assert max(line.get_ydata().max() for line in lines) == max(forces)
    blocks = Blocks()
    options = {"rows": 250_000, "budget": 11e6, "shapes": {}, "horizon": None, "command": ""}
    page = run_of(run, "run", blocks, **options)
    channels = {
        channel["name"]: unpacked(channel, blocks, page["rows"]) for channel in page["channels"]
    }
    for label, top in tops.items():
        kind, _, part = label.partition(":")
        word = {"body": "acceleration", "sum": "normal_force", "contact": "normal_force"}.get(
            kind, "force"
        )
        shown = channels[f"{part}.{word}"]
        assert np.linalg.norm(shown.reshape(len(shown), -1), axis=1).max() == pytest.approx(
            top, rel=1e-4
        ), label


@every_case
def test_tables_of_numbers_have_the_greatest_values(name, fits, tmp_path):
    """The forces of all joints in a CSV file, to the last digit."""
    run = followed(name, fits)
    names = run.layout.labels["joint"]
    path = run.to_csv(tmp_path / "run.csv", [f"{joint}.force.magnitude" for joint in names])
    table = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
    mine = magnitudes(run)
    for column, joint in enumerate(names, 1):
        assert table[:, column].max() == pytest.approx(mine[f"joint:{joint}"].max(), rel=1e-14)


def test_pages_and_files_of_contacts_stay_small(tmp_path):
    """The run of the README: 60 contacts of some 16 rows besides a thousand on the grid. The page
    without data takes 0.7 MB.
    """
    result = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 0.03)
    assert 1500 < result.rows < 4000
    assert result.report(tmp_path / "run.html").stat().st_size < 1_500_000
    assert result.save(tmp_path / "run.h5").stat().st_size < 2_000_000
