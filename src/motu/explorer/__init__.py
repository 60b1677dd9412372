"""Collections of games: written as Parquet, and asked what was played in a position (floor: explorer; extra: lab)."""
