"""The documentation as a site: generated pages, links, the build without warnings, and what it
needs to be read.
"""

import inspect
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import gudgeon as gd
from gudgeon.laws import FAMILIES, REGISTRY, Law, file_name
from gudgeon.model import Fit, Joint
from gudgeon.model.files import yaml
from gudgeon.model.files.json_schema import kinds
from gudgeon.model.files.serialize import _Builder
from gudgeon.model.law_catalogue import listing
from tests.support import chromium

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# tests define laws of their own
OURS = {key: cls for key, cls in REGISTRY.items() if cls.__module__.startswith("gudgeon.")}


def ours(base: type) -> list[str]:
    """Return the joints or fits of the package: tests define some of their own."""
    return [name for name, cls in kinds(base).items() if cls.__module__.startswith("gudgeon.")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the documentation with its generated pages, without their pictures."""
    folder = tmp_path_factory.mktemp("docs") / "docs"
    shutil.copytree(
        DOCS, folder, ignore=shutil.ignore_patterns("_build", "generated", "__pycache__")
    )
    for shown in ("gudgeon", "tests"):  # pages show some of their files
        (folder.parent / shown).symlink_to(DOCS.parent / shown)
    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        import generated_pages

        generated_pages.write(folder / "generated", figures=False)
        yield folder
    finally:
        sys.path.remove(str(DOCS / "_ext"))


@pytest.fixture(scope="module")
def built(site: Path) -> Path:
    """The site as HTML. Warnings are errors."""
    return build(site, figures=False)


def build(site: Path, figures: bool) -> Path:
    out = site.parent / "html"
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-D",
        f"gudgeon_figures={int(figures)}",
        "-b",
        "html",
        site,
        out,
    ]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-4000:]
    return out


def text_of(page: Path) -> str:
    """Return what a built page says, without its tags; white space counts as one blank."""
    plain = re.sub(
        r"<(script|style).*?</\1>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    return " ".join(unescape(re.sub(r"<[^>]+>", "", plain)).split())


# -- links -----------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as links to them are written."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page: Path) -> list[str]:
    """Return the links of a page to files or headings that are not there, and addresses that are
    none.
    """
    found = []
    for target in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        file, _, anchor = target.partition("#")
        linked = (page.parent / file) if file else page
        if "://" in target:
            address = urlsplit(target)
            if address.scheme != "https" or "." not in address.netloc:
                found.append(target)
        elif not linked.exists() or (anchor and anchor not in anchors(linked)):
            found.append(target)
    return found


def test_links_between_pages_lead_somewhere(site: Path) -> None:
    """Also those of and to the generated pages."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *site.rglob("*.md")]
    assert any("generated" in page.parts for page in pages)
    assert not {page.name: broken for page in pages if (broken := broken_links(page))}


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Head\n\n[a](#head) [b](#heda) [c](page.md) [d](nowhere.md) [e](http:/x) "
        "[f](https://example.org/x)\n",
        encoding="utf-8",
    )
    assert broken_links(page) == ["#heda", "nowhere.md", "http:/x"]


# -- generated pages -------------------------------------------------------------------------------


def test_every_joint_fit_and_family_has_its_page(site: Path) -> None:
    made = {
        path.relative_to(site / "generated").as_posix()
        for path in (site / "generated").rglob("*.md")
    }
    assert {f"joints/{name}.md" for name in ours(Joint)} <= made
    assert {f"fits/{name}.md" for name in ours(Fit)} | {"fits/stops.md"} <= made
    assert {f"laws/{family}.md" for family in FAMILIES} <= made


def test_every_block_of_the_generated_pages_runs(site: Path) -> None:
    count = 0
    for page in sorted((site / "generated").rglob("*.md")):
        namespace: dict[str, object] = {}
        for language, text in FENCE.findall(page.read_text(encoding="utf-8")):
            if language == "python":
                exec(compile(text, page.name, "exec"), namespace)
                count += 1
    assert count > len(OURS) + len(ours(Joint))


def test_the_file_that_a_law_shows_is_the_law_that_it_shows(site: Path) -> None:
    """The YAML of each law, read as files are read, equals the object that the Python block
    above it makes.
    """
    for family in FAMILIES:
        blocks = FENCE.findall(
            (site / "generated" / "laws" / f"{family}.md").read_text(encoding="utf-8")
        )
        namespace: dict[str, object] = {}
        for language, text in blocks:
            if language == "python":
                exec(text, namespace)
            elif language == "yaml":
                (tree,) = yaml.parse(text)[0].values()
                builder = _Builder()
                assert builder.part(FAMILIES[family][0], tree, ()) == namespace["law"]
                assert not builder.errors


@pytest.mark.parametrize("law", OURS.values(), ids=file_name)
def test_site_and_command_line_state_the_same_facts_of_a_law(law: type[Law], built: Path) -> None:
    """Equation, sentence, parameters and bounds: both say what the class says."""
    page, printed = (
        text_of(built / "generated" / "laws" / f"{law.family}.html"),
        " ".join(listing(file_name(law)).split()),
    )
    # behind the heading with its mark for links; none if it is missing
    section = page.partition(f"{file_name(law)}¶")[2]
    equation = " ".join(inspect.getdoc(getattr(law, law.function)).partition("\n\n")[0].split())
    assert " ".join(equation.split()) in printed
    assert spaceless(equation) in spaceless(section)
    sentence = " ".join(inspect.getdoc(law).partition("\n\n")[0].replace("``", "").split())
    assert sentence in printed
    assert spaceless(sentence) in spaceless(section)
    for field in law.__dataclass_fields__.values():
        spec = field.metadata.get("quantity")
        for fact in (
            (spec.help, *(f"{sign} {bound:g}" for sign, bound in spec.bounds)) if spec else ()
        ):
            assert fact in printed
            assert spaceless(fact.replace(">=", "≥").replace("<=", "≤")) in spaceless(section)


def spaceless(text: str) -> str:
    """Return a text without blanks and without the marks of indices and powers, which a page
    sets as such.
    """
    return re.sub(r"[\s_^]", "", text.replace("…", "..."))


# -- the build -------------------------------------------------------------------------------------


def test_the_documentation_builds_without_a_warning(built: Path) -> None:
    pages = {path.relative_to(built).with_suffix("").as_posix() for path in built.rglob("*.html")}
    written = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.glob("*.md")}
    assert written <= pages


