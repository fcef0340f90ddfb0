"""Configuration of the documentation: Markdown pages, built with warnings as errors. The
extensions of our own are in _ext.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "gudgeon"
author = "The gudgeon authors"
copyright = "2026, The gudgeon authors"
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "offline_math",
    "cited",
    "generated_pages",
    "live_report",
]
exclude_patterns = ["_build", "_ext", "figures/*.py"]

html_theme = "furo"
html_title = "gudgeon"
html_static_path = ["_static"]
html_css_files = ["gudgeon.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_sphinx = False

myst_heading_anchors = 3
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence"]

autodoc_typehints = "none"  # signatures stay readable; docstrings say what is meant, with units
autodoc_member_order = "bysource"
