"""Pictures with truth, training and reports of the learned perception."""
