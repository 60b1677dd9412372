"""Programs that play here: their tokens, the accounts of bots, and the one stream of each (floor: server)."""
