"""The sentence of a Numba error that its author can act on."""

import pytest

from gudgeon._base.numba_errors import gist

NESTED = """Failed in nopython mode pipeline (step: nopython frontend)
No implementation of function Function(<function momentum at 0x7f>) found for signature:

 >>> momentum(Tuple(), float64)

There are 2 candidate implementations:
  - Of which 2 did not match due to:
  Overload in function 'momentum': File: own.py: Line 3.
    With argument(s): '(float64)':
   Rejected as the implementation raised a specific error:
     TypingError: Failed in nopython mode pipeline (step: nopython frontend)
   Untyped global name 'nothing': Cannot determine Numba type of <class 'object'>

   File "own.py", line 4:
"""


@pytest.mark.parametrize(
    "text, sentence",
    [
        (NESTED, "Untyped global name 'nothing': Cannot determine Numba type of <class 'object'>"),
        ("Failed in nopython mode pipeline (step: x)\nname 'y' is not defined.", "name 'y' is not defined"),
        ("No conversion from:\n a to b", "No conversion from: a to b"),
        ("", "ValueError('')"),
        (f"Unknown attribute 'a' of type System(array(Record({'x, ' * 900}), 1d, C)).", "Unknown attribute 'a' of type System(...)"),
        ("no f(int64, array(float64, 1d, C)) here.", "no f(int64, array(float64, 1d, C)) here"),
        (f"a bracket that never closes ({'x' * 900}", f"a bracket that never closes ({'x' * 79}"),
    ],
)  # fmt: skip
def test_the_innermost_reason_is_told(text: str, sentence: str) -> None:
    assert gist(ValueError(text)) == sentence
