"""The floor: a bare Flask view that does what no service could do without.

One EVALSHA on a record of the same size, which reads and writes it, and a constant answer of the same size. It runs
under the service's own gunicorn configuration.
"""

from __future__ import annotations

import os

import redis
from flask import Flask, Response

TOUCH = """
local record = redis.call('HGETALL', KEYS[1])
redis.call('HSET', KEYS[1], 'f', ARGV[1])
return record
"""
READ = "return redis.call('HGETALL', KEYS[1])"


def create_floor() -> Flask:
    """The bare application; FLOOR_KEY names the record and FLOOR_BYTES the size of the answer."""
    app = Flask(__name__)
    store = redis.Redis.from_url(os.environ["REDIS_URL"])
    key, body = os.environ["FLOOR_KEY"], b"x" * int(os.environ["FLOOR_BYTES"])
    touch, read = store.script_load(TOUCH), store.script_load(READ)

    @app.post("/step")
    def step() -> Response:
        store.evalsha(touch, 1, key, "7")
        return Response(body, mimetype="application/json")

    @app.get("/state")
    def state() -> Response:
        store.evalsha(read, 1, key)
        return Response(body, mimetype="application/json")

    return app
