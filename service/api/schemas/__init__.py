"""The shapes that come in and go out. What comes in is closed: unknown fields are refused."""
