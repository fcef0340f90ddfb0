"""The studio runs what is asked for, keeps two runs, and answers only those who may ask."""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

import gudgeon as gd
from gudgeon.cli.common import from_library
from gudgeon.model.files import loads
from gudgeon.report import studio as module
from gudgeon.report.studio import Studio, StudioServer, settings_of

NAME = "planar-slider-crank"
FITS = {"C": ["ideal", "clearance", "clearance-friction", "lubricated"]}
LOOSE = {"joints.C.fit": "clearance"}


@pytest.fixture
def studio() -> Studio:
    return Studio(lambda settings: from_library(NAME, settings), FITS, 0.003)


def peak(answer: dict) -> float:
    return next(
        figure["value"] for figure in answer["figures"] if figure["label"] == "hardest contact"
    )


def test_a_change_gives_the_run_that_it_describes(studio: Studio) -> None:
    studio.run(LOOSE)
    answer = studio.run({**LOOSE, "joints.C.radial_clearance": 0.0002})
    wanted = gd.simulate(
        from_library(NAME, ("joints.C.radial_clearance=0.0002", "joints.C.fit=clearance")), 0.003
    )
    assert peak(answer) == wanted.after_transient.impacts["peak_force"].max()
    assert loads(studio.model()) == wanted.mechanism


def test_controls_are_those_of_the_mechanism_as_it_is(studio: Studio) -> None:
    ideal = [control["path"] for control in studio.run({})["controls"]]
    assert ideal == ["joints.C.fit", "drivers.motor.motion.speed"]
    loose = [control["path"] for control in studio.run(LOOSE)["controls"]]
    assert loose[:3] == [
        "joints.C.fit",
        "joints.C.radial_clearance",
        "joints.C.fit.contact.restitution",
    ]
    rubbing = studio.run({"joints.C.fit": "clearance-friction"})["controls"]
    assert "joints.C.fit.friction.mu_k" in [control["path"] for control in rubbing]
    for control in rubbing:
        if control["kind"] != "choice":
            ends = sorted((control["low"], control["high"]))
            assert ends[0] <= control["value"] <= ends[1]


def test_the_fit_that_runs_is_the_one_that_is_shown(studio: Studio) -> None:
    for values, shown in (({}, "ideal"), (LOOSE, "clearance"), ({"joints.C.fit": ""}, "ideal")):
        assert studio.run(values)["controls"][0]["value"] == shown


def test_what_cannot_be_run_is_told_and_changes_nothing(studio: Studio) -> None:
    studio.run(LOOSE)
    answer = studio.run({"joints.C.fit": "nonsense"})
    assert answer["failed"]
    assert "nonsense" in answer["message"]
    assert len(studio.runs) == 1


def test_the_last_two_runs_can_be_compared(studio: Studio) -> None:
    studio.run({})
    assert studio.compared() is None
    studio.run(LOOSE)
    assert "<title>planar slider-crank, 2 runs</title>" in studio.compared()
    studio.run(LOOSE)
    assert studio.page(1) is None
    assert "<title>planar slider-crank</title>" in studio.page(3)


def test_fits_are_set_with_the_sizes_that_they_follow_from() -> None:
    given = {"joints.C.fit.contact.restitution": 0.5, "joints.C.fit": "clearance", "a.fit": ""}
    assert settings_of({**given, "joints.C.radial_clearance": 1e-4}) == (
        "joints.C.radial_clearance=0.0001",
        "joints.C.fit=clearance",
        "joints.C.fit.contact.restitution=0.5",
    )


@pytest.fixture
def server(studio: Studio) -> Iterator[StudioServer]:
    with StudioServer(studio) as server:
        thread = threading.Thread(target=server.serve)
        thread.start()
        yield server
        server.heard = -1e9  # as if nothing had been heard for long: it ends by itself
        thread.join(10)
        assert not thread.is_alive()


def status(address: str, data: bytes | None = None, **headers: str) -> int:
    request = urllib.request.Request(address, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_only_those_who_know_the_token_are_answered(server: StudioServer) -> None:
    assert status(server.address) == 200
    assert status(f"http://127.0.0.1:{server.server_port}/other/") == 404
    assert status(server.address, Host="elsewhere.example") == 404
    assert status(f"{server.address}page/1") == 404
    assert status(f"{server.address}run", b"{") == 400
    assert status(f"{server.address}run", b"[]") == 400
    assert status(f"{server.address}other", b"{}") == 404
    assert status(f"{server.address}run", json.dumps(LOOSE).encode()) == 200
    assert status(f"{server.address}page/1") == 200
    assert status(f"{server.address}model.yaml") == 200
    assert status(f"{server.address}compare") == 404


def test_it_ends_when_nobody_opens_it(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST", 0.1)
    with StudioServer(studio) as server:
        server.serve()
