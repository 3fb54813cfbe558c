"""HTTP: every view parses, calls one use case and prints what came of it.

- `web` puts the Flask application together; `context` is what its views may reach
- one module a resource: `games`, `commitments`, `players`, `sessions`, `operations`, `pages`
- `blueprint` declares an operation; `auth`, `payload`, `conditions`, `cursors` and `lists` parse what it takes
- `printing` makes documents of values, `answers` responses of documents
- `schemas` say which shapes come in and go out, `fields` of which kinds
- `streaming` sends what happens in races to those who watch
- `problems` is the one table of errors, with `race_problems` in it, `faults` what a problem lists, and `kinds` says
  what each kind means
- `server` is the gunicorn worker, which answers what never reaches the application; `headers` go with every answer
- `edge` is what every request passes: its id, headers, log line and `metrics`; `notes` is how views talk to it
- `declarations`, `description`, `components` and `examples` make the OpenAPI document, `openapi` the file
"""
