"""Programs that solve problems, each in a process of its own."""
