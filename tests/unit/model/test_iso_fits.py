"""Clearances by ISO 286, against limit deviations as the tables of ISO 286-2 print them [um]."""

import pytest

import gudgeon as gd
from gudgeon.model.iso_fits import FINE, GRADES, RANGES, deviations, grade

MAIN = (2, 5, 8, 15, 25, 40, 65, 100, 150, 220, 300, 350, 450)  # a size in each main range [mm]
# upper and lower deviation in the thirteen main ranges
PUBLISHED = {
    "d9": "-20/-45 -30/-60 -40/-76 -50/-93 -65/-117 -80/-142 -100/-174 -120/-207 -145/-245 -170/-285 -190/-320 -210/-350 -230/-385",
    "e8": "-14/-28 -20/-38 -25/-47 -32/-59 -40/-73 -50/-89 -60/-106 -72/-126 -85/-148 -100/-172 -110/-191 -125/-214 -135/-232",
    "f7": "-6/-16 -10/-22 -13/-28 -16/-34 -20/-41 -25/-50 -30/-60 -36/-71 -43/-83 -50/-96 -56/-108 -62/-119 -68/-131",
    "g6": "-2/-8 -4/-12 -5/-14 -6/-17 -7/-20 -9/-25 -10/-29 -12/-34 -14/-39 -15/-44 -17/-49 -18/-54 -20/-60",
    "h6": "0/-6 0/-8 0/-9 0/-11 0/-13 0/-16 0/-19 0/-22 0/-25 0/-29 0/-32 0/-36 0/-40",
    "h9": "0/-25 0/-30 0/-36 0/-43 0/-52 0/-62 0/-74 0/-87 0/-100 0/-115 0/-130 0/-140 0/-155",
    "k6": "6/0 9/1 10/1 12/1 15/2 18/2 21/2 25/3 28/3 33/4 36/4 40/4 45/5",
    "m6": "8/2 12/4 15/6 18/7 21/8 25/9 30/11 35/13 40/15 46/17 52/20 57/21 63/23",
    "n6": "10/4 16/8 19/10 23/12 28/15 33/17 39/20 45/23 52/27 60/31 66/34 73/37 80/40",
    "p6": "12/6 20/12 24/15 29/18 35/22 42/26 51/32 59/37 68/43 79/50 88/56 98/62 108/68",
    "H7": "10/0 12/0 15/0 18/0 21/0 25/0 30/0 35/0 40/0 46/0 52/0 57/0 63/0",
    "H8": "14/0 18/0 22/0 27/0 33/0 39/0 46/0 54/0 63/0 72/0 81/0 89/0 97/0",
    "F8": "20/6 28/10 35/13 43/16 53/20 64/25 76/30 90/36 106/43 122/50 137/56 151/62 165/68",
    "G7": "12/2 16/4 20/5 24/6 28/7 34/9 40/10 47/12 54/14 61/15 69/17 75/18 83/20",
    "D10": "60/20 78/30 98/40 120/50 149/65 180/80 220/100 260/120 305/145 355/170 400/190 440/210 480/230",
    "K7": "0/-10 3/-9 5/-10 6/-12 6/-15 7/-18 9/-21 10/-25 12/-28 13/-33 16/-36 17/-40 18/-45",
    "M7": "-2/-12 0/-12 0/-15 0/-18 0/-21 0/-25 0/-30 0/-35 0/-40 0/-46 0/-52 0/-57 0/-63",
    "N7": "-4/-14 -4/-16 -4/-19 -5/-23 -7/-28 -8/-33 -9/-39 -10/-45 -12/-52 -14/-60 -14/-66 -16/-73 -17/-80",
    "P7": "-6/-16 -8/-20 -9/-24 -11/-29 -14/-35 -17/-42 -21/-51 -24/-59 -28/-68 -33/-79 -36/-88 -41/-98 -45/-108",
}  # fmt: skip
# and in the finer ranges, by a size in each
FINER = {
    "c11": {
        2: (-60, -120), 5: (-70, -145), 8: (-80, -170), 12: (-95, -205), 20: (-110, -240), 35: (-120, -280), 45: (-130, -290),
        60: (-140, -330), 70: (-150, -340), 90: (-170, -390), 110: (-180, -400), 130: (-200, -450), 150: (-210, -460), 170: (-230, -480),
        190: (-240, -530), 210: (-260, -550), 240: (-280, -570), 270: (-300, -620), 300: (-330, -650), 350: (-360, -720), 380: (-400, -760),
        430: (-440, -840), 480: (-480, -880),
    },
    "r6": {
        2: (16, 10), 5: (23, 15), 8: (28, 19), 12: (34, 23), 20: (41, 28), 40: (50, 34), 60: (60, 41),
        70: (62, 43), 90: (73, 51), 110: (76, 54), 130: (88, 63), 150: (90, 65), 170: (93, 68), 190: (106, 77),
        210: (109, 80), 240: (113, 84), 270: (126, 94), 300: (130, 98), 350: (144, 108), 380: (150, 114), 430: (166, 126),
        480: (172, 132),
    },
    "s6": {
        2: (20, 14), 5: (27, 19), 8: (32, 23), 12: (39, 28), 20: (48, 35), 40: (59, 43), 60: (72, 53),
        70: (78, 59), 90: (93, 71), 110: (101, 79), 130: (117, 92), 150: (125, 100), 170: (133, 108), 190: (151, 122),
        210: (159, 130), 240: (169, 140), 270: (190, 158), 300: (202, 170), 350: (226, 190), 380: (244, 208), 430: (272, 232),
        480: (292, 252),
    },
}  # fmt: skip
ROWS = [
    (name, size, *map(float, pair.split("/")))
    for name, row in PUBLISHED.items()
    for size, pair in zip(MAIN, row.split(), strict=True)
] + [(name, size, *pair) for name, row in FINER.items() for size, pair in row.items()]


