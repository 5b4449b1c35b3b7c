"""Between the world's dataclasses and ROS messages, both ways, without loss."""
