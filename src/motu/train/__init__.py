"""Training of nets by self-play: the only package that imports torch (floor: train; extra: train)."""
