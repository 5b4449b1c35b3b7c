"""Which candidate action to try next: BCR's graph, heuristic and language model."""
