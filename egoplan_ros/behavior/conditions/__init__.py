"""The catalogue of blocking conditions: reading it, recognising them, what resolves them."""