def test_every_public_name_is_in_the_reference(built: Path) -> None:
    text = "".join(
        path.read_text(encoding="utf-8") for path in (built / "generated" / "api").glob("*.html")
    )
    assert not [name for name in gd.__all__ if f'id="gudgeon.{name}"' not in text]


def test_citations_lead_to_the_references(built: Path) -> None:
    references = (built / "references.html").read_text(encoding="utf-8")
    linked = 0
    for path in built.rglob("*.html"):
        for key in re.findall(
            r'href="[^"]*references\.html#(\w+)"', path.read_text(encoding="utf-8")
        ):
            assert f'id="{key}"' in references, f"{path.name} cites {key}"
            linked += 1
    assert linked > 100


def test_formulas_are_shown_by_the_browser_itself(built: Path) -> None:
    theory = (built / "theory.html").read_text(encoding="utf-8")
    assert theory.count("<math") > 50
    assert theory.count('<mi class="vector">') > 100
    # the letters behind which vectors go through the converter
    assert not re.search("[\u4e00-\u4fff]", theory)
    assert not re.search(r"\\(boldsymbol|frac|dot)|\$\$", text_of(built / "theory.html"))


def test_pages_load_nothing_from_elsewhere(built: Path) -> None:
    """No script, style, font or picture from another machine: the site is read offline."""
    for path in built.rglob("*.html"):
        loaded = re.findall(
            r'<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"', path.read_text(encoding="utf-8")
        )
        assert not [address for address in loaded if "//" in address], path.name


def test_the_search_finds_laws_and_names(built: Path) -> None:
    index = (built / "searchindex.js").read_text(encoding="utf-8")
    found = json.loads(index.partition("(")[2].rpartition(")")[0])
    names = found["docnames"]
    for term, page in (
        ("lubric", "fits"),
        ("stribeck", "generated/laws/friction"),
        ("baumgart", "theory"),
    ):
        places = [found[kind].get(term, []) for kind in ("terms", "titleterms")]
        assert names.index(page) in [
            k for pages in places for k in (pages if isinstance(pages, list) else [pages])
        ], term


# -- pictures --------------------------------------------------------------------------------------

REFERENCES = ("references.md", "generated/api/")  # pages that are lists of names
PICTURE = re.compile(r"!\[.*\]\(|^```\{(?:figure|image)\}|^:::\{figure\}|<iframe", re.MULTILINE)


