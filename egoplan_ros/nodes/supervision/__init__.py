"""Who lives, who hangs, who was started again; and that nothing ends a node by accident."""
