"""The page that shows what is in a folder of the gallery."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon_gallery import make, write
from gudgeon_gallery.index_page import write_index

from .test_gallery import exhibit


def test_the_index_has_the_figures_that_were_made_and_badges_of_the_claims(tmp_path: Path) -> None:
    paper = exhibit()
    write(make(paper), tmp_path)
    (tmp_path / "swings" / "fig2.png").unlink()
    text = write_index(tmp_path, [paper]).read_text(encoding="utf-8")
    pictures = re.findall(r'<img [^>]*src="([^"]+)"', text)
    assert pictures == ["swings/fig1.png"]
    assert all((tmp_path / picture).exists() for picture in pictures)
    assert re.findall(r'class="badge (\w*)">([^<]+)<', text) == [
        ("holds", "1 holds"),
        ("fails", "1 does not hold"),
    ]
    assert "//" not in "".join(
        re.findall(r'(?:src|href)="([^"]+)"', text)
    )  # nothing from elsewhere


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(gd.InputError, match="cannot be written"):
        write_index(tmp_path / "file", [])


def test_the_command_writes_the_index(tmp_path: Path) -> None:
    arguments = ["gallery", "marques-friction", "fig4", "--quick", "--out", str(tmp_path / "made")]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    assert f"wrote {tmp_path / 'made' / 'index.html'}" in " ".join(done.output.split())
    assert 'src="marques-friction/fig4.png"' in (tmp_path / "made" / "index.html").read_text()
