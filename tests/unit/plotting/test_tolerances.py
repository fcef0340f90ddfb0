"""Pictures of Monte Carlo studies and sensitivities: what is drawn is what was found."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gudgeon as gd
from tests.support.swept_falls import falling

PARAMETERS = {"gravity.2": gd.Uniform(-11, -9), "bodies.cabin.mass": gd.Uniform("1 kg", "2 kg")}
MEASURE = "peak_acceleration"


def test_a_measure_is_drawn_as_a_distribution_and_against_every_parameter():
    study = gd.monte_carlo(falling(), PARAMETERS, 8, measures=[MEASURE])
    first, gravity, mass = study.plot(MEASURE).axes
    values, shares = first.lines[-1].get_data()
    assert np.allclose(values, np.sort(study.values(MEASURE)))
    assert np.allclose(shares, (np.arange(8) + 0.5) / 8)
    marked = sorted(line.get_xdata()[0] for line in first.lines if len(line.get_xdata()) == 2)
    expected = [estimate.value for estimate in study.percentiles(MEASURE).values()]
    assert marked == pytest.approx(expected)
    assert gravity.get_xlabel().startswith("gravity.2")
    assert "[kg]" in mass.get_xlabel() and "[m/s²]" in mass.get_ylabel()


@pytest.mark.parametrize("indices", ["sobol", "morris"])
def test_bars_are_as_long_as_the_numbers_found(indices):
    study = gd.sensitivity(falling(), PARAMETERS, 4, indices=indices, measures=[MEASURE])
    figure, axes = plt.subplots()
    assert study.plot(MEASURE, ax=axes) is figure
    lengths = [bar.get_width() for bar in axes.patches]
    if indices == "sobol":
        found = study.indices(MEASURE)
        expected = [found[path][kind].value for kind in ("first", "total") for path in PARAMETERS]
    else:
        expected = [study.effects(MEASURE)[path][0] for path in PARAMETERS]
    assert lengths == pytest.approx(expected, abs=1e-12)
    assert [label.get_text() for label in axes.get_yticklabels()] == list(PARAMETERS)
    plt.close(figure)
