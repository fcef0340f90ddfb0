"""Pictures of pages that have tables, made from these tables."""

import re

import numpy as np
from figure_axes import AMBER, DOCS, GREEN, GREY, RED, axes_of
from matplotlib.figure import Figure

import gudgeon as gd

OUTCOMES = {"holds": GREEN, "holds in part": AMBER, "does not hold": RED, "not counted": GREY}


def table_rows(page: str, head: str) -> list[list[str]]:
    """Return the rows of the first table of a page whose head begins so."""
    lines = iter((DOCS / f"{page}.md").read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith(head):
            next(lines)
            break
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


def choosing() -> Figure:
    """The error of methods over their evaluations, as the page's first table has them."""
    figure, (ax,) = axes_of(("evaluations", "error [m]"))
    found: dict[str, list[tuple[float, float]]] = {}
    name = ""
    for method, _, error, _, evaluations in table_rows("choosing", "| | `rtol` | error [m] |"):
        name = method.split("`")[0] or name
        found.setdefault(name, []).append((float(evaluations), float(error)))
    for (name, points), mark in zip(found.items(), "os^Dvx", strict=True):
        ax.loglog(*zip(*points, strict=True), f"{mark}-", label=name, ms=5)
    ax.legend(frameon=False, fontsize=8)
    return figure


def peers() -> Figure:
    """How many times as long other programs take, as the tables of the page say."""
    text = (DOCS / "peers.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    figure, (ax,) = axes_of(("time of the other program, gudgeon = 1", ""), high=2.8)
    colours = {"EXUDYN": RED, "MuJoCo": AMBER, "SciPy": GREEN}
    names, case = [], ""
    for row in reversed([row for row in rows if len(row) >= 3]):
        program = next((name for name in colours if name in row[-3]), None)
        if program:
            names.append((float(row[-1]), program))
        elif "gudgeon:" in row[-3]:
            case = row[0].replace("`", "")
            for factor, other in names:
                ax.barh(f"{case}: {other}", factor, color=colours[other])
                ax.text(factor * 1.05, f"{case}: {other}", f"{factor:g}", va="center", fontsize=8)
            names = []
    ax.set_xscale("log")
    ax.set_xlim(1, 300)
    ax.tick_params(axis="y", labelsize=8)
    return figure


def verdicts() -> Figure:
    """How many claims of each paper came out how."""
    text = (DOCS / "verdicts.md").read_text(encoding="utf-8")
    papers = re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    figure, (ax,) = axes_of(("claims", ""), high=2.4)
    for paper, body in reversed(papers):
        left = 0
        for outcome, colour in OUTCOMES.items():
            count = len(re.findall(rf"\| {outcome} \|", body))
            ax.barh(
                paper,
                count,
                left=left,
                color=colour,
                label=outcome if paper == papers[0][0] else None,
            )
            if count:
                ax.text(
                    left + count / 2,
                    paper,
                    str(count),
                    ha="center",
                    va="center",
                    color="w",
                    fontsize=8,
                )
            left += count
    ax.grid(False)
    ax.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def misprints() -> Figure:
    """The rebound that the law of Lankarani and Nikravesh gives, over the one it is asked for."""
    asked = np.linspace(0.02, 1.0, 50)
    got = [gd.LankaraniNikravesh(stiffness=1e10, restitution=e).rebound() for e in asked]
    figure, (ax,) = axes_of(("restitution asked for", "rebound"))
    ax.plot(asked, got, color=RED, label="Lankarani–Nikravesh")
    ax.plot(asked, asked, color=GREY, ls="--", label="as asked for")
    ax.plot([0.5], [gd.LankaraniNikravesh(1e10, 0.5).rebound()], "o", color=RED)
    ax.legend(frameon=False)
    return figure


PICTURES = (
    choosing,
    peers,
    verdicts,
    misprints,
)
