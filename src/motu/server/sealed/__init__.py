"""Dice that the house and two people at different screens seal together (floor: server): docs/dice.md."""
