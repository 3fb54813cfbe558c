"""The connection that a request came by."""

from __future__ import annotations

from socket import MSG_PEEK
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from socket import socket
    from wsgiref.types import WSGIEnvironment


def closed_from_afar(environ: WSGIEnvironment) -> Callable[[], bool]:
    """Tells, whenever it is asked, whether the other side has closed the connection; no where that cannot be told."""
    connection = environ.get("gunicorn.socket")
    return lambda: connection is not None and _is_closed(connection)


def _is_closed(connection: socket) -> bool:
    """Whether nothing more is sent there. By a read, for select() knows no descriptor above 1023."""
    timeout = connection.gettimeout()
    connection.settimeout(0)
    try:
        return not connection.recv(1, MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        connection.settimeout(timeout)
