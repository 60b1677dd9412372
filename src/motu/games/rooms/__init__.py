"""The games, one file each: all that Python below the searches knows of one game alone (floor: games)."""
