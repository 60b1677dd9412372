"""Engines that other programs drive: the text protocol GTP with its Hex dialect, and analysis by JSON lines (floor: engine).

Invariant: whatever comes in, every request gets its answer, and a refused one changes nothing.
"""
