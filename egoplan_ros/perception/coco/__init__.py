"""The back end ``coco``: a detector of boxes in OpenCV, masks from RGB-D, our types by name."""
