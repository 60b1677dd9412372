"""What the processes of a house tell each other (floor: server).

A message is a hint: it may be lost, and nothing is wrong then for longer than until the next look at the database.
"""
