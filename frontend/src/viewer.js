// The three-dimensional view: camera, light, ground, names, and one RunView for each run.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { body as bodyColour, inks } from "./colours.js";
import { h } from "./dom.js";
import { Pace } from "./frame_rate.js";
import { RunView, lookFrom, upOf } from "./run_scene.js";
import { placed } from "./geometry.js";
import { Modes } from "./modes.js";
import { Compass, gridOf, shadowCatcher } from "./grid_and_axes.js";
import { quantity } from "./text.js";
import { toolbar } from "./toolbar.js";

const FAR = 3; // sizes of the mechanism that the first picture shows
const AIR = { x: 0.86, up: 0.74, down: 0.84 }; // shares of half the picture that the motion may take at most
const ROOM = 14; // below the buttons [px]
const SAME = 6; // letters of joints nearer than this stand in a row [px]
const LINE = 17; // height of a letter [px]
const POSES = 8; // of the run, whose outlines are in the picture

export class Viewer {
  constructor(host, runs, clock) {
    Object.assign(this, {
      host,
      runs,
      clock,
      frames: 0,
      asked: false,
      following: -1,
      split: false,
      factor: 1,
      options: { names: false, joints: true, ground: true },
    });
    this.canvas = h("canvas", {
      tabindex: "0",
      "aria-label":
        "The mechanism in three dimensions; drag to turn, right drag to move, wheel to zoom",
      role: "img",
    });
    this.labels = h("div", { class: "labels", "aria-hidden": "true" });
    this.note = h("p", { class: "scale-note" });
    this.titles = h("div", { class: "panes" });
    host.append(this.canvas, this.labels, this.titles, this.note);
    try {
      this.renderer = new THREE.WebGLRenderer({
        canvas: this.canvas,
        antialias: true,
        alpha: false,
        preserveDrawingBuffer: true, // pictures and videos are taken from it
      });
      this.renderer.shadowMap.enabled = true;
      this.renderer.shadowMap.type = THREE.PCFShadowMap;
    } catch {
      this.renderer = null; // plots and tables work without WebGL
      host.append(
        h(
          "p",
          { class: "no-webgl" },
          "This browser does not offer WebGL, so the mechanism cannot be drawn here; everything else on the page works.",
        ),
      );
    }
    this.scene = new THREE.Scene();
    this.scene.background = new THREE.Color();
    this.scene.fog = new THREE.Fog(0, 1, 2);
    this.camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
    this.pace = new Pace(() => this.ask());
    this.views = runs.map((run, index) => new RunView(run, index > 0));
  }

  async open() {
    await Promise.all(this.views.map((view) => view.open()));
    for (const view of this.views) this.scene.add(view.group);
    const { scene } = this.runs[0];
    this.up = upOf(scene);
    this.#lights();
    this.#measure(scene);
    this.#surroundings(scene);
    if (this.renderer) this.#controls();
    if (this.runs[0].about.modes) {
      this.modes = new Modes(this);
      this.host.append(this.modes.note);
    }
    this.host.append(toolbar(this));
    this.arrange();
    new ResizeObserver(() => this.ask()).observe(this.host);
    this.clock.addEventListener("time", () => {
      this.pace.frame();
      this.ask();
    });
    this.home();
    return this;
  }

