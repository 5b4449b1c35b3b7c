"""Training of the network that plans ways."""
