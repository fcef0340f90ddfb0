"""Many runs: comparisons, sweeps, ensembles, predictability, chaos."""
