"""Whom somebody doesn't want to hear, or to have to do with (floor: server)."""
