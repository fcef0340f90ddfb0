"""A joint and a fit from outside the package, each in one file, from a model file to the report."""
