"""The notebooks that are shipped: they run, show figures and tables, and are stored without output."""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
# kinds of output that each has to show
SHOWN = {
    "first_run": {"image/png": 2, "text/html": 4},
    "own_law": {"image/png": 3, "text/html": 1},
    "which_fit": {"image/png": 1, "text/html": 2},
}


def test_three_notebooks_are_shipped() -> None:
    assert {path.stem for path in NOTEBOOKS} == set(SHOWN)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_itself(path: Path, tmp_path: Path) -> None:
    """Cell by cell in a kernel of its own, beside the model files of the examples."""
    nbclient = pytest.importorskip("nbclient", reason="make test installs it")
    import nbformat

    for model in (ROOT / "examples").glob("*.yaml"):
        shutil.copy(model, tmp_path)
    notebook = nbformat.read(path, as_version=4)
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in codes), "clear its outputs"
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=300, resources=resources).execute()
    outputs = [output for cell in codes for output in cell.outputs]
    kinds = [kind for output in outputs for kind in output.get("data", {})]
    for kind, count in SHOWN[path.stem].items():
        assert kinds.count(kind) >= count
    for output in outputs:  # nothing on standard error but words while it compiles
        if output.output_type == "stream" and output.name == "stderr":
            assert all("compiles" in line for line in output.text.splitlines()), output.text


def test_a_long_run_shows_a_bar_under_its_cell(tmp_path: Path) -> None:
    """In a kernel: shown while it runs, and gone at the end."""
    nbclient = pytest.importorskip("nbclient", reason="make test installs it")
    import nbformat.v4 as v4

    code = (
        "import gudgeon as gd\n"
        "from gudgeon.simulation import progress\n"
        "progress.PATIENCE = progress.REFRESH = 0.0\n"
        "seen = []\n"
        "update = progress.NotebookBar.update\n"
        "progress.NotebookBar.update = lambda self, t, text: (seen.append(text), update(self, t, text))\n"
        "result = gd.simulate('four-bar', 5.0)\n"
        "assert seen and seen[-1].startswith('t = ') and 'of 5 s' in seen[-1], seen\n"
    )
    notebook = v4.new_notebook(cells=[v4.new_code_cell(code)])
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=300, resources=resources).execute()
    shown = [
        output.data["text/html"]
        for output in notebook.cells[0].outputs
        if output.output_type == "display_data"
    ]
    assert shown == [""]
