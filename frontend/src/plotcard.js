// What all plots have in common: a frame, chosen channels with their values now, and ways to save.
import { body as bodyColour, curve as colourOf } from "./colours.js";
import { button, h, save } from "./dom.js";
import { NOISE, beside, cut } from "./text.js";

const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

export class PlotCard {
  constructor(page, title, names) {
    this.page = page;
    this.curves = [];
    this.chips = h("div", { class: "chips" });
    this.wanted = names;
    this.title = title;
    this.element = h("section", { class: "card", "aria-label": title });
  }

  async open() {
    this.chart = this.makeChart();
    for (const name of this.wanted) await this.#load(name);
    this.#frame();
    this.changed();
    this.listen();
    return this;
  }

  listen() {
    const { clock, span } = this.page;
    clock.addEventListener("time", () => this.tell());
    span.addEventListener("span", () => this.changed());
  }

  #frame() {
    const input = h("input", {
      list: "channels",
      placeholder: "add channel…",
      "aria-label": `Add a channel to ${this.title}`,
      class: "chooser",
      hidden: true,
      spellcheck: "false",
      onchange: async () => {
        if (await this.#load(input.value)) {
          input.value = "";
          this.changed();
        }
      },
    });
    const add = button("+", "Add a channel", () => {
      input.hidden = !input.hidden;
      if (!input.hidden) input.focus();
    });
    const tools = h(
      "span",
      { class: "tools" },
      this.chooses && add,
      button("PNG", "Save as PNG picture", () => this.chart.png(`${this.title}.png`)),
      button("SVG", "Save as SVG drawing", () =>
        save(`${this.title}.svg`, this.chart.svg(), "image/svg+xml"),
      ),
      button("CSV", "Save the numbers shown as CSV", () =>
        save(`${this.title}.csv`, this.csv(), "text/csv"),
      ),
      button("×", "Remove this plot", () => this.remove()),
    );
    this.element.append(
      h("header", {}, h("h3", { class: "sr" }, this.title), this.chips, this.extra(), tools),
      this.chart.element,
    );
    if (this.chooses) this.chart.element.after(input);
  }

  remove() {
    this.element.remove();
    this.page.plots.splice(this.page.plots.indexOf(this), 1);
    this.page.keep();
  }

  get chooses() {
    return true;
  }

  extra() {
    return null;
  }

  // Take a channel in, from every run that has it.
  async #load(name) {
    if (this.curves.some((curve) => curve.name === name)) return false;
    const found = this.page.curves.get(name);
    if (!found) return false;
    const parts = [];
    for (const run of this.page.runs)
      if (run.has(found.channel) && run.rows) parts.push({ run, values: await run.values(found) });
    const references = [];
    for (const { reference } of this.page.runs)
      if (reference?.has(found.channel)) references.push({ run: reference, values: await reference.values(found) });
    this.curves.push({ ...found, parts, references });
    this.page.keep();
    return true;
  }

  // The greatest of its numbers in the runs that are shown, without sign.
  #size(curve) {
    let top = 0;
    for (const { values } of this.partsOf(curve))
      for (const value of values) if (Math.abs(value) > top && Math.abs(value) < Infinity) top = Math.abs(value);
    return top;
  }

  // Leave out what is only rounding errors beside the other curves.
  dropNoise() {
    const kept = this.curves.filter((curve) => this.#size(curve) > NOISE * this.sizes.get(curve.unit));
    if (!kept.length || kept.length === this.curves.length) return;
    this.curves = kept;
    this.changed();
  }

  // A name as the head of the card has it.
  short(name) {
    return cut(name);
  }

  // What the plot shows of a curve: its numbers in every run that is not hidden.
  partsOf(curve) {
    return curve.parts.filter((part) => part.run.shown);
  }

  nameOf(curve, run) {
    return this.page.runs.length > 1 ? `${curve.name} (${run.name})` : curve.name;
  }

  // Curves of different bodies wear the colours of these bodies; of several runs, each has its own.
  #colours() {
    const bodies = this.curves.map(
      (curve) => this.page.runs[0].about.bodies.indexOf(curve.name.split(".")[0]) + 1,
    );
    const apart =
      bodies.every((body) => body > 0) &&
      new Set(bodies).size === bodies.length &&
      bodies.length > 1;
    const alone = this.page.runs.length === 1 || this.partsOf !== PlotCard.prototype.partsOf;
    return bodies.map((body, k) =>
      this.page.runs.map((_, run) =>
        !alone ? colourOf(run) : apart ? bodyColour(body) : colourOf(k),
      ),
    );
  }

  changed() {
    const colours = this.#colours();
    this.sizes = new Map(
      this.units.map((unit) => [
        unit,
        Math.max(0, ...this.curves.filter((curve) => curve.unit === unit).map((curve) => this.#size(curve))),
      ]),
    );
    const common = this.chooses ? shared(this.curves.map(({ name }) => name)) : "";
    this.chips.replaceChildren(
      ...(common ? [h("span", { class: "common" }, `${common.replaceAll(".", " ").trim().replaceAll("_", " ")}:`)] : []),
      ...this.curves.map((curve, k) => {
        curve.colours = colours[k];
        const parts = this.partsOf(curve);
        curve.now = parts.map(() => h("output", {}, ""));
        const several = this.page.runs.length > 1;
        const marks = parts.map(({ run }) => swatch(curve.colours[run.index]));
        const values = several
          ? parts.map(({ run }, n) => h("span", { class: "of" }, marks[n], h("small", {}, run.name), curve.now[n]))
          : curve.now;
        return h(
          "span",
          { class: several ? "chip runs" : "chip" },
          !several && marks,
          h("span", { class: "what", title: curve.name }, this.short(curve.name.replace(common, ""))),
          values,
          this.chooses && button("×", `Remove ${curve.name}`, () => this.#drop(k)),
        );
      }),
    );
    this.chart.ask();
    this.tell();
  }

  #drop(index) {
    this.curves.splice(index, 1);
    this.page.keep();
    this.changed();
  }

  tell() {
    const { t } = this.page.clock;
    this.chart.moveCursor(this.cursorAt(t));
    for (const curve of this.curves) {
      this.partsOf(curve).forEach((part, k) => {
        if (curve.now?.[k])
          curve.now[k].textContent = beside(valueAt(part, t), curve.unit, this.sizes.get(curve.unit));
      });
    }
  }

  cursorAt(t) {
    return t;
  }

  csv() {
    const { low, high } = this.page.span;
    const heads = [];
    const columns = [];
    for (const run of this.page.runs) {
      const tag = this.page.runs.length > 1 ? ` (${run.name})` : "";
      const rows = [...run.t.keys()].filter((row) => run.t[row] >= low && run.t[row] <= high);
      heads.push(`t [s]${tag}`);
      columns.push(rows.map((row) => run.t[row]));
      for (const curve of this.curves) {
        const part = curve.parts.find((each) => each.run === run);
        if (!part) continue;
        heads.push(`${curve.name} [${curve.unit}]${tag}`);
        columns.push(rows.map((row) => part.values[row]));
      }
    }
    return table(heads, columns);
  }

  // Curves of all runs as the chart takes them; a run is told by its colour, a channel then by its dashes.
  drawn(make) {
    const several = this.page.runs.length > 1;
    return this.curves.flatMap((curve, k) =>
      this.partsOf(curve).map((part) => ({
        ...make(part, curve, k),
        name: this.nameOf(curve, part.run),
        colour: curve.colours[part.run.index],
        dash: several ? DASHES[k % DASHES.length] : [],
        tag: several && k === 0 ? part.run.name : "",
      })),
    );
  }

  // Units in the order of their first curve: the first gets the left axis, the second the right one.
  get units() {
    return [...new Set(this.curves.map((curve) => curve.unit))];
  }
}

// What all names end with (.force.magnitude), or begin with (energy.lost:); it is then said once.
function shared(names) {
  const [first] = names;
  const end = first?.slice(first.indexOf("."));
  const start = first?.slice(0, first.indexOf(":") + 1);
  if (names.length < 2) return "";
  if (names.every((name) => name.indexOf(".") > 0 && name.slice(name.indexOf(".")) === end)) return end;
  return start && names.every((name) => name.startsWith(start)) ? start : "";
}

function swatch(colour) {
  const mark = h("i", {});
  mark.style.setProperty("--colour", colour);
  return mark;
}

export function valueAt({ run, values }, t) {
  if (t > run.end + 1e-12) return NaN; // it ended before the others
  const [row, share] = run.place(t);
  return share ? values[row] + share * (values[row + 1] - values[row]) : values[row];
}

// Names are quoted and cannot become formulas of a spreadsheet.
export const quoted = (text) => `"${text.replaceAll('"', '""').replace(/^([=+\-@])/, "'$1")}"`;

export function table(heads, columns) {
  const lines = [heads.map(quoted).join(",")];
  const rows = Math.max(0, ...columns.map((column) => column.length));
  for (let row = 0; row < rows; row++)
    lines.push(columns.map((column) => (row < column.length ? column[row] : "")).join(","));
  return `${lines.join("\n")}\n`;
}
