"""Configuration of the documentation: Markdown pages, built with warnings as errors."""

project = "gudgeon"
author = "The gudgeon authors"
copyright = "2026, The gudgeon authors"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "gudgeon"
exclude_patterns = ["_build", "figures/*.py"]
myst_heading_anchors = 3
