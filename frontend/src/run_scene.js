// One run in three dimensions: its bodies, struts, traces and forces.
import * as THREE from "three";
import { FORCES, body as bodyColour, curve as runColour } from "./colours.js";
import { cross, dot, norm, placed, rotate, sub, times, unit } from "./geometry.js";
import { Arrow, Turn, shape, strut, stretch } from "./shapes.js";

const TRACE_POINTS = 30_000;
const LONGEST = 0.45; // arrow, of the size of the mechanism; a longer one is cut
const TOLD = 0.03; // arrow whose value is written beside it, of the size of the mechanism

export class RunView {
  constructor(run, ghost) {
    this.run = run;
    this.group = new THREE.Group();
    this.ghost = ghost;
    this.size = run.scene?.size ?? 1;
    this.bodies = [];
    this.struts = [];
    this.traces = new Map();
    this.arrows = new Map();
    this.shown = { reactions: false, contacts: true };
    this.mode = null; // a mode of vibration that is shown instead of the run
    this.scale = 1;
  }

  async open() {
    const { scene } = this.run;
    const bodies = scene?.bodies ?? [
      { shapes: [] },
      ...this.run.about.bodies.map((name) => ({
        name,
        shapes: [{ kind: "ball", centre: [0, 0, 0], radius: 0.05 }],
      })),
    ];
    for (const [index, { shapes }] of bodies.entries()) {
      const group = new THREE.Group();
      const material = this.#material(bodyColour(index));
      const stop = this.#material(FORCES.stop);
      const pale = this.#material(bodyColour(index));
      pale.color.lerp(new THREE.Color("#ffffff"), 0.45);
      for (const given of shapes)
        group.add(await shape(given, given.stop ? stop : given.pale ? pale : material));
      group.traverse((part) => {
        part.castShadow = part.receiveShadow = true;
        part.userData.body = index;
      });
      this.group.add(group);
      this.bodies.push(group);
    }
    for (const about of scene?.struts ?? []) {
      const ends = about.points.map((point, k) =>
        placed(this.run.pose(about.bodies[k], this.run.start), point),
      );
      const object = strut(
        about.kind,
        about.radius,
        norm(sub(...ends)),
        this.#material(about.kind === "rod" ? bodyColour(0) : "#7f8b98"),
      );
      object.traverse((part) => (part.castShadow = true));
      this.struts.push({ ...about, object });
      this.group.add(object);
    }
    await this.#forces();
    return this;
  }

