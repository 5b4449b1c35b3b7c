"""A robot's own drivers: what comes from its base, camera, arm and detector, and goes to them."""
