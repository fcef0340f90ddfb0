"""The commands of the command line: a module is a command of its name, defined by the function
of that name.
"""