  #material(colour) {
    return new THREE.MeshStandardMaterial({
      color: colour,
      roughness: 0.42,
      metalness: 0.12,
      side: THREE.DoubleSide,
    });
  }

  // A ghost lets the others through and wears the colour that its run has in the plots.
  setGhost(ghost) {
    this.ghost = ghost;
    this.group.traverse((object) => {
      if (!object.material || object.parent instanceof Arrow || object.parent instanceof Turn)
        return;
      object.material.userData.own ??= object.material.color.clone();
      if (ghost) object.material.color.set(runColour(this.run.index));
      else object.material.color.copy(object.material.userData.own);
      object.material.transparent = ghost;
      object.material.opacity = ghost ? 0.4 : 1;
      object.castShadow = object.isMesh && !ghost;
      object.material.depthWrite = !ghost;
      object.material.polygonOffset = ghost; // where a ghost coincides with the solid run, the solid one is seen
      object.material.polygonOffsetFactor = object.material.polygonOffsetUnits = 2 + this.run.index;
      object.material.needsUpdate = true;
    });
  }

  // Columns of what acts in joints: contacts and films in gaps, and stops.
  async #forces() {
    const { run } = this;
    const joints = run.scene?.joints ?? [];
    [this.reactions, this.contacts, this.stops, this.films] = [[], [], [], []];
    for (const { label, joint: name, name: part, stop, hard } of run.about.contacts) {
      const joint = joints.find((other) => other.name === name);
      if (!joint || hard || !run.rows) continue; // the force of a layer's hard contact is in the layer's own
      const quantities = stop ? ["normal_force"] : ["normal_force", "friction", "point"];
      const [[normal], friction, point] = await Promise.all(
        quantities.map((quantity) => run.columns(`${label}.${quantity}`)),
      );
      if (!stop) this.contacts.push({ joint, part, label, normal, friction, point });
      else if (joint.stops?.[part]) this.stops.push({ joint, label, normal, ...joint.stops[part] });
    }
    for (const joint of joints.filter(({ name }) => run.rows && run.forceOfFit(name)))
      this.films.push({ joint, force: await run.columns(run.forceOfFit(joint.name)) });
    const ofStops = (angular) =>
      this.stops.filter((stop) => stop.angular === angular).map((stop) => [stop.normal]);
    this.reference = {
      reaction: 1,
      contact: this.#usual(this.contacts.map((contact) => [contact.normal])),
      film: this.#usual(this.films.map((film) => film.force)),
      stop: this.#usual(ofStops(false)),
      moment: this.#usual(ofStops(true)),
    };
  }

  // Reactions are read when they are first wanted.
  async showReactions(on) {
    this.shown.reactions = on;
    if (this.reactions.length) return;
    const joints = (this.run.scene?.joints ?? []).filter((joint) =>
      this.run.has(`${joint.name}.force`),
    );
    this.reactions = await Promise.all(
      joints.map(async (joint) => ({
        joint,
        force: await this.run.columns(`${joint.name}.force`),
      })),
    );
    this.reference.reaction = this.#usual(this.reactions.map((reaction) => reaction.force));
  }

  // A force that is drawn as long as a tenth of the mechanism: what is exceeded in one row of twenty.
  #usual(vectors) {
    const sizes = [];
    const step = Math.max(1, Math.floor(this.run.rows / 2000));
    for (const columns of vectors) {
      for (let row = 0; row < this.run.rows; row += step) {
        const size = Math.hypot(...columns.map((column) => column.at(row)));
        if (size > 0) sizes.push(size);
      }
    }
    sizes.sort((a, b) => a - b);
    return sizes[Math.floor(0.95 * (sizes.length - 1))] || 1;
  }

  // Normal of a contact, from the bearing outwards.
  normal(contact, t, point) {
    const { joint, part } = contact;
    const pose = this.run.pose(joint.bodies[0], t);
    const axis = rotate(pose.orientation, joint.axes[0]);
    if (part.startsWith("end")) return times(axis, part.includes("A") ? 1 : -1);
    let away = sub(point, placed(pose, joint.points[0]));
    if (joint.kind !== "spherical" || this.run.scene.normal)
      away = sub(away, times(axis, dot(away, axis)));
    if (!joint.block) return unit(away);
    const up = rotate(pose.orientation, joint.block.heights[0]);
    const face = part.includes("height") ? up : cross(up, axis); // floor and ceiling, or the sides
    return times(face, Math.sign(dot(away, face)));
  }

  // The contacts that press at a time: point, normal and friction force on the second body.
  active(t, joint = null) {
    const [row, share] = this.run.place(t);
    const found = [];
    for (const contact of this.contacts) {
      if (joint && contact.joint.name !== joint) continue;
      const force = contact.normal.between(row, share);
      if (!(force > 0)) continue;
      const point = contact.point.map((column) => column.between(row, share));
      const n = this.normal(contact, t, point);
      found.push({
        label: contact.label,
        part: contact.part,
        point,
        n,
        force,
        normal: times(n, -force),
        friction: contact.friction.map((column) => column.between(row, share)),
      });
    }
    return found;
  }

  show(t) {
    const { run } = this;
    this.poses = this.bodies.map((group, index) => {
      const pose = this.mode ? this.mode.pose(index) : this.#apart(index, t);
      const [e0, e1, e2, e3] = pose.orientation;
      group.position.set(...pose.position);
      group.quaternion.set(e1, e2, e3, e0);
      return pose;
    });
    for (const { object, bodies, points } of this.struts)
      stretch(object, ...points.map((point, k) => placed(this.poses[bodies[k]], point)));
    this.#showForces(t);
    const [row] = run.place(t);
    for (const { done, rows } of this.traces.values())
      done.geometry.setDrawRange(0, Math.max(2, rows.findLastIndex((other) => other <= row) + 1));
  }

  // The pose of a body, its deviation from the same body of another run drawn larger by a factor.
  #apart(index, t) {
    const own = this.run.pose(index, t);
    const { base, factor } = this.exaggeration ?? {};
    if (!base || factor === 1 || !(index < base.bodies.length)) return own;
    const usual = base.run.pose(index, Math.min(t, base.run.end));
    const [q, p] = [usual, own].map(({ orientation: [e0, e1, e2, e3] }) =>
      new THREE.Quaternion(e1, e2, e3, e0),
    );
    const turn = q.clone().conjugate().multiply(p);
    if (turn.w < 0) turn.set(-turn.x, -turn.y, -turn.z, -turn.w);
    const angle = 2 * Math.acos(Math.min(turn.w, 1));
    const axis = new THREE.Vector3(turn.x, turn.y, turn.z);
    if (axis.length() > 0) q.multiply(turn.setFromAxisAngle(axis.normalize(), factor * angle));
    return {
      position: usual.position.map((x, k) => x + factor * (own.position[k] - x)),
      orientation: [q.w, q.x, q.y, q.z],
    };
  }

  // The stops that press at a time: point, direction in which they push or turn the second body, and how strongly.
  stopping(t) {
    const [row, share] = this.run.place(t);
    const found = [];
    for (const { joint, label, normal, body, axis, sign, angular, tilt } of this.stops) {
      const force = normal.between(row, share);
      if (!(force > 0)) continue;
      const [from, point] = joint.points.map((local, k) =>
        placed(this.run.pose(joint.bodies[k], t), local),
      );
      const [first, second] = joint.bodies.map(
        (body, k) => tilt && rotate(this.run.pose(body, t).orientation, joint.axes[k]),
      );
      if (tilt) {
        found.push({ label, point, direction: unit(cross(second, first)), force, angular }); // it turns one axis back to the other
        continue;
      }
      const direction = axis
        ? rotate(this.run.pose(body, t).orientation, axis)
        : times(unit(sub(point, from)), sign);
      found.push({ label, point, direction, force, angular });
    }
    return found;
  }

  // Forces of the films on the second bodies at a time.
  filmForces(t, joint = null) {
    const [row, share] = this.run.place(t);
    return this.films
      .filter((film) => !joint || film.joint.name === joint)
      .map((film) => ({
        name: film.joint.name,
        point: placed(this.run.pose(film.joint.bodies[1], t), film.joint.points[1]),
        force: film.force.map((column) => column.between(row, share)),
      }));
  }

  #arrow(key, colour, turns = false) {
    if (!this.arrows.has(key)) {
      const arrow = turns ? new Turn(colour) : new Arrow(colour, 0.006 * this.size);
      this.arrows.set(key, arrow);
      this.group.add(arrow);
    }
    return this.arrows.get(key);
  }

  #showForces(t) {
    for (const arrow of this.arrows.values()) arrow.visible = false;
    this.values = []; // of the arrows that are shown: what is written at their tips
    if (this.mode) return;
    const put = (arrow, point, vector, force, reference, unit = "N") => {
      const whole = (0.18 * this.scale * force) / reference;
      const size = Math.min(whole, LONGEST) * this.size;
      arrow.show(point, vector, unit === "N" ? size : size / 2);
      arrow.cut(whole > LONGEST);
      if (arrow.visible && size > TOLD * this.size)
        this.values.push({ arrow, force, unit, cut: whole > LONGEST });
    };
    if (this.shown.reactions) {
      const [row, share] = this.run.place(t);
      for (const { joint, force } of this.reactions) {
        const f = force.map((column) => column.between(row, share));
        const at = placed(this.poses[joint.bodies[1]], joint.points[1]);
        const arrow = this.#arrow(`reaction ${joint.name}`, FORCES.reaction);
        put(arrow, at, f, norm(f), this.reference.reaction);
      }
    }
    if (!this.shown.contacts) return;
    for (const { label, point, normal, friction } of this.active(t)) {
      const [press, rub] = ["normal", "friction"].map((kind) =>
        this.#arrow(`${kind} ${label}`, FORCES[kind]),
      );
      put(press, point, normal, norm(normal), this.reference.contact);
      put(rub, point, friction, norm(friction), this.reference.contact);
    }
    for (const { name, point, force } of this.filmForces(t))
      put(this.#arrow(`film ${name}`, FORCES.film), point, force, norm(force), this.reference.film);
    for (const { label, point, direction, force, angular } of this.stopping(t)) {
      const arrow = this.#arrow(label, FORCES.stop, angular);
      const { moment, stop } = this.reference;
      put(arrow, point, direction, force, angular ? moment : stop, angular ? "N m" : "N");
    }
  }

  // The path of a point of a body; the part that lies behind is drawn stronger.
  trace(key, index, point, colour) {
    const old = this.traces.get(key);
    if (old) {
      this.group.remove(old.whole, old.done);
      this.traces.delete(key);
      return false;
    }
    const { run } = this;
    const step = Math.max(1, Math.ceil(run.rows / TRACE_POINTS));
    const rows = [];
    for (let row = 0; row < run.rows; row += step) rows.push(row);
    const points = rows.map(
      (row) => new THREE.Vector3(...placed(run.pose(index, run.t[row]), point)),
    );
    const line = (opacity) =>
      new THREE.Line(
        new THREE.BufferGeometry().setFromPoints(points),
        new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity }),
      );
    const trace = { whole: line(0.25), done: line(0.95), rows };
    this.group.add(trace.whole, trace.done);
    this.traces.set(key, trace);
    return true;
  }

  // Points that the mechanism reaches, for the camera.
  reach() {
    const points = [];
    const step = Math.max(1, Math.floor(this.run.rows / 150));
    for (let row = 0; row < Math.max(this.run.rows, 1); row += step) {
      const t = this.run.rows ? this.run.t[row] : 0;
      const poses = this.bodies.map((_, index) => this.run.pose(index, t));
      points.push(...poses.slice(1).map((pose) => pose.position));
      for (const { bodies, points: at } of this.run.scene?.joints ?? [])
        points.push(placed(poses[bodies[1]], at[1]));
      for (const { bodies, points: at } of this.run.scene?.struts ?? [])
        points.push(...at.map((point, k) => placed(poses[bodies[k]], point)));
    }
    return points;
  }
}

export function upOf(scene) {
  if (!scene) return [0, 0, 1];
  if (norm(scene.gravity) > 0) return unit(times(scene.gravity, -1));
  if (!scene.axes) return [0, 0, 1];
  const up = [0, 0, 0];
  up[scene.axes[1]] = 1;
  return up;
}

// From where to look: across the plane of a planar mechanism, otherwise from a corner.
export function lookFrom(scene, up) {
  if (scene?.normal) return unit(sub(scene.normal, times(up, -0.22)));
  const side = unit(Math.abs(up[0]) < 0.9 ? sub([1, 0, 0], times(up, up[0])) : [0, 1, 0]);
  const other = cross(up, side);
  return unit([0, 1, 2].map((k) => 0.75 * side[k] - 0.95 * other[k] + 0.5 * up[k]));
}
