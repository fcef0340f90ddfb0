import pytest

from gudgeon import InputError
from gudgeon.model.exchange.mesh_files import MeshFiles
from gudgeon.model.exchange.xml_tree import Element


@pytest.fixture
def folder(tmp_path):
    """A package with a model in a folder of its own, and a secret beside the package."""
    for name in (
        "robot/urdf/own.urdf",
        "robot/meshes/arm.stl",
        "robot/urdf/near.stl",
        "secret.stl",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return tmp_path


def find(folder, name, inside=""):
    source = str(folder / "robot" / "urdf" / "own.urdf")
    return MeshFiles(source).find(Element("mesh", {}, 7, source), name, inside)


@pytest.mark.parametrize(
    "name",
    ["package://robot/meshes/arm.stl", "../meshes/arm.stl", "model://robot/meshes/arm.stl"],
)
def test_meshes_inside_the_package_are_found(folder, name):
    assert find(folder, name).resolve() == folder / "robot" / "meshes" / "arm.stl"


def test_meshes_beside_the_model_and_in_a_folder_are_found(folder):
    assert find(folder, "near.stl").name == "near.stl"
    assert find(folder, "arm.stl", "../meshes").name == "arm.stl"


def test_meshes_that_are_not_there_are_none(folder):
    assert find(folder, "package://robot/meshes/leg.stl") is None
    assert find(folder, "leg.stl") is None


@pytest.mark.parametrize(
    "name",
    [
        "../../secret.stl", "/etc/hostname", "file:///etc/hostname", "package://robot/../secret.stl",
        "package:///etc/hostname", "package://etc/hostname/../../etc/hostname",
        "near.stl/../../../secret.stl", "http://example.com/arm.stl", "\0", " ",
    ],
)  # fmt: skip
def test_meshes_outside_are_refused_in_one_sentence(folder, name):
    with pytest.raises(InputError, match=r"own\.urdf:7: <mesh> names"):
        find(folder, name)


def test_a_package_is_no_way_out(folder):
    """Neither the root of the disk nor a folder high above counts as a package to read from."""
    for name in (
        "package://etc/hostname",
        "package://../secret.stl",
        f"package://{folder.name}/secret.stl",
    ):
        try:
            assert find(folder, name) is None
        except InputError as error:
            assert "outside of the model's folder" in str(error)


def test_links_do_not_lead_outside(folder):
    (folder / "robot" / "meshes" / "link.stl").symlink_to(folder / "secret.stl")
    with pytest.raises(InputError, match="outside of the model's folder"):
        find(folder, "../meshes/link.stl")
