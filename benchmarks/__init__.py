"""Speed, alone and against other programs: ``make bench``."""
