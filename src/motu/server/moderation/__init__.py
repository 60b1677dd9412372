"""Order in the house: roles, what moderators do about people, and the log of it (floor: server)."""
