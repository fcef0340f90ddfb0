"""Compiled code: it knows records and addresses, neither descriptions nor the names of laws."""
