// The kinds of plots: over time, one channel over another, spectrum, energy ledger.
import { Chart, axisFor } from "./chart.js";
import { MODES, curve as colourOf, inks } from "./colours.js";
import { envelope, extent, lowerRow, spectrum } from "./series.js";
import { select } from "./dom.js";
import { PlotCard, valueAt } from "./plotcard.js";
import { beside, number, pretty, quantity, scaled, seconds } from "./text.js";

const PHASE_POINTS = 40_000;
const MARKS = 400;
const TOPS = 100;
const PRESSING = ".normal_force";
const DECADES = 8;
const EMPTY = { low: 0, high: 1, label: "" };

// Ends of a longer stretch of time need fewer digits than their difference has.
const timeAxis = ({ low, high, end }) => {
  const { factor, unit } = scaled(Math.abs(end), "s");
  const digits = Math.max(
    3,
    3 + Math.ceil(Math.log10(Math.max(Math.abs(high), 1e-12) / (high - low))),
  );
  return {
    low,
    high,
    label: `time [${unit}]`,
    format: (value) => String(Number((value / factor).toPrecision(digits))),
  };
};

export class TimePlot extends PlotCard {
  makeChart() {
    const { clock, span } = this.page;
    return new Chart((pixels) => this.model(pixels), {
      label: `${this.title}: channels over time`,
      onclick: (t) => clock.seek(t),
      onspan: (low, high) => span.set(low, high),
      onhover: (t) => [
        `t = ${seconds(t, span.end - span.start)}`,
        ...this.curves.flatMap((curve) =>
          curve.parts
            .filter((part) => part.run.shown)
            .map(
              (part) =>
                `${this.nameOf(curve, part.run)} ${beside(valueAt(part, t), curve.unit, this.sizes.get(curve.unit))}`,
            ),
        ),
      ],
    });
  }

  // The same channels of the run with ideal joints, thin and grey.
  references(pixels, units) {
    const { span } = this.page;
    return this.curves.flatMap((curve) =>
      (curve.references ?? []).map(({ run, values }) => ({
        ...envelope(run.t, values, span.low, span.high, pixels),
        axis: units.indexOf(curve.unit),
        colour: inks().soft,
        width: 0.9,
        name: `${curve.name} (ideal)`,
      })),
    );
  }

  model(pixels) {
    const { span } = this.page;
    const units = this.units;
    const curves = this.drawn((part, curve) => ({
      ...envelope(part.run.t, part.values, span.low, span.high, pixels),
      axis: units.indexOf(curve.unit),
    }));
    const axes = units.map((unit, k) => {
      const own = this.curves.filter((curve) => curve.unit === unit);
      return axisFor(extent(curves.filter((curve) => curve.axis === k)), this.page.quantityOf(own), unit);
    });
    const dots = this.curves.flatMap((curve) =>
      this.partsOf(curve).flatMap((part) =>
        tops(part, curve, span).map((dot) => ({
          ...dot,
          axis: units.indexOf(curve.unit),
          colour: curve.colours[part.run.index],
        })),
      ),
    );
    return {
      x: timeAxis(span),
      axes: axes.length ? axes : [EMPTY],
      curves: [...this.references(pixels, units), ...curves],
      marks: impactMarks(this.page),
      shade: startOf(this.page),
      dots,
    };
  }
}

// The start that key figures leave out, of all runs that are shown; null where there is none.
function startOf({ runs, span }) {
  const ends = runs.filter(({ shown }) => shown).map(({ transient }) => transient ?? 0);
  const end = ends.length ? Math.min(...ends) : 0;
  return end > span.low ? { low: span.low, high: Math.min(end, span.high), word: "start" } : null;
}

// Where the contacts of a normal force are hardest, as their table says: of one contact, or of all
// in the gap of a joint; of very many, the hardest.
export function tops({ run, values }, { channel }, { low, high }) {
  const owner = channel.endsWith(PRESSING) ? channel.slice(0, -PRESSING.length) : null;
  if (owner === null || !run.impacts) return [];
  const { peak_time: when, peak_force: force } = run.impacts;
  const mine = (place) =>
    place.label === owner || (place.joint === owner && !place.stop && !place.hard);
  return [...when.keys()]
    .filter((k) => when[k] >= low && when[k] <= high && mine(run.placeOf(k)))
    .sort((a, b) => force[b] - force[a])
    .slice(0, TOPS)
    .map((k) => ({ x: when[k], y: valueAt({ run, values }, when[k]) }));
}

