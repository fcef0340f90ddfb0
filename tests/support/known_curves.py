"""Results that are formulas: what judges and pictures should find in them can be worked out by
hand.
"""

import numpy as np


class Channel:
    def __init__(self, values, unit=""):
        self.values, self.unit = np.asarray(values, float), unit


class Known:
    """A stand-in for a result: times, channels by name, and whatever else a test gives it."""

    def __init__(self, t, channels, **more):
        self.t, self.channels, self.end = np.asarray(t, float), channels, float(t[-1])
        self.__dict__.update(more)

    def channel(self, name):
        return Channel(self.channels[name])


class Members:
    """A stand-in for an ensemble of such results."""

    def __init__(self, results):
        self.results, self.t = results, results[0].t

    def values(self, name):
        return np.array([result.channel(name).values for result in self.results])


def evidence(result, *perturbed, until=None):
    from types import SimpleNamespace

    from gudgeon_gallery import Evidence

    horizon = None if until is None else SimpleNamespace(time=until, lost=until < result.end)
    return Evidence(result, horizon, Members(list(perturbed)) if perturbed else None)
