"""How large must the motor be? The slider-crank of the neighbouring file at several speeds."""

from pathlib import Path

import numpy as np

import gudgeon as gd

model = Path(__file__).with_name("slider-crank.yaml")

print("   speed   largest moment   mean power   largest force in B")
for speed in (30, 60, 120, 240):
    mechanism = gd.read(model, settings=[f"drivers.motor.motion.speed={speed} rpm"])
    result = gd.simulate(mechanism, duration=60 / speed)  # one turn
    moment = np.abs(result.driver("motor").force).max()
    power = np.trapezoid(result.driver("motor").power, result.t) / result.t[-1]
    force = np.linalg.norm(result.joint("B").force, axis=1).max()
    print(f"{speed:4d} rpm {moment:12.4f} N m {power:9.2e} W {force:14.2f} N")
