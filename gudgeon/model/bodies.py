"""Bodies: rigid, with mass and inertia at the centre of mass."""

import math
from typing import Any

from .._base.description import (
    Description,
    Number,
    Numbers,
    Quantity,
    description,
    option,
    quantity,
)
from .._base.errors import InputError
from .._base.linear_algebra import norm
from .solids import Solid

__all__ = ["Body"]

GROUND = "ground"
TENSOR = Quantity("kg*m^2", ((3,), (3, 3), ()))


@description
class Body(Description):
    """A rigid body.

    Position, velocity and angular velocity are those of the centre of mass in the global frame at t
    = 0; inertia is about the centre of mass in the body frame. In a planar mechanism positions and
    velocities may have two components, orientation is an angle, angular velocity and inertia are
    single numbers about the plane's normal.
    """

    section = "bodies"

    name: str
    mass: Number | None = quantity("kg", "mass", default=None, gt=0)
    density: Number | None = quantity(
        "kg/m^3", "density, instead of the mass, when the inertia is a solid", default=None, gt=0
    )
    inertia: Solid | Any = option(
        "moments about the centre of mass", number=TENSOR, default=None, kw_only=False
    )
    position: Numbers = quantity(
        "m", "centre of mass, global, at t = 0", shapes=((3,), (2,)), default=(0.0, 0.0, 0.0)
    )
    orientation: Any = quantity(
        "1|rad", "Euler parameters (scalar first), a rotation matrix, or in a plane an angle",
        shapes=((4,), (3, 3), ()), default=(1.0, 0.0, 0.0, 0.0),
    )  # fmt: skip
    velocity: Numbers = quantity(
        "m/s", "velocity at t = 0", shapes=((3,), (2,)), default=(0.0, 0.0, 0.0)
    )
    angular_velocity: Any = quantity(
        "rad/s", "angular velocity at t = 0, global", shapes=((3,), ()), default=(0.0, 0.0, 0.0)
    )

    def check(self) -> None:
        """Reject what no rigid body can be."""
        if self.name == GROUND:
            raise self.error(
                "'ground' is always there and need not be described; choose another name.", "name"
            )
        if self.inertia is None:
            raise self.error(
                "is missing: give three principal moments, a 3 x 3 tensor or a solid [kg m^2].",
                "inertia",
            )
        self._settle_mass()
        if not isinstance(self.inertia, Solid):
            try:
                object.__setattr__(self, "inertia", TENSOR.coerce(self.inertia))
                _check_tensor(self.inertia)
            except InputError as error:
                raise error.under(*self.path(), "inertia") from None
        object.__setattr__(self, "orientation", self._unit_orientation())

    def _settle_mass(self) -> None:
        if (self.mass is None) == (self.density is None):
            found = "neither is" if self.mass is None else "both are"
            raise self.error(f"give either mass [kg] or density [kg/m^3]; {found} given.", "mass")
        if self.density is not None and not isinstance(self.inertia, Solid):
            raise self.error(
                "needs an inertia given as a solid, whose volume it multiplies.", "density"
            )
        if not 0 < self.total_mass < math.inf:
            raise self.error(
                f"times the volume of the solid is a mass of {self.total_mass:g} kg; a body needs "
                "one > 0.",
                "density",
            )

    @property
    def total_mass(self) -> float:
        """The mass, given or from density and volume [kg]."""
        return self.mass if self.mass is not None else self.density * self.inertia.volume()  # type: ignore[operator]

    def inertia_tensor(self) -> Any:
        """Return the inertia as given: a number (plane), three moments, or a 3 x 3 tensor [kg
        m^2].
        """
        return (
            self.inertia.moments(self.total_mass)
            if isinstance(self.inertia, Solid)
            else self.inertia
        )

    def _unit_orientation(self) -> Any:
        value = self.orientation
        if isinstance(value, float):
            return value
        if len(value) == 4:
            length = norm(value)
            if not 0.99 < length < 1.01:
                raise self.error(
                    f"Euler parameters must have length 1 (within 1 %), got {length:.4g}; a typing "
                    "error?",
                    "orientation",
                )
            # so that a copy stays equal
            return value if abs(length - 1) < 1e-15 else tuple(e / length for e in value)
        for a in range(3):
            for b in range(3):
                product = sum(value[k][a] * value[k][b] for k in range(3))
                if abs(product - (a == b)) > 1e-2:
                    raise self.error(
                        "the columns of a rotation matrix must be perpendicular unit vectors.",
                        "orientation",
                    )
        determinant = sum(
            value[0][k]
            * (
                value[1][(k + 1) % 3] * value[2][(k + 2) % 3]
                - value[1][(k + 2) % 3] * value[2][(k + 1) % 3]
            )
            for k in range(3)
        )
        if determinant < 0:
            raise self.error(
                "the matrix mirrors (its determinant is -1); a rotation must be right-handed.",
                "orientation",
            )
        return value


def _check_tensor(inertia: Any) -> None:
    """Reject moments of inertia that no distribution of mass has."""
    if isinstance(inertia, float):
        if inertia <= 0:
            raise InputError(f"must be > 0 [kg m^2], got {inertia:g}.{_POINT_MASS}")
        return
    moments = list(inertia)
    if not isinstance(inertia[0], float):
        scale = max(abs(entry) for row in inertia for entry in row)
        if any(
            abs(inertia[a][b] - inertia[b][a]) > 1e-6 * scale for a in range(3) for b in range(a)
        ):
            raise InputError("an inertia tensor is symmetric; this one is not.")
        import numpy as np

        moments = [float(value) for value in np.linalg.eigvalsh(np.array(inertia))]
    if min(moments) <= 0:
        raise InputError(
            f"every principal moment must be > 0 [kg m^2], got {min(moments):g}.{_POINT_MASS}"
        )
    largest = max(moments)
    if largest > (sum(moments) - largest) * (1 + 5e-3):  # data are printed with three digits
        raise InputError(
            f"no body has these moments: the largest, {largest:g} kg m^2, exceeds the sum of the "
            "other two, "
            f"{sum(moments) - largest:g} kg m^2."
        )


_POINT_MASS = (
    " For a point mass give a small ball (Sphere) or hang it on a Distance joint, where its "
    "inertia does not matter."
)
