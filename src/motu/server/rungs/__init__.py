"""The ladder that never ends: a place is won from whoever holds it, a move a day (floor: server)."""
