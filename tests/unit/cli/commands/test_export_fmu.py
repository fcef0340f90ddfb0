import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from tests.support.driven_pendulum import driven_pendulum


def test_a_unit_is_written_and_what_it_needs_is_said(tmp_path, monkeypatch):
    pytest.importorskip("pythonfmu")
    monkeypatch.chdir(tmp_path)
    gd.write(driven_pendulum(), "pendulum.yaml")
    outcome = CliRunner().invoke(main, ["export-fmu", "pendulum.yaml", "--output", "A.angle"])
    assert outcome.exit_code == 0, outcome.output
    assert "wrote pendulum.fmu: 4 variables, 1 of them inputs" in outcome.output
    assert f"a Python with gudgeon {gd.__version__}" in outcome.output
    assert (tmp_path / "pendulum.fmu").stat().st_size > 1000


def test_a_wrong_channel_is_refused(tmp_path, monkeypatch):
    pytest.importorskip("pythonfmu")
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(main, ["export-fmu", "pendulum", "--output", "nothing"])
    assert outcome.exit_code == 2
    assert "there is no channel 'nothing'" in outcome.output
