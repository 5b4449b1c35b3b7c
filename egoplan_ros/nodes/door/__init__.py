"""What comes in from other nodes is checked here, before anybody uses it."""
