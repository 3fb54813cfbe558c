"""What can keep a process from running."""


class CannotRun(Exception):
    """Something that this service needs cannot run here; the message is a sentence for people."""
