"""Mechanisms as parts of other programs: co-simulation units (FMU)."""
