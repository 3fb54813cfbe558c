"""What a terminal shows: the dial in text, the public API from its other side, proofs checked offline, and plots."""
