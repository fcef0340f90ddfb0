"""Make the picture of the README."""

from pathlib import Path

import gudgeon as gd
from gudgeon.plotting import results

result = gd.simulate(gd.library("spatial-slider-crank"), duration=2.0)
path = Path(__file__).with_name("slider-crank.png")
results.plot(result, ["slider.position.x", "A.angle_rate", "B.force"]).savefig(path, dpi=80)
print(path)
