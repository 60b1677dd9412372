"""What people say to each other at a game (floor: server)."""
