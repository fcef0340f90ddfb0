"""What is told of a law is what its class says: every parameter, once, in the order of the
equation.
"""

import pytest

import gudgeon as gd
from gudgeon.laws import REGISTRY
from gudgeon.model.law_catalogue import (
    Parameter,
    about,
    energy,
    headline,
    listing,
    parameters,
    takes_materials,
)
from tests.support.law_samples import SAMPLES

LAWS = [type(law) for law in SAMPLES.values()]


def test_a_parameter_is_told_with_symbol_unit_bounds_and_default():
    found = {parameter.name: parameter for parameter in parameters(gd.Harmonic)}
    unit, meaning = "Hz or 1/rad or 1/m", "cycles per second, or per unit of its argument"
    assert found["frequency"] == Parameter("frequency", "f", meaning, unit, "> 0", "")
    assert (found["phase"].unit, found["phase"].default) == ("rad", "0")
    assert [parameter.name for parameter in parameters(gd.Harmonic)] == [
        "amplitude",
        "frequency",
        "phase",
        "mean",
    ]


def test_a_choice_lists_its_words():
    film = next(parameter for parameter in parameters(gd.SqueezeFilm) if parameter.name == "film")
    assert (film.bounds, film.unit, film.default) == ("half or full", "", "half")


@pytest.mark.parametrize("law", SAMPLES.values(), ids=lambda law: type(law).__name__)
def test_every_number_that_a_law_was_made_with_is_among_its_parameters(law):
    """The samples are made by position or name; what they hold must be told, and nothing that
    they do not hold.
    """
    assert {parameter.name for parameter in parameters(type(law))} >= {
        field.name for field in law._fields()
    }
    assert all(hasattr(law, parameter.name) for parameter in parameters(type(law)))
    assert all(parameter.meaning for parameter in parameters(type(law)))


@pytest.mark.parametrize("cls", LAWS, ids=lambda cls: cls.__name__)
def test_a_law_is_listed_with_its_equation_its_docstring_and_each_parameter_once(cls):
    text = listing(cls.__name__)
    assert cls.equation() in text and headline(cls) in " ".join(text.split())
    rows = [
        line.split()[0] for line in text.splitlines() if line.startswith("    ") and line.strip()
    ]
    for parameter in parameters(cls):
        assert rows.count(parameter.name) == 1


def test_without_a_name_every_law_stands_once_under_its_family():
    text = listing()
    heads = [line[:-1] for line in text.splitlines() if line and not line.startswith(" ")]
    assert len(heads) == len(set(heads))
    for family, name in REGISTRY:
        part = text[text.index(f"{family}:\n") :].partition("\n\n")[0]
        assert sum(line.split()[:1] == [name] for line in part.splitlines()) == 1


def test_a_family_is_listed_with_how_a_law_of_it_is_written():
    assert listing("contact").startswith("NormalLaw: ")
    assert "hertz (Hertz, family contact)" in listing("contact")
    assert "threlfall" not in listing("contact")


def test_an_unknown_law_names_the_nearest_spelling():
    with pytest.raises(
        gd.InputError, match=r"^there is no law or family of laws 'herz'\. Did you mean 'hertz'\?$"
    ):
        listing("herz")


def test_the_energy_that_can_come_back_is_told_only_of_laws_that_have_one():
    assert energy(gd.Hertz).startswith("U = ")
    assert energy(gd.Threlfall) == energy(gd.Constant) == ""


def test_laws_that_follow_from_materials_say_so():
    assert takes_materials(gd.Hertz) and takes_materials(gd.Esdu78035)
    assert not takes_materials(gd.Threlfall) and not takes_materials(gd.Harmonic)


def test_a_docstring_is_told_without_marks_of_literals():
    assert "``" in gd.Clearance.__doc__
    assert "``" not in about(gd.Clearance)
    assert about(gd.Clearance).startswith("Free play: the joint holds nothing")
