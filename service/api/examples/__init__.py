"""Examples for the API's description, printed by the very functions that print real answers."""
