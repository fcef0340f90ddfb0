"""Simple solids: inertia (and volume) of a homogeneous body from its shape."""

from math import pi

from .._base.description import Description, Number, description, option, quantity

__all__ = ["Box", "Cylinder", "Rod", "Solid", "Sphere"]

Moments = tuple[float, float, float]
AXES = ("x", "y", "z")


class Solid(Description):
    """A homogeneous shape, centred on the body's centre of mass and aligned with the body frame."""

    def volume(self) -> float:
        """Return the volume [m^3]."""
        raise self.error(
            f"a {type(self).__name__.lower()} has no volume; give the mass of the body, not its "
            "density."
        )

    def moments(self, mass: float) -> Moments:
        """Return the principal moments of inertia about the centre of mass [kg m^2]."""
        raise NotImplementedError


@description
class Box(Solid):
    """A box with edges along the body axes."""

    size: Moments = quantity("m", "edge lengths along x, y, z", shape=(3,), gt=0, kw_only=False)

    def volume(self) -> float:
        """V = a b c"""
        a, b, c = self.size
        return a * b * c

    def moments(self, mass: float) -> Moments:
        """I_x = m (b² + c²)/12, and so on."""
        a, b, c = (edge * edge for edge in self.size)
        return (mass * (b + c) / 12, mass * (c + a) / 12, mass * (a + b) / 12)


@description
class Sphere(Solid):
    """A solid ball."""

    radius: Number = quantity("m", "radius", gt=0, kw_only=False)

    def volume(self) -> float:
        """V = 4/3 π R³"""
        return 4 / 3 * pi * self.radius * self.radius * self.radius

    def moments(self, mass: float) -> Moments:
        """I = 2/5 m R²"""
        return (0.4 * mass * self.radius * self.radius,) * 3


@description
class Cylinder(Solid):
    """A circular cylinder, solid or (with ``inner_radius``) a tube; with a small length a disc,
    with a small radius a rod.
    """

    radius: Number = quantity("m", "outer radius", gt=0, kw_only=False)
    length: Number = quantity("m", "length along its axis", ge=0, kw_only=False)
    inner_radius: Number = quantity("m", "inner radius of a tube", default=0.0, ge=0)
    axis: str = option("body axis along which it lies", choices=AXES, default="z")

    def check(self) -> None:
        """Reject a tube that is wider inside than outside."""
        if self.inner_radius >= self.radius:
            raise self.error(
                f"must be below the radius {self.radius:g} m, got {self.inner_radius:g}.",
                "inner_radius",
            )

    def volume(self) -> float:
        """V = π (R² − r²) L"""
        return (
            pi * (self.radius * self.radius - self.inner_radius * self.inner_radius) * self.length
        )

    def moments(self, mass: float) -> Moments:
        """I_axial = m (R² + r²)/2, I_transverse = m (3 (R² + r²) + L²)/12"""
        square = self.radius * self.radius + self.inner_radius * self.inner_radius
        return _about(
            self.axis, mass * square / 2, mass * (3 * square + self.length * self.length) / 12
        )


@description
class Rod(Solid):
    """A slender rod along a body axis; its moment about that axis is that of a round bar of
    ``radius``.
    """

    length: Number = quantity("m", "length", gt=0, kw_only=False)
    radius: Number = quantity("m", "radius, for the moment about its own axis", gt=0, kw_only=False)
    axis: str = option("body axis along which it lies", choices=AXES, default="x")

    def volume(self) -> float:
        """V = π R² L"""
        return pi * self.radius * self.radius * self.length

    def moments(self, mass: float) -> Moments:
        """I_axial = m R²/2, I_transverse = m L²/12"""
        return _about(
            self.axis, mass * self.radius * self.radius / 2, mass * self.length * self.length / 12
        )


def _about(axis: str, axial: float, transverse: float) -> Moments:
    first, second, third = (axial if name == axis else transverse for name in AXES)
    return (first, second, third)
