"""What the robot believes of things: rows fused over views, their states and relations."""
