"""Results: what can be asked of them, and what they say when asked for something else."""

import numpy as np
import pytest

from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result, SimulationError
from gudgeon.results.status import Status
from tests.support.synthetic_results import plan, result, rows

# -- as a whole ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1])
def test_a_result_without_or_with_one_row_answers_everything(count) -> None:
    run = result(np.zeros(count))
    assert len(run.t) == run.rows == count
    assert run.body("crank").rotation.shape == (count, 3, 3)
    assert run.body("crank").at((0, 0, 1)).shape == (count, 3)
    assert np.array_equal(run.energy.balance, np.zeros(count))
    for name in run.channels():
        assert len(run.channel(name).values) == count
    assert f"{count} rows" in repr(run)


def test_an_array_of_the_wrong_size_is_refused() -> None:
    data = plan().split(rows(np.zeros(4)))
    data["position"] = data["position"][:3]
    with pytest.raises(ValueError, match="position has the shape"):
        Result(None, plan(), data, Outcome(Status.COMPLETE))


def test_a_result_introduces_itself() -> None:
    run = result(statistics={"method": "<dop853>"})
    assert "crank and block" in repr(run)
    assert "t = 0 to 5 s" in repr(run)
    assert "&lt;dop853&gt;</td>" in run._repr_html_()


def test_a_result_whose_mechanism_is_unknown_still_gives_its_numbers() -> None:
    run = Result(None, plan(), plan().split(rows(np.zeros(2))), Outcome(Status.COMPLETE))
    assert (run.channel("drivers.A.force").unit, run.channel("pusher.force").unit) == ("N*m", "N")
    assert run.driver("pusher").power.tolist() == [3.5, 3.5]
    assert "could not be read" in repr(run)


# -- how it ended ----------------------------------------------------------------------------------


def test_a_simulation_error_carries_the_partial_result() -> None:
    run = result(7, status=Status.NOT_FINITE)
    error = SimulationError(run.message, run)
    assert error.result is run
    assert "not finite at t = 5 s" in str(error)
