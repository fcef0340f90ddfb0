"""Looking at saved results: the page that is written, and the server that shows it to nobody else."""

import socket
import struct
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from gudgeon.cli.main import main
from gudgeon.report import server as viewing
from gudgeon.report.server import Server, write_page
from tests.support import synthetic_results


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return synthetic_results.result(20).save(tmp_path / "run.h5")


def test_a_saved_result_is_written_as_a_page(saved: Path, tmp_path: Path) -> None:
    outcome = CliRunner().invoke(main, ["view", str(saved), "--out", str(tmp_path / "x.html"), "--no-open"])
    assert outcome.exit_code == 0, outcome.output
    assert "crank and block" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_without_a_name_the_page_goes_to_a_temporary_folder(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(viewing.webbrowser, "open", lambda address: opened.append(address) or True)
    outcome = CliRunner().invoke(main, ["view", str(saved)])
    assert outcome.exit_code == 0, outcome.output
    assert opened[0].startswith("file:///")
    assert opened[0].endswith("/run.html")


def test_a_missing_browser_is_said(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewing.webbrowser, "open", lambda address: False)
    assert "no browser was found here; open file:///" in CliRunner().invoke(main, ["view", str(saved)]).output


def test_results_of_the_same_name_can_be_told_apart(saved: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    page = write_page([str(saved), str(synthetic_results.result(9).save(other / "run.h5"))], str(tmp_path / "both.html"))
    text = page.read_text(encoding="utf-8")
    assert f'"name":"{saved}"' in text
    assert f'"name":"{other / "run.h5"}"' in text


@pytest.mark.parametrize(("argument", "words"), [("gone.h5", "not there"), ("--shape=crank", "expected BODY=FILE")])
def test_what_is_wrong_is_said(argument: str, words: str, saved: Path) -> None:
    outcome = CliRunner().invoke(main, ["view", str(saved), argument, "--no-open"])
    assert outcome.exit_code == 2
    assert words in outcome.output


def test_the_server_answers_on_this_machine_and_only_to_its_token(tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    page.write_text("the page", encoding="utf-8")
    with Server(page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            assert server.server_address[0] == "127.0.0.1"
            with urllib.request.urlopen(server.address) as answer:
                assert answer.read() == b"the page"
                assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
            for path in ("", "x.html", f"{server.token}", f"{server.token}x/", f"{server.token}/../x.html"):
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/{path}")
        finally:
            server.shutdown()
            thread.join()
    with Server(page) as other:
        assert other.token != server.token


def test_a_run_writes_its_report_with_the_command_that_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["gudgeon", "run", "pendulum", "--duration", "0.1", "--report", "my page.html"])
    outcome = CliRunner().invoke(main, ["run", "pendulum", "--duration", "0.1", "--report", "my page.html"])
    assert outcome.exit_code == 0, outcome.output
    assert "my page.html" in outcome.output
    assert "gudgeon run pendulum --duration 0.1 --report 'my page.html'" in Path("my page.html").read_text(encoding="utf-8")


def test_a_report_into_a_folder_that_is_not_there_is_refused_before_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(main, ["run", "pendulum", "--report", "nowhere/x.html"])
    assert outcome.exit_code == 2
    assert "nowhere: there is no such folder" in outcome.output
    assert not list(tmp_path.iterdir())


def test_a_silent_connection_does_not_hold_up_others(tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    page.write_text("the page", encoding="utf-8")
    with Server(page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            with socket.create_connection(("127.0.0.1", server.server_port)), urllib.request.urlopen(server.address, timeout=10) as answer:
                assert answer.read() == b"the page"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def served(page: Path) -> Iterator[Server]:
    """Serve a page in a thread."""
    with Server(page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def asked(server: Server, head: str) -> str:
    """Return the first line of the answer to a request."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
        connection.sendall(f"GET /{server.token}/ HTTP/1.1\r\n{head}\r\n\r\n".encode())
        return connection.makefile("rb").readline().decode().strip()


def test_a_request_that_means_another_machine_gets_nothing(tmp_path: Path) -> None:
    """A foreign page can have its own name point to 127.0.0.1, and then read what it gets; its browser still says whom it means."""
    (tmp_path / "x.html").write_text("the page", encoding="utf-8")
    with served(tmp_path / "x.html") as server:
        assert asked(server, f"Host: 127.0.0.1:{server.server_port}").endswith("200 OK")
        assert asked(server, f"Host: localhost:{server.server_port}").endswith("200 OK")
        for head in ("Host: evil.example", f"Host: evil.example:{server.server_port}", "Accept: */*"):
            assert " 421 " in asked(server, head)


def test_a_page_that_was_removed_is_said_to_be_gone(tmp_path: Path, capfd: pytest.CaptureFixture) -> None:
    (tmp_path / "x.html").write_text("the page", encoding="utf-8")
    with served(tmp_path / "x.html") as server:
        (tmp_path / "x.html").unlink()
        assert " 410 " in asked(server, f"Host: 127.0.0.1:{server.server_port}")
    assert capfd.readouterr().err == ""


def test_connections_that_are_closed_early_leave_the_terminal_quiet(tmp_path: Path, capfd: pytest.CaptureFixture) -> None:
    (tmp_path / "x.html").write_bytes(bytes(5_000_000))
    with served(tmp_path / "x.html") as server:
        for request in (f"GET /{server.token}/ HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", f"GET /{server.token}", "\0\r\n"):
            with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closing resets the connection
                connection.sendall(request.encode())
        assert asked(server, f"Host: 127.0.0.1:{server.server_port}").endswith("200 OK")
    assert capfd.readouterr().err == ""


def test_many_silent_connections_are_accepted_at_once(tmp_path: Path) -> None:
    """With a short queue the system drops some of them and tries again a second later, or several."""
    (tmp_path / "x.html").write_text("the page", encoding="utf-8")
    with served(tmp_path / "x.html") as server, ExitStack() as stack:
        begin = time.monotonic()
        for _ in range(200):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.server_port)))
        assert asked(server, f"Host: 127.0.0.1:{server.server_port}").endswith("200 OK")
        assert time.monotonic() - begin < 10.0  # a fraction of a second; half a minute with a queue of five


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ("ball=gone.stl", "gone.stl: shapes.ball: cannot be read"),
        ("bal=x.stl", "Did you mean 'ball'?"),
        ("bar", "expected BODY=FILE"),
        ("ball=x.stl:parsec", "unknown unit 'parsec'"),
        ("ball=x.step", "expected an STL, OBJ or GLB file"),
    ],
)
def test_a_wrong_shape_is_found_before_the_run(shape: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.stl").write_text("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n")
    outcome = CliRunner().invoke(main, ["run", "pendulum", "--duration", "0.1", "--report", "x.html", "--shape", shape])
    assert outcome.exit_code == 2, outcome.output
    assert words in outcome.output
    assert [path.name for path in tmp_path.iterdir()] == ["x.stl"]


def test_a_shape_without_a_report_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.stl").write_text("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n")
    outcome = CliRunner().invoke(main, ["run", "pendulum", "--duration", "0.1", "--shape", "ball=x.stl"])
    assert outcome.exit_code == 2
    assert "--report FILE.html" in outcome.output
