"""README and documentation: every Python block and every command runs, links lead somewhere,
cited keys exist.
"""

import ast
import io
import re
import runpy
import shlex
import tokenize
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import gudgeon as gd

ROOT = Path(__file__).parents[2]
MADE = {"generated", "_build"}  # folders of documentation that are made, not written
WRITTEN = [
    page
    for page in sorted((ROOT / "docs").rglob("*.md"))
    if not MADE & set(page.relative_to(ROOT).parts)
]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *WRITTEN]
BLOCK = re.compile(r"^(<!-- not run: [^\n]+ -->\n)?```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
KEY = re.compile(r"[A-Z][a-z]+(?:[A-Z]\w*|\d\w*)|IFToMM")  # Hairer1993, AmbrosioPombo


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return language and text of every block; a comment before a block that takes long makes it
    ``not run``.
    """
    found = BLOCK.finditer(page.read_text(encoding="utf-8"))
    return [(f"not run {match[2]}" if match[1] else match[2], match[3]) for match in found]


def runnable(page: Path) -> bool:
    return any(
        language.removeprefix("not run ") in ("python", "console") for language, _ in blocks(page)
    )


@pytest.mark.parametrize(
    "page", [page for page in PAGES if runnable(page)], ids=lambda page: page.stem
)
def test_every_block_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python blocks share one namespace, YAML blocks that begin with a file name are written,
    commands are run, in the page's order.
    """
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
        elif language == "not run python":
            compile(text, f"{page.name} block", "exec")
        elif language == "not run console":
            for line in text.splitlines():
                parse(line)


@pytest.mark.parametrize(
    "example", sorted((ROOT / "examples").glob("*.py")), ids=lambda example: example.stem
)
def test_every_example_runs(example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(example), run_name="__main__")


def test_the_stop_of_the_tour_is_hit() -> None:
    text = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    found: dict = {"gd": gd}
    for name in ("stop", "limited"):
        statement = re.search(rf"^{name} = [^\n]*(?:\n[ )][^\n]*)*", text, re.MULTILINE)
        assert statement, name
        exec(statement[0], found)
    assert len(found["limited"].impacts) == 2


def words(line: str) -> list[str]:
    prompt, command, *arguments = shlex.split(line, comments=True)
    assert (prompt, command) == ("$", "gudgeon"), line
    return arguments


def run(line: str) -> None:
    from gudgeon.cli.main import main

    outcome = CliRunner().invoke(main, words(line))
    assert outcome.exit_code == 0, f"{line}\n{outcome.output}\n{outcome.exception!r}"


def parse(line: str) -> None:
    """Refuse a command that does not exist, or options that it does not have; do not run it."""
    from gudgeon.cli.main import main

    name, *arguments = words(line)
    command = main.get_command(click.Context(main), name)
    assert command is not None, line
    command.make_parser(click.Context(command, info_name=name)).parse_args(arguments)


def test_a_block_that_is_not_run_is_still_parsed() -> None:
    parse("$ gudgeon run four-bar --duration 1000")
    with pytest.raises(click.NoSuchOption):
        parse("$ gudgeon run four-bar --durtaion 1000")
    with pytest.raises(AssertionError):
        parse("$ gudgeon rnu four-bar")


def test_every_page_is_in_the_index() -> None:
    """Pages in folders are listed by a page above them; the build, which takes warnings as
    errors, sees to that.
    """
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8").split()
    assert {page.stem for page in (ROOT / "docs").glob("*.md")} - {"index"} <= set(index)


def prose(path: Path) -> str:
    """Return the docstrings and comments of a Python file."""
    source = path.read_text(encoding="utf-8")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = [
        ast.get_docstring(node) or ""
        for node in ast.walk(ast.parse(source))
        if isinstance(node, documented)
    ]
    comments = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    return "\n".join([*docstrings, *comments])


def keys(text: str) -> set[str]:
    """Return the keys in ``[Hairer1993, eq. 4]`` or ``[AmbrosioPombo; Nikravesh1988]``."""
    words = (
        word.strip()
        for bracket in re.findall(r"\[([^]\n]+)\]", text)
        for word in re.split("[,;]", bracket)
    )
    return {word for word in words if KEY.fullmatch(word)}


def test_every_cited_key_is_a_reference() -> None:
    known = set(
        re.findall(
            r"^\| \[(\w+)\]",
            (ROOT / "docs" / "references.md").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    )
    cited = {
        (key, path.name) for path in (ROOT / "gudgeon").rglob("*.py") for key in keys(prose(path))
    }
    cited |= {(key, page.name) for page in PAGES for key in keys(page.read_text(encoding="utf-8"))}
    assert any(key == "AmbrosioPombo" and name == "equations.py" for key, name in cited)
    assert not {(key, name) for key, name in cited if key not in known}


def test_the_tour_describes_one_mechanism_twice(tmp_path: Path) -> None:
    from gudgeon.model.files import loads

    texts = dict(reversed(blocks(ROOT / "docs" / "tour.md")))  # the first block of each language
    description = ast.parse(texts["python"]).body[:2]  # the import and the mechanism, not the run
    namespace: dict[str, object] = {}
    exec(compile(ast.Module(description, []), "tour.md", "exec"), namespace)
    assert loads(texts["yaml"]) == namespace["mechanism"]


def test_the_tutorial_has_the_shaper_of_the_examples() -> None:
    from gudgeon.model.files import loads

    told = dict(reversed(blocks(ROOT / "docs" / "tutorial.md")))["yaml"]
    assert loads(told) == gd.read(ROOT / "examples" / "shaper.yaml")


def test_the_version_is_the_same_everywhere() -> None:
    import tomllib

    import gudgeon

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == gudgeon.__version__
    assert f"## {gudgeon.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
