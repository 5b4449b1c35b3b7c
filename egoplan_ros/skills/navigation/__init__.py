"""Ways of the base."""
