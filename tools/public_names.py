"""Write the part of ``gudgeon/__init__.py`` that type checkers and editors read: where each public
name is defined. They cannot follow names that are imported when they are first used.

``make names`` writes it; a test compares it with the package.
"""

import pkgutil
import re
from importlib import import_module
from pathlib import Path

import gudgeon

FILE = Path(gudgeon.__file__)
BLOCK = re.compile(r"if TYPE_CHECKING:.*?\n(?=\S)", re.DOTALL)


def homes() -> dict[str, str]:
    """Return the modules that define the public names, relative to the package."""
    found = {name: f".{module}" for name, module in gudgeon._LATER.items()}
    for layer in (gudgeon.laws, gudgeon.model):
        for info in pkgutil.walk_packages(layer.__path__, f"{layer.__name__}."):
            module = import_module(info.name)
            for name in getattr(module, "__all__", ()):
                if name in layer.__all__:  # packages come before the modules that define it
                    found[name] = info.name.removeprefix("gudgeon")
    return found


def text() -> str:
    """Return what ``__init__.py`` has to be."""
    order = sorted((home, not name.isupper(), name) for name, home in homes().items())
    lines = [f"    from {home} import {name} as {name}\n" for home, _, name in order]
    block = "".join(
        [
            "if TYPE_CHECKING:  # for type checkers and editors; written by make names\n",
            *lines,
            "\n",
        ]
    )
    return BLOCK.sub(lambda _: block, FILE.read_text(encoding="utf-8"), count=1)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
