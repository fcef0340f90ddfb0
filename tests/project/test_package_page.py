"""What a package index shows: it knows neither the folders of the repository nor its pictures."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGE = (ROOT / PROJECT["readme"]).read_text(encoding="utf-8")


def test_links_and_pictures_are_absolute() -> None:
    """A relative one would lead nowhere there."""
    targets = re.findall(r"\]\(([^)]*)\)|(?:src|href)=[\"']([^\"']*)", PAGE)
    for target in ("".join(pair) for pair in targets):
        assert target.startswith(("https://", "#")), target


def test_it_says_what_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert PAGE.splitlines()[:3] == readme.splitlines()[:3]
    for line in re.findall(r"engine = .*|result = .*", PAGE):
        assert line in readme


def test_its_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict = {}
    exec(compile(block, "package page", "exec"), names)
    assert 45e3 < names["result"].impacts["peak_force"].max() < 47e3  # the 46 kN that it tells
    assert Path("clearance.html").is_file()
