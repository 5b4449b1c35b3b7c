"""The page in a browser that shows a running graph or a recording, and talks to it."""
