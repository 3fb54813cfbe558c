"""Clock Solitaire as a service.

The map, inside out; every import points towards the top of this list:

- ``game``     the rules: pure functions and frozen values, standard library only
- ``play``     the use cases, one plain function a request, and the ports they need
- ``storage``  the ports on real stores: Valkey or Redis for what is alive, Postgres for what lasts
- ``api``      HTTP: parse, call one use case, print
- ``app``      the composition root, which ``wsgi``, ``worker`` and the ``clock`` command build on
"""
