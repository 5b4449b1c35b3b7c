"""Pictures and videos that commands write."""
