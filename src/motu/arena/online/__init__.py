"""A program that speaks GTP as a bot on a server (floor: arena)."""
