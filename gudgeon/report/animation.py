"""A run as moving pictures in a file: the mechanism, the gap of an imperfect joint magnified, and the
force in it; several runs below each other.

Frames are drawn with Matplotlib and written as GIF by Pillow, as MP4 or WebM by ffmpeg where that is
installed, as a program or as the package imageio-ffmpeg. Nothing is loaded from a network.
"""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import number, path_of, whole_number
from .._base.atomic_write import write_bytes
from .._base.description import Quantity
from .._base.errors import InputError
from .projection import View

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from PIL.Image import Image

    from ..results.result import Result

SUBSAMPLED = ["-pix_fmt", "yuv420p"]  # the only colours that every player knows
VIDEOS = {
    ".mp4": ["-c:v", "libx264", *SUBSAMPLED, "-movflags", "+faststart"],
    ".webm": ["-c:v", "libvpx-vp9", *SUBSAMPLED, "-b:v", "0", "-crf", "32"],
}
COLOURS = 64  # of a GIF
TRAIL = 0.06  # share of the run that the trail of a journal shows
FADES = 12  # pieces in which it fades
MODES = ("#2b8ce6", "#e0332c", "#e89a0c")  # free flight, impact, following, as on the page
FORCE, INK, SOFT = "#e0332c", "#1b2430", "#5b6775"


def animate(
    results: Result | Mapping[str, Result],
    path: str | Path,
    *,
    seconds: float = 6.0,
    rate: int = 20,
    size: tuple[int, int] = (800, 420),
    start: float | None = None,
    end: float | None = None,
) -> Path:
    """Write a run, or several below each other, as moving pictures, and return the path.

    The ending says which kind: ``.gif``, or ``.mp4`` and ``.webm`` if ffmpeg is installed. The
    picture plays for ``seconds`` with ``rate`` frames a second and has ``size`` pixels; ``start``
    and ``end`` [s] choose a part of the run. Forces are the greatest since the frame before.
    """
    path = path_of(path)
    ending = path.suffix.lower()
    if ending not in (".gif", *VIDEOS):
        raise InputError(f"cannot write '{path}': the ending must be .gif, .mp4 or .webm.")
    if ending in VIDEOS and _ffmpeg() is None:
        raise InputError(
            f"cannot write '{path}': a video needs the program ffmpeg, which is not installed here; "
            "install it or the extra gudgeon[video], or write a .gif."
        )
    length = number(seconds, "seconds", Quantity("s", bounds=((">", 0.0), ("<=", 600.0))))
    rate = whole_number(rate, "rate", least=1)
    runs = dict(results) if isinstance(results, Mapping) else {"": results}
    low, high = _span(runs, start, end)
    times = np.linspace(low, high, max(round(length * rate), 2))
    frames = _frames(runs, times, size)
    write_bytes(path, _gif(frames, rate) if ending == ".gif" else _video(frames, rate, ending))
    return path


def _span(
    runs: Mapping[str, Result], start: float | None, end: float | None
) -> tuple[float, float]:
    """Return from when to when all runs are shown."""
    if not runs:
        raise InputError("an animation needs at least one result.")
    for name, run in runs.items():
        if run.mechanism is None or run.rows < 2:
            raise InputError(
                f"the run {name!r} cannot be animated: it has no mechanism, or fewer than two rows."
            )
    first = max(float(run.t[0]) for run in runs.values())
    last = min(float(run.t[-1]) for run in runs.values())
    low, high = first if start is None else start, last if end is None else end
    if not first <= low < high <= last:
        raise InputError(f"the run lasts from {first:g} to {last:g} s; got {low:g} to {high:g} s.")
    return low, high


# -- frames ----------------------------------------------------------------------------------------


