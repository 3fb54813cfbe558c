"""Measurements: every figure is a ratio to a floor that was taken in the same run."""
