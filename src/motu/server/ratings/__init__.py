"""How strong people with names are: ratings, and what rated games change (floor: server)."""
