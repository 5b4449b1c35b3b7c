"""Image textures made by code: wood, stone, cloth, print, food, dirt and what else a home shows."""
