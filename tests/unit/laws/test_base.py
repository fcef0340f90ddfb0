"""Every law documents itself; a law that is not written as its family requires is refused with
the reason.
"""

import dataclasses
import os
import re
import subprocess
import sys
from math import sqrt
from pathlib import Path

import pytest

import gudgeon as gd
from gudgeon._base.settings import CACHED, DISABLED
from gudgeon._base.text import summary_of
from gudgeon.laws import FAMILIES, REGISTRY, Law, base, file_name
from gudgeon.laws.base import find
from gudgeon.simulation.compilation import units_of
from tests.support.law_samples import SAMPLES, compiled, compiled_potential

OURS = {key: cls for key, cls in REGISTRY.items() if cls.__module__.startswith("gudgeon.")}
each = pytest.mark.parametrize("key", OURS, ids="/".join)


@gd.law
class OwnSpring(gd.Characteristic):
    """A spring of the user's own."""

    stiffness: float = gd.param("k", "N/m", "at the origin", gt=0)

    @staticmethod
    def force(x, k):
        """F = k x √(1 + x²)"""
        s = 1.0 + x * x
        return k * x * sqrt(s), k / 3.0 * (s * sqrt(s) - 1.0)


@each
def test_law_says_what_it_is(key):
    cls = OURS[key]
    assert cls.__doc__ and summary_of(cls).endswith(".")
    # that is what a dataclass without a docstring gets
    assert not cls.__doc__.startswith(f"{cls.__name__}(")


@each
def test_law_shows_its_equation(key):
    assert "=" in OURS[key].equation()


@each
def test_every_parameter_has_a_symbol_a_unit_and_a_meaning(key):
    cls = OURS[key]
    for field in dataclasses.fields(cls):
        spec = field.metadata.get("quantity")
        if spec is None:  # a choice, what a signal depends on, or laws of which it is made
            free = field.name in cls.beside or cls.composed
            assert field.metadata["help"] and (free or field.metadata["choices"]), field.name
        else:
            assert spec.symbol and spec.unit and spec.help, field.name


@each
def test_every_law_belongs_to_one_unit_of_compiled_code(key):
    """And its module to the sources of that unit: a stale law never runs."""
    units = (base.LAWS, base.CONTACT_LAWS)
    assert [OURS[key].__module__ in unit.sources for unit in units].count(True) == 1


def test_an_ideal_mechanism_needs_no_laws_of_contact():
    assert base.CONTACT_LAWS not in units_of("auto", gd.library("four-bar"))
    assert base.CONTACT_LAWS in units_of("auto", gd.library("four-bar", C="clearance-friction"))


@each
def test_every_law_has_a_sample_for_these_tests(key):
    """A new law is covered by adding one line to samples.py."""
    assert isinstance(SAMPLES[key], OURS[key])


@each
def test_law_is_found_by_its_name_in_files(key):
    assert find(*key) is OURS[key] and issubclass(OURS[key], FAMILIES[key[0]])


@pytest.mark.parametrize(
    "key", [key for key in OURS if key[0] in ("contact", "friction", "film")], ids="/".join
)
def test_every_law_of_contact_friction_and_films_cites_its_source(key):
    assert re.search(r"\[[A-Z]\w+", summary_of(OURS[key]))


def test_unknown_law_names_the_nearest_spelling():
    with pytest.raises(gd.InputError, match=r"unknown law 'harmonik'\. Did you mean 'harmonic'"):
        find("signal", "harmonik")


def test_names_in_files_are_words_with_hyphens():
    assert file_name(gd.ConstantSpeed) == "constant-speed" and file_name(gd.Linear) == "linear"


def test_law_may_say_its_name_in_files_but_does_not_inherit_it():
    class Child(gd.LuGre):
        """Of the user's own."""

    assert file_name(gd.LuGre) == "lugre" and file_name(Child) == "child"


def test_writing_a_law_registers_it():
    assert REGISTRY["characteristic", "own-spring"] is OwnSpring


def test_compiled_law_of_the_users_own_equals_the_plain_one():
    assert compiled(OwnSpring(30.0), 0.4) == pytest.approx(OwnSpring(30.0)(0.4), rel=1e-14)


@gd.helper
def doubled(x):
    """A helper in the user's own file."""
    return 2.0 * x


@gd.law
class OwnContact(gd.NormalLaw):
    """Contact of the user's own, with a potential and a helper."""

    stiffness: float = gd.param("k", "N/m", "half of the stiffness", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, k):
        """F_N = 2 k δ"""
        return doubled(k * delta)

    @staticmethod
    def potential(delta, k):
        """U = k δ²"""
        return doubled(0.5 * k * delta * delta)


@gd.law
class PlainContact(gd.NormalLaw):
    """Contact of the user's own, without a potential."""

    stiffness: float = gd.param("k", "N/m", "stiffness", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, k):
        """F_N = k δ (1 + δ̇)"""
        return k * delta * (1.0 + delta_dot)


