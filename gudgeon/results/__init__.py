"""What a run returns: bodies, joints, contacts, impacts, metrics, files."""
