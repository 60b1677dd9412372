"""What `motu solve` is made of: the solver's work, its table, and what is told of what it has found."""