  #lights() {
    const [up, from] = [
      new THREE.Vector3(...this.up),
      new THREE.Vector3(...lookFrom(this.runs[0].scene, this.up)),
    ];
    const sky = new THREE.HemisphereLight("#ffffff", "#8793a1", 1.7);
    sky.position.copy(up);
    const sun = new THREE.DirectionalLight("#ffffff", 2.1);
    sun.position
      .copy(from)
      .addScaledVector(up, this.runs[0].scene?.normal ? 0.55 : 1.2)
      .add(new THREE.Vector3().crossVectors(up, from).multiplyScalar(-0.4));
    this.scene.add(sky, sun, sun.target);
    this.sun = sun;
  }

  // The light covers what moves, and not more: its shadows are the sharper.
  #shadows() {
    const { sun, radius } = this;
    const way = sun.position.clone().normalize();
    sun.target.position.copy(this.centre);
    sun.position.copy(this.centre).addScaledVector(way, 4 * radius);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    const { camera } = sun.shadow;
    [camera.left, camera.right, camera.bottom, camera.top] = [-1, 1, -1, 1].map((k) => 1.6 * k * radius);
    [camera.near, camera.far] = [0.5 * radius, 9 * radius];
    sun.shadow.radius = 3;
    sun.shadow.normalBias = 0.02 * radius;
    sun.shadow.bias = -1e-3;
    camera.updateProjectionMatrix();
  }

  #measure(scene) {
    const box = new THREE.Box3();
    for (const view of this.views) {
      const [first, ...others] = view.reach().map((point) => new THREE.Vector3(...point));
      if (first) box.expandByPoint(first);
      for (const point of others)
        if (point.distanceTo(first) < FAR * view.size) box.expandByPoint(point); // what flies off is not followed
    }
    if (box.isEmpty()) box.expandByPoint(new THREE.Vector3());
    for (const view of this.views) this.swept = [...(this.swept ?? []), ...view.reach()];
    box.expandByScalar(0.06 * (scene?.size ?? 1));
    this.box = box;
    this.radius = Math.max(box.getBoundingSphere(new THREE.Sphere()).radius, 1e-6);
    this.centre = box.getCenter(new THREE.Vector3());
  }

  #surroundings(scene) {
    const place = {
      scene,
      up: this.up,
      box: this.box,
      centre: this.centre,
      radius: this.radius,
      size: scene?.size ?? this.radius,
    };
    this.grid = gridOf(place);
    this.compass = new Compass(scene);
    this.marks = this.compass.marks;
    this.catcher = shadowCatcher(this.grid, this.radius);
    this.scene.add(this.grid, this.catcher, this.compass.group);
    this.#shadows();
    for (const mark of this.marks)
      this.labels.append((mark.element = h("span", { class: "mark" }, mark.text)));
    this.names = this.runs[0].about.bodies.map((name) => h("span", { class: "name" }, name));
    this.names.forEach((element, k) => element.style.setProperty("--colour", bodyColour(k + 1)));
    this.joints = (scene?.joints ?? []).map(({ name, bodies, points }) => ({
      place: () => placed(this.views[0].poses[bodies[1]], points[1]),
      element: h("span", { class: "joint", title: `joint ${name}` }, name),
    }));
    this.values = []; // elements that are written at the tips of arrows, made as they are needed
    this.tip = h("span", { class: "name", style: "display: none" });
    this.labels.append(...this.names, ...this.joints.map((joint) => joint.element), this.tip);
    this.canvas.addEventListener("pointermove", (event) => this.#point(event));
    this.canvas.addEventListener("pointerleave", () => (this.tip.style.display = "none"));
  }

  // Name the body under the pointer.
  #point({ offsetX, offsetY, buttons }) {
    const { wide, high } = this.#layout(this.host.clientWidth, this.host.clientHeight);
    const at = new THREE.Vector2(((offsetX % wide) / wide) * 2 - 1, 1 - ((offsetY % high) / high) * 2);
    this.rays ??= new THREE.Raycaster();
    this.rays.setFromCamera(at, this.camera);
    const view = this.seen[0];
    const [hit] = buttons || !view ? [] : this.rays.intersectObjects(view.bodies, true);
    const name = hit && (["ground", ...this.runs[0].about.bodies][hit.object.userData.body] ?? null);
    this.tip.style.display = name ? "" : "none";
    if (!name) return;
    this.tip.textContent = name;
    this.tip.style.setProperty("--colour", bodyColour(hit.object.userData.body));
    this.tip.style.transform = `translate(${offsetX + 14}px, ${offsetY + 12}px)`;
  }

  #controls() {
    this.camera.up.set(...this.up);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => this.ask());
    this.controls.zoomToCursor = true;
  }

  // The whole motion in the picture, as large as it fits.
  home() {
    const from = new THREE.Vector3(...lookFrom(this.runs[0].scene, this.up));
    const { wide, high } = this.#layout(this.host.clientWidth || 1, this.host.clientHeight || 1);
    const right = new THREE.Vector3(...this.up).cross(from).normalize();
    const up = from.clone().cross(right);
    const tall = Math.tan((this.camera.fov * Math.PI) / 360);
    const buttons = this.host.querySelector(".toolbar");
    const below = buttons ? 1 - (2 * (buttons.offsetTop + buttons.offsetHeight + ROOM)) / high : 1;
    const air = { ...AIR, up: Math.min(AIR.up, Math.max(below, 0.2)) };
    const { at, distance } = framing(this.#corners(), [right, up, from], [(tall * wide) / high, tall], air);
    this.camera.near = distance / 500;
    this.camera.far = distance * 30;
    this.camera.position.copy(at).addScaledVector(from, distance);
    this.controls?.target.copy(at);
    this.controls?.update();
    this.ask();
  }

  // Points that the picture holds: those of the motion with the parts around them.
  #corners() {
    const size = this.runs[0].scene?.size ?? this.radius;
    const near = this.swept
      .map((point) => new THREE.Vector3(...point))
      .filter((point) => this.box.containsPoint(point));
    const fixed = new THREE.Box3().setFromObject(this.views[0].bodies[0]);
    for (const k of fixed.isEmpty() ? [] : [0, 1, 2, 3, 4, 5, 6, 7])
      near.push(
        new THREE.Vector3(
          ...["x", "y", "z"].map((axis, n) => fixed[(k >> n) & 1 ? "max" : "min"][axis]),
        ),
      );
    near.push(...(this.outline ??= this.#outline()));
    const air = 0.04 * size;
    return (near.length ? near : [this.centre]).flatMap((point) =>
      [-air, air].flatMap((d) =>
        [0, 1, 2].map((k) => point.clone().setComponent(k, point.getComponent(k) + d)),
      ),
    );
  }

  // Corners of the boxes around the bodies in some poses of the first run, unless they fly off.
  #outline() {
    const [view] = this.views;
    const { start, end } = this.clock;
    const near = this.box.clone().expandByScalar(0.5 * (this.runs[0].scene?.size ?? this.radius));
    const found = [];
    for (let k = 0; k < POSES; k++) {
      view.show(start + ((end - start) * k) / (POSES - 1));
      for (const body of view.bodies.slice(1)) {
        const { min, max } = new THREE.Box3().setFromObject(body);
        for (let n = 0; n < 8; n++)
          found.push(new THREE.Vector3(n & 1 ? max.x : min.x, n & 2 ? max.y : min.y, n & 4 ? max.z : min.z));
      }
    }
    view.show(this.clock.t);
    return found.filter((point) => near.containsPoint(point));
  }

  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  draw() {
    for (const view of this.views) if (view.run.shown) view.show(this.clock.t);
    if (!this.renderer) return;
    this.#follow();
    const [width, height] = [this.host.clientWidth, this.host.clientHeight];
    if (!width || !height) return;
    this.#resize(width, height);
    this.scene.background.set(inks().sky);
    const away = this.camera.position.distanceTo(this.controls.target);
    this.scene.fog.color.set(inks().sky);
    [this.scene.fog.near, this.scene.fog.far] = [away + 1.2 * this.radius, away + 5 * this.radius];
    this.grid.material.color.set(inks().grid);
    this.grid.visible = this.catcher.visible = this.options.ground;
    const plan = this.#layout(width, height);
    this.titles.style.gridTemplateColumns = `repeat(${plan.columns}, 1fr)`;
    this.renderer.setScissorTest(true);
    for (let pane = 0; pane < plan.panes; pane++) this.#drawPane(pane, plan, height);
    this.#placeLabels(plan.wide, plan.high);
    this.frames++;
  }

  // Setting a size makes the drawing anew, so only a change does it.
  #resize(width, height) {
    const ratio = Math.min(window.devicePixelRatio || 1, 2) * this.pace.quality;
    const size = this.renderer.getSize(new THREE.Vector2());
    if (ratio !== this.renderer.getPixelRatio()) this.renderer.setPixelRatio(ratio);
    if (size.x !== width || size.y !== height) this.renderer.setSize(width, height, false);
  }

  // How many panes there are and how large they are: as many beside each other as gives the largest pictures.
  #layout(width, height) {
    const panes = this.split ? Math.max(this.seen.length, 1) : 1;
    const side = (columns) => Math.min(width / columns, height / Math.ceil(panes / columns));
    let columns = 1;
    for (let k = 2; k <= panes; k++) if (side(k) > side(columns)) columns = k;
    return { panes, columns, wide: width / columns, high: height / Math.ceil(panes / columns) };
  }

  #drawPane(pane, { columns, wide, high }, height) {
    const [left, foot] = [
      (pane % columns) * wide,
      height - (Math.floor(pane / columns) + 1) * high,
    ];
    for (const view of this.views)
      view.group.visible = this.split ? view === this.seen[pane] : view.run.shown;
    this.camera.aspect = wide / high;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.compass.place(this.camera, this.controls.target, high);
    this.renderer.setViewport(left, foot, wide, high);
    this.renderer.setScissor(left, foot, wide, high);
    this.renderer.render(this.scene, this.camera);
  }

  #follow() {
    if (this.following < 0 || !this.controls) return;
    const at = this.views[0].bodies[this.following].position;
    if (this.before) {
      const moved = at.clone().sub(this.before);
      this.camera.position.add(moved);
      this.controls.target.add(moved);
    }
    this.before = at.clone();
  }

  #placeLabels(width, height) {
    const put = (element, point, shown, [dx, dy] = [0, 0]) => {
      const at = point.clone().project(this.camera);
      const hidden = !shown || at.z > 1 || Math.abs(at.x) > 1 || Math.abs(at.y) > 1;
      element.style.display = hidden ? "none" : "";
      if (!hidden)
        element.style.transform = `translate(${((at.x + 1) / 2) * width + dx}px, ${((1 - at.y) / 2) * height + dy}px) translate(-50%, -50%)`;
    };
    for (const { element, at, colour } of this.marks) {
      element.style.color = colour;
      put(element, at, true);
    }
    this.names.forEach((element, k) =>
      put(element, this.views[0].bodies[k + 1].position, this.options.names),
    );
    const taken = [];
    for (const { element, place } of this.joints) {
      const at = new THREE.Vector3(...place());
      const seen = at.clone().project(this.camera);
      const [x, y] = [(seen.x * width) / 2, (seen.y * height) / 2];
      // letters of joints in one place stand in a row; where there is no room, a letter is left out
      const wide = Math.min(13 + 8 * element.textContent.length, 136);
      const shift = taken.reduce((sum, one) => sum + (Math.hypot(one.x - x, one.y - y) < SAME ? one.wide + 1 : 0), 0);
      const [left, right] = [x + shift, x + shift + wide];
      const room = taken.every((one) => Math.abs(one.y - y) > LINE || one.left >= right || left >= one.right);
      if (room) taken.push({ x, y, wide, left, right });
      element.style.marginLeft = `calc(1.1rem + ${shift}px)`;
      put(element, at, this.options.joints && room);
    }
    this.#tellForces(put, [width, height]);
  }

  // What the arrows of the run that is drawn solid amount to, beyond their tips; where two would cover each other, the larger
  // force is told.
  #tellForces(put, [width, height]) {
    const values = [...(this.seen[0]?.values ?? [])].sort((a, b) => b.force - a.force);
    while (this.values.length < values.length) {
      this.values.push(h("span", { class: "value" }));
      this.labels.append(this.values.at(-1));
    }
    const taken = [];
    this.values.forEach((element, k) => {
      const told = values[k];
      if (!told) return (element.style.display = "none");
      element.textContent = quantity(told.force, told.unit, 3);
      element.style.color = `#${told.arrow.children[0].material.color.getHexString()}`;
      element.title = told.cut ? "the arrow is cut: it would be longer" : "";
      const [tip, tail] = [told.arrow.tip, told.arrow.position].map((point) => {
        const seen = point.clone().project(this.camera);
        return [(seen.x * width) / 2, (-seen.y * height) / 2];
      });
      const [x, y] = [tip[0] - tail[0], tip[1] - tail[1]];
      const long = Math.hypot(x, y);
      const wide = 3.6 * element.textContent.length; // half of it
      const beyond = long > 1 ? [(x / long) * (wide + 4), (y / long) * 11] : [0, -11];
      const [left, top] = [tip[0] + beyond[0], tip[1] + beyond[1]];
      const room = taken.every(
        (one) => Math.abs(one.left - left) > one.wide + wide || Math.abs(one.top - top) > LINE - 3,
      );
      if (room) taken.push({ left, top, wide });
      put(element, told.arrow.tip, room, beyond);
    });
  }

  // Pose of a body of a run as it is drawn, for reading back.
  drawnPose(name, run = 0) {
    this.draw();
    const index = this.runs[run].about.bodies.indexOf(name) + 1;
    const { position, quaternion } = this.views[run].bodies[index];
    return {
      position: position.toArray(),
      orientation: [quaternion.w, quaternion.x, quaternion.y, quaternion.z],
    };
  }

  // What the length of arrows means.
  scaleText() {
    const text = (view) => {
      const scaleText = (reference, unit = "N") =>
        quantity((reference / (0.18 * view.scale)) * 0.1, unit, 2);
      const words = [];
      if (view.shown.reactions) words.push(`${scaleText(view.reference.reaction)} reaction`);
      if (view.contacts.length) words.push(`${scaleText(view.reference.contact)} contact force`);
      if (view.films.length) words.push(`${scaleText(view.reference.film)} film force`);
      if (view.stops.some((stop) => !stop.angular))
        words.push(`${scaleText(view.reference.stop)} at stops`);
      if (view.stops.some((stop) => stop.angular))
        words.push(`${scaleText(view.reference.moment, "N m")} at stops on angles`);
      return words.join(", ");
    };
    const texts = this.seen.map((view) => [view.run.name, text(view)]).filter(([, words]) => words);
    const [first] = texts.map(([name, words]) => (this.runs.length > 1 ? `${name}: ${words}` : words));
    const large =
      this.factor > 1 && this.seen.length > 1
        ? `deviations from ${this.seen[0].run.name} × ${this.factor}`
        : "";
    const told = first ? `arrow length, a tenth of the mechanism: ${first}` : "";
    return [large, told].filter(Boolean).join(" · ");
  }

  // The runs that are not hidden.
  get seen() {
    return this.views.filter((view) => view.run.shown);
  }

  // Draw the first run that is seen solid, the others as ghosts; beside each other all are solid.
  arrange() {
    const { seen } = this;
    this.titles.replaceChildren(
      ...(this.split ? seen.map((view) => h("span", {}, view.run.name)) : []),
    );
    for (const view of this.views) {
      view.setGhost(view !== seen[0] && !this.split);
      view.exaggeration = view === seen[0] ? null : { base: seen[0], factor: this.factor };
    }
    this.note.textContent = this.scaleText();
    this.ask();
  }

  // Trace the path of a point of a body, or of none.
  trace(chosen) {
    for (const view of this.views) {
      for (const key of [...view.traces.keys()]) view.trace(key);
      if (chosen) view.trace(chosen.text, chosen.index, chosen.point, bodyColour(chosen.index));
    }
    this.ask();
  }

  follow(index) {
    this.following = index;
    this.before = null;
    this.ask();
  }

  setArrows(scale) {
    for (const view of this.views) view.scale = scale;
    this.note.textContent = this.scaleText();
    this.ask();
  }

  async setReactions(on) {
    await Promise.all(this.views.map((view) => view.showReactions(on)));
    this.note.textContent = this.scaleText();
    this.ask();
  }

  setContacts(on) {
    for (const view of this.views) view.shown.contacts = on;
    this.ask();
  }

  setOption(name, on) {
    this.options[name] = on;
    this.ask();
  }

  // Draw how far the other runs are from the first one this many times as large.
  exaggerate(factor) {
    this.factor = factor;
    this.arrange();
  }

  setSplit(split) {
    this.split = split;
    this.arrange();
    this.home();
  }

  // Draw at so many times the resolution of the screen, do something with it, and draw as before.
  drawAt(larger, use) {
    const [width, height] = [this.host.clientWidth, this.host.clientHeight];
    this.draw();
    this.renderer.setPixelRatio(larger);
    this.renderer.setSize(width, height, false);
    const plan = this.#layout(width, height);
    for (let pane = 0; pane < plan.panes; pane++) this.#drawPane(pane, plan, height);
    use();
    this.ask();
  }
}

