"""Headers of every answer. Nothing is imported here: gunicorn's master reads this before it forks."""

ALWAYS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Access-Control-Allow-Origin", "*"),
    (
        "Access-Control-Expose-Headers",
        "ETag, Location, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
    ),
]
UNLESS_SAID = [
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]
"""What an answer has unless it says otherwise."""
PROBLEM_TYPE = "application/problem+json"
