"""What a linearisation says; the physics is in tests/physics/test_statics.py."""

import numpy as np
import pytest

import gudgeon as gd


@pytest.fixture(scope="module")
def governor():
    return gd.linearize("governor")


def test_modes_are_sorted_and_conjugate_ones_counted_once(governor):
    sizes = [mode.natural_frequency for mode in governor.modes]
    assert sizes == sorted(sizes)
    assert [mode.kind for mode in governor.modes] == [
        "moves freely",
        "oscillates",
        "oscillates",
        "decays",
        "decays",
    ]
    assert len(governor.eigenvalues) == 2 * governor.dof


def test_shapes_move_every_body_and_share_the_energy(governor):
    for mode in governor.modes:
        assert list(mode.shape) == [body.name for body in governor.mechanism.bodies]
        assert sum(mode.energy.values()) == pytest.approx(1.0)
        largest = max(
            max(np.abs(there).max(), np.abs(turn).max() * mode.length)
            for there, turn in mode.shape.values()
        )
        assert largest == pytest.approx(1.0)


def test_matrices_belong_to_the_independent_motions(governor):
    assert governor.stiffness.shape == governor.damping.shape == (4, 4)
    values = np.linalg.eigvals(governor.stiffness).real
    expected = np.sqrt(np.abs(np.sort(values))) / (2 * np.pi)
    assert governor.undamped_frequencies[1:] == pytest.approx(expected[1:])
    assert governor.undamped_frequencies[0] == 0.0


def test_the_table_names_what_moves(governor):
    assert "flyball governor: 5 modes about its equilibrium" in str(governor)
    assert "slider 100%" in str(governor)
    assert governor._repr_html_().startswith("<table")


def test_a_mode_shows_itself_in_one_line(governor):
    """With the body that has most of its energy: which rod that is, is up to rounding, since both
    swing at one frequency.
    """
    slowest = next(mode for mode in governor.modes if mode.kind == "oscillates")
    words = f"Mode(oscillates; {slowest.frequency:.6g} Hz; damping ratio 0; "
    share = max(slowest.energy.values())
    most = [name for name, energy in slowest.energy.items() if energy == share]
    assert repr(slowest) in [f"{words}{name} {share:.0%})" for name in most]


def test_modes_are_counted_from_1(governor):
    assert governor.mode(1) is governor.modes[0]
    with pytest.raises(gd.InputError, match="there is no mode"):
        governor.mode(6)


def test_options_belong_to_the_equilibrium(governor):
    assert gd.linearize(governor.equilibrium).dof == 4
    with pytest.raises(gd.InputError, match="belong to the equilibrium"):
        gd.linearize(governor.equilibrium, drivers="moving")
