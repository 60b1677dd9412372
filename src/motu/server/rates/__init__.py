"""How often somebody may do what costs others something: by person, and by address (floor: server)."""
