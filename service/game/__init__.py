"""The rules of Clock Solitaire, pure: no input or output, no time, no randomness of its own."""
