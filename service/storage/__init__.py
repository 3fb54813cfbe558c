"""The ports of the use cases on real stores: the only code that talks to Valkey, Redis and Postgres."""
