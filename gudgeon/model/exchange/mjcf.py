"""Models of MuJoCo (MJCF), as far as they are bodies, joints and what ties them.

Masses come from <inertial> or from geoms that are spheres, boxes, cylinders, capsules or
ellipsoids. Contacts between bodies, actuators, tendons and sensors are left out and named.
"""

from collections.abc import Mapping
from math import inf, pi

import numpy as np

from ..._base.errors import InputError, brief
from ..._base.linear_algebra import dot, norm, product
from ..joints import Joint, Rigid, Spherical
from .frames import Frame, about, cross, plain, quaternion, sequence, unit
from .imported import Imported, Report
from .links import Connection, Inertial, Link, Tree, unit_axis
from .mesh_files import MeshFiles
from .xml_tree import Element

__all__ = ["read_mjcf"]

WORLD = "world"
NO_EFFECT = (
    "site", "camera", "light", "statistic", "visual", "asset", "size", "sensor", "custom", "keyframe", "contact",
    "plugin",
)  # fmt: skip
SHOWN = (".stl", ".obj", ".glb")
KINDS = {"hinge": "revolute", "slide": "prismatic", "ball": "spherical", "free": "floating"}
DENSITY = 1000.0


def read_mjcf(
    root: Element,
    source: str,
    name: str,
    configuration: Mapping[str, float],
    free_base: bool,
    meshes: bool,
) -> Imported:
    """Return the mechanism of a model and what of it was not understood."""
    return _Reader(root, source, meshes).imported(name, configuration)


