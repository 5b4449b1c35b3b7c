"""Dialogs about TEACh's tasks."""
