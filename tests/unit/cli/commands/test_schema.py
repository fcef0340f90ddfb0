"""The command ``schema``: what it prints, also into a closed pipe or a full disk."""

import json
import subprocess
import sys

import pytest

from tests.support.command_line import gudgeon


def test_the_schema_is_json(tmp_path):
    shown = json.loads(gudgeon("schema").output)
    gudgeon("schema", "--out", tmp_path / "schema.json")
    assert json.loads((tmp_path / "schema.json").read_text()) == shown
    assert shown["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_a_closed_pipe_is_no_traceback():
    command = [sys.executable, "-c", "from gudgeon.cli.main import main; main(['schema'])"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()  # like `gudgeon schema | head -0`
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_a_full_disk_is_told_in_a_sentence():
    assert "No space left on device" in gudgeon("schema", "--out", "/dev/full", code=2).stderr
    script = "from gudgeon.cli.main import main; main(['schema'])"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", script], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
