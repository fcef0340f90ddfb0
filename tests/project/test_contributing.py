"""The map in CONTRIBUTING.md: it fits on a screen, and every file and folder that it names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAP = TEXT.partition("## Where things are")[2].partition("\n## ")[0]


def named_paths(text: str) -> set[str]:
    """Return what looks like a file or a folder among the words in backticks and the links."""
    quoted = [word for span in re.findall(r"`([^`]+)`", text) for word in span.split()]
    linked = re.findall(r"\]\(([^)#]+)", text)
    return {
        word.rstrip(",;").partition("#")[0]
        for word in (*quoted, *linked)
        if re.fullmatch(r"[\w./-]+(/|\.(py|md|toml|txt))", word.rstrip(",;"))
    }


def exists(path: str) -> bool:
    """Whether a path stands in the repository, in the package or in one of its folders."""
    places = [ROOT, ROOT / "tools", ROOT / "gudgeon", *(ROOT / "gudgeon").iterdir()]
    return any((place / path).exists() for place in places)


def test_every_file_and_folder_that_is_named_is_there() -> None:
    found = named_paths(TEXT)
    assert {"gudgeon/kernels/", "output_row.py", "docs/numba.md"} & found  # the search sees them
    assert len(found) > 30
    assert sorted(path for path in found if not exists(path)) == []


def test_every_folder_of_the_package_has_its_row() -> None:
    folders = {
        path.name for path in (ROOT / "gudgeon").iterdir() if (path / "__init__.py").exists()
    }
    assert folders == set(re.findall(r"^\| `gudgeon/(\w+)/`", MAP, re.MULTILINE))


def test_the_map_fits_on_a_screen() -> None:
    assert len(MAP.splitlines()) <= 50
