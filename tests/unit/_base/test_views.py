"""Every view names a function that is there."""

import pytest

from gudgeon._base.views import VIEWS, view


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_is_found(name):
    assert callable(view(name))
