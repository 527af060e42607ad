"""Players that are programs: how they are named and described, how they are asked, and which are running."""
