"""How Hypothesis runs here: machines are shared and slow now and then, which says nothing about a property."""

from hypothesis import HealthCheck, settings

settings.register_profile("clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("clock")
