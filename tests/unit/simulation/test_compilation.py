"""Kernels are compiled once, whatever mechanism, law or number of bodies: this guards the
start-up time.
"""

import subprocess
import sys

import pytest

import gudgeon as gd
from gudgeon._base import compile_cache, compile_process, compiler
from gudgeon._base.settings import DISABLED
from gudgeon.kernels.entry_points import EVALUATE, OBSERVE
from gudgeon.kernels.joints.contacts import CONTACTS
from gudgeon.kernels.stepping_loops import stepping_loop
from gudgeon.model.library import NAMES
from gudgeon.simulation.compilation import all_units, together

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled")


@pytest.fixture
def compiled(monkeypatch):
    """The names of what is compiled from now on, here or in another process; users' laws are not
    found on disk.
    """
    made = []
    read = compile_cache.read
    monkeypatch.setattr(
        compile_cache, "read", lambda key: None if key.startswith("law_") else read(key)
    )
    here, there = compiler.linked, compile_process.compiled
    monkeypatch.setattr(
        compiler, "linked", lambda functions: made.extend(functions) or here(functions)
    )
    monkeypatch.setattr(
        compile_process, "compiled", lambda name, *more: made.append(name) or there(name, *more)
    )
    return made


@gd.law
class Never(gd.Characteristic):
    """A law that no kernel has met before."""

    stiffness: float = gd.param("k", "N/m", "stiffness", gt=0)

    @staticmethod
    def force(x, k):
        """F = k x³"""
        return k * x * x * x, 0.25 * k * x**4


@gd.law
class NeverEither(gd.Interaction):
    """Another one, of another family."""

    @staticmethod
    def force(t, r, v, p, w):
        """F = −v"""
        return -v[0], -v[1], -v[2], 0.0, 0.0, 0.0


def own_laws():
    points = ((0, 0, 0), (1, 0, 0))
    return gd.Mechanism(
        bodies=[gd.Body("ball", mass=1, inertia=(1, 1, 1), position=(1, 0, 0), velocity=(1, 0, 0))],
        forces=[
            gd.Spring("spring", between=("ground", "ball"), points=points, stiffness=Never(3.0)),
            gd.CustomForce("air", between=("ground", "ball"), points=points, law=NeverEither()),
        ],
    )


def test_the_whole_library_needs_one_loop_a_method_and_no_more(compiled):
    for method in ("dop853", "tsit5"):
        gd.simulate(gd.library("pendulum"), 1e-3, method=method, output_step=1e-3)
    loops = [stepping_loop(method).address for method in ("dop853", "tsit5")]
    compiled.clear()
    for name in NAMES:
        gd.simulate(gd.library(name), 1e-3, method="dop853", output_step=1e-3)
    gd.simulate(gd.library("four-bar"), 1e-3, method="tsit5", output_step=1e-3)
    assert compiled == []
    assert [stepping_loop(method).address for method in ("dop853", "tsit5")] == loops
    assert len(set(loops)) == 2


def test_units_of_a_library_are_compiled_together():
    units = {unit.name: unit for unit in all_units()}
    both = together("both", "laws", "measures")
    assert both.functions().keys() == {
        *units["laws"].functions(),
        *units["measures"].functions(),
    }
    assert {*units["laws"].sources, *units["measures"].sources} == {*both.sources}
    assert both.ours and both.recipe[2:] == ("both", "laws", "measures")


def test_a_law_of_the_users_own_compiles_no_kernel(compiled):
    gd.simulate(gd.library("pendulum"), 1e-3, method="dop853")
    compiled.clear()
    result = gd.simulate(own_laws(), 0.1, method="dop853")
    assert sorted(compiled) == [
        "law_test_compilation_NeverEither_force",
        "law_test_compilation_Never_force",
    ]
    assert result.body("ball").velocity[-1, 0] < 0.95  # and yet it acts


