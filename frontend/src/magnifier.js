// The gap of a loose joint drawn so large that the play can be seen: wall, journal, trail of its centre, forces, mode.
import { FORCES, MODES, inks } from "./colours.js";
import { fit, h } from "./dom.js";
import { cross, dot, norm, perpendicular, rotate, sub, times, unit } from "./geometry.js";
import { arrow, circle } from "./strokes.js";
import { quantity, round } from "./text.js";

const TRAIL = 800; // points of the trail
const FADES = 4; // steps in which it fades
export const GAP = 0.42; // share of the drawn bearing radius that the clearance takes
const MODE_NAMES = [
  ["free", "free flight"],
  ["impact", "impact"],
  ["following", "following"],
];
const MM_PER_PIXEL = 25.4 / 96;

export class Magnifier {
  constructor(viewer, joint, clock) {
    Object.assign(this, { viewer, joint, clock, drawn: -Infinity, trail: 10 ** -1.5 });
    this.canvas = h("canvas", { role: "img", "aria-label": `Magnified gap of joint ${joint.name}` });
    this.caption = h("p", { class: "caption", "aria-live": "off" });
    const length = h("input", {
      type: "range",
      min: "-4",
      max: "0",
      step: "0.1",
      value: "-1.5",
      class: "small",
      title: "Length of the trail",
      "aria-label": "Length of the trail",
      oninput: () => {
        this.trail = 10 ** Number(length.value);
        this.draw();
      },
    });
    this.element = h(
      "figure",
      { class: "magnifier" },
      this.canvas,
      h("figcaption", {}, this.caption, h("label", { class: "tiny" }, "trail ", length)),
    );
  }

  async open() {
    this.parts = [];
    for (const view of this.viewer.views) {
      const { run } = view;
      const name = `${this.joint.name}.eccentricity`;
      if (!run.has(name)) continue;
      const mode = run.has(`${this.joint.name}.mode`) ? (await run.columns(`${this.joint.name}.mode`))[0] : null;
      const { clearance } = run.scene.joints.find((one) => one.name === this.joint.name);
      this.parts.push({ view, run, e: await run.columns(name), mode, clearance });
    }
    this.clock.addEventListener("time", () => this.ask());
    return this;
  }

  ask() {
    if (this.asked || !this.canvas.isConnected) return;
    this.asked = true;
    const draw = () =>
      requestAnimationFrame((now) => {
        this.asked = false;
        this.drawn = now;
        this.draw();
      });
    const wait = this.drawn + this.viewer.pace.pause - performance.now();
    if (wait > 0) setTimeout(draw, wait);
    else draw();
  }

