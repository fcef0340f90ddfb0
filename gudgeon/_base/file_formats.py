"""Which endings of file names say which format: a file must not hide under the name of another."""

from pathlib import Path

from .errors import InputError

EXPORTS = {"csv": ".csv", "mat": ".mat", "parquet": ".parquet"}
"""Formats for other programs, and their endings."""

MEANINGS = {
    ".csv": "CSV", ".mat": "MATLAB", ".parquet": "Parquet", ".xlsx": "Excel", ".xls": "Excel",
    ".json": "JSON", ".yaml": "YAML", ".yml": "YAML", ".txt": "text", ".html": "HTML", ".htm": "HTML",
    ".png": "PNG", ".svg": "SVG", ".pdf": "PDF", ".jpg": "JPEG", ".py": "Python", ".npz": "NumPy",
    ".pkl": "pickle", ".zip": "ZIP", ".h5": "HDF5", ".hdf5": "HDF5", ".nc": "netCDF",
}  # fmt: skip
"""What endings say that have a meaning of their own."""


RESULTS = (".h5", ".hdf5", ".nc")
"""Endings of result files."""

PAGES = (".html", ".htm")
"""Endings of pages."""


def check_ending(path: Path, own: tuple[str, ...], advice: str) -> None:
    """Raise InputError, with some advice, if the ending of a name says another format than the
    file will have; endings without a meaning say nothing.
    """
    ending = path.suffix.lower()
    if ending in MEANINGS and ending not in own:
        raise InputError(
            f"'{path}' is the name of a {MEANINGS[ending]} file, but the file would be "
            f"{MEANINGS[own[0]]}; {advice}."
        )
