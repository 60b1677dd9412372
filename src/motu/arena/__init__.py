"""Players against each other: matches, ladders, ratings (floor: arena)."""
