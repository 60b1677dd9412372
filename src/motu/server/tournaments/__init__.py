"""Tournaments: round robin, knock-out and arena (floor: server)."""
