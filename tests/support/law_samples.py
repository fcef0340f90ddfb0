"""One example of every law, with ordinary parameters, and how to call it as the kernels do."""

from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon._base.function_pointers import caller
from gudgeon._base.jit import jit
from gudgeon.laws import Law

SIGNALS: dict[str, gd.Signal] = {
    "constant": gd.Constant(0.7),
    "constant-speed": gd.ConstantSpeed(3.1, start=-0.2),
    "speed-ramp": gd.SpeedRamp(1.0, 4.0, duration=0.8, begin=0.3, start=0.5),
    "smooth-step": gd.SmoothStep(-0.4, 1.1, duration=0.9, begin=0.2),
    "harmonic": gd.Harmonic(0.6, frequency=1.7, phase=0.4, mean=-0.3),
    "table": gd.SignalTable((0, 0.3, 0.7, 1.1, 1.6), (0.1, -0.4, 0.5, 0.2, 0.9), "spline"),
    "step": gd.Step(0.8, at=0.4, initial=-0.3),
    "pulse": gd.Pulse(1.2, duration=0.2, begin=0.1, base=0.3, period=0.7),
    "input": gd.Input("u", 0.4, ramp=0.3),
    "trapezoid": gd.Trapezoid(1.2, rise=0.2, hold=0.1, fall=0.3, begin=0.1, base=0.3, period=0.9),
}
SUMS: dict[str, gd.Signal] = {
    "sum": gd.Sum((SIGNALS["harmonic"], SIGNALS["constant-speed"])),
    "product": gd.Product((SIGNALS["harmonic"], SIGNALS["smooth-step"])),
}
CHARACTERISTICS: dict[str, gd.Characteristic] = {
    "linear": gd.Linear(120.0),
    "polynomial": gd.Polynomial((120.0, -30.0, 900.0)),
    "table": gd.Table(deflections=(-0.4, -0.1, 0.05, 0.3), forces=(-50.0, -4.0, 3.0, 80.0)),
}
JOURNAL = {
    "E": 207e9,
    "nu": 0.3,
    "length": 0.02,
    "bearing_radius": 0.01,
    "journal_radius": 0.0095,
    "restitution": 0.9,
}
CONTACTS: dict[str, gd.NormalLaw] = {
    "kelvin-voigt": gd.KelvinVoigt(2e8, restitution=0.6),
    "modified-kelvin-voigt": gd.ModifiedKelvinVoigt(2e8, restitution=0.6, v_0=0.03),
    "hertz": gd.Hertz(6.61e10),
    "hunt-crossley": gd.HuntCrossley(6.61e10, restitution=0.8),
    "herbert-mcwhannell": gd.HerbertMcWhannell(6.61e10, restitution=0.8),
    "lee-wang": gd.LeeWang(6.61e10, restitution=0.8),
    "lankarani-nikravesh": gd.LankaraniNikravesh(6.61e10, restitution=0.9),
    "gonthier": gd.Gonthier(6.61e10, restitution=0.4),
    "zhiying-qishao": gd.ZhiyingQishao(6.61e10, restitution=0.5),
    "flores": gd.Flores(6.61e10, restitution=0.3),
    "hu-guo": gd.HuGuo(6.61e10, restitution=0.3, exponent=1.4),
    "dubowsky-freudenstein": gd.DubowskyFreudenstein.from_materials(**JOURNAL),
    "esdu-78035": gd.Esdu78035.from_materials(**JOURNAL),
    "goldsmith": gd.Goldsmith.from_materials(**JOURNAL, length_unit=1.0),
    "pereira-internal": gd.PereiraInternal.from_materials(**JOURNAL),
    "pereira-external": gd.PereiraExternal.from_materials(**JOURNAL),
}
FRICTIONS: dict[str, gd.FrictionLaw] = {
    "coulomb": gd.Coulomb(0.1, v_1=1e-3),
    "ambrosio": gd.Ambrosio(0.1, v_0=1e-4, v_1=1e-3),
    "threlfall": gd.Threlfall(0.1, v_1=1e-3),
    "stribeck": gd.Stribeck(0.1, mu_s=0.15, v_s=1e-3, v_r=1e-4, viscosity=3.0),
    "piecewise-linear": gd.PiecewiseLinear(0.1, mu_s=0.15, v_0=1e-4, v_1=1e-3),
    "bengisu-akay": gd.BengisuAkay(0.1, mu_s=0.15, v_0=1e-4, xi=1000.0),
}
BRISTLES: dict[str, gd.BristleLaw] = {
    "dahl": gd.Dahl(0.1, sigma_0=1e5),
    "lugre": gd.LuGre(0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_1=316.0, sigma_2=0.4),
    "elasto-plastic": gd.ElastoPlastic(
        0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_1=316.0, sigma_2=0.4
    ),
}
FILMS: dict[str, gd.FilmLaw] = {
    "squeeze-film": gd.SqueezeFilm(0.4, film="full"),
    "long-bearing": gd.LongBearing(0.03),
    "short-bearing": gd.ShortBearing(0.03),
    "finite-bearing": gd.FiniteBearing(0.03),
    "spherical-squeeze": gd.SphericalSqueeze(0.03),
    "spherical-bearing": gd.SphericalBearing(0.03),
}
SAMPLES: dict[tuple[str, str], Law] = {
    **{("signal", name): law for name, law in {**SIGNALS, **SUMS}.items()},
    **{("characteristic", name): law for name, law in CHARACTERISTICS.items()},
    **{("contact", name): law for name, law in CONTACTS.items()},
    **{("friction", name): law for name, law in {**FRICTIONS, **BRISTLES}.items()},
    **{("film", name): law for name, law in FILMS.items()},
}

