"""Faults that tests call for: what a full disk does to a file."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size [bytes]; a write that goes beyond fails
    midway, as on a full disk.
    """
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