// Where contacts begin, as ticks at the upper edge; of very many, a fair sample.
function impactMarks({ runs, span }) {
  const marks = [];
  for (const { starts, shown } of runs) {
    if (!shown) continue;
    const from = lowerRow(starts, span.low);
    const to = lowerRow(starts, span.high);
    const step = Math.max(1, Math.ceil((to - from) / MARKS));
    for (let k = from; k < to; k += step) marks.push({ x: starts[k], colour: MODES.impact });
  }
  return marks;
}

export class PhasePlot extends PlotCard {
  makeChart() {
    return new Chart((pixels) => this.model(pixels), {
      label: `${this.title}: the second channel over the first`,
      height: 220,
    });
  }

  // Every other channel is drawn over the first one.
  model(pixels) {
    const { span, clock } = this.page;
    const [first, ...others] = this.curves;
    if (!first || !others.length)
      return { x: { ...EMPTY, label: "choose two channels" }, axes: [EMPTY], curves: [] };
    const curves = [];
    for (const curve of others) {
      for (const part of curve.parts.filter((each) => each.run.shown)) {
        const across = first.parts.find((each) => each.run === part.run);
        if (across)
          curves.push({
            ...this.#path(part, across, span),
            colour: curve.colours[part.run.index],
            name: this.nameOf(curve, part.run),
            width: 1.2,
            axis: 0,
          });
        if (across)
          curves.push({
            x: [valueAt(across, clock.t)],
            y: [valueAt(part, clock.t)],
            dot: true,
            colour: curve.colours[part.run.index],
            count: 1,
          });
      }
    }
    const lines = curves.filter((curve) => !curve.dot);
    const x = axisFor(extent(lines.map(({ x: y, count }) => ({ y, count }))), first.name, first.unit);
    const names = others.map((curve) => curve.name).join(", ");
    const y = axisFor(extent(lines), names, others[0].unit);
    if (first.unit === "m" && others[0].unit === "m") alike(x, y, pixels / (this.chart.height - 40));
    return { x, axes: [y], curves: curves.map((curve) => (curve.dot ? dot(curve, x, y) : curve)) };
  }

  #path({ run, values }, across, { low, high }) {
    const [from, to] = [lowerRow(run.t, low), Math.min(lowerRow(run.t, high) + 1, run.rows)];
    const step = Math.max(1, Math.ceil((to - from) / PHASE_POINTS));
    const count = Math.ceil((to - from) / step);
    const path = { x: new Float64Array(count), y: new Float64Array(count), count };
    for (let k = 0; k < count; k++)
      [path.x[k], path.y[k]] = [across.values[from + k * step], values[from + k * step]];
    return path;
  }

  tell() {
    super.tell();
    this.chart.ask();
  }

  cursorAt() {
    return undefined;
  }
}

// Widen one of two axes so that a metre is as long on both; the chart is this many times as wide as high.
function alike(x, y, shape) {
  const [wide, high] = [x.high - x.low, y.high - y.low];
  const grow = (axis, size) => {
    const middle = (axis.low + axis.high) / 2;
    [axis.low, axis.high] = [middle - size / 2, middle + size / 2];
  };
  if (wide < shape * high) grow(x, shape * high);
  else grow(y, wide / shape);
}

// A point as a small cross, the only mark that needs no other shape.
function dot({ x: [px], y: [py], colour }, x, y) {
  const [dx, dy] = [0.012 * (x.high - x.low), 0.02 * (y.high - y.low)];
  return {
    x: [px - dx, px + dx, NaN, px, px],
    y: [py, py, NaN, py - dy, py + dy],
    count: 5,
    colour,
    width: 3,
    dash: [],
  };
}

export class SpectrumPlot extends PlotCard {
  makeChart() {
    return new Chart((pixels) => this.model(pixels), {
      label: `${this.title}: amplitude over frequency of the time shown`,
      onspan: (low, high) => {
        this.zoom = high - low < Infinity ? [Math.max(low, 0), high] : null;
        this.chart.ask();
      },
      onhover: (f) => [`f = ${quantity(f, "Hz", 5)}`],
    });
  }

  changed() {
    this.spectra = null;
    super.changed();
  }

