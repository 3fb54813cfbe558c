"""The commands of `clock`, one a module: each module's `command` is named after it."""
