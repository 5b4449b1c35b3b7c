"""ALFRED's own episodes in recorded rooms: read, set up, replayed and judged."""