  // Directions of the drawing at a time: to the right, upwards, and towards the reader.
  #frame(run, t) {
    const { scene } = run;
    if (scene.normal) {
      const [right, up] = scene.axes.map((k) => [0, 1, 2].map((one) => Number(one === k)));
      return [right, up, scene.normal];
    }
    if (this.joint.kind === "spherical") {
      const [x, y, z] = [0, 1, 2].map((k) => [...this.viewer.camera.matrixWorld.elements.slice(4 * k, 4 * k + 3)]);
      return [x, y, z];
    }
    const axis = rotate(run.pose(this.joint.bodies[0], t).orientation, unit(this.joint.axes[0]));
    const side = rotate(run.pose(this.joint.bodies[0], t).orientation, perpendicular(unit(this.joint.axes[0])));
    return [side, cross(axis, side), axis];
  }

  mode(part, row) {
    return part.mode ? (MODE_NAMES[Math.round(part.mode.at(row))]?.[0] ?? "free") : "free";
  }

  // The mode between two rows: the contact periods know better than the row before.
  modeAt(part, row, t) {
    const mode = this.mode(part, row);
    const touching = part.run.touching(this.joint.name, t);
    if (mode === "free" && touching) return "impact";
    return touching || part.run.t[row] === t ? mode : "free";
  }

  draw() {
    const width = this.element.clientWidth || 320;
    const height = Math.min(width, 300);
    const context = fit(this.canvas, width, height);
    const long = !this.parts[0]?.run.scene.normal && this.joint.lengths;
    const radius = Math.min(long ? width / 4 : width / 2, height / 2) - (long ? 20 : 34);
    const centre = [long ? width * 0.28 : width / 2, height / 2];
    const scale = (GAP * radius) / (this.joint.clearance || 1e-9);
    this.#walls(context, centre, radius, scale);
    // Every run is drawn in units of its own clearance, so that all fit into one picture.
    this.parts.forEach((part, k) => this.#journal(context, part, centre, radius, (GAP * radius) / (part.clearance || 1e-9), k > 0));
    if (long && this.parts.length) this.#side(context, this.parts[0], [width * 0.77, height / 2], Math.min(width * 0.2, radius), radius);
    this.scaleBar(context, scale, height);
    this.describe(scale);
  }

  #walls(context, [x, y], radius, scale) {
    const { ink, soft, line } = inks();
    context.lineWidth = 10;
    context.strokeStyle = line;
    circle(context, x, y, radius + 5);
    context.lineWidth = 1.5;
    context.strokeStyle = ink;
    circle(context, x, y, radius);
    context.lineWidth = 1;
    context.strokeStyle = soft;
    context.setLineDash([3, 3]);
    circle(context, x, y, this.joint.clearance * scale);
    context.setLineDash([]);
    context.strokeStyle = line;
    context.beginPath();
    context.moveTo(x - radius, y);
    context.lineTo(x + radius, y);
    context.moveTo(x, y - radius);
    context.lineTo(x, y + radius);
    context.stroke();
  }

  #journal(context, part, [x, y], radius, scale, ghost) {
    const { run, view, e } = part;
    if (!run.rows) return;
    const t = Math.min(this.clock.t, run.end);
    const [row, share] = run.place(t);
    const [right, up] = this.#frame(run, t);
    const at = (vector) => [x + scale * dot(vector, right), y - scale * dot(vector, up)];
    this.#trail(context, part, at, t, ghost);
    const here = e.map((one) => one.between(row, share));
    const mode = this.modeAt(part, row, t);
    const [px, py] = at(here);
    context.globalAlpha = ghost ? 0.35 : 1;
    context.fillStyle = `${MODES[mode]}2e`;
    context.strokeStyle = MODES[mode];
    context.lineWidth = 2;
    circle(context, px, py, (1 - GAP) * radius, true);
    context.fillStyle = MODES[mode];
    circle(context, px, py, 4, true);
    if (!ghost) this.#forces(context, view, t, [x, y], radius, [right, up]);
    context.globalAlpha = 1;
    if (!ghost) Object.assign(this, { here: this.#across(here, run, t), shownMode: mode });
  }

  // The part of the eccentricity that is play: a sleeve and a slider move freely along their axis.
  #across(e, run, t) {
    if (run.scene.normal || ["spherical", "revolute"].includes(this.joint.kind)) return e;
    const [, , axis] = this.#frame(run, t);
    return sub(e, times(axis, dot(e, axis)));
  }

  #trail(context, part, at, t, ghost) {
    const { run, e } = part;
    const from = run.place(t - this.trail * (run.end - run.start))[0];
    const [to] = run.place(t);
    const step = Math.max(1, Math.ceil((to - from) / TRAIL));
    const strokes = new Map(); // few strokes of many points each: a stroke costs far more than a point
    let before = at(e.map((one) => one.at(from)));
    let last = "";
    for (let row = from + step; row <= to; row += step) {
      const point = at(e.map((one) => one.at(row)));
      const key = `${this.mode(part, row)} ${Math.floor((FADES * (row - from)) / (to - from + 1))}`;
      if (!strokes.has(key)) strokes.set(key, new Path2D());
      if (key !== last) strokes.get(key).moveTo(...before);
      strokes.get(key).lineTo(...point);
      [before, last] = [point, key];
    }
    context.lineWidth = 1 / (window.devicePixelRatio || 1); // hairlines are drawn many times faster
    for (const [key, path] of strokes) {
      const [mode, fade] = key.split(" ");
      context.globalAlpha = ((ghost ? 0.3 : 0.9) * (1 + Number(fade))) / FADES;
      context.strokeStyle = MODES[mode];
      context.stroke(path);
    }
    context.globalAlpha = 1;
  }

  #forces(context, view, t, [x, y], radius, [right, up]) {
    for (const { n, force, normal, friction } of view.active(t, this.joint.name)) {
      const direction = [dot(n, right), -dot(n, up)];
      const wall = [x + radius * direction[0], y + radius * direction[1]];
      context.fillStyle = FORCES.normal;
      circle(context, ...wall, 4.5, true);
      const length = (f) => (Math.min(f / view.reference.contact, 1.6) * radius) / 1.6;
      for (const [vector, colour] of [
        [normal, FORCES.normal],
        [friction, FORCES.friction],
      ]) {
        const size = norm(vector);
        if (size > 1e-3 * force) arrow(context, wall, unit([dot(vector, right), -dot(vector, up), 0]), length(size), colour);
      }
    }
  }

  // A hinge or sleeve in space from the side: the journal's shift along the axis and its tilt, both magnified.
  #side(context, { run, e }, [x, y], half, radius) {
    const { ink, line, soft } = inks();
    const [outer, inner] = this.joint.lengths;
    const t = Math.min(this.clock.t, run.end);
    const [row, share] = run.place(t);
    const [side, , axis] = this.#frame(run, t);
    const here = e.map((one) => one.between(row, share));
    const turned = rotate(run.pose(this.joint.bodies[1], t).orientation, unit(this.joint.axes[1]));
    const play = Math.abs(outer - inner) / 2 || this.joint.clearance;
    const grow = (0.12 * half) / play;
    const wide = radius * 0.62;
    const room = (GAP * wide) / this.joint.clearance;
    context.strokeStyle = ink;
    context.lineWidth = 1.5;
    context.strokeRect(x - half, y - wide, 2 * half, 2 * wide);
    context.strokeStyle = soft;
    context.save();
    context.translate(x + grow * dot(here, axis), y - room * dot(here, side));
    context.rotate(-Math.atan(dot(turned, side) * (room / (half / (outer / 2)))));
    context.fillStyle = `${MODES[this.shownMode ?? "free"]}2e`;
    context.strokeStyle = MODES[this.shownMode ?? "free"];
    const reach = half - (grow * Math.max(outer - inner, 0)) / 2;
    context.beginPath();
    context.rect(-reach, -(wide - GAP * wide), 2 * reach, 2 * (wide - GAP * wide));
    context.fill();
    context.stroke();
    context.restore();
    context.strokeStyle = line;
    context.setLineDash([6, 3]);
    context.beginPath();
    context.moveTo(x - half - 8, y);
    context.lineTo(x + half + 8, y);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = soft;
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "center";
    context.fillText(`side, tilt ${quantity(Math.acos(Math.min(1, Math.abs(dot(turned, axis)))), "rad", 3)}`, x, y + wide + 16);
  }

  scaleBar(context, scale, height) {
    const { soft } = inks();
    const length = round(90 / scale);
    const pixels = length * scale;
    context.strokeStyle = context.fillStyle = soft;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(10, height - 14);
    context.lineTo(10, height - 9);
    context.lineTo(10 + pixels, height - 9);
    context.lineTo(10 + pixels, height - 14);
    context.stroke();
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "left";
    context.fillText(quantity(length, "m", 3), 14, height - 15);
  }

  // What the drawing shows, in words.
  describe(scale) {
    const { clearance, name } = this.joint;
    const times = (scale * MM_PER_PIXEL) / 1e3;
    const mode = MODE_NAMES.find(([key]) => key === this.shownMode)?.[1] ?? "";
    const size = this.here ? norm(this.here) : NaN;
    const text = [
      `joint ${name}`,
      `clearance ${quantity(clearance, "m")}`,
      `eccentricity ${quantity(size, "m")} (${(size / clearance).toFixed(3)} c)`,
      mode,
      `gap ${times >= 10 ? Math.round(times) : times.toPrecision(2)} : 1`,
    ];
    this.caption.textContent = text.filter(Boolean).join(" · ");
  }
}
