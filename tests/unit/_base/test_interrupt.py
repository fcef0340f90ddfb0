"""Ctrl-C and SIGTERM: noticed, answered or sent again, and handlers put back."""

import signal
import threading

import pytest

from gudgeon._base.interrupt import SIGNALS, Interrupt, as_ctrl_c


def handlers():
    return [signal.getsignal(number) for number in SIGNALS]


def test_answered_ctrl_c_does_not_raise_and_handlers_are_put_back():
    before = handlers()
    with Interrupt() as interrupt:
        assert not interrupt.called
        signal.raise_signal(signal.SIGINT)
        assert interrupt.called
    assert handlers() == before


def test_ctrl_c_that_nobody_answered_is_sent_again():
    with pytest.raises(KeyboardInterrupt), Interrupt():
        signal.raise_signal(signal.SIGINT)


def test_handler_of_the_program_gets_its_signal_in_any_case(monkeypatch):
    got = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: got.append(number))
    try:
        with Interrupt() as interrupt:
            signal.raise_signal(signal.SIGTERM)
            assert interrupt.called
            assert got == []
        assert got == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_other_threads_leave_handlers_alone():
    seen = []

    def enter():
        with Interrupt():
            seen.append(handlers())

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert seen == [handlers()]


def test_sigterm_is_ctrl_c_for_a_command():
    before = handlers()
    with pytest.raises(KeyboardInterrupt), as_ctrl_c():
        signal.raise_signal(signal.SIGTERM)
    assert handlers() == before
