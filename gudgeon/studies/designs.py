"""Designs of experiments: which points of the unit cube stand for all of it.

Latin hypercubes and scrambled Sobol sequences are those of SciPy; a seed makes them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .._base.arguments import among
from .._base.errors import InputError, brief, suggestion

DESIGNS = ("latin-hypercube", "sobol", "random")


def unit_design(kind: Any, samples: int, dimensions: int, seed: int) -> np.ndarray:
    """Return points of the unit cube, one row each, all between 0 and 1."""
    if not among(kind, DESIGNS):
        raise InputError(f"unknown design {brief(kind)}.{suggestion(kind, DESIGNS)}", ("design",))
    from scipy.stats import qmc

    generator = np.random.default_rng(seed)
    if kind == "random":
        return generator.random((samples, dimensions))
    if kind == "latin-hypercube":
        return np.asarray(qmc.LatinHypercube(dimensions, seed=generator).random(samples))
    check_power_of_two(samples)
    return np.asarray(qmc.Sobol(dimensions, seed=generator).random(samples))


def check_power_of_two(samples: int) -> None:
    """Raise InputError for a number of points that leaves a Sobol sequence unbalanced."""
    if samples & (samples - 1):
        near = 1 << (samples - 1).bit_length()
        raise InputError(
            f"a Sobol sequence is balanced only for powers of two; take {near // 2} or {near}.",
            ("samples",),
        )


def correlated(
    shares: np.ndarray, paths: list[str], correlation: Mapping[tuple[str, str], float] | None
) -> np.ndarray:
    """Return shares that depend on each other as asked for, by a Gaussian copula: normal scores
    with these correlations.
    """
    if correlation is None:
        return shares
    if not isinstance(correlation, Mapping):
        raise InputError(
            "expected correlation coefficients by pairs of paths, {('joints.B.radius', "
            f"'joints.C.radius'): 0.5}}, got {brief(correlation)}.",
            ("correlation",),
        )
    from scipy.special import ndtr, ndtri

    matrix = np.eye(len(paths))
    for pair, value in correlation.items():
        known = isinstance(pair, tuple) and len(pair) == 2 and all(p in paths for p in pair)
        if not known or pair[0] == pair[1]:
            raise InputError(
                f"expected pairs of two different varied paths, got {brief(pair)}.",
                ("correlation",),
            )
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not -1 < value < 1:
            raise InputError(
                f"a correlation is a number between -1 and 1, got {brief(value)}.",
                ("correlation",),
            )
        k, m = paths.index(pair[0]), paths.index(pair[1])
        matrix[k, m] = matrix[m, k] = value
    try:
        factor = np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        raise InputError(
            "no parameters can have all these correlations at the same time.", ("correlation",)
        ) from None
    tiny = np.finfo(float).tiny
    scores = ndtri(np.clip(shares, tiny, 1 - 1e-16))
    mixed = np.zeros_like(scores)
    for k in range(len(paths)):  # in this order whatever the library of linear algebra
        mixed += scores[:, k, None] * factor[None, :, k]
    return np.asarray(ndtr(mixed))
