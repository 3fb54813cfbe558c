"""Clock Solitaire as a service.

The map, inside out; every import points towards the top of this list:

- ``checks``     what a store's URL and a secret must be like
- ``game``       the rules: pure functions and frozen values, standard library only
- ``config``     the environment, read once and checked; ``logs`` how it is told what happens
- ``web``        the page for browsers: files, which know nothing but the public API
- ``content``    the texts: rules, quiz, words, readings, in every language that has a folder there
- ``simulate``   deals played out by the million, in machine code and a process of its own
- ``play``       the use cases, one plain function a request, and the ports they need
- ``gunicorn``   the settings of the server that runs the API
- ``storage``    the ports on real stores: Valkey or Redis for what is alive, Postgres for what lasts
- ``stores``     both of them, as configured
- ``api``        HTTP: parse, call one use case, print
- ``processes``  child processes: started, watched, stopped, under whose account
- ``app``        the composition root, which ``wsgi`` serves
- ``jobs``       work done again and again, for the ``worker``; ``watch`` tells of it
- ``embedded``   real servers for machines that have none; ``local`` runs everything on one machine
- ``operators``  which stores a command is about
- ``terminal``   a game in the terminal, against any server; the plot of a simulation
- ``commands``   the ``clock`` command, one subcommand a module; ``cli`` gathers them
"""
