"""Games by correspondence: vacations that stop clocks, and moves decided beforehand (floor: server)."""
