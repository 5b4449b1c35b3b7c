"""The sub-commands of ``egoplan``, one file each; imported only when used."""
