"""Steps and events: the loop that every method runs in."""
