"""Model files: one to one with Python, lines in every message, and nothing hostile gets through."""

import pytest

import gudgeon as gd
from gudgeon.model import files
from tests.support.model_files import CRANK, MODEL

# -- one to one ------------------------------------------------------------------------------------


def test_a_file_and_python_describe_the_same_mechanism(tmp_path):
    path = tmp_path / "crank.yaml"
    path.write_text(MODEL)
    assert files.read(path) == CRANK


# -- laws of the user's own ------------------------------------------------------------------------

DRAG = '''
import math
import gudgeon as gd

@gd.law
class FileDrag(gd.Interaction):
    """Air drag."""

    coefficient: float = gd.param("c", "N*s^2/m^2", "drag coefficient", ge=0)

    @staticmethod
    def force(t, r, v, p, w, c):
        """F = -c |v| v"""
        s = c * math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2)
        return -s * v[0], -s * v[1], -s * v[2], 0.0, 0.0, 0.0
'''
WITH_DRAG = """\
bodies: {ball: {mass: 1, inertia: {solid: sphere, radius: 0.1}}}
forces:
  air: {type: custom-force, between: [ground, ball], points: [[0, 0, 0], [0, 0, 0]], law: {law: file-drag, coefficient: 0.3}}
"""


def test_a_law_of_the_users_own_is_known_after_its_file_was_named(tmp_path):
    (tmp_path / "drag.py").write_text(DRAG)
    (tmp_path / "ball.yaml").write_text(WITH_DRAG)
    mechanism = files.read(tmp_path / "ball.yaml", laws=[tmp_path / "drag.py"])
    assert mechanism.forces[0].law.coefficient == 0.3
    assert files.loads(files.dumps(mechanism)) == mechanism


def test_a_failing_file_of_laws_is_named_with_its_line(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("x = 1\ny = x / 0\n")
    with pytest.raises(gd.InputError, match=r"bad\.py:2: .*ZeroDivisionError"):
        files.load_laws(path)


def test_a_law_that_does_not_fit_its_family_is_refused(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(
        DRAG.replace("FileDrag", "BadDrag").replace(
            "def force(t, r, v, p, w, c)", "def force(t, r, c)"
        )
    )
    with pytest.raises(gd.InputError, match=r"bad\.py:\d+: .*must take \(t, r, v, p, w, c\)"):
        files.load_laws(path)


# -- settings --------------------------------------------------------------------------------------


# -- JSON Schema -----------------------------------------------------------------------------------