def test_contact_law_of_the_users_own_may_have_a_potential_and_call_a_helper():
    law = OwnContact(3e7)
    assert compiled(law, 1e-5, 0.1, 0.2) == pytest.approx(600.0, rel=1e-14)
    assert compiled_potential(law, 1e-5) == pytest.approx(3e-3, rel=1e-14)


def test_law_without_a_potential_has_no_address_of_one():
    assert (
        PlainContact.potential_address()
        == gd.Threlfall.potential_address()
        == gd.Linear.potential_address()
        == 0
    )
    assert compiled(PlainContact(1e6), 1e-3, 0.5, 1.0) == pytest.approx(1500.0, rel=1e-14)
    assert PlainContact(1e6).rebound() is None and PlainContact(1e6).validity_warnings(1e-4) == ()


def test_wrong_arguments_of_a_potential_are_refused_at_definition():
    with pytest.raises(
        gd.LawError,
        match=r"Crooked\.potential must take \(delta, k\).*it takes \(delta, delta_dot, k\)",
    ):

        @gd.law
        class Crooked(gd.NormalLaw):
            """Crooked."""

            stiffness: float = gd.param("k", "N/m")

            @staticmethod
            def force(delta, delta_dot, delta_dot_impact, k):
                """F_N = k δ"""
                return k * delta

            @staticmethod
            def potential(delta, delta_dot, k):
                """U = ½ k δ²"""
                return 0.5 * k * delta * delta


@gd.law
class OwnBristle(gd.BristleLaw):
    """Bristles of the user's own, in the same family as friction without bristles."""

    mu: float = gd.param("mu", "1", "coefficient", ge=0)

    @staticmethod
    def bristle(v, F_N, z, v_z, mu):
        """r = v/(μ F_N + z + 1)"""
        return v / (mu * F_N + z + 1.0), 2e5, 3.0 * v, 4.0 + v_z, mu * F_N


def test_two_kinds_of_friction_share_one_family():
    assert (
        find("friction", "own-bristle") is OwnBristle and find("friction", "coulomb") is gd.Coulomb
    )
    assert compiled(OwnBristle(0.2), 0.5, 10.0, 7.0, -0.25) == pytest.approx(
        (0.05, 2e5, 1.5, 3.75, 2.0), rel=1e-14
    )


@gd.law
class Hopeless(gd.NormalLaw):
    """Not a number for a contact at rest."""

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact):
        """F_N = δ (δ̇/δ̇)"""
        return delta * (float("inf") - float("inf") if delta_dot == 0.0 else 1.0)


@gd.law
class Failing(gd.FrictionLaw):
    """Divides by the speed."""

    @staticmethod
    def force(v, F_N):
        """F_T = F_N/v"""
        return F_N / v


def test_law_that_returns_no_number_says_for_which_inputs():
    message = r"Hopeless\.force returns nan for delta = 1e-05, delta_dot = 0, delta_dot_impact = 0\.1; a law must return finite numbers"
    with pytest.raises(gd.LawError, match=message):
        Hopeless().validate()


def test_law_that_fails_says_for_which_inputs():
    with pytest.raises(
        gd.LawError, match=r"Failing\.force fails for v = 0, F_N = 10: ZeroDivisionError"
    ):
        Failing().validate()


@pytest.mark.skipif(DISABLED or not CACHED, reason="nothing is cached")
def test_law_that_calls_a_helper_is_compiled_once_for_all_processes():
    """The second process finds it in the cache."""
    code = (
        "import sys, gudgeon as gd; from gudgeon._base import compile_process\nmade = []\n"
        "compile_process.compiled = lambda name, *_: made.append(name)\n"
        "gd.LankaraniNikravesh.address(); print(made, 'numba' in sys.modules)"
    )
    gd.LankaraniNikravesh.address()
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.stdout.strip() == "[] False", run.stderr


def test_wrong_argument_names_are_refused_at_definition():
    with pytest.raises(gd.LawError, match=r"Wrong\.force must take \(x, k\).*it takes \(y, k\)"):

        @gd.law
        class Wrong(gd.Characteristic):
            """Wrong."""

            stiffness: float = gd.param("k", "N/m")

            @staticmethod
            def force(y, k):
                """F = k y"""
                return k * y, 0.0

    assert ("characteristic", "wrong") not in REGISTRY


def test_missing_function_is_refused_at_definition():
    with pytest.raises(gd.LawError, match="Empty has no static method 'value'"):

        @gd.law
        class Empty(gd.Signal):
            """Nothing."""


def test_law_without_a_family_is_refused_at_definition():
    with pytest.raises(gd.LawError, match="Orphan must inherit from a family"):

        @gd.law
        class Orphan(Law):
            """No family."""