// Where to look at and from how far, so that points fit into a picture: directions are to the right, upwards and towards the
// reader, slopes the tangents of half the angles that are seen.
function framing(points, [right, up, from], [wide, tall], air) {
  const seen = points.map((point) => [point.dot(right), point.dot(up), point.dot(from)]);
  let [x, y] = [0, 1].map((k) => {
    const along = seen.map((place) => place[k]);
    return (Math.min(...along) + Math.max(...along)) / 2;
  });
  let distance = 0;
  for (let turn = 0; turn < 4; turn++) {
    // nearest eye that has all points inside, then the middle of what it sees
    const eye = Math.max(
      ...seen.map(
        ([a, b, c]) =>
          c +
          Math.max(
            Math.abs(a - x) / (air.x * wide),
            (b - y) / (air.up * tall),
            (y - b) / (air.down * tall),
          ),
      ),
    );
    distance = eye;
    const [across, above] = [0, 1].map((k) => seen.map((place) => place[k] / (eye - place[2])));
    const [mx, my] = [[across, x], [above, y]].map(([slopes, centre]) => {
      const ends = seen.map((place, n) => slopes[n] - centre / (eye - place[2]));
      return (Math.min(...ends) + Math.max(...ends)) / 2;
    });
    const depth = seen.reduce((sum, place) => sum + place[2], 0) / seen.length;
    x += mx * (eye - depth);
    y += (my + 0) * (eye - depth);
  }
  const depth = seen.reduce((sum, place) => sum + place[2], 0) / seen.length;
  const at = new THREE.Vector3()
    .addScaledVector(right, x)
    .addScaledVector(up, y)
    .addScaledVector(from, depth);
  return { at, distance: Math.max(distance - depth, 1e-9) };
}
