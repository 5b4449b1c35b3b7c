"""What commands show while they work."""
