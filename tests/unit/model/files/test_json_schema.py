"""The JSON Schema: accepts what can be read, refuses mistakes."""

import json
from functools import cache

import pytest
from hypothesis import given, settings

from gudgeon.model import files
from gudgeon.model.files import yaml
from gudgeon.model.files.json_schema import json_schema
from tests.support.mechanisms import mechanisms
from tests.support.model_files import LIBRARY, MODEL


@cache
def validator():
    """Return a validator of the schema, or skip where the package for it is not installed."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(json_schema())
    return jsonschema.Draft202012Validator(json_schema())


@pytest.mark.parametrize("mechanism", LIBRARY.values(), ids=LIBRARY)
def test_the_schema_accepts_every_mechanism_of_the_library(mechanism):
    assert [error.message for error in validator().iter_errors(files.to_tree(mechanism))] == []


@settings(max_examples=30)
@given(mechanisms())
def test_the_schema_accepts_any_mechanism(mechanism):
    assert validator().is_valid(json.loads(json.dumps(files.to_tree(mechanism))))


def test_the_schema_accepts_units_and_short_forms():
    assert validator().is_valid(yaml.parse(MODEL)[0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("gravity", "gravty"),
        ("mass:", "mas:"),
        ("type: revolute", "type: revolut"),
        ("law: constant-speed", "law: constant-sped"),
        ("solid: rod", "solid: rodd"),
        ("between: [ground, crank]", "between: [ground]"),
        ("point: [0, 0, 0]", "point: [0, 0, 0, 0]"),
        ("mass: 20 g", "mass: -1"),
        ("mass: 20 g", "mass: heavy"),
        ("fit: ideal", "fit: ideel"),
        ("joint: A, motion", "motion"),
    ],
)
def test_the_schema_refuses_mistakes(old, new):
    assert MODEL.count(old) >= 1
    assert not validator().is_valid(yaml.parse(MODEL.replace(old, new, 1))[0])


def test_the_schema_explains_keys_with_their_units():
    body = json_schema()["$defs"]["body"]["properties"]
    assert body["position"]["description"] == "centre of mass, global, at t = 0 [m]"