def test_there_are_enough_published_rows():
    assert len(ROWS) >= 200


@pytest.mark.parametrize(("name", "size", "upper", "lower"), ROWS)
def test_limit_deviations_are_those_of_the_standard(name, size, upper, lower):
    assert deviations(name, size) == (upper, lower)


@pytest.mark.parametrize(
    ("number", "multiple"),
    [("6", 10), ("7", 16), ("8", 25), ("9", 40), ("10", 64), ("11", 100), ("12", 160), ("13", 250)],
)
def test_grades_follow_the_tolerance_unit(number, multiple):
    """IT is a multiple of i = 0.45 D^(1/3) + 0.001 D [um], D the geometric mean of the range [mm];
    the standard rounds to whole micrometres and in steps of up to a twentieth, and has values of
    older practice up to 3 mm.
    """
    for k in range(1, len(RANGES)):
        mean = (RANGES[k - 1] * RANGES[k]) ** 0.5
        exact = multiple * (0.45 * mean ** (1 / 3) + 0.001 * mean)
        assert GRADES[number][k] == pytest.approx(exact, rel=0.05, abs=1.0)


def test_a_size_that_ends_a_range_belongs_to_it():
    assert grade("7", 30) == 21 and grade("7", 30.001) == 25 and FINE[-1] == 500


def test_a_fit_gives_least_mean_and_greatest_clearance():
    fit = gd.iso_fit("25 H7/f7")
    assert fit.clearances() == (20e-6, 41e-6, 62e-6)
    assert (fit.radial("least"), fit.radial(), fit.radial("greatest")) == (10e-6, 20.5e-6, 31e-6)
    assert fit.deviations() == ((21e-6, 0.0), (-20e-6, -41e-6))
    assert str(fit) == "25 H7/f7: clearance of the diameters 20 to 62 um, mean 41 um"
    assert gd.iso_fit("⌀25H7 / f7") == fit == gd.IsoFit(size="25 mm", hole="H7", shaft="f7")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("25 H7", r"expected a fit by ISO 286 such as '25 H7/f7'"),
        ("25 f7/H7", r"hole: expected a class such as H7: capitals, got 'f7'"),
        ("25 H7/q7", r"shaft: unknown tolerance class 'q7'"),
        ("25 H19/f7", r"hole: there is no grade '19'"),
        ("600 H7/f7", r"size: nominal sizes go up to 500 mm"),
        (25, r"expected a fit by ISO 286"),
    ],
)
def test_what_is_no_fit_is_refused(text, message):
    with pytest.raises(gd.InputError, match=message):
        gd.iso_fit(text)


def test_a_joint_takes_its_clearance_from_a_fit():
    joint = gd.Revolute(
        "A", between=("ground", "b"), point=(0, 0), radial_clearance="25 H7/f7 greatest"
    )
    assert joint.radial_clearance == 31e-6 and joint.bearing_radius == 0.0125
    given = gd.library("four-bar").with_values({"joints.C.radial_clearance": "25 H7/f7"})
    assert given.joint("C").radial_clearance == 20.5e-6
    assert given.joint("C").bearing_radius == gd.library("four-bar").joint("C").bearing_radius


def test_an_interference_fit_is_no_clearance():
    with pytest.raises(gd.InputError, match=r"joints.A.radial_clearance: 25 H7/s6: .* negative"):
        gd.Revolute("A", between=("ground", "b"), point=(0, 0), radial_clearance="25 H7/s6")
