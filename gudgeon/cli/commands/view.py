"""The command ``view``: show results in the browser."""

import click

from ..common import (
    check_files,
    echo,
    files_of_shapes,
    laws_option,
    load_laws,
    meshes_of,
    shape_option,
)


@click.command()
@click.argument("results", nargs=-1, required=True, metavar="RESULT...")
@laws_option
@shape_option
@click.option(
    "--out",
    metavar="FILE.html",
    help="Where to write the page; by default in a folder for temporary files.",
)
@click.option(
    "--serve",
    is_flag=True,
    help="Serve the page on this machine, for a browser that cannot open local files.",
)
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def view(
    results: tuple[str, ...],
    laws: tuple[str, ...],
    shapes: tuple[str, ...],
    out: str | None,
    serve: bool,
    no_open: bool,
) -> None:
    """Show RESULT in the browser; several results are compared in one page."""
    from ...report.server import open_page, serve_page, write_page

    check_files([*results, *laws, *files_of_shapes(shapes)], [("--out", out)])
    load_laws(laws)
    page = write_page(results, out, shapes=meshes_of(shapes))
    echo(f"wrote {page}")
    if serve:
        serve_page(page, say=echo, open_browser=not no_open)
    elif not no_open:
        open_page(page.resolve().as_uri(), echo)
