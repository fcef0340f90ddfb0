"""Functions at a sample rate: when they are called, and what they may do."""

import pytest

import gudgeon as gd
from gudgeon.simulation.sampling import NEVER, Samples


def run(samples, until):
    while samples.next_time < until:
        samples.call("simulation")


def test_functions_are_called_in_order_of_time_then_of_registration():
    seen, samples = [], Samples()
    assert samples.next_time == NEVER
    samples.add(0.0, 0.3, lambda sim: seen.append(("a", sim)))
    samples.add(0.0, "100 ms", lambda sim: seen.append(("b", sim)))
    run(samples, 0.35)
    assert [name for name, _ in seen] == ["a", "b", "b", "b", "b"] or [
        name for name, _ in seen
    ] == ["a", "b", "b", "b", "a", "b"]
    assert {sim for _, sim in seen} == {"simulation"}


def test_samples_do_not_drift():
    """The thousandth sample at a thousand periods, rounded once."""
    samples = Samples()
    samples.add(0.1, 0.001, lambda sim: None)
    run(samples, 1.0999)
    assert samples.next_time == 0.1 + 1000 * 0.001


def test_a_state_goes_on_where_it_was_and_others_later():
    samples = Samples()
    samples.add(0.0, 0.25, lambda sim: None)
    run(samples, 0.6)
    state = samples.state
    samples.restart()
    assert samples.next_time == 0.0
    samples.restore(state, 0.6)
    assert samples.next_time == 0.75
    samples.add(0.0, 0.2, lambda sim: None)
    samples.restore(state, 0.6)
    assert samples.next_time == pytest.approx(0.6)


@pytest.mark.parametrize(
    "period, function, sentence",
    [
        (0.0, print, "period: must be > 0"),
        ("1 kg", print, "period: "),
        (0.1, 3, "function: expected a function of the simulation, got 3"),
        (0.1, lambda: None, "function: expected a function of the simulation"),
    ],
)
def test_what_cannot_be_called_is_refused(period, function, sentence):
    with pytest.raises(gd.InputError, match=sentence):
        Samples().add(0.0, period, function)
