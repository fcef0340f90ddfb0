"""Robots in URDF: links with inertias and meshes, joints with limits, damping and friction."""

from collections.abc import Mapping
from math import inf

import numpy as np

from ..._base.errors import brief
from ..._base.linear_algebra import product
from .frames import Frame, roll_pitch_yaw
from .imported import Imported, Report
from .links import Connection, Inertial, Link, Tree, unit_axis
from .mesh_files import MeshFiles
from .xml_tree import Element

__all__ = ["read_urdf"]

GRAVITY = (0.0, 0.0, -9.81)  # URDF says nothing of it
KINDS = {
    "revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "fixed",
    "floating": "floating", "planar": "planar", "spherical": "spherical",
}  # fmt: skip
SHOWN = (".stl", ".obj", ".glb")
NO_EFFECT = (
    "material", "collision", "transmission", "gazebo", "sensor", "calibration", "safety_controller",
    "ros2_control", "verbose", "contact", "group_state", "mujoco",
)  # fmt: skip


def read_urdf(
    root: Element,
    source: str,
    name: str,
    configuration: Mapping[str, float],
    free_base: bool,
    meshes: bool,
) -> Imported:
    """Return the mechanism of a robot and what of it was not understood."""
    report = Report(source)
    for element in root.children:
        if element.tag not in ("link", "joint"):
            _note(report, element, "the robot")
    files = MeshFiles(source) if meshes else None
    links = [_link(report, element, files) for element in root.all("link")]
    connections = [_connection(report, element) for element in root.all("joint")]
    tree = Tree(report, links, connections)
    tree.start(configuration)
    if not free_base and tree.root.inertials:
        report.unused(
            tree.root.line, f"link '{tree.root.name}' is the ground; its mass is left out"
        )
    return tree.imported(root.get("name") or name, GRAVITY, free_base)


def _note(report: Report, element: Element, where: str) -> None:
    text = f"<{element.tag}> of {where} is not read"
    (report.unused if element.tag in NO_EFFECT else report.lost)(element.line, text)


def _origin(element: Element) -> Frame:
    origin = element.first("origin")
    if origin is None:
        return Frame.at()
    angles = origin.numbers("rpy", 3, (0.0, 0.0, 0.0))
    return Frame.at(origin.numbers("xyz", 3, (0.0, 0.0, 0.0)), roll_pitch_yaw(angles))


def _link(report: Report, element: Element, files: MeshFiles | None) -> Link:
    link = Link(element.text("name"), element.line)
    for child in element.children:
        if child.tag == "inertial":
            link.inertials += _inertial(child)
        elif child.tag == "visual":
            _visual(report, link, child, files)
        else:
            _note(report, child, f"link '{link.name}'")
    if len(link.inertials) > 1:
        raise element.error("has several <inertial>.")
    return link


def _inertial(element: Element) -> list[Inertial]:
    mass = element.only("mass").number("value")
    if mass < 0:
        raise element.error(f"has a mass of {mass:g} kg.")
    if mass == 0:
        return []
    given = element.only("inertia")
    xx, yy, zz = (given.number(name) for name in ("ixx", "iyy", "izz"))
    xy, xz, yz = (given.number(name, 0.0) for name in ("ixy", "ixz", "iyz"))
    frame = _origin(element)
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    turned = product(product(frame.axes, tensor), frame.axes.T)
    return [Inertial(mass, frame.origin, turned)]


def _visual(report: Report, link: Link, element: Element, files: MeshFiles | None) -> None:
    geometry = element.first("geometry")
    mesh = geometry.first("mesh") if geometry is not None else None
    if mesh is None:
        report.unused(element.line, f"link '{link.name}' is not drawn by its <visual>")
        return
    if files is None:
        return
    file = mesh.text("filename")
    path = files.find(mesh, file)
    if path is None:
        report.unused(mesh.line, f"the mesh {brief(file)} is not there; link '{link.name}' is drawn by its joints")  # fmt: skip
    elif path.suffix.lower() not in SHOWN:
        report.unused(mesh.line, f"the mesh {brief(file)} is not of a format that is shown")
    else:
        link.shapes.append((str(path), _origin(element), mesh.numbers("scale", 3, (1.0, 1.0, 1.0))))


def _connection(report: Report, element: Element) -> Connection:
    name, kind = element.text("name"), element.text("type")
    if kind not in KINDS:
        raise element.error(f"has the type {brief(kind)}, which is not known.")
    axis = (1.0, 0.0, 0.0)
    limits = (-inf, inf)
    load = damping = friction = 0.0
    for child in element.children:
        if child.tag == "axis":
            axis = child.numbers("xyz", 3)  # type: ignore[assignment]
        elif child.tag == "limit" and kind in ("revolute", "prismatic"):
            if {"lower", "upper"} & child.attributes.keys():
                limits = (child.number("lower", 0.0), child.number("upper", 0.0))
            else:
                report.lost(child.line, f"joint '{name}' has no limits, which its type needs")
            load = child.number("effort", 0.0)
        elif child.tag == "dynamics":
            damping, friction = child.number("damping", 0.0), child.number("friction", 0.0)
        elif child.tag == "mimic":
            report.lost(child.line, f"joint '{name}' is left free: it should follow another")
        elif child.tag not in ("parent", "child", "origin", "limit"):
            _note(report, child, f"joint '{name}'")
    if kind in ("revolute", "prismatic") and element.first("limit") is None:
        report.lost(element.line, f"joint '{name}' has no limits, which its type needs")
    if limits == (0.0, 0.0):
        report.lost(element.line, f"the limits of joint '{name}', both zero, are taken as none")
        limits = (-inf, inf)
    if limits[0] == limits[1]:
        report.unused(element.line, f"joint '{name}' is a weld: its limits leave it no range")
        kind = "fixed"
    direction = unit_axis(axis)
    if direction is None and kind in ("fixed", "floating"):
        direction = np.array([1.0, 0.0, 0.0])
    if direction is None:
        raise element.error("its axis has no direction.")
    if min(load, damping, friction) < 0:
        raise element.error("its effort, damping or friction is negative.")
    return Connection(
        name, element.line, KINDS[kind], element.only("parent").text("link"),
        element.only("child").text("link"), _origin(element), direction, lower=limits[0],
        upper=limits[1], load=load, damping=damping, friction=friction,
    )  # fmt: skip
