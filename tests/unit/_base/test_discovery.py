"""Modules of a folder are found without a list of them."""

import subprocess
import sys
from importlib import import_module

import pytest

from gudgeon._base.discovery import import_modules

FOLDERS = (
    "gudgeon.model.joints",
    "gudgeon.model.fits",
    "gudgeon.assembly.elements",
    "gudgeon.results.joints",
)


def test_every_module_of_a_folder_is_imported_by_the_alphabet(tmp_path, monkeypatch):
    folder = tmp_path / "found_here"
    folder.mkdir()
    (folder / "__init__.py").write_text("order = []\n", encoding="utf-8")
    for name in ("second", "first", "third"):
        (folder / f"{name}.py").write_text(
            f"from . import order\norder.append({name!r})\n", encoding="utf-8"
        )
    monkeypatch.syspath_prepend(tmp_path)
    package = import_module("found_here")
    import_modules("found_here", package.__path__)
    import_modules("found_here", package.__path__)  # changes nothing
    assert package.order == ["first", "second", "third"]


@pytest.mark.parametrize("package", FOLDERS)
def test_a_new_file_in_a_folder_of_joints_or_fits_is_imported_with_it(package, tmp_path):
    """A file that no other names, as that of a new fit: here in a second folder of the package."""
    (tmp_path / "brand_new.py").write_text("FOUND = True\n", encoding="utf-8")
    script = f"""
import importlib.util, sys
spec = importlib.util.find_spec({package!r})
spec.submodule_search_locations.append({str(tmp_path)!r})
module = importlib.util.module_from_spec(spec)
sys.modules[{package!r}] = module
spec.loader.exec_module(module)
assert sys.modules["{package}.brand_new"].FOUND
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)
