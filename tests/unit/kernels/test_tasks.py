"""One numbering of tasks."""

from gudgeon.kernels import tasks


def test_no_two_tasks_have_one_number():
    """Kernels hand tasks on to each other: one that meant two things would be done by the wrong
    one.
    """
    numbers = [number for name, number in vars(tasks).items() if name.isupper()]
    assert sorted(numbers) == list(range(len(numbers)))
