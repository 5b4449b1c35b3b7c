"""TEACh with what people said and did: their dialogs, and sessions that begin in the middle."""
