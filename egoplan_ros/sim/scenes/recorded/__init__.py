"""Rooms recorded from AI2-THOR, rebuilt from the boxes of their objects."""