  model(pixels) {
    const { span } = this.page;
    this.spectra ??= this.drawn((part) => {
      const found = spectrum(part.run.t, part.values, span.low, span.high);
      return { ...found, y: found.y.map((value) => Math.log10(Math.max(value, 1e-300))) };
    });
    const last = Math.max(1e-9, ...this.spectra.map((spectrum) => spectrum.x.at(-1) ?? 0));
    const [low, high] = this.zoom ?? [0, last];
    const curves = this.spectra.map((spectrum) => ({
      ...spectrum,
      ...envelope(spectrum.x, spectrum.y, low, Math.min(high, last), pixels),
    }));
    const [, top] = extent(curves);
    const ceiling = Number.isFinite(top) ? Math.ceil(top + 0.2) : 0;
    const ticks = Array.from({ length: DECADES + 1 }, (_, k) => ceiling - k).filter(
      (_, k) => k % 2 === 0,
    );
    const axis = {
      low: ceiling - DECADES,
      high: ceiling,
      label: `amplitude [${this.units.map(pretty).join(", ")}]`,
      ticks,
      format: (value) => number(10 ** value, 1),
    };
    return {
      x: { low, high: Math.min(high, last), label: "frequency [Hz]" },
      axes: [axis],
      curves,
    };
  }

  cursorAt() {
    return undefined;
  }
}

// Where the energy of one run is: kinetic, potential, stored and lost, stacked; the line is what was there plus what was put in.
export class EnergyPlot extends PlotCard {
  constructor(page, title) {
    const entries = new Set(page.runs.flatMap((run) => run.about.entries));
    super(
      page,
      title,
      [...entries].map((name) => `energy.${name}`),
    );
    [this.run] = page.runs;
  }

  short(name) {
    return super.short(name.slice("energy.".length));
  }

  // Which run is shown; areas of several would hide each other.
  extra() {
    const { runs } = this.page;
    if (runs.length < 2) return null;
    return select(
      "Whose energy",
      runs.map((run, k) => [String(k), run.name]),
      "0",
      (value) => {
        this.run = runs[Number(value)];
        this.stack = null;
        this.changed();
      },
    );
  }

  partsOf(curve) {
    return curve.parts.filter((part) => part.run === this.run);
  }

  get chooses() {
    return false;
  }

  makeChart() {
    const { clock, span } = this.page;
    return new Chart((pixels) => this.model(pixels), {
      label: `${this.title}: where the energy is, stacked`,
      onclick: (t) => clock.seek(t),
      onspan: (low, high) => span.set(low, high),
    });
  }

  #stack() {
    const { run } = this;
    const kind = (curve) => curve.name.slice("energy.".length).split(":")[0];
    const rows = run.rows;
    let base = new Float64Array(rows);
    const layers = [];
    const put = new Float64Array(rows);
    for (const curve of this.curves) {
      const values = this.partsOf(curve)[0]?.values;
      if (!values) continue;
      if (["driver", "load"].includes(kind(curve))) {
        for (let k = 0; k < rows; k++) put[k] += values[k];
        continue;
      }
      const shift =
        kind(curve) === "gravity"
          ? values.reduce((low, value) => Math.min(low, value), Infinity)
          : 0;
      const top = base.map((value, k) => value + values[k] - shift);
      if (values.some((value) => value !== shift)) layers.push({ curve, low: base, high: top });
      base = top;
    }
    const start = base[0] - put[0];
    return { run, layers, given: put.map((value) => start + value) };
  }

  model(pixels) {
    const { span } = this.page;
    this.stack ??= this.#stack();
    const { run, layers, given } = this.stack;
    if (!run.rows) return { x: timeAxis(span), axes: [EMPTY], curves: [] };
    const areas = layers.map(({ curve, low, high }) => ({
      ...band(run.t, low, high, span, pixels),
      colour: curve.colours[0],
      name: curve.name,
    }));
    const line = {
      ...envelope(run.t, given, span.low, span.high, pixels),
      name: "initial energy + work",
      colour: colourOf(7),
      dash: [5, 3],
      axis: 0,
    };
    const [low, high] = extent([
      ...areas.map(({ high: y, count }) => ({ y, count })),
      ...areas.map(({ low: y, count }) => ({ y, count })),
      line,
    ]);
    return {
      x: timeAxis(span),
      axes: [axisFor([Math.min(low, 0), high], "energy", "J")],
      areas,
      curves: [line],
    };
  }
}

// Both edges of a stacked area at the same times: of every pixel the row where the upper edge is highest.
function band(t, low, high, span, pixels) {
  const top = envelope(t, high, span.low, span.high, pixels);
  const edge = new Float64Array(top.count);
  for (let k = 0; k < top.count; k++)
    edge[k] = low[Math.min(lowerRow(t, top.x[k]), low.length - 1)];
  return {
    x: Float64Array.from(top.x.subarray(0, top.count)),
    low: edge,
    high: top.y,
    count: top.count,
  };
}
