"""The plugins that the tests share."""

pytest_plugins = [
    "tests.casualty",
    "tests.databases",
    "tests.left_out",
    "tests.properties",
    "tests.repetition",
    "tests.servers",
    "tests.specimen",
    "tests.worlds",
]
