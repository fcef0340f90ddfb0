"""Messages about wrong input: where, what, and what was probably meant."""

from gudgeon._base.errors import InputError, InputErrors, brief, harmless, suggestion


def test_message_says_file_place_and_what_is_wrong():
    error = InputError("must be > 0.", ("mass",), location="model.yaml:3").under("bodies", "crank")
    assert str(error) == "model.yaml:3: bodies.crank.mass: must be > 0."


def test_several_errors_stand_below_each_other():
    assert str(InputErrors([InputError("one."), InputError("two.", ("a",))])) == "one.\na: two."


def test_near_miss_is_suggested_and_otherwise_all_are_listed():
    assert suggestion("hertzz", ["hertz", "linear"]) == " Did you mean 'hertz'?"
    assert suggestion("x", ["hertz", "linear"]) == " Allowed: 'hertz', 'linear'."
    assert suggestion("x", map(str, range(20))).endswith("'11', ...")
    assert suggestion("x", []) == " There is none."


def test_text_that_commands_a_terminal_is_escaped():
    assert harmless("a\x1b[2Jb\u202ec\n") == "a\\x1b[2Jb\\u202ec\n"
    assert harmless("é µ ü") == "é µ ü"


def test_long_values_are_cut_and_unprintable_ones_named():
    assert brief(3) == "3"
    assert len(brief("x" * 1000)) < 80
    assert "too long" in brief(10**5000)
