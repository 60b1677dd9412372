"""Exact answers: who wins with perfect play, and how (floor: solve)."""
