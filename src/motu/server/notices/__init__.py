"""What people are told of while they look elsewhere: in the page (floor: server)."""
