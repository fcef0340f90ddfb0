"""Results of a driver."""

import numpy as np

from tests.support.synthetic_results import OMEGA, result


def test_a_driver_gives_its_force_and_power() -> None:
    run = result()
    assert np.all(run.driver("A").force == 5)
    assert np.all(run.driver("A").power == 5 * OMEGA)
    assert np.all(run.driver("pusher").power == 7 * 0.5)
