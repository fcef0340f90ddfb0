"""What Numba says about a function that it cannot compile, as one sentence that its author can act
on.
"""

INSIDE = "raised a specific error:"  # before the reason why a function that is called was refused
PIPELINE = "Failed in nopython mode"  # before the step of the compilation, which nobody can act on


def gist(error: Exception) -> str:
    """Return the first sentence that is not about Numba's own pipeline, of the innermost function
    that was refused.
    """
    text = str(error).rpartition(INSIDE)[2]
    lines = [line.strip() for line in text.splitlines() if line.strip() and PIPELINE not in line]
    if not lines:
        return repr(error)
    whole = f"{lines[0]} {lines[1]}" if lines[0].endswith(":") and len(lines) > 1 else lines[0]
    return whole.rstrip(".")