def test_options_of_a_run_compile_nothing(compiled):
    gd.simulate(gd.library("pendulum"), 1e-3, method="dop853")
    compiled.clear()
    gd.simulate(
        gd.library("four-bar"),
        1e-3,
        method="dop853",
        stabilisation=gd.Baumgarte(5, 5),
        output_times=[1e-4],
    )
    gd.simulate(
        gd.library("four-bar"),
        1e-3,
        method="dop853",
        stop_when=gd.Crossing("A.angle", 1.0),
        max_step=1e-4,
    )
    assert compiled == []


def test_a_run_with_built_in_laws_imports_no_numba():
    gd.simulate(gd.library("four-bar", C="clearance-friction"), 1e-3)
    code = (
        "import sys, gudgeon as gd; gd.simulate(gd.library('four-bar', C='clearance-friction'), "
        "1e-3)\n"
        "print({'numba', 'scipy', 'matplotlib', 'h5py'} & {name.partition('.')[0] for name in "
        "sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "set()", done.stderr


@gd.law
class NeverTouched(gd.NormalLaw):
    """A contact law that no kernel has met before."""

    stiffness: float = gd.param("K", "N/m^2", "stiffness", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K):
        """F_N = K δ² (1 + δ̇/(2 δ̇⁻))"""
        return K * delta * delta * (1.0 + 0.5 * delta_dot / delta_dot_impact)


@gd.law
class NeverRubbed(gd.FrictionLaw):
    """A friction law that no kernel has met before."""

    mu: float = gd.param("mu", "1", "coefficient", ge=0)

    @staticmethod
    def force(v, F_N, mu):
        """F_T = µ F_N v/(v + 1 mm/s)"""
        return mu * F_N * v / (v + 1e-3)


def loose_ball(contact, friction):
    fit = gd.Clearance(contact=contact, friction=friction, start="as-described")
    joint = gd.Spherical(
        "C",
        between=("ground", "ball"),
        point=(0, 0, 0),
        bearing_radius=0.01,
        journal_radius=0.009,
        fit=fit,
    )
    ball = gd.Body(
        "ball",
        mass=1,
        inertia=(1e-4,) * 3,
        position=(0, 0, 0),
        velocity=(0.3, 0.1, 0),
        angular_velocity=(0, 0, 20),
    )
    return gd.Mechanism(bodies=[ball], joints=[joint])


def test_new_contact_and_friction_laws_recompile_no_kernel(compiled):
    """The entries stand once, with one address each; the laws do act."""
    known = loose_ball(gd.Hertz(1e9), gd.Threlfall(mu_k=0.1, v_1=1e-3))
    gd.simulate(known, 0.01, method="tsit5")
    addresses = [entry.address for entry in (EVALUATE, CONTACTS, OBSERVE)]
    compiled.clear()
    result = gd.simulate(loose_ball(NeverTouched(1e12), NeverRubbed(0.2)), 0.01, method="tsit5")
    assert sorted(compiled) == [
        "law_test_compilation_NeverRubbed_force",
        "law_test_compilation_NeverTouched_force",
    ]
    assert [entry.address for entry in (EVALUATE, CONTACTS, OBSERVE)] == addresses
    assert len(result.impacts) > 0 and result.energy["lost:C:friction"][-1] > 0


ALONE = """
import sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("scipy", "h5py", "ruamel", "click", "rich", "matplotlib"):
            raise ImportError(name)

sys.meta_path.insert(0, Refused())
from gudgeon.simulation.compilation import units_of
from gudgeon._base import compile_process, machine_code
names = {unit.name for unit in units_of("auto", None)}
expected = {"evaluate", "observe", "advance_dop853", "elementary", "laws", "measures"}
assert names == expected, names
compile_process.BOOT = compile_process.BOOT.replace("import os, sys, threading", '''
import os, sys, threading
class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("scipy", "h5py", "ruamel", "click", "rich", "matplotlib"):
            raise ImportError(name)
sys.meta_path.insert(0, Refused())
''')
assert compile_process.compiled("measures", ("gudgeon.kernels.measures",))
"""


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_kernels_are_compiled_where_there_is_nothing_but_numba_and_numpy():
    """So that a clone compiles while the rest is being installed."""
    done = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
