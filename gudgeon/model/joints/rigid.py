"""Weld."""

from ..._base.description import description
from .base import AlongAxis

__all__ = ["Rigid"]


@description
class Rigid(AlongAxis):
    """Weld: the two bodies move as one; the reaction at ``point`` is a result. Only a Bushing or a Mixed fit in space needs the axis."""

    removes, removes_in_plane = 6, 3
    needs_axis = False
