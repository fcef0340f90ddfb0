"""Settings that every test shares."""

from hypothesis import HealthCheck, settings

# Shared machines stall: a slow example is no failure. Derandomised, so that a red test stays red until it is mended.
settings.register_profile("gudgeon", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gudgeon")
