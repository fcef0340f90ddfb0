"""What Numba says about a function that it cannot compile, as one sentence that its author can act
on.
"""

INSIDE = "raised a specific error:"  # before the reason why a function that is called was refused
PIPELINE = "Failed in nopython mode"  # before the step of the compilation, which nobody can act on
LONGEST = 80  # letters in parentheses that are worth reading: the type of a record has thousands


def gist(error: Exception) -> str:
    """Return the first sentence that is not about Numba's own pipeline, of the innermost function
    that was refused.
    """
    text = str(error).rpartition(INSIDE)[2]
    lines = [line.strip() for line in text.splitlines() if line.strip() and PIPELINE not in line]
    if not lines:
        return repr(error)
    whole = f"{lines[0]} {lines[1]}" if lines[0].endswith(":") and len(lines) > 1 else lines[0]
    return shortened(whole).rstrip(".")


def shortened(text: str) -> str:
    """Return a text without what stands in long parentheses, such as all fields of a record."""
    found, depth, start = "", 0, 0
    for k, letter in enumerate(text):
        if letter == "(":
            start = k if depth == 0 else start
            depth += 1
        if depth == 0:
            found += letter
        elif letter == ")":
            depth -= 1
            inside = text[start : k + 1]
            if depth == 0:
                found += inside if len(inside) <= LONGEST + 2 else "(...)"
    return found if depth == 0 else found + text[start : start + LONGEST]
