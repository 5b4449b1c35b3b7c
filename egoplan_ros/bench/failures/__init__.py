"""Why episodes fail: the causes of the papers' taxonomies, by rule from each episode's record."""
