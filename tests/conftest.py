"""Settings that every test shares."""

import os
import signal

from hypothesis import HealthCheck, settings

# a shell that runs tests in the background has it ignored
signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ["GUDGEON_CHECK"] = "1"  # a run fails where its method does not see a degree of freedom

# Shared machines stall: a slow example is no failure. Derandomised, so that a red test stays red
# until it is mended.
settings.register_profile(
    "gudgeon", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("gudgeon")

if "GUDGEON_COORDINATES" in os.environ:  # in which runs are computed that do not say it
    from gudgeon.simulation import coordinates

    coordinates.DEFAULT = os.environ["GUDGEON_COORDINATES"]

pytest_plugins = ["tests.support.report_fixtures"]
