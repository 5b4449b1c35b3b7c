"""Opening, closing, picking and placing."""
