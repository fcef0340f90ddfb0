// Reads the runs out of the page and puts the parts together.
import { Clock } from "./clock.js";
import { MODES, startTheme } from "./colours.js";
import { readRuns } from "./data.js";
import { button, h, select } from "./dom.js";
import { ImpactTable, neighbour } from "./impacts.js";
import { helpDialog, listen } from "./keys.js";
import { BlockMagnifier, isBlock } from "./block.js";
import { GuideMagnifier, slides } from "./slider_magnifier.js";
import { MODE_NAMES, Magnifier, isImperfect } from "./magnifier.js";
import { EnergyPlot, PhasePlot, SpectrumPlot, TimePlot } from "./plots.js";
import { Span } from "./time_range.js";
import { storyOf } from "./story.js";
import { Transport } from "./transport.js";
import { Viewer } from "./viewer.js";

const KINDS = {
  time: [TimePlot, "Over time"],
  phase: [PhasePlot, "Phase portrait"],
  spectrum: [SpectrumPlot, "Spectrum"],
  energy: [EnergyPlot, "Energy"],
};
const at = (id) => document.getElementById(id);

class Page {
  constructor(runs, several) {
    Object.assign(this, { runs, several });
    const [start, end] = [
      Math.min(...runs.map((run) => run.start)),
      Math.max(...runs.map((run) => run.end)),
    ];
    this.clock = new Clock(start, end);
    this.span = new Span(start, end);
    this.curves = new Map(
      runs.toReversed().flatMap((run) => run.curves().map((curve) => [curve.name, curve])),
    );
    this.plots = [];
    this.help = helpDialog();
  }

  async open() {
    this.switchTheme = startTheme(() => this.redraw());
    at("story").append(...storyOf(this, () => this.switchTheme()));
    this.transport = new Transport(at("transport"), this);
    this.viewer = await new Viewer(at("view"), this.runs, this.clock).open();
    await this.#panels();
    this.#divider();
    listen(this);
    this.clock.seek(this.clock.start);
    return this;
  }

  async #panels() {
    const panels = at("panels");
    document.body.append(
      h(
        "datalist",
        { id: "channels" },
        ...[...this.curves.keys()].map((name) => h("option", { value: name })),
      ),
    );
    const gaps = this.#imperfect();
    if (gaps.length) panels.append(await this.#magnifiers(gaps));
    this.list = h("div", { class: "plots" });
    panels.append(this.list, this.#adder());
    for (const [kind, names] of this.#firstPlots()) await this.addPlot(kind, names);
    if (!this.runs.some((run) => run.impacts)) return;
    this.table = new ImpactTable(this);
    panels.insertBefore(this.table.element, this.list.nextSibling);
  }

  // Joints that are imperfect in any run, as the first run that has them describes them.
  #imperfect() {
    const found = new Map();
    for (const run of this.runs)
      for (const joint of run.scene?.joints ?? [])
        if (isImperfect(run, joint) && !found.has(joint.name)) found.set(joint.name, joint);
    return [...found.values()];
  }

  async #magnifiers(joints) {
    this.magnifiers = [];
    const box = h("div", { class: "magnifiers" });
    for (const joint of joints) {
      const Kind = isBlock(joint)
        ? BlockMagnifier
        : slides(joint, this.runs[0].scene)
          ? GuideMagnifier
          : Magnifier;
      const magnifier = await new Kind(this.viewer, joint, this.clock).open();
      this.magnifiers.push(magnifier);
      box.append(magnifier.element);
    }
    this.viewer.controls?.addEventListener("change", () =>
      this.magnifiers.forEach((magnifier) => magnifier.ask()),
    );
    new ResizeObserver(() => this.magnifiers.forEach((magnifier) => magnifier.ask())).observe(box);
    const kinds = new Set(
      this.magnifiers.flatMap((magnifier) => magnifier.parts.map((part) => part.kind)),
    );
    const modes = Object.entries(MODE_NAMES).flatMap(([kind, names]) =>
      kinds.has(kind) ? names : [],
    );
    const legend = h(
      "span",
      { class: "modes tiny" },
      ...modes.map(([key, text]) => h("span", { style: `--colour: ${MODES[key]}` }, text)),
    );
    return h(
      "section",
      { class: "card", "aria-label": "Magnified joints" },
      h(
        "header",
        {},
        h("h3", {}, joints.length > 1 ? "Joints, magnified" : "Joint, magnified"),
        legend,
      ),
      box,
    );
  }

