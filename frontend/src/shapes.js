// The simple shapes of gudgeon/report/scene.py as three.js objects.
import * as THREE from "three";
import { block } from "./data.js";

const Y = new THREE.Vector3(0, 1, 0);
const Z = new THREE.Vector3(0, 0, 1);
const vector = (values) => new THREE.Vector3(...values);

function along(object, axis, centre) {
  object.quaternion.setFromUnitVectors(Y, vector(axis).normalize());
  object.position.set(...centre);
  return object;
}

function framed(object, rows, centre) {
  object.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(...rows.map(vector)));
  object.position.set(...centre);
  return object;
}

// A round bar with round ends, or in a plane a flat one.
function rod({ from, to, radius, normal, depth }, material) {
  const [a, b] = [vector(from), vector(to)];
  const way = b.clone().sub(a);
  const length = way.length();
  const middle = a.clone().add(b).multiplyScalar(0.5);
  if (!normal)
    return along(
      new THREE.Mesh(new THREE.CapsuleGeometry(radius, length, 8, 24), material),
      way.normalize().toArray(),
      middle.toArray(),
    );
  const outline = new THREE.Shape();
  outline.absarc(length / 2, 0, 1.35 * radius, -Math.PI / 2, Math.PI / 2);
  outline.absarc(-length / 2, 0, 1.35 * radius, Math.PI / 2, (3 * Math.PI) / 2);
  const bevel = 0.12 * depth;
  const geometry = new THREE.ExtrudeGeometry(outline, {
    depth: depth - 2 * bevel,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 3,
    curveSegments: 24,
  });
  geometry.translate(0, 0, bevel - depth / 2);
  const x = way.normalize();
  const z = vector(normal);
  return framed(
    new THREE.Mesh(geometry, material),
    [x.toArray(), z.clone().cross(x).toArray(), normal],
    middle.toArray(),
  );
}

function sleeve({ centre, axis, inner, outer, length }, material) {
  const h = length / 2;
  const bevel = 0.08 * (outer - inner);
  const outline = [
    [inner, -h],
    [outer - bevel, -h],
    [outer, -h + bevel],
    [outer, h - bevel],
    [outer - bevel, h],
    [inner, h],
    [inner, -h],
  ];
  const geometry = new THREE.LatheGeometry(
    outline.map(([x, y]) => new THREE.Vector2(x, y)),
    48,
  );
  return along(new THREE.Mesh(flat(geometry), material), axis, centre);
}

// Edges of a turned part are sharp: give every facet the normal of its own surface along the outline.
function flat(geometry) {
  const sharp = geometry.toNonIndexed();
  sharp.computeVertexNormals();
  return sharp;
}

function socket({ centre, radius, axis }, material) {
  const profile = [];
  const open = 0.38 * Math.PI;
  for (let k = 0; k <= 24; k++) {
    const angle = Math.PI - (k / 24) * (Math.PI - open);
    profile.push(
      new THREE.Vector2(radius * 1.16 * Math.sin(angle), radius * 1.16 * Math.cos(angle)),
    );
  }
  for (let k = 24; k >= 0; k--) {
    const angle = Math.PI - (k / 24) * (Math.PI - open);
    profile.push(new THREE.Vector2(radius * Math.sin(angle), radius * Math.cos(angle)));
  }
  return along(new THREE.Mesh(new THREE.LatheGeometry(profile, 40), material), axis, centre);
}

function ellipsoid({ centre, size, frame }, material) {
  const mesh = new THREE.Mesh(new THREE.SphereGeometry(1, 40, 24), material);
  mesh.scale.set(...size);
  return framed(mesh, rightHanded(frame), centre);
}

function rightHanded([a, b]) {
  return [a, b, vector(a).cross(vector(b)).toArray()];
}

async function mesh({ block: number, points, corners }, material) {
  const bytes = await block(number);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute(
    "position",
    new THREE.BufferAttribute(new Float32Array(bytes.buffer, 0, 3 * points), 3),
  );
  geometry.setIndex(
    new THREE.BufferAttribute(new Uint32Array(bytes.buffer, 12 * points, corners), 1),
  );
  return new THREE.Mesh(flat(geometry), material);
}

// A plate that carries a pin: round at its top, wider at its foot.
function bracket({ centre, axis, up, radius, height, depth }, material) {
  const outline = new THREE.Shape();
  outline.moveTo(-1.5 * radius, -height);
  outline.lineTo(1.5 * radius, -height);
  outline.lineTo(radius, 0);
  outline.absarc(0, 0, radius, 0, Math.PI);
  outline.closePath();
  const bevel = 0.08 * depth;
  const geometry = new THREE.ExtrudeGeometry(outline, {
    depth: depth - 2 * bevel,
    bevelSize: bevel,
    bevelThickness: bevel,
    curveSegments: 24,
  });
  geometry.translate(0, 0, bevel - depth / 2);
  const side = vector(up).cross(vector(axis)).toArray();
  return framed(new THREE.Mesh(geometry, material), [side, up, axis], centre);
}

const MAKERS = {
  rod,
  bracket,
  sleeve,
  socket,
  ellipsoid,
  mesh,
  ball: ({ centre, radius }, material) =>
    along(new THREE.Mesh(new THREE.SphereGeometry(radius, 40, 24), material), [0, 1, 0], centre),
  cylinder: ({ centre, axis, radius, length }, material) =>
    along(
      new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, length, 48), material),
      axis,
      centre,
    ),
  box: ({ centre, size, frame }, material) =>
    framed(new THREE.Mesh(new THREE.BoxGeometry(...size), material), frame, centre),
};