class _Reader:
    def __init__(self, root: Element, source: str, meshes: bool) -> None:
        self.root, self.report = root, Report(source)
        self.files = MeshFiles(source) if meshes else None
        settings: dict[str, str] = {}
        for compiler in root.all("compiler"):
            settings |= compiler.attributes
        self.settings = settings
        self.defaults: dict[str, dict[str, dict[str, str]]] = {"main": {}}
        for default in root.all("default"):
            self._read_defaults(default, {})
        self.meshes = {
            mesh.get("name") or mesh.get("file").rpartition("/")[2].rpartition(".")[0]: mesh
            for asset in root.all("asset")
            for mesh in asset.all("mesh")
        }
        self.links = [Link(WORLD, root.line)]
        self.connections: list[Connection] = []
        self.collides = 0

    def _read_defaults(self, element: Element, above: dict[str, dict[str, str]]) -> None:
        own = {tag: dict(values) for tag, values in above.items()}
        for child in element.children:
            if child.tag != "default":
                own[child.tag] = {**own.get(child.tag, {}), **child.attributes}
        self.defaults[element.get("class", "main")] = own
        for child in element.all("default"):
            self._read_defaults(child, own)

    def _full(self, element: Element, inherited: str) -> Element:
        """Return an element with what its class says and it does not."""
        name = element.get("class", inherited) or "main"
        if name not in self.defaults:
            raise element.error(f"names the class {brief(name)}, which is not in the file.")
        given = {**self.defaults[name].get(element.tag, {}), **element.attributes}
        return Element(element.tag, given, element.line, element.source, element.children)

    # -- the whole ---------------------------------------------------------------------------------

    def imported(self, name: str, configuration: Mapping[str, float]) -> Imported:
        for element in self.root.children:
            if element.tag == "include":
                raise element.error("includes another file; put it all into one.")
            if element.tag not in ("compiler", "default", "worldbody", "option", "equality"):
                self._note(element, "the model")
        if self.settings.get("coordinate", "local") != "local":
            raise InputError("has global coordinates, which are not read.", location=self.report.source)  # fmt: skip
        for world in self.root.all("worldbody"):
            for child in world.children:
                if child.tag == "body":
                    self._body(child, WORLD, world.get("childclass"))
                elif child.tag == "geom":
                    self._geom(self._full(child, ""), self.links[0], mass=False)
                else:
                    self._note(child, "the world")
        if self.collides:
            self.report.lost(self.collides, "bodies do not collide here; contacts between geoms are left out")  # fmt: skip
        tree = Tree(self.report, self.links, self.connections)
        tree.start(configuration)
        gravity = (0.0, 0.0, -9.81)
        for option in self.root.all("option"):
            gravity = option.numbers("gravity", 3, gravity)  # type: ignore[assignment]
        title = self.root.get("model") or name
        return tree.imported(title, gravity, False, self._ties)

    def _note(self, element: Element, where: str) -> None:
        text = f"<{element.tag}> of {where} is not read"
        (self.report.unused if element.tag in NO_EFFECT else self.report.lost)(element.line, text)

    # -- bodies ------------------------------------------------------------------------------------

    def _body(self, element: Element, parent: str, inherited: str) -> None:
        name = element.get("name") or f"body{len(self.links)}"
        inherited = element.get("childclass", inherited)
        link = Link(name, element.line)
        self.links.append(link)
        joints: list[Element] = []
        given = element.first("inertial")
        wanted = self.settings.get("inertiafromgeom", "auto")
        by_geoms = wanted == "true" or (wanted == "auto" and given is None)
        for child in element.children:
            if child.tag == "joint" or child.tag == "freejoint":
                joints.append(self._full(child, inherited))
            elif child.tag == "geom":
                self._geom(self._full(child, inherited), link, by_geoms)
            elif child.tag not in ("body", "inertial"):
                self._note(child, f"body '{name}'")
        if given is not None and not by_geoms:
            link.inertials = [self._inertial(given)]
        self._connect(element, parent, name, joints)
        for child in element.all("body"):
            self._body(child, name, inherited)

    def _frame(self, element: Element) -> Frame:
        return Frame.at(element.numbers("pos", 3, (0.0, 0.0, 0.0)), self._axes(element))

    def _angle(self, value: float) -> float:
        return value if self.settings.get("angle", "degree") == "radian" else value * pi / 180.0

    def _axes(self, element: Element) -> np.ndarray:
        if "quat" in element.attributes:
            q = element.numbers("quat", 4)
            if not norm(q) > 1e-9:
                raise element.error("its quat is zero.")
            return quaternion(q)
        if "axisangle" in element.attributes:
            *axis, angle = element.numbers("axisangle", 4)
            return about(self._direction(element, axis), self._angle(angle))
        if "euler" in element.attributes:
            order = self.settings.get("eulerseq", "xyz")
            angles = [self._angle(angle) for angle in element.numbers("euler", 3)]
            if len(order) != 3 or set(order.lower()) - set("xyz"):
                raise element.error(f"eulerseq {brief(order)} is not known.")
            return sequence(order.lower(), angles, fixed=order.isupper())
        if "xyaxes" in element.attributes:
            values = element.numbers("xyaxes", 6)
            x = unit(self._direction(element, values[:3]))
            z = unit(self._direction(element, plain(cross(x, np.array(values[3:])))))
            return np.column_stack([x, cross(z, x), z])
        if "zaxis" in element.attributes:
            return _towards(self._direction(element, element.numbers("zaxis", 3)))
        return np.eye(3)

    def _direction(self, element: Element, axis: object) -> np.ndarray:
        found = unit_axis(axis)  # type: ignore[arg-type]
        if found is None:
            raise element.error("its axis has no direction.")
        return found

    def _inertial(self, element: Element) -> Inertial:
        frame, mass = self._frame(element), element.number("mass")
        if "fullinertia" in element.attributes:
            xx, yy, zz, xy, xz, yz = element.numbers("fullinertia", 6)
            tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        else:
            tensor = np.diag(element.numbers("diaginertia", 3))
        if not mass > 0:
            raise element.error(f"has a mass of {mass:g} kg.")
        return Inertial(mass, frame.origin, product(product(frame.axes, tensor), frame.axes.T))

    # -- geoms -------------------------------------------------------------------------------------

    def _geom(self, element: Element, link: Link, mass: bool) -> None:
        kind = element.get("type", "mesh" if "mesh" in element.attributes else "sphere")
        if element.get("contype", "1") != "0" and not self.collides:
            self.collides = element.line
        if kind == "mesh":
            self._mesh(element, link)
            if mass:
                self.report.lost(element.line, f"body '{link.name}': the mass of a mesh is left out; give <inertial>")  # fmt: skip
            return
        if not mass:
            return
        frame, size = self._placed(element, kind)
        volume, moments = _solid(element, kind, size)
        weight = element.number("mass", element.number("density", DENSITY) * volume)
        if weight > 0:
            tensor = np.diag([weight * moment for moment in moments])
            turned = product(product(frame.axes, tensor), frame.axes.T)
            link.inertials.append(Inertial(weight, frame.origin, turned))

    def _placed(self, element: Element, kind: str) -> tuple[Frame, list[float]]:
        count = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}.get(kind)
        if count is None:
            raise element.error(f"has the type {brief(kind)}, which has no mass that is known.")
        words = element.get("size").split()[:count]
        if "fromto" in element.attributes:
            ends = np.array(element.numbers("fromto", 6)).reshape(2, 3)
            along = ends[1] - ends[0]
            given = Element("geom", {"size": " ".join(words[:1])}, element.line, element.source)
            radius = given.numbers("size", 1)
            axes = _towards(self._direction(element, plain(along)))
            return Frame.at((ends[0] + ends[1]) / 2, axes), [*radius, norm(along) / 2]
        given = Element("geom", {"size": " ".join(words)}, element.line, element.source)
        return self._frame(element), list(given.numbers("size", count))

    def _mesh(self, element: Element, link: Link) -> None:
        mesh = self.meshes.get(element.text("mesh"))
        if mesh is None:
            raise element.error(f"names the mesh {brief(element.get('mesh'))}, which is not in the file.")  # fmt: skip
        if self.files is None or "file" not in mesh.attributes:
            return
        folder = self.settings.get("meshdir", self.settings.get("assetdir", ""))
        path = self.files.find(mesh, mesh.get("file"), folder)
        if path is None or path.suffix.lower() not in SHOWN:
            self.report.unused(mesh.line, f"the mesh {brief(mesh.get('file'))} is not shown")
            return
        scale = mesh.numbers("scale", 3, (1.0, 1.0, 1.0))
        link.shapes.append((str(path), self._frame(element), scale))

    # -- joints ------------------------------------------------------------------------------------

    def _connect(self, element: Element, parent: str, name: str, joints: list[Element]) -> None:
        frame = self._frame(element)
        if not joints:
            self.connections.append(Connection(f"{name}_weld", element.line, "fixed", parent, name, frame, np.eye(3)[2]))  # fmt: skip
        elif len(joints) == 1:
            self.connections.append(self._joint(joints[0], parent, name, frame))
        else:
            self.connections.append(self._several(element, joints, parent, name, frame))

    def _joint(self, element: Element, parent: str, name: str, frame: Frame) -> Connection:
        kind = "free" if element.tag == "freejoint" else element.get("type", "hinge")
        if kind not in KINDS:
            raise element.error(f"has the type {brief(kind)}, which is not known.")
        axis = self._direction(element, element.numbers("axis", 3, (0.0, 0.0, 1.0)))
        scale = self._angle(1.0) if kind == "hinge" else 1.0
        reference = scale * element.number("ref", 0.0)
        lower, upper = -inf, inf
        limited = element.get("limited", "auto")
        if kind in ("hinge", "slide") and "range" in element.attributes and limited != "false":
            lower, upper = (scale * end - reference for end in element.numbers("range", 2))
        if kind == "ball" and "range" in element.attributes and limited != "false":
            self.report.lost(element.line, f"the range of the ball of body '{name}' is left out")
        for word in ("armature", "margin"):
            if element.number(word, 0.0):
                self.report.lost(element.line, f"{word} of a joint of body '{name}' is left out")
        return Connection(
            element.get("name") or f"{name}_joint", element.line, KINDS[kind], parent, name, frame, axis,
            at=np.array(element.numbers("pos", 3, (0.0, 0.0, 0.0))), lower=lower, upper=upper,
            damping=element.number("damping", 0.0), friction=element.number("frictionloss", 0.0),
            stiffness=element.number("stiffness", 0.0),
            free_position=scale * element.number("springref", 0.0) - reference,
        )  # fmt: skip

    def _several(
        self, element: Element, joints: list[Element], parent: str, name: str, frame: Frame
    ) -> Connection:
        """Return one joint for several of a body: a cross of two hinges, or a sleeve."""
        made = [self._joint(joint, parent, name, frame) for joint in joints]
        kinds = [joint.kind for joint in made]
        same = all(norm(joint.at - made[0].at) < 1e-9 for joint in made)
        across = abs(dot(made[0].axis, made[1].axis))
        whole = None
        if len(made) == 2 and kinds == ["revolute"] * 2 and same and across < 1e-6:
            whole = made[0]
            whole.kind, whole.second_axis = "universal", made[1].axis
        elif len(made) == 2 and set(kinds) == {"revolute", "prismatic"} and same and across > 1 - 1e-9:  # fmt: skip
            whole = made[0]
            whole.kind = "cylindrical"
        if whole is None:
            raise element.error("has several joints that are neither a cross nor a sleeve; make them bodies.")  # fmt: skip
        for joint in made:
            if joint.damping or joint.friction or joint.stiffness or joint.lower > -inf:
                self.report.lost(joint.line, f"joint '{joint.name}': its limits, damping and friction are left out")  # fmt: skip
        whole.damping = whole.friction = whole.stiffness = 0.0
        whole.lower, whole.upper = -inf, inf
        return whole

    def _ties(self, bodies: Mapping[str, str], frames: Mapping[str, Frame]) -> list[Joint]:
        """Return what ties bodies that are no parents of each other: connect and weld."""
        made: list[Joint] = []
        for group in self.root.all("equality"):
            for tie in group.children:
                if tie.tag not in ("connect", "weld") or "body1" not in tie.attributes:
                    self.report.lost(tie.line, f"<{tie.tag}> of the equalities is left out")
                    continue
                ends = [tie.text("body1"), tie.get("body2") or WORLD]
                for end in ends:
                    if end not in bodies:
                        raise tie.error(f"names the body {brief(end)}, which is not in the file.")
                at = frames[ends[0]].point(tie.numbers("anchor", 3, (0.0, 0.0, 0.0)))
                kind = Spherical if tie.tag == "connect" else Rigid
                name = tie.get("name") or f"{tie.tag}{len(made) + 1}"
                between = (bodies[ends[1]], bodies[ends[0]])
                made.append(kind(name, between=between, point=plain(at)))
        return made


