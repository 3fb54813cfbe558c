"""Event streams: one hub per process reads the races that are watched, and hands their news on to all who listen.

- ``frames``    events as the bytes of Server-Sent Events
- ``places``    who may hold how many streams open
- ``listener``  one stream's bounded queue
- ``channel``   one race's listeners, and how far its events have been handed on
- ``hub``       the process's only reader
- ``replay``    what a stream has missed, from the log
- ``body``      what one stream sends, from its first frame to its last
"""
