"""What notebooks show: small tables, every name escaped, nothing that fights a dark or light
theme.
"""

import re
from html.parser import HTMLParser

import pytest

import gudgeon as gd
from gudgeon.laws import REGISTRY
from gudgeon.plotting.laws import typical
from gudgeon.report.notebook import MANY
from tests.support import synthetic_results

SMALL = 20_000  # bytes; the page of a run takes a megabyte
EVIL = "<script>alert(1)<&quot;"  # a name may not contain dots or slashes
VOID = {"br", "hr"}


class Page(HTMLParser):
    """The elements and the text of a piece of HTML; refuses tags that are not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text, self._open = "", []
        self.feed(text)
        self.close()
        assert not self._open, f"{self._open} are not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def evil() -> gd.Mechanism:
    """A mechanism in which every name is an attempt."""
    other = f"{EVIL} 2"
    steel = gd.LankaraniNikravesh(1e10, 0.9)
    return gd.Mechanism(
        name=EVIL,
        plane="xy",
        gravity=(0, -9.81),
        bodies=[
            gd.Body(EVIL, mass=1, inertia=0.1, position=(0.1, 0)),
            gd.Body(other, mass=2, inertia=0.1, position=(0.3, 0)),
        ],
        joints=[
            gd.Revolute(EVIL, between=("ground", EVIL), point=(0, 0)),
            gd.Revolute(
                other,
                between=(EVIL, other),
                point=(0.2, 0),
                bearing_radius=0.01,
                radial_clearance=1e-4,
                fit=gd.Clearance(contact=steel),
            ),
        ],
        drivers=[gd.Driver(EVIL, joint=EVIL, motion=gd.ConstantSpeed(3.0))],
        forces=[
            gd.Torque(EVIL, body=other, torque=1.0),
            gd.JointSpring(other, joint=other, stiffness=2.0),
        ],
    )


@pytest.fixture(scope="module")
def run() -> gd.Result:
    return gd.simulate(evil(), duration=0.02)


def test_a_mechanism_shows_its_parts() -> None:
    page = Page(gd.library("planar-slider-crank", C="clearance")._repr_html_())
    for part in (
        "planar slider-crank",
        "in the plane xy",
        "rod",
        "0.21",
        "bearing on rod, journal on slider",
        "lankarani-nikravesh",
        "motor",
    ):
        assert part in page.text
    assert page.text.count("revolute") == 3


def test_names_are_escaped_wherever_they_are_shown(run: gd.Result) -> None:
    mechanism = evil()
    comparison = gd.compare(
        mechanism,
        joint=f"{EVIL} 2",
        fits={EVIL: gd.Ideal(), "loose": mechanism.joints[1].fit},
        duration=0.01,
    )
    parts = (*mechanism.bodies, *mechanism.joints, *mechanism.drivers, *mechanism.forces)
    assert len(run.impacts) > 0
    for shown in (mechanism, run, run.impacts, comparison, comparison.table, *parts):
        page = Page(shown._repr_html_())
        assert EVIL in page.text, type(shown)
        assert "script" not in [tag for tag, _ in page.tags]


def test_a_result_shows_how_it_ended_and_its_peaks_but_not_its_page(run: gd.Result) -> None:
    shown = run._repr_html_()
    page = Page(shown)
    assert "Complete at t = 0.02 s." in page.text
    assert f"{run.peaks[f'driver:{EVIL}'].value:.5g}" in page.text
    assert "N m" in page.text  # the driver turns: its peak is a moment
    assert "iframe" not in [tag for tag, _ in page.tags]
    assert len(shown) < SMALL


def test_the_page_of_a_run_is_shown_when_it_is_asked_for() -> None:
    tag, attributes = Page(synthetic_results.result(50).view()._repr_html_()).tags[0]
    assert tag == "iframe"
    assert "allow-same-origin" not in (attributes["sandbox"] or "")


def test_a_result_without_rows_shows_itself() -> None:
    assert "0 rows" in Page(synthetic_results.result(0)._repr_html_()).text


@pytest.mark.parametrize(
    "name",
    [
        f"{family}.{name}"
        for (family, name), cls in REGISTRY.items()
        if cls.__module__.startswith("gudgeon.")
    ],
)
def test_a_law_shows_its_equation_and_its_numbers(name: str) -> None:
    law, assumed = typical(name, {})
    page = Page(law._repr_html_())
    assert type(law).equation() in page.text
    for parameter, value in assumed.items():
        assert parameter in page.text
        told = (
            value
            if isinstance(value, str)
            else f"{value:.6g}"
            if not isinstance(value, tuple)
            else ""
        )
        assert told in page.text


@pytest.mark.parametrize(
    "part",
    [
        gd.Ideal(),
        gd.Clearance(contact=gd.Hertz(1e9), friction=gd.Threlfall(0.1, 1e-3)),
        gd.Clearance(contact=gd.Hertz(1e9), bushing=1e6, thickness=1e-5),
        gd.Bushing(radial=1e6, torsion=gd.Compliance(10, damping=1, preload=0.5)),
        gd.Lubricated(film=gd.FiniteBearing(0.1)),
        gd.Stop("angle", upper=1.0, contact=gd.Hertz(1e3)),
        gd.Box((1, 2, 3)),
        gd.Baumgarte(5, 5),
    ],
    ids=lambda part: type(part).__name__,
)
def test_fits_and_other_descriptions_show_their_fields(part: gd.Ideal) -> None:
    page = Page(part._repr_html_())
    assert type(part).__name__ in page.text
    for name in part.__dataclass_fields__:
        if getattr(part, name) not in (None, ()):
            assert name in page.text


def test_a_mechanism_of_many_bodies_stays_small() -> None:
    bodies = [gd.Body(f"b{k}", mass=1, inertia=0.1, position=(k + 0.5, 0)) for k in range(500)]
    joints = [
        gd.Revolute(f"j{k}", between=("ground" if k == 0 else f"b{k - 1}", f"b{k}"), point=(k, 0))
        for k in range(500)
    ]
    shown = gd.Mechanism(plane="xy", bodies=bodies, joints=joints)._repr_html_()
    assert len(shown) < SMALL
    assert f"and {500 - MANY} more" in Page(shown).text


def test_nothing_sets_a_colour(run: gd.Result) -> None:
    """Tables inherit the colours of the notebook, so that dark and light both work."""
    for shown in (evil(), run, run.impacts, gd.Hertz(1e9), gd.Ideal()):
        assert not re.search(r"color|background|bgcolor", shown._repr_html_())
