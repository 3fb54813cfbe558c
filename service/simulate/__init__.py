"""Games played out by the million, in machine code and in a process of their own, beside the exact odds.

Only that process (`child`) imports numba and numpy, with what it alone needs: `kernel`, `generator`, `compiled`.
Everyone else asks `simulator`, which starts the process, and gets a `report`.
"""
