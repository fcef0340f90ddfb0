"""Plain text for people: titles with sentences below them."""

from collections.abc import Iterable


def entry(title: str, sentences: Iterable[str]) -> list[str]:
    """Return ``title  first sentence`` and the others below it; ``none`` if there is no sentence."""
    first, *rest = [*sentences] or ["none"]
    return [f"  {title:<22}{first}", *(f"{'':24}{sentence}" for sentence in rest)]
