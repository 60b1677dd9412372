"""Where people meet: quick pairing, open challenges, games to watch (floor: server)."""
