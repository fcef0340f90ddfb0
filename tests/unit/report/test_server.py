"""Looking at saved results: the page that is written, and the server that shows it to nobody
else.
"""

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

from gudgeon.report.server import Server, write_page
from tests.support import synthetic_results


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return synthetic_results.result(20).save(tmp_path / "run.h5")


def test_results_of_the_same_name_can_be_told_apart(saved: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    page = write_page(
        [str(saved), str(synthetic_results.result(9).save(other / "run.h5"))],
        str(tmp_path / "both.html"),
    )
    text = page.read_text(encoding="utf-8")
    assert f'"name":"{saved}"' in text
    assert f'"name":"{other / "run.h5"}"' in text


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
            for path in (
                "",
                "x.html",
                f"{server.token}",
                f"{server.token}x/",
                f"{server.token}/../x.html",
            ):
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/{path}")
        finally:
            server.shutdown()
            thread.join()
    with Server(page) as other:
        assert other.token != server.token


def test_a_silent_connection_does_not_hold_up_others(tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    page.write_text("the page", encoding="utf-8")
    with Server(page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            with (
                socket.create_connection(("127.0.0.1", server.server_port)),
                urllib.request.urlopen(server.address, timeout=10) as answer,
            ):
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
    """A foreign page can have its own name point to 127.0.0.1, and then read what it gets; its
    browser still says whom it means.
    """
    (tmp_path / "x.html").write_text("the page", encoding="utf-8")
    with served(tmp_path / "x.html") as server:
        assert asked(server, f"Host: 127.0.0.1:{server.server_port}").endswith("200 OK")
        assert asked(server, f"Host: localhost:{server.server_port}").endswith("200 OK")
        for head in (
            "Host: evil.example",
            f"Host: evil.example:{server.server_port}",
            "Accept: */*",
        ):
            assert " 421 " in asked(server, head)


def test_a_page_that_was_removed_is_said_to_be_gone(
    tmp_path: Path, capfd: pytest.CaptureFixture
) -> None:
    (tmp_path / "x.html").write_text("the page", encoding="utf-8")
    with served(tmp_path / "x.html") as server:
        (tmp_path / "x.html").unlink()
        assert " 410 " in asked(server, f"Host: 127.0.0.1:{server.server_port}")
    assert capfd.readouterr().err == ""


def test_connections_that_are_closed_early_leave_the_terminal_quiet(
    tmp_path: Path, capfd: pytest.CaptureFixture
) -> None:
    (tmp_path / "x.html").write_bytes(bytes(5_000_000))
    with served(tmp_path / "x.html") as server:
        for request in (
            f"GET /{server.token}/ HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n",
            f"GET /{server.token}",
            "\0\r\n",
        ):
            with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
                # closing resets the connection
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.sendall(request.encode())
        assert asked(server, f"Host: 127.0.0.1:{server.server_port}").endswith("200 OK")
    assert capfd.readouterr().err == ""


def test_many_silent_connections_are_accepted_at_once(tmp_path: Path) -> None:
    """With a short queue the system drops some of them and tries again a second later, or
    several.
    """
    (tmp_path / "x.html").write_text("the page", encoding="utf-8")
    with served(tmp_path / "x.html") as server, ExitStack() as stack:
        begin = time.monotonic()
        for _ in range(200):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.server_port)))
        assert asked(server, f"Host: 127.0.0.1:{server.server_port}").endswith("200 OK")
        # a fraction of a second; half a minute with a queue of five
        assert time.monotonic() - begin < 10.0


def test_a_browser_may_ask_for_the_head_alone_and_leave_out_the_port(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("the page", encoding="utf-8")
    with served(tmp_path / "x.html") as server:
        assert asked(server, "Host: localhost").endswith("200 OK")
        with urllib.request.urlopen(
            urllib.request.Request(server.address, method="HEAD")
        ) as answer:
            assert (
                answer.status == 200
                and answer.headers["Content-Length"] == "8"
                and answer.read() == b""
            )
