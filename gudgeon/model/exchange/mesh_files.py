"""Where the mesh files of a model are: inside its folder, wherever the model says they are."""

from pathlib import Path

from ..._base.errors import brief
from .xml_tree import Element

__all__ = ["MeshFiles"]

INNER = ("urdf", "robots", "robot", "xml", "mjcf", "model", "models")  # beside them are meshes


class MeshFiles:
    """The folder of a model: that of its package, or the one above a folder such as urdf."""

    def __init__(self, source: str) -> None:
        self.file = Path(source).absolute()
        here = self.file.parent
        above = [folder for folder in (here, *here.parents) if (folder / "package.xml").is_file()]
        inner = here.parent if here.name.lower() in INNER else here
        self.root = above[0] if above else inner

    def find(self, element: Element, name: str, folder: str = "") -> Path | None:
        """Return a file that an element names, None if it is not there; refuse one outside of the
        model's folder.
        """
        if "\0" in name or not name.strip():
            raise element.error(f"names no file: {brief(name)}.")
        scheme, sign, rest = name.partition("://")
        path = self.file.parent / folder / name
        if scheme in ("package", "model") and sign:
            package, _, rest = rest.partition("/")
            named = (above for above in self.file.parents if above.name == package)
            path = next(named, self.root) / rest
        elif scheme == "file" and sign:
            path = Path(rest)
        elif sign:
            raise element.error(f"names a file elsewhere, which is not fetched: {brief(name)}.")
        if not path.resolve().is_relative_to(self.root.resolve()):
            raise element.error(
                f"names the mesh {brief(name)}, which is outside of the model's folder; put it "
                "inside, or read the model without meshes."
            )
        return path if path.is_file() else None
