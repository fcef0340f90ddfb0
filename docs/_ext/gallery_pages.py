"""The list of the papers of the gallery: pages that were made, and the command that makes the
others.
"""

from pathlib import Path

from gudgeon_gallery import KEYS, paper

MADE = Path(__file__).parents[1] / "gallery"


def pages() -> dict[str, str]:
    """Return the page by its path in the folder."""
    lines = ["# The papers", ""]
    made = [key for key in KEYS if (MADE / f"{key}.md").exists()]
    if made:
        lines += [
            "```{toctree}",
            ":maxdepth: 1",
            "",
            *(f"../gallery/{key}" for key in made),
            "```",
            "",
        ]
    if len(made) < len(KEYS):
        lines += [
            "Figures and verdicts are made by `make gallery`, not kept with the sources. Not made "
            "yet:",
            "",
        ]
        lines += [f"- **{key}**: {paper(key).title}" for key in KEYS if key not in made] + [""]
    lines += ["| paper | figures | claims |", "| --- | --- | --- |"]
    lines += [
        f"| {paper(key).title} | {len(paper(key).figures)} | {len(paper(key).claims)} |"
        for key in KEYS
    ]
    return {"papers.md": "\n".join(lines) + "\n"}
