"""Small problems grounded in a few milliseconds."""
