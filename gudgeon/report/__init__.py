"""The HTML page that shows runs in any browser, and tables for notebooks."""

from .page import write

__all__ = ["write"]
