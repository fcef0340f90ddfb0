"""The command line has what Python has."""

import inspect

import click
import pytest

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.plotting.laws import plot_law

CONTEXT = click.Context(main)
COMMANDS = {name: main.get_command(CONTEXT, name) for name in main.list_commands(CONTEXT)}

# the function of each command, and names of options that are not those of its arguments
COUNTERPARTS = {
    "run": (gd.simulate, {}),
    "compare": (gd.compare, {"channels": "--channel"}),
    "sweep": (gd.sweep, {"parameters": "--vary", "measures": "--measure"}),
    "resume": (gd.resume, {}),
    "equilibrium": (gd.equilibrium, {"t": "--time"}),
    "modes": (gd.linearize, {"t": "--time"}),
    "plot-law": (plot_law, {"speeds": "--speed", "path": "--out"}),
}
# arguments without an option, and why
WITHOUT = {
    "mechanism": "the argument MODEL",
    "run": "the argument RESULT",
    "law": "the argument LAW",
    "progress": "shown in a terminal; --quiet",
    "strict": "a run that fails ends with an exit status",
    "output_times": "times by one would not fit on a line; --output-step",
    "reference": "of a sweep: another mechanism, which a command does not make",
}
# commands that read neither a model nor a result with laws
WITHOUT_LAWS = {"gallery", "import"}


def options(name: str) -> set[str]:
    return {option for each in COMMANDS[name].params for option in each.opts + each.secondary_opts}


@pytest.mark.parametrize("name", COUNTERPARTS)
def test_every_argument_in_python_is_an_option(name: str) -> None:
    function, renamed = COUNTERPARTS[name]
    arguments = [each for each in inspect.signature(function).parameters if each != "options"]
    if name in ("compare", "sweep"):
        arguments += inspect.signature(gd.simulate).parameters
    for argument in set(arguments) - WITHOUT.keys():
        option = renamed.get(argument, f"--{argument.replace('_', '-')}")
        assert option in options(name), f"{name} has no {option}"


@pytest.mark.parametrize("name", ["run", "compare", "sweep"])
def test_runs_have_the_settings_of_a_simulation(name: str) -> None:
    wanted = {"--max-step", "--atol", "--stop-when", "--stabilisation", "--coordinates", "--hold"}
    assert wanted <= options(name)


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - WITHOUT_LAWS))
def test_laws_of_ones_own_can_be_given_everywhere(name: str) -> None:
    assert "--laws" in options(name)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_does(name: str) -> None:
    for each in COMMANDS[name].params:
        if isinstance(each, click.Option):
            assert each.help and each.help.endswith("."), (name, each.name)
