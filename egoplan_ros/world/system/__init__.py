"""Files, resources, signals and threads of the process."""
