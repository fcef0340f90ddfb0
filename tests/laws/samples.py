"""One example of every law, with ordinary parameters, and how to call it as the kernels do."""

from typing import Any

import gudgeon as gd
from gudgeon._jit import jit
from gudgeon.kernels.calls import characteristic, interaction, signal
from gudgeon.laws import Law

SIGNALS: dict[str, gd.Signal] = {
    "constant": gd.Constant(0.7),
    "constant-speed": gd.ConstantSpeed(3.1, start=-0.2),
    "speed-ramp": gd.SpeedRamp(1.0, 4.0, duration=0.8, begin=0.3, start=0.5),
    "ramp": gd.Ramp(-0.4, 1.1, duration=0.9, begin=0.2),
    "harmonic": gd.Harmonic(0.6, frequency=1.7, phase=0.4, mean=-0.3),
    "time-table": gd.TimeTable(times=(0, 0.3, 0.7, 1.1, 1.6), values=(0.1, -0.4, 0.5, 0.2, 0.9)),
}
CHARACTERISTICS: dict[str, gd.Characteristic] = {
    "linear": gd.Linear(120.0),
    "polynomial": gd.Polynomial((120.0, -30.0, 900.0)),
    "table": gd.Table(deflections=(-0.4, -0.1, 0.05, 0.3), forces=(-50.0, -4.0, 3.0, 80.0)),
}
SAMPLES: dict[tuple[str, str], Law] = {
    **{("signal", name): one for name, one in SIGNALS.items()},
    **{("characteristic", name): one for name, one in CHARACTERISTICS.items()},
}


@jit
def _signal(address, t, parameters, offset):
    return signal(address, (t,), parameters, offset)


@jit
def _characteristic(address, x, parameters, offset):
    return characteristic(address, (x,), parameters, offset)


@jit
def _interaction(address, inputs, parameters, offset):
    return interaction(address, inputs, parameters, offset)


def compiled(law: Law, *inputs: Any) -> tuple[float, ...]:
    """Call a law through its address, its parameters standing among those of others, as kernels do."""
    import numpy as np

    parameters = np.array([-1e30, -1e30, -1e30, *law.parameters(), -1e30])
    if isinstance(law, gd.Interaction):
        flat = tuple(float(one) for part in inputs for one in (part if isinstance(part, tuple) else (part,)))
        return _interaction(law.address(), flat, parameters, 3)
    return (_signal if isinstance(law, gd.Signal) else _characteristic)(law.address(), float(inputs[0]), parameters, 3)
