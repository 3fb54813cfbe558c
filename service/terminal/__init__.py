"""A player's terminal: the dial in text, the public API from its other side, and proofs checked offline."""
