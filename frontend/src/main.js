// Reads the runs out of the page and puts the parts together.
import { Clock } from "./clock.js";
import { MODES, WORN, startTheme } from "./colours.js";
import { readRuns } from "./data.js";
import { button, h, select } from "./dom.js";
import { ImpactTable, neighbour } from "./impacts.js";
import { helpDialog, listen } from "./keys.js";
import { BlockMagnifier, isBlock } from "./block.js";
import { GuideMagnifier, slides } from "./slider_magnifier.js";
import { StopGauge } from "./stop_gauge.js";
import { MODE_NAMES, Magnifier, isImperfect } from "./magnifier.js";
import { printing } from "./outputs.js";
import { EnergyPlot, PhasePlot, SpectrumPlot, TimePlot } from "./plots.js";
import { Span } from "./time_range.js";
import { ViewState } from "./state.js";
import { storyOf } from "./story.js";
import { Transport } from "./transport.js";
import { Viewer } from "./viewer.js";

const SHOWN = 4; // runs that are shown at first
const OF_UNIT = { N: "force", "N*m": "moment", J: "energy", m: "length", "m/s": "velocity" };
const WORDS = { displacement_rate: "velocity", angle_rate: "angular velocity" };
const KINDS = {
  time: [TimePlot, "Over time"],
  phase: [PhasePlot, "Phase portrait"],
  spectrum: [SpectrumPlot, "Spectrum"],
  energy: [EnergyPlot, "Energy"],
};
const WORN_TEXT =
  "Where the bearing wears: load times sliding distance (Archard's law) over its angle, in shares of the deepest";