export async function shape(about, material) {
  return MAKERS[about.kind](about, material);
}

// What stretches between two points, along y: a rod, a coil, a damper, or a coil around a damper. It is made for a length that it has once.
export function strut(kind, radius, length, material) {
  const group = new THREE.Group();
  group.userData.length = length || 1;
  const bar = (r, from, to) => {
    const part = new THREE.Mesh(new THREE.CylinderGeometry(r, r, (to - from) * length, 20), material);
    part.position.y = ((from + to) / 2 - 0.5) * length;
    group.add(part);
  };
  if (kind === "rod") bar(radius, 0, 1);
  if (kind.includes("damper")) {
    bar(0.85 * radius, 0.12, 0.55); // the cylinder, and the piston's rod
    bar(0.35 * radius, 0, 1);
  }
  if (kind.includes("spring")) group.add(coil(radius, length, material));
  if (kind !== "rod")
    for (const side of [-0.5, 0.5]) {
      const eye = new THREE.Mesh(new THREE.SphereGeometry(0.9 * radius, 20, 12), material);
      eye.position.y = side * length;
      group.add(eye);
    }
  return group;
}

function coil(radius, length, material) {
  const turns = 8;
  const points = [];
  for (let k = 0; k <= 18 * turns; k++) {
    const share = k / (18 * turns);
    const width = 1.9 * radius * Math.min(1, 12 * share, 12 * (1 - share));
    const angle = 2 * Math.PI * turns * share;
    points.push(
      new THREE.Vector3(width * Math.cos(angle), (share - 0.5) * length, width * Math.sin(angle)),
    );
  }
  const way = new THREE.CatmullRomCurve3(points);
  return new THREE.Mesh(new THREE.TubeGeometry(way, 20 * turns, 0.3 * radius, 8), material);
}

export function stretch(object, from, to) {
  const [a, b] = [vector(from), vector(to)];
  const way = b.clone().sub(a);
  const length = way.length();
  object.visible = length > 0;
  if (!length) return;
  object.position.copy(a).add(b).multiplyScalar(0.5);
  object.quaternion.setFromUnitVectors(Y, way.multiplyScalar(1 / length));
  object.scale.set(1, length / object.userData.length, 1);
}

// Three quarters of a ring with a head: a moment about an axis, right-handed.
export class Turn extends THREE.Group {
  constructor(colour) {
    super();
    const material = new THREE.MeshBasicMaterial({
      color: colour,
      depthTest: false,
      transparent: true,
      opacity: 0.92,
    });
    const ring = new THREE.Mesh(new THREE.TorusGeometry(1, 0.06, 12, 64, 1.5 * Math.PI), material);
    const head = new THREE.Mesh(
      new THREE.ConeGeometry(0.2, 0.5, 24).rotateZ(-Math.PI / 2).translate(0.2, -1, 0),
      material,
    );
    this.renderOrder = ring.renderOrder = head.renderOrder = 5;
    this.add(ring, head);
  }

  show(point, axis, radius) {
    this.visible = radius > 0;
    this.quaternion.setFromUnitVectors(Z, vector(axis).normalize());
    this.position.set(...point);
    this.scale.setScalar(radius || 1);
    this.tip = this.position.clone();
  }

  cut() {}
}

// An arrow of unit length from the origin along y; its thickness is set beside its length.
export class Arrow extends THREE.Group {
  constructor(colour, thickness) {
    super();
    const material = new THREE.MeshBasicMaterial({
      color: colour,
      depthTest: false,
      transparent: true,
      opacity: 0.92,
    });
    this.shaft = new THREE.Mesh(
      new THREE.CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0),
      material,
    );
    this.head = new THREE.Mesh(new THREE.ConeGeometry(2.6, 6, 24).translate(0, -3, 0), material);
    const white = new THREE.MeshBasicMaterial({ color: "#ffffff", depthTest: false, transparent: true });
    this.break = new THREE.Group(); // two cuts across the shaft: the arrow would be longer
    for (const at of [-1, 1])
      this.break.add(
        new THREE.Mesh(
          new THREE.CylinderGeometry(2.6, 2.6, 1.1, 16).rotateZ(0.5).translate(0, 1.6 * at, 0),
          white,
        ),
      );
    this.thickness = thickness;
    this.renderOrder = this.shaft.renderOrder = this.head.renderOrder = 5;
    for (const cut of this.break.children) cut.renderOrder = 6;
    this.add(this.shaft, this.head, this.break);
    this.cut(false);
  }

  // Whether the arrow is shorter than its force asks for.
  cut(is) {
    this.break.visible = is;
  }

  // Show an arrow whose tip (or tail) is at a point; length is in metres.
  show(point, direction, length, tipAtPoint = false) {
    const head = Math.min(6 * this.thickness, 0.5 * length);
    this.visible = length > 0.3 * this.thickness;
    this.quaternion.setFromUnitVectors(Y, vector(direction).normalize());
    this.position.set(...point);
    if (tipAtPoint) this.position.addScaledVector(vector(direction).normalize(), -length);
    this.shaft.scale.set(this.thickness, length - head, this.thickness);
    this.head.position.y = length;
    this.head.scale.setScalar(head / 6);
    this.break.position.y = 0.55 * length;
    this.break.scale.setScalar(this.thickness);
    this.tip = this.position.clone().addScaledVector(vector(direction).normalize(), length);
  }
}
