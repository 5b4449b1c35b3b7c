"""Ways of running a task, what they are told and what they report."""
