"""From words to goals: learned readers and what tells which is asked."""
