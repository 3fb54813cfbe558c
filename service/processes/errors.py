"""What can keep a process from running, and a command from its answer."""


class CannotRun(Exception):
    """Something that this service needs cannot run here; the message is a sentence for people."""


class Unanswered(Exception):
    """A command has come to no answer: its cause says why. For those whose exit codes 0 and 1 are both answers."""
