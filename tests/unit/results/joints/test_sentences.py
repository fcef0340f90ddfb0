"""Sentences that the summaries of several kinds of joints share."""

from gudgeon.results.joints import sentences
from tests.support.compliant_results import INFOS, result


def contact(label):
    return next(info for info in INFOS if info.label == label)


def test_numbers_are_counted_in_words() -> None:
    assert [sentences.times(k) for k in (1, 2, 12)] == ["once", "2 times", "12 times"]
    impacts = result().impacts
    assert [sentences.count(impacts[:k]) for k in (0, 1, 3)] == [
        "0 contacts",
        "1 contact",
        "3 contacts",
    ]


def test_the_hardest_contact_is_told_in_the_units_of_what_it_limits() -> None:
    """Peak forces are 1000 times the approach speed, 2 rad/s at the stop and 0.02 m/s in the
    gap.
    """
    stop, strip = contact("A.stop angle lower"), contact("F.strip 1")
    impacts = result().impacts
    assert (
        sentences.hardest(impacts.for_contacts({stop.label}), stop)
        == "2000 N m at t = 0.5 s with 2 rad/s"
    )
    assert (
        sentences.hardest(impacts.for_contacts({strip.label}), strip)
        == "20 N, strip 1 at t = 2 s with 0.02 m/s"
    )


def test_slow_contacts_are_told_with_the_speed_that_they_count_as() -> None:
    (line,) = sentences.slow(result(), "A.stop angle lower", contact("A.stop angle lower"))
    assert line == "  none of them slower than min_approach_speed = 0.02 rad/s at the first touch"
    # nothing touched it
    assert [
        *sentences.slow(result(), "B.stop displacement upper", contact("B.stop displacement upper"))
    ] == []


def test_losses_are_told_by_kind() -> None:
    """At the end, 4 s: 5 t J by hysteresis, 6 t^2 J by the film."""
    assert [*sentences.lost(result(), "F")] == ["  lost 20 J by hysteresis, 96 J by film"]
    assert [*sentences.lost(result(), "H")] == []


def test_shares_are_told_in_per_cent() -> None:
    assert (
        sentences.mode_shares({"free flight": 0.9504, "impact": 0.0496})
        == "free flight 95 %, impact 4.96 %"
    )
