"""Questions about rooms: drawn from what a room contains, answers judged by its true state."""
