"""The page itself: made from its sources, small, and safe against anything that stands in a
model.
"""

import dataclasses
import hashlib
import json
import lzma
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.page import PAGE, empty, notebook_frame, page, write
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support import synthetic_results

FRONTEND = Path(__file__).parents[3] / "frontend"
HOSTILE = [
    "<script>",
    "<\\script><script>alert(1)<!--",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt;",
    "\"'`${x}",
    "=1+1",
    "]]>",
]


class Elements(HTMLParser):
    """The elements of a page, as a browser's parser would find them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._inside = dict(attrs).get("id") or tag

    def handle_data(self, data: str) -> None:
        self.texts[self._inside] = self.texts.get(self._inside, "") + data


def data_of(text: str) -> dict[str, Any]:
    return json.loads(Elements(text).texts["data"])


def test_the_built_page_belongs_to_the_sources() -> None:
    """If this fails, the sources were changed: run ``make frontend`` and commit the page with
    them.
    """
    names = [
        "build.mjs",
        "index.html",
        "package-lock.json",
        "package.json",
        *(f"src/{path.name}" for path in (FRONTEND / "src").iterdir()),
    ]
    digest = hashlib.sha256()
    for name in sorted(names):
        digest.update(f"{name}\n".encode() + (FRONTEND / name).read_bytes())
    assert f'name="gudgeon-sources" content="{digest.hexdigest()}"' in PAGE.read_text(
        encoding="utf-8"
    )


def test_the_page_without_data_is_small() -> None:
    assert PAGE.stat().st_size <= 1_500_000


def test_a_wheel_has_the_page_packed(tmp_path, monkeypatch) -> None:
    text, packed = empty(), tmp_path / "page.html.xz"
    packed.write_bytes(lzma.compress(PAGE.read_bytes()))
    monkeypatch.setattr("gudgeon.report.page.PAGE", tmp_path / "page.html")
    monkeypatch.setattr("gudgeon.report.page.PACKED", packed)
    assert empty() == text and text.startswith("<!doctype html>")


def test_the_page_names_the_licences_of_what_is_in_it() -> None:
    libraries = json.loads((FRONTEND / "package.json").read_text(encoding="utf-8"))[
        "devDependencies"
    ]
    text = PAGE.read_text(encoding="utf-8")
    assert f"three {libraries['three']}, MIT licence" in text
    assert "Permission is hereby granted, free of charge" in text


def test_the_page_may_load_nothing() -> None:
    text = page(synthetic_results.result())
    policies = [
        dict(attributes)
        for tag, attributes in Elements(text).found
        if tag == "meta" and attributes.get("http-equiv")
    ]
    assert policies[0]["content"].startswith("default-src 'none'; script-src 'unsafe-inline'")
    for tag, attributes in Elements(text).found:
        assert not (attributes.get("src") or "")
        assert (attributes.get("href") or "data:,").startswith("data:"), tag


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_and_never_markup(name: str) -> None:
    body = gd.Body(name, mass=1, inertia=(1, 1, 1))
    joint = gd.Revolute(name, between=("ground", name), point=(0, 0, 0), axis=(0, 0, 1))
    mechanism = gd.Mechanism(name=name, bodies=[body], joints=[joint])
    labels = {
        "body": (name,),
        "joint": (name,),
        "coordinate": (f"{name}.angle",),
        "driver": (),
        "entry": ("kinetic", "gravity"),
    }
    layout = synthetic_results.layout(labels)
    rows = np.zeros((3, layout.width))
    rows[:, 0] = range(3)
    text = page(
        Result(mechanism, layout, layout.split(rows), Outcome(Status.COMPLETE, notes=(name,)))
    )
    plain = page(synthetic_results.result(3))
    scripts = [
        attributes.get("type") for tag, attributes in Elements(text).found if tag == "script"
    ]
    # the program and the data; there is no block of constants
    assert sorted(scripts, key=str) == [None, "application/json"]
    assert {tag for tag, _ in Elements(text).found} == {tag for tag, _ in Elements(plain).found}
    run = data_of(text)["runs"][0]
    assert (run["bodies"], run["story"]["title"], run["story"]["notes"]) == ([name], name, [name])
    assert Elements(text).texts["title"].strip() == name.strip()


def test_numbers_that_json_does_not_know_are_left_out() -> None:
    result = synthetic_results.result(3)
    result.data["acceleration"][:] = np.nan
    json.dumps(data_of(page(result)), allow_nan=False)  # which raises where one is left


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_a_page_can_be_made_of_hardly_any_rows(rows: int) -> None:
    run = data_of(page(synthetic_results.result(np.linspace(0, 1, rows))))["runs"][0]
    assert run["rows"] == rows


def test_a_result_without_its_mechanism_is_shown_all_the_same() -> None:
    result = synthetic_results.result(5)
    bare = Result(
        None,
        result.layout,
        result.data,
        Outcome(Status.INTERRUPTED),
        description="laws that are not here",
    )
    run = data_of(page(bare))["runs"][0]
    assert run["scene"] is None
    assert run["story"]["model"] == "laws that are not here"
    assert "crank.position" in [channel["name"] for channel in run["channels"]]


def test_all_channels_of_the_result_are_in_the_page() -> None:
    result = synthetic_results.result(5)
    names = []
    for channel in data_of(page(result))["runs"][0]["channels"]:
        parts = [
            *channel["components"],
            *(["magnitude"] if channel["components"] == ["x", "y", "z"] else []),
        ]
        names += [channel["name"], *(f"{channel['name']}.{part}" for part in parts)]
    assert names == [name for name in result.channels() if name != "t"]


def test_several_results_stand_in_one_page_by_name() -> None:
    runs = data_of(page({"new": synthetic_results.result(5), "old": synthetic_results.result(7)}))[
        "runs"
    ]
    assert [(run["name"], run["rows"]) for run in runs] == [("new", 5), ("old", 7)]
    assert [run["name"] for run in data_of(page([synthetic_results.result(5)] * 2))["runs"]] == [
        "run 1",
        "run 2",
    ]
    with pytest.raises(gd.InputError, match="at least one"):
        page([])


def test_a_page_that_would_be_too_large_takes_coarser_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from gudgeon.report import page as report

    result = synthetic_results.result(2_000)
    result.data["joint_force"][:] = np.random.default_rng(0).normal(size=(2_000, 2, 3))
    full = data_of(page(result))["runs"][0]["bits"]
    monkeypatch.setattr(report, "BUDGET", 40_000)
    small = data_of(page(result))["runs"][0]
    assert small["bits"] < full
    assert small["rows"] == 2_000


def test_a_page_that_cannot_be_written_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(gd.InputError, match="cannot be written"):
        synthetic_results.result(5).report(tmp_path / "no folder" / "x.html")


def test_a_result_writes_its_page(tmp_path: Path) -> None:
    path = synthetic_results.result(5).report(tmp_path / "x.html")
    assert data_of(path.read_text(encoding="utf-8"))["title"] == "crank and block"
    assert write(synthetic_results.result(5), str(path)) == path


def test_a_notebook_shows_the_page_in_a_frame_of_its_own() -> None:
    frame = synthetic_results.result(10_000).view()._repr_html_()
    elements = Elements(frame)
    tag, attributes = elements.found[0]
    assert (tag, attributes["sandbox"]) == ("iframe", "allow-scripts allow-downloads")
    inner = data_of(attributes["srcdoc"] or "")
    assert inner["runs"][0]["rows"] <= 4_000
    assert notebook_frame(synthetic_results.result(3)).count("<iframe") == 1


def test_a_soft_guide_is_magnified_across_the_way_it_slides() -> None:
    """A block of 1 kg on a guide along x that gives with 1 kN/m hangs 9.81 mm off it at rest,
    however far it has slid.
    """
    block = gd.Body("block", mass=1, inertia=(1, 1, 1), velocity=(1, 0, 0))
    soft = gd.Bushing(
        radial=gd.Compliance("1 kN/m", damping="1 kN*s/m"), misalignment=gd.Compliance("1 kN*m/rad")
    )
    guide = gd.Translational(
        "D", between=("ground", "block"), point=(0, 0, 0), axis=(1, 0, 0), fit=soft
    )
    result = gd.simulate(
        gd.Mechanism(bodies=[block], joints=[guide], gravity=(0, 0, -9.81)), duration=5.0
    )
    (joint,) = data_of(page(result))["runs"][0]["scene"]["joints"]
    # overdamped: it creeps to its place with the rate 1/s, and 5 s leave 0.7 % of the way
    assert joint["gives"] == pytest.approx(9.81e-3, rel=0.02)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e308, -1e308])
@pytest.mark.parametrize("rows", [5, slice(None)], ids=["one row", "all rows"])
def test_numbers_that_are_not_finite_leave_gaps_in_the_page(value: float, rows: Any) -> None:
    known = synthetic_results.result(30)
    for name in known.data:
        data = {variable: np.array(values[:]) for variable, values in known.data.items()}
        if name == "t" or not data[name].size:
            continue
        data[name][rows] = value
        spoilt = Result(known.mechanism, known.layout, data, known.outcome, settings=known.settings)
        with np.errstate(all="ignore"):
            found = page(spoilt)
        assert "NaN" not in found.partition('id="data">')[2].partition("</script>")[0].replace(
            "infinite or NaN", ""
        )


def test_times_that_are_not_finite_are_refused() -> None:
    known = synthetic_results.result(30)
    for value in (np.nan, np.inf, -1.0):
        data = {variable: np.array(values[:]) for variable, values in known.data.items()}
        data["t"][7] = value
        with pytest.raises(
            gd.InputError, match="the times of 'run' are not finite, or do not increase"
        ):
            page(
                Result(known.mechanism, known.layout, data, known.outcome, settings=known.settings)
            )


def test_a_mechanism_whose_sizes_overflow_has_a_page_without_a_picture() -> None:
    known = synthetic_results.result(30)
    body, *others = known.mechanism.bodies
    huge = dataclasses.replace(
        known.mechanism, bodies=(dataclasses.replace(body, position=(1e200, 0, 0)), *others)
    )
    data = {variable: np.array(values[:]) for variable, values in known.data.items()}
    assert (
        data_of(page(Result(huge, known.layout, data, known.outcome, settings=known.settings)))[
            "runs"
        ][0]["scene"]
        is None
    )
