"""Rigid bodies and constraints: kinematics, equations of motion, their elimination."""
