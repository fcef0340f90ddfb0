"""The tables of a page: every part of a mechanism once, every number with its unit."""

import gudgeon as gd
from gudgeon.report.tables import tables_of

HERTZ = gd.Hertz(1e9)


def mechanism(**parts) -> gd.Mechanism:
    """A crank with a loose pin, and a block on a guide, in a plane."""
    return gd.Mechanism(
        plane="xy",
        bodies=[
            gd.Body("crank", mass=1.5, inertia=0.25),
            gd.Body("block", density=1000, inertia=gd.Box((0.1, 0.2, 0.3)), position=(1, 0)),
        ],
        joints=[
            gd.Revolute(
                "A",
                between=("ground", "crank"),
                point=(0, 0),
                bearing_radius=0.01,
                radial_clearance=2e-4,
                fit=gd.Clearance(contact=HERTZ),
            ),
            gd.Translational(
                "D",
                between=("ground", "block"),
                point=(1, 0),
                axis=(1, 0),
                stops=gd.Stop(lower=-0.1, upper=0.5, contact=HERTZ),
            ),
        ],
        **parts,
    )


def tables(**parts) -> dict[str, dict]:
    return {table["title"]: table for table in tables_of(mechanism(**parts))}


def test_joints_are_listed_with_bodies_fit_sizes_laws_and_stops() -> None:
    found = tables()["Joints"]
    assert found["columns"] == ["joint", "kind", "between", "fit", "numbers"]
    loose, stopped = found["rows"]
    assert loose[:4] == ["A", "revolute", "ground – crank", "clearance"]
    assert (
        loose[4]
        == "radial clearance 0.0002 m; bearing radius 0.01 m; contact hertz (stiffness 1e+09 "
        "N/m^n, exponent 1.5)"
    )
    assert stopped[:4] == ["D", "translational", "ground – block", "ideal"]
    for words in ("lower -0.1 m", "upper 0.5 m", "hertz (stiffness 1e+09 N/m^n, exponent 1.5)"):
        assert words in stopped[4]


def test_bodies_are_listed_with_the_mass_that_they_have_and_the_solid_it_follows_from() -> None:
    """1000 kg/m^3 times 6 litres."""
    rows = tables()["Bodies"]["rows"]
    assert rows == [
        ["crank", "1.5 kg", "0.25 kg m^2"],
        ["block", "6 kg", "box (size [0.1, 0.2, 0.3] m)"],
    ]


def test_drivers_and_forces_are_listed_only_where_there_are_some() -> None:
    assert list(tables()) == ["Joints", "Bodies"]
    driver = gd.Driver("motor", joint="A", motion=gd.ConstantSpeed("60 rpm"))
    spring = gd.JointSpring("spring", joint="D", stiffness=50.0)
    found = tables(drivers=[driver], forces=[spring])
    assert found["Drivers"]["rows"] == [
        ["motor", "A.angle follows constant-speed (speed 6.28319 rad/s, start 0 rad)"]
    ]
    ((name, words),) = found["Forces"]["rows"]
    assert name == "spring" and "stiffness 50 N/m" in words


def test_every_row_is_as_long_as_the_names_of_its_columns() -> None:
    for name in (
        "spatial-slider-crank",
        "four-bar",
        "governor",
        "triple-pendulum",
        "andrews-squeezer",
    ):
        for table in tables_of(gd.library(name)):
            assert all(len(row) == len(table["columns"]) for row in table["rows"]), (
                name,
                table["title"],
            )
            assert all(isinstance(cell, str) for row in table["rows"] for cell in row)
