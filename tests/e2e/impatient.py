"""A worker that waits for nobody long, so that no test has to."""

from service.api.server import Worker


class Impatient(Worker):
    """The API's worker in a hurry."""

    patience_s = 2.0
    body_s = 3.0