call_1_1, call_1_2, call_1_3, call_2_1, call_4_5, call_3_1, call_7_3, call_14_6 = (
    caller(*shape) for shape in ((1, 1), (1, 2), (1, 3), (2, 1), (4, 5), (3, 1), (7, 3), (14, 6))
)


@jit
def _1_1(address, inputs, parameters, offset):
    return call_1_1(address, inputs, parameters, offset)


@jit
def _1_2(address, inputs, parameters, offset):
    return call_1_2(address, inputs, parameters, offset)


@jit
def _1_3(address, inputs, parameters, offset):
    return call_1_3(address, inputs, parameters, offset)


@jit
def _2_1(address, inputs, parameters, offset):
    return call_2_1(address, inputs, parameters, offset)


@jit
def _4_5(address, inputs, parameters, offset):
    return call_4_5(address, inputs, parameters, offset)


@jit
def _3_1(address, inputs, parameters, offset):
    return call_3_1(address, inputs, parameters, offset)


@jit
def _7_3(address, inputs, parameters, offset):
    return call_7_3(address, inputs, parameters, offset)


@jit
def _14_6(address, inputs, parameters, offset):
    return call_14_6(address, inputs, parameters, offset)


_CALLS = {
    (1, 1): _1_1,
    (1, 2): _1_2,
    (1, 3): _1_3,
    (2, 1): _2_1,
    (4, 5): _4_5,
    (3, 1): _3_1,
    (7, 3): _7_3,
    (14, 6): _14_6,
}


def _call(address: int, n_outputs: int, inputs: tuple[Any, ...], law: Law) -> Any:
    flat = tuple(
        float(number)
        for part in inputs
        for number in (part if isinstance(part, tuple) else (part,))
    )
    values = (
        law.values(flat[6] / (2 * flat[5])) if isinstance(law, gd.FilmLaw) else law.parameters()
    )
    # among those of others, as in the records
    parameters = np.array([-1e30, -1e30, -1e30, *values, -1e30])
    return _CALLS[len(flat), n_outputs](address, flat, parameters, 3)


def compiled(law: Law, *inputs: Any) -> Any:
    """Call a law through its address, its parameters standing among those of others, as kernels
    do.
    """
    return _call(law.address(), len(law.outputs), inputs, law)


def compiled_potential(law: Law, *inputs: Any) -> Any:
    """Call the potential of a law through its address."""
    return _call(law.potential_address(), 1, inputs, law)