  // What a reader probably wants to see first.
  #firstPlots() {
    const [run] = this.runs;
    if (!run.rows) return [];
    const { bodies, joints } = run.about;
    const imperfect = this.#imperfect().map((joint) => joint.name);
    const stops = this.runs
      .flatMap((run) => run.about.contacts.filter((place) => place.stop && !place.hard))
      .map((place) => place.label);
    const driver = [...run.channels.keys()].find(
      (name) => run.channels.get(name).quantity === "force" && !joints.includes(name.split(".")[0]),
    );
    const some = (names) => names.filter((name) => this.curves.has(name)).slice(0, 4);
    const forces = (names) => some(names.map((name) => `${name}.force.magnitude`));
    const ofFit = (name) => this.runs.map((shown) => shown.forceOfFit(name)).find(Boolean);
    const pressing = some(
      [...imperfect, ...new Set(stops)].flatMap((name) => [
        `${name}.normal_force`,
        `${ofFit(name)}.magnitude`,
      ]),
    );
    const first =
      this.runs.length > 1 && imperfect.length
        ? forces(imperfect)
        : pressing.length
          ? pressing
          : forces(joints);
    const moving = some([...bodies].reverse().map((name) => `${name}.velocity.magnitude`));
    return [
      ["time", first],
      ["time", moving.slice(0, this.runs.length > 1 ? 1 : 3)],
      ...(driver ? [["time", [driver]]] : []),
      ["energy", []],
    ].filter(([kind, names]) => kind === "energy" || names.length);
  }

  #adder() {
    const kind = select(
      "Kind of plot",
      Object.entries(KINDS).map(([key, [, text]]) => [key, text]),
      "time",
      () => {},
    );
    return h(
      "p",
      { class: "adder" },
      kind,
      button("add plot", "Add a plot", () => this.addPlot(kind.value, this.#usual(kind.value))),
    );
  }

  #usual(kind) {
    const [run] = this.runs;
    const body = run.about.bodies.at(-1);
    return {
      time: [`${body}.position.x`],
      phase: [`${body}.position.x`, `${body}.velocity.x`],
      spectrum: [`${body}.acceleration.x`],
      energy: [],
    }[kind];
  }

  async addPlot(kind, names) {
    const [Kind, text] = KINDS[kind];
    const plot = await new Kind(
      this,
      (kind === "time" && this.#quantity(names)) || text,
      names,
    ).open();
    this.plots.push(plot);
    this.list.append(plot.element);
    return plot;
  }

  // The quantity that all channels of a plot have in common, as its title.
  #quantity(names) {
    const quantities = new Set(
      names.map((name) => this.runs[0].channels.get(this.curves.get(name)?.channel)?.quantity),
    );
    return quantities.size === 1 ? [...quantities][0]?.replaceAll("_", " ") : null;
  }

  #divider() {
    const divider = at("divider");
    const set = (share) =>
      at("stage").style.setProperty("--share", `${Math.min(Math.max(share, 0.15), 0.85) * 100}%`);
    divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
    divider.addEventListener(
      "pointermove",
      (event) =>
        divider.hasPointerCapture(event.pointerId) && set(event.clientX / window.innerWidth),
    );
    divider.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -0.03, ArrowRight: 0.03 }[event.key];
      if (!step) return;
      event.stopPropagation();
      set(at("view").clientWidth / window.innerWidth + step);
    });
  }

  // Hide one of several runs everywhere, or bring it back.
  showRun(run, shown) {
    run.shown = shown;
    this.redraw();
  }

  redraw() {
    this.viewer?.arrange();
    for (const button of document.querySelectorAll("button.run")) button.recolour();
    this.transport?.draw();
    for (const plot of this.plots) plot.changed();
    for (const magnifier of this.magnifiers ?? []) magnifier.ask();
  }

  goTo(t) {
    this.clock.toggle(false);
    this.clock.seek(t);
    this.span.show(t);
  }

  step(direction) {
    const t = neighbour(this.runs, this.clock.t, direction);
    if (t !== null) this.goTo(t);
  }

  row(direction) {
    const [run] = this.runs;
    const [row, share] = run.place(this.clock.t);
    if (run.rows)
      this.goTo(
        run.t[
          Math.min(Math.max(direction > 0 ? row + 1 : share > 0 ? row : row - 1, 0), run.rows - 1)
        ],
      );
  }
}

readRuns()
  .then(({ runs, several }) => new Page(runs, several).open())
  .then((page) => {
    window.gudgeon = page;
    document.documentElement.dataset.ready = "true";
  })
  .catch((error) => {
    document.body.prepend(
      h(
        "p",
        { class: "failure", role: "alert" },
        `This page cannot be shown: ${error.message}. A browser of 2023 or later is needed.`,
      ),
    );
    throw error;
  });
