"""Make the pictures of the README: a slider-crank whose gudgeon pin is loose, beside the ideal one, in
motion, and its page.
"""

from pathlib import Path

import gudgeon as gd
from gudgeon.report.animation import animate

REVOLUTION = 60 / 5000  # [s]
here = Path(__file__).parent

loose = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 2.0 * REVOLUTION)
ideal = gd.simulate(gd.library("planar-slider-crank"), 2.0 * REVOLUTION)
runs = {"0.5 mm of clearance in the gudgeon pin": loose, "ideal joints": ideal}
print(animate(runs, here / "slider-crank.gif", seconds=8.0, rate=18, size=(800, 430)))