def _towards(z: np.ndarray) -> np.ndarray:
    """Return axes whose z has a direction."""
    z = unit(z)
    other = np.eye(3)[int(np.argmin(np.abs(z)))]
    x = unit(cross(other, z))
    return np.column_stack([x, cross(z, x), z])


def _solid(element: Element, kind: str, size: list[float]) -> tuple[float, list[float]]:
    """Return the volume of a geom, and its principal moments per mass."""
    if min(size) <= 0:
        raise element.error("has a size that is not > 0.")
    if kind == "sphere":
        r = size[0]
        return 4 / 3 * pi * r * r * r, [0.4 * r * r] * 3
    if kind == "box" or kind == "ellipsoid":
        a, b, c = (x * x for x in size)
        share = 3.0 if kind == "box" else 5.0
        volume = (8.0 if kind == "box" else 4 / 3 * pi) * size[0] * size[1] * size[2]
        return volume, [(b + c) / share, (a + c) / share, (a + b) / share]
    r, h = size
    cylinder = pi * r * r * 2 * h
    if kind == "cylinder":
        return cylinder, [(3 * r * r + 4 * h * h) / 12] * 2 + [r * r / 2]
    ball = 4 / 3 * pi * r * r * r  # a capsule: a cylinder between two halves of a ball
    m_c, m_b = cylinder / (cylinder + ball), ball / (cylinder + ball)
    across = m_c * (3 * r * r + 4 * h * h) / 12 + m_b * (0.4 * r * r + h * h + 0.75 * r * h)
    return cylinder + ball, [across, across, m_c * r * r / 2 + m_b * 0.4 * r * r]
