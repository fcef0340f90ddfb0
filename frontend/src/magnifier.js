// The gap of a joint with clearance drawn so large that the play can be seen: wall, journal, trail of its centre, forces, mode.
import { FORCES, MODES, WORN, curve as runColour, inks } from "./colours.js";
import { fit, h, zoom } from "./dom.js";
import { cross, dot, norm, perpendicular, rotate, sub, times, unit } from "./geometry.js";
import { drawFilm } from "./oil_film.js";
import { arrow, circle } from "./canvas_shapes.js";
import { clean, quantity, round } from "./text.js";

const TRAIL = 800; // points of the trail
const FADES = 10; // steps in which it fades
const THICK = 3.2; // pixels of its newest part
export const GAP = 0.8; // share of the drawn bearing radius that the clearance takes
export const MODE_NAMES = {
  gap: [
    ["free", "free flight"],
    ["impact", "impact"],
    ["following", "following"],
  ],
  film: [
    ["full", "full film"],
    ["mixed", "mixed"],
    ["dry", "dry"],
  ],
  soft: [["soft", "bushing"]],
};
const SAMPLES = 400; // rows that are looked at for the room that a drawing needs
const DEEP = 9; // pixels of the deepest wear, in a wall of ten
const NARROW = 440; // pixels of width
export const HEIGHT = 236; // of a drawing [pixels]
const MM_PER_PIXEL = 25.4 / 96;

// What there is to magnify in a joint of a run: a gap, a gap full of oil, something that gives, or nothing.
function kindOf(run, joint) {
  if (!run.rows || !joint) return null;
  if (run.has(`${joint.name}.offset`)) return joint.gives ? "soft" : null;
  if (!joint.clearance || !run.has(`${joint.name}.eccentricity`)) return null;
  return run.forceOfFit(joint.name) ? "film" : "gap";
}

export const isImperfect = (run, joint) => kindOf(run, joint) !== null;

