"""Write the pages that follow from the code into docs/generated before the documentation is
read: laws, joints, fits, names, papers.
"""

import hashlib
from pathlib import Path

import api_pages
import gallery_pages
import joint_pages
import law_pages
from sphinx.application import Sphinx

import gudgeon

FOLDER = "generated"


def pages(figures: bool = True) -> dict[str, str]:
    """Return every generated page by its path in the folder."""
    return {
        **law_pages.pages(figures),
        **joint_pages.pages(figures),
        **api_pages.pages(),
        **gallery_pages.pages(),
    }


def write(folder: Path, figures: bool = True) -> None:
    """Write what has changed, so that what has not is not built again; remove what is no longer
    there.
    """
    wanted = pages(figures)
    for path in [*folder.rglob("*.md"), *folder.rglob("*.rst")]:
        if path.relative_to(folder).as_posix() not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    if figures:
        draw(folder / "figures")


def draw(folder: Path) -> None:
    """Draw the laws and fits, unless nothing has changed since they were drawn."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp, digest = folder / "stamp", _digest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    law_pages.draw(folder)
    joint_pages.draw(folder)
    stamp.write_text(digest)


def _digest() -> str:
    """Return a number that changes with the sources of laws, pictures and examples."""
    package = Path(gudgeon.__file__).parent
    folders = (package / "laws", package / "model", package / "plotting", Path(__file__).parent)
    sources = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def generate(app: Sphinx) -> None:
    """Write the pages of a build."""
    write(Path(app.srcdir) / FOLDER, app.config.gudgeon_figures)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("gudgeon_figures", True, "env", bool)
    app.connect("builder-inited", generate)
    app.connect("autodoc-process-docstring", api_pages.complete)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
