"""What the environment says about compiling."""

import os

DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Nothing is compiled: laws and kernels run as plain Python, for debuggers and coverage."""

CACHED = os.environ.get("GUDGEON_CACHE", "1") != "0"
"""What is compiled is kept on disk."""


def _machine() -> str:
    """Return what this computer calls itself; the module that tells it for all systems takes long
    to import.
    """
    if hasattr(os, "uname"):
        return os.uname().machine
    import platform

    return platform.machine()


MACHINE = os.environ.get("GUDGEON_MACHINE") or _machine().lower()
"""The kind of computer that code is compiled for: another than this one (aarch64) for a wheel that
is built here and installed there.
"""

BASELINES = {"x86_64": "x86-64-v2", "amd64": "x86-64-v2", "aarch64": "generic", "arm64": "generic"}
TARGET = os.environ.get("GUDGEON_TARGET") or BASELINES.get(MACHINE, "generic")
"""The processor, by LLVM's name, that all code is compiled for, whatever the one at hand: the
oldest that is supported.
"""
