"""What people are told of while they look elsewhere: in the page, by mail, by push (floor: server)."""
