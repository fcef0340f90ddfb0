"""What every layer may import: errors, units, descriptions, compilation."""