def test_no_page_is_without_a_picture(site: Path) -> None:
    """Except references; pages of joints, fits and laws have theirs where figures are drawn. They
    are made in a process of their own, which knows no joints and laws of other tests.
    """
    script = (
        f"import json, sys; sys.path.insert(0, {str(DOCS / '_ext')!r}); import generated_pages; "
        "print(json.dumps({str(path): text for path, text in generated_pages.pages(True).items()}))"
    )
    made = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    pages = {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.md")}
    pages |= {f"generated/{path}": text for path, text in json.loads(made.stdout).items()}
    assert len(pages) > 40
    plain = [name for name, text in pages.items() if not PICTURE.search(FENCE.sub("", text))]
    assert not [name for name in plain if not name.startswith(REFERENCES)]


def test_pictures_of_pages_are_made_by_the_code_and_small() -> None:
    """``make figures`` makes each of them; together they are no burden to a clone."""
    sys.path.insert(0, str(DOCS / "figures"))
    try:
        import make
        import pages
    finally:
        sys.path.remove(str(DOCS / "figures"))
    made = {*make.PICTURES, *pages.PAGES}
    kept = [*(DOCS / "figures").glob("*.png"), *(DOCS / "figures").glob("*.gif")]
    assert {path.stem for path in kept} == made
    thumbs = [*(DOCS / "figures" / "gallery").glob("*.png")]
    assert all(path.stat().st_size < 150_000 for path in [*kept, *thumbs] if path.suffix == ".png")
    assert sum(path.stat().st_size for path in [*kept, *thumbs]) < 3_000_000


def test_drawn_pictures_of_pages_can_be_drawn(site: Path) -> None:
    """Those that run no mechanism: sketches and diagrams."""
    sys.path.insert(0, str(DOCS / "figures"))
    try:
        import drawn_pictures
    finally:
        sys.path.remove(str(DOCS / "figures"))
    for draw in drawn_pictures.PICTURES:
        assert draw().axes


@pytest.mark.parametrize("name", ours(Joint))
def test_the_sketch_of_a_joint_names_all_of_its_sizes_and_coordinates(
    name: str, site: Path, tmp_path: Path
) -> None:
    import joint_sketches
    import sketches

    cls = kinds(Joint)[name]
    sketches.save(sketches.joint_sketch(cls), tmp_path / "joint.svg")
    drawn = set(re.findall(r">([\w\[\]]+)</text>", (tmp_path / "joint.svg").read_text()))
    assert {*joint_sketches.sizes_of(cls), *cls.coordinates} <= drawn


def test_every_fit_is_drawn(site: Path) -> None:
    import sketches

    assert {*ours(Fit), "stops"} == {*sketches.FITS}


def test_every_figure_of_the_gallery_has_a_small_picture(built: Path) -> None:
    """A site that was built without the gallery shows them, with the outcomes of claims."""
    from gudgeon_gallery import KEYS, paper

    shown = (built / "generated" / "papers.html").read_text(encoding="utf-8")
    for key in KEYS:
        for figure in paper(key).figures:
            assert f"{key}-{figure.name}.png" in shown
    verdicts = (DOCS / "verdicts.md").read_text(encoding="utf-8")
    for word, mark in (("holds", "holds"), ("holds in part", "part"), ("does not hold", "fails")):
        found = re.findall(rf'<span class="badge {mark}">(\d+) ', shown)
        assert sum(map(int, found)) == len(re.findall(rf"\| {word} \|", verdicts))


def test_the_home_page_has_a_report_that_plays(
    built: Path, tabs: Callable[..., chromium.Tab]
) -> None:
    home = (built / "index.html").read_text(encoding="utf-8")
    (source,) = re.findall(r'<iframe class="live" src="([^"]+)"', home)
    tab = tabs(built / source, width=1100, height=690)
    tab.run("gudgeon.clock.toggle(true)")
    tab.wait("gudgeon.clock.t > gudgeon.clock.start")


def test_formulas_have_a_font_of_their_own(built: Path, browser: chromium.Browser) -> None:
    """It is in the site, small, and the browser takes it for formulas."""
    font = built / "_static" / "fonts" / "stix-two-math.woff2"
    assert 20_000 < font.stat().st_size < 100_000
    assert (font.parent / "OFL.txt").exists()
    tab = browser.open(built / "theory.html", wait="document.readyState === 'complete'")
    assert (
        tab.run("document.fonts.load('16px \"gudgeon math\"').then((found) => found.length)") == 1
    )
    tab.close()


@pytest.mark.slow
def test_the_documentation_builds_with_its_pictures(site: Path) -> None:
    out = build(site, figures=True)
    assert {path.stem for path in (out / "_images").glob("law-*.svg")} == {
        f"law-{family}-{name}" for family, name in OURS
    }
    assert len(list((out / "_images").glob("fit-*.svg"))) >= 5
    assert {path.stem for path in (out / "_images").glob("joint-*.svg")} == {
        f"joint-{name}" for name in ours(Joint)
    }


# -- docstrings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", gd.__all__)
def test_every_public_name_says_what_it_is(name: str) -> None:
    thing = getattr(gd, name)
    if isinstance(thing, dict):
        return  # the registry of laws is described in the reference
    assert thing.__doc__, name
    assert thing.__doc__.strip(), name
    if inspect.isclass(thing):
        for member, value in vars(thing).items():
            function = inspect.unwrap(getattr(value, "__func__", getattr(value, "fget", value)))
            if not member.startswith("_") and inspect.isfunction(function):
                assert (function.__doc__ or "").strip(), f"{name}.{member}"
