"""Build hook of the wheel: the core is compiled for one kind of processor, whatever version of
Python will call it, and the page of reports is packed.
"""

import lzma
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("gudgeon", "compiled")
PAGE = Path("gudgeon", "report", "page.html")  # pyproject.toml excludes it
PACKED = PAGE.with_name("page.html.xz")
# of text, whose letters stand anywhere
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0}]


class CompiledCore(BuildHookInterface):
    """Put the compiled core into a wheel; an editable one, which changes, has none, and neither
    has one where nothing can be linked.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and name what the wheel is for."""
        self._tidy()
        if version == "editable" or self.target_name != "wheel":
            return
        page = Path(self.root, PAGE).read_bytes()
        packed = lzma.compress(page, check=lzma.CHECK_CRC32, filters=FILTERS)
        Path(self.root, PACKED).write_bytes(packed)
        build_data["artifacts"] += [f"/{PACKED.as_posix()}"]
        if not os.environ.get("GUDGEON_PURE_WHEEL"):
            self._compile(build_data)

    def _compile(self, build_data: dict[str, Any]) -> None:
        folder = Path(self.root, FOLDER)
        script = Path(self.root, "tools", "build_library.py")
        done = subprocess.run([sys.executable, str(script), str(folder)], cwd=self.root)
        if done.returncode or sys.platform != "linux":
            self.app.display_warning(
                "the core was not compiled: the wheel will compile it where it is first used."
            )
            shutil.rmtree(folder, ignore_errors=True)
            return
        machine = os.environ.get("GUDGEON_MACHINE") or platform.machine()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-manylinux_2_17_{machine}"
        build_data["artifacts"] += [f"/{FOLDER.as_posix()}/*"]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave no library behind: where sources can be edited, units are compiled one by one."""
        self._tidy()

    def _tidy(self) -> None:
        shutil.rmtree(Path(self.root, FOLDER), ignore_errors=True)
        Path(self.root, PACKED).unlink(missing_ok=True)