def _frames(
    runs: Mapping[str, Result], times: np.ndarray, size: tuple[int, int]
) -> Iterator[Image]:
    """Yield the pictures."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from PIL import Image

    dpi = 100
    figure = Figure(figsize=(size[0] / dpi, size[1] / dpi), dpi=dpi, facecolor="white")
    canvas = FigureCanvasAgg(figure)
    joint = next((found for run in runs.values() if (found := _imperfect(run))), None)
    shown = [
        _Shown(figure, name, run, joint, (place, len(runs)))
        for place, (name, run) in enumerate(runs.items())
    ]
    force = _ForcePlot(figure, shown, times)
    usual = max((float(np.quantile(run.load[1], 0.9)) for run in shown if run.load), default=1.0)
    for run in shown:
        run.usual = usual or 1.0  # a force whose arrow has the usual length
    for before, now in zip([times[0], *times[:-1]], times, strict=True):
        for run in shown:
            run.draw(before, now)
        force.move(now)
        canvas.draw()
        yield Image.fromarray(np.asarray(canvas.buffer_rgba())[..., :3].copy())


def _imperfect(run: Result) -> str | None:
    """Return the first joint that has modes, such as free flight and impact."""
    names = run.layout.labels["joint"]
    return next((name for name in names if "mode" in run.joint(name).quantities), None)


class _Shown:
    """One run: its mechanism, and beside it the gap of its first imperfect joint."""

    def __init__(
        self, figure: Any, name: str, run: Result, joint: str | None, among: tuple[int, int]
    ) -> None:
        self.run, self.view = run, View(run)
        place, count = among
        high = (0.66 if count == 1 else 0.70) / count
        foot = 0.97 - (place + 1) * high
        head = 0.05 if name else 0.0  # of the picture, for the name
        self.axes = figure.add_axes((0.01, foot, 0.66, high - head))
        self._frame(self.axes, *self.view.box)
        self.joint = _imperfect(run)
        figure.text(
            0.02, foot + high - 0.005, name, va="top", fontsize=11, color=INK, fontweight="bold"
        )
        self.path = self._path()
        self.gap: Axes | None = None
        if self.path is not None:
            side = min(high, 0.6)
            self.gap = figure.add_axes((0.69, foot + (high - side) / 2, 0.30, side))
            self._frame(self.gap, (-1.25, 1.25), (-1.4, 1.1))
            self.gap.text(
                0, -1.12, f"gap of joint {self.joint}", ha="center", va="top", fontsize=9, color=INK
            )
        self.load = self._load(joint)
        self.usual = 1.0
        self.drawn: list[Any] = []

    @staticmethod
    def _frame(axes: Axes, x: tuple[float, float], y: tuple[float, float]) -> None:
        axes.set_xlim(*x)
        axes.set_ylim(*y)
        axes.set_aspect("equal")
        axes.axis("off")

    def _path(self) -> np.ndarray | None:
        """Return the path of the journal in units of its clearance, in the plane of the picture."""
        assert self.run.mechanism is not None
        if self.joint is None:
            return None
        described: Any = self.run.mechanism.joint(self.joint)
        gap = described.fit.drawn_gap(described)
        if not gap:
            return None
        moved = np.asarray(self.run.joint(self.joint).eccentricity) / gap
        if self.run.mechanism.plane:
            return moved @ self.view.axes[:2].T
        return np.asarray(self.run.joint(self.joint).orbit)[:, :2] / gap

    def _load(self, wanted: str | None) -> tuple[str, np.ndarray] | None:
        """Return the joint whose force is shown, with the magnitudes: the imperfect one of any run,
        or that which carries most.
        """
        names = self.run.layout.labels["joint"]
        sizes = {name: np.linalg.norm(self.run.joint(name).force, axis=1) for name in names}
        name = (
            wanted
            if wanted in sizes
            else max(sizes, key=lambda joint: float(sizes[joint].max()), default=None)
        )
        return None if name is None else (name, sizes[name])

    def draw(self, before: float, now: float) -> None:
        """Show a time; a force is the greatest since the time before."""
        for part in self.drawn:
            part.remove()
        self.drawn = [*self._mechanism(now), *self._arrow(before, now), *self._journal(now)]

    def _mechanism(self, now: float) -> Iterator[Any]:
        from matplotlib.collections import PolyCollection

        parts = sorted(
            (part for body in self.view.bodies(now) for part in body), key=lambda part: part.depth
        )
        yield self.axes.add_collection(
            PolyCollection(
                [part.corners for part in parts],
                facecolors=[part.colour for part in parts],
                edgecolors=[part.edge for part in parts],
                linewidths=0.6,
            )
        )
        for way in self.view.struts(now):
            yield from self.axes.plot(*way.T, color=SOFT, lw=1.3)

    def _arrow(self, before: float, now: float) -> Iterator[Any]:
        if self.load is None:
            return
        name, sizes = self.load
        rows = slice(*np.searchsorted(self.run.t, (before, now)))
        row = rows.start + int(np.argmax(sizes[rows])) if rows.stop > rows.start else rows.start
        row = min(row, len(sizes) - 1)
        force = float(sizes[row])
        usual = self.usual
        way = self.view.axes[:2] @ np.asarray(self.run.joint(name).force)[row] / (force or 1.0)
        at = self.view.joint_point(name, now)
        length = min(0.16 * force / usual, 0.42) * self.view.size
        if length > 0.01 * self.view.size:
            tip = at + length * way
            yield self.axes.annotate(
                "", tip, at, arrowprops={"arrowstyle": "-|>", "color": FORCE, "lw": 2.2},
                annotation_clip=False,
            )  # fmt: skip

    def _journal(self, now: float) -> Iterator[Any]:
        if self.gap is None or self.path is None or self.joint is None:
            return
        from matplotlib.patches import Circle

        gap = self.gap
        yield gap.add_patch(Circle((0, 0), 1.0, fill=False, color=INK, lw=1.4))
        last = int(np.searchsorted(self.run.t, now, side="right")) - 1
        long = TRAIL * float(self.run.t[-1] - self.run.t[0])
        first = int(np.searchsorted(self.run.t, now - long))
        modes = np.asarray(self.run.joint(self.joint).mode)
        for k, piece in enumerate(np.array_split(np.arange(first, last + 1), FADES)):
            if len(piece):
                rows = np.append(piece, min(piece[-1] + 1, last))
                colour = MODES[int(modes[rows[-1]]) % len(MODES)]
                yield from gap.plot(
                    *self.path[rows].T, color=colour, lw=0.8 + 2.2 * k / FADES, alpha=(k + 1) / FADES,
                    solid_capstyle="round",
                )  # fmt: skip
        here = [np.interp(now, self.run.t, column) for column in self.path.T]
        yield gap.add_patch(Circle((here[0], here[1]), 0.06, color=INK))


class _ForcePlot:
    """The forces of all runs over time, and where the time is."""

    def __init__(self, figure: Any, shown: list[_Shown], times: np.ndarray) -> None:
        from ..plotting.figure import prefixed

        axes = figure.add_axes((0.09, 0.115, 0.885, 0.165))
        loads = [run.load for run in shown if run.load is not None]
        inside = [(run.run.t >= times[0]) & (run.run.t <= times[-1]) for run in shown]
        top = max((float(size[kept].max()) for (_, size), kept in zip(loads, inside, strict=False)), default=1.0)  # fmt: skip
        label, newtons = prefixed("[N]", top)
        time, second = prefixed("time [s]", float(times[-1]))
        for place, (run, load) in enumerate(zip(shown, loads, strict=False)):
            colour, width = (FORCE, 1.0) if place == 0 else (SOFT, 1.2)
            axes.plot(run.run.t / second, load[1] / newtons, color=colour, lw=width)
        name = loads[0][0] if loads else ""
        axes.set_ylabel(f"force {name} {label}", fontsize=8)
        axes.set_xlabel(time, fontsize=8, labelpad=1)
        axes.set_xlim(times[0] / second, times[-1] / second)
        axes.set_ylim(0, 1.08 * top / newtons or 1.0)
        axes.tick_params(labelsize=7, direction="in")
        axes.spines[["top", "right"]].set_visible(False)
        self.second = second
        self.line = axes.axvline(times[0] / second, color=INK, lw=1.2)

    def move(self, now: float) -> None:
        self.line.set_xdata([now / self.second] * 2)


# -- files -----------------------------------------------------------------------------------------


def _gif(frames: Iterator[Image], rate: int) -> bytes:
    """Return pictures as a GIF whose frames share the colours of a busy one."""
    from PIL.Image import Dither

    pictures = [*frames]
    palette = pictures[len(pictures) // 2].quantize(COLOURS, dither=Dither.NONE)
    small = [picture.quantize(palette=palette, dither=Dither.NONE) for picture in pictures]
    out = io.BytesIO()
    pause = max(round(1000 / rate), 20)
    small[0].save(
        out, "GIF", save_all=True, append_images=small[1:], duration=pause, loop=0, optimize=True
    )
    return out.getvalue()


def _ffmpeg() -> str | None:
    """Return the program: that of the system, or that of the package imageio-ffmpeg."""
    found = shutil.which("ffmpeg")
    if found is None:
        try:
            from imageio_ffmpeg import get_ffmpeg_exe

            found = str(get_ffmpeg_exe())
        except (ImportError, RuntimeError):  # no package; a package without its program
            return None
    return found


def _video(frames: Iterator[Image], rate: int, ending: str) -> bytes:
    """Return pictures as a video, made by ffmpeg."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for k, picture in enumerate(frames):
            wide, high = picture.size  # most codecs want even numbers
            picture.crop((0, 0, wide - wide % 2, high - high % 2)).save(f"{folder}/{k:06d}.png")
        made = Path(folder) / f"out{ending}"
        given = [_ffmpeg() or "ffmpeg", "-y", "-loglevel", "error", "-framerate", str(rate)]
        command = [*given, "-i", f"{folder}/%06d.png", *VIDEOS[ending], str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise InputError(f"ffmpeg could not make the video: {done.stderr.strip()[-300:]}")
        return made.read_bytes()
