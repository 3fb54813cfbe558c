"""What can keep a simulation from being played.

SimulatorBusy         as many are being played as may be at once
SimulatorUnavailable  the process that plays cannot be started, has died, or did not finish in time
"""

from __future__ import annotations


class SimulatorBusy(Exception):
    """As many simulations are being played as may be at once; one of them is over soon."""


class SimulatorUnavailable(Exception):
    """The process that plays did not answer; the message says why, for operators."""
