"""Equations of motion in joint coordinates: a tree of bodies, and cut joints that close it."""
