"""Printing: plain dicts in the shape of the API's description, straight from the values."""
