"""Dominant frequencies of linear systems: the eigenvalues that NumPy finds."""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels.integrators.common import stiffness
from tests.support.plain_kernels import plain


def found(K, D, bristle_rate=0.0, rounds=60, length=1.0):
    """Iterate for a planar mechanism v' = -K q - D v, z' = -bristle_rate z, with speed 1."""
    n, n_z = len(K), 3 if bristle_rate else 0
    layout = dict(free=0, balls=0, in_plane=n // 3, angles=0, lengths=0, n_q=n, n_v=n, n_z=n_z)
    run = SimpleNamespace(**layout, length=length, speed=1.0, bristle=1.0, t=0.0)
    y = np.concatenate([np.random.default_rng(2).normal(size=2 * n), np.zeros(n_z)])

    def rates(state):
        q, v, z = state[:n], state[n : 2 * n], state[2 * n :]
        return np.concatenate([v, -K @ q - D @ v, -bristle_rate * z])

    def derivative(entry, run, t, state, out):
        out[:] = rates(state)

    modes = np.zeros((2, n))
    estimate = plain(stiffness.dominant_frequencies, derivative=derivative)
    for _ in range(rounds):
        vibration, decay = estimate(
            None, run, y, rates(y), modes, np.zeros(n), np.zeros_like(y), np.zeros_like(y)
        )
    return vibration, decay, modes


def spd(values, seed):
    """A symmetric matrix with these eigenvalues in random directions."""
    Q = np.linalg.qr(np.random.default_rng(seed).normal(size=(len(values), len(values))))[0]
    return Q @ np.diag(values) @ Q.T


def test_frequencies_are_the_largest_eigenvalues():
    """Sixty power iterations with the next eigenvalue at half leave 2^-60; the difference has
    seven digits.
    """
    K, D = spd([4e4, 1e4, 100.0, 25.0, 4.0, 1.0], 0), spd([0.1, 30.0, 5.0, 1.0, 12.0, 2.0], 1)
    vibration, decay, _ = found(K, D)
    assert vibration == pytest.approx(np.sqrt(np.linalg.eigvalsh(K).max()), rel=1e-5)
    assert decay == pytest.approx(np.linalg.eigvalsh(D).max(), rel=1e-5)


def test_the_direction_is_kept_from_one_estimate_to_the_next():
    K = spd([900.0, 100.0, 1.0], 3)
    _, _, modes = found(K, np.eye(3))
    value, vectors = np.linalg.eigh(K)
    assert abs(modes[0] @ vectors[:, np.argmax(value)]) == pytest.approx(1, abs=1e-6)
    assert np.linalg.norm(modes, axis=1) == pytest.approx([1, 1], abs=1e-14)


def test_bristles_decay_each_by_itself_and_the_fastest_counts():
    K, D = np.eye(3), 2.0 * np.eye(3)
    assert found(K, D, bristle_rate=70.0, rounds=2)[1] == pytest.approx(70.0, rel=1e-6)
    assert found(K, D, bristle_rate=0.5, rounds=2)[1] == pytest.approx(2.0, rel=1e-6)


def test_nothing_that_gives_way_has_no_frequency():
    vibration, decay, _ = found(np.zeros((3, 3)), np.zeros((3, 3)), rounds=3)
    assert (vibration, decay) == (0.0, 0.0)


@pytest.mark.parametrize("length", [0.01, 1.0, 50.0])
def test_the_size_of_the_mechanism_does_not_change_its_frequencies(length):
    """A spring on the angle alone, and one on a displacement that is softer."""
    assert found(np.diag([4.0, 0.0, 49.0]), np.zeros((3, 3)), length=length)[0] == pytest.approx(
        7.0, rel=1e-5
    )
