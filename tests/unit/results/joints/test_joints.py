"""Results of stops, layers, films and bushings together: channels, files, tables."""

import numpy as np

import gudgeon as gd
from tests.support.compliant_results import result


def test_every_channel_that_is_listed_can_be_read() -> None:
    for run in (result(3), result(3, mechanism=None), result([])):
        names = run.channels()
        assert len(set(names)) == len(names)
        for name in names:
            assert len(run.channel(name).values) == run.rows
    assert {
        "A.stop angle upper.penetration",
        "F.sommerfeld",
        "G.torsion",
        "F.film_force.magnitude",
    } <= set(result(3).channels())
    assert "F.sommerfeld" not in result(3, mechanism=None).channels()


def test_a_file_gives_everything_back(tmp_path) -> None:
    run = result(11)
    again = gd.load(run.save(tmp_path / "run.h5"))
    assert again.channels() == run.channels()
    for name in run.channels():
        assert np.array_equal(
            again.channel(name).values, run.channel(name).values, equal_nan=True
        ), name
    assert again.impacts.rows.tobytes() == run.impacts.rows.tobytes()
    assert again.joint("F").mode_fractions == run.joint("F").mode_fractions


def test_a_result_counts_the_joints_that_can_touch() -> None:
    assert "contacts: 9 periods in 5 joints" in repr(result())
