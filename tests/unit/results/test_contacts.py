"""The results of single contacts."""

import numpy as np
import pytest

import gudgeon as gd
from tests.support import compliant_results
from tests.support.clearance_results import result


def test_a_contact_gives_its_own_history() -> None:
    run = result([1.0, 2.0])
    assert run.contact("A.strip 2").penetration == pytest.approx(0.5e-6 * np.sin(run.t))
    assert run.contact("A.strip 1").friction.tolist() == [[3, 4, 0]] * 2
    assert run.contact("C.ball").point.tolist() == [[1, 2, 3]] * 2
    assert set(run.contact("C.ball").quantities) == {
        "penetration",
        "rate",
        "normal_force",
        "friction",
        "point",
        "sliding_speed",
    }
    assert run.contact("A.strip 2").sliding_speed.tolist() == [0.5, 0.5]
    with pytest.raises(gd.InputError, match=r"no contact 'C\.bal'\. Did you mean 'C.ball'"):
        run.contact("C.bal")


def test_a_stop_has_no_surfaces_that_slide() -> None:
    stop = compliant_results.result([0.0, 1.0]).contact("A.stop angle upper")
    assert stop.penetration.tolist() == [0.3, 0.3] and stop.normal_force.tolist() == [20, 20]
    assert not hasattr(stop, "friction") and not hasattr(stop, "point")
    assert repr(stop) == "<contact 'A.stop angle upper': penetration, rate, normal_force>"