export class Magnifier {
  constructor(viewer, joint, clock) {
    Object.assign(this, { viewer, joint, clock, drawn: -Infinity, trail: 10 ** -1.5 });
    this.canvas = h("canvas", {
      role: "img",
      "aria-label": `Magnified gap of joint ${joint.name}`,
    });
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
      h("label", { class: "tiny trail" }, "trail ", length),
      h("figcaption", {}, this.caption),
    );
  }

  async open() {
    this.parts = [];
    for (const view of this.viewer.views) {
      const { run } = view;
      const joint = run.scene?.joints.find((other) => other.name === this.joint.name);
      const kind = kindOf(run, joint);
      if (!kind) continue;
      const column = async (name) =>
        run.has(`${joint.name}.${name}`) ? (await run.columns(`${joint.name}.${name}`))[0] : null;
      this.parts.push({
        view,
        run,
        kind,
        unit: kind === "soft" ? joint.gives : joint.clearance, // what the drawing shows as its dashed circle
        e: await run.columns(`${joint.name}.${kind === "soft" ? "offset" : "eccentricity"}`),
        mode: await column("mode"),
        thickness: await column("film_thickness"),
      });
      this.parts.at(-1).reach = this.#reach(this.parts.at(-1));
    }
    this.clock.addEventListener("time", () => this.ask());
    return this;
  }

  // How far the ends of a journal in space go beyond the wall, in radii of the wall as it is drawn.
  #reach({ run, e, unit: clearance }) {
    if (!this.#long) return 1;
    let most = 0;
    const step = Math.max(1, Math.floor(run.rows / SAMPLES));
    for (let row = 0; row < run.rows; row += step) {
      const off = this.#tilted(run, run.t[row]);
      for (const side of [-1, 1])
        most = Math.max(most, norm(e.map((column, k) => column.at(row) + side * off[k])) / clearance || 0);
    }
    return Math.min(GAP * most + 1 - GAP, 1.5);
  }

  // From the middle of a journal to its end, across the axis of the bearing.
  #tilted(run, t) {
    const turned = rotate(run.pose(this.joint.bodies[1], t).orientation, unit(this.joint.axes[1]));
    const [, , axis] = this.#frame(run, t);
    return times(sub(turned, times(axis, dot(turned, axis))), Math.min(...this.joint.lengths) / 2);
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
      const [right, up] = scene.axes.map((k) => [0, 1, 2].map((n) => Number(n === k)));
      return [right, up, scene.normal];
    }
    if (this.joint.kind === "spherical") {
      const [x, y, z] = [0, 1, 2].map((k) => [
        ...this.viewer.camera.matrixWorld.elements.slice(4 * k, 4 * k + 3),
      ]);
      return [x, y, z];
    }
    const axis = rotate(run.pose(this.joint.bodies[0], t).orientation, unit(this.joint.axes[0]));
    const side = rotate(
      run.pose(this.joint.bodies[0], t).orientation,
      perpendicular(unit(this.joint.axes[0])),
    );
    return [side, cross(axis, side), axis];
  }

  // The runs that are not hidden.
  get seen() {
    return this.parts.filter((part) => part.run.shown);
  }

  mode({ mode, kind }, row) {
    const [first] = MODE_NAMES[kind];
    return (mode ? (MODE_NAMES[kind][Math.round(mode.at(row))] ?? first) : first)[0];
  }

  // The mode between two rows: the contact periods know better than the row before.
  modeAt(part, row, t) {
    const [[apart], second] = MODE_NAMES[part.kind];
    const mode = this.mode(part, row);
    const touching = part.run.touching(this.joint.name, t);
    if (mode === apart && touching) return second?.[0] ?? apart;
    return touching || part.run.t[row] === t ? mode : apart;
  }

  draw() {
    const { context, width, height } = this.paper();
    const { seen } = this;
    const long = this.#long;
    const stacked = long && width < NARROW;
    const room = Math.min(long && !stacked ? width / 4 : width / 2, stacked ? height / 3.4 : height / 2) - 16;
    const radius = room / Math.max(1, ...seen.map(({ reach }) => reach)); // what goes through a soft wall is in the picture
    const centre = [long && !stacked ? width * 0.27 : width / 2, stacked ? radius + 14 : height / 2];
    const beside = stacked ? [width / 2, height - 0.62 * radius - 34] : [width * 0.77, height / 2];
    this.#walls(context, centre, radius);
    if (seen.length) this.#worn(context, seen[0], centre, radius);
    // Every run is drawn in units of its own clearance, so that all fit into one picture.
    seen.forEach((part, k) => this.#journal(context, part, centre, radius, k > 0));
    if (long && seen.length)
      this.#side(context, seen[0], beside, stacked ? radius : Math.min(width * 0.2, radius), stacked ? 0.75 * radius : radius);
    if (seen.length) this.scaleBar(context, (GAP * radius) / seen[0].unit, height);
    this.describe(GAP * radius);
  }

  // Whether a journal in space is drawn from the side, too; below the other drawing where there is little room.
  get #long() {
    return !this.parts[0].run.scene.normal && this.joint.lengths;
  }

  // A canvas as wide as there is room, and what is drawn on it in pixels of the usual size.
  paper() {
    this.zoom = zoom();
    const width = (this.element.clientWidth || 320) / this.zoom;
    const most = Math.max(170, (0.27 * window.innerHeight) / this.zoom);
    const height = this.#long && width < NARROW ? 1.7 * HEIGHT : Math.min(width, HEIGHT, most);
    return { context: fit(this.canvas, width, height, this.zoom), width, height };
  }

  #walls(context, [x, y], radius) {
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
    circle(context, x, y, GAP * radius);
    context.setLineDash([]);
    context.strokeStyle = line;
    context.beginPath();
    context.moveTo(x - GAP * radius, y);
    context.lineTo(x + GAP * radius, y);
    context.moveTo(x, y - GAP * radius);
    context.lineTo(x, y + GAP * radius);
    context.stroke();
  }

  // Where the bearing wears, as a band in its wall that is thickest where the wear is deepest; it turns with the bearing.
  #worn(context, { run }, [x, y], radius) {
    const about = run.scene.joints.find(({ name }) => name === this.joint.name);
    if (!about.worn) return;
    const { from, to, depth, steps } = about.worn;
    const t = Math.min(this.clock.t, run.end);
    const [right, up] = this.#frame(run, t);
    const { orientation } = run.pose(about.bodies[0], t);
    const edge = (k, out) => {
      const angle = (2 * Math.PI * (k + 0.5)) / depth.length;
      const way = rotate(orientation, [0, 1, 2].map((n) => Math.cos(angle) * from[n] + Math.sin(angle) * to[n]));
      return [x + (radius + out) * dot(way, right), y - (radius + out) * dot(way, up)];
    };
    context.fillStyle = WORN;
    context.beginPath();
    depth.forEach((share, k) => context.lineTo(...edge(k, 0.5 + (DEEP * share) / steps)));
    context.closePath();
    depth.forEach((_, k) => context.lineTo(...edge(depth.length - 1 - k, 0.5)));
    context.fill("evenodd");
  }

  #journal(context, part, [x, y], radius, ghost) {
    const { run, view, e } = part;
    const scale = (GAP * radius) / part.unit;
    const t = Math.min(this.clock.t, run.end);
    const [row, share] = run.place(t);
    const [right, up] = this.#frame(run, t);
    const at = (vector) => [x + scale * dot(vector, right), y - scale * dot(vector, up)];
    this.#trail(context, part, at, t, ghost);
    const here = e.map((column) => column.between(row, share));
    const mode = this.modeAt(part, row, t);
    const [px, py] = at(here);
    if (part.kind === "film" && !ghost)
      drawFilm(context, [x, y], [px, py], radius, (1 - GAP) * radius);
    this.body(context, part, mode, ghost);
    circle(context, px, py, (1 - GAP) * radius, true);
    context.fillStyle = MODES[mode];
    circle(context, px, py, 4, true);
    context.globalAlpha = 1;
    if (!ghost && this.joint.lengths && !run.scene.normal) this.#ends(context, part, here, at, t, radius);
    if (!ghost) this.#forces(context, view, t, [x, y], radius, [right, up]);
    if (!ghost) this.#film(context, view, t, [px, py], radius, [right, up]);
    part.now = {
      here: this.#across(here, run, t),
      mode,
      thickness: part.thickness?.between(row, share),
    };
  }

  // How a journal is drawn: coloured by its mode, or as the ghost of another run in the colour of that run.
  body(context, { run }, mode, ghost) {
    context.globalAlpha = ghost ? 0.7 : 1;
    context.fillStyle = ghost ? "#0000" : `${MODES[mode]}2e`;
    context.strokeStyle = ghost ? runColour(run.index) : MODES[mode];
    context.lineWidth = 2;
  }

  // Where the two ends of a journal in space are: the one towards the reader in full, the far one dashed, and the line between
  // their centres, which lies in the plane of tilt.
  #ends(context, { run }, here, at, t, radius) {
    const off = this.#tilted(run, t);
    const centres = [1, -1].map((side) => at([0, 1, 2].map((k) => here[k] + side * off[k])));
    context.lineWidth = 1.3;
    context.strokeStyle = inks().ink;
    centres.forEach((centre, k) => {
      context.setLineDash(k ? [4, 3] : []);
      circle(context, ...centre, (1 - GAP) * radius);
    });
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(...centres[0]);
    context.lineTo(...centres[1]);
    context.stroke();
  }

  // The force of the film on the journal.
  #film(context, view, t, centre, radius, [right, up]) {
    for (const { force } of view.filmForces(t, this.joint.name)) {
      const size = norm(force);
      const length = (Math.min(size / view.reference.film, 1.6) * radius) / 1.6;
      if (length > 2)
        arrow(context, centre, unit([dot(force, right), -dot(force, up), 0]), length, FORCES.film);
    }
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
    let before = at(e.map((column) => column.at(from)));
    let last = "";
    for (let row = from + step; row <= to; row += step) {
      const point = at(e.map((column) => column.at(row)));
      const key = `${this.mode(part, row)} ${Math.floor((FADES * (row - from)) / (to - from + 1))}`;
      if (!strokes.has(key)) strokes.set(key, new Path2D());
      if (key !== last) strokes.get(key).moveTo(...before);
      strokes.get(key).lineTo(...point);
      [before, last] = [point, key];
    }
    context.lineCap = context.lineJoin = "round";
    for (const [key, path] of strokes) {
      const [mode, fade] = key.split(" ");
      const age = (1 + Number(fade)) / FADES;
      context.globalAlpha = (ghost ? 0.45 : 0.95) * age;
      context.lineWidth = (ghost ? 0.6 : 1) * (0.8 + (THICK - 0.8) * age);
      context.strokeStyle = ghost ? runColour(run.index) : MODES[mode];
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
        if (size > 1e-3 * force)
          arrow(
            context,
            wall,
            unit([dot(vector, right), -dot(vector, up), 0]),
            length(size),
            colour,
          );
      }
    }
  }

  // A hinge or sleeve in space from the side: the journal's shift along the axis and its tilt, both magnified.
  #side(context, { run, e, unit: clearance, now: { mode } }, [x, y], half, radius) {
    const { ink, line, soft } = inks();
    const [outer, inner] = this.joint.lengths;
    const t = Math.min(this.clock.t, run.end);
    const [row, share] = run.place(t);
    const [right, , axis] = this.#frame(run, t);
    const here = e.map((column) => column.between(row, share));
    const turned = rotate(run.pose(this.joint.bodies[1], t).orientation, unit(this.joint.axes[1]));
    const away = sub(turned, times(axis, dot(turned, axis))); // in the plane of tilt
    const side = norm(away) > 1e-9 ? times(unit(away), dot(away, right) < 0 ? -1 : 1) : right;
    const play = Math.abs(outer - inner) / 2 || clearance;
    const grow = (0.12 * half) / play;
    const wide = radius * 0.8;
    const room = (GAP * wide) / clearance;
    context.strokeStyle = ink;
    context.lineWidth = 1.5;
    context.strokeRect(x - half, y - wide, 2 * half, 2 * wide);
    context.strokeStyle = soft;
    context.save();
    context.translate(x + grow * dot(here, axis), y - room * dot(here, side));
    context.rotate(-Math.atan(dot(turned, side) * (room / (half / (outer / 2)))));
    context.fillStyle = `${MODES[mode]}2e`;
    context.strokeStyle = MODES[mode];
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
    context.fillText(
      `in the plane of tilt: ${quantity(Math.asin(Math.min(1, norm(away))), "rad", 3)}`,
      x,
      y + wide + 15,
    );
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

  // What the drawing shows, in words, a line for each run; the dashed circle has this many pixels.
  describe(pixels) {
    const lines = this.seen.map((part) =>
      this.#line(part, ((pixels / part.unit) * this.zoom * MM_PER_PIXEL) / 1e3),
    );
    const several = this.viewer.views.length > 1;
    this.caption.replaceChildren(
      ...(several ? [h("span", { class: "line" }, `joint ${this.joint.name}`)] : []),
      ...lines.map((text, k) =>
        h(
          "span",
          { class: "line" },
          `${several ? this.seen[k].run.name : `joint ${this.joint.name}`} · ${text}`,
        ),
      ),
    );
  }

  #line({ kind, unit: clearance, now }, times) {
    const size = clean(norm(now.here), clearance);
    const mode = MODE_NAMES[kind].find(([key]) => key === now.mode)[1];
    const scale = `${times >= 10 ? Math.round(times) : times.toPrecision(2)} : 1`;
    if (kind === "soft")
      return `${mode} · gives ${quantity(size, "m")}, at most ${quantity(clearance, "m")} · drawn ${scale}`;
    const share = `(${(size / clearance).toFixed(3)} c)`;
    const { play } = this.joint.block ?? {};
    const gap = play
      ? `${quantity(play[0], "m")} in height, ${quantity(play[1], "m")} in width`
      : quantity(clearance, "m");
    const several = this.viewer.views.length > 1;
    if (several && !play) return `${quantity(size, "m")} ${share} · ${mode}`;
    const words = [
      `clearance ${gap}`,
      `eccentricity ${quantity(size, "m")}${play ? "" : ` ${share}`}`,
      mode,
    ];
    if (play)
      words.push(`tilt ${quantity(now.tilt, "rad", 3)}`, `twist ${quantity(now.twist, "rad", 3)}`);
    if (kind === "film" && now.thickness > 0)
      words.push(`thinnest film ${quantity(now.thickness, "m", 3)}`);
    return [...words, `gap ${scale}`].join(" · ");
  }
}
