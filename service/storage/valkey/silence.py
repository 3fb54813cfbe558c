"""A look at a socket that costs one system call, under gevent too, where a poll goes through the event loop."""

from __future__ import annotations

from socket import MSG_PEEK
from ssl import SSLSocket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from socket import socket


def is_silent(sock: socket) -> bool:
    """Whether neither data nor an end nor an error waits; an encrypted socket never lets on."""
    if isinstance(sock, SSLSocket):
        return False
    timeout = sock.gettimeout()
    sock.settimeout(0)
    try:
        sock.recv(1, MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        sock.settimeout(timeout)
    return False
