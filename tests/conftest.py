"""The plugins that the tests share."""

pytest_plugins = ["tests.databases", "tests.properties", "tests.servers", "tests.specimen", "tests.worlds"]
