"""The few options of curl that the README uses, for machines that have no curl."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from urllib.error import HTTPError
from urllib.request import Request, urlopen

HTTP_ERROR = 22


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-S", action="store_true")
    parser.add_argument("-f", action="store_true")
    parser.add_argument("-N", action="store_true")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-X")
    parser.add_argument("-d")
    parser.add_argument("url")
    given = parser.parse_intermixed_args()
    data = None if given.d is None else given.d.encode()
    request = Request(given.url, data, method=given.X)  # noqa: S310  always http
    for header in given.H:
        request.add_header(*header.split(": ", 1))
    try:
        with urlopen(request, timeout=30) as answer:  # noqa: S310  always http
            sys.stdout.buffer.write(answer.read())
    except HTTPError as error:
        error.close()
        return HTTP_ERROR
    return 0


if __name__ == "__main__":
    sys.exit(main())
