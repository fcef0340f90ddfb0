"""The command ``laws``: what it lists."""

from tests.support.command_line import gudgeon


def test_laws_are_listed_by_family_with_their_equations():
    output = gudgeon("laws").output
    assert "signal:\n" in output
    assert "x = x_m + a sin(2π f t + φ)" in output
    assert "amplitude" in gudgeon("laws", "signal").output


def test_a_law_is_shown_with_symbols_units_and_defaults():
    output = gudgeon("laws", "harmonic").output
    row = next(line for line in output.splitlines() if "frequency" in line)
    assert row.split()[:2] == ["frequency", "f"]
    assert row.endswith("cycles per second, or per unit of its argument [Hz or 1/rad or 1/m], > 0")
    assert "by default 0" in output
    assert gudgeon("laws", "Harmonic").output == output


def test_laws_of_the_users_own_are_listed(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "import gudgeon as gd\n@gd.law\nclass MyOwnSignal(gd.Signal):\n    '''Mine.'''\n"
        "    height: float = gd.param('h', 'm')\n    @staticmethod\n    def value(t, h):\n        "
        "'''x = h'''\n        return h, 0.0, 0.0\n"
    )
    assert "my-own-signal" in gudgeon("laws", "--laws", path).output
