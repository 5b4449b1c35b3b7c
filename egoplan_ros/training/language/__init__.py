"""Training and evaluation of the language models."""
