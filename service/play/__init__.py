"""The use cases: one plain function a request, with everything it depends on as arguments."""
