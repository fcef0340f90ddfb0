"""The method of Tsitouras: its interpolant."""

import numpy as np

from gudgeon.kernels.integrators import tsit5


def test_interpolant_of_tsitouras_has_order_four_and_is_smooth_between_steps():
    """Its weights integrate cubics from 0 to any theta, end in those of the method and have its
    ends' derivatives.
    """
    C = np.array([*tsit5.C, 1.0])
    theta = np.linspace(0, 1, 7)[:, None]
    weights, slopes = (
        theta ** np.arange(1, 5) @ tsit5.P.T,
        (np.arange(1, 5) * theta ** np.arange(4)) @ tsit5.P.T,
    )
    for power in range(4):
        np.testing.assert_allclose(
            weights @ C**power, theta[:, 0] ** (power + 1) / (power + 1), rtol=0, atol=1e-14
        )
    # sums of terms up to 90
    np.testing.assert_allclose(weights[-1], [*tsit5.B, 0.0], rtol=0, atol=2e-14)
    np.testing.assert_allclose(slopes[[0, -1]], np.eye(7)[[0, 6]], rtol=0, atol=1e-13)
