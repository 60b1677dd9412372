"""Persons with a name: accounts, how they show that it is they, and for how long a browser is known (floor: server)."""
