"""Makes the weights of the perception back ends."""
