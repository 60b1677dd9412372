"""What people are told of while no page is open: by Web Push, in the browsers where they have asked for it."""
