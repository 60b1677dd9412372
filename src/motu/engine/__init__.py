"""Engines for other programs: GTP with its Hex dialect as text, analysis as JSON lines (floor: engine).

Invariant: whatever comes in, every request gets its answer, and a refused one changes nothing.
"""
