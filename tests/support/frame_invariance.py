"""The same mechanism seen otherwise: in another frame, with the bodies of every joint swapped,
in space instead of a plane.
"""

import dataclasses
from typing import Any

import numpy as np

import gudgeon as gd

POINTS = ("position", "point", "points")
DIRECTIONS = ("velocity", "angular_velocity", "axis", "axes")


def moved(mechanism: gd.Mechanism, R: np.ndarray, shift: np.ndarray) -> gd.Mechanism:
    """Return a spatial mechanism with every datum, gravity included, turned by R and then
    shifted.
    """

    def change(part: Any) -> Any:
        new: dict[str, Any] = {}
        for field in dataclasses.fields(part):
            value = getattr(part, field.name)
            if value is None:
                continue
            if field.name in POINTS:
                new[field.name] = np.asarray(value) @ R.T + shift
            elif field.name in DIRECTIONS or (
                field.name in ("force", "torque") and part.frame == "space"
            ):
                new[field.name] = np.asarray(value) @ R.T
            elif field.name == "orientation":
                new[field.name] = R @ matrix(value)
        return dataclasses.replace(part, **new)

    sections = {
        name: [change(part) for part in getattr(mechanism, name)]
        for name in ("bodies", "joints", "forces")
    }
    return dataclasses.replace(mechanism, gravity=R @ mechanism.gravity, **sections)


def swapped(mechanism: gd.Mechanism) -> gd.Mechanism:
    """Return the mechanism with the two bodies of every joint and spring exchanged; coordinates
    then count the other way.
    """

    def change(part: Any) -> Any:
        pairs = ("between", "points", "axes", "local_points", "local_axes")
        new = {
            name: getattr(part, name)[::-1]
            for name in pairs
            if getattr(part, name, None) is not None
        }
        return dataclasses.replace(part, **new)

    return dataclasses.replace(
        mechanism,
        joints=[change(joint) for joint in mechanism.joints],
        forces=[change(force) for force in mechanism.forces],
    )


def in_space(mechanism: gd.Mechanism) -> gd.Mechanism:
    """Return a mechanism of the plane xy as a spatial one; hinges get an axis, inertias two more
    moments.
    """

    def three(value: Any) -> Any:
        array = np.asarray(value, dtype=float)
        return (
            np.concatenate([array, np.zeros((*array.shape[:-1], 1))], axis=-1)
            if array.shape[-1] == 2
            else array
        )

    def change(part: Any) -> Any:
        new: dict[str, Any] = {}
        for field in dataclasses.fields(part):
            value = getattr(part, field.name)
            if field.name in ("angular_velocity", "torque") and isinstance(value, float):
                new[field.name] = (0, 0, value)
            elif field.name == "orientation" and isinstance(value, float):
                new[field.name] = (np.cos(value / 2), 0, 0, np.sin(value / 2))
            elif field.name == "inertia":
                new[field.name] = (value, value, value)
            elif (
                field.name in (*POINTS, *DIRECTIONS, "force")
                and value is not None
                and not isinstance(value, float)
            ):
                new[field.name] = three(value)
        if isinstance(part, gd.Revolute):
            new["axis"] = (0, 0, 1)
        return dataclasses.replace(part, **new)

    sections = {
        name: [change(part) for part in getattr(mechanism, name)]
        for name in ("bodies", "joints", "forces")
    }
    return dataclasses.replace(mechanism, plane=None, gravity=three(mechanism.gravity), **sections)


def matrix(orientation: Any) -> np.ndarray:
    """Return the rotation matrix of Euler parameters or of a matrix."""
    value = np.asarray(orientation, dtype=float)
    if value.shape == (3, 3):
        return value
    e0, e1, e2, e3 = value
    cross = np.array([[0, -e3, e2], [e3, 0, -e1], [-e2, e1, 0]])
    return np.eye(3) + 2 * e0 * cross + 2 * cross @ cross
