"""What is wanted: forms of goals, composition, consistency, progress."""
