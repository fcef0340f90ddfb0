// What stands around a mechanism: a grid, the global axes, the direction of gravity.
import * as THREE from "three";
import { FORCES } from "./colours.js";
import { norm, times, unit } from "./geometry.js";
import { Arrow } from "./shapes.js";
import { quantity } from "./text.js";

const SHADES = ["#d14b5f", "#1f9d63", "#2b7bd6"];

// Below a mechanism in space, behind a planar one.
export function gridOf({ scene, up, box, centre, radius, size }) {
  const normal = new THREE.Vector3(...(scene?.normal ?? up));
  const grid = new THREE.GridHelper(10 * radius, 50);
  grid.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), normal);
  const lowest = Math.min(...[box.min, box.max].map((corner) => corner.dot(normal)));
  grid.position.copy(centre).addScaledVector(normal, lowest - 0.09 * size - centre.dot(normal));
  grid.material.vertexColors = false;
  grid.material.transparent = true;
  return grid;
}

// What catches the shadows: a plane just above the grid that shows nothing else.
export function shadowCatcher(grid, radius) {
  const plane = new THREE.Mesh(
    new THREE.PlaneGeometry(10 * radius, 10 * radius),
    new THREE.ShadowMaterial({ opacity: 0.16 }),
  );
  plane.quaternion
    .copy(grid.quaternion)
    .multiply(new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(1, 0, 0), -Math.PI / 2));
  plane.position.copy(grid.position);
  plane.receiveShadow = true;
  return plane;
}

// The global axes and the direction of gravity, which stay in the lower left corner of the picture however it is turned.
export class Compass {
  constructor(scene) {
    this.group = new THREE.Group();
    this.marks = SHADES.map((colour, k) => {
      const direction = [0, 0, 0];
      direction[k] = 1;
      return this.#mark(colour, direction, 0.75, "xyz"[k]);
    });
    const gravity = scene?.gravity ?? [0, 0, 0];
    if (norm(gravity) > 0)
      this.marks.push(
        this.#mark(FORCES.gravity, gravity, 1, `g = ${quantity(norm(gravity), "m/s^2", 3)}`),
      );
  }

  #mark(colour, direction, length, text) {
    const arrow = new Arrow(colour, 0.022);
    arrow.show([0, 0, 0], direction, length);
    this.group.add(arrow);
    const tip = new THREE.Vector3(...times(unit(direction), length + 0.22));
    return { text, colour, tip, at: tip };
  }

  // Put it into the corner of what a camera sees.
  place(camera, target, pixels) {
    const away = camera.position.distanceTo(target);
    const tall = Math.tan((camera.fov * Math.PI) / 360);
    const scale = (2 * away * tall * 44) / pixels; // the unit is 44 pixels long
    const [x, y] = [-away * tall * camera.aspect + 1.5 * scale, -away * tall + 1.6 * scale];
    this.group.position.set(x, y, -away).applyMatrix4(camera.matrixWorld);
    this.group.scale.setScalar(scale);
    this.group.updateMatrixWorld();
    for (const mark of this.marks) mark.at = mark.tip.clone().applyMatrix4(this.group.matrixWorld);
  }
}
