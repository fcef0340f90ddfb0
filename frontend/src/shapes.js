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

const MAKERS = {
  rod,
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

// A rod or a coil of unit length along y, to be stretched between two points.
export function strut(kind, radius, material) {
  if (kind === "rod")
    return new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, 1, 20), material);
  const turns = 9;
  const points = [];
  for (let k = 0; k <= 16 * turns; k++) {
    const share = k / (16 * turns);
    const width = share < 0.06 || share > 0.94 ? 0 : 2.6 * radius;
    points.push(
      new THREE.Vector3(
        width * Math.cos(2 * Math.PI * turns * share),
        share - 0.5,
        width * Math.sin(2 * Math.PI * turns * share),
      ),
    );
  }
  return new THREE.Line(
    new THREE.BufferGeometry().setFromPoints(points),
    new THREE.LineBasicMaterial({ color: material.color }),
  );
}

export function stretch(object, from, to) {
  const [a, b] = [vector(from), vector(to)];
  const way = b.clone().sub(a);
  const length = way.length();
  object.visible = length > 0;
  if (!length) return;
  object.position.copy(a).add(b).multiplyScalar(0.5);
  object.quaternion.setFromUnitVectors(Y, way.multiplyScalar(1 / length));
  object.scale.set(1, length, 1);
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
  }
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
    this.thickness = thickness;
    this.renderOrder = this.shaft.renderOrder = this.head.renderOrder = 5;
    this.add(this.shaft, this.head);
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
  }
}
