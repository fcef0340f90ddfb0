"""Show saved results: write their page, open it in the browser, or serve it on this machine
alone.
"""

from __future__ import annotations

import secrets
import tempfile
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from .page import write

Say = Callable[[str], Any]
LOCAL = ("127.0.0.1", "localhost")  # names of this machine in an address


def write_page(
    paths: Iterable[str], out: str | None, *, shapes: Mapping[str, Any] | None = None
) -> Path:
    """Write the page of one saved result, or of several to compare, and return its path."""
    from ..results.hdf5 import load

    files = [Path(path) for path in paths]
    results = {name: load(path) for name, path in zip(_names(files), files, strict=True)}
    page = Path(out) if out else Path(tempfile.mkdtemp(prefix="gudgeon-")) / f"{files[0].stem}.html"
    return write(results, page, shapes=shapes)


def _names(files: list[Path]) -> list[str]:
    """Return short names that differ: the stems, or the whole paths where two stems are the
    same.
    """
    stems = [path.stem for path in files]
    names = stems if len(set(stems)) == len(stems) else [str(path) for path in files]
    return (
        names
        if len(set(names)) == len(names)
        else [f"{name} ({k})" for k, name in enumerate(names, start=1)]
    )


def open_page(address: str, say: Say) -> None:
    """Open an address in the browser, or say that there is none."""
    if not webbrowser.open(address):
        say(f"no browser was found here; open {address}")


class Server(ThreadingHTTPServer):
    """Serves one page, on the loopback interface, to those who know its token; a connection that
    stays silent holds up no other.
    """

    request_queue_size = 128  # of connections that wait to be accepted

    def __init__(self, page: Path) -> None:
        self.page, self.token = page, secrets.token_urlsafe(16)
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.server_port}/{self.token}/"

    def handle_error(self, *_: Any) -> None:
        """Keep the terminal quiet: a browser that closes a connection early is nothing to
        report.
        """


class _Handler(BaseHTTPRequestHandler):
    server: Server
    timeout = 30.0  # [s] of silence, after which a connection is closed

    def do_GET(self) -> None:
        """Answer with the page, or with nothing."""
        if not secrets.compare_digest(self.path.encode(), f"/{self.server.token}/".encode()):
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        # a page from elsewhere whose name was made to point here
        if self.headers.get("Host", "").partition(":")[0] not in LOCAL:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return
        try:
            body = self.server.page.read_bytes()
        except OSError:
            self.send_error(
                HTTPStatus.GONE,
                "The page was removed",
                "Its file is no longer there; run gudgeon view again.",
            )
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815 - the name that the standard library asks for

    def log_message(self, *_: Any) -> None:
        """Keep the terminal quiet."""


def serve_page(page: Path, say: Say, *, open_browser: bool = True) -> None:
    """Serve a page until Ctrl-C."""
    with Server(page) as server:
        say(f"serving {server.address} until Ctrl-C")
        if open_browser:
            open_page(server.address, say)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("stopped")
