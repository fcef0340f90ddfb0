"""How kernels call laws: every family by its own caller gives what the law itself gives."""

import numpy as np
import pytest

from gudgeon._base.jit import DISABLED, jit
from gudgeon.kernels import law_calls
from tests.support.law_samples import BRISTLES, CHARACTERISTICS, CONTACTS, FILMS, FRICTIONS, SIGNALS

CALLERS = {
    "signal": (SIGNALS["harmonic"], (0.3,)),
    "characteristic": (CHARACTERISTICS["polynomial"], (0.2,)),
    "normal": (CONTACTS["lankarani-nikravesh"], (1e-5, 0.1, 0.2)),
    "friction": (FRICTIONS["threlfall"], (2e-3, 40.0)),
    "film": (FILMS["short-bearing"], (0.5, 0.1, -0.2, 3.0, 1e-4, 0.01, 0.012)),
}


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
@pytest.mark.parametrize("name", CALLERS)
def test_a_kernel_gets_what_the_law_gives(name):
    """Parameters stand behind others, as in an assembled mechanism; the same operations, one of
    them may be fused.
    """
    law, inputs = CALLERS[name]
    call = getattr(law_calls, name)

    @jit
    def kernel(address, parameters, offset):
        return call(address, inputs, parameters, offset)

    parameters = np.array([np.nan, np.nan, *law.parameters(), np.nan])
    assert kernel(law.address(), parameters, 2) == pytest.approx(law(*inputs), rel=1e-13)


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_the_energy_of_a_contact_is_asked_for_by_its_own_caller():
    law = CONTACTS["hertz"]

    @jit
    def kernel(address, parameters):
        return law_calls.potential(address, (2e-5,), parameters, 0)

    assert kernel(law.potential_address(), np.array(law.parameters())) == pytest.approx(
        6.61e10 * 2e-5**2.5 / 2.5, rel=1e-13
    )


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_bristles_return_what_their_equation_needs():
    law = BRISTLES["lugre"]

    @jit
    def kernel(address, parameters):
        return law_calls.bristle(address, (2e-3, 40.0, 1e-6, 1e-3), parameters, 0)

    assert kernel(law.address(), np.array(law.parameters())) == pytest.approx(
        law(2e-3, 40.0, 1e-6, 1e-3), rel=1e-13
    )
