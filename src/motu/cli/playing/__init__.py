"""What `motu play` is made of: the match, its file, its dice, the lines that people type, and the talk about it all."""
