"""Players and searches over the native core (floor: search)."""
