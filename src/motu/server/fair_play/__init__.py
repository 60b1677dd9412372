"""What moderators are shown of how somebody's rated games agree with the engine, and of his time (floor: server)."""
