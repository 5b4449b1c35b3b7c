"""Things and goals in plain English."""
