"""Small named subtrees (idioms) the task tree is composed of."""
