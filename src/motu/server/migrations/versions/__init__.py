"""The revisions of the tables, oldest first (floor: server)."""
