"""The command ``schema``: the JSON Schema of model files."""

import json
from pathlib import Path

import click

from ..common import check_files, echo, laws_option, load_laws


@click.command()
@laws_option
@click.option("--out", metavar="FILE.json", help="Write it to this file instead of showing it.")
def schema(laws: tuple[str, ...], out: str | None) -> None:
    """Print the JSON Schema of model files, for editors that complete and check YAML."""
    from ..._base.atomic_write import write_text
    from ...model.files.json_schema import json_schema

    check_files(laws, [("--out", out)])
    load_laws(laws)
    text = json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"
    if out is None:
        echo(text, nl=False)
        return
    write_text(Path(out), text)
    echo(f"wrote {out}")
