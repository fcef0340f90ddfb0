"""Fits: how a joint is made. The kinematic data of a joint never change; its fit says what acts in it."""

from .._fields import Description, description


class Fit(Description):
    """Base of all fits."""


@description
class Ideal(Fit):
    """No play, no compliance, no friction: constraints and Lagrange multipliers."""
