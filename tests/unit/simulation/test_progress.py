"""The progress bar: what it says, and where it is drawn."""

import io
import sys
import types

import pytest

from gudgeon.simulation import progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Return that it is."""
        return True


def test_progress_is_told_as_time_rate_and_remaining_time():
    assert progress.describe(0.5, 2.0, 0.05) == "t = 0.5 of 2 s, 0.05 s/s, 30 s left"
    assert progress.describe(0.0, 2.0, 0.0) == "t = 0 of 2 s, 0 s/s, remaining time unknown"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59, "59 s"), (187, "3:07 min"), (8100, "2:15 h"), (3599.9, "1:00 h")],
)
def test_remaining_times_are_readable(seconds, text):
    assert progress.clock(seconds) == text


def test_the_bar_is_drawn_on_a_terminal_only_and_not_at_once(monkeypatch):
    stream, pipe = Terminal(), io.StringIO()
    with progress.ProgressBar(stream) as bar:
        bar(0.5, 2.0)
        assert stream.getvalue() == ""  # the run is younger than a second
        monkeypatch.setattr(progress, "PATIENCE", 0.0)
        monkeypatch.setattr(progress, "REFRESH", 0.0)
        bar(1.0, 2.0)
    assert "t = 1 of 2 s" in stream.getvalue()
    with progress.ProgressBar(pipe) as bar:
        bar(1.0, 2.0)
    assert pipe.getvalue() == ""


class Notebook:
    """What IPython shows: displays by their number, the last content of each."""

    def __init__(self):
        self.shown = []

    def module(self):
        ipython, display = types.ModuleType("IPython"), types.ModuleType("IPython.display")
        ipython.get_ipython = lambda: types.SimpleNamespace(kernel=object())
        display.HTML = lambda text: text
        display.display = self.display
        return {"IPython": ipython, "IPython.display": display}

    def display(self, text, *, display_id):
        assert display_id is True
        self.shown.append([text])
        return types.SimpleNamespace(update=self.shown[-1].append)


def test_in_a_notebook_the_bar_stands_under_the_cell_and_goes_at_the_end(monkeypatch):
    notebook = Notebook()
    for name, module in notebook.module().items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "REFRESH", 0.0)
    with progress.ProgressBar(io.StringIO(), words=lambda *_: "a < b") as bar:
        bar(0.5, 2.0)
        bar(1.0, 2.0)
    (texts,) = notebook.shown
    assert '<progress value="1" max="2"></progress> a &lt; b' in texts and texts[-1] == ""
    assert progress.in_notebook()
    for asked, shown in ((None, True), (True, True), (False, False)):
        with progress.Listener(asked) as report:
            assert (report is not None) is shown


def test_outside_of_notebooks_a_bar_is_shown_only_if_asked_for():
    for asked, shown in ((None, False), (True, True), (False, False)):
        with progress.Listener(asked) as report:
            assert (report is not None) is shown