const MAGNIFIED = ["Stops", "Joint, magnified", "Joints, magnified"];
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
    this.state = new ViewState(this);
    const { hidden } = this.state.wanted;
    runs.forEach((run, k) => (run.shown = hidden ? !hidden.includes(run.name) : k < SHOWN));
    this.#wide(this.state.wanted.share);
  }

  // Something that the address keeps has changed.
  keep() {
    this.state.keep();
  }

  async open() {
    const turn = startTheme(() => this.redraw(), this.state.wanted.theme);
    this.themed = Boolean(this.state.wanted.theme);
    this.switchTheme = () => {
      this.themed = true;
      turn();
      this.keep();
    };
    at("story").append(...storyOf(this, () => this.switchTheme()));
    this.transport = new Transport(at("transport"), this);
    at("transport").hidden = this.clock.end === this.clock.start; // an equilibrium: nothing to play
    this.viewer = await new Viewer(at("view"), this.runs, this.clock).open();
    await this.#panels();
    this.#divider();
    listen(this);
    printing(this);
    this.state.apply();
    this.clock.addEventListener("time", () => this.clock.playing || this.keep());
    this.span.addEventListener("span", () => this.keep());
    const { modes } = this.viewer;
    if (modes?.about.list.length && this.clock.end === this.clock.start) modes.choose(Math.max(modes.about.list.findIndex(({ frequency }) => frequency > 0), 0));
    at("view").addEventListener("turned", () => this.keep());
    this.viewer.controls?.addEventListener("end", () => {
      this.viewer.moved = true;
      this.keep();
    });
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
    const gauges = await this.#gauges();
    const deck = h("div", { class: "deck" });
    panels.append(deck);
    const left = h("div", { class: "left" });
    deck.append(left);
    if (gaps.length + gauges.length) left.append(await this.#magnifiers(gaps, gauges));
    else deck.classList.add("plain");
    this.list = h("div", { class: "plots" });
    const side = h("div", { class: "side" }, this.list);
    deck.append(side);
    if (this.viewer.modes) this.list.append(this.viewer.modes.table());
    const known = (names) => names.filter((name) => this.curves.has(name));
    const wanted = this.state.wanted.plots?.filter(([kind]) => KINDS[kind]);
    for (const [kind, names] of wanted ?? this.#firstPlots()) {
      const plot = await this.addPlot(kind, known(names));
      if (!wanted && kind === "time") plot.dropNoise();
    }
    if (this.runs.some((run) => run.impacts)) {
      this.table = new ImpactTable(this);
      left.append(this.table.element);
    }
    side.append(this.#adder());
  }

  // Joints that are imperfect in any run, as the first run that has them describes them.
  #imperfect() {
    const found = new Map();
    for (const run of this.runs)
      for (const joint of run.scene?.joints ?? [])
        if (isImperfect(run, joint) && !found.has(joint.name)) found.set(joint.name, joint);
    return [...found.values()];
  }

  // Joints with stops whose coordinate is known, of the first run.
  async #gauges() {
    const view = this.viewer.views[0];
    const found = (this.runs[0].scene?.joints ?? []).flatMap((joint) =>
      (joint.limits ?? [])
        .filter(({ coordinate }) => this.runs[0].rows && this.runs[0].has(`${joint.name}.${coordinate}`))
        .map((limit) => new StopGauge(view, joint, limit, this.clock)),
    );
    return Promise.all(found.map((gauge) => gauge.open()));
  }

  async #magnifiers(joints, gauges) {
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
    this.magnifiers.push(...gauges);
    box.append(...gauges.map((gauge) => gauge.element));
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
      this.runs.some((run) => run.scene?.joints.some(({ worn }) => worn)) &&
        h("span", { style: `--colour: ${WORN}`, title: WORN_TEXT }, "wear"),
    );
    return h(
      "section",
      { class: "card magnified", "aria-label": "Magnified joints" },
      h(
        "header",
        {},
        h("h3", {}, MAGNIFIED[Math.min(joints.length, 2)]),
        legend,
      ),
      box,
    );
  }

  // What a reader probably wants to see first.
  #firstPlots() {
    const [run] = this.runs;
    if (!run.rows || this.clock.end === this.clock.start) return [];
    const { bodies, joints } = run.about;
    const imperfect = this.#imperfect().map((joint) => joint.name);
    const stops = this.runs
      .flatMap((run) => run.about.contacts.filter((place) => place.stop && !place.hard))
      .map((place) => place.label);
    const driver = [...run.channels.keys()].find(
      (name) =>
        run.channels.get(name).quantity === "force" &&
        this.curves.has(name) &&
        !joints.includes(name.split(".")[0]),
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
    const moving = this.#sliding() ?? [
      some([...bodies].reverse().map((name) => `${name}.velocity.magnitude`)).slice(
        0,
        this.runs.length > 1 ? 1 : 3,
      ),
    ];
    const losses = [...this.curves.keys()].filter((name) => name.startsWith("energy.lost:"));
    return [
      ["time", first],
      ...moving.map((names) => ["time", names]),
      ...(driver ? [["time", [driver]]] : []),
      ...(this.runs.length === 1 ? this.#paths(imperfect) : []),
      ["time", losses.slice(0, 6)],
      ["energy", []],
    ].filter(([kind, names]) => kind === "energy" || names.length);
  }

  // Velocity and acceleration, with their signs, of a body that slides along a global axis on the ground.
  #sliding() {
    const [run] = this.runs;
    for (const { name, bodies, axes } of run.scene?.joints ?? []) {
      const [ground, other] = bodies[0] === 0 ? [0, 1] : [1, 0];
      const along = axes[ground].findIndex((part) => Math.abs(part) > 1 - 1e-9);
      const body = run.about.bodies[bodies[other] - 1];
      if (bodies[ground] !== 0 || along < 0 || !run.has(`${name}.displacement`)) continue;
      return ["velocity", "acceleration"].map((word) => [`${body}.${word}.${"xyz"[along]}`]);
    }
    return null;
  }

  // The way of the journal in its bearing, in a plane.
  #paths(joints) {
    const { scene } = this.runs[0];
    if (!scene?.axes) return [];
    return joints
      .map((name) => scene.axes.map((k) => `${name}.eccentricity.${"xyz"[k]}`))
      .filter((names) => names.every((name) => this.curves.has(name)))
      .map((names) => ["phase", names]);
  }

  // What the curves of an axis measure, in words.
  quantityOf(curves) {
    const [run] = this.runs;
    const words = new Set(
      curves.map(({ channel }) => {
        const quantity = this.runs.map((each) => each.channels.get(channel)?.quantity).find(Boolean);
        const owner = channel.slice(0, channel.lastIndexOf("."));
        const gaps = run.about.contacts.filter(({ joint, stop, hard }) => joint === owner && !stop && !hard);
        if (channel.startsWith("energy.lost")) return "energy lost";
        if (quantity === "force" && curves[0].unit === "N*m") return "moment";
        const sum = quantity === "normal_force" && gaps.length > 1 ? ", sum" : "";
        return `${(WORDS[quantity] ?? quantity ?? "").replaceAll("_", " ")}${sum}`;
      }),
    );
    return words.size === 1 ? [...words][0] : (OF_UNIT[curves[0]?.unit] ?? "");
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
    plot.kind = kind;
    this.plots.push(plot);
    this.list.append(plot.element);
    this.keep();
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
    const set = (share) => {
      this.#wide(share);
      this.keep();
    };
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

  // Give the picture a share of the width.
  #wide(share) {
    if (!Number.isFinite(share)) return;
    this.share = Math.min(Math.max(share, 0.15), 0.85);
    at("stage").style.setProperty("--share", `${this.share * 100}%`);
  }

  // Hide one of several runs everywhere, or bring it back.
  showRun(run, shown) {
    run.shown = shown;
    this.keep();
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
