"""A language model behind an endpoint."""
