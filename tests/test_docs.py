"""README and documentation: every Python block and every command runs, links lead somewhere, cited keys exist."""

import ast
import io
import re
import runpy
import shlex
import tokenize
from pathlib import Path

import pytest
from click.testing import CliRunner

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
KEY = re.compile(r"[A-Z][a-z]+(?:[A-Z]\w*|\d\w*)|IFToMM")  # Hairer1993, AmbrosioPombo


def blocks(page: Path) -> list[tuple[str, str]]:
    return [(match[1], match[2]) for match in BLOCK.finditer(page.read_text(encoding="utf-8"))]


def runnable(page: Path) -> bool:
    return any(language in ("python", "console") for language, _ in blocks(page))


@pytest.mark.parametrize("page", [page for page in PAGES if runnable(page)], ids=lambda page: page.stem)
def test_every_block_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python blocks share one namespace, YAML blocks that begin with a file name are written, commands are run, in the page's order."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": page.stem}
    for language, text in blocks(page):
        if language == "python":
            exec(compile(text, f"{page.name} block", "exec"), namespace)
        elif language == "yaml" and text.startswith("# "):
            Path(text.partition("\n")[0].removeprefix("# ")).write_text(text, encoding="utf-8")
        elif language == "console":
            for line in text.splitlines():
                run(line)


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda example: example.stem)
def test_every_example_runs(example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(example), run_name="__main__")


def run(line: str) -> None:
    from gudgeon.cli import main

    prompt, command, *arguments = shlex.split(line)
    assert (prompt, command) == ("$", "gudgeon")
    outcome = CliRunner().invoke(main, arguments)
    assert outcome.exit_code == 0, f"{line}\n{outcome.output}\n{outcome.exception!r}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        file, _, anchor = target.partition("#")
        linked = (page.parent / file) if file else page
        assert linked.exists(), f"{page.name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings], target


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8").split()
    assert {page.stem for page in (ROOT / "docs").glob("*.md")} - {"index"} <= set(index)


def prose(path: Path) -> str:
    """Return the docstrings and comments of a Python file."""
    source = path.read_text(encoding="utf-8")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = [ast.get_docstring(node) or "" for node in ast.walk(ast.parse(source)) if isinstance(node, documented)]
    comments = [token.string for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type == tokenize.COMMENT]
    return "\n".join([*docstrings, *comments])


def keys(text: str) -> set[str]:
    """Return the keys in ``[Hairer1993, eq. 4]`` or ``[AmbrosioPombo; Nikravesh1988]``."""
    words = (word.strip() for bracket in re.findall(r"\[([^]\n]+)\]", text) for word in re.split("[,;]", bracket))
    return {word for word in words if KEY.fullmatch(word)}


def test_every_cited_key_is_a_reference() -> None:
    known = set(re.findall(r"^\| \[(\w+)\]", (ROOT / "docs" / "references.md").read_text(encoding="utf-8"), re.MULTILINE))
    cited = {(key, path.name) for path in (ROOT / "gudgeon").rglob("*.py") for key in keys(prose(path))}
    cited |= {(key, page.name) for page in PAGES for key in keys(page.read_text(encoding="utf-8"))}
    assert any(key == "AmbrosioPombo" and name == "equations.py" for key, name in cited)
    assert not {(key, name) for key, name in cited if key not in known}


def test_the_readme_describes_one_mechanism_twice(tmp_path: Path) -> None:
    from gudgeon.files import loads

    texts = dict(reversed(blocks(ROOT / "README.md")))  # the first block of each language
    description = ast.parse(texts["python"]).body[:2]  # the import and the mechanism, not the run
    namespace: dict[str, object] = {}
    exec(compile(ast.Module(description, []), "README.md", "exec"), namespace)
    assert loads(texts["yaml"]) == namespace["mechanism"]


def test_the_version_is_the_same_everywhere() -> None:
    import tomllib

    import gudgeon

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == gudgeon.__version__
    assert f"## {gudgeon.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
