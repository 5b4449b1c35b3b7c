"""The shared vocabulary of every room: poses, frames, objects, facts, goals, actions. ROS-free."""
