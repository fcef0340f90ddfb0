"""The browser and the pages that the end-to-end tests share."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.page import write
from gudgeon.results.result import Result
from tests.support import chromium


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[chromium.Browser]:
    if chromium.PATH is None:
        pytest.skip(
            "no Chromium here; install the package chromium to run the end-to-end tests of the "
            "report"
        )
    browser = chromium.Browser(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.close()


def peaks_of(values: np.ndarray, reach: int) -> np.ndarray:
    """Return the positive values that are greatest among as many rows to each side."""
    windows = np.lib.stride_tricks.sliding_window_view(
        np.pad(values, reach, mode="edge"), 2 * reach + 1
    )
    return values[(values == windows.max(axis=1)) & (values > 0)]


@dataclass
class Shown:
    """A result and its page."""

    result: Result
    path: Path


RUNS: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "spatial-slider-crank": ({}, {"duration": 1.0, "output_step": 1e-3}),
    "planar-slider-crank": ({"C": "clearance"}, {"duration": 0.024, "output_step": 1e-5}),
    "triple-pendulum": ({"B": "stops", "C": "stops"}, {"duration": 1.2, "output_step": 1e-3}),
}


@pytest.fixture(scope="session", params=RUNS)
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The page of each of the three mechanisms in turn."""
    return shown_of(request.param, tmp_path_factory)


@pytest.fixture(scope="session")
def loose(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The page of the slider-crank with clearance at 5000 rpm."""
    return shown_of("planar-slider-crank", tmp_path_factory)


@pytest.fixture(scope="session")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The page of the triple pendulum with stops on a displacement and on an angle."""
    return shown_of("triple-pendulum", tmp_path_factory)


@pytest.fixture(scope="session")
def opened(browser: chromium.Browser) -> Iterator[dict[Path, chromium.Tab]]:
    """Tabs that stay open while tests share them."""
    tabs: dict[Path, chromium.Tab] = {}
    yield tabs
    for tab in tabs.values():
        tab.close()


@pytest.fixture
def tab_of(
    browser: chromium.Browser, opened: dict[Path, chromium.Tab]
) -> Iterator[Callable[[Shown], chromium.Tab]]:
    """Return the tab that shows a page, at its start; afterwards it may not have complained."""
    used = []

    def tab_of(shown: Shown) -> chromium.Tab:
        tab = opened.setdefault(shown.path, opened.get(shown.path) or browser.open(shown.path))
        tab.reset()
        used.append(tab)
        return tab

    yield tab_of
    for tab in used:
        assert tab.complaints() == []


@pytest.fixture
def tabs(browser: chromium.Browser) -> Iterator[Callable[..., chromium.Tab]]:
    """Open pages in tabs of their own; afterwards none of them may have complained."""
    mine: list[chromium.Tab] = []

    def open_tab(path: Path, **options: Any) -> chromium.Tab:
        mine.append(browser.open(path, **options))
        return mine[-1]

    yield open_tab
    for tab in mine:
        assert tab.complaints() == []
        assert tab.run("document.querySelectorAll('.failure').length") == 0
        tab.close()


MADE: dict[str, Shown] = {}


def shown_of(name: str, folders: pytest.TempPathFactory) -> Shown:
    """Return one of the three, simulated and written once."""
    if name not in MADE:
        fits, options = RUNS[name]
        result = gd.simulate(gd.library(name, **fits), **options)
        MADE[name] = Shown(result, write(result, folders.mktemp("page") / f"{name}.html"))
    return MADE[name]
