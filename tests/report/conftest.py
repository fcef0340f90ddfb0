"""The browser and the pages that the end-to-end tests share."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))  # synthetic, mechanisms

import chromium

import gudgeon as gd
from gudgeon.report import write
from gudgeon.results import Result


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[chromium.Browser]:
    if chromium.PATH is None:
        pytest.skip("no Chromium here; install the package chromium to run the end-to-end tests of the report")
    browser = chromium.Browser(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.close()


@dataclass
class Shown:
    """A result and its page."""

    result: Result
    path: Path


RUNS: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "spatial-slider-crank": ({}, {"duration": 1.0, "output_step": 1e-3}),
    "planar-slider-crank": ({"C": "clearance"}, {"duration": 0.024, "output_step": 1e-5}),
    "triple-pendulum": ({}, {"duration": 1.0, "output_step": 1e-3}),
}


@pytest.fixture(scope="session", params=RUNS)
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The page of each of the three mechanisms in turn."""
    return _shown(request.param, tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="session")
def loose(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The page of the slider-crank with clearance at 5000 rpm."""
    return _shown("planar-slider-crank", tmp_path_factory.mktemp("page"))


def _shown(name: str, folder: Path) -> Shown:
    fits, options = RUNS[name]
    result = gd.simulate(gd.library(name, **fits), **options)
    return Shown(result, write(result, folder / f"{name}.html"))
