"""Processes that this service starts: as whom, how they are found again, and who looks after them."""
