"""Channels by name."""

import numpy as np
import pytest

import gudgeon as gd
from tests.support.synthetic_results import DAMPER, result


@pytest.mark.parametrize(
    ("name", "unit", "last"),
    [
        ("t", "s", 5),
        ("block.position.y", "m", 5.5),
        ("block.position.magnitude", "m", 5.5),
        ("crank.orientation.e3", "1", np.sin(5)),
        ("A.force.magnitude", "N", 5),
        ("joints.A.force.y", "N", 4),
        ("drivers.A.force", "N*m", 5),
        ("A.power", "W", 10),
        ("pusher.force", "N", 7),
        ("A.angle", "rad", 10),
        ("A.angle_rate", "rad/s", 2),
        ("D.displacement", "m", 2.5),
        ("D.displacement_rate", "m/s", 0.5),
        ("energy.kinetic", "J", 15),
        ("energy.driver:pusher", "J", -10),
        (f"energy.lost:{DAMPER}", "J", 5),
    ],
)
def test_a_text_finds_its_numbers(name, unit, last) -> None:
    channel = result().channel(name)
    assert channel.unit == unit
    assert channel.values.shape == (101,)
    assert channel.values[-1] == pytest.approx(last)


def test_a_vector_channel_has_named_components() -> None:
    channel = result().channel("A.force")
    assert channel.components == ("x", "y", "z")
    assert np.all(channel.values == (3, 4, 0))


def test_every_channel_that_is_listed_can_be_read_and_none_twice() -> None:
    run = result(3)
    names = run.channels()
    assert len(set(names)) == len(names)
    assert {"A.force", "drivers.A.force", "A.force.magnitude", "energy.balance"} <= set(names)
    for name in names:
        assert len(run.channel(name).values) == 3


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("blok.position", "Did you mean 'block'"),
        ("block.positon.x", "Did you mean 'position'"),
        ("block.position.w", "no component 'w'. Allowed: 'x', 'y', 'z', 'magnitude'"),
        ("block.position.x.y", "no component"),
        ("block", "say which quantity of 'block'"),
        ("energy.balence", "Did you mean 'balance'"),
        ("energy", "there is no energy ''"),
        ("", "no body, joint, driver or load ''"),
        ("...", "cannot find the channel"),
        ("joints.A", "cannot find the channel"),
    ],
)
def test_an_unknown_channel_says_what_is_wrong_with_it(name, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        result().channel(name)