@gd.law
class Unknown(gd.Signal):
    """Uses a name that does not exist."""

    level: float = gd.param("a", "1")

    @staticmethod
    def value(t, a):
        """x = a"""
        return a * no_such_name, 0.0, 0.0  # noqa: F821


@gd.law
class Wordy(gd.Interaction):
    """Uses what cannot be compiled."""

    @staticmethod
    def force(t, r, v, p, w):
        """F = 0"""
        return float(open("x").read()), 0.0, 0.0, 0.0, 0.0, 0.0


def slider(**parts):
    """A mass on a guide along x."""
    return gd.Mechanism(
        bodies=[gd.Body("mass", mass=1, inertia=(1, 1, 1))],
        joints=[
            gd.Translational("guide", between=("ground", "mass"), point=(0, 0, 0), axis=(1, 0, 0))
        ],
        **parts,
    )


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_law_that_cannot_be_compiled_says_why_and_names_the_driver():
    mechanism = slider(drivers=[gd.Driver("motor", joint="guide", motion=Unknown(1.0))])
    with pytest.raises(
        gd.LawError,
        match=r"drivers\.motor\.motion: Numba cannot compile Unknown\.value: .*no_such_name",
    ):
        gd.check_model(mechanism)


@gd.law
class Short(gd.Signal):
    """Forgets the acceleration."""

    @staticmethod
    def value(t):
        """x = t"""
        return t, 1.0


@gd.law
class Größe(gd.Signal):
    """Has a name that compiled code cannot have."""

    @staticmethod
    def value(t):
        """x = t"""
        return t, 1.0, 0.0


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_a_law_may_have_any_name_that_python_allows():
    assert Größe().address() != 0


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_law_that_returns_too_little_says_what_it_must_return():
    with pytest.raises(
        gd.LawError,
        match=r"Short\.value: .*expected 3, got 2.*must return \(value, rate, acceleration\)",
    ):
        Short().address()


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_law_that_cannot_be_compiled_says_why_and_names_the_force():
    mechanism = slider(
        forces=[
            gd.CustomForce(
                "air", between=("ground", "mass"), points=((0, 0, 0), (0, 0, 0)), law=Wordy()
            )
        ]
    )
    with pytest.raises(
        gd.LawError, match=r"forces\.air\.law: Numba cannot compile Wordy\.force: .*open"
    ):
        gd.check_model(mechanism)


LAWS = '''\
import gudgeon as gd


@gd.law
class Doubling(gd.Signal):
    """A coordinate whose speed grows."""

    growth: float = gd.param("c", "m/s^2", "half of the acceleration", gt=0)

    @staticmethod
    def value(t, c):
        """x = c t²"""
        return c * t * t, 2 * c * t, 2 * c
'''
MODEL = """\
duration: 1
bodies: {mass: {mass: 2, inertia: [1, 1, 1]}}
joints: {guide: {type: translational, between: [ground, mass], point: [0, 0, 0], axis: [1, 0, 0]}}
drivers: {motor: {joint: guide, motion: {law: doubling, growth: 3}}}
"""


@pytest.mark.skipif(DISABLED, reason="a run takes a compiled core")
def test_law_of_the_users_own_runs_by_name_from_the_command_line(tmp_path):
    """F = m a = 2 kg 6 m/s^2."""
    (tmp_path / "own.py").write_text(LAWS)
    (tmp_path / "model.yaml").write_text(MODEL)
    arguments = ["run", "model.yaml", "--laws", "own.py", "--out", "r.h5"]
    command = [sys.executable, "-c", f"from gudgeon.cli.main import main; main({arguments!r})"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    result = gd.load(tmp_path / "r.h5")
    assert result.data["driver_force"][:, 0] == pytest.approx(12.0, abs=1e-9)


def test_without_the_compiler_laws_and_constraints_pass_their_tests():
    """The plain Python of the same files: for debuggers and for coverage."""
    if DISABLED:
        pytest.skip("this is that run")
    root = Path(__file__).parents[3]
    selection = ["tests/unit/laws", "tests/unit/kernels/multibody/test_constraints.py"]
    begin = os.times()
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *selection],
        cwd=root, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-3000:]
    end = os.times()
    spent = end.children_user + end.children_system - begin.children_user - begin.children_system
    # 20 s of a processor, however busy it is with others
    assert "passed" in run.stdout and spent < 60


def test_a_law_of_the_user_cannot_replace_one_of_the_package():
    with pytest.raises(gd.LawError, match=r"would replace the characteristic law 'linear' of"):

        @gd.law
        class Linear(gd.Characteristic):
            """Not ours."""

            stiffness: float = gd.param("k", "N/m", "at the origin")

            @staticmethod
            def force(x, k):
                """F = k x"""
                return k * x, 0.5 * k * x * x

    assert REGISTRY["characteristic", "linear"] is gd.Linear
