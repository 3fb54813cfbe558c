"""The WSGI application, for gunicorn and any other server."""

from service import logs
from service.app import create_app
from service.config import Config

_config = Config.from_environment()
logs.configure(_config)
app = create_app(_config)
