"""What egoplan train can train, a file each."""
