"""The command line: finds the command, and turns what goes wrong into a message and an exit
code.
"""

import os
import sys
import warnings
from importlib import import_module
from typing import Any

import click

from .._base.discovery import module_names
from .._base.errors import harmless, suggestion
from . import commands
from .common import INTERRUPTED, WRONG_INPUT, echo, end_with, mute
from .option_values import in_options, options_of


class WrongInput(click.ClickException):
    """Show what is wrong with a file or a call, in its own words, and exit with code 2."""

    exit_code = WRONG_INPUT


def _prepare_streams() -> None:
    """Let every text be printed: what an encoding does not have is escaped, and what is closed
    leads nowhere.

    A closed descriptor would otherwise be given to the next file that is opened, and messages of
    libraries be written into it.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free, which is this one
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def _options(group: click.Group, ctx: click.Context) -> list[str]:
    """Return the names of the options of the command that is run."""
    name = ctx.invoked_subcommand
    command = group.get_command(ctx, name) if name in _own_commands() else None
    return options_of(command) if command is not None else []


ADDED = "gudgeon.commands"
"""Entry points of this group are commands of other packages, such as the gallery."""

ELSEWHERE = {
    "gallery": "the gallery of papers is not part of the installed package; it is in the folder "
    "gallery/ of the sources: "
    "install it with 'pip install ./gallery', or run 'make gallery' there."
}


def _own_commands() -> dict[str, str]:
    """Return the names of the commands of this package, and of the modules that define them."""
    names = module_names(commands.__path__)
    return {
        name.strip("_").replace("_", "-"): name for name in names
    }  # import_ is a keyword without


class Commands(click.Group):
    """The commands; an InputError inside any of them becomes a message without a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, those that other packages add included."""
        from importlib.metadata import entry_points

        return sorted({*_own_commands(), *(point.name for point in entry_points(group=ADDED))})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command of this package, or else one that another package adds."""
        if cmd_name in (own := _own_commands()):
            found: click.Command = getattr(
                import_module(f"{commands.__name__}.{own[cmd_name]}"), own[cmd_name]
            )
            return found
        from importlib.metadata import entry_points

        for point in entry_points(group=ADDED, name=cmd_name):
            command: click.Command = point.load()
            return command
        if cmd_name in ELSEWHERE:
            raise WrongInput(ELSEWHERE[cmd_name])
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, or suggest one that is meant."""
        name = args[0]
        if name not in (*_own_commands(), *ELSEWHERE) and not ctx.resilient_parsing:
            known = self.list_commands(ctx)  # other packages are asked only if need be
            if name not in known:
                raise click.UsageError(f"No such command '{name}'.{suggestion(name, known)}", ctx)
        return super().resolve_command(ctx, args)

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Begin."""
        from .._base.interrupt import as_ctrl_c

        _prepare_streams()
        try:
            with as_ctrl_c():
                return super().main(*arguments, **options)
        except OSError as error:  # from what click prints itself: help, the version, errors
            mute(sys.stdout)
            end_with(f"Error: {error.strerror or error}", WRONG_INPUT)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """Read the options before the command, of which --help and --version print."""
        try:
            return super().make_context(*arguments, **options)
        except BrokenPipeError:
            mute(sys.stdout)
            sys.exit(0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        from .._base.errors import InputError

        try:
            with warnings.catch_warnings():
                warnings.showwarning = lambda message, *_, **__: echo(
                    f"Warning: {in_options(str(message), _options(self, ctx))}", err=True
                )
                return super().invoke(ctx)
        except InputError as error:
            raise WrongInput(in_options(str(error), _options(self, ctx))) from None
        except click.UsageError as error:
            raise click.UsageError(harmless(error.format_message()), error.ctx) from None
        except BrokenPipeError:  # the reader of the help of a command has seen enough
            mute(sys.stdout)
        except OSError as error:  # a full disk, a file that vanished
            mute(sys.stdout)
            raise WrongInput(
                harmless(
                    ": ".join(
                        str(part) for part in (error.filename, error.strerror or error) if part
                    )
                )
            ) from None
        except KeyboardInterrupt:
            echo("interrupted", err=True)
            sys.exit(INTERRUPTED)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gudgeon", message="gudgeon %(version)s")
def main() -> None:
    """Simulate mechanisms whose joints are imperfect.

    MODEL is a YAML file, a file of another program that 'gudgeon import' knows, or the name of a
    mechanism in the library (see 'gudgeon library').
    """
