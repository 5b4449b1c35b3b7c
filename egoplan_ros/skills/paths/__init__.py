"""Ways over the floor, and what was bumped into on them."""
